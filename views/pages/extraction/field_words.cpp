#include "pages/extraction/field_words.h"

#include <QCoreApplication>

#include <array>

namespace lakehouse::views {

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("FieldWords", source);
}

struct Named {
    const char *field;
    const char *name;
};

constexpr std::array tableFields{
    Named{"mode", QT_TRANSLATE_NOOP("FieldWords", "The load mode")},
    Named{"kind", QT_TRANSLATE_NOOP("FieldWords", "The kind of the table")},
    Named{"key", QT_TRANSLATE_NOOP("FieldWords", "The key")},
    Named{"watermark.column", QT_TRANSLATE_NOOP("FieldWords", "The watermark")},
    Named{"watermark.proof", QT_TRANSLATE_NOOP("FieldWords", "What proves the watermark")},
    Named{"watermark.proved-by", QT_TRANSLATE_NOOP("FieldWords", "The proof of the watermark")},
    Named{"late-arrival-minutes", QT_TRANSLATE_NOOP("FieldWords", "The overlap in minutes")},
    Named{"load-rule", QT_TRANSLATE_NOOP("FieldWords", "The version of the loading rules")},
    Named{"rows-seen-by", QT_TRANSLATE_NOOP("FieldWords", "The role whose rows are loaded, as somebody accepted")},
    Named{"deletes", QT_TRANSLATE_NOOP("FieldWords", "How often deletes are looked for")},
    Named{"purge-policy", QT_TRANSLATE_NOOP("FieldWords", "What becomes of rows that the source no longer has")},
    Named{"columns", QT_TRANSLATE_NOOP("FieldWords", "The order of the columns")},
    Named{"places.trino-catalog", QT_TRANSLATE_NOOP("FieldWords", "Trino's catalog that reads the source")},
    Named{"places.trino-schema", QT_TRANSLATE_NOOP("FieldWords", "The schema in Trino")},
    Named{"places.trino-table", QT_TRANSLATE_NOOP("FieldWords", "The table in Trino")},
    Named{"places.lake-catalog", QT_TRANSLATE_NOOP("FieldWords", "The catalog of the lake")},
    Named{"places.bronze-schema", QT_TRANSLATE_NOOP("FieldWords", "The bronze schema")},
    Named{"places.bronze-table", QT_TRANSLATE_NOOP("FieldWords", "The bronze table")},
    Named{"places.file-slug", QT_TRANSLATE_NOOP("FieldWords", "The folder of its files")},
};

constexpr std::array columnFields{
    Named{"bronze-name", QT_TRANSLATE_NOOP("FieldWords", "The bronze name of column %1")},
    Named{"source-type", QT_TRANSLATE_NOOP("FieldWords", "The source's type of column %1")},
    Named{"connector-type", QT_TRANSLATE_NOOP("FieldWords", "Trino's type of column %1")},
    Named{"bronze-type", QT_TRANSLATE_NOOP("FieldWords", "The bronze type of column %1")},
    Named{"source-expression", QT_TRANSLATE_NOOP("FieldWords", "How the source hands over column %1")},
    Named{"load-expression", QT_TRANSLATE_NOOP("FieldWords", "How column %1 is loaded")},
    Named{"not-null", QT_TRANSLATE_NOOP("FieldWords", "Whether column %1 is NOT NULL")},
    Named{"canonical.form", QT_TRANSLATE_NOOP("FieldWords", "How column %1 is compared")},
    Named{"canonical.element", QT_TRANSLATE_NOOP("FieldWords", "How the elements of column %1 are compared")},
    Named{"canonical.scale", QT_TRANSLATE_NOOP("FieldWords", "The decimal places by which column %1 is compared")},
    Named{"canonical.length", QT_TRANSLATE_NOOP("FieldWords", "The length by which column %1 is compared")},
    Named{"decided", QT_TRANSLATE_NOOP("FieldWords", "What somebody decided about values of column %1")},
    Named{"fidelity", QT_TRANSLATE_NOOP("FieldWords", "How faithfully column %1 lands")},
};

constexpr QLatin1String columnPrefix("columns.");

QString change(const QString &subject, const model::FieldDifference &field)
{
    if (field.before.isEmpty())
        return words(QT_TRANSLATE_NOOP("FieldWords", "%1 was not set and becomes: %2")).arg(subject, field.after);
    if (field.after.isEmpty())
        return words(QT_TRANSLATE_NOOP("FieldWords", "%1 was %2 and is no longer set.")).arg(subject, field.before);
    return words(QT_TRANSLATE_NOOP("FieldWords", "%1 was %2 and becomes: %3")).arg(subject, field.before, field.after);
}

/// A column may be named like anything: what follows its name is looked for from the end.
QString columnSentence(const model::FieldDifference &field)
{
    const QString path = field.field.mid(columnPrefix.size());
    for (const Named &known : columnFields) {
        const QString suffix = QLatin1Char('.') + QLatin1String(known.field);
        if (path.endsWith(suffix))
            return change(words(known.name).arg(path.chopped(suffix.size())), field);
    }
    if (field.before.isEmpty())
        return words(QT_TRANSLATE_NOOP("FieldWords", "Column %1 is new: %2")).arg(path, field.after);
    if (field.after.isEmpty())
        return words(QT_TRANSLATE_NOOP("FieldWords", "Column %1 is gone; it was: %2")).arg(path, field.before);
    return change(words(QT_TRANSLATE_NOOP("FieldWords", "Column %1")).arg(path), field);
}

} // namespace

QString fieldSentence(const model::FieldDifference &field)
{
    if (field.field == QLatin1String("table"))
        return field.before.isEmpty() ? words(QT_TRANSLATE_NOOP("FieldWords", "The table is new: the plan that was approved last does not have it."))
                                      : words(QT_TRANSLATE_NOOP("FieldWords", "The table is gone from the plan."));
    if (field.field.startsWith(columnPrefix))
        return columnSentence(field);
    for (const Named &known : tableFields)
        if (field.field == QLatin1String(known.field))
            return change(words(known.name), field);
    return change(field.field, field);
}

std::vector<Sentence> fieldSentences(const std::vector<model::FieldDifference> &fields)
{
    std::vector<Sentence> sentences;
    for (const model::FieldDifference &field : fields)
        sentences.push_back({.text = fieldSentence(field)});
    return sentences;
}

} // namespace lakehouse::views

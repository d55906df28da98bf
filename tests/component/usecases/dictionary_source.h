#pragma once

#include "component/usecases/own_program.h"
#include "support/source_folder.h"

#include <QJsonArray>

#include <algorithm>

namespace lakehouse::testsupport {

/// The dictionaries of tests/fixtures/dictionaries as tables of a database, with the tables of the application beside them, which are empty.
class DictionarySource {
public:
    /// What psql objects to; empty when all is there.
    static QString create(const testing::PostgresCluster &cluster, const QString &database)
    {
        cluster.run(QStringLiteral("CREATE DATABASE ") + database);
        QString sql = QStringLiteral("CREATE SCHEMA adempiere; SET search_path TO adempiere;") + tables(QStringLiteral("idempiere"), QStringLiteral("ad_user"));
        for (const auto &[file, columns] : std::vector<std::pair<const char *, const char *>>{
                 {"tables", "ad_table (ad_table_id, tablename, name, description"}, {"columns", "ad_column (ad_column_id, ad_table_id, columnname, ad_reference_id, ad_reference_value_id, iskey, ismandatory"},
                 {"elements", "ad_element (columnname, name, description"}, {"references", "ad_reference (ad_reference_id, name, validationtype"}, {"lists", "ad_ref_list (ad_reference_id, value, name"},
                 {"reference-tables", "ad_ref_table (ad_reference_id, ad_table_id, ad_key"}})
            sql += rows(QStringLiteral("idempiere/%1.tsv").arg(QLatin1String(file)), QLatin1String(columns) + QStringLiteral(", isactive)"), QStringLiteral(", 'Y'"), {});
        // What was switched off does not count.
        sql += QStringLiteral("INSERT INTO ad_ref_list (ad_reference_id, value, name, isactive) VALUES (131, 'XX', 'Given up', 'N'); SET search_path TO public;") + tables(QStringLiteral("odoo"), {});
        sql += rows(QStringLiteral("odoo/models.tsv"), QStringLiteral("ir_model (model, name, transient)"), {}, {1});
        sql += rows(QStringLiteral("odoo/fields.tsv"), QStringLiteral("ir_model_fields (id, model, name, ttype, relation, required, store, field_description, help)"), {}, {7, 8});
        sql += rows(QStringLiteral("odoo/selections.tsv"), QStringLiteral("ir_model_fields_selection (field_id, sequence, value, name)"), {}, {3});
        sql += QStringLiteral("GRANT USAGE ON SCHEMA adempiere TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA public, adempiere TO reader;");
        QString error;
        cluster.run(sql, database, &error);
        return error;
    }

private:
    static QList<QStringList> cells(const QString &path)
    {
        QFile file(testing::sourcePath("tests/fixtures/dictionaries/") + path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(path));
        QList<QStringList> all;
        for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            all += line.split(QLatin1Char('\t'));
        return all;
    }
    static QString literal(QString text) { return text == QLatin1String("\\N") ? QStringLiteral("NULL") : QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("''")) + QLatin1Char('\''); }

    /// The list says NOT NULL of all columns of a dictionary, and its rows leave some out.
    static QString tables(const QString &application, const QString &notOfTheDictionary)
    {
        QString sql;
        const QList<QStringList> columns = cells(application + QStringLiteral("/catalog.tsv"));
        for (qsizetype i = 0; i < columns.size(); ++i) {
            const QStringList &column = columns[i];
            const bool isDictionary = (column[0].startsWith(QStringLiteral("ad_")) && column[0] != notOfTheDictionary) || column[0].startsWith(QStringLiteral("ir_"));
            QString type = column[2];
            if (isDictionary)
                type.remove(QStringLiteral(" NOT NULL"));
            sql += i == 0 || columns[i - 1][0] != column[0] ? QStringLiteral("CREATE TABLE %1 (").arg(column[0]) : QStringLiteral(", ");
            sql += column[1] + QLatin1Char(' ') + type;
            sql += i + 1 == columns.size() || columns[i + 1][0] != column[0] ? QStringLiteral(");\n") : QString();
        }
        return sql;
    }
    /// `inEnglish`: columns that hold a text for each language.
    static QString rows(const QString &path, const QString &into, const QString &more, const QList<int> &inEnglish)
    {
        QString sql;
        for (const QStringList &row : cells(path)) {
            QStringList values;
            for (int i = 0; i < row.size(); ++i)
                values += inEnglish.contains(i) && row[i] != QLatin1String("\\N") ? QStringLiteral("jsonb_build_object('en_US', %1::text, 'de_DE', 'nicht gefragt')").arg(literal(row[i])) : literal(row[i]);
            sql += QStringLiteral("INSERT INTO %1 VALUES (%2%3);\n").arg(into, values.join(QStringLiteral(", ")), more);
        }
        return sql;
    }
};

/// Current facts of one kind that a dictionary gave, in the words of `inWords`, sorted.
template<typename InWords>
QStringList dictionaryFacts(const OwnProgram &project, const char *kind, InWords inWords)
{
    const Ended shown = project.run({QStringLiteral("ledger"), QStringLiteral("show"), QStringLiteral("--kind"), QString::fromLatin1(kind), QStringLiteral("--limit"), QStringLiteral("1000"), QStringLiteral("--json")});
    if (shown.exitCode != 0)
        qFatal("%s", qPrintable(shown.inWords()));
    QStringList words;
    for (const QJsonValue &entry : shown.json().value(QStringLiteral("entries")).toArray()) {
        const QJsonObject body = QJsonDocument::fromJson(entry[QStringLiteral("body")].toString().toUtf8()).object();
        const QJsonArray evidence = body.value(QStringLiteral("evidence")).toArray();
        if (std::ranges::any_of(evidence, [](const QJsonValue &one) { return one[QStringLiteral("kind")].toString() == QLatin1String("dictionary"); }))
            words += inWords(body);
    }
    words.sort();
    return words;
}

} // namespace lakehouse::testsupport

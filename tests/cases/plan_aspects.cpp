#include "cases/plan_aspects.h"

#include "describe/label_of.h"
#include "rules/reconcile/canonical_text.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <functional>

namespace lakehouse::cases {

using base::Text;
using describe::labelOf;
using namespace model;

namespace {

QString reasonsAbout(const PlannedTable &table, const QString &about)
{
    QStringList words;
    for (const PlanReason &reason : table.reasons)
        if (reason.about == about)
            words += reason.evidence.isEmpty() ? reason.statement.toEnglish() : reason.statement.toEnglish() + QStringLiteral(" [%1]").arg(reason.evidence);
    return orNone(words.join(QLatin1Char('\n')));
}

/// The refusal of a column, or of the table as a whole.
const Refusal *refusalOf(const PlannedTable &table, const std::optional<QString> &column)
{
    const auto found = std::ranges::find(table.refusals, column, &Refusal::column);
    return found == table.refusals.end() ? nullptr : &*found;
}

QString why(const PlannedTable &table)
{
    const Refusal *refusal = refusalOf(table, {});
    return refusal ? refusal->reason.toEnglish() : reasonsAbout(table, QStringLiteral("mode"));
}

QString remedy(const PlannedTable &table, const std::optional<QString> &column)
{
    const Refusal *refusal = refusalOf(table, column);
    return refusal ? refusal->remedy.toEnglish() : orNone({});
}

enum class Which { All, Refused };
QString columnNames(const PlannedTable &table, Which which)
{
    QStringList names;
    for (const PlannedColumn &column : table.decision.columns)
        if (which == Which::All || column.fidelity == Fidelity::Refused)
            names += column.name;
    return orNone(names.join(QStringLiteral(", ")));
}

QString listed(const std::vector<QString> &names)
{
    return orNone(QStringList(names.begin(), names.end()).join(QStringLiteral(", ")));
}

QString formInWords(const CanonicalType &type)
{
    const QString form = labelOf(type.form);
    switch (type.form) {
    case CanonicalForm::Decimal: return form + QStringLiteral(" %1").arg(type.scale);
    case CanonicalForm::PaddedText: return form + QStringLiteral(" %1").arg(type.length);
    case CanonicalForm::Array: return form + QStringLiteral(" of ") + labelOf(type.element);
    default: return form;
    }
}

} // namespace

QString orNone(const QString &words) { return words.isEmpty() ? QStringLiteral("(none)") : words; }

QString yesNo(bool value) { return value ? QStringLiteral("yes") : QStringLiteral("no"); }

QString inLines(const std::vector<Text> &texts)
{
    QStringList words;
    for (const Text &one : texts)
        words += one.toEnglish();
    return orNone(words.join(QLatin1Char('\n')));
}

std::optional<QString> tableAspect(const PlannedTable &table, const QString &aspect)
{
    using Say = std::function<QString(const PlannedTable &)>;
    static const QHash<QString, Say> aspects{
        {QStringLiteral("mode"), [](const PlannedTable &planned) { return labelOf(planned.decision.mode); }},
        {QStringLiteral("key"), [](const PlannedTable &planned) { return listed(planned.decision.key); }},
        {QStringLiteral("watermark"), [](const PlannedTable &planned) {
             const std::optional<Watermark> &watermark = planned.decision.watermark;
             return orNone(watermark ? watermark->column + QStringLiteral(" by ") + labelOf(watermark->proof) : QString());
         }},
        {QStringLiteral("watermark proof"), [](const PlannedTable &planned) { return orNone(planned.decision.watermark ? planned.decision.watermark->provedBy : QString()); }},
        {QStringLiteral("why"), why},
        {QStringLiteral("remedy"), [](const PlannedTable &planned) { return remedy(planned, {}); }},
        {QStringLiteral("key reason"), [](const PlannedTable &planned) { return reasonsAbout(planned, QStringLiteral("key")); }},
        {QStringLiteral("reading"), [](const PlannedTable &planned) { return reasonsAbout(planned, QStringLiteral("reading")); }},
        {QStringLiteral("warning"), [](const PlannedTable &planned) { return inLines(planned.warnings); }},
        {QStringLiteral("columns"), [](const PlannedTable &planned) { return columnNames(planned, Which::All); }},
        {QStringLiteral("refused columns"), [](const PlannedTable &planned) { return columnNames(planned, Which::Refused); }},
        {QStringLiteral("number of columns"), [](const PlannedTable &planned) { return QString::number(planned.decision.columns.size()); }},
        {QStringLiteral("rows seen by"), [](const PlannedTable &planned) { return orNone(planned.decision.rowsSeenBy.value_or(QString())); }},
        {QStringLiteral("bronze"), [](const PlannedTable &planned) { return planned.decision.places.bronzeSchema + QLatin1Char('.') + planned.decision.places.bronzeTable; }},
        {QStringLiteral("slug"), [](const PlannedTable &planned) { return planned.decision.places.fileSlug; }},
    };
    const auto say = aspects.constFind(aspect);
    return say == aspects.constEnd() ? std::nullopt : std::optional((*say)(table));
}

std::optional<QString> columnAspect(const PlannedTable &table, const PlannedColumn &column, const QString &aspect)
{
    if (aspect == QLatin1String("type"))
        return column.fidelity == Fidelity::Refused ? QStringLiteral("(refused)") : column.bronzeType;
    if (aspect == QLatin1String("fidelity"))
        return labelOf(column.fidelity);
    if (aspect == QLatin1String("form"))
        return formInWords(column.canonical);
    if (aspect == QLatin1String("hashed"))
        return yesNo(rules::isHashed(column.canonical));
    if (aspect == QLatin1String("mask"))
        return orNone(column.mask ? labelOf(*column.mask) : QString());
    if (aspect == QLatin1String("reason"))
        return reasonsAbout(table, column.name);
    if (aspect == QLatin1String("refusal")) {
        const Refusal *refusal = refusalOf(table, column.name);
        return orNone(refusal ? refusal->reason.toEnglish() : QString());
    }
    if (aspect == QLatin1String("remedy"))
        return remedy(table, column.name);
    return std::nullopt;
}

} // namespace lakehouse::cases

#include "rules/planning/column_plan.h"

#include "base/shell_word.h"
#include "rules/catalog/value_decisions.h"
#include "rules/sqlgen/quoting.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace lakehouse::rules {

namespace {

using base::Text;
using model::ColumnMeasure;
using model::PlanChange;
using model::PlanEdit;
using model::PlannedChange;
using model::PlannedColumn;
using model::Refusal;
using model::SourceColumn;
using model::SourceTable;

constexpr qsizetype fewNames = 5;

QString namesOf(const std::vector<QString> &names)
{
    QStringList shown;
    for (const QString &name : names)
        shown.append(shown.size() == fewNames ? QStringLiteral("…") : name);
    return shown.mid(0, fewNames + 1).join(QStringLiteral(", "));
}

/// Columns whose names become one in Trino.
QHash<QString, std::vector<QString>> foldedNames(const SourceTable &table)
{
    QHash<QString, std::vector<QString>> names;
    for (const SourceColumn &column : table.columns)
        names[column.name.toLower()].push_back(column.name);
    return names;
}

/// Refusals that come from the name or the rights of a column, whatever its type.
std::optional<Refusal> refusedByName(const SourceTable &table, const SourceColumn &column, const std::vector<QString> &sameName, const QString &role)
{
    if (!column.isReadable)
        return Refusal{column.name, {QT_TRANSLATE_NOOP("core", "The role %1 may not read it."), role},
                       {QT_TRANSLATE_NOOP("core", "Run at the source: %1"), QStringLiteral("GRANT SELECT (%1) ON %2 TO %3").arg(postgresIdentifier(column.name),
                           postgresIdentifier(table.name.schema()) + QLatin1Char('.') + postgresIdentifier(table.name.table()), postgresIdentifier(role))}};
    if (sameName.size() > 1)
        return Refusal{column.name, {QT_TRANSLATE_NOOP("core", "In the lake the names %1 are one."), namesOf(sameName)},
                       QT_TRANSLATE_NOOP("core", "Rename one of them at the source.")};
    if (column.name.startsWith(QLatin1String("_ekos_"), Qt::CaseInsensitive))
        return Refusal{column.name, QT_TRANSLATE_NOOP("core", "Names that begin with _ekos_ belong to the columns that loads add."),
                       QT_TRANSLATE_NOOP("core", "Rename the column at the source.")};
    return std::nullopt;
}

std::optional<qint64> approvedScale(const ColumnFacts &facts, const QString &column)
{
    if (!facts.approved)
        return std::nullopt;
    const auto &columns = facts.approved->decision.columns;
    const auto found = std::ranges::find(columns, column, &PlannedColumn::name);
    if (found == columns.end() || found->fidelity != model::Fidelity::Decided)
        return std::nullopt;
    static const QRegularExpression decimal(QStringLiteral("decimal\\(38,([0-9]+)\\)"));
    const QRegularExpressionMatch match = decimal.match(found->bronzeType);
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

const model::ExposedColumn *exposedColumn(const ColumnFacts &facts, const QString &column)
{
    const auto found = std::ranges::find(facts.exposed->columns, column.toLower(), [](const model::ExposedColumn &exposed) { return exposed.name.toLower(); });
    return found == facts.exposed->columns.end() ? nullptr : &*found;
}

QString comparableType(const QString &type) { return type.toLower().remove(QLatin1Char(' ')); }

Refusal hiddenColumn(const SourceColumn &column, const QString &catalog)
{
    const QString setting = column.type.arrayDimensions > 0 ? QStringLiteral("postgresql.array-mapping=AS_ARRAY") : QStringLiteral("unsupported-type-handling=CONVERT_TO_VARCHAR");
    return {{}, {QT_TRANSLATE_NOOP("core", "Trino's catalog %1 does not show its column %2 of type %3."), catalog, model::sqlIdentifier(column.name), column.type.declared},
            {QT_TRANSLATE_NOOP("core", "Put %1 into the file of the catalog %2 and restart Trino."), setting, catalog}};
}

Text offerInWords(PlanEdit offer, const model::SourceType &type)
{
    if (offer == PlanEdit::Text)
        return QT_TRANSLATE_NOOP("core", "--as-text (each value as its exact text)");
    if (offer == PlanEdit::Null)
        return QT_TRANSLATE_NOOP("core", "--as-null (NULL in their place)");
    return {QT_TRANSLATE_NOOP("core", "--as-limit (%1 in their place)"), limitsInWords(type)};
}

/// The decisions as the command to type, then what helps at the source.
Text remedyWithOffers(const SourceTable &table, const SourceColumn &column, const std::vector<PlanEdit> &offers, const Text &atSource)
{
    Text options;
    for (const PlanEdit offer : offers) {
        const Text words = offerInWords(offer, column.type);
        options = options.isEmpty() ? words : Text{QT_TRANSLATE_NOOP("core", "%1 or %2"), options, words};
    }
    const QString command = QStringLiteral("ekos-lakehouse lakehouse extraction change --table %1 --column %2").arg(base::shellWord(table.name.toString()), base::shellWord(column.name));
    return {QT_TRANSLATE_NOOP("core", "A person may decide with: %1 %2. Otherwise: %3"), command, options, atSource};
}

constexpr char reasonWithKeys[] = QT_TRANSLATE_NOOP("core", "%1 Rows by %2: %3.");

/// The rows that are in the way, by their keys.
Text withKeys(const Text &reason, const SourceTable &table, const ColumnMeasure &measure)
{
    const model::SourceKey *key = primaryKeyOf(table);
    if (!key || measure.keys.empty())
        return reason;
    QString keys = QStringList(measure.keys.begin(), measure.keys.end()).join(QStringLiteral(", "));
    const qint64 values = measure.notANumber + measure.infinite + measure.outOfRange + measure.longNumbers + measure.unusualArrays;
    if (qsizetype(measure.keys.size()) >= model::mostKeysNamed && values > qint64(measure.keys.size()))
        keys += QStringLiteral(", …");
    return {reasonWithKeys, reason, model::namesListed(key->columns), keys};
}

/// One column on its way through planning.
struct Draft {
    const SourceColumn *column;
    TypeMapping mapping;
    const PlanChange *decision = nullptr; ///< of a person, whether it fits or not
    bool isRefusedByName = false;
};

class ColumnPlanner {
public:
    ColumnPlanner(const SourceTable &table, const ColumnFacts &facts) : m_table(table), m_facts(facts) {}

    ColumnPlan run()
    {
        const auto names = foldedNames(m_table);
        for (const SourceColumn &column : m_table.columns)
            m_drafts.push_back(draft(column, names.value(column.name.toLower())));
        const ReadPath path = readPath(names.size() < qsizetype(m_table.columns.size()));
        m_plan.isShownByConnector = !m_breaksConnector && isReachableByName(m_table.name);
        checkHidden();
        for (const Draft &draft : m_drafts)
            add(draft, path);
        for (const PlanChange *decision : m_facts.decisions)
            if (std::ranges::find(m_table.columns, *decision->column, &SourceColumn::name) == m_table.columns.end())
                m_plan.decisions.push_back(staleDecision(*decision, QT_TRANSLATE_NOOP("core", "the source has no such column any more.")));
        warn();
        if (std::ranges::all_of(m_plan.columns, [](const PlannedColumn &column) { return column.fidelity == model::Fidelity::Refused; }) && !m_plan.tableRefusal)
            m_plan.tableRefusal = Refusal{{}, QT_TRANSLATE_NOOP("core", "None of its columns can be loaded."),
                                          QT_TRANSLATE_NOOP("core", "See the reason and the remedy of each column.")};
        return std::move(m_plan);
    }

private:
    Draft draft(const SourceColumn &column, const std::vector<QString> &sameName) const
    {
        Draft result{&column, {}};
        const auto decision = std::ranges::find_if(m_facts.decisions, [&](const PlanChange *change) { return change->column == column.name; });
        if (decision != m_facts.decisions.end())
            result.decision = *decision;
        const model::SourceKey *key = primaryKeyOf(m_table);
        result.mapping = mapPostgresType(column.type, {.measure = m_facts.measures.value(column.name), .approvedScale = approvedScale(m_facts, column.name),
            .decision = result.decision ? std::optional(result.decision->edit) : std::nullopt,
            .isOfPrimaryKey = key && std::ranges::find(key->columns, column.name) != key->columns.end()});
        if (auto refusal = refusedByName(m_table, column, sameName, m_facts.role)) {
            result.mapping.refusal = std::move(refusal);
            result.isRefusedByName = true;
        }
        return result;
    }

    ReadPath readPath(bool hasSameNames)
    {
        std::vector<QString> bent;
        std::vector<QString> shownOtherwise;
        for (const Draft &draft : m_drafts) {
            if (draft.mapping.breaksConnector || (draft.mapping.needsQuery && !draft.mapping.refusal))
                bent.push_back(draft.column->name);
            else if (isShownOtherwise(draft))
                shownOtherwise.push_back(draft.column->name);
            m_breaksConnector = m_breaksConnector || draft.mapping.breaksConnector;
        }
        m_breaksConnector = m_breaksConnector || hasSameNames;
        Text reason;
        if (!isReachableByName(m_table.name))
            reason = QT_TRANSLATE_NOOP("core", "Read through the query function of Trino's connector, since the connector folds names to lower case and does not find it.");
        else if (hasSameNames)
            reason = QT_TRANSLATE_NOOP("core", "Read through the query function of Trino's connector, which fails on names that differ only by case.");
        else if (!bent.empty())
            reason = {QT_TRANSLATE_NOOP("core", "Read through the query function of Trino's connector: its table does not give the values of %1 as they are."), namesOf(bent)};
        else if (!shownOtherwise.empty())
            reason = {QT_TRANSLATE_NOOP("core", "Read through the query function of Trino's connector, since this catalog shows %1 in another type than expected."), namesOf(shownOtherwise)};
        else
            return ReadPath::Connector;
        m_plan.reasons.push_back({QStringLiteral("reading"), reason, {}});
        return ReadPath::Query;
    }

    bool isShownOtherwise(const Draft &draft) const
    {
        if (!m_facts.exposed || draft.mapping.refusal)
            return false;
        const model::ExposedColumn *exposed = exposedColumn(m_facts, draft.column->name);
        const QString expected = plannedColumn(*draft.column, draft.mapping, ReadPath::Connector, {}).connectorType;
        return exposed && comparableType(exposed->type) != comparableType(expected);
    }

    /// What the catalog hides, no load reads; where the connector cannot describe the table at all, its list says nothing.
    void checkHidden()
    {
        if (!m_facts.exposed || !m_plan.isShownByConnector)
            return;
        for (const Draft &draft : m_drafts)
            if (!draft.mapping.refusal && !exposedColumn(m_facts, draft.column->name) && !m_plan.tableRefusal)
                m_plan.tableRefusal = hiddenColumn(*draft.column, m_facts.places.trinoCatalog);
    }

    void add(const Draft &draft, ReadPath path)
    {
        const QString label = m_table.name.toString() + QLatin1Char('.') + model::sqlIdentifier(draft.column->name);
        m_plan.columns.push_back(plannedColumn(*draft.column, draft.mapping, path, label));
        if (draft.mapping.refusal)
            m_plan.columnRefusals.push_back(refusalOf(draft));
        else if (!draft.mapping.reason.isEmpty())
            m_plan.reasons.push_back({draft.column->name, draft.mapping.reason, draft.mapping.evidence});
        if (draft.decision)
            addDecision(draft);
    }

    Refusal refusalOf(const Draft &draft) const
    {
        Refusal refusal = *draft.mapping.refusal;
        refusal.column = draft.column->name;
        if (draft.isRefusedByName)
            return refusal;
        refusal.offers = draft.mapping.offers;
        const ColumnMeasure *measure = m_facts.measures.value(draft.column->name);
        if (measure && m_facts.areKeysShown && isInTheWay(draft.column->type, *measure))
            refusal.reason = withKeys(refusal.reason, m_table, *measure);
        if (!refusal.offers.empty())
            refusal.remedy = remedyWithOffers(m_table, *draft.column, refusal.offers, refusal.remedy);
        return refusal;
    }

    void addDecision(const Draft &draft)
    {
        const PlanChange &change = *draft.decision;
        if (draft.isRefusedByName)
            return m_plan.decisions.push_back(staleDecision(change, draft.mapping.refusal->reason));
        if (!draft.mapping.decided) {
            m_plan.decisions.push_back(staleDecision(change, {QT_TRANSLATE_NOOP("core", "of type %1 and with its values nothing of the kind is to be decided."), draft.column->type.declared}));
            m_plan.decisions.back().offers = draft.mapping.offers;
            return;
        }
        m_plan.decisions.push_back({.change = change, .outcome = draft.mapping.outcome, .offers = draft.mapping.offers});
        if (!draft.mapping.refusal)
            m_plan.reasons.push_back({draft.column->name, {QT_TRANSLATE_NOOP("core", "%1 Decided by %2: %3"), draft.mapping.outcome, change.actor, change.reason.toString()}, draft.mapping.evidence});
    }

    void warn()
    {
        static const QSet<QString> metadataColumns{QStringLiteral("row_count"), QStringLiteral("file_count"), QStringLiteral("total_size")};
        std::vector<QString> unmeasured;
        for (const Draft &draft : m_drafts) {
            if (dependsOnValues(draft.column->type) && !draft.mapping.refusal && !m_facts.measures.contains(draft.column->name))
                unmeasured.push_back(draft.column->name);
            if (metadataColumns.contains(draft.column->name.toLower()))
                m_plan.warnings.push_back({QT_TRANSLATE_NOOP("core", "\"%1\" is also the name of a column of Iceberg's metadata tables; Trino's $partitions table of it cannot be read."), draft.column->name});
        }
        for (const PlannedChange &decision : m_plan.decisions)
            if (decision.isStale)
                m_plan.warnings.push_back(staleWarning(decision));
        if (!unmeasured.empty())
            m_plan.warnings.push_back({QT_TRANSLATE_NOOP("core", "The values of %1 were not measured: whether bronze can hold them shows only when they load."), namesOf(unmeasured)});
        if (m_breaksConnector)
            m_plan.warnings.push_back(QT_TRANSLATE_NOOP("core", "Trino's connector fails on this table whenever it lists the columns of its schema; other programs that use the catalog will meet that."));
    }

    const SourceTable &m_table;
    const ColumnFacts &m_facts;
    std::vector<Draft> m_drafts;
    bool m_breaksConnector = false;
    ColumnPlan m_plan;
};

} // namespace

bool ColumnPlan::isLanded(const QString &column) const
{
    const auto found = std::ranges::find(columns, column, &PlannedColumn::name);
    return found != columns.end() && found->fidelity != model::Fidelity::Refused;
}

model::ExtractionPlan withoutRowKeys(model::ExtractionPlan plan)
{
    for (model::PlannedTable &table : plan.tables)
        for (Refusal &refusal : table.refusals)
            if (refusal.reason.source == QLatin1String(reasonWithKeys)) {
                const Text counted = std::get<Text>(refusal.reason.arguments.front());
                refusal.reason = counted;
            }
    return plan;
}

const model::SourceKey *primaryKeyOf(const SourceTable &table)
{
    const auto found = std::ranges::find_if(table.keys, &model::SourceKey::isPrimary);
    return found == table.keys.end() ? nullptr : &*found;
}

PlannedChange staleDecision(const PlanChange &change, const Text &why)
{
    return {.change = change, .isStale = true, .outcome = why};
}

model::PlanWarning staleWarning(const PlannedChange &decision)
{
    const PlanChange &change = decision.change;
    if (!change.column) {
        switch (aspectOf(change.edit)) {
        case model::PlanAspect::Deletes: return {QT_TRANSLATE_NOOP("core", "A decision of %1 about deletes no longer fits and was not applied: %2"), change.actor, decision.outcome};
        case model::PlanAspect::Purges: return {QT_TRANSLATE_NOOP("core", "A decision of %1 about purged rows no longer fits and was not applied: %2"), change.actor, decision.outcome};
        case model::PlanAspect::Mode: case model::PlanAspect::Column: case model::PlanAspect::RowSecurity: break;
        }
        return {QT_TRANSLATE_NOOP("core", "A decision of %1 about row security no longer fits and was not applied: %2"), change.actor, decision.outcome};
    }
    return {QT_TRANSLATE_NOOP("core", "A decision of %1 about \"%2\" no longer fits and was not applied: %3"), change.actor, *change.column, decision.outcome};
}

bool isReachableByName(const model::TableName &table)
{
    return table.schema() == table.schema().toLower() && table.table() == table.table().toLower();
}

ColumnPlan planColumns(const SourceTable &table, const ColumnFacts &facts)
{
    return ColumnPlanner(table, facts).run();
}

} // namespace lakehouse::rules

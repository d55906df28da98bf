#include "rules/planning/load_mode.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

using base::Text;
using model::CanonicalForm;
using model::LoadMode;
using model::PlanEdit;
using model::SourceColumn;
using model::SourceKey;
using model::SourceTable;

const SourceColumn *columnOf(const SourceTable &table, const QString &name)
{
    const auto found = std::ranges::find(table.columns, name, &SourceColumn::name);
    return found == table.columns.end() ? nullptr : &*found;
}

/// Whether equal keys are equal in both engines, and different ones different.
bool identifies(CanonicalForm form)
{
    return form != CanonicalForm::FloatingPoint && form != CanonicalForm::Interval && form != CanonicalForm::Json && form != CanonicalForm::Array
           && form != CanonicalForm::NotCompared;
}

/// Why a key does not tell rows apart for a merge; empty when it does.
Text unusable(const SourceTable &table, const ColumnPlan &plan, const SourceKey &key)
{
    if (key.columns.empty() || key.hasExpressions)
        return {QT_TRANSLATE_NOOP("core", "Key %1 is over an expression."), key.name};
    if (key.predicate)
        return {QT_TRANSLATE_NOOP("core", "Key %1 holds for a part of the rows only."), key.name};
    for (const QString &name : key.columns) {
        const SourceColumn *column = columnOf(table, name);
        const auto planned = std::ranges::find(plan.columns, name, &model::PlannedColumn::name);
        if (!column || planned == plan.columns.end())
            return {QT_TRANSLATE_NOOP("core", "Key %1 names a column that is not there."), key.name};
        if (!column->isNotNull && !key.isPrimary)
            return {QT_TRANSLATE_NOOP("core", "Key %1 allows NULL in \"%2\"."), key.name, name};
        if (planned->fidelity == model::Fidelity::Refused)
            return {QT_TRANSLATE_NOOP("core", "Key %1 holds \"%2\", which is not loaded."), key.name, name};
        if (planned->decided && planned->decided != PlanEdit::Text)
            return {QT_TRANSLATE_NOOP("core", "Key %1 holds \"%2\", of which a person decided that several values become one."), key.name, name};
        if (!identifies(planned->canonical.form))
            return {QT_TRANSLATE_NOOP("core", "Key %1 holds \"%2\" of type %3, whose equal values are not the same everywhere."), key.name, name, column->type.declared};
    }
    return {};
}

class ModeChoice {
public:
    ModeChoice(const SourceTable &table, const ColumnPlan &columns, const WatermarkSettings &settings, const TableWrites &writes, WatermarkProver &prover)
        : m_table(table), m_columns(columns), m_settings(settings), m_writes(writes), m_prover(prover)
    {
    }

    ModeDecision run(std::optional<PlanEdit> edit)
    {
        chooseKey();
        findWatermark();
        if (m_decision.refusal) {
            m_decision.mode = LoadMode::Refused;
            m_decision.isChangeStale = edit.has_value();
            return std::move(m_decision);
        }
        const bool isProved = m_decision.watermark && !m_decision.key.empty();
        if (edit == PlanEdit::Full)
            full(QT_TRANSLATE_NOOP("core", "Loads in full: a person asked for it."), {});
        else if (isProved)
            incremental();
        else if (edit == PlanEdit::Incremental)
            againstTheFacts();
        else
            fullByFacts();
        std::ranges::move(m_reasons, std::back_inserter(m_decision.reasons));
        return std::move(m_decision);
    }

private:
    void chooseKey()
    {
        if (!m_table.inheritedBy.empty())
            m_noKey = {QT_TRANSLATE_NOOP("core", "Its keys do not hold for the rows of %1, which show in it too."), m_table.inheritedBy.front().toString()};
        else if (chooseAmongKeys())
            return;
        if (m_writes.key && chooseSignedKey())
            return;
        if (m_primaryRefused)
            m_decision.refusal = model::Refusal{{}, {QT_TRANSLATE_NOOP("core", "Column %1 of its primary key cannot be loaded."), model::sqlIdentifier(*m_primaryRefused)},
                                                QT_TRANSLATE_NOOP("core", "See the remedy of the column.")};
        m_reasons.push_back({QStringLiteral("key"), {QT_TRANSLATE_NOOP("core", "No key tells its rows apart: %1"), m_noKey}, {}});
    }

    bool chooseAmongKeys()
    {
        std::vector<const SourceKey *> keys;
        for (const SourceKey &key : m_table.keys)
            keys.push_back(&key);
        std::ranges::sort(keys, [](const SourceKey *left, const SourceKey *right) {
            return std::tuple(!left->isPrimary, left->columns.size(), left->name) < std::tuple(!right->isPrimary, right->columns.size(), right->name);
        });
        m_noKey = QT_TRANSLATE_NOOP("core", "It has no primary key and no unique key.");
        for (const SourceKey *key : keys) {
            const Text why = unusable(m_table, m_columns, *key);
            if (why.isEmpty()) {
                m_decision.key = key->columns;
                m_reasons.push_back({QStringLiteral("key"), {key->isPrimary ? Text(QT_TRANSLATE_NOOP("core", "Rows are told apart by the primary key (%1)."), model::namesListed(key->columns))
                                                                             : Text(QT_TRANSLATE_NOOP("core", "Rows are told apart by a unique key without NULL (%1)."), model::namesListed(key->columns))},
                                     key->name});
                return true;
            }
            m_noKey = why;
            if (key->isPrimary)
                m_primaryRefused = refusedColumn(*key);
        }
        return false;
    }

    /// The key that a person answers for: only where the columns could be one. NULL in it is what the loads' own checks find.
    bool chooseSignedKey()
    {
        SourceKey key{.name = model::namesListed(*m_writes.key), .columns = *m_writes.key, .isPrimary = true};
        if (const Text why = unusable(m_table, m_columns, key); !why.isEmpty()) {
            m_noKey = why;
            return false;
        }
        m_decision.key = key.columns;
        m_reasons.push_back({QStringLiteral("key"), {QT_TRANSLATE_NOOP("core", "Rows are told apart by %1: the source has no key, and a person signed that these columns are one."), key.name}, QStringLiteral("review identity")});
        return true;
    }

    std::optional<QString> refusedColumn(const SourceKey &key) const
    {
        const auto found = std::ranges::find_if(key.columns, [&](const QString &name) { return !m_columns.isLanded(name); });
        return found == key.columns.end() ? std::nullopt : std::optional(*found);
    }

    std::vector<QString> timeColumns() const
    {
        std::vector<QString> names;
        for (const model::PlannedColumn &column : m_columns.columns)
            if (!column.decided && (column.canonical.form == CanonicalForm::Timestamp || column.canonical.form == CanonicalForm::TimestampWithZone))
                names.push_back(column.name);
        return names;
    }

    bool isDecided(const QString &column) const
    {
        const auto planned = std::ranges::find(m_columns.columns, column, &model::PlannedColumn::name);
        return planned != m_columns.columns.end() && planned->decided;
    }

    WatermarkVerdict verdict(const QString &column)
    {
        if (columnOf(m_table, column) && !m_columns.isLanded(column))
            return {false, {}, {QT_TRANSLATE_NOOP("core", "\"%1\" is not loaded."), column}};
        if (isDecided(column))
            return {false, {}, {QT_TRANSLATE_NOOP("core", "A person decided what values of \"%1\" become, so no load can go by them."), column}};
        return m_prover.prove(m_table, column);
    }

    void use(const QString &column, const WatermarkVerdict &verdict)
    {
        m_decision.watermark = model::Watermark{column, model::WatermarkProof::Trigger, verdict.provedBy};
        m_reasons.push_back({QStringLiteral("watermark"), {QT_TRANSLATE_NOOP("core", "Every update of a row sets %1 to the present."), model::sqlIdentifier(column)}, verdict.provedBy});
    }

    void findWatermark()
    {
        if (m_settings.named) {
            const WatermarkVerdict named = verdict(*m_settings.named);
            if (named.isProved)
                use(*m_settings.named, named);
            else
                notProved(named.refusal);
            m_candidate = columnOf(m_table, *m_settings.named) && m_columns.isLanded(*m_settings.named) && !isDecided(*m_settings.named) ? m_settings.named : std::nullopt;
            return;
        }
        std::vector<std::pair<QString, WatermarkVerdict>> proved;
        const std::vector<QString> times = timeColumns();
        std::vector<QString> touched; // by a trigger that proves nothing
        for (const QString &column : times) {
            WatermarkVerdict found = verdict(column);
            if (found.isProved) {
                proved.emplace_back(column, std::move(found));
                continue;
            }
            if (m_noWatermark.isEmpty() || (explainsMore(found.refusal) && touched.empty()))
                m_noWatermark = found.refusal;
            if (explainsMore(found.refusal))
                touched.push_back(column);
        }
        if (proved.size() == 1)
            return use(proved.front().first, proved.front().second);
        if (proved.empty() && useApplicationWatermark(times))
            return;
        if (proved.size() > 1)
            return ambiguous(proved);
        if (times.empty())
            m_noWatermark = QT_TRANSLATE_NOOP("core", "It has no timestamp.");
        else if (times.size() > 1 && m_table.triggers.empty())
            m_noWatermark = QT_TRANSLATE_NOOP("core", "It has no trigger that could set one of its timestamps.");
        notProved(m_noWatermark);
        m_candidate = unprovedCandidate(times, touched);
    }

    /// The column that the application sets, when its code is known to set it on every update.
    bool useApplicationWatermark(const std::vector<QString> &times)
    {
        const bool isAlwaysSet = m_writes.updates == model::UpdateClass::PoOnly || m_writes.updates == model::UpdateClass::RawSqlSetsUpdated;
        const auto column = std::ranges::find_if(times, [&](const QString &name) { return name.compare(m_settings.applicationWatermark, Qt::CaseInsensitive) == 0; });
        if (!isAlwaysSet || m_settings.applicationWatermark.isEmpty() || column == times.end())
            return false;
        m_decision.watermark = model::Watermark{*column, model::WatermarkProof::Application, m_writes.evidence};
        m_reasons.push_back({QStringLiteral("watermark"), m_writes.isSigned
            ? Text{QT_TRANSLATE_NOOP("core", "The application sets %1 on every write: a person signed it."), model::sqlIdentifier(*column)}
            : Text{QT_TRANSLATE_NOOP("core", "The application sets %1 on every write, as far as its code was read."), model::sqlIdentifier(*column)}, m_writes.evidence});
        return true;
    }

    /// A refusal that names a line or a trigger says more than that there is none.
    static bool explainsMore(const Text &refusal) { return refusal.source.startsWith(QLatin1String("Trigger ")); }

    void ambiguous(const std::vector<std::pair<QString, WatermarkVerdict>> &proved)
    {
        std::vector<QString> names;
        for (const auto &[column, found] : proved)
            names.push_back(column);
        notProved({QT_TRANSLATE_NOOP("core", "Triggers prove more than one column: %1."), model::namesListed(names)});
        m_decision.warnings.push_back({QT_TRANSLATE_NOOP("core", "Loads in full, since triggers prove more than one column (%1); name one in [extensions.lakehouse.watermarks] to load incrementally."), model::namesListed(names)});
        m_candidate = names.front();
    }

    /// What a person could load by against the facts: the column the application sets, else the only one a trigger touches, else the only time.
    std::optional<QString> unprovedCandidate(const std::vector<QString> &times, const std::vector<QString> &touched) const
    {
        for (const QString &column : times)
            if (!m_settings.applicationWatermark.isEmpty() && column.compare(m_settings.applicationWatermark, Qt::CaseInsensitive) == 0)
                return column;
        if (touched.size() == 1)
            return touched.front();
        return times.size() == 1 ? std::optional(times.front()) : std::nullopt;
    }

    void notProved(const Text &why)
    {
        m_noWatermark = why;
        m_reasons.push_back({QStringLiteral("watermark"), {QT_TRANSLATE_NOOP("core", "No trigger proves a column to load by: %1"), why}, {}});
    }

    void full(const Text &why, const QString &evidence)
    {
        m_decision.mode = LoadMode::Full;
        m_decision.watermark.reset();
        m_decision.reasons.push_back({QStringLiteral("mode"), why, evidence});
    }

    void fullByFacts()
    {
        const bool lacksKey = m_decision.watermark.has_value();
        full(lacksKey ? Text(QT_TRANSLATE_NOOP("core", "Loads in full: %1"), m_noKey) : Text(QT_TRANSLATE_NOOP("core", "Loads in full: %1"), m_noWatermark), {});
        if (m_candidate && !m_decision.key.empty())
            m_reasons.push_back({QLatin1String(watermarkCandidate), {QT_TRANSLATE_NOOP("core", "A person may ask to load it by %1 against the facts."), model::sqlIdentifier(*m_candidate)}, *m_candidate});
    }

    void incremental()
    {
        m_decision.mode = LoadMode::Incremental;
        m_decision.reasons.push_back({QStringLiteral("mode"), {QT_TRANSLATE_NOOP("core", "Loads incrementally by %1."), model::sqlIdentifier(m_decision.watermark->column)}, m_decision.watermark->provedBy});
    }

    void againstTheFacts()
    {
        if (m_decision.key.empty() || !m_candidate) {
            m_decision.isChangeStale = true;
            m_decision.warnings.push_back(m_decision.key.empty()
                ? Text(QT_TRANSLATE_NOOP("core", "A person asked for incremental loading, which needs a key: %1"), m_noKey)
                : Text(QT_TRANSLATE_NOOP("core", "A person asked for incremental loading, and it is not clear by which column; name it in [extensions.lakehouse.watermarks].")));
            return fullByFacts();
        }
        m_decision.mode = LoadMode::Incremental;
        m_decision.watermark = model::Watermark{*m_candidate, model::WatermarkProof::Person, {}};
        m_decision.reasons.push_back({QStringLiteral("mode"), {QT_TRANSLATE_NOOP("core", "Loads incrementally by %1 against the facts: a person asked for it."), model::sqlIdentifier(*m_candidate)}, {}});
    }

    const SourceTable &m_table;
    const ColumnPlan &m_columns;
    const WatermarkSettings &m_settings;
    const TableWrites &m_writes;
    WatermarkProver &m_prover;
    ModeDecision m_decision;
    std::vector<model::PlanReason> m_reasons;
    Text m_noKey;
    Text m_noWatermark;
    std::optional<QString> m_primaryRefused;
    std::optional<QString> m_candidate;
};

} // namespace

ModeDecision decideMode(const SourceTable &table, const ColumnPlan &columns, const WatermarkSettings &settings, const TableWrites &writes, std::optional<PlanEdit> edit, WatermarkProver &prover)
{
    return ModeChoice(table, columns, settings, writes, prover).run(edit);
}

} // namespace lakehouse::rules

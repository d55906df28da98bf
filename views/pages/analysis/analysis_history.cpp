#include "pages/analysis/analysis_history.h"

#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace lakehouse::views {

using api::LedgerChange;
using api::TimelineEntry;
using model::FactKind;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("AnalysisHistory", source);
}

QString runOf(const TimelineEntry &entry)
{
    return entry.run ? entry.run->toString() : QString();
}

QString actWords(const TimelineEntry &entry)
{
    switch (entry.kind) {
    case FactKind::Decision: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Decided about %1")).arg(entry.subject);
    case FactKind::ReviewComment: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Commented on %1")).arg(entry.subject);
    case FactKind::PlanChange: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Changed how %1 loads")).arg(entry.subject);
    case FactKind::LoadOutcome: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Loaded %1")).arg(entry.subject);
    case FactKind::ReconcileResult: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Compared %1 with the lake")).arg(entry.subject);
    case FactKind::ControlResult: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Tried whether a planted difference in %1 is found")).arg(entry.subject);
    default: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Wrote an entry about %1")).arg(entry.subject);
    }
}

/// "column public.film.title": what an observation is about.
QString thingWords(const TimelineEntry &entry)
{
    switch (entry.kind) {
    case FactKind::Table: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "table %1")).arg(entry.subject);
    case FactKind::Column: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "column %1")).arg(entry.subject);
    case FactKind::Key: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "key %1")).arg(entry.subject);
    case FactKind::ForeignKey: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "foreign key %1")).arg(entry.subject);
    case FactKind::Check: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "check %1")).arg(entry.subject);
    case FactKind::Trigger: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "trigger %1")).arg(entry.subject);
    case FactKind::Routine: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "routine %1")).arg(entry.subject);
    case FactKind::View: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "view %1")).arg(entry.subject);
    case FactKind::Index: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "index %1")).arg(entry.subject);
    case FactKind::Policy: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "row security %1")).arg(entry.subject);
    case FactKind::TableProfile: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "profile of %1")).arg(entry.subject);
    case FactKind::ColumnProfile: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "measured values of %1")).arg(entry.subject);
    case FactKind::PiiCandidate: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "personal data in %1")).arg(entry.subject);
    case FactKind::ScopeProposal: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "proposal whether to load %1")).arg(entry.subject);
    case FactKind::Conflict: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "conflict %1")).arg(entry.subject);
    case FactKind::IdentityCandidate: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "question of identity %1")).arg(entry.subject);
    case FactKind::WriteBehaviour: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "write behaviour %1")).arg(entry.subject);
    case FactKind::GlossaryTerm: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "term %1")).arg(entry.subject);
    case FactKind::EnumMeaning: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "list of codes %1")).arg(entry.subject);
    case FactKind::FlagColumn: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "flag %1")).arg(entry.subject);
    case FactKind::LogicalForeignKey: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "inferred relation %1")).arg(entry.subject);
    case FactKind::MandatoryColumn: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "mandatory column %1")).arg(entry.subject);
    default: return entry.subject;
    }
}

QString changeWords(const TimelineEntry &entry)
{
    if (!model::isObservation(entry.kind))
        return actWords(entry);
    switch (entry.change) {
    case LedgerChange::Appeared: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Became known: %1")).arg(thingWords(entry));
    case LedgerChange::Changed: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Changed: %1")).arg(thingWords(entry));
    case LedgerChange::Gone: return words(QT_TRANSLATE_NOOP("AnalysisHistory", "Gone: %1")).arg(thingWords(entry));
    }
    return {};
}

/// "not-null: false → true". Of what only a program reads, such as a digest, that it is another one.
QString fieldWords(const QString &field)
{
    const qsizetype colon = field.indexOf(QStringLiteral(": "));
    const QStringView values = QStringView(field).mid(colon + 1);
    const bool isForPrograms = values.contains(QLatin1Char('{')) || values.contains(QLatin1String("sha256:"));
    return isForPrograms && colon > 0 ? words(QT_TRANSLATE_NOOP("AnalysisHistory", "%1: other than before")).arg(field.left(colon)) : field;
}

QString fieldsInWords(const std::vector<QString> &fields)
{
    QStringList said;
    for (const QString &field : fields)
        said += fieldWords(field);
    return said.join(QStringLiteral("; "));
}

Status statusOf(const TimelineEntry &entry)
{
    if (entry.change == LedgerChange::Gone)
        return Status::Skipped;
    return entry.change == LedgerChange::Changed ? Status::Stale : Status::Done;
}

/// What one run saw of a table for the first time.
class Arrivals {
public:
    bool takes(const TimelineEntry &entry) const { return m_last && runOf(*m_last) == runOf(entry) && m_last->actor == entry.actor; }

    void add(const TimelineEntry &entry)
    {
        m_last = &entry;
        ++m_count;
        ++m_kinds[entry.kind];
    }

    void giveTo(std::vector<HistoryItem> &items)
    {
        if (!m_last)
            return;
        QString what = changeWords(*m_last);
        if (m_count > 1) {
            QStringList kinds;
            for (const auto &[kind, count] : m_kinds)
                kinds += factWord(kind, count);
            what = words(QT_TRANSLATE_NOOP("AnalysisHistory", "Became known: %1")).arg(kinds.join(QStringLiteral(", ")));
        }
        items.push_back({.at = m_last->recordedAtUtc, .who = m_last->actor, .what = what, .id = runOf(*m_last)});
        *this = {};
    }

private:
    const TimelineEntry *m_last = nullptr;
    qint64 m_count = 0;
    std::map<FactKind, qint64> m_kinds;
};

} // namespace

std::vector<HistoryItem> tableHistory(const AnalysisState &state)
{
    std::vector<HistoryItem> items;
    if (!state.timeline)
        return items;
    Arrivals arrivals;
    for (const TimelineEntry &entry : state.timeline->entries) {
        const bool isArrival = entry.change == LedgerChange::Appeared && model::isObservation(entry.kind);
        if (!isArrival || !arrivals.takes(entry))
            arrivals.giveTo(items);
        if (isArrival)
            arrivals.add(entry);
        else
            items.push_back({.at = entry.recordedAtUtc, .who = entry.actor, .what = changeWords(entry), .reason = fieldsInWords(entry.what), .id = runOf(entry), .status = statusOf(entry)});
    }
    arrivals.giveTo(items);
    std::ranges::reverse(items); // what was written in one moment stands newest first too
    return items;
}

} // namespace lakehouse::views

#include "pages/analysis/analysis_sentences.h"

#include "kit/localized.h"
#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::LoadMode;
using model::ScopeChoice;
using model::WatermarkProof;

namespace {

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("AnalysisSentences", source, nullptr, int(count));
}

class TableSentences {
public:
    explicit TableSentences(const ReadTable &table) : m_table(table.analysis.table), m_analysis(table.analysis), m_row(table.row) {}

    std::vector<Sentence> make()
    {
        addWhatItIs();
        addRefusal();
        addWhatNeedsALook();
        addKey();
        addWatermark();
        addRows();
        if (m_table.comment && !m_table.comment->trimmed().isEmpty())
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Its comment: %1")).arg(*m_table.comment));
        if (const QString changes = changesReason(m_row); !changes.isEmpty())
            add(changes);
        addScope();
        return std::move(m_sentences);
    }

private:
    void add(const QString &text, std::optional<Status> status = {}) { m_sentences.push_back({.text = text, .status = status}); }

    void addWhatItIs()
    {
        const QString columns = words(QT_TRANSLATE_NOOP("AnalysisSentences", "%n column(s)"), m_row.columns);
        if (!model::holdsRows(m_row.kind))
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%1 of %2.")).arg(kindWord(m_row.kind), columns), Status::Skipped);
        else if (m_row.rows < 0)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%1 of %2. How many rows it has is not known: the source has no statistics of it.")).arg(kindWord(m_row.kind), columns));
        else
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%1 of %2 and about %3 rows; it takes %4 at the source."))
                    .arg(kindWord(m_row.kind), columns, countText(m_row.rows), byteText(std::max<qint64>(m_table.bytes, 0))));
    }

    void addRefusal()
    {
        for (const model::Refusal &refusal : m_analysis.planned.refusals)
            if (!refusal.column)
                add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%1 What would lift it: %2")).arg(localized(refusal.reason), localized(refusal.remedy)),
                    model::holdsRows(m_row.kind) ? Status::Blocked : Status::Skipped);
        if (m_row.refusedColumns > 0 && !m_row.isRefused)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%n column(s) that no type of the lake holds faithfully: see Refusal below."), m_row.refusedColumns), Status::DoneWithProblems);
    }

    void addKey()
    {
        if (!m_row.key.empty())
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Rows are told apart by %1.")).arg(model::namesListed(m_row.key)), Status::Done);
    }

    void addWatermark()
    {
        if (!model::holdsRows(m_row.kind) || m_row.isRefused)
            return;
        const auto &watermark = m_analysis.planned.decision.watermark;
        if (!watermark)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "No column is proved to move with every update, so each load would read every row.")));
        else if (watermark->proof == WatermarkProof::Trigger)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Every update moves %1; that is proved by %2.")).arg(model::sqlIdentifier(watermark->column), watermark->provedBy), Status::Done);
        else
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Every update moves %1 as long as the application makes it: %2."))
                    .arg(model::sqlIdentifier(watermark->column), watermark->provedBy), Status::Done);
    }

    /// Before what is as it should be.
    void addWhatNeedsALook()
    {
        if (lacksKey(m_row))
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Nothing tells its rows apart. Review, subject Identity, decides what does.")), Status::NeedsYou);
        if (m_row.conflicts > 0)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%n conflict(s) between pieces of evidence: see Evidence."), m_row.conflicts), Status::NeedsYou);
        if (m_row.personalData > 0)
            add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "%n column(s) that may hold personal data."), m_row.personalData), Status::NeedsYou);
        for (const model::PlanWarning &warning : m_analysis.planned.warnings)
            add(localized(warning), Status::NeedsYou);
    }

    void addRows()
    {
        if (!hasRowsToLookAt(m_row.kind))
            return;
        if (!m_row.profiledAtUtc)
            return add(words(QT_TRANSLATE_NOOP("AnalysisSentences", "Its rows were not looked at yet.")), Status::NotStarted);
        const QString at = localized(*m_row.profiledAtUtc);
        add(m_analysis.isProfileComplete ? words(QT_TRANSLATE_NOOP("AnalysisSentences", "All its rows, %1, were looked at: %2.")).arg(countText(m_analysis.profiledRows), at)
                                         : words(QT_TRANSLATE_NOOP("AnalysisSentences", "%1 of its rows were looked at: %2.")).arg(countText(m_analysis.profiledRows), at));
    }

    void addScope()
    {
        if (!m_analysis.scope)
            return;
        const QString why = localized(m_analysis.scope->why);
        add(m_analysis.scope->choice == ScopeChoice::In ? words(QT_TRANSLATE_NOOP("AnalysisSentences", "Proposed in scope: %1")).arg(why)
                                                        : words(QT_TRANSLATE_NOOP("AnalysisSentences", "Proposed out of scope: %1")).arg(why));
    }

    const model::SourceTable &m_table;
    const api::TableAnalysis &m_analysis;
    const api::AnalyzedTable &m_row;
    std::vector<Sentence> m_sentences;
};

Sentence noTable(const AnalysisState &state)
{
    if (!state.analysis)
        return {.text = state.isReading ? words(QT_TRANSLATE_NOOP("AnalysisSentences", "The analysis is being read.")) : words(QT_TRANSLATE_NOOP("AnalysisSentences", "No table is on screen yet."))};
    if (!state.analysis->isRead())
        return {.text = words(QT_TRANSLATE_NOOP("AnalysisSentences", "The source was not read yet."))};
    if (state.table.isEmpty())
        return {.text = words(QT_TRANSLATE_NOOP("AnalysisSentences", "Select a table to see its columns, its relations and what the findings rest on."))};
    return {.text = words(QT_TRANSLATE_NOOP("AnalysisSentences", "The source has no table %1. It is gone, or has another name there; the ledger keeps what was known of it.")).arg(state.table),
            .status = Status::Unknown};
}

} // namespace

std::vector<Sentence> analysisSentences(const AnalysisState &state)
{
    if (!state.row())
        return {noTable(state)};
    std::vector<Sentence> sentences;
    if (state.detailError)
        sentences.push_back({.text = localized(state.detailError->message) + QLatin1Char(' ') + localized(state.detailError->hint), .status = Status::Failed,
                             .linkText = words(QT_TRANSLATE_NOOP("AnalysisSentences", "Try again")), .link = tryAgainLink});
    if (state.detail)
        std::ranges::move(TableSentences(*state.detail).make(), std::back_inserter(sentences));
    else if (!state.detailError)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("AnalysisSentences", "Reading %1…")).arg(state.table)});
    return sentences;
}

} // namespace lakehouse::views

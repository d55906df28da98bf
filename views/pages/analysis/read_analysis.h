#pragma once

#include "api/operations/analysis.h"
#include "api/operations/evidence.h"

#include <memory>

namespace lakehouse::views {

/// The tables of a source with what was found out about each, as they were read. Never changes: another reading is another object, so that a list of
/// very many tables is made once, on whatever thread its answers came, and shared from then on.
struct ReadAnalysis {
    api::AnalysisPage page = {};         ///< of the whole: totals and the reading it rests on; its tables are all of them, by name
    std::vector<QString> names = {};     ///< of the tables, as they are written

    bool isRead() const { return page.digest.has_value(); } ///< false: the source was never read, and there is nothing else
    /// nullptr: there is no such table.
    const api::AnalyzedTable *find(const QString &table) const;
    friend bool operator==(const ReadAnalysis &, const ReadAnalysis &) = default;
};
using ReadAnalysisPointer = std::shared_ptr<const ReadAnalysis>;

/// What is read of the list after one page of an answer.
struct AnalysisPart {
    std::shared_ptr<ReadAnalysis> partial = {}; ///< the tables so far, when pages follow
    std::optional<QString> next = {};
    ReadAnalysisPointer whole = {};      ///< when nothing follows; `known` itself where it is exactly that
};

/// Takes the tables out of an answer, behind those of the pages before; on whatever thread the answer came, so that the one that paints stays free.
/// `partial`: of the page before, which nobody else has; none: this is the first.
AnalysisPart partOf(const api::AnalysisPage &answer, std::shared_ptr<ReadAnalysis> partial, const ReadAnalysisPointer &known);

/// Everything about one table, and the reading of the source that it is of.
struct ReadTable {
    QString name = {};
    std::optional<model::CatalogDigest> digest = {};
    api::TableAnalysis analysis = {};
    api::AnalyzedTable row = {};
    friend bool operator==(const ReadTable &, const ReadTable &) = default;
};
using ReadTablePointer = std::shared_ptr<const ReadTable>;

/// `known` itself where the answer says exactly that; none where it is about no table.
ReadTablePointer tableOf(const api::AnalysisPage &answer, const ReadTablePointer &known);

/// What the ledger tells of one table, oldest first.
struct ReadTimeline {
    QString table = {};
    std::vector<api::TimelineEntry> entries = {};
    friend bool operator==(const ReadTimeline &, const ReadTimeline &) = default;
};
using ReadTimelinePointer = std::shared_ptr<const ReadTimeline>;

struct TimelinePart {
    std::shared_ptr<ReadTimeline> partial = {}; ///< when pages follow
    std::optional<qint64> next = {};
    ReadTimelinePointer whole = {};      ///< when nothing follows; `known` itself where it is exactly that
};
TimelinePart partOf(const api::LedgerTimeline &answer, std::shared_ptr<ReadTimeline> partial, const ReadTimelinePointer &known);

} // namespace lakehouse::views

#pragma once

#include "api/operations/project.h"
#include "pages/analysis/read_analysis.h"
#include "shell/page_work.h"

#include <QObject>

#include <optional>

namespace lakehouse::views {

/// What the analysis page shows. Parts that were asked for and did not come keep what was there before.
struct AnalysisState {
    bool isReading = false;
    bool isStopped = false;                        ///< the person gave the last reading up
    ReadAnalysisPointer analysis = {};             ///< nullptr: not read yet
    std::optional<base::UtcTime> readAtUtc = {};   ///< when the page asked
    std::optional<base::Error> error = {};         ///< of the last reading

    QString table = {};                            ///< the selected one; empty: none
    ReadTablePointer detail = {};                  ///< of it; nullptr: not read yet
    std::optional<base::Error> detailError = {};
    ReadTimelinePointer timeline = {};             ///< of it, once its tab was open
    std::optional<base::Error> timelineError = {};

    std::optional<api::AnalysisReport> report = {}; ///< of the analysis that was begun here last, until it is put away

    const api::AnalyzedTable *row() const;         ///< of the selected table, or nothing
};

/// Asks and holds; paints nothing. One piece of work at a time; reading goes on meanwhile.
class AnalysisPresenter : public QObject {
    Q_OBJECT
public:
    enum class Part { Other, History };

    /// Lives no longer than the host.
    explicit AnalysisPresenter(PageHost &host, QObject *parent = nullptr);
    ~AnalysisPresenter() override;

    const AnalysisState &state() const { return m_state; }
    const PageWork &work() const { return m_work; }

    /// Reads the list and the selected table; what moves while they are read is read once more afterwards.
    void refresh();
    void stopReading();
    /// Reads again when the ledger or the settings moved.
    void pulse(const api::ProjectPulse &pulse);
    void select(const QString &table);
    /// What of the selected table is read besides itself.
    void show(Part part);
    /// Once more, what failed to be read of the selected table.
    void readTable();

    /// Reads the database of the page anew and draws conclusions; of a source that was never read, every configured one.
    void analyze();
    /// Gives up waiting for the work at once; what it had done stays.
    void stopWork();
    void dismissWorkError();
    void dismissReport();

Q_SIGNALS:
    void analysisChanged(); ///< the list, errors of reading, the report
    void tableChanged();    ///< what is known of the selected table
    void workChanged();
    void settled();         ///< nothing is being asked for

private:
    void readPage(const std::optional<QString> &after, std::shared_ptr<ReadAnalysis> partial);
    void partCame(const base::Result<AnalysisPart> &part);
    void readingEnded();
    void forgetTable();
    void tableCame(const base::Result<ReadTablePointer> &read);
    void readTimeline(qint64 after, std::shared_ptr<ReadTimeline> partial);
    void timelineCame(const base::Result<TimelinePart> &part);

    AnalysisState m_state;
    PageCalls m_calls;
    PageCall m_reading;
    PageCall m_tableReading;
    PageCall m_timelineReading;
    PageWork m_work;
    Part m_part = Part::Other;
    bool m_isReadAgain = false;  ///< something moved while it was read
    int m_restarts = 0;          ///< of one reading, since the source was read anew between two answers
    std::optional<model::CatalogDigest> m_missed; ///< of the reading that a table was of, when that was not the one of the list
    qint64 m_ledgerEntries = -1;
    QString m_settingsDigest;
};

} // namespace lakehouse::views

#pragma once

#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "pages/extraction/read_history.h"
#include "pages/extraction/read_plan.h"
#include "shell/page_work.h"
#include "shell/retired.h"

#include <QObject>

#include <functional>
#include <optional>

namespace lakehouse::views {

/// What the extraction page shows. Parts that were asked for and did not come keep what was there before.
struct ExtractionState {
    bool isReading = false;
    bool isStopped = false;                       ///< the person gave the last reading up
    ReadPlanPointer plan = {};                    ///< the one on screen: what is approved, changed and generated
    std::optional<base::UtcTime> readAtUtc = {};
    std::optional<base::Error> error = {};        ///< of the last reading; NotFound without a plan: none was made yet

    bool isMoved = false;                         ///< the project has another plan than the one on screen
    ReadPlanPointer arrived = {};                 ///< that other plan, once it was read; on screen only when it is reviewed
    PlanMoves moves = {};                         ///< from the one on screen to `arrived`
    PlanMoves reviewed = {};                      ///< what moved when the plan on screen took the place of the one before

    QString table = {};                           ///< the selected one; empty: none
    std::optional<api::TableDetail> detail = {};  ///< of the selected table, of the plan on screen
    std::optional<base::Error> detailError = {};
    std::optional<model::Lineage> lineage = {};   ///< of the selected table, once its tab was open
    std::optional<base::Error> lineageError = {};
    std::vector<PlanEvent> changes = {};          ///< of the selected table by people, oldest first; once the tab of the history was open
    std::vector<PlanEvent> approvals = {};        ///< of the whole plan, oldest first
    std::vector<PlanEvent> revocations = {};      ///< of those
    std::optional<base::Error> historyError = {};

    QString work = {};                            ///< operation under way, "extraction.approve", until it is known what moved where it was refused for that
    base::Progress progress = {};
    std::optional<base::Error> workError = {};    ///< of the last piece of work
};

/// Asks and holds; paints nothing. One piece of work at a time; reading goes on meanwhile. What is sent always names the plan on screen:
/// another plan of the project waits beside it until the person asks to see it.
class ExtractionPresenter : public QObject {
    Q_OBJECT
public:
    enum class Part { None, Lineage, History };

    /// Lives no longer than the host.
    explicit ExtractionPresenter(PageHost &host, QObject *parent = nullptr);
    ~ExtractionPresenter() override;

    const ExtractionState &state() const { return m_state; }
    /// The row of the selected table in the plan on screen, or nothing.
    const api::PlanRow *row() const;

    void refresh();
    void stopReading();
    /// Reads again when the pulse says that something moved.
    void pulse(const api::ProjectPulse &pulse);
    void select(const QString &table);
    /// What of the selected table is read besides its decision.
    void show(Part part);
    /// Brings the moved plan on screen, reading it first where it was not read yet; reviewStarted() follows.
    void review();

    void makePlan();
    /// `column`: of what is decided about its values.
    void change(const QString &table, const std::optional<QString> &column, model::PlanEdit edit, const QString &reason);
    void approve(const QString &reason);
    /// Takes back the approval that the plan on screen names as the one in force.
    void revoke(const QString &reason);
    void generate();
    /// Gives up waiting for the work at once; what it had done stays.
    void stopWork();
    /// Once more what failed last: the work with the same words, else the reading.
    void again();

Q_SIGNALS:
    void planChanged();  ///< rows, errors of reading, whether it is being read, what moved
    void tableChanged(); ///< what is known of the selected table
    void workChanged();
    void reviewStarted();///< another plan is on screen, and `reviewed` says what is other in it
    void planned(bool isFirst); ///< a plan was made and is on screen; the first: none was there before
    void changed(const lakehouse::api::ExtractionChanged &answer, const lakehouse::api::ChangeExtraction &request);
    void approved(const lakehouse::api::ApprovalReceipt &receipt, const lakehouse::model::Reason &reason);
    void revoked(const lakehouse::api::RevocationReceipt &receipt, const lakehouse::model::Reason &reason);
    void generated(const lakehouse::api::GenerateReceipt &receipt);
    void settled();      ///< nothing is being asked for

private:
    /// What is told of a plan that was read, once everything else of its arrival is done.
    struct Arrival {
        bool isReviewed = false; ///< it took the place of the one on screen, with what moved
        bool isMade = false;     ///< it was made here
        bool isFirst = false;    ///< none was on screen before
    };
    using EventsRead = std::function<void(const base::Result<HistoryPage> &)>;

    void readPage(const std::optional<QString> &after, std::shared_ptr<ReadPlan> partial);
    void pageCame(const base::Result<PlanPage> &page);
    void readingFailed(const base::Error &error);
    void readingEnded(const Arrival &arrival);
    Arrival arrive(ReadPlanPointer plan, const PlanMoves &moves);
    void takeUp(ReadPlanPointer plan, PlanMoves reviewed);
    bool isOwnMove(const ReadPlan &plan, const PlanMoves &moves) const;
    void readTable();
    void readDetail(const model::TableSelector &selector);
    void detailCame(const base::Result<api::ExtractionPage> &answer);
    void readLineage(const model::TableSelector &selector);
    void readChanges(const model::TableSelector &selector);
    void readOfPlan(PageCall &call, model::FactKind kind, std::vector<PlanEvent> ExtractionState::*part);
    void readEvents(PageCall &call, const api::ShowLedger &request, std::shared_ptr<std::vector<PlanEvent>> events, EventsRead done);
    template<api::OperationRequest R>
    void start(R request, std::function<void(const typename R::Answer &)> done);
    void followWork();
    void showWork();

    ExtractionState m_state;
    PageCalls m_calls;
    PageCall m_reading;
    PageCall m_detailReading;
    PageCall m_lineageReading;
    PageCall m_changesReading;
    PageCall m_approvalsReading;
    PageCall m_revocationsReading;
    PageWork m_work;
    Part m_part = Part::None;
    Retired<ReadPlan> m_retired;             ///< plans that were on screen or waited
    bool m_isReadAgain = false;              ///< something moved while it was read
    int m_restarts = 0;                      ///< of one reading, since the plan moved between two pages
    bool m_isReviewWanted = false;
    bool m_isPlanWanted = false;             ///< it was made here: it goes on screen as soon as it is read
    std::optional<api::ExtractionChanged> m_own; ///< the change made here whose plan is not read yet
    std::optional<model::PlanDigest> m_missed; ///< of the plan that a detail was of, when that was not the one on screen
    bool m_isStale = false;                  ///< the work was refused since something moved, and it is not known yet what
    std::optional<api::ProjectPulse> m_pulse;
    bool m_isPulseNew = false;               ///< it came after the reading began
};

} // namespace lakehouse::views

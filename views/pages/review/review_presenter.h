#pragma once

#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/project.h"
#include "pages/review/decide_target.h"
#include "pages/review/read_subject.h"
#include "pages/review/undo_step.h"
#include "shell/page_work.h"

#include <QObject>

#include <map>
#include <optional>

namespace lakehouse::views {

/// How the six subjects stand, with the items of one of them, at one moment.
struct ReadReview {
    api::ReviewOverview overview = {};
    ReadSubjectPointer items = {};
};

/// A table that is to be taken over, with what it would change in the review of the digest in it.
struct TablePreview {
    QString csv = {};
    api::ReviewImported report = {};
};

/// Where work was asked for. What comes of it is said there: how far it is, what it failed with, and how it is stopped.
enum class AskedIn { Page, Form, Sheet };

/// What the review page shows. Parts that were asked for and did not come keep what was there before.
struct ReviewState {
    bool isReading = false;
    bool isStopped = false;                       ///< the person gave the last reading up
    std::optional<api::ReviewOverview> overview = {}; ///< on screen: its digest is what a decision or a sign-off names as seen
    std::optional<base::UtcTime> readAtUtc = {};
    std::optional<base::Error> error = {};        ///< of the last reading
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    ReadSubjectPointer items = {};                ///< of the subject; nullptr: not read yet

    std::optional<ReadReview> arrived = {};       ///< items of the subject moved: the review as it is now, on screen only when that is reviewed
    ReviewMoves moves = {};                       ///< of the subject, from what is on screen to what arrived
    ReviewMoves reviewed = {};                    ///< of the subject, when what is on screen took the place of what was there before
    std::vector<model::ReviewSubject> movedElsewhere = {}; ///< other subjects that moved since they, or this one, were opened

    QString item = {};                            ///< the selected one of the subject; empty: none
    std::optional<api::ReviewItemDetail> detail = {};
    std::optional<base::Error> detailError = {};
    std::vector<api::SubjectEvent> events = {};   ///< of the subject as a whole, oldest first
    std::shared_ptr<const model::Lineage> lineage = {}; ///< of the item's table, once its tab was open; another reading is another object
    std::optional<base::Error> lineageError = {};

    std::optional<TablePreview> table = {};       ///< to be taken over
    bool isOwnPending = false;                    ///< what was decided here is not in the list yet
    /// The table was looked at against another review than the one on screen.
    bool isTableMoved() const { return table && overview && table->report.digest != overview->digest; }
    const api::SubjectStanding *standing(model::ReviewSubject subject) const;
    const api::ReviewRow *row() const;            ///< of the selected item, or nothing
};

/// Asks and holds; paints nothing. One piece of work at a time; reading goes on meanwhile. What is sent always names the review on screen: another
/// one waits beside it until the person asks to see it.
class ReviewPresenter : public QObject {
    Q_OBJECT
public:
    enum class Part { Other, Lineage };

    /// Lives no longer than the host.
    explicit ReviewPresenter(PageHost &host, QObject *parent = nullptr);
    ~ReviewPresenter() override;

    const ReviewState &state() const { return m_state; }
    /// What was asked for last: "review.decide", "signoff.approve", …
    const PageWork &work() const { return m_work; }
    /// Where that was.
    AskedIn askedIn() const { return m_askedIn; }

    /// Reads the six subjects and the items of the present one; what moves while they are read is read once more afterwards.
    void refresh();
    void stopReading();
    void pulse(const api::ProjectPulse &pulse);
    void setSubject(model::ReviewSubject subject);
    /// An item of the subject.
    void select(const QString &item);
    /// What of the selected item is read besides itself.
    void show(Part part);
    /// Brings what arrived on screen; reviewStarted() follows.
    void review();

    void decide(const DecideTarget &target, const QString &reason);
    /// A decision was made here that is not signed and not taken back.
    bool canUndo() const { return !m_undo.empty(); }
    /// Decides the items of the last decision made here as they were decided before it.
    void undo();
    void comment(const QString &item, const QString &text);
    /// A comment, and the subject is assigned to somebody.
    void ask(const QString &item, const QString &text, const QString &to);
    void assign(model::ReviewSubject subject, const QString &to);
    void signOff(const std::vector<model::ReviewSubject> &subjects, const QString &reason);
    void revoke(const std::vector<model::ReviewSubject> &subjects, const QString &reason);
    /// Nothing: all six.
    void exportTable(const std::optional<model::ReviewSubject> &subject);
    /// Says what a table would change; previewed() follows. It is looked at again whenever another review comes on screen.
    void previewImport(const QString &csv);
    /// Takes the table over as it was looked at last.
    void importTable(const QString &reason);
    /// The table is not to be taken over.
    void forgetTable() { m_state.table.reset(); }
    void analyze();
    /// Gives up waiting for the work at once; what it had done stays.
    void stopWork();
    void dismissWorkError();

Q_SIGNALS:
    void reviewChanged(); ///< subjects, items, errors of reading, what moved, what a table would change
    void itemChanged();   ///< what is known of the selected item
    void workChanged();
    void reviewStarted(); ///< another review is on screen, and `reviewed` says what is other in the subject
    void decided(const lakehouse::views::DecideTarget &target, const lakehouse::api::ReviewDecided &answer);
    void undone(qint64 items);
    void commented(const QString &item);
    void assigned(lakehouse::model::ReviewSubject subject, const QString &to);
    void signedOff(const lakehouse::api::SignOffReceipt &receipt);
    void revoked(const lakehouse::api::SignOffReceipt &receipt);
    void exported(const lakehouse::api::ReviewTable &table, const QString &subject);
    void previewed();     ///< a table that the person chose was looked at
    void imported(const lakehouse::api::ReviewImported &report);
    void settled();       ///< nothing is being asked for

private:
    void beginReading();
    void overviewCame(const base::Result<api::ReviewOverview> &answer);
    void readPage(const std::optional<QString> &after);
    void pageCame(const base::Result<SubjectPage> &page);
    bool restart();
    void arrive(ReadSubjectPointer items, const ReviewMoves &moves);
    void takeUp(api::ReviewOverview overview, ReadSubjectPointer items, ReviewMoves reviewed);
    void noteMovedElsewhere(const api::ReviewOverview &overview);
    void readingFailed(const base::Error &error);
    void readingEnded();
    void forgetItem();
    void readItem();
    void itemCame(const base::Result<api::ReviewPage> &answer);
    void readLineage();
    void own(const model::ReviewDigest &digest);
    void lookAtTable(const QString &csv, std::function<void(const api::ReviewImported &)> done);
    void lookAgain();
    bool beginIn(AskedIn askedIn);
    template<api::OperationRequest R>
    void start(AskedIn askedIn, R request, std::function<void(const typename R::Answer &)> done);
    template<api::OperationRequest R>
    void start(AskedIn askedIn, R request, std::function<void(const typename R::Answer &)> done, std::function<void()> ended);

    ReviewState m_state;
    PageCalls m_calls;
    PageCall m_reading;
    PageCall m_itemReading;
    PageCall m_lineageReading;
    PageWork m_work;
    AskedIn m_askedIn = AskedIn::Page;
    Part m_part = Part::Other;
    std::map<model::ReviewSubject, ReadSubjectPointer> m_read; ///< of the digest on screen
    std::vector<UndoStep> m_undo;              ///< oldest first, of what is not signed yet
    std::optional<model::ReviewDigest> m_lookedAgainAt; ///< review for which a table was looked at again last
    api::ReviewOverview m_newOverview;         ///< while the items are read
    std::shared_ptr<ReadSubject> m_partial;
    std::optional<model::ReviewDigest> m_own;  ///< of the review as a decision made here left it, until that is on screen
    std::optional<model::ReviewDigest> m_missed; ///< of the review that an item was of, when that was not the one on screen
    bool m_isReadAgain = false;                ///< something moved while it was read
    int m_restarts = 0;                        ///< of one reading, since the review moved between two answers
    qint64 m_ledgerEntries = -1;
};

} // namespace lakehouse::views

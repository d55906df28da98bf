#pragma once

#include "pages/review/review_decisions.h"
#include "shell/list_page.h"

class QSplitter;

namespace lakehouse::views {

class DecisionPanel;
class EmptyState;
class LoadingState;
class NoticeBanner;
class ReviewDetail;
class ReviewDialogs;

/// Step 3: do we agree with what was found, and will we answer for it? Decides items, signs subjects off.
class ReviewPage : public ListPage {
    Q_OBJECT
public:
    explicit ReviewPage(PageHost &host, QWidget *parent = nullptr);
    ~ReviewPage() override;

    QString id() const override;
    void setPlace(const Place &place) override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;
    QWidget *focusStart() override;

    ReviewDialogs &dialogs() { return *m_dialogs; }

protected:
    QString selected() const override;

private:
    void fillHeader();
    void buildCommands();
    void buildDecideCommands();
    void buildSubjectCommands();
    void buildTabCommands();
    CommandAction *decideCommand(const char *id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation, model::ReviewChoice choice);
    void connectParts();
    void connectPresenter();
    void connectDecisions();
    void connectCommands();
    void showReview();
    void showSubjects();
    void showItems();
    void showPlaceholder();
    void showNotices();
    void showItem();
    void showWork();
    void showWorkError();
    void showMoved();
    void showDecided(const DecideTarget &target, const api::ReviewDecided &answer);
    void showReceipt(const QString &title, const api::SignOffReceipt &receipt, CommandAction *undo);
    void updateDecisions();
    void updateCommands();
    void openDecision(QLatin1String id);
    void openTarget(const DecideTarget &target);
    void openSheet(const DecideTarget &target);
    void confirmed(const QString &decision, const QString &reason);
    void chooseSubject(model::ReviewSubject subject);
    void tellPart();
    std::vector<model::ReviewSubject> chosenSubjects() const;
    /// What the selection means; all items that the filter shows.
    DecideTarget selectedItems() const;
    DecideTarget shownItems() const;
    /// Of these items those that are not gone.
    QStringList decidable(QStringList names) const;
    QString notDecidableNow() const;
    /// How a subject stands, in one line.
    QString standingSummary(const api::SubjectStanding &standing) const;

    ReviewPresenter m_presenter;
    DecisionWishes m_wishes;
    QString m_opening;                    ///< id of the decision whose form is about to open
    QString m_said;                       ///< what was done last, until the next thing is begun
    std::optional<AskedIn> m_shownWork;   ///< where the work that is under way is on show
    std::optional<api::ReviewOverview> m_shownOverview; ///< in the list of subjects
    ReadSubjectPointer m_shownItems;      ///< in the list of items
    QStringList m_marked;                 ///< in it: what moved just now
    DataTable *m_subjects;
    QSplitter *m_lists = nullptr;
    NoticeBanner *m_notice;
    LoadingState *m_loading;
    EmptyState *m_empty = nullptr;
    EmptyState *m_nothing;
    ReviewDetail *m_detail;
    DecisionPanel *m_decisions;
    ReviewDialogs *m_dialogs;
    CommandAction *m_decide = nullptr;
    CommandAction *m_decideShown = nullptr;
    CommandAction *m_accept = nullptr;
    CommandAction *m_acceptShown = nullptr;
    CommandAction *m_toggle = nullptr;
    std::vector<CommandAction *> m_masks; ///< hash, redact, keep
    CommandAction *m_undo = nullptr;
    CommandAction *m_signOff = nullptr;
    CommandAction *m_revoke = nullptr;
    CommandAction *m_comment = nullptr;
    CommandAction *m_ask = nullptr;
    CommandAction *m_assign = nullptr;
    CommandAction *m_export = nullptr;
    CommandAction *m_exportSubject = nullptr;
    CommandAction *m_import = nullptr;
    CommandAction *m_analyze = nullptr;
    CommandAction *m_reviewMoved = nullptr;
    CommandAction *m_showMoved = nullptr;
};

} // namespace lakehouse::views

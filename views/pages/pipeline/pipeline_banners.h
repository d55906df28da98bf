#pragma once

#include "kit/status.h"
#include "pages/pipeline/pipeline_presenter.h"

#include <array>

class QAction;

namespace lakehouse::views {

class NoticeBanner;

/// What has to be known before the list is read, each in a banner of its own: the orchestrator was not reached, nothing is executed, a load waits for
/// a person, the plan moved, a run is under way.
class PipelineBanners : public QObject {
    Q_OBJECT
public:
    /// What the banners offer; the actions stay the page's.
    struct Offers {
        QAction *run;
        QAction *stop;
        QAction *acceptWaiting; ///< what vanished, with a reason
        QAction *openSource;    ///< or look there first,
        QAction *repeatWaiting; ///< and try again what the guard stopped
        QAction *openPlan;
    };

    PipelineBanners(const Offers &offers, QWidget *page);

    /// From top to bottom, for the page to place.
    const std::array<NoticeBanner *, 5> &banners() const { return m_banners; }
    void show(const PipelineState &state);

private:
    void showTrouble(const PipelineState &state);
    static void tell(NoticeBanner *banner, Status status, const QString &words);
    static QString waitingWords(const ReadPipeline &pipeline);
    static QString runWords(const api::PipelineStatus &status);

    NoticeBanner *m_trouble;
    NoticeBanner *m_problem;
    NoticeBanner *m_waiting;
    NoticeBanner *m_moved;
    NoticeBanner *m_running;
    std::array<NoticeBanner *, 5> m_banners;
    Offers m_offers;
};

} // namespace lakehouse::views

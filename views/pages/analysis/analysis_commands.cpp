#include "kit/data_table.h"
#include "kit/icons.h"
#include "pages/analysis/analysis_detail.h"
#include "pages/analysis/analysis_page.h"
#include "shell/source_notice.h"

namespace lakehouse::views {

void AnalysisPage::buildCommands()
{
    m_analyze = command("evidence.analyze", IconName::ScanSearch, tr("Analyze the source"), {}, tr("Read its catalog, look at its rows and draw conclusions; nothing is loaded."));
    m_switch = command("analysis.switch-relations", IconName::Waypoints, tr("Switch graph and list"), Qt::Key_V, tr("Of the relations of the selected table."));
    m_toReview = command("analysis.open-review", IconName::BadgeCheck, tr("Open the review"), {}, tr("Decide what was found about the selected table."));
    m_toPlan = command("analysis.open-plan", IconName::ListChecks, tr("Open the extraction plan"), {}, tr("See how the selected table loads, and why."));
    m_toSources = command("analysis.open-sources", IconName::Database, tr("Open the sources"), {}, tr("See which databases are read, or add one."));
    m_toLog = command("analysis.open-log", IconName::PanelBottom, tr("Show the run's log"), {}, tr("What the analysis that was begun here last did, and what it could not look at."));
    m_hideReport = command("analysis.hide-report", IconName::X, tr("Hide"), {}, tr("Put away what the last analysis found."));
    m_hideReport->setPaletteText(tr("Hide what the last analysis found"));
    buildTabCommands();
}

void AnalysisPage::buildTabCommands()
{
    struct Tab {
        const char *tab;
        const char *id;
        IconName icon;
        QString text;
        Qt::Key key;
    };
    for (const Tab &tab : {Tab{"summary", "analysis.show-columns", IconName::Columns, tr("Show the columns"), Qt::Key_S},
                           Tab{"lineage", "analysis.show-relations", IconName::Waypoints, tr("Show the relations"), Qt::Key_L},
                           Tab{"evidence", "analysis.show-evidence", IconName::ScanSearch, tr("Show the evidence"), Qt::Key_E},
                           Tab{"sql", "analysis.show-sql", IconName::Database, tr("Show the SQL"), Qt::Key_D},
                           Tab{"history", "analysis.show-history", IconName::History, tr("Show the history"), Qt::Key_H}}) {
        CommandAction *action = command(tab.id, tab.icon, tab.text, tab.key, tr("Of the selected table."));
        connect(action, &QAction::triggered, this, [this, name = QString::fromLatin1(tab.tab)] { m_detail->setCurrentTab(name); });
    }
}

void AnalysisPage::connectCommands()
{
    connect(m_analyze, &QAction::triggered, &m_presenter, &AnalysisPresenter::analyze);
    connect(m_switch, &QAction::triggered, m_detail, &AnalysisDetail::switchRelations);
    connect(m_toReview, &QAction::triggered, this, [this] { host().open({.page = QStringLiteral("review"), .object = QStringLiteral("scope/") + m_presenter.state().table}); });
    connect(m_toPlan, &QAction::triggered, this, [this] { host().open({.page = QStringLiteral("extraction"), .object = m_presenter.state().table}); });
    connect(m_toSources, &QAction::triggered, this, [this] { host().open({.page = QStringLiteral("sources")}); });
    connect(m_hideReport, &QAction::triggered, &m_presenter, &AnalysisPresenter::dismissReport);
    connect(m_toLog, &QAction::triggered, this, [this] {
        if (const auto &report = m_presenter.state().report)
            host().watchRun(report->run.toString());
    });
}

void AnalysisPage::updateCommands()
{
    const AnalysisState &state = m_presenter.state();
    const QString noSource = tr("This project has no source yet. Add one first.");
    const auto whyNoTable = [&] {
        if (hasNoSource(state.error))
            return noSource;
        if (!state.analysis)
            return state.isReading ? tr("The analysis is being read.") : tr("The analysis was not read. Press F5 to read it.");
        if (!state.analysis->isRead())
            return tr("The source was not analyzed yet. Analyze it first.");
        return state.row() ? QString() : tr("Select a table first.");
    };
    const QString noTable = whyNoTable();
    m_toReview->setBlocked(noTable);
    m_toPlan->setBlocked(noTable);
    m_switch->setBlocked(noTable);
    m_analyze->setBlocked(hasNoSource(state.error) ? noSource : m_presenter.work().whyBusy());
    const QString noReport = tr("Nothing was analyzed here since the console was opened.");
    m_toLog->setBlocked(state.report ? QString() : noReport);
    m_hideReport->setBlocked(state.report ? QString() : noReport);
}

} // namespace lakehouse::views

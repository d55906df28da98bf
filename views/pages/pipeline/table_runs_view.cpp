#include "pages/pipeline/table_runs_view.h"

#include "kit/history_view.h"
#include "kit/localized.h"
#include "kit/sparkline.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_words.h"

#include <QVBoxLayout>

#include <ranges>

namespace lakehouse::views {

TableRunsView::TableRunsView(QWidget *parent) : QWidget(parent), m_rows(new Sparkline), m_duration(new Sparkline), m_history(new HistoryView)
{
    setObjectName(QStringLiteral("table-runs"));
    m_rows->setObjectName(QStringLiteral("rows-over-time"));
    m_duration->setObjectName(QStringLiteral("duration-over-time"));
    m_history->setObjectName(QStringLiteral("runs-of-table"));
    m_history->setAccessibleName(tr("Runs of this table, newest first"));
    m_history->setEmptyText(tr("This table was not run yet."));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Theme::instance().space(Space::Medium));
    layout->addWidget(m_rows);
    layout->addWidget(m_duration);
    layout->addWidget(m_history, 1);
    connect(m_history, &HistoryView::activated, this, &TableRunsView::runActivated);
}

void TableRunsView::setHistory(const std::optional<api::TableHistory> &history, const base::UtcTime &now)
{
    std::vector<Sparkline::Point> rows, duration;
    std::vector<HistoryItem> items;
    if (history) {
        for (const api::TableRun &run : history->runs | std::views::reverse) {
            if (run.load) {
                rows.push_back({run.run.startedAtUtc, double(run.load->rowsLoaded)});
                duration.push_back({run.run.startedAtUtc, double(run.load->durationMs)});
            }
            items.push_back(historyItem(run));
        }
    }
    m_rows->setVisible(rows.size() > 1);
    m_duration->setVisible(duration.size() > 1);
    m_rows->setSeries(tr("Rows loaded"), std::move(rows), [](double value) { return countText(qint64(value)); });
    m_duration->setSeries(tr("Load took"), std::move(duration), [](double value) { return durationText(qint64(value)); });
    m_history->setNow(now);
    m_history->setItems(std::move(items));
}

} // namespace lakehouse::views

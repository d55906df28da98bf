#include "shell/run_list_model.h"

#include "kit/localized.h"
#include "kit/tool_tip.h"
#include "shell/run_words.h"

#include <algorithm>

namespace lakehouse::views {

void RunListModel::setRuns(std::vector<model::Run> runs)
{
    if (runs == m_runs)
        return;
    const auto sameIds = [&] { return std::ranges::equal(runs, m_runs, {}, &model::Run::id, &model::Run::id); };
    if (runs.size() == m_runs.size() && sameIds()) {
        m_runs = std::move(runs);
        Q_EMIT dataChanged(index(0), index(int(m_runs.size()) - 1));
        return;
    }
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
}

void RunListModel::merge(const std::vector<model::Run> &newest)
{
    std::vector<model::Run> merged = newest;
    for (const model::Run &known : m_runs)
        if (std::ranges::find(newest, known.id, &model::Run::id) == newest.end())
            merged.push_back(known);
    setRuns(std::move(merged));
}

void RunListModel::setNow(const base::UtcTime &now)
{
    m_now = now;
    if (!m_runs.empty())
        Q_EMIT dataChanged(index(0), index(int(m_runs.size()) - 1));
}

int RunListModel::rowOf(const QString &runId) const
{
    const auto run = std::ranges::find(m_runs, runId, [](const model::Run &r) { return r.id.toString(); });
    return run == m_runs.end() ? -1 : int(run - m_runs.begin());
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const model::Run &shown = run(index.row());
    switch (role) {
    case Qt::DisplayRole: return runTitle(shown);
    case Qt::AccessibleTextRole: return QStringList{runTitle(shown), runStateWord(shown),
                                                    runOrigin(shown, m_now)}.join(QStringLiteral(", "));
    case Qt::ToolTipRole: {
        const QString outcome = shown.outcome.isEmpty() ? runStateWord(shown) : localized(shown.outcome);
        return plainToolTip(outcome + QLatin1Char('\n') + localized(shown.startedAtUtc));
    }
    default: return {};
    }
}

} // namespace lakehouse::views

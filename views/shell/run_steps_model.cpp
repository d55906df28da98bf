#include "shell/run_steps_model.h"

#include "kit/localized.h"
#include "kit/tool_tip.h"
#include "shell/run_words.h"

#include <QHash>

#include <algorithm>

namespace lakehouse::views {

void RunStepsModel::setRun(const model::Run &run, const std::vector<api::TableOutcome> &tables, const std::vector<model::RunEvent> &events,
                           const base::UtcTime &nowUtc)
{
    QHash<QString, std::pair<qint64, qint64>> times; // first and last line about each table, in µs
    for (const model::RunEvent &event : events) {
        const qint64 at = event.atUtc.microseconds;
        auto time = times.find(event.subject);
        if (time == times.end())
            times.insert(event.subject, {at, at});
        else
            time->second = std::max(time->second, at);
    }
    const bool isSame = std::ranges::equal(tables, m_tables, {}, &api::TableOutcome::table, &api::TableOutcome::table);
    if (!isSame)
        beginResetModel();
    m_tables = tables;
    m_spans.assign(tables.size(), std::nullopt);
    m_durations.assign(tables.size(), -1);
    const qint64 begin = run.startedAtUtc.microseconds;
    const qint64 whole = std::max<qint64>(1, run.endedAtUtc.value_or(nowUtc).microseconds - begin);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto time = times.constFind(tables[i].table.toString());
        const bool isTimed = time != times.constEnd();
        if (tables[i].load)
            m_durations[i] = tables[i].load->durationMs;
        else if (isTimed)
            m_durations[i] = (time->second - time->first) / 1000;
        if (!isTimed)
            continue;
        const qint64 end = tables[i].state == api::TableState::Running ? nowUtc.microseconds : time->second;
        m_spans[i] = Span{std::clamp(double(time->first - begin) / double(whole), 0.0, 1.0),
                          std::clamp(double(end - begin) / double(whole), 0.0, 1.0)};
    }
    if (!isSame)
        endResetModel();
    else if (!m_tables.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_tables.size()) - 1, ColumnCount - 1));
}

int RunStepsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_tables.size());
}

int RunStepsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunStepsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const api::TableOutcome &shown = outcome(index.row());
    const QString message = shown.message.isEmpty() ? QString() : localized(shown.message);
    if (role == Qt::TextAlignmentRole && (index.column() == Rows || index.column() == Duration))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainToolTip(message.isEmpty() ? statusWord(statusOf(shown.state)) : message);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Table: return shown.table.toString();
    case State: return statusWord(statusOf(shown.state));
    case Rows: return shown.load ? countText(shown.load->rowsLoaded) : QString();
    case Duration: return m_durations[size_t(index.row())] < 0 ? QString() : durationText(m_durations[size_t(index.row())]);
    case Message: return message;
    default: return {};
    }
}

QVariant RunStepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Table: return tr("Table");
    case State: return tr("State");
    case Rows: return tr("Rows");
    case Duration: return tr("Took");
    case When: return tr("When in the run");
    default: return tr("What happened");
    }
}

} // namespace lakehouse::views

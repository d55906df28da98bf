#include "shell/run_log_model.h"

#include "kit/localized.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lakehouse::views {

namespace {

QString clockTime(const base::UtcTime &time)
{
    return QDateTime::fromMSecsSinceEpoch(time.microseconds / 1000).toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

RunLogModel::RunLogModel(QObject *parent, Searched searched) : QAbstractTableModel(parent), m_searched(searched) {}

void RunLogModel::setEvents(const std::vector<model::RunEvent> &events)
{
    const bool goesOn = !m_lines.empty() && events.size() >= m_lines.size() && events.front() == m_lines.front().event
                        && events[m_lines.size() - 1].sequence == m_lines.back().event.sequence;
    if (goesOn) {
        if (events.size() > m_lines.size()) // else nothing is new, and nobody has to put it into words again
            append(events, m_lines.size());
        return;
    }
    beginResetModel();
    m_lines.clear();
    m_shown.clear();
    endResetModel();
    append(events, 0);
}

void RunLogModel::append(const std::vector<model::RunEvent> &events, std::size_t from)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = from; i < events.size(); ++i) {
        const model::RunEvent &event = events[i];
        const QString text = localized(event.message);
        const QString searched = m_searched == Searched::Message ? text : QStringLiteral("%1 %2 %3").arg(event.stage, event.subject, text);
        m_lines.push_back({event, text, searched.toCaseFolded()});
        if (isShown(m_lines.back()))
            shown.push_back(m_lines.size() - 1);
    }
    if (!shown.empty()) {
        beginInsertRows({}, int(m_shown.size()), int(m_shown.size() + shown.size()) - 1);
        m_shown.insert(m_shown.end(), shown.begin(), shown.end());
        endInsertRows();
    }
    Q_EMIT countsChanged();
}

bool RunLogModel::isShown(const Line &line) const
{
    if (m_isProblemsOnly && line.event.level == model::EventLevel::Info)
        return false;
    return std::ranges::all_of(m_wanted, [&](const QString &word) { return line.folded.contains(word); });
}

void RunLogModel::setProblemsOnly(bool isOn)
{
    m_isProblemsOnly = isOn;
    refilter();
}

void RunLogModel::setWords(const QString &words)
{
    m_words = words;
    m_wanted = words.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    refilter();
}

void RunLogModel::showAll()
{
    m_isProblemsOnly = false;
    setWords({});
}

void RunLogModel::refilter()
{
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        if (isShown(m_lines[i]))
            m_shown.push_back(i);
    endResetModel();
    Q_EMIT countsChanged();
}

int RunLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int RunLogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunLogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Line &line = m_lines[m_shown[size_t(index.row())]];
    const auto levelWord = [&] { return line.event.level == model::EventLevel::Error ? tr("Error") : line.event.level == model::EventLevel::Warning
                                ? tr("Warning") : QString(); };
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case Time: return clockTime(line.event.atUtc);
        case Level: return levelWord();
        case Stage: return line.event.subject.isEmpty() ? line.event.stage : QStringLiteral("%1 · %2").arg(line.event.stage, line.event.subject);
        default: return line.text;
        }
    }
    if (role == Qt::ToolTipRole)
        return plainToolTip(line.text);
    if (role == Qt::ForegroundRole) {
        const Theme &theme = Theme::instance();
        if (line.event.level != model::EventLevel::Info && index.column() == Level)
            return theme.statusText(line.event.level == model::EventLevel::Error ? Status::Failed : Status::DoneWithProblems);
        return theme.color(index.column() == Message ? ColorRole::Text : ColorRole::TextSecondary);
    }
    if (role == Qt::AccessibleTextRole && index.column() == Message)
        return levelWord().isEmpty() ? line.text : tr("%1: %2", "level of a log line, its message").arg(levelWord(), line.text);
    return {};
}

QVariant RunLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time: return tr("Time");
    case Level: return tr("Level");
    case Stage: return tr("Stage");
    default: return tr("Message");
    }
}

} // namespace lakehouse::views

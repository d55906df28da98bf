#include "kit/status.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {
struct Row {
    const char *word;
    IconName icon;
    int weight; ///< how loudly a parent speaks of it
};

constexpr const char *context = "lakehouse::views::Status";
constexpr Row rows[] = {
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Not started"), IconName::CircleDashed, 3},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Ready"), IconName::Circle, 4},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Running"), IconName::LoaderCircle, 6},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Needs you"), IconName::CircleAlert, 9},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Approved"), IconName::BadgeCheck, 2},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Done"), IconName::CircleCheck, 1},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Done with problems"), IconName::TriangleAlert, 8},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Failed"), IconName::CircleX, 11},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Stale"), IconName::ClockAlert, 7},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Blocked"), IconName::Ban, 10},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Skipped"), IconName::CircleSlash, 0},
    {QT_TRANSLATE_NOOP("lakehouse::views::Status", "Unknown"), IconName::CircleQuestion, 5},
};
static_assert(std::size(rows) == size_t(statusCount));
} // namespace

QString statusWord(Status status)
{
    return QCoreApplication::translate(context, rows[int(status)].word);
}

IconName statusIcon(Status status)
{
    return rows[int(status)].icon;
}

Status worst(Status left, Status right)
{
    return rows[int(left)].weight >= rows[int(right)].weight ? left : right;
}

} // namespace lakehouse::views

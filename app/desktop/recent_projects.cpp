#include "desktop/recent_projects.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lakehouse::app {

namespace {
constexpr std::size_t remembered = 20;

QString storeKey()
{
    return QStringLiteral("recent-projects");
}
} // namespace

bool isProject(const QString &folder)
{
    return QFileInfo::exists(QDir(folder).filePath(QStringLiteral("ekos.toml")));
}

/// One line each, "<name>\t<folder>"; a folder's name may hold a tab, but not a project's.
std::vector<views::ProjectChoice> RecentProjects::read() const
{
    std::vector<views::ProjectChoice> projects;
    for (const QString &line : QString::fromUtf8(m_store.value(storeKey())).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QString folder = line.section(QLatin1Char('\t'), 1);
        if (!folder.isEmpty())
            projects.push_back({.id = folder, .name = line.section(QLatin1Char('\t'), 0, 0), .place = QDir::toNativeSeparators(folder)});
    }
    return projects;
}

std::vector<views::ProjectChoice> RecentProjects::list() const
{
    std::vector<views::ProjectChoice> projects = read();
    std::erase_if(projects, [](const views::ProjectChoice &project) { return !isProject(project.id); });
    return projects;
}

void RecentProjects::note(const QString &folder, const QString &name)
{
    std::vector<views::ProjectChoice> projects = read();
    std::erase_if(projects, [&](const views::ProjectChoice &project) { return project.id == folder; });
    projects.insert(projects.begin(), {.id = folder, .name = name});
    projects.resize(std::min(projects.size(), remembered));
    QStringList lines;
    for (const views::ProjectChoice &project : projects)
        lines += project.name.simplified() + QLatin1Char('\t') + project.id;
    m_store.setValue(storeKey(), lines.join(QLatin1Char('\n')).toUtf8());
}

} // namespace lakehouse::app

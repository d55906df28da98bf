#include "desktop/recent_projects.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lakehouse::app {

namespace {
constexpr std::size_t remembered = 20;

constexpr QLatin1String noSource(","); ///< in the place of names of sources, where it is known that there is none

QString storeKey()
{
    return QStringLiteral("projects");
}

std::optional<QString> sourcesOf(const QString &text)
{
    if (text.isEmpty())
        return std::nullopt;
    return text == noSource ? QString() : text;
}

QString textOf(const std::optional<QString> &sources)
{
    if (!sources)
        return {};
    return sources->isEmpty() ? QString(noSource) : sources->simplified();
}
} // namespace

bool isProject(const QString &folder)
{
    return QFileInfo::exists(QDir(folder).filePath(QStringLiteral("ekos.toml")));
}

/// One line each: name, environment, sources and folder between tabs; only a folder's name may hold a tab.
std::vector<views::ProjectChoice> RecentProjects::read() const
{
    std::vector<views::ProjectChoice> projects;
    for (const QString &line : QString::fromUtf8(m_store.value(storeKey())).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto part = [&line](int number) { return line.section(QLatin1Char('\t'), number, number); };
        const QString folder = line.section(QLatin1Char('\t'), 3);
        if (!folder.isEmpty())
            projects.push_back({.id = folder, .name = part(0), .place = QDir::toNativeSeparators(folder), .environment = part(1), .sources = sourcesOf(part(2))});
    }
    return projects;
}

std::vector<views::ProjectChoice> RecentProjects::list() const
{
    std::vector<views::ProjectChoice> projects = read();
    std::erase_if(projects, [](const views::ProjectChoice &project) { return !isProject(project.id); });
    return projects;
}

void RecentProjects::note(views::ProjectChoice project)
{
    std::vector<views::ProjectChoice> projects = read();
    const auto before = std::ranges::find(projects, project.id, &views::ProjectChoice::id);
    if (before != projects.end()) {
        if (project.environment.isEmpty())
            project.environment = before->environment;
        if (!project.sources)
            project.sources = before->sources;
        projects.erase(before);
    }
    projects.insert(projects.begin(), std::move(project));
    projects.resize(std::min(projects.size(), remembered));
    QStringList lines;
    for (const views::ProjectChoice &one : projects)
        lines += QStringList{one.name.simplified(), one.environment.simplified(), textOf(one.sources), one.id}.join(QLatin1Char('\t'));
    m_store.setValue(storeKey(), lines.join(QLatin1Char('\n')).toUtf8());
}

} // namespace lakehouse::app

#include "shell/page_list.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::PageEntry)
};

std::vector<PageEntry> steps()
{
    const auto step = [](int number, const char *id, IconName icon, const QString &title, const QString &waitsFor) {
        return PageEntry{.id = QString::fromLatin1(id), .title = title, .icon = icon, .group = PageGroup::Steps, .order = number,
                         .goKey = Qt::Key(Qt::Key_0 + number), .waitsFor = waitsFor};
    };
    return {
        step(1, "analysis", IconName::ScanSearch, Words::tr("Analysis"),
             Words::tr("Here stands what was found in the source, table by table, with its evidence.")),
        step(2, "documentation", IconName::BookOpenText, Words::tr("Documentation"),
             Words::tr("Here stands the description of the source, and how it differs from what is published.")),
        step(3, "review", IconName::BadgeCheck, Words::tr("Review"),
             Words::tr("Here six subjects are read and signed off: scope, personal data, conflicts, identity, write behaviour, glossary.")),
        step(4, "requirements", IconName::ClipboardList, Words::tr("Requirements"),
             Words::tr("Here people say what reports they need, and each term is resolved to tables and columns.")),
        step(5, "extraction", IconName::ListChecks, Words::tr("Extraction"),
             Words::tr("Here stands what will be loaded and how, table by table, for a person to approve.")),
        step(6, "pipeline", IconName::Layers, Words::tr("Bronze and silver"),
             Words::tr("Here stands each table's last load and last check, and the pipeline is run.")),
        step(7, "marts", IconName::ChartBar, Words::tr("Marts"),
             Words::tr("Here stands each mart beside the requirement that it answers, with its totals.")),
    };
}

std::vector<PageEntry> support()
{
    const auto page = [](int order, const char *id, IconName icon, Qt::Key key, const QString &title, const QString &waitsFor) {
        return PageEntry{.id = QString::fromLatin1(id), .title = title, .icon = icon, .group = PageGroup::Support, .order = order, .goKey = key,
                         .waitsFor = waitsFor};
    };
    return {
        page(1, "sources", IconName::Database, Qt::Key_S, Words::tr("Sources"),
             Words::tr("Here stand the databases that are read, and whether they can be reached with the rights that reading needs.")),
        page(2, "changes", IconName::GitCompareArrows, Qt::Key_C, Words::tr("Schema changes"),
             Words::tr("Here stands what changed at the source, what it breaks, and who said yes.")),
        page(3, "pentaho", IconName::Coffee, Qt::Key_P, Words::tr("Pentaho"),
             Words::tr("Here stands what the old packages did, and how faithfully it is carried over.")),
        page(4, "lake-writer", IconName::HardDriveDownload, Qt::Key_W, Words::tr("Lake writer"),
             Words::tr("Here stands whether what PostgreSQL committed is in the lake.")),
        page(5, "health", IconName::Activity, Qt::Key_H, Words::tr("Health"),
             Words::tr("Here stands what is wrong or about to be, and who is on it.")),
        page(6, "settings", IconName::Settings, Qt::Key_X, Words::tr("Settings"),
             Words::tr("Here stands how this project and this program are set up.")),
    };
}

} // namespace

std::vector<PageEntry> pageList()
{
    std::vector<PageEntry> pages = steps();
    std::ranges::move(support(), std::back_inserter(pages));
    static const std::pair<const char *, const char *> ways[] = {{"documentation", "analysis"}, {"requirements", "review"}, {"marts", "pipeline"}, {"changes", "analysis"},
                                                                 {"pentaho", "analysis"}, {"lake-writer", "pipeline"}, {"health", "pipeline"}, {"settings", "sources"}};
    for (const auto &[from, to] : ways)
        std::ranges::find(pages, QLatin1String(from), &PageEntry::id)->leadsTo = QLatin1String(to);
    return pages;
}

void setFactory(std::vector<PageEntry> &pages, const QString &id, std::function<Page *(PageHost &)> factory)
{
    const auto entry = std::ranges::find(pages, id, &PageEntry::id);
    Q_ASSERT(entry != pages.end());
    entry->factory = std::move(factory);
}

} // namespace lakehouse::views

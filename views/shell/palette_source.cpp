#include "shell/palette_source.h"

#include "shell/page.h"
#include "shell/run_words.h"

#include <algorithm>
#include <set>

namespace lakehouse::views {

namespace {

PaletteItem ofAction(QAction *action, const QString &note, const Place &place)
{
    const auto *command = qobject_cast<const CommandAction *>(action);
    const QString id = command ? command->id() : action->objectName();
    PaletteItem item{.kind = PaletteKind::Command, .id = QStringLiteral("command/%1/%2").arg(place.page, id), .title = paletteText(*action),
                     .note = note,
                     .icon = IconName::ChevronRight, .place = place, .action = action};
    if (command && item.note.isEmpty())
        item.note = command->explanation();
    return item;
}

} // namespace

std::vector<PaletteItem> PaletteSource::items(const PaletteQuery &query) const
{
    std::vector<PaletteItem> items;
    const auto addActions = [&items](const QList<QAction *> &actions, const QString &note, const Place &place) {
        for (QAction *action : actions)
            if (action->isVisible() && !action->isSeparator() && !action->text().isEmpty())
                items.push_back(ofAction(action, note, place));
    };
    if (current)
        addActions(current->actions(), {}, {});
    QList<QAction *> others = windowActions;
    for (const PageEntry &entry : entries) {
        PaletteItem item{.kind = PaletteKind::Page, .id = QStringLiteral("page/") + entry.id, .title = entry.title, .note = entry.waitsFor,
                         .icon = entry.icon, .place = {.page = entry.id}};
        const auto go = std::ranges::find(others, QStringLiteral("command-console.go.") + entry.id,
                                          [](const QAction *action) { return action->objectName(); });
        if (go != others.end()) { // one line for both: the page, with its keys
            item.action = *go;
            item.place = {};
            others.erase(go);
        }
        items.push_back(item);
    }
    addActions(others, {}, {});
    for (const Page *page : pages) {
        const auto entry = std::ranges::find(entries, page->id(), &PageEntry::id);
        if (page != current && entry != entries.end())
            addActions(page->actions(), entry->title, {.page = entry->id});
    }
    if (query.prefix == u'?')
        addHelp(items);
    std::ranges::move(objects(query.words), std::back_inserter(items));
    for (const model::Run &run : runs)
        items.push_back({.kind = PaletteKind::Run, .id = QStringLiteral("run/") + run.id.toString(),
                         .title = QStringLiteral("%1 %2").arg(runTitle(run), run.id.toString().left(13)),
                         .note = QStringLiteral("%1 · %2").arg(statusWord(statusOf(run.state)), runOrigin(run, now)),
                             .icon = statusIcon(statusOf(run.state)),
                         .place = {.page = QStringLiteral("run"), .object = run.id.toString()}});
    return items;
}

/// What each command of the page and of the window does, and its keys: the lines of the sheet of keys, which a choice opens.
void PaletteSource::addHelp(std::vector<PaletteItem> &items) const
{
    for (QAction *action : (current ? current->actions() : QList<QAction *>()) + windowActions) {
        const auto *command = qobject_cast<const CommandAction *>(action);
        if (!command || command->text().isEmpty() || !keySheet)
            continue;
        QStringList note;
        for (const QString &part : {command->shortcut().toString(QKeySequence::NativeText), command->explanation()})
            if (!part.isEmpty())
                note += part;
        items.push_back({.kind = PaletteKind::Help, .id = QStringLiteral("help/") + command->id(), .title = paletteText(*action), .note = note.join(QStringLiteral(" · ")),
                         .icon = IconName::CircleQuestion, .action = keySheet});
    }
}

/// A table that several pages show has one line, which leads to the page on show where that has it, else to the first one.
std::vector<PaletteItem> PaletteSource::objects(const QString &words) const
{
    std::vector<PaletteItem> items;
    std::set<std::pair<PaletteKind, QString>> known;
    std::vector<const Page *> inOrder(pages.begin(), pages.end());
    std::ranges::stable_partition(inOrder, [this](const Page *page) { return page == current; });
    for (const Page *page : inOrder)
        for (PaletteItem &item : page->paletteItems(words))
            if (known.emplace(item.kind, item.title).second)
                items.push_back(std::move(item));
    return items;
}

} // namespace lakehouse::views

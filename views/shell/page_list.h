#pragma once

#include "kit/icons.h"

#include <QString>

#include <functional>
#include <vector>

namespace lakehouse::views {

class Page;
class PageHost;

enum class PageGroup { Steps, Support };

/// One entry of the step rail.
struct PageEntry {
    QString id = {};           ///< "extraction": first part of a link
    QString title = {};
    IconName icon = IconName::Circle;
    PageGroup group = PageGroup::Support;
    int order = 0;             ///< 1 to 7 for steps: their number; within Support the place in the rail
    Qt::Key goKey = Qt::Key_unknown; ///< after G
    QString waitsFor = {};     ///< for a page that is not there yet: one sentence, what will be here
    QString leadsTo = {};      ///< for a page that is not there yet: the page that has what there is of it, where no earlier step is open
    std::function<Page *(PageHost &)> factory = {}; ///< absent: a PlaceholderPage says what will be there
};

/// The thirteen pages in the order of the rail, without factories.
std::vector<PageEntry> pageList();
/// Gives a page of the list its factory. The id must be in the list.
void setFactory(std::vector<PageEntry> &pages, const QString &id, std::function<Page *(PageHost &)> factory);

} // namespace lakehouse::views

#pragma once

#include "kit/data_table.h"
#include "shell/page.h"
#include "views/support/fake_page_host.h"

#include <QTest>

#include <algorithm>
#include <memory>

namespace lakehouse::testsupport {

/// A page in a shell without a window, in a window of its own: what is found and pressed in it, and when it is at rest. Whoever opens it says
/// before what the host answers.
template<typename PageType>
class OpenedPage {
public:
    OpenedPage() = default;
    OpenedPage(const OpenedPage &) = delete;
    OpenedPage &operator=(const OpenedPage &) = delete;

    /// In a window of the size of a small screen, everything read.
    void open(const QSize &size = {1280, 800})
    {
        page = std::make_unique<PageType>(host);
        QObject::connect(page.get(), &views::Page::settled, page.get(), [this] { m_answered = asked(); });
        page->resize(size);
        page->show();
        page->activateWindow();
        page->refresh();
        settle();
    }

    /// Waits until everything that was asked for is on screen, or its failure is. The test fails when that does not come.
    void settle()
    {
        QTRY_VERIFY2(isSettled(), "something was asked for, and the page never settled");
    }
    bool isSettled() const
    {
        return m_answered == asked() && std::ranges::all_of(page->template findChildren<views::DataTable *>(), &views::DataTable::isSettled);
    }

    template<typename Widget>
    Widget *find(const char *name) const { return page->template findChild<Widget *>(QString::fromLatin1(name)); }
    /// nullptr: the page has no such command.
    views::CommandAction *action(const char *id) const
    {
        for (QAction *action : page->actions())
            if (auto *command = qobject_cast<views::CommandAction *>(action); command && command->id() == QLatin1String(id))
                return command;
        return nullptr;
    }

    FakePageHost host = {};
    std::unique_ptr<PageType> page = {};

private:
    qsizetype asked() const { return host.bench.names().size(); }

    qsizetype m_answered = 0; ///< questions that were asked when the page settled last
};

} // namespace lakehouse::testsupport

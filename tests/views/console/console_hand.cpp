#include "views/console/console_hand.h"

#include "kit/data_table.h"
#include "shell/command_action.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QWindow>

namespace lakehouse::testsupport {

namespace {

constexpr int mostTabs = 60;
constexpr int mostPanes = 6;

} // namespace

void ConsoleHand::take(QWidget *window)
{
    m_window = window;
    m_window->activateWindow();
    [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(window);
}

QWidget *ConsoleHand::awaitWindow(const char *name, int milliseconds)
{
    QWidget *found = nullptr;
    [[maybe_unused]] const bool isThere = QTest::qWaitFor([&] {
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (widget->isVisible() && widget->objectName() == QLatin1String(name))
                found = widget;
        return found != nullptr;
    }, milliseconds);
    return found;
}

void ConsoleHand::press(int key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(m_window->windowHandle(), Qt::Key(key), modifiers);
}

void ConsoleHand::type(const QString &text)
{
    for (const QChar letter : text)
        QTest::keyClick(m_window->windowHandle(), letter.toLatin1());
}

bool ConsoleHand::click(QWidget *target)
{
    if (!target || !target->isVisible())
        return false;
    const QPoint at = target->mapTo(m_window, target->rect().center());
    const QWidget *under = m_window->childAt(at);
    if (under != target && !target->isAncestorOf(under))
        return false;
    QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {}, at);
    return true;
}

bool ConsoleHand::tabTo(const char *name)
{
    for (int i = 0; i < mostTabs; ++i) {
        const QWidget *focus = QApplication::focusWidget();
        if (focus && focus->objectName() == QLatin1String(name))
            return true;
        press(Qt::Key_Tab);
    }
    return false;
}

void ConsoleHand::retype(const QString &text)
{
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_Delete);
    type(text);
}

void ConsoleHand::go(int key)
{
    press(Qt::Key_G);
    press(key);
}

bool ConsoleHand::command(const QString &words)
{
    press(Qt::Key_K, Qt::ControlModifier);
    auto *box = visible<QLineEdit>("palette-box");
    if (!box || !box->hasFocus())
        return false;
    type(words);
    const auto *list = visible<QListView>("palette-list");
    if (!list || !list->currentIndex().isValid())
        return false;
    press(Qt::Key_Return);
    return true;
}

views::CommandAction *ConsoleHand::action(const char *id) const
{
    const QString name = QStringLiteral("command-") + QLatin1String(id);
    for (auto *action : m_window->findChildren<views::CommandAction *>(name)) {
        const auto *page = qobject_cast<QWidget *>(action->parent());
        if (!page || page->isVisible())
            return action;
    }
    return nullptr;
}

bool ConsoleHand::isFree(const char *id) const
{
    const views::CommandAction *found = action(id);
    return found && found->isEnabled();
}

bool ConsoleHand::isBlocked(const char *id) const
{
    const views::CommandAction *found = action(id);
    return found && !found->isEnabled() && !found->blockedWhy().isEmpty();
}

bool ConsoleHand::moveTo(views::DataTable &table, const QString &row)
{
    auto *rows = table.findChild<QWidget *>(QStringLiteral("table-rows"));
    for (int i = 0; i < mostPanes && !rows->hasFocus(); ++i)
        press(Qt::Key_F6);
    for (int i = 0; i < mostTabs && !rows->hasFocus(); ++i)
        press(Qt::Key_Tab);
    if (!rows->hasFocus())
        return false;
    for (const Qt::Key way : {Qt::Key_Up, Qt::Key_Down})
        for (qsizetype i = 0; i < table.shownCount() && table.currentId() != row; ++i)
            press(way);
    return table.currentId() == row;
}

QString cell(const views::DataTable &table, const QString &row, int column)
{
    const std::shared_ptr<const views::TableRows> &rows = table.rows();
    for (qsizetype i = 0; rows && i < rows->count(); ++i)
        if (rows->id(i) == row) {
            const auto status = rows->status(i, column);
            return cellText(*rows, i, column, status ? views::CellKind::Status : views::CellKind::Text);
        }
    return {};
}

} // namespace lakehouse::testsupport

#include "kit/sheet.h"
#include "shell/palette_model.h"
#include "shell/shortcut_book.h"
#include "views/shell/console_fixture.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QCheckBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

/// The sheet of keys of a console, worked as a person does.
struct Keys {
    explicit Keys(ConsoleFixture &console) : console(console)
    {
        console.sources->list->setFocus();
        QTest::keyClick(console.sources->list, Qt::Key_Question);
    }
    QWidget *sheet() const { return console.find("shortcut-sheet"); }
    QWidget *row(const char *command) const { return sheet()->findChild<QWidget *>(QStringLiteral("keys-of-command-") + QLatin1String(command)); }
    template<typename Widget>
    Widget *part(const char *command, const char *name) const { return row(command)->findChild<Widget *>(QString::fromLatin1(name)); }
    QString shown(const char *command) const { return part<QPushButton>(command, "keys")->text(); }
    QString said(const char *command) const
    {
        const auto *label = part<QLabel>(command, "keys-said");
        return label->isVisible() ? label->text() : QString();
    }
    void press(const char *command, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(part<QPushButton>(command, "keys"), Qt::Key_Space);
        auto *edit = part<QKeySequenceEdit>(command, "keys-edit");
        QCOMPARE(QApplication::focusWidget(), edit);
        QSignalSpy taken(edit, &QKeySequenceEdit::editingFinished);
        QTest::keyClick(edit, key, modifiers);
        if (edit->isVisible())
            QVERIFY(taken.wait(3000)); // it waits for a second stroke
    }

    ConsoleFixture &console;
};

QKeySequence keysOf(const ConsoleFixture &console, const char *command) { return console.command(QString::fromLatin1(command))->shortcut(); }

} // namespace

class ShortcutsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void newKeysActAtOnceAndStay();
    void takenKeysAreRefusedByName_data();
    void takenKeysAreRefusedByName();
    void keysThatNotEveryoneHasAreRefused_data();
    void keysThatNotEveryoneHasAreRefused();
    void pagesDoNotDisturbEachOther();
    void escapeLeavesAndBackspaceTakesAway();
    void whatWasChangedGoesBack();
    void allGoesBack();
    void theSwitchOfLettersIsThere();
    void everythingHasANameAndFits();
};

void ShortcutsTest::newKeysActAtOnceAndStay()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    Keys keys(console);
    QVERIFY(keys.sheet());
    QVERIFY(keys.shown("sources.run").contains(QLatin1Char('R')));
    keys.press("sources.run", Qt::Key_B);
    QCOMPARE(keys.said("sources.run"), QString());
    QCOMPARE(keys.shown("sources.run"), QStringLiteral("B"));
    QCOMPARE(QApplication::focusWidget(), keys.part<QPushButton>("sources.run", "keys"));
    keys.press("console.palette", Qt::Key_P, Qt::ControlModifier);
    static_cast<Sheet *>(keys.sheet())->dismiss();
    QTest::keyClick(console.sources->list, Qt::Key_R);
    QCOMPARE(console.sources->runs, 0);
    QTest::keyClick(console.sources->list, Qt::Key_B);
    QCOMPARE(console.sources->runs, 1);
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(!console.find("command-palette")->isVisible());
    QTest::keyClick(console.window.get(), Qt::Key_P, Qt::ControlModifier);
    QVERIFY(console.find("command-palette")->isVisible());
    QCOMPARE(console.find("palette-button")->accessibleDescription(), QKeySequence(Qt::CTRL | Qt::Key_P).toString(QKeySequence::NativeText));
    console.open(); // the person has them in the next window, too
    QVERIFY(console.show());
    QCOMPARE(console.sources->run->shortcut(), QKeySequence(Qt::Key_B));
    QCOMPARE(keysOf(console, "console.palette"), QKeySequence(Qt::CTRL | Qt::Key_P));
    QCOMPARE(console.find("palette-button")->accessibleDescription(), QKeySequence(Qt::CTRL | Qt::Key_P).toString(QKeySequence::NativeText));
}

void ShortcutsTest::takenKeysAreRefusedByName_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<QString>("holder");
    QTest::newRow("by a command of the page") << Qt::Key_A << Qt::KeyboardModifiers() << QStringLiteral("Approve the sources");
    QTest::newRow("by one of the window") << Qt::Key_J << Qt::KeyboardModifiers(Qt::ControlModifier) << QStringLiteral("Open or fold the runs");
    QTest::newRow("as the beginning of others") << Qt::Key_G << Qt::KeyboardModifiers() << QStringLiteral("Go to");
    QTest::newRow("by every list") << Qt::Key_J << Qt::KeyboardModifiers() << QStringLiteral("Next row of a list");
}

void ShortcutsTest::takenKeysAreRefusedByName()
{
    QFETCH(Qt::Key, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(QString, holder);
    ConsoleFixture console;
    QVERIFY(console.show());
    const Keys keys(console);
    keys.press("sources.run", key, modifiers);
    QVERIFY2(keys.said("sources.run").contains(holder), qPrintable(keys.said("sources.run")));
    QCOMPARE(keys.shown("sources.run"), QStringLiteral("R"));
    QCOMPARE(console.sources->run->shortcut(), QKeySequence(Qt::Key_R));
}

void ShortcutsTest::keysThatNotEveryoneHasAreRefused_data()
{
    QTest::addColumn<QKeySequence>("keys");
    QTest::newRow("bracket") << QKeySequence(Qt::Key_BracketLeft);
    QTest::newRow("backslash") << QKeySequence(Qt::CTRL | Qt::Key_Backslash);
    QTest::newRow("backtick") << QKeySequence(Qt::Key_QuoteLeft);
    QTest::newRow("dead key") << QKeySequence(Qt::Key_Dead_Acute);
    QTest::newRow("an umlaut") << QKeySequence(Qt::Key_Adiaeresis);
    QTest::newRow("a key that moves") << QKeySequence(Qt::Key_Down);
    QTest::newRow("Tab") << QKeySequence(Qt::Key_Tab);
    QTest::newRow("of the browser: new window") << QKeySequence(Qt::CTRL | Qt::Key_N);
    QTest::newRow("of the browser: private window") << QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N);
    QTest::newRow("of the browser: second tab") << QKeySequence(Qt::CTRL | Qt::Key_2);
    QTest::newRow("three strokes") << QKeySequence(Qt::Key_X, Qt::Key_Y, Qt::Key_W);
}

void ShortcutsTest::keysThatNotEveryoneHasAreRefused()
{
    QFETCH(QKeySequence, keys);
    testsupport::MemoryStore store;
    SessionState session(store, QStringLiteral("p"), QStringLiteral("anna"));
    ShortcutBook book(session, nullptr);
    CommandAction action(QStringLiteral("sources.run"), QStringLiteral("Run"), nullptr);
    book.add(QStringLiteral("sources"), &action);
    QVERIFY(!book.whyNot(&action, keys).isEmpty());
    QCOMPARE(book.whyNot(&action, QKeySequence(Qt::CTRL | Qt::Key_Down)), QString());
    QCOMPARE(book.whyNot(&action, QKeySequence(Qt::Key_F9)), QString());
}

void ShortcutsTest::pagesDoNotDisturbEachOther()
{
    testsupport::MemoryStore store;
    SessionState session(store, QStringLiteral("p"), QStringLiteral("anna"));
    ShortcutBook book(session, nullptr);
    CommandAction one(QStringLiteral("a.run"), QStringLiteral("Run one"), nullptr), two(QStringLiteral("b.run"), QStringLiteral("Run two"), nullptr);
    one.setShortcut(Qt::Key_R);
    two.setShortcut(Qt::Key_B);
    book.add(QStringLiteral("a"), &one);
    book.add(QStringLiteral("b"), &two);
    QCOMPARE(book.whyNot(&two, QKeySequence(Qt::Key_R)), QString()); // the same letter on another page
    CommandAction window(QStringLiteral("console.x"), QStringLiteral("Everywhere"), nullptr);
    book.add(ShortcutBook::everywhere(), &window);
    QVERIFY(book.whyNot(&window, QKeySequence(Qt::Key_R)).contains(QStringLiteral("Run one")));
}

void ShortcutsTest::escapeLeavesAndBackspaceTakesAway()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    const Keys keys(console);
    keys.press("sources.run", Qt::Key_Escape);
    QVERIFY(keys.sheet()->isVisible()); // only the change was left
    QCOMPARE(console.sources->run->shortcut(), QKeySequence(Qt::Key_R));
    keys.press("sources.run", Qt::Key_Backspace);
    QVERIFY(console.sources->run->shortcut().isEmpty());
    QCOMPARE(keys.shown("sources.run"), QStringLiteral("no keys"));
    console.open();
    QVERIFY(console.show());
    QVERIFY(console.sources->run->shortcut().isEmpty());
}

void ShortcutsTest::whatWasChangedGoesBack()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    const Keys keys(console);
    auto *reset = keys.part<QPushButton>("sources.run", "keys-reset");
    QVERIFY(!reset->isVisible());
    keys.press("sources.run", Qt::Key_B);
    QVERIFY(reset->isVisible());
    reset->click();
    QCOMPARE(console.sources->run->shortcut(), QKeySequence(Qt::Key_R));
    QVERIFY(!reset->isVisible());
    console.open();
    QVERIFY(console.show());
    QCOMPARE(console.sources->run->shortcut(), QKeySequence(Qt::Key_R));
}

void ShortcutsTest::allGoesBack()
{
    testsupport::MemoryStore store;
    SessionState session(store, QStringLiteral("p"), QStringLiteral("anna"));
    ShortcutBook book(session, nullptr);
    CommandAction one(QStringLiteral("a.run"), QStringLiteral("Run"), nullptr), two(QStringLiteral("a.stop"), QStringLiteral("Stop"), nullptr);
    one.setShortcut(Qt::Key_R);
    two.setShortcut(Qt::Key_B);
    book.add(QStringLiteral("a"), &one);
    book.add(QStringLiteral("a"), &two);
    book.assign(&one, {});
    book.assign(&two, QKeySequence(Qt::Key_R)); // two have changed places
    book.assign(&one, QKeySequence(Qt::Key_B));
    QCOMPARE(one.shortcut(), QKeySequence(Qt::Key_B));
    QVERIFY(!session.preference(QStringLiteral("keys")).isEmpty());
    book.resetAll();
    QCOMPARE(one.shortcut(), QKeySequence(Qt::Key_R));
    QCOMPARE(two.shortcut(), QKeySequence(Qt::Key_B));
    QVERIFY(session.preference(QStringLiteral("keys")).isEmpty());
}

void ShortcutsTest::theSwitchOfLettersIsThere()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    const Keys keys(console);
    keys.sheet()->findChild<QCheckBox *>(QStringLiteral("shortcut-sheet-letters"))->click();
    QVERIFY(!console.window->findChild<QAction *>(QStringLiteral("command-console.letter-keys"))->isChecked());
    static_cast<Sheet *>(keys.sheet())->dismiss();
    QTest::keyClick(console.sources->list, Qt::Key_R);
    QCOMPARE(console.sources->runs, 0);
}

void ShortcutsTest::everythingHasANameAndFits()
{
    ConsoleFixture console;
    console.window->resize(1280, 800);
    QVERIFY(console.show());
    const Keys keys(console);
    keys.press("sources.run", Qt::Key_B);
    testsupport::takePicture(*console.window, QStringLiteral("keys"));
    QCOMPARE(testsupport::namelessWidgets(*keys.sheet()).join(QLatin1Char('\n')), QString());
    QCOMPARE(testsupport::cutWords(*keys.sheet()).join(QLatin1Char('\n')), QString());
}

QTEST_MAIN(ShortcutsTest)
#include "shortcuts_test.moc"

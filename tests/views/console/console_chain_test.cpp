#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/english_plurals.h"
#include "kit/receipt_card.h"
#include "kit/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextEdit>

namespace lakehouse::testsupport {

namespace {

constexpr int soonMs = 20'000;
constexpr qint64 mostGapMs = workLimit(50); ///< that the window works or waits, between two looks of its event loop

} // namespace

QString shownTexts(const QWidget &root)
{
    QStringList texts;
    for (const QWidget *widget : root.findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts += label->text();
        else if (const auto *plain = qobject_cast<const QPlainTextEdit *>(widget))
            texts += plain->toPlainText();
        else if (const auto *rich = qobject_cast<const QTextEdit *>(widget))
            texts += rich->toPlainText();
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts += button->text();
    }
    texts.removeAll(QString());
    return texts.join(QLatin1Char('\n'));
}

void ConsoleChain::initTestCase()
{
    if (const QString why = StackProject::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    m_project = std::make_unique<StackProject>();
    m_project->setBeforeStart([this] {
        if (m_watch)
            m_watch->excuse();
    });
    const QString wrong = m_project->make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    qunsetenv(StackProject::passwordVariable().toLatin1().constData()); // the console has to be told
    QCoreApplication::installTranslator(new views::EnglishPlurals(qApp));
    views::Theme::instance().apply();
    m_watch = std::make_unique<EventLoopWatch>();
}

void ConsoleChain::init()
{
    if (m_isBroken)
        QSKIP("a step before failed");
    m_watch->begin(QString::fromLatin1(QTest::currentTestFunction()));
}

void ConsoleChain::cleanup()
{
    m_isBroken = m_isBroken || QTest::currentTestFailed();
    if (m_hand.window() && QTest::currentTestFailed())
        qWarning("%s", qPrintable(QStringLiteral("on screen:\n") + shownTexts(*m_hand.window())));
    if (const QString folder = qEnvironmentVariable("LAKEHOUSE_PICTURES"); m_hand.window() && !folder.isEmpty())
        m_hand.window()->grab().save(folder + QLatin1Char('/') + QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".png"));
    if (m_watch)
        m_watch->excuse();
}

void ConsoleChain::cleanupTestCase()
{
    m_console.reset();
    m_project.reset();
    if (!m_watch)
        return;
    qInfo("event loop: %s", qPrintable(m_watch->figures()));
    QVERIFY2(m_watch->longestWork().cpuMs < mostGapMs, qPrintable(m_watch->figures()));
    QVERIFY2(m_watch->longestWait().waitedMs < mostGapMs, qPrintable(m_watch->figures()));
}

void ConsoleChain::takeWindow()
{
    QWidget *window = ConsoleHand::awaitWindow("main-window");
    QVERIFY(window);
    m_hand.take(window);
    QTRY_VERIFY_WITH_TIMEOUT(window->windowTitle().contains(m_project->projectName()), soonMs);
}

bool ConsoleChain::decide(const QString &command, const char *reason)
{
    if (!m_hand.command(command))
        return false;
    const auto *title = m_hand.visible<QLabel>("decision-title");
    if (!title)
        return false;
    if (reason)
        m_hand.type(QString::fromLatin1(reason));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    return true;
}

QString ConsoleChain::runs() const
{
    const QStringList list{QStringLiteral("--json"), QStringLiteral("runs"), QStringLiteral("list"), QStringLiteral("--limit"),
                           QStringLiteral("100")};
    return m_project->cli(list).out;
}

QString ConsoleChain::receipt() const
{
    const auto *card = m_hand.visible<views::ReceiptCard>("receipt-card");
    return card ? card->text() : QString();
}

void ConsoleChain::startPageLeadsToAProject()
{
    m_watch->excuse(); // making a window is its start, not its work
    m_console = std::make_unique<app::ConsoleApplication>(app::ConsoleOptions{.folder = m_project->folder()}, m_state.path());
    m_console->start();
    m_watch->excuse();
    QWidget *start = ConsoleHand::awaitWindow("start-page");
    QVERIFY(start);
    m_hand.take(start);
    QVERIFY2(shownTexts(*start).contains(m_project->folder()), qPrintable(shownTexts(*start)));

    // As the page says: in a terminal. Its settings are the person's own.
    m_project->writeSettings();
    const Finished made = m_project->cli({QStringLiteral("init")});
    QVERIFY2(made.isFine(), qPrintable(made.words()));

    m_hand.press(Qt::Key_Space); // "Open a folder…" has the focus
    QFileDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = start->findChild<QFileDialog *>()) && dialog->isVisible());
    ConsoleHand files;
    files.take(dialog);
    files.retype(m_project->folder());
    files.press(Qt::Key_Return);
    takeWindow();

    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("sources-page"), soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(shownTexts(*m_hand.visible("sources-page")).contains(QStringLiteral("No source yet")), soonMs);
}

} // namespace lakehouse::testsupport

int main(int argc, char **argv)
{
    // Without a session bus there is no keyring: what the console does with one has a test of its own.
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qunsetenv("XDG_RUNTIME_DIR");
    QApplication application(argc, argv);
    lakehouse::testsupport::ConsoleChain chain;
    return QTest::qExec(&chain, argc, argv);
}

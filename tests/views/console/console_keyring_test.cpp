#include "base/uuid7.h"
#include "desktop/console_application.h"
#include "kit/data_table.h"
#include "kit/english_plurals.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/sources/sources_table.h"
#include "views/console/console_hand.h"
#include "views/console/stack_project.h"

#include <QApplication>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using views::SourceColumn;

namespace {

constexpr int answerMs = 30'000;

QString variable()
{
    return QStringLiteral("EKOS_CONSOLE_KEYRING_TEST_PASSWORD");
}

/// A console on the project of the test, as it is after each start.
class Opened {
public:
    Opened(const StackProject &project, const QString &state)
        : m_console(std::make_unique<app::ConsoleApplication>(app::ConsoleOptions{.folder = project.folder()}, state))
    {
        m_console->start();
        QWidget *window = ConsoleHand::awaitWindow("main-window");
        QVERIFY(window);
        hand.take(window);
        QTRY_VERIFY_WITH_TIMEOUT(sources() && sources()->isVisible() && sources()->rows(), answerMs);
    }
    views::DataTable *sources() const { return hand.find<views::DataTable>("sources-table"); }
    QString checks() const { return hand.find<views::SentenceList>("source-checks")->text(); }

    ConsoleHand hand;

private:
    std::unique_ptr<app::ConsoleApplication> m_console;
};

} // namespace

/// Runs in a session of its own that has a keyring, or none: see SessionTest.
class ConsoleKeyringSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void passwordStaysForTheNextStart();
    void withoutAKeyringItIsAskedForEachTime();
    void cleanupTestCase() { m_project.reset(); }

private:
    static QString secret() { return QStringLiteral("a password that stands nowhere else"); }
    /// Of the role that reads.
    void setPassword();
    /// Into the form that opened by itself.
    static void typePassword(ConsoleHand &hand);
    void standsInNoFile() const;

    std::unique_ptr<StackProject> m_project;
    QTemporaryDir m_state;
};

void ConsoleKeyringSteps::initTestCase()
{
    m_project = std::make_unique<StackProject>();
    const QString wrong = m_project->make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    m_project->writeSettings();
    const Finished made = m_project->cli({QStringLiteral("init")});
    QVERIFY2(made.isFine(), qPrintable(made.words()));
    qunsetenv(StackProject::passwordVariable().toLatin1().constData());
    QCoreApplication::installTranslator(new views::EnglishPlurals(qApp));
    views::Theme::instance().apply();
}

void ConsoleKeyringSteps::setPassword()
{
    const Finished altered = m_project->source(QStringLiteral("ALTER ROLE %1 PASSWORD '%2'").arg(m_project->name(), secret()));
    QVERIFY2(altered.isFine(), qPrintable(altered.words()));
}

void ConsoleKeyringSteps::typePassword(ConsoleHand &hand)
{
    QTRY_VERIFY_WITH_TIMEOUT(hand.visible("password-form"), answerMs);
    hand.type(secret());
    hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!hand.visible("password-form"), answerMs);
}

void ConsoleKeyringSteps::standsInNoFile() const
{
    for (const QString &folder : {m_project->folder(), m_state.path(), QDir::homePath()})
        for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                QVERIFY2(!file.readAll().contains(secret().toUtf8()), qPrintable(file.fileName()));
        }
}

void ConsoleKeyringSteps::passwordStaysForTheNextStart()
{
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
        return;
    setPassword();
    {
        Opened opened(*m_project, m_state.path());
        ConsoleHand &hand = opened.hand;
        QVERIFY(!hand.visible<views::NoticeBanner>("keyring-notice"));
        QVERIFY(hand.command(QStringLiteral("Add source")));
        const std::pair<const char *, QString> typed[] = {
            {"field-name", m_project->name()}, {"field-connect", m_project->address()},
            {"field-user", m_project->name()}, {"field-password", secret()}};
        for (const auto &[field, text] : typed) {
            QVERIFY(hand.tabTo(field));
            hand.type(text);
        }
        QVERIFY(hand.tabTo("field-password-env"));
        hand.retype(variable());
        const auto *keep = hand.find<QComboBox>("field-keep");
        QCOMPARE(keep->currentData().toString(), QStringLiteral("keyring")); // where there is one, it is the first choice
        hand.press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!hand.visible("source-form"), answerMs);
        QTRY_VERIFY2_WITH_TIMEOUT(cell(*opened.sources(), m_project->name(), int(SourceColumn::Secret)).contains(QStringLiteral("keyring")),
                                  qPrintable(cell(*opened.sources(), m_project->name(), int(SourceColumn::Secret))), answerMs);
    }
    {
        Opened again(*m_project, m_state.path());
        QTRY_VERIFY_WITH_TIMEOUT(again.hand.moveTo(*again.sources(), m_project->name()), answerMs); // the window may still put the place back where it was
        again.hand.press(Qt::Key_T);
        QTRY_VERIFY2_WITH_TIMEOUT(again.checks().contains(QStringLiteral("may sign in")), qPrintable(again.checks()), answerMs);
        QVERIFY(again.hand.command(QStringLiteral("Forget password")));
        QTRY_VERIFY2_WITH_TIMEOUT(cell(*again.sources(), m_project->name(), int(SourceColumn::Secret)).contains(QStringLiteral("missing")),
                                  qPrintable(cell(*again.sources(), m_project->name(), int(SourceColumn::Secret))), answerMs);
    }
    standsInNoFile();
}

/// What is asked for each time is asked for by whatever needs it, and stands in no file.
void ConsoleKeyringSteps::withoutAKeyringItIsAskedForEachTime()
{
    if (qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
        return;
    setPassword();
    const Finished granted = m_project->source(QStringLiteral("GRANT SELECT ON TABLE shop.wage TO %1").arg(m_project->name())); // all that reading needs
    QVERIFY2(granted.isFine(), qPrintable(granted.words()));
    {
        Opened opened(*m_project, m_state.path());
        ConsoleHand &hand = opened.hand;
        QTRY_VERIFY(hand.visible<views::NoticeBanner>("keyring-notice"));
        QVERIFY(hand.visible<views::NoticeBanner>("keyring-notice")->text().contains(QStringLiteral("asked for each time")));
        QVERIFY(hand.command(QStringLiteral("Add source")));
        for (const auto &[field, text] : {std::pair("field-name", m_project->name()), {"field-connect", m_project->address()}, {"field-user", m_project->name()}}) {
            QVERIFY(hand.tabTo(field));
            hand.type(text);
        }
        QVERIFY(hand.tabTo("field-password-env"));
        hand.retype(variable());
        const auto *keep = hand.find<QComboBox>("field-keep");
        QCOMPARE(keep->count(), 1);
        QCOMPARE(keep->currentData().toString(), QStringLiteral("session"));
        hand.press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!hand.visible("source-form"), answerMs);
        QTRY_VERIFY_WITH_TIMEOUT(opened.sources()->rows()->count() == 1, answerMs);
        QVERIFY(hand.moveTo(*opened.sources(), m_project->name()));
        hand.press(Qt::Key_T);
        typePassword(hand);
        QTRY_VERIFY2_WITH_TIMEOUT(opened.checks().contains(QStringLiteral("may sign in")), qPrintable(opened.checks()), answerMs);
    }
    {
        Opened reading(*m_project, m_state.path());
        QVERIFY(reading.hand.moveTo(*reading.sources(), m_project->name()));
        QVERIFY(reading.hand.command(QStringLiteral("Read again")));
        typePassword(reading.hand);
        QTRY_COMPARE_WITH_TIMEOUT(cell(*reading.sources(), m_project->name(), int(SourceColumn::Tables)), QStringLiteral("6"), answerMs);
        QTRY_VERIFY_WITH_TIMEOUT(reading.hand.isFree("sources.test"), answerMs);
        QVERIFY(reading.hand.moveTo(*reading.sources(), m_project->name()));
        reading.hand.press(Qt::Key_T); // it is known until the console closes
        QTRY_VERIFY2_WITH_TIMEOUT(reading.checks().contains(QStringLiteral("may sign in")), qPrintable(reading.checks()), answerMs);
        QVERIFY(!reading.hand.visible("password-form"));
    }
    {
        Opened again(*m_project, m_state.path());
        QTRY_VERIFY_WITH_TIMEOUT(again.hand.moveTo(*again.sources(), m_project->name()), answerMs); // the window may still put the place back where it was
        again.hand.press(Qt::Key_T);
        typePassword(again.hand);
        QTRY_VERIFY2_WITH_TIMEOUT(again.checks().contains(QStringLiteral("may sign in")), qPrintable(again.checks()), answerMs);
    }
    standsInNoFile();
}

/// Starts this program again in a session of its own.
class ConsoleKeyringTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = StackProject::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void withAKeyring()
    {
        for (const char *program : {"dbus-run-session", "gnome-keyring-daemon"})
            if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
                QSKIP(qPrintable(QString::fromLatin1(program) + QStringLiteral(" is not installed")));
        const QString script = QStringLiteral("printf 'of the login\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && "
                                              "exec \"$0\" --steps");
        passes({QStringLiteral("dbus-run-session"), QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), script,
                QCoreApplication::applicationFilePath()});
    }
    void withoutASession() { passes({QCoreApplication::applicationFilePath(), QStringLiteral("--steps")}); }

private:
    static void passes(QStringList command)
    {
        const QTemporaryDir home;
        QVERIFY(QDir(home.path()).mkdir(QStringLiteral("run")));
        QFile::setPermissions(home.filePath(QStringLiteral("run")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"DBUS_SESSION_BUS_ADDRESS", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "KDE_FULL_SESSION", "DESKTOP_SESSION",
                                 "XDG_CURRENT_DESKTOP"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("HOME"), home.path());
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.filePath(QStringLiteral("run")));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(command.takeFirst(), command);
        QVERIFY(process.waitForFinished(280'000));
        const QByteArray printed = process.readAll();
        QVERIFY2(process.exitCode() == 0 && process.exitStatus() == QProcess::NormalExit, printed.constData());
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (application.arguments().contains(QStringLiteral("--steps"))) {
        ConsoleKeyringSteps steps;
        return QTest::qExec(&steps, {application.arguments().first()});
    }
    ConsoleKeyringTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "console_keyring_test.moc"

#include "adapters/keychain/keychain_secret_store.h"
#include "adapters/project/chained_secret_store.h"
#include "adapters/project/environment_secret_store.h"
#include "adapters/project/session_secret_store.h"
#include "base/system_clock.h"
#include "base/uuid7.h"
#include "common/password_store.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdio>
#include <iostream>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::RunContext;
using model::SecretPlace;

namespace {

constexpr char password[] = "p\xc3\xa4ss w\xc3\xb6rd \xF0\x9F\x94\x91";
constexpr char firstProject[] = "01234567-89ab-7def-8123-456789abcdef";
constexpr char secondProject[] = "11234567-89ab-7def-8123-456789abcdef";
const QString variable = QStringLiteral("EKOS_KEYCHAIN_TEST_PASSWORD");
const QString noKeyring = QStringLiteral("No system keyring answers: the password is asked for each time.");

model::ProjectId project(const QString &id) { return model::ProjectId::parse(id).value(); }

QString said(const base::Error &error) { return QStringLiteral("error %1 %2").arg(int(error.code)).arg(error.message.toEnglish()); }

int print(const QString &line)
{
    std::puts(line.toUtf8().constData());
    return 0;
}

base::Result<> settled(const base::Async<base::Ok> &async)
{
    QObject receiver;
    std::optional<base::Result<>> result;
    async.onSettled(&receiver, [&](const base::Result<> &answer) { result = answer; });
    if (!QTest::qWaitFor([&] { return result.has_value(); }, 30'000))
        return base::Error{ErrorCode::TimedOut, "not settled"};
    return *std::move(result);
}

int console(const QString &folder)
{
    const base::SystemClock clock;
    base::Uuid7Source ids(clock);
    app::LocalWorkspaces workspaces(folder, clock, ids);
    RunContext run;
    if (const auto made = workspaces.init(run); !made)
        return print(said(made.error()));
    app::PasswordStore passwords(workspaces);
    const auto place = [&] { return QString::number(int(workspaces.open({}).value()->secrets().placeOf(variable, run))); };
    print(passwords.canStore() ? QStringLiteral("can store") : QStringLiteral("cannot store"));
    passwords.hold(variable, base::Secret("for now"));
    print(place());
    const auto stored = settled(passwords.store(variable, base::Secret(password)));
    print(stored ? QStringLiteral("stored") : said(stored.error()));
    print(place());
    const auto found = workspaces.open({}).value()->secrets().secret(variable, run);
    print(found && found.value()->reveal([](const std::string &value) { return value == password; }) ? QStringLiteral("the password") : QStringLiteral("something else"));
    const auto forgotten = settled(passwords.forget(variable));
    print(forgotten ? QStringLiteral("forgotten") : said(forgotten.error()));
    return print(place());
}

/// One step in a process of its own, as the console and the command line are: prints one line.
int step(const QStringList &words)
{
    RunContext run;
    KeychainSecretStore store(project(words.at(1)));
    if (words.at(0) == QLatin1String("wait")) { // until the daemon has its name on the bus
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 30'000)
            if (store.check(run))
                return print(QStringLiteral("a keyring answers"));
        return print(QStringLiteral("no keyring answers"));
    }
    if (words.at(0) == QLatin1String("store")) {
        std::string typed;
        std::getline(std::cin, typed);
        const auto stored = store.store(variable, base::Secret(std::move(typed)), run);
        return print(stored ? QStringLiteral("stored") : said(stored.error()));
    }
    if (words.at(0) == QLatin1String("read")) {
        const auto found = store.secret(variable, run);
        if (!found)
            return print(said(found.error()));
        return print(found.value()->reveal([](const std::string &value) { return value == password ? QStringLiteral("the password") : QStringLiteral("something else"); }));
    }
    if (words.at(0) == QLatin1String("place"))
        return print(QString::number(int(store.placeOf(variable, run))));
    if (words.at(0) == QLatin1String("crowd")) { // many threads at once, each with a run of its own
        std::atomic<int> right = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 16; ++i)
            threads.emplace_back([&] {
                RunContext own;
                KeychainSecretStore mine(project(words.at(1)));
                if (const auto found = mine.secret(variable, own); found && found.value()->reveal([](const std::string &value) { return value == password; }))
                    ++right;
            });
        for (std::thread &thread : threads)
            thread.join();
        return print(QStringLiteral("%1 of 16").arg(right.load()));
    }
    if (words.at(0) == QLatin1String("console")) // a program that lives on: what it keeps is used by its next call
        return console(words.at(2));
    const auto forgotten = store.forget(variable, run);
    return print(forgotten ? QStringLiteral("forgotten") : said(forgotten.error()));
}

} // namespace

class KeychainTest : public QObject {
    Q_OBJECT

    /// A home, a run-time folder and, when asked for, a session bus of its own.
    static QProcessEnvironment ownEnvironment(const QTemporaryDir &home)
    {
        QDir(home.path()).mkdir(QStringLiteral("run"));
        QFile::setPermissions(home.filePath(QStringLiteral("run")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "DESKTOP_SESSION", "XDG_CURRENT_DESKTOP", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("HOME"), home.path());
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.filePath(QStringLiteral("run")));
        return environment;
    }
    static QStringList printed(const QString &script, const QTemporaryDir &home)
    {
        QProcess process;
        process.setProcessEnvironment(ownEnvironment(home));
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        const QStringList shell{QStringLiteral("sh"), QStringLiteral("-c"), script, QCoreApplication::applicationFilePath()}; // $0 is this program
        const bool hasBus = script.contains(QLatin1String("gnome-keyring"));
        process.start(hasBus ? QStringLiteral("dbus-run-session") : shell[0], hasBus ? QStringList{QStringLiteral("--")} + shell : shell.mid(1));
        process.waitForFinished(120'000);
        return QString::fromUtf8(process.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }
    static QString unlocked(const QString &steps)
    {
        return QStringLiteral("printf 'of the login\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null\n\"$0\" --step wait %1\n").arg(QLatin1String(firstProject)) + steps;
    }

private Q_SLOTS:
    void keptReadElsewhereForgotten()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("dbus-run-session")).isEmpty() || QStandardPaths::findExecutable(QStringLiteral("gnome-keyring-daemon")).isEmpty())
            QSKIP("dbus-run-session or gnome-keyring-daemon is not installed");
        const QTemporaryDir home;
        const QStringList lines = printed(unlocked(QStringLiteral(
            "\"$0\" --step read %1\nprintf '%3\\n' | \"$0\" --step store %1\n\"$0\" --step read %1\n\"$0\" --step place %1\n\"$0\" --step crowd %1\n"
            "\"$0\" --step read %2\n\"$0\" --step forget %1\n\"$0\" --step forget %1\n\"$0\" --step read %1\n\"$0\" --step place %1\n")
            .arg(QLatin1String(firstProject), QLatin1String(secondProject), QString::fromUtf8(password))), home);
        const QString notThere = QStringLiteral("error %1 The system keyring does not have this password.").arg(int(ErrorCode::NotFound));
        const QStringList expected{QStringLiteral("a keyring answers"), notThere, QStringLiteral("stored"), QStringLiteral("the password"), QString::number(int(SecretPlace::Keychain)),
                                   QStringLiteral("16 of 16"), notThere, QStringLiteral("forgotten"), QStringLiteral("forgotten"), notThere, QString::number(int(SecretPlace::Missing))};
        QCOMPARE(lines, expected);
        for (QDirIterator files(home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                QVERIFY2(!file.readAll().contains(password), qPrintable(file.fileName()));
        }
    }

    void aConsoleUsesWhatItKept()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("dbus-run-session")).isEmpty() || QStandardPaths::findExecutable(QStringLiteral("gnome-keyring-daemon")).isEmpty())
            QSKIP("dbus-run-session or gnome-keyring-daemon is not installed");
        const QTemporaryDir home;
        const QTemporaryDir folder;
        const QStringList lines = printed(unlocked(QStringLiteral("\"$0\" --step console %1 '%2'\n").arg(QLatin1String(firstProject), folder.path())), home);
        const QStringList expected{QStringLiteral("a keyring answers"), QStringLiteral("can store"), QString::number(int(SecretPlace::Session)), QStringLiteral("stored"),
                                   QString::number(int(SecretPlace::Keychain)), QStringLiteral("the password"), QStringLiteral("forgotten"), QString::number(int(SecretPlace::Missing))};
        QCOMPARE(lines, expected);
    }

    void withoutABusNoKeyringAnswers()
    {
        const QTemporaryDir home;
        const QStringList lines = printed(QStringLiteral("\"$0\" --step read %1\nprintf 'x\\n' | \"$0\" --step store %1\n\"$0\" --step place %1\n").arg(QLatin1String(firstProject)), home);
        const QString refused = QStringLiteral("error %1 ").arg(int(ErrorCode::Unsupported)) + noKeyring;
        QCOMPARE(lines, (QStringList{refused, refused, QString::number(int(SecretPlace::Missing))}));
        QVERIFY(!QFile::exists(home.filePath(QStringLiteral(".config")))); // no other place is taken instead
    }

    void aBusWithoutAKeyringIsNone()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("dbus-run-session")).isEmpty())
            QSKIP("dbus-run-session is not installed");
        const QTemporaryDir home;
        // a bus that may start no service, so that an installed daemon is not found either
        QFile configuration(home.filePath(QStringLiteral("bus.conf")));
        QVERIFY(configuration.open(QIODevice::WriteOnly));
        configuration.write(QStringLiteral("<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
                                           "<busconfig><type>session</type><listen>unix:tmpdir=%1</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow receive_sender=\"*\"/>"
                                           "<allow own=\"*\"/></policy></busconfig>\n").arg(home.path()).toUtf8());
        configuration.close();
        QProcess process;
        process.setProcessEnvironment(ownEnvironment(home));
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QStringLiteral("dbus-run-session"), {QStringLiteral("--config-file"), configuration.fileName(), QStringLiteral("--"), QCoreApplication::applicationFilePath(), QStringLiteral("--step"),
                                                           QStringLiteral("read"), QLatin1String(firstProject)});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()).trimmed(), QStringLiteral("error %1 ").arg(int(ErrorCode::Unsupported)) + noKeyring);
    }

    void theFirstPlaceThatHasItAnswers()
    {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qputenv("XDG_RUNTIME_DIR", "");
        qunsetenv(variable.toLatin1().constData());
        const auto session = std::make_shared<SessionSecretStore>();
        ChainedSecretStore chain({std::make_shared<EnvironmentSecretStore>(), session, std::make_shared<KeychainSecretStore>(project(QLatin1String(firstProject)))});
        RunContext run;
        const auto missing = chain.secret(variable, run);
        QCOMPARE(int(missing.error().code), int(ErrorCode::NotFound));
        QVERIFY(missing.error().hint.toEnglish().contains(variable));
        QVERIFY(missing.error().detail.contains(noKeyring));
        QCOMPARE(chain.placeOf(variable, run), SecretPlace::Missing);

        session->hold(variable, std::make_shared<const base::Secret>("typed"));
        QCOMPARE(chain.placeOf(variable, run), SecretPlace::Session);
        QVERIFY(chain.secret(variable, run).value()->reveal([](const std::string &value) { return value == "typed"; }));
        qputenv(variable.toLatin1().constData(), "set");
        QCOMPARE(chain.placeOf(variable, run), SecretPlace::Environment);
        QVERIFY(chain.secret(variable, run).value()->reveal([](const std::string &value) { return value == "set"; }));
        qunsetenv(variable.toLatin1().constData());
        session->forget(variable);
        QCOMPARE(chain.placeOf(variable, run), SecretPlace::Missing);

        session->hold(QStringLiteral("GITHUB_TOKEN"), std::make_shared<const base::Secret>("typed")); // a name that a project may not use is asked nowhere
        QCOMPARE(int(chain.secret(QStringLiteral("GITHUB_TOKEN"), run).error().code), int(ErrorCode::InvalidInput));
        QCOMPARE(chain.placeOf(QStringLiteral("GITHUB_TOKEN"), run), SecretPlace::Missing);
    }

    void aCancelledCallAsksNobody()
    {
        base::CancelToken cancel;
        cancel.cancel();
        RunContext run(cancel);
        KeychainSecretStore store(project(QLatin1String(firstProject)));
        QCOMPARE(int(store.secret(variable, run).error().code), int(ErrorCode::Cancelled));
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (const QStringList words = application.arguments(); words.size() > 3 && words.at(1) == QLatin1String("--step"))
        return step(words.mid(2));
    KeychainTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "keychain_test.moc"

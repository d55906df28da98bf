#include "component/usecases/own_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

#include <unistd.h>

using namespace lakehouse;
using testsupport::Ended;
using testsupport::OwnProgram;

namespace {

constexpr int firstAccount = 61001; // of nobody on this machine: they stand in a file of the test's own

struct Account {
    QString name;
    int number;
    QString mail;
};

} // namespace

/// Four eyes at the command line: the program runs under accounts of the system, each with a home and Git settings of its own.
class AccountsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    QTemporaryDir m_machine;
    const Account m_anna{QStringLiteral("anna"), firstAccount, QStringLiteral("anna@example.org")};
    const Account m_carl{QStringLiteral("carl"), firstAccount + 1, QStringLiteral("anna@example.org")};
    const Account m_berta{QStringLiteral("berta"), firstAccount + 2, QStringLiteral("berta@example.org")};

    QString home(const Account &account) const { return m_machine.filePath(account.name); }

    /// Accounts that only processes of this test see: the file that lists them is another one for them.
    Ended as(const Account &account, const QString &program, const QStringList &words, QProcessEnvironment environment) const
    {
        const QString number = QString::number(account.number);
        const QString script = QStringLiteral("mount --bind \"$1\" /etc/passwd && shift && exec setpriv --reuid %1 --regid %1 --clear-groups \"$@\"").arg(number);
        return OwnProgram::started(QStringLiteral("unshare"), QStringList{QStringLiteral("--mount"), QStringLiteral("sh"), QStringLiteral("-c"), script, QStringLiteral("sh"), m_machine.filePath(QStringLiteral("passwd")), program} + words,
                                   environment);
    }

    /// The project's state belongs to one account: it is handed over to whoever goes on.
    Ended run(const OwnProgram &project, const Account &account, const QStringList &words, const QProcessEnvironment &more = {}) const
    {
        const QString owner = QStringLiteral("%1:%1").arg(account.number);
        const Ended handedOver = OwnProgram::started(QStringLiteral("chown"), {QStringLiteral("-R"), owner, project.path({})}, project.environment());
        if (handedOver.exitCode != 0)
            return handedOver;
        QProcessEnvironment environment = project.environment();
        environment.insert(more);
        return as(account, QString::fromUtf8(LAKEHOUSE_PROGRAM), QStringList{QStringLiteral("--project"), project.path({})} + words, environment);
    }

    /// Everything that a command may have written.
    QString written(const OwnProgram &project, const Account &account) const
    {
        QString all;
        for (const QStringList &words : {QStringList{QStringLiteral("ledger"), QStringLiteral("show"), QStringLiteral("--limit"), QStringLiteral("1000"), QStringLiteral("--json")},
                                         QStringList{QStringLiteral("runs"), QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("100"), QStringLiteral("--json")}}) {
            const Ended ended = run(project, account, words);
            if (ended.exitCode != 0)
                qFatal("%s", qPrintable(ended.inWords()));
            all += ended.out;
        }
        return all;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("only root may run a program under other accounts");
        QString accounts;
        for (const Account &account : {m_anna, m_carl, m_berta}) {
            QVERIFY(QDir().mkdir(home(account)));
            QFile settings(home(account) + QStringLiteral("/.gitconfig"));
            QVERIFY(settings.open(QIODevice::WriteOnly) && settings.write("[user]\n\temail = " + account.mail.toUtf8() + "\n") > 0);
            settings.close();
            accounts += QStringLiteral("%1:x:%2:%2::%3:/bin/sh\n").arg(account.name).arg(account.number).arg(home(account));
            QCOMPARE(OwnProgram::started(QStringLiteral("chown"), {QStringLiteral("-R"), QString::number(account.number), home(account)}, QProcessEnvironment::systemEnvironment()).exitCode, 0);
        }
        QFile system(QStringLiteral("/etc/passwd"));
        QFile own(m_machine.filePath(QStringLiteral("passwd")));
        QVERIFY(system.open(QIODevice::ReadOnly) && own.open(QIODevice::WriteOnly) && own.write(system.readAll() + accounts.toUtf8()) > 0);
        own.close();
        QVERIFY(own.setPermissions(QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));
        QVERIFY(QFile::setPermissions(m_machine.path(), QFile::Permissions(0x7755)));
        const Ended who = as(m_anna, QStringLiteral("id"), {QStringLiteral("-un")}, QProcessEnvironment::systemEnvironment());
        if (who.out.trimmed() != m_anna.name)
            QSKIP(qPrintable(QStringLiteral("no accounts of the test's own on this machine: ") + who.inWords()));
        const Ended version = as(m_anna, QString::fromUtf8(LAKEHOUSE_PROGRAM), {QStringLiteral("--version")}, QProcessEnvironment::systemEnvironment());
        if (version.exitCode != 0)
            QSKIP(qPrintable(QStringLiteral("other accounts may not start the program where it lies: ") + version.inWords()));
        QString reason;
        m_cluster = testing::PostgresCluster::start({}, &reason);
        if (!m_cluster)
            QSKIP(qPrintable(reason));
        QCOMPARE(OwnProgram::makeReader(*m_cluster), QString());
        m_cluster->run(QStringLiteral("CREATE DATABASE shop"));
        QString error;
        m_cluster->run(QStringLiteral("CREATE TABLE customer (id int PRIMARY KEY, email text); CREATE TABLE note (text text); GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"), QStringLiteral("shop"), &error);
        QCOMPARE(error, QString());
    }

    void whoDecidedDoesNotSign()
    {
        const OwnProgram project(*m_cluster, QStringLiteral("shop"), "\n[extensions.lakehouse.approval]\nfour-eyes = true\n");
        const auto words = [](const char *line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); };
        const auto fine = [&](const Account &account, const QStringList &line) {
            const Ended ended = run(project, account, line);
            if (ended.exitCode != 0)
                qWarning("%s: %s", qPrintable(line.join(QLatin1Char(' '))), qPrintable(ended.inWords()));
            return ended.exitCode == 0;
        };
        QVERIFY(fine(m_anna, words("init")));
        QVERIFY(fine(m_anna, words("analyze")));
        const Ended list = run(project, m_anna, words("review list --json"));
        qint64 decided = 0;
        for (const QJsonValue &subject : list.json().value(QStringLiteral("subjects")).toArray()) {
            if (subject[QStringLiteral("open")].toInt() == 0)
                continue;
            ++decided;
            QVERIFY(fine(m_anna, {QStringLiteral("review"), QStringLiteral("decide"), subject[QStringLiteral("subject")].toString(), QStringLiteral("--filter"), QString(), QStringLiteral("--as-proposed"), QStringLiteral("--note"), QStringLiteral("read")}));
        }
        QVERIFY2(decided >= 2, qPrintable(list.out)); // scope and personal data at least

        const QStringList sign = words("signoff approve --subject scope --subject pii --note read");
        const auto isRefused = [&](const Account &account, const QProcessEnvironment &more = {}) {
            const QString before = written(project, account);
            const Ended ended = run(project, account, sign, more);
            const bool isUnchanged = written(project, account) == before;
            if (ended.exitCode != 4 || !isUnchanged || !ended.err.contains(QStringLiteral("four-eyes")))
                qWarning("%s: %s", qPrintable(account.name), qPrintable(ended.inWords()));
            return ended.exitCode == 4 && isUnchanged && ended.err.contains(QStringLiteral("four-eyes"));
        };
        QVERIFY(isRefused(m_anna));
        QProcessEnvironment disguise; // what anybody may set is not who somebody is
        for (const char *name : {"USER", "LOGNAME", "USERNAME", "SUDO_USER", "GIT_AUTHOR_NAME"})
            disguise.insert(QString::fromLatin1(name), m_berta.name);
        for (const char *name : {"EMAIL", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"})
            disguise.insert(QString::fromLatin1(name), m_berta.mail);
        disguise.insert(QStringLiteral("HOME"), home(m_berta));
        disguise.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), home(m_berta) + QStringLiteral("/.gitconfig"));
        QVERIFY(isRefused(m_anna, disguise));
        QVERIFY(isRefused(m_carl)); // another account of the same person, by its Git identity
        const Ended other = run(project, m_anna, sign + words("--as berta"));
        QCOMPARE(other.exitCode, 2); // nobody names another person

        const Ended signedOff = run(project, m_berta, sign);
        QVERIFY2(signedOff.exitCode == 0, qPrintable(signedOff.inWords()));
        const Ended shown = run(project, m_berta, words("signoff show --json"));
        for (const QJsonValue &subject : shown.json().value(QStringLiteral("subjects")).toArray()) {
            const QString name = subject[QStringLiteral("subject")].toString();
            const bool isOurs = name == QLatin1String("scope") || name == QLatin1String("pii");
            QCOMPARE(subject[QStringLiteral("state")].toString(), isOurs ? QStringLiteral("signed") : QStringLiteral("not-signed"));
            QCOMPARE(subject[QStringLiteral("signed-by")].toString().startsWith(QStringLiteral("berta@")), isOurs);
        }
    }
};

QTEST_GUILESS_MAIN(AccountsTest)
#include "accounts_test.moc"

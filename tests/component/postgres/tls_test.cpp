#include "source_fixture.h"

#include <QFile>
#include <QStandardPaths>

using namespace lakehouse;
using namespace lakehouse::testing;
using base::ErrorCode;

namespace {
const QString database = QStringLiteral("tls_cases");
}

/// A server with TLS and a certificate that it signed itself, which lets the reader in with TLS only. Runs after the tests of a server without.
class TlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tlsRequiredByTheServer();
    void tlsVerified();
};

void TlsTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE tls_cases"), QStringLiteral("postgres"));
    if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
        QSKIP("openssl, which makes the certificate, is not installed");
    QTemporaryDir folder;
    QProcess openssl;
    openssl.start(QStringLiteral("openssl"), {QStringLiteral("req"), QStringLiteral("-new"), QStringLiteral("-x509"), QStringLiteral("-days"), QStringLiteral("2"), QStringLiteral("-nodes"),
                                              QStringLiteral("-subj"), QStringLiteral("/CN=db.example.org"), QStringLiteral("-out"), folder.filePath(QStringLiteral("crt")),
                                              QStringLiteral("-keyout"), folder.filePath(QStringLiteral("key"))});
    QVERIFY(openssl.waitForFinished(20'000) && openssl.exitCode() == 0);
    const auto content = [&](const char *name) { QFile file(folder.filePath(QLatin1String(name))); return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray(); };
    const QString certificate = cluster()->writeFile(QStringLiteral("server.crt"), content("crt"));
    const QString key = cluster()->writeFile(QStringLiteral("server.key"), content("key"));
    for (const QString &setting : {QStringLiteral("ssl_cert_file = '%1'").arg(certificate), QStringLiteral("ssl_key_file = '%1'").arg(key), QStringLiteral("ssl = on")})
        EKOS_SQL(QStringLiteral("ALTER SYSTEM SET ") + setting, QStringLiteral("postgres"));
    cluster()->prependAccessRules(QStringLiteral("hostssl tls_cases reader 127.0.0.1/32 scram-sha-256\nhost tls_cases reader 127.0.0.1/32 reject\n"));
    if (cluster()->run(QStringLiteral("SHOW ssl")) != QLatin1String("on"))
        QSKIP("this PostgreSQL is built without TLS");
}

void TlsTest::tlsRequiredByTheServer()
{
    model::SourceConnection connection = connectionTo(database);
    connection.tlsMode = QStringLiteral("disable");
    base::RunContext run;
    const auto refused = openSource(connection)->query(QStringLiteral("SELECT 1"), run);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unreachable);
    QVERIFY2(refused.error().message.toEnglish().contains(QStringLiteral("only with TLS")) && refused.error().hint.toEnglish().contains(QStringLiteral("tls-mode")), qPrintable(everythingIn(refused.error())));
    connection.tlsMode = QStringLiteral("require");
    QCOMPARE(oneValue(openSource(connection)->query(QStringLiteral("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"), run)), QStringLiteral("t"));
}

void TlsTest::tlsVerified()
{
    model::SourceConnection connection = connectionTo(database);
    connection.tlsMode = QStringLiteral("verify-full");
    connection.tlsRootCertificate = cluster()->run(QStringLiteral("SHOW ssl_cert_file"));
    base::RunContext run;
    const auto otherName = openSource(connection)->query(QStringLiteral("SELECT 1"), run); // the certificate is for db.example.org
    QVERIFY(!otherName);
    QCOMPARE(otherName.error().code, ErrorCode::Unreachable);
    QVERIFY2(otherName.error().hint.toEnglish().contains(QStringLiteral("tls-root-certificate")), qPrintable(everythingIn(otherName.error())));
    connection.tlsMode = QStringLiteral("verify-ca");
    QCOMPARE(oneValue(openSource(connection)->query(QStringLiteral("SELECT 1"), run)), QStringLiteral("1"));
    connection.tlsRootCertificate = QStringLiteral("/none.pem");
    const auto noRoot = openSource(connection)->query(QStringLiteral("SELECT 1"), run);
    QVERIFY(!noRoot && noRoot.error().code == ErrorCode::Unreachable);
    QVERIFY(noRoot.error().hint.toEnglish().contains(QStringLiteral("tls-root-certificate")));
}

std::unique_ptr<QObject> lakehouse::testing::makeTlsTest() { return std::make_unique<TlsTest>(); }

#include "tls_test.moc"

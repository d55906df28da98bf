#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::CheckState;
using model::ServiceCheck;

namespace {

const QString database = QStringLiteral("checks_cases");

std::optional<ServiceCheck> line(const std::vector<ServiceCheck> &lines, const char *name)
{
    for (const ServiceCheck &one : lines)
        if (one.check == QLatin1String(name))
            return one;
    return std::nullopt;
}

} // namespace

/// The source's lines of `doctor`.
class ChecksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goodRole();
    void writingRoles_data();
    void writingRoles();
    void triedWriteLeavesNothing();
    void unreadableTablesAreNamed();
    void missingColumnIsNamed();
    void missingSchemaIsNamed();
    void manyMissingRightsAreCutShort();
    void rowSecurityIsNamed();
    void policyThatShowsEveryRowIsFine();
    void unreachable();

private:
    std::vector<ServiceCheck> check();
};

void ChecksTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE checks_cases; GRANT pg_read_all_stats TO reader"), QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral("REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE TABLE a (id int); CREATE TABLE b (id int); GRANT SELECT ON a, b TO reader"), database);
}

std::vector<ServiceCheck> ChecksTest::check()
{
    base::RunContext run;
    return openSource(connectionTo(database))->check(run);
}

void ChecksTest::goodRole()
{
    const std::vector<ServiceCheck> lines = check();
    for (const char *name : {"answers", "version", "encoding", "tls", "rights", "row-security", "write-refused", "sees-transactions", "clock"}) {
        const std::optional<ServiceCheck> one = line(lines, name);
        QVERIFY2(one, name);
        QVERIFY2(one->state == CheckState::Passed && one->remedy.isEmpty(), qPrintable(englishOf(lines)));
        QCOMPARE(one->service, QStringLiteral("source"));
    }
    QVERIFY(line(lines, "rights")->finding.toEnglish().startsWith(QStringLiteral("2 ")));
}

void ChecksTest::writingRoles_data()
{
    QTest::addColumn<QString>("grant");
    QTest::addColumn<QString>("revoke");
    QTest::addColumn<QString>("named");
    QTest::newRow("update of a table") << QStringLiteral("GRANT UPDATE ON b TO reader") << QStringLiteral("REVOKE UPDATE ON b FROM reader") << QStringLiteral("public.b");
    QTest::newRow("update of a column") << QStringLiteral("GRANT UPDATE (id) ON a TO reader") << QStringLiteral("REVOKE UPDATE (id) ON a FROM reader") << QStringLiteral("public.a");
    QTest::newRow("truncate through a group") << QStringLiteral("CREATE ROLE writers; GRANT TRUNCATE ON a TO writers; GRANT writers TO reader") << QStringLiteral("DROP OWNED BY writers; DROP ROLE writers") << QStringLiteral("public.a");
    QTest::newRow("create in a schema") << QStringLiteral("GRANT CREATE ON SCHEMA public TO PUBLIC") << QStringLiteral("REVOKE CREATE ON SCHEMA public FROM PUBLIC") << QStringLiteral("could create a table");
    QTest::newRow("superuser") << QStringLiteral("ALTER ROLE reader SUPERUSER") << QStringLiteral("ALTER ROLE reader NOSUPERUSER") << QStringLiteral("public.a");
}

void ChecksTest::writingRoles()
{
    QFETCH(QString, grant);
    QFETCH(QString, revoke);
    QFETCH(QString, named);
    EKOS_SQL(grant, database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(revoke, database);
    const std::optional<ServiceCheck> refused = line(lines, "write-refused");
    QVERIFY(refused);
    QVERIFY2(refused->state == CheckState::Failed, qPrintable(englishOf(lines)));
    QVERIFY2(refused->finding.toEnglish().contains(named), qPrintable(englishOf(lines)));
    QVERIFY(refused->remedy.toEnglish().contains(QStringLiteral("REVOKE")));
    QCOMPARE(line(check(), "write-refused")->state, CheckState::Passed);
}

void ChecksTest::triedWriteLeavesNothing()
{
    QCOMPARE(cluster()->run(QStringLiteral("SELECT count(*) FROM pg_class WHERE relname LIKE 'ekos%'"), database), QStringLiteral("0"));
}

void ChecksTest::unreadableTablesAreNamed()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE \"Not Mine\" (id int)"), database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(QStringLiteral("DROP TABLE \"Not Mine\""), database);
    const std::optional<ServiceCheck> rights = line(lines, "rights");
    QCOMPARE(rights->state, CheckState::Warning);
    QVERIFY2(rights->finding.toEnglish().contains(QStringLiteral("public.\"Not Mine\"")), qPrintable(englishOf(lines)));
    QVERIFY2(rights->remedy.toEnglish().contains(QStringLiteral("GRANT SELECT")), qPrintable(englishOf(lines)));
}

void ChecksTest::missingColumnIsNamed()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE partly (id int, \"pass\"\"word\" text); GRANT SELECT (id) ON partly TO reader"), database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(QStringLiteral("DROP TABLE partly"), database);
    const std::optional<ServiceCheck> rights = line(lines, "rights");
    QCOMPARE(rights->state, CheckState::Warning);
    QVERIFY2(rights->finding.toEnglish().startsWith(QStringLiteral("2 ")) && rights->finding.toEnglish().contains(QStringLiteral("public.partly.\"pass\"\"word\"")), qPrintable(englishOf(lines)));
    QVERIFY(!rights->finding.toEnglish().contains(QStringLiteral("partly.id")));
    QVERIFY2(rights->remedy.toEnglish().contains(QStringLiteral("GRANT SELECT (\"pass\"\"word\") ON \"public\".\"partly\" TO \"reader\";")), qPrintable(englishOf(lines)));
}

void ChecksTest::missingSchemaIsNamed()
{
    EKOS_SQL(QStringLiteral("CREATE SCHEMA \"Shut In\"; CREATE TABLE \"Shut In\".t (id int); GRANT SELECT ON \"Shut In\".t TO reader"), database);
    const std::vector<ServiceCheck> lines = check();
    const std::optional<ServiceCheck> rights = line(lines, "rights");
    QVERIFY2(rights->finding.toEnglish().contains(QStringLiteral("\"Shut In\".t")), qPrintable(englishOf(lines)));
    QVERIFY2(rights->remedy.toEnglish().contains(QStringLiteral("GRANT USAGE ON SCHEMA \"Shut In\" TO \"reader\";")), qPrintable(englishOf(lines)));
    QVERIFY(!rights->remedy.toEnglish().contains(QStringLiteral("GRANT SELECT"))); // that one it has
    // What the advice says is what is missing.
    EKOS_SQL(QStringLiteral("GRANT USAGE ON SCHEMA \"Shut In\" TO \"reader\";"), database);
    QCOMPARE(line(check(), "rights")->state, CheckState::Passed);
    EKOS_SQL(QStringLiteral("DROP SCHEMA \"Shut In\" CASCADE"), database);
}

void ChecksTest::manyMissingRightsAreCutShort()
{
    EKOS_SQL(QStringLiteral("SELECT format('CREATE TABLE shut%s (id int)', n) FROM generate_series(1, 9) n \\gexec\n"), database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(QStringLiteral("SELECT format('DROP TABLE shut%s', n) FROM generate_series(1, 9) n \\gexec\n"), database);
    const std::optional<ServiceCheck> rights = line(lines, "rights");
    QVERIFY2(rights->finding.toEnglish().contains(QStringLiteral("9 not or not whole")) && rights->finding.toEnglish().endsWith(QStringLiteral("…")), qPrintable(englishOf(lines)));
    QCOMPARE(rights->remedy.toEnglish().count(QStringLiteral("GRANT SELECT ON")), 5);
}

void ChecksTest::rowSecurityIsNamed()
{
    EKOS_SQL(QStringLiteral("ALTER TABLE a ENABLE ROW LEVEL SECURITY; CREATE POLICY \"Own Rows\" ON a USING (id > 5)"), database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(QStringLiteral("ALTER TABLE a DISABLE ROW LEVEL SECURITY; DROP POLICY \"Own Rows\" ON a"), database);
    QCOMPARE(line(lines, "row-security")->state, CheckState::Warning);
    QVERIFY2(line(lines, "row-security")->finding.toEnglish().contains(QStringLiteral("public.a (\"Own Rows\")")), qPrintable(englishOf(lines)));
    QVERIFY(line(lines, "row-security")->remedy.toEnglish().contains(QStringLiteral("BYPASSRLS")));
}

void ChecksTest::policyThatShowsEveryRowIsFine()
{
    EKOS_SQL(QStringLiteral("ALTER TABLE a ENABLE ROW LEVEL SECURITY; CREATE POLICY everything ON a FOR SELECT TO reader USING (true)"), database);
    const std::vector<ServiceCheck> lines = check();
    EKOS_SQL(QStringLiteral("ALTER TABLE a DISABLE ROW LEVEL SECURITY; DROP POLICY everything ON a"), database);
    QVERIFY2(line(lines, "row-security")->state == CheckState::Passed, qPrintable(englishOf(lines)));
}

void ChecksTest::unreachable()
{
    model::SourceConnection connection = connectionTo(database);
    connection.port = 1;
    base::RunContext run;
    const std::vector<ServiceCheck> lines = openSource(connection)->check(run);
    QCOMPARE(lines.size(), std::size_t(1));
    QCOMPARE(lines[0].check, QStringLiteral("answers"));
    QCOMPARE(lines[0].state, CheckState::Failed);
    QVERIFY(lines[0].finding.toEnglish().contains(QStringLiteral("did not answer")) && !lines[0].remedy.isEmpty());
}

std::unique_ptr<QObject> lakehouse::testing::makeChecksTest() { return std::make_unique<ChecksTest>(); }

#include "checks_test.moc"

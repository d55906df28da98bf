#include "component/usecases/film_project.h"

#include "api/operations/sources.h"
#include "base/file_digest.h"
#include "model/no_source.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

void writeToml(FilmProject &film, const QByteArray &toml)
{
    QFile file(film.project.path(QStringLiteral("ekos.toml")));
    if (!file.open(QIODevice::WriteOnly) || file.write(toml) != toml.size())
        qFatal("cannot write ekos.toml");
}

QByteArray readToml(FilmProject &film)
{
    QFile file(film.project.path(QStringLiteral("ekos.toml")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString digestOf(FilmProject &film) { return base::fileDigest(readToml(film)); }

constexpr char twoSources[] = R"(# films first
[extensions.lakehouse]
source-database = "film_rental"

[[databases]]
name = "film_rental"
kind = "postgresql"
connect = "127.0.0.1/film_rental"   # this machine
user = "ekos"
password-env = "EKOS_LH_PG_PASSWORD"

[[databases]]
name = "erp"
kind = "postgresql"
connect = "erp.example.com:5433/erp"
user = "erp_ro"
schemas = ["sales"]
)";

AddSource added(FilmProject &film, const char *name)
{
    return {.expectedDigest = digestOf(film), .name = QString::fromUtf8(name), .connect = QStringLiteral("db.example.com:5432/shop"), .user = QStringLiteral("reader"),
            .passwordEnv = QStringLiteral("SHOP_PASSWORD")};
}

EditSource edited(FilmProject &film, const char *name, const char *connect)
{
    return {.expectedDigest = digestOf(film), .name = QString::fromUtf8(name), .connect = QString::fromUtf8(connect), .user = QStringLiteral("erp_ro")};
}

const ServiceCheck *checkOf(const SourceTest &test, const char *name)
{
    const auto found = std::ranges::find(test.checks, QString::fromLatin1(name), &ServiceCheck::check);
    return found == test.checks.end() ? nullptr : &*found;
}

QStringList namesOf(const SourceTest &test)
{
    QStringList names;
    for (const ServiceCheck &check : test.checks)
        names += check.check + (check.state == CheckState::Skipped ? QStringLiteral(" skipped") : check.state == CheckState::Failed ? QStringLiteral(" failed") : QString());
    return names;
}

} // namespace

class SourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theListSaysWhatIsKnown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theListSaysWhatIsKnown()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, twoSources);
        film.project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Keychain;
        LAKEHOUSE_VALUE(const SourceList fresh, film.doors.ask(ListSources{}, door));
        QCOMPARE(fresh.settingsDigest, base::fileDigest(twoSources));
        QCOMPARE(fresh.sources.size(), 2u);
        const SourceRow &first = fresh.sources[0];
        QCOMPARE(first.name, QStringLiteral("film_rental"));
        QCOMPARE(first.address, QStringLiteral("127.0.0.1:5432/film_rental"));
        QCOMPARE(first.secret, SecretPlace::Keychain);
        QCOMPARE(first.tlsMode, QStringLiteral("prefer"));
        QVERIFY(first.isExtracted && first.isEditable && !first.lastReadAtUtc);
        QCOMPARE(first.trinoCatalog, QStringLiteral("film_rental"));
        const SourceRow &second = fresh.sources[1];
        QCOMPARE(second.name, QStringLiteral("erp"));
        QVERIFY(!second.isExtracted && second.trinoCatalog.isEmpty() && second.passwordEnv.isEmpty());
        QCOMPARE(second.schemas, std::vector<QString>{QStringLiteral("sales")});

        QVERIFY(film.doors.ask(AnalyzeSource{.database = QStringLiteral("film_rental")}, door));
        const base::UtcTime readFirst = film.project.clock.now();
        LAKEHOUSE_VALUE(const SourceList read, film.doors.ask(ListSources{}, door));
        QCOMPARE(read.sources[0].tables, 2);
        QCOMPARE(read.sources[0].columns, 5);
        QCOMPARE(read.sources[0].serverVersion, QStringLiteral("15.8"));
        QCOMPARE(read.sources[0].lastReadAtUtc, std::optional(readFirst));
        QVERIFY(!read.sources[1].lastReadAtUtc);

        film.project.clock.advance(60'000'000); // read again, and nothing was new
        QVERIFY(film.doors.ask(AnalyzeSource{.database = QStringLiteral("film_rental")}, door));
        LAKEHOUSE_VALUE(const SourceList again, film.doors.ask(ListSources{}, door));
        QCOMPARE(again.sources[0].lastReadAtUtc, std::optional(film.project.clock.now()));
    }

    void viewsAreNoTables()
    {
        FilmProject film;
        film.project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Environment; // to sign in
        SourceTable view = aTable("film_list").withColumn(QStringLiteral("title"), QStringLiteral("text"));
        view.kind = TableKind::View;
        film.project.setTables({FilmProject::film(), FilmProject::actor(), view});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const SourceList list, film.doors.ask(ListSources{}));
        QCOMPARE(list.sources[0].tables, 2);
        QCOMPARE(list.sources[0].columns, 5); // film 3, actor 2
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{}));
        QCOMPARE(test.tables, 2);
    }

    void aProjectWithoutASourceSaysWhatComesFirst_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aProjectWithoutASourceSaysWhatComesFirst()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, "[project]\nname = \"film\"\n");
        LAKEHOUSE_VALUE(const SourceList list, film.doors.ask(ListSources{}, door));
        QVERIFY(list.sources.empty());
        for (const base::Error &error : {film.doors.ask(ShowPipeline{}, door).error(), film.doors.ask(MakePlan{}, door).error()}) {
            QVERIFY2(model::saysNoSource(error), qPrintable(error.message.toEnglish()));
            QVERIFY(error.hint.toEnglish().contains(QStringLiteral("sources add")));
        }
    }

    void theShortFormIsListedAndLeftAlone_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theShortFormIsListedAndLeftAlone()
    {
        QFETCH(Door, door);
        FilmProject film; // its settings are written so
        LAKEHOUSE_VALUE(const SourceList list, film.doors.ask(ListSources{}, door));
        QCOMPARE(list.sources.size(), 1u);
        QVERIFY(list.sources[0].isExtracted && !list.sources[0].isEditable);
        QCOMPARE(list.sources[0].address, QStringLiteral("127.0.0.1:1/film_rental"));
        const QByteArray before = readToml(film);
        QCOMPARE(film.doors.ask(edited(film, "film_rental", "x:1/y"), door).error().code, ErrorCode::Unsupported);
        QCOMPARE(film.doors.ask(RemoveSource{digestOf(film), QStringLiteral("film_rental"), reason()}, door).error().code, ErrorCode::Unsupported);
        QCOMPARE(film.doors.ask(added(film, "film_rental"), door).error().code, ErrorCode::AlreadyExists);
        AddSource taking = added(film, "shop");
        taking.extract = true;
        QCOMPARE(film.doors.ask(taking, door).error().code, ErrorCode::Unsupported);
        QCOMPARE(readToml(film), before);
        QVERIFY(film.doors.ask(added(film, "shop"), door)); // beside it
    }

    void withoutASourceTheListIsEmpty_data() { LAKEHOUSE_BOTH_DOORS(); }
    void withoutASourceTheListIsEmpty()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, "[project]\nname = \"film\"\n");
        LAKEHOUSE_VALUE(const SourceList empty, film.doors.ask(ListSources{}, door));
        QVERIFY(empty.sources.empty());
        LAKEHOUSE_VALUE(const SourceSaved saved, film.doors.ask(added(film, "shop"), door));
        QCOMPARE(saved.settingsDigest, digestOf(film));
        LAKEHOUSE_VALUE(const SourceList one, film.doors.ask(ListSources{}, door));
        QCOMPARE(one.settingsDigest, saved.settingsDigest);
        QVERIFY(one.sources.at(0).isExtracted); // the first of a project
        QCOMPARE(readToml(film), QByteArray("[project]\nname = \"film\"\n\n[extensions.lakehouse]\nsource-database = \"shop\"\n\n"
                                            "[[databases]]\nname = \"shop\"\nkind = \"postgresql\"\nconnect = \"db.example.com:5432/shop\"\nuser = \"reader\"\npassword-env = \"SHOP_PASSWORD\"\n"));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{}, door));
        QCOMPARE(runs.runs.at(0).operation, QStringLiteral("sources.add"));
        QVERIFY(runs.runs.at(0).actor.contains(QStringLiteral("anna")));
    }

    void whatWasNotSeenIsNotChanged_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatWasNotSeenIsNotChanged()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, twoSources);
        const AddSource add = added(film, "shop");
        const EditSource edit = edited(film, "erp", "new.example.com:1/erp");
        const RemoveSource removal{digestOf(film), QStringLiteral("erp"), reason()};
        const QByteArray byHand = QByteArray(twoSources) + "# by hand\n";
        writeToml(film, byHand);
        QCOMPARE(film.doors.ask(add, door).error().code, ErrorCode::Stale);
        QCOMPARE(film.doors.ask(edit, door).error().code, ErrorCode::Stale);
        QCOMPARE(film.doors.ask(removal, door).error().code, ErrorCode::Stale);
        QCOMPARE(readToml(film), byHand);
    }

    void anEntryIsEditedInPlace_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anEntryIsEditedInPlace()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, twoSources);
        QVERIFY(film.doors.ask(edited(film, "erp", "new.example.com:5433/erp"), door));
        QCOMPARE(readToml(film), QByteArray(twoSources).replace("erp.example.com", "new.example.com").replace("schemas = [\"sales\"]\n", ""));
        // as the list shows it: what counts without being written is not written
        writeToml(film, twoSources);
        LAKEHOUSE_VALUE(const SourceList list, film.doors.ask(ListSources{}, door));
        const SourceRow &row = list.sources[0];
        QVERIFY(film.doors.ask(EditSource{list.settingsDigest, row.name, row.address, row.user, row.passwordEnv, row.schemas, row.tlsMode, row.tlsRootCertificate, row.isExtracted}, door));
        QCOMPARE(readToml(film), QByteArray(twoSources));
        EditSource extracting = edited(film, "erp", "erp.example.com:5433/erp");
        extracting.schemas = {QStringLiteral("sales")};
        extracting.extract = true;
        QVERIFY(film.doors.ask(extracting, door));
        QCOMPARE(readToml(film), QByteArray(twoSources).replace("source-database = \"film_rental\"", "source-database = \"erp\""));
    }

    void keysOfTheOldSourceDoNotCountForTheNew()
    {
        FilmProject film;
        writeToml(film, QByteArray(twoSources).replace("source-database", "source-schemas = [\"public\"]\nsource-database"));
        EditSource extracting = edited(film, "erp", "erp.example.com:5433/erp");
        extracting.extract = true;
        QCOMPARE(film.doors.ask(extracting).error().code, ErrorCode::RefusedByRule);
        EditSource schemas = edited(film, "film_rental", "127.0.0.1:5432/film_rental");
        schemas.schemas = {QStringLiteral("other")};
        QCOMPARE(film.doors.ask(schemas).error().code, ErrorCode::RefusedByRule);
    }

    void theExtractedSourceStays_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theExtractedSourceStays()
    {
        QFETCH(Door, door);
        FilmProject film;
        writeToml(film, twoSources);
        const auto refused = film.doors.ask(RemoveSource{digestOf(film), QStringLiteral("film_rental"), reason()}, door);
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("--extract")));
        QCOMPARE(film.doors.ask(RemoveSource{digestOf(film), QStringLiteral("crm"), reason()}, door).error().code, ErrorCode::NotFound);
        QVERIFY(film.doors.ask(RemoveSource{digestOf(film), QStringLiteral("erp"), reason("it was sold")}, door));
        QVERIFY(!readToml(film).contains("erp"));
        QVERIFY(readToml(film).startsWith("# films first\n"));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{}, door));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = runs.runs.at(0).id.toString()}, door));
        QVERIFY(std::ranges::any_of(detail.events, [](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("it was sold")); }));
    }

    void aReasonIsAskedForWhereTheProjectWantsOne()
    {
        FilmProject film;
        writeToml(film, QByteArray(twoSources) + "[extensions.lakehouse.approval]\nrequire-reason = true\n");
        QCOMPARE(film.doors.ask(RemoveSource{digestOf(film), QStringLiteral("erp"), FilmProject::noReason()}).error().code, ErrorCode::NeedsReason);
    }

    void mistakesAreToldWithoutPasswords_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("connect");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("passwordEnv");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("code");
        const auto row = [](const char *what, const char *name, const char *connect, const char *user, const char *env, const char *kind, ErrorCode code) {
            QTest::newRow(what) << QString::fromUtf8(name) << QString::fromUtf8(connect) << QString::fromUtf8(user) << QString::fromUtf8(env) << QString::fromUtf8(kind) << int(code);
        };
        row("no name", "", "h:1/d", "u", "", "", ErrorCode::InvalidInput);
        row("a name with a line break", "a\nb", "h:1/d", "u", "", "", ErrorCode::InvalidInput);
        row("no database", "n", "h:1", "u", "", "", ErrorCode::InvalidInput);
        row("no port", "n", "h:x/d", "u", "", "", ErrorCode::InvalidInput);
        row("a password in the address", "n", "u:s3cret@h:1/d", "u", "", "", ErrorCode::InvalidInput);
        row("a password behind the address", "n", "h:1/d?password=s3cret", "u", "", "", ErrorCode::InvalidInput);
        row("no user", "n", "h:1/d", "", "", "", ErrorCode::InvalidInput);
        row("a password in place of its name", "n", "h:1/d", "u", "s3cret!", "", ErrorCode::InvalidInput);
        row("a variable of somebody else", "n", "h:1/d", "u", "GITHUB_TOKEN", "", ErrorCode::InvalidInput);
        row("another engine", "n", "h:1/d", "u", "", "oracle", ErrorCode::Unsupported);
    }
    void mistakesAreToldWithoutPasswords()
    {
        QFETCH(QString, name);
        QFETCH(QString, connect);
        QFETCH(QString, user);
        QFETCH(QString, passwordEnv);
        QFETCH(QString, kind);
        QFETCH(int, code);
        FilmProject film;
        writeToml(film, twoSources);
        const auto answer = film.doors.ask(AddSource{.expectedDigest = digestOf(film), .name = name, .kind = kind, .connect = connect, .user = user, .passwordEnv = passwordEnv});
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), code);
        QVERIFY(!answer.error().hint.isEmpty());
        QVERIFY(!(answer.error().message.toEnglish() + answer.error().hint.toEnglish() + answer.error().detail + answer.error().subject).contains(QStringLiteral("s3cret")));
        QCOMPARE(readToml(film), QByteArray(twoSources));
    }

    void aTestSaysWhatIsInTheWay_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aTestSaysWhatIsInTheWay()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("of type"), QStringLiteral("text")), FilmProject::actor()});
        film.project.source.catalog.tables.back().columns.back().type = {.declared = QStringLiteral("regclass"), .schema = QStringLiteral("pg_catalog"), .name = QStringLiteral("regclass")};
        film.project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Environment;
        film.project.source.checks = {{QStringLiteral("source"), QStringLiteral("clock"), CheckState::Passed, "0 s", {}},
                                      {QStringLiteral("source"), QStringLiteral("write-refused"), CheckState::Passed, "refused", {}},
                                      {QStringLiteral("source"), QStringLiteral("version"), CheckState::Passed, "PostgreSQL 15.8", {}}};
        film.project.source.rights.rows = {{QStringLiteral("public"), std::nullopt, std::nullopt, QStringLiteral("t")},
                                           {QStringLiteral("public"), QStringLiteral("actor"), std::nullopt, QStringLiteral("t")},
                                           {QStringLiteral("Sales"), std::nullopt, std::nullopt, QStringLiteral("f")},
                                           {QStringLiteral("public"), QStringLiteral("film"), QStringLiteral("a\"b"), QStringLiteral("f")}};
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{}, door));
        QCOMPARE(test.name, QStringLiteral("film_rental"));
        QCOMPARE(test.address, QStringLiteral("127.0.0.1:1/film_rental"));
        QCOMPARE(namesOf(test).mid(0, 5).join(QLatin1Char(',')), QStringLiteral("reach,sign-in,version,write-refused,clock"));
        QCOMPARE(test.rights.size(), 4u);
        QCOMPARE(test.rights[0], (SourceRight{QStringLiteral("schema \"Sales\""), QStringLiteral("USAGE"), false, QStringLiteral("GRANT USAGE ON SCHEMA \"Sales\" TO \"ekos\";")}));
        QCOMPARE(test.rights[1], (SourceRight{QStringLiteral("public.film.\"a\"\"b\""), QStringLiteral("SELECT"), false,
                                              QStringLiteral("GRANT SELECT (\"a\"\"b\") ON TABLE \"public\".\"film\" TO \"ekos\";")}));
        QVERIFY(test.rights[2].isHeld && test.rights[2].grant.isEmpty());
        QCOMPARE(test.tables, 2);
        QCOMPARE(test.unsupportedTypes.size(), 1u);
        QCOMPARE(test.unsupportedTypes[0].type, QStringLiteral("regclass"));
        QCOMPARE(test.unsupportedTypes[0].examples, std::vector<QString>{QStringLiteral("public.film.\"of type\"")});
        QCOMPARE(TestSource::operation.verdict(&test), Verdict::Found); // rights are missing
        QCOMPARE(film.entries(), 0); // nothing was recorded
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{}, door));
        QVERIFY(runs.runs.empty());
    }

    void afterAFailureTheRestIsSkipped_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("lines");
        QTest::newRow("not reached") << int(ErrorCode::Unreachable) << QStringLiteral("reach failed,sign-in skipped,version skipped,write-refused skipped,settings skipped");
        QTest::newRow("timed out") << int(ErrorCode::TimedOut) << QStringLiteral("reach failed,sign-in skipped,version skipped,write-refused skipped,settings skipped");
        QTest::newRow("wrong password") << int(ErrorCode::NotAllowed) << QStringLiteral("reach,sign-in failed,version skipped,write-refused skipped,settings skipped");
        QTest::newRow("no such database") << int(ErrorCode::NotFound) << QStringLiteral("reach,sign-in failed,version skipped,write-refused skipped,settings skipped");
    }
    void afterAFailureTheRestIsSkipped()
    {
        QFETCH(int, code);
        QFETCH(QString, lines);
        FilmProject film;
        film.project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Session;
        film.project.source.failure = base::Error{ErrorCode(code), "It failed.", "Do something."};
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{}));
        QCOMPARE(namesOf(test).join(QLatin1Char(',')), lines);
        QCOMPARE(TestSource::operation.verdict(&test), Verdict::Found);
        QVERIFY(test.rights.empty());
    }

    void aWriteThatIsNotRefusedEndsTheChecks()
    {
        FilmProject film;
        film.project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Environment;
        film.project.source.checks = {{QStringLiteral("source"), QStringLiteral("clock"), CheckState::Passed, "0 s", {}},
                                      {QStringLiteral("source"), QStringLiteral("write-refused"), CheckState::Failed, "it may write", "REVOKE"}};
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{}));
        QCOMPARE(checkOf(test, "write-refused")->state, CheckState::Failed);
        QCOMPARE(checkOf(test, "clock")->state, CheckState::Skipped);
        QCOMPARE(test.tables, 2); // rights and types are still worth knowing
    }

    void aMissingPasswordIsNotAServerThatIsDown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aMissingPasswordIsNotAServerThatIsDown()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{}, door));
        QCOMPARE(checkOf(test, "reach")->state, CheckState::Passed);
        QCOMPARE(checkOf(test, "sign-in")->state, CheckState::Failed);
        QVERIFY(checkOf(test, "sign-in")->remedy.toEnglish().contains(QStringLiteral("EKOS_LH_PG_PASSWORD")));
    }

    void whatWasTypedIsTriedAndNotSaved_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatWasTypedIsTriedAndNotSaved()
    {
        QFETCH(Door, door);
        FilmProject film;
        const QByteArray before = readToml(film);
        LAKEHOUSE_VALUE(const SourceTest test, film.doors.ask(TestSource{.connect = QStringLiteral("[::1]/shop"), .user = QStringLiteral("r"), .schemas = {QStringLiteral("s")}, .tlsMode = QStringLiteral("require")}, door));
        QCOMPARE(test.address, QStringLiteral("[::1]:5432/shop"));
        QCOMPARE(test.name, QStringLiteral("shop"));
        const SourceConnection &tried = film.project.tried.back();
        QCOMPARE(tried.host, QStringLiteral("::1"));
        QCOMPARE(tried.schemas, std::vector<QString>{QStringLiteral("s")});
        QCOMPARE(tried.tlsMode, QStringLiteral("require"));
        QVERIFY(!checkOf(test, "source-catalog")); // Trino is asked about the extracted source only
        QCOMPARE(readToml(film), before);
        const auto secret = film.doors.ask(TestSource{.connect = QStringLiteral("u:s3cret@h:1/d"), .user = QStringLiteral("r")}, door);
        QCOMPARE(secret.error().code, ErrorCode::InvalidInput);
        QVERIFY(!secret.error().message.toEnglish().contains(QStringLiteral("s3cret")));
        QCOMPARE(film.doors.ask(TestSource{.name = QStringLiteral("nobody")}, door).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(SourcesTest)
#include "sources_test.moc"

#include "adapters/project/environment_secret_store.h"
#include "adapters/project/settings_reader.h"
#include "adapters/project/toml_project_store.h"
#include "base/system_clock.h"
#include "base/uuid7.h"
#include "describe/canonical_json.h"
#include "describe/describe.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using base::RunContext;

namespace {

class Project {
public:
    explicit Project(const QByteArray &toml = {})
    {
        if (!toml.isEmpty())
            write("ekos.toml", toml);
        auto opened = TomlProjectStore::open(folder.path(), ids);
        store = std::move(opened).value();
    }
    QString path(const char *name) const { return folder.filePath(QString::fromUtf8(name)); }
    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", name);
    }
    QByteArray read(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder;
    base::SystemClock clock;
    base::Uuid7Source ids{clock};
    std::unique_ptr<TomlProjectStore> store;
    RunContext run;
};

model::ExtractionPlan plan(int tables, int columns)
{
    model::ExtractionPlan result{.database = QStringLiteral("sales"), .engine = QStringLiteral("postgresql")};
    result.catalogDigest = model::CatalogDigest::of("{}");
    result.settingsDigest = decltype(result.settingsDigest)::of("{}");
    for (int t = 0; t < tables; ++t) {
        model::PlannedTable table;
        table.decision.table = model::TableName::create(QStringLiteral("public"), QStringLiteral("Table \"%1\".\n").arg(t)).value();
        for (int c = 0; c < columns; ++c)
            table.decision.columns.push_back({.name = QStringLiteral("Столбец %1").arg(c), .bronzeName = QStringLiteral("column_%1").arg(c), .sourceType = QStringLiteral("numeric(10,2)"),
                                              .connectorType = QStringLiteral("decimal(10,2)"), .bronzeType = QStringLiteral("decimal(10,2)")});
        result.tables.push_back(std::move(table));
    }
    return result;
}

} // namespace

class ProjectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyFileHasDefaults()
    {
        Project project(QByteArray("\n"));
        QVERIFY(project.store->init(project.run));
        const auto loaded = project.store->load(project.run);
        QVERIFY(loaded);
        QCOMPARE(loaded.value().settings.lakehouse.lakeCatalog, QStringLiteral("lake"));
        QCOMPARE(loaded.value().settings.project.name, QFileInfo(project.folder.path()).fileName());
    }

    void largeFileIsRefused()
    {
        Project project(QByteArray(10 << 20, '#'));
        const auto loaded = project.store->load(project.run);
        QVERIFY(!loaded);
        QCOMPARE(int(loaded.error().code), int(ErrorCode::InvalidInput));
    }

    void initMakesAProjectThatLoads()
    {
        Project project;
        const auto receipt = project.store->init(project.run);
        QVERIFY2(receipt, receipt ? "" : qPrintable(receipt.error().message.toEnglish()));
        QVERIFY(receipt.value().isNewFile);
        QVERIFY(receipt.value().isNewState);
        const auto loaded = project.store->load(project.run);
        QVERIFY(loaded);
        QCOMPARE(loaded.value().id.toString().at(14), QLatin1Char('7')); // the version digit; Qt 6.4 does not know versions above 5
        QCOMPARE(loaded.value().folder, QFileInfo(project.folder.path()).canonicalFilePath());
        QCOMPARE(loaded.value().warnings.size(), 0u);
        const auto source = model::extractionSource(loaded.value().settings);
        QVERIFY(source);
        QCOMPARE(source.value().database, QStringLiteral("film_rental"));
        QCOMPARE(source.value().port, 55433);
        QCOMPARE(source.value().user, QStringLiteral("ekos"));
        QCOMPARE(source.value().passwordEnv, QStringLiteral("EKOS_LH_PG_PASSWORD"));
        QCOMPARE(project.read(".ekos/.gitignore"), QByteArray("*\n"));
        const auto mode = QFileInfo(project.path(".ekos")).permissions();
        QVERIFY(!(mode & (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther)));

        const auto again = project.store->init(project.run);
        QVERIFY(again);
        QVERIFY(!again.value().isNewFile);
        QVERIFY(!again.value().isNewState);
        QCOMPARE(project.store->load(project.run).value().id.toString(), loaded.value().id.toString());
    }

    void everyCommentedKeyOfTheTemplateIsKnown()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        QString text = QString::fromUtf8(project.read("ekos.toml"));
        text.replace(QRegularExpression(QStringLiteral("^# (?=[a-z\"\\[][^ ]* *[=\\]]|\\[)"), QRegularExpression::MultilineOption), QString());
        QVERIFY(text.contains(QStringLiteral("\n[[databases]]")));
        QVERIFY(text.contains(QStringLiteral("\nmass-delete-rows")));
        const auto read = readSettings(text.toUtf8(), QStringLiteral("ekos.toml"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message.toEnglish()));
        QCOMPARE(read.value().file.extensions.lakehouse.watermarks.size(), 1u);
    }

    void initKeepsAFile()
    {
        const QByteArray own = "# mine\n[project]\nname = \"x\"\n";
        Project project(own);
        const auto receipt = project.store->init(project.run);
        QVERIFY(receipt);
        QVERIFY(!receipt.value().isNewFile);
        QVERIFY(receipt.value().isNewState);
        QCOMPARE(project.read("ekos.toml"), own);
        QCOMPARE(project.store->writtenToml(project.run).value(), QString::fromUtf8(own));
    }

    void initOfAFileWithAMistakeSaysSo()
    {
        Project project(QByteArray("[project]\nnam = 'x'\n"));
        const auto receipt = project.store->init(project.run);
        QVERIFY(!receipt);
        QVERIFY(receipt.error().message.toEnglish().contains(QStringLiteral("line 2")));
    }

    void manyInitsMakeOneIdentity()
    {
        Project project;
        std::vector<std::thread> threads;
        std::atomic<int> makers = 0;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] {
                RunContext run;
                const auto receipt = project.store->init(run);
                makers += receipt && receipt.value().isNewState;
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(makers.load(), 1);
        QCOMPARE(QDir(project.path(".ekos")).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void stateFolderMustNotBeALink()
    {
        Project project;
        QTemporaryDir elsewhere;
        QVERIFY(QFile::link(elsewhere.path(), project.path(".ekos")));
        const auto receipt = project.store->init(project.run);
        QVERIFY(!receipt);
        QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files | QDir::Hidden).size(), 0);
    }

    void linkAsStateIsRefusedLater()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        QTemporaryDir elsewhere;
        QVERIFY(QFile::rename(project.path(".ekos"), elsewhere.filePath(QStringLiteral("state"))));
        QVERIFY(QFile::link(elsewhere.filePath(QStringLiteral("state")), project.path(".ekos")));
        const auto loaded = project.store->load(project.run);
        QVERIFY(!loaded);
        QCOMPARE(int(loaded.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(!project.store->init(project.run));
    }

    void stateFolderIsClosedToOthers()
    {
        Project project;
        QVERIFY(QDir().mkdir(project.path(".ekos")));
        const QByteArray folder = project.path(".ekos").toLocal8Bit();
        QCOMPARE(::chmod(folder.constData(), 0755), 0);
        QVERIFY(project.store->init(project.run));
        struct stat status{};
        QVERIFY(::stat(folder.constData(), &status) == 0 && (status.st_mode & 07777) == 0700);
        QCOMPARE(::chmod(folder.constData(), 0777), 0);
        QVERIFY(project.store->load(project.run));
        QVERIFY(::stat(folder.constData(), &status) == 0 && (status.st_mode & 07777) == 0700);
        QVERIFY(project.store->saveProposal(plan(1, 1), project.run));
        for (const char *name : {".ekos/project.json", ".ekos/plan.json"})
            QVERIFY(::stat(project.path(name).toLocal8Bit().constData(), &status) == 0 && (status.st_mode & 07777) == 0600);
    }

    void stateFolderOfAnotherUserIsRefused()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        if (::chown(project.path(".ekos").toLocal8Bit().constData(), 65534, gid_t(-1)) != 0)
            QSKIP("only root can give a folder to another user");
        for (const auto &error : {project.store->load(project.run).error(), project.store->init(project.run).error()}) {
            QCOMPARE(int(error.code), int(ErrorCode::InvalidInput));
            QVERIFY(error.message.toEnglish().contains(QStringLiteral("another user")));
        }
    }

    void settingsThatAreNoFileAreRefused()
    {
        Project project;
        QCOMPARE(::mkfifo(project.path("ekos.toml").toLocal8Bit().constData(), 0600), 0);
        QElapsedTimer time;
        time.start();
        const auto loaded = project.store->load(project.run);
        QVERIFY(!loaded);
        QCOMPARE(int(loaded.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(loaded.error().message.toEnglish().contains(QStringLiteral("not a regular file")));
        QVERIFY(time.elapsed() < 1000);
    }

    void tlsIsRequiredOfOtherMachines_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QString>("mode");
        QTest::newRow("this machine") << QByteArray("source = '127.0.0.1:5432'") << "prefer";
        QTest::newRow("IPv6 of this machine") << QByteArray("source = '[::1]:5432'") << "prefer";
        QTest::newRow("another") << QByteArray("source = 'db.example.org:5432'") << "require";
        QTest::newRow("name like an address") << QByteArray("source = '127.0.0.1.example.org'") << "require";
        QTest::newRow("written down") << QByteArray("source = 'db.example.org'\nsource-tls-mode = 'prefer'") << "prefer";
        QTest::newRow("entry on this machine") << QByteArray("[[databases]]\nname = 'd'\nconnect = 'localhost:5432/x'") << "prefer";
        QTest::newRow("entry elsewhere") << QByteArray("[[databases]]\nname = 'd'\nconnect = 'db.example.org:5432/x'") << "require";
    }
    void tlsIsRequiredOfOtherMachines()
    {
        QFETCH(const QByteArray, source);
        Project project("[extensions.lakehouse]\nsource-database = 'd'\nsource-user = 'u'\n" + source + '\n');
        QVERIFY(project.store->init(project.run));
        const auto connection = model::extractionSource(project.store->load(project.run).value().settings);
        QVERIFY(connection);
        QTEST(connection.value().tlsMode, "mode");
    }

    void folderWithoutAProject()
    {
        Project project;
        const auto loaded = project.store->load(project.run);
        QVERIFY(!loaded);
        QCOMPARE(int(loaded.error().code), int(ErrorCode::NotFound));
        QVERIFY(loaded.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse init")));
        QVERIFY(QDir(project.folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(!TomlProjectStore::open(QStringLiteral("/no/such/folder"), project.ids));
    }

    void fileWithoutState()
    {
        Project project(QByteArray("[project]\nname = 'x'\n"));
        const auto loaded = project.store->load(project.run);
        QVERIFY(!loaded);
        QCOMPARE(int(loaded.error().code), int(ErrorCode::NotFound));
        QVERIFY(loaded.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse init")));
        const auto saved = project.store->saveProposal(plan(1, 1), project.run);
        QVERIFY(!saved);
        QCOMPARE(int(saved.error().code), int(ErrorCode::NotFound));
        QVERIFY(!QFileInfo::exists(project.path(".ekos")));
    }

    void stateOfANewerProgramIsRefused()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        project.write(".ekos/project.json", "{\"format-version\":2,\"id\":\"x\",\"unknown\":true}");
        QCOMPARE(int(project.store->load(project.run).error().code), int(ErrorCode::Unsupported));
        project.write(".ekos/project.json", "{");
        QCOMPARE(int(project.store->load(project.run).error().code), int(ErrorCode::Corrupt));
        project.write(".ekos/project.json", "");
        QCOMPARE(int(project.store->load(project.run).error().code), int(ErrorCode::Corrupt));
    }

    void proposalIsKept()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        QVERIFY(!project.store->proposal(project.run).value());
        const model::ExtractionPlan first = plan(3, 4);
        QVERIFY(project.store->saveProposal(first, project.run));
        const auto kept = project.store->proposal(project.run);
        QVERIFY2(kept, kept ? "" : qPrintable(kept.error().detail));
        QVERIFY(kept.value() == first);
        QVERIFY(project.store->saveProposal(plan(1, 1), project.run));
        QVERIFY(project.store->proposal(project.run).value() == plan(1, 1));
        QCOMPARE(QDir(project.path(".ekos")).entryList(QDir::Files | QDir::Hidden).size(), 3); // nothing temporary stays
    }

    /// Of before it was said how often deletes are looked for.
    void aProposalOfAnOlderFormIsRead()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        const model::ExtractionPlan before = plan(3, 4);
        const QByteArray json = describe::canonicalJson(before);
        QVERIFY(!json.contains("\"deletes\"") && !json.contains("\"purge-policy\"") && !json.contains("\"deletes-by-code\""));
        project.write(".ekos/plan.json", "{\"format-version\":1,\"plan\":" + json + '}');
        const auto read = project.store->proposal(project.run);
        QVERIFY2(read, read ? "" : qPrintable(read.error().detail));
        QVERIFY(read.value() == before);
        QCOMPARE(read.value()->digest(), before.digest());
    }

    void proposalThatCannotBeRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::newRow("cut off") << QByteArray("{\"format-version\":1,\"plan\":{\"catalog-dig") << int(ErrorCode::Corrupt);
        QTest::newRow("empty") << QByteArray() << int(ErrorCode::Corrupt);
        QTest::newRow("something else") << QByteArray("<html>") << int(ErrorCode::Corrupt);
        QTest::newRow("no version") << QByteArray("{}") << int(ErrorCode::Corrupt);
        QTest::newRow("newer") << QByteArray("{\"format-version\":3,\"plan\":{\"other\":1}}") << int(ErrorCode::Unsupported);
    }
    void proposalThatCannotBeRead()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const int, code);
        Project project;
        QVERIFY(project.store->init(project.run));
        project.write(".ekos/plan.json", bytes);
        const auto read = project.store->proposal(project.run);
        QVERIFY(!read);
        QCOMPARE(int(read.error().code), code);
        QVERIFY(read.error().hint.toEnglish().contains(code == int(ErrorCode::Corrupt) ? QStringLiteral("lakehouse plan") : QStringLiteral("Update")));
    }

    void readersSeeOneProposalOrTheOther()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        const model::ExtractionPlan plans[] = {plan(40, 5), plan(1, 1)};
        QVERIFY(project.store->saveProposal(plans[0], project.run));
        std::atomic<bool> isDone = false;
        std::thread writer([&] {
            RunContext run;
            for (int i = 0; i < 60; ++i)
                (void)project.store->saveProposal(plans[i % 2], run);
            isDone = true;
        });
        int readings = 0;
        bool isWhole = true;
        while (!isDone || readings == 0) {
            const auto read = project.store->proposal(project.run);
            isWhole = isWhole && read && read.value() && (*read.value() == plans[0] || *read.value() == plans[1]);
            ++readings;
        }
        writer.join();
        QVERIFY(isWhole);
    }

    void largeProposalIsKept()
    {
        Project project;
        QVERIFY(project.store->init(project.run));
        const model::ExtractionPlan large = plan(5000, 30);
        QElapsedTimer time;
        time.start();
        QVERIFY(project.store->saveProposal(large, project.run));
        const qint64 wroteMs = time.restart();
        const auto read = project.store->proposal(project.run);
        qInfo("5,000 tables of 30 columns: %lld bytes, written in %lld ms, read in %lld ms", QFileInfo(project.path(".ekos/plan.json")).size(), wroteMs, time.elapsed());
        QVERIFY(read);
        QVERIFY(read.value() == large);
    }

    void effectiveSettingsReadBackToTheSame()
    {
        Project project(QByteArray("[extensions.lakehouse]\ntrino-url = 'http://h:1'\ntime-zone = \"a\\\"b\\\\\"\n[extensions.lakehouse.pii]\n\"public.Кол \\\"a\\\".b\" = 'null'\n"
                                   "[llm.tasks.gold]\nmodel = 'm'\n[[databases]]\nname = 'erp'\nschemas = ['a', 'b']\n"));
        QVERIFY(project.store->init(project.run));
        const QString toml = project.store->effectiveToml(project.run).value();
        QVERIFY2(toml.contains(QStringLiteral("trino-url = \"http://h:1\"  # ekos.toml:2\n")), qPrintable(toml));
        QVERIFY(toml.contains(QStringLiteral("lake-catalog = \"lake\"  # default\n")));
        QVERIFY(toml.contains(QStringLiteral("load-parallelism = 4  # default\n")));
        QVERIFY(toml.contains(QStringLiteral("model = \"m\"  # ekos.toml:7\n")));
        const auto again = readSettings(toml.toUtf8(), QStringLiteral("effective"));
        QVERIFY2(again, again ? "" : qPrintable(again.error().message.toEnglish()));
        QVERIFY(toSettings(again.value().file) == project.store->load(project.run).value().settings);
    }

    void secretsComeFromTheEnvironment()
    {
        EnvironmentSecretStore store;
        RunContext run;
        qputenv("EKOS_TEST_SECRET", "p\xc3\xa4ss");
        const auto found = store.secret(QStringLiteral("EKOS_TEST_SECRET"), run);
        QVERIFY(found);
        QVERIFY(found.value()->reveal([](const std::string &value) { return value == "p\xc3\xa4ss"; }));
        for (const char *name : {"EKOS_TEST_UNSET", "EKOS_TEST_EMPTY"}) {
            qputenv("EKOS_TEST_EMPTY", "");
            const auto absent = store.secret(QString::fromLatin1(name), run);
            QVERIFY(!absent);
            QCOMPARE(int(absent.error().code), int(ErrorCode::NotFound));
            QVERIFY(absent.error().message.toEnglish().contains(QString::fromLatin1(name)));
            QVERIFY(absent.error().hint.toEnglish().contains(QStringLiteral("export ") + QString::fromLatin1(name)));
        }
        qputenv("GITHUB_TOKEN", "S3cret");
        const auto foreign = store.secret(QStringLiteral("GITHUB_TOKEN"), run);
        qunsetenv("GITHUB_TOKEN");
        QVERIFY(!foreign);
        QCOMPARE(int(foreign.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(foreign.error().message.toEnglish().contains(QStringLiteral("\"GITHUB_TOKEN\"")));
        QVERIFY(foreign.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse/allowed-variables")));
        const auto wrong = store.secret(QStringLiteral("my password!"), run);
        QVERIFY(!wrong);
        QVERIFY(!QString::fromUtf8(describe::canonicalJson(wrong.error())).contains(QStringLiteral("my password")));
    }

    void cancelledCallsDoNothing()
    {
        Project project;
        base::CancelToken cancel;
        cancel.cancel();
        RunContext run(cancel);
        QCOMPARE(int(project.store->init(run).error().code), int(ErrorCode::Cancelled));
        QCOMPARE(int(project.store->load(run).error().code), int(ErrorCode::Cancelled));
        QVERIFY(!QFileInfo::exists(project.path("ekos.toml")));
    }
};

QTEST_GUILESS_MAIN(ProjectTest)
#include "project_test.moc"

#include "adapters/project/settings_editor.h"
#include "adapters/project/toml_project_store.h"
#include "base/file_digest.h"
#include "base/system_clock.h"
#include "base/uuid7.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;
using model::DatabaseEntry;
using ports::DatabaseChange;
using Kind = DatabaseChange::Kind;

namespace {

DatabaseEntry entry(const char *name, const char *connect = "db.example.com:5432/shop")
{
    return {.name = QString::fromUtf8(name), .kind = QStringLiteral("postgresql"), .connect = QString::fromUtf8(connect), .user = QStringLiteral("reader"),
            .passwordEnv = QStringLiteral("SHOP_PASSWORD")};
}

DatabaseEntry with(DatabaseEntry base, std::vector<QString> schemas)
{
    base.schemas = std::move(schemas);
    return base;
}

constexpr char block[] = "[[databases]]\nname = \"shop\"\nkind = \"postgresql\"\nconnect = \"db.example.com:5432/shop\"\nuser = \"reader\"\npassword-env = \"SHOP_PASSWORD\"\n";
constexpr char inlineEntry[] = R"({ name = "shop", kind = "postgresql", connect = "db.example.com:5432/shop", user = "reader", password-env = "SHOP_PASSWORD" })";

class Project {
public:
    explicit Project(const QByteArray &toml)
    {
        write(toml);
        store = std::move(TomlProjectStore::open(folder.path(), ids)).value();
        base::RunContext run;
        if (!store->init(run))
            qFatal("no project");
    }
    QString path() const { return folder.filePath(QStringLiteral("ekos.toml")); }
    void write(const QByteArray &toml) const
    {
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(toml) != toml.size())
            qFatal("cannot write ekos.toml");
    }
    QByteArray read() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder;
    base::SystemClock clock;
    base::Uuid7Source ids{clock};
    std::unique_ptr<TomlProjectStore> store;
    base::RunContext run;
};

} // namespace

Q_DECLARE_METATYPE(lakehouse::ports::DatabaseChange)

/// Edits of ekos.toml in place.
class SettingsEditorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotChangedStays_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<DatabaseChange>("change");
        QTest::addColumn<QByteArray>("after");
        const QByteArray shop = block;
        const QByteArray erp = "[[databases]]\nname = \"erp\"\nconnect = \"erp:1521/x\"\n";

        // adding
        QTest::newRow("add: to an empty file") << QByteArray() << DatabaseChange{Kind::Add, entry("shop")} << shop;
        QTest::newRow("add: no newline at the end") << QByteArray("[project]\nname = \"p\" # mine") << DatabaseChange{Kind::Add, entry("shop")}
                                                    << "[project]\nname = \"p\" # mine\n\n" + shop.chopped(1);
        QTest::newRow("add: after the last entry, before other tables")
            << "# top\n" + erp + "owners = [ # Oracle's word\n  \"A\",\n]  # two\n\n[other.program]\n\"x y\" = {a=1}\n" << DatabaseChange{Kind::Add, entry("shop")}
            << "# top\n" + erp + "owners = [ # Oracle's word\n  \"A\",\n]  # two\n\n" + shop + "\n[other.program]\n\"x y\" = {a=1}\n";
        QTest::newRow("add: CRLF") << QByteArray("[project]\r\nname = \"p\"\r\n") << DatabaseChange{Kind::Add, entry("shop")}
                                   << "[project]\r\nname = \"p\"\r\n\r\n" + QByteArray(shop).replace("\n", "\r\n");
        QTest::newRow("add: list in brackets") << QByteArray("databases = [\n  { name = \"erp\" }, # first\n]\n") << DatabaseChange{Kind::Add, entry("shop")}
                                               << QByteArray("databases = [\n  { name = \"erp\" },\n  ") + inlineEntry + ", # first\n]\n";
        QTest::newRow("add: list on one line") << QByteArray("databases = [{name='erp'}]\n") << DatabaseChange{Kind::Add, entry("shop")}
                                               << QByteArray("databases = [{name='erp'}, ") + inlineEntry + "]\n";
        QTest::newRow("add: empty list") << QByteArray("databases = [] # none\n") << DatabaseChange{Kind::Add, entry("shop")} << QByteArray("databases = [") + inlineEntry + "] # none\n";
        QTest::newRow("add: unicode, quotes, a byte order mark") << QByteArray("\xEF\xBB\xBF# d\xc3\xa9j\xc3\xa0 \xF0\x9F\x8E\xAC\n")
                                                                 << DatabaseChange{Kind::Add, {.name = QString::fromUtf8("Käse \"1\" 🎬"), .kind = QStringLiteral("postgresql")}}
                                                                 << QByteArray("\xEF\xBB\xBF# d\xc3\xa9j\xc3\xa0 \xF0\x9F\x8E\xAC\n\n[[databases]]\nname = \"K\xc3\xa4se \\\"1\\\" \xF0\x9F\x8E\xAC\"\nkind = \"postgresql\"\n");

        // extracting
        QTest::newRow("extract: in its table") << QByteArray("[extensions.lakehouse] # ours\ntrino-url = \"http://t:1\"  # T\n\n[extensions.lakehouse.pii]\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                               << "[extensions.lakehouse] # ours\ntrino-url = \"http://t:1\"  # T\nsource-database = \"shop\"\n\n[extensions.lakehouse.pii]\n\n" + shop;
        QTest::newRow("extract: empty table") << QByteArray("  [ extensions . \"lakehouse\" ]\n[extensions.lakehouse.pii]\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                              << "  [ extensions . \"lakehouse\" ]\n  source-database = \"shop\"\n[extensions.lakehouse.pii]\n\n" + shop;
        QTest::newRow("extract: only a table below it") << QByteArray("[extensions.lakehouse.pii]\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                                        << "[extensions.lakehouse.pii]\n\n[extensions.lakehouse]\nsource-database = \"shop\"\n\n" + shop;
        QTest::newRow("extract: keys with dots") << QByteArray("extensions.lakehouse.trino-url = \"http://t:1\"\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                                 << "extensions.lakehouse.trino-url = \"http://t:1\"\nextensions.lakehouse.source-database = \"shop\"\n\n" + shop;
        QTest::newRow("extract: a key with dots in a table") << QByteArray("[extensions]\n  lakehouse.pii.\"a.b\" = \"null\"\n  lakehouse.source-database  =  'erp'# old\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                                             << "[extensions]\n  lakehouse.pii.\"a.b\" = \"null\"\n  lakehouse.source-database  =  \"shop\"# old\n\n" + shop;
        QTest::newRow("extract: in its table, at the end without a newline") << QByteArray("[extensions.lakehouse]\ntrino-user = \"x\"") << DatabaseChange{Kind::Add, entry("shop"), true}
                                                                             << "[extensions.lakehouse]\ntrino-user = \"x\"\nsource-database = \"shop\"\n\n" + shop.chopped(1);
        QTest::newRow("extract: table in braces") << QByteArray("[extensions]\nlakehouse = { trino-user = \"x\" }\n") << DatabaseChange{Kind::Add, entry("shop"), true}
                                                  << "[extensions]\nlakehouse = { trino-user = \"x\", source-database = \"shop\" }\n\n" + shop;

        // rewriting
        const QByteArray around = "[[databases]]\nname = \"a\"\n\n  [[databases]] # the shop\n  connect  =  \"old:1/x\"   # where\n\n  # who\n  name     = 'shop'\n  schemas  = [ # all\n    \"x\", # one\n  ] # end\n  tls-mode = \"require\" # why\n\n[[databases]]\nname = \"z\"\n";
        QTest::newRow("edit: an entry in the middle")
            << around << DatabaseChange{Kind::Rewrite, with({.name = QStringLiteral("shop"), .connect = QStringLiteral("new:2/y"), .user = QStringLiteral("r"), .tlsMode = QStringLiteral("require")}, {QStringLiteral("x")})}
            << QByteArray(around).replace("\"old:1/x\"   # where\n", "\"new:2/y\"   # where\n  user = \"r\"\n");
        QTest::newRow("edit: to fewer keys, comments stay")
            << around << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("old:1/x")}}
            << QByteArray(around).replace("  schemas  = [ # all\n    \"x\", # one\n  ] # end\n  tls-mode = \"require\" # why\n", "  # all\n  # one\n  # end\n  # why\n");
        QTest::newRow("edit: a list with comments")
            << around << DatabaseChange{Kind::Rewrite, with({.name = QStringLiteral("shop"), .connect = QStringLiteral("old:1/x"), .tlsMode = QStringLiteral("require")}, {QStringLiteral("y"), QStringLiteral("z # 2")})}
            << QByteArray(around).replace("  schemas  = [ # all\n    \"x\", # one\n  ] # end\n", "  # all\n  # one\n  schemas  = [\"y\", \"z # 2\"] # end\n");
        QTest::newRow("edit: what stays keeps its spelling") << QByteArray("[[databases]]\r\n\"name\"='shop'\r\nuser=\"\"\"a#\"b\"\"\"\r\nconnect='x:1/y'") << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("x:1/z"), .user = QStringLiteral("a#\"b")}}
                                                             << QByteArray("[[databases]]\r\n\"name\"='shop'\r\nuser=\"\"\"a#\"b\"\"\"\r\nconnect=\"x:1/z\"");
        QTest::newRow("edit: a key at the end without a newline") << QByteArray("[[databases]]\nname = \"shop\"") << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("x:1/z"), .user = QStringLiteral("u")}}
                                                                  << QByteArray("[[databases]]\nname = \"shop\"\nconnect = \"x:1/z\"\nuser = \"u\"");
        QTest::newRow("edit: values in braces") << QByteArray("databases = [ {name=\"a\"}, { user = 'u', name='shop' }, ] # l\n") << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .user = QStringLiteral("v")}}
                                                << QByteArray("databases = [ {name=\"a\"}, { user = \"v\", name='shop' }, ] # l\n");
        QTest::newRow("edit: keys in braces") << QByteArray("databases = [ {name='shop', user = 'u'} ]\n") << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("x:1/z")}}
                                              << QByteArray("databases = [ { name='shop', connect = \"x:1/z\" } ]\n");
        QTest::newRow("edit: a default that is only shown") << QByteArray("[[databases]]\nname = \"shop\"\nconnect = \"127.0.0.1:1/x\"\n")
                                                            << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("db.example.com:1/x"), .tlsMode = QStringLiteral("prefer")}}
                                                            << QByteArray("[[databases]]\nname = \"shop\"\nconnect = \"db.example.com:1/x\"\n");
        QTest::newRow("edit: another than the default") << QByteArray("[[databases]]\nname = \"shop\"\nconnect = \"127.0.0.1:1/x\"\n")
                                                        << DatabaseChange{Kind::Rewrite, {.name = QStringLiteral("shop"), .connect = QStringLiteral("127.0.0.1:1/x"), .tlsMode = QStringLiteral("disable")}}
                                                        << QByteArray("[[databases]]\nname = \"shop\"\nconnect = \"127.0.0.1:1/x\"\ntls-mode = \"disable\"\n");
        QTest::newRow("edit: nothing") << around << DatabaseChange{Kind::Rewrite, with({.name = QStringLiteral("shop"), .connect = QStringLiteral("old:1/x"), .tlsMode = QStringLiteral("require")}, {QStringLiteral("x")})} << around;

        // removing
        const DatabaseChange removal{Kind::Remove, {.name = QStringLiteral("shop")}};
        QTest::newRow("remove: from the middle, comments stay") << around << removal
                                                               << QByteArray("[[databases]]\nname = \"a\"\n\n  # the shop\n  # where\n\n  # who\n  # all\n  # one\n  # end\n  # why\n\n[[databases]]\nname = \"z\"\n");
        QTest::newRow("remove: without comments") << erp + "\n" + shop + "\n[x]\n" << removal << erp + "\n[x]\n";
        QTest::newRow("remove: the only one") << QByteArray("# top\n") + block << removal << QByteArray("# top\n");
        QTest::newRow("remove: element of a list") << QByteArray("databases = [\n  {name='shop'}, # s\n  {name='z'}\n]\n") << removal << QByteArray("databases = [\n  # s\n  {name='z'}\n]\n");
        QTest::newRow("remove: a line of a list") << QByteArray("databases = [\n  {name='a'},\n  {name='shop'},\n  {name='z'},\n]\n") << removal << QByteArray("databases = [\n  {name='a'},\n  {name='z'},\n]\n");
        QTest::newRow("remove: last of a list") << QByteArray("databases = [{name='a'}, {name='shop'}]\n") << removal << QByteArray("databases = [{name='a'}]\n");
        QTest::newRow("remove: only one of a list") << QByteArray("databases = [{name='shop'}]\n") << removal << QByteArray("databases = []\n");
    }
    void whatIsNotChangedStays()
    {
        QFETCH(QByteArray, before);
        QFETCH(DatabaseChange, change);
        QFETCH(QByteArray, after);
        const auto read = readSettings(before, QStringLiteral("ekos.toml"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message.toEnglish() + read.error().detail));
        const auto changed = withDatabaseChange(before, read.value(), change);
        QVERIFY2(changed, changed ? "" : qPrintable(changed.error().message.toEnglish() + changed.error().hint.toEnglish()));
        if (changed.value() != after)
            qWarning("is:\n%s\nshould be:\n%s", changed.value().constData(), after.constData());
        QCOMPARE(changed.value(), after);
    }

    /// Files put together by chance, always the same ones: whatever is changed, every comment and every table of somebody else is there afterwards.
    void everyCommentStays()
    {
        QRandomGenerator chance(20240501);
        for (int round = 0; round < 2000; ++round) {
            int comments = 0;
            const auto maybe = [&](int percent) { return int(chance.bounded(100)) < percent; };
            const QByteArray end = maybe(30) ? "\r\n" : "\n";
            const auto comment = [&]() -> QByteArray { return maybe(50) ? QByteArray(maybe(50) ? " # c" : "#c") + QByteArray::number(comments++) + ';' : QByteArray(); };
            const auto lines = [&] {
                QByteArray text;
                while (maybe(40))
                    text += maybe(50) ? end : QByteArray(maybe(50) ? "  " : "") + "# c" + QByteArray::number(comments++) + ';' + end;
                return text;
            };
            const auto list = [&]() -> QByteArray {
                if (maybe(50))
                    return "['a#', \"b\"]";
                return "[" + comment() + end + "  \"a\"," + comment() + end + "  'b'" + comment() + end + "]";
            };
            QByteArray toml = lines();
            const bool isInline = maybe(30);
            const bool hasShop = maybe(80);
            if (isInline) {
                toml += "databases = [" + (maybe(50) ? comment() + end : QByteArray()) + "{name='a'}," + comment() + end;
                if (hasShop)
                    toml += (maybe(50) ? "  {name='shop', user=\"u#\", schemas = " + list() + "}" : QByteArray("{ user = 'u', name = \"shop\" }")) + (maybe(50) ? "," + comment() + end : end);
                toml += "]" + comment() + end;
            }
            if (maybe(50))
                toml += lines() + "[extensions.lakehouse]" + comment() + end + lines() + (maybe(50) ? "source-database = 'a'" + comment() + end : QByteArray("trino-user = 'x'") + end);
            toml += lines() + "[somebody.else]" + comment() + end + "\"k # y\" = \"\"\"x" + end + "[[databases]] # no comment" + end + "\"\"\"" + end;
            if (!isInline) {
                toml += lines() + "[[databases]]" + comment() + end + "name = 'a'" + comment() + end;
                if (hasShop)
                    toml += lines() + "  [[databases]]" + comment() + end + lines() + "  user = 'u'" + comment() + end + (maybe(70) ? "  schemas = " + list() + comment() + end : QByteArray()) + "  name='shop'" + comment() + end;
                toml += lines() + (maybe(50) ? "[x]" + comment() + end : QByteArray());
            }
            if (maybe(20))
                toml.chop(end.size());
            const auto read = readSettings(toml, QStringLiteral("ekos.toml"));
            QVERIFY2(read, read ? "" : qPrintable(QString::fromUtf8(toml) + read.error().message.toEnglish() + read.error().detail));
            DatabaseChange change{!hasShop ? Kind::Add : maybe(50) ? Kind::Rewrite : Kind::Remove, {.name = QStringLiteral("shop"), .connect = QStringLiteral("h:1/d")}, maybe(30)};
            if (maybe(50))
                change.entry.schemas = {QStringLiteral("a"), QStringLiteral("c")};
            change.extract = change.extract && change.kind != Kind::Remove;
            const auto changed = withDatabaseChange(toml, read.value(), change);
            QVERIFY2(changed, changed ? "" : (changed.error().message.toEnglish().toUtf8() + '\n' + toml).constData());
            const QByteArray &after = changed.value();
            for (int i = 0; i < comments; ++i)
                QVERIFY2(after.count('c' + QByteArray::number(i) + ';') == 1, (QByteArray::number(i) + " in\n" + toml + "\nbecame\n" + after).constData());
            QVERIFY2(after.contains("\"\"\"x" + end + "[[databases]] # no comment" + end + "\"\"\""), after.constData());
            QCOMPARE(after.count("\r\n") > 0, end.size() == 2);
        }
    }

    void whatCannotBeDoneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<DatabaseChange>("change");
        QTest::addColumn<int>("code");
        QTest::newRow("name taken") << QByteArray("[[databases]]\nname = \"shop\"\n") << DatabaseChange{Kind::Add, entry("shop")} << int(ErrorCode::AlreadyExists);
        QTest::newRow("no such name") << QByteArray("[[databases]]\nname = \"shop\"\n") << DatabaseChange{Kind::Remove, entry("Shop")} << int(ErrorCode::NotFound);
        QTest::newRow("a value the reader refuses") << QByteArray() << DatabaseChange{Kind::Add, {.name = QStringLiteral("shop"), .tlsMode = QStringLiteral("maybe")}} << int(ErrorCode::InvalidInput);
        QTest::newRow("a password in place of a name") << QByteArray() << DatabaseChange{Kind::Add, {.name = QStringLiteral("shop"), .passwordEnv = QStringLiteral("my s3cret!")}} << int(ErrorCode::InvalidInput);
        QTest::newRow("a form nobody changes by program") << QByteArray("extensions = { lakehouse = { trino-user = \"x\" } }\n") << DatabaseChange{Kind::Add, entry("shop"), true} << int(ErrorCode::Unsupported);
    }
    void whatCannotBeDoneIsRefused()
    {
        QFETCH(QByteArray, before);
        QFETCH(DatabaseChange, change);
        QFETCH(int, code);
        Project project(before);
        const QByteArray written = project.read();
        const auto changed = project.store->changeDatabase(change, base::fileDigest(written), project.run);
        QVERIFY(!changed);
        QCOMPARE(int(changed.error().code), code);
        QVERIFY(!changed.error().hint.isEmpty());
        QVERIFY(!(changed.error().message.toEnglish() + changed.error().hint.toEnglish() + changed.error().detail).contains(QStringLiteral("s3cret")));
        QCOMPARE(project.read(), written);
    }

    void aFileThatMovedIsNotChanged()
    {
        Project project("[project]\nname = \"p\"\n");
        const QString seen = base::fileDigest(project.read());
        project.write("[project]\nname = \"q\"\n");
        const auto changed = project.store->changeDatabase({Kind::Add, entry("shop")}, seen, project.run);
        QVERIFY(!changed);
        QCOMPARE(int(changed.error().code), int(ErrorCode::Stale));
        QCOMPARE(project.read(), QByteArray("[project]\nname = \"q\"\n"));
    }

    void theAnswerIsTheDigestOfTheNewFile()
    {
        Project project("[project]\nname = \"p\"\n");
        QVERIFY(::chmod(QFile::encodeName(project.path()).constData(), 0640) == 0);
        const auto changed = project.store->changeDatabase({Kind::Add, entry("shop")}, base::fileDigest(project.read()), project.run);
        QVERIFY(changed);
        QCOMPARE(changed.value(), base::fileDigest(project.read()));
        QCOMPARE(project.store->currentDigest(), changed.value());
        QCOMPARE(project.store->load(project.run).value().digest, changed.value());
        struct stat status{};
        QVERIFY(::stat(QFile::encodeName(project.path()).constData(), &status) == 0);
        QCOMPARE(int(status.st_mode & 0777), 0640);
    }

    void aLinkStaysALink()
    {
        Project project("[project]\nname = \"p\"\n");
        const QString real = project.folder.filePath(QStringLiteral("real.toml"));
        QVERIFY(QFile::rename(project.path(), real) && QFile::link(real, project.path()));
        QVERIFY(project.store->changeDatabase({Kind::Add, entry("shop")}, base::fileDigest(project.read()), project.run));
        QVERIFY(QFileInfo(project.path()).isSymLink());
        QVERIFY(project.read().contains("shop"));
    }

    void twoWritersLoseNothing()
    {
        constexpr int writers = 8;
        constexpr int entriesEach = 5;
        Project project("# a file of many\n");
        std::atomic<int> stale = 0;
        std::vector<std::thread> threads;
        for (int writer = 0; writer < writers; ++writer)
            threads.emplace_back([&, writer] {
                const auto store = std::move(TomlProjectStore::open(project.folder.path(), project.ids)).value(); // as another process has
                base::RunContext run;
                for (int i = 0; i < entriesEach;) {
                    const QByteArray name = QByteArray("db") + QByteArray::number(writer * 100 + i);
                    const auto changed = store->changeDatabase({Kind::Add, entry(name.constData())}, store->currentDigest(), run);
                    if (changed)
                        ++i;
                    else if (changed.error().code == ErrorCode::Stale)
                        ++stale;
                    else
                        qFatal("%s", qPrintable(changed.error().message.toEnglish()));
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        const auto loaded = project.store->load(project.run);
        QVERIFY(loaded);
        QCOMPARE(loaded.value().settings.databases.size(), std::size_t(writers * entriesEach));
        QVERIFY(project.read().startsWith("# a file of many\n"));
    }
};

QTEST_GUILESS_MAIN(SettingsEditorTest)
#include "settings_editor_test.moc"

#include "adapters/project/setting_values.h"
#include "adapters/project/settings_reader.h"
#include "describe/canonical_json.h"
#include "describe/describe.h"

#include "support/source_folder.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::adapters;
using base::ErrorCode;

namespace {

void collectKeys(const describe::TypeInfo &type, QStringList &keys)
{
    for (const describe::FieldInfo &field : type.fields) {
        keys.append(QString::fromLatin1(field.name));
        const describe::TypeInfo &inner = field.type();
        if (inner.kind == describe::Kind::Structure)
            collectKeys(inner, keys);
        else if (inner.kind == describe::Kind::List && inner.inner().kind == describe::Kind::Structure)
            collectKeys(inner.inner(), keys);
    }
}

} // namespace

/// What `ekos.toml` may say, and how mistakes in it are told.
class SettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void settingsOfTheQuickStartAreRead()
    {
        QFile file(lakehouse::testing::sourcePath("tests/component/project/quick_start.toml"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const auto read = readSettings(bytes, QStringLiteral("ekos.toml"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message.toEnglish()));
        const model::ProjectSettings settings = toSettings(read.value().file);
        QCOMPARE(settings.project.name, QStringLiteral("film shop"));
        QCOMPARE(settings.databases.size(), 1u);
        QCOMPARE(settings.databases[0].connect, QStringLiteral("db-host:1521/ORCLPDB1"));
        QCOMPARE(settings.databases[0].owners, std::vector<QString>{QStringLiteral("ADEMPIERE")});
        QCOMPARE(settings.observePaths, (std::vector<QString>{QStringLiteral("src"), QStringLiteral("migrations")}));
        QCOMPARE(settings.llm.tasks.size(), 1u);
        QCOMPARE(settings.llm.tasks[0].name, QStringLiteral("gold"));
        QVERIFY(settings.llm.tasks[0].metered);
        QCOMPARE(settings.lakehouse.sourcePasswordEnv, QStringLiteral("EKOS_LH_PG_PASSWORD"));
        QCOMPARE(settings.lakehouse.massDeletePercent, 7);
        QCOMPARE(settings.lakehouse.massDeleteRows, 10000);
        QVERIFY(settings.lakehouse.flagsAsText);
        QVERIFY(settings.lakehouse.approval.fourEyes);
        QVERIFY(!settings.lakehouse.approval.requireReason);
        QCOMPARE(settings.lakehouse.watermarks.size(), 2u);
        const model::NamedSetting film{QStringLiteral("public.film"), QStringLiteral("last_update")};
        QVERIFY(std::ranges::find(settings.lakehouse.watermarks, film) != settings.lakehouse.watermarks.end());
        QCOMPARE(settings.lakehouse.policy[0].value, QStringLiteral("propose"));
        QCOMPARE(settings.lakehouse.docs.repo, QStringLiteral("owner/name"));
        QCOMPARE(read.value().warnings.size(), 0u);
        QCOMPARE(read.value().lines.at(QStringLiteral("extensions.lakehouse.trino-url")), qint64(bytes.left(bytes.indexOf("trino-url")).count('\n') + 1));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char *name, const char *toml, const char *message, const char *hint) {
            QTest::newRow(name) << QByteArray(toml) << QString::fromUtf8(message) << QString::fromUtf8(hint);
        };
        row("unknown key", "[extensions.lakehouse]\n\ntrino-uri = 'x'\n", "line 3: \"extensions.lakehouse.trino-uri\" is not a known key; the nearest is \"trino-url\"", "trino-url");
        row("wrong case", "[extensions.lakehouse]\nTrino-Url = 'http://h:1'\n", "line 2: \"extensions.lakehouse.Trino-Url\" is not a known key; the nearest is \"trino-url\"", "trino-url");
        row("far from any key", "[extensions.lakehouse]\nxyzzy = 1\n", "is not a known key.", "configuration.md");
        row("unknown sub-table of ours", "[extensions.lakehouse.watermark]\n\"a.b\" = 'c'\n", "the nearest is \"watermarks\"", "watermarks");
        row("key outside of a table", "trino-url = 'x'\n", "line 1: \"trino-url\" is not a known key", "Remove");
        row("unknown key of a database", "[[databases]]\nname = 'a'\npasword-env = 'A'\n", "line 3: \"databases[0].pasword-env\" is not a known key; the nearest is \"password-env\"", "password-env");
        row("number for a text", "[extensions.lakehouse]\ntrino-url = 5\n", "line 2: \"extensions.lakehouse.trino-url\" must be a text in quotes, and is a whole number", "configuration.md");
        row("text for a number", "[extensions.lakehouse]\nload-parallelism = \"4\"\n", "must be a whole number, and is a text", "configuration.md");
        row("fraction for a number", "[extensions.lakehouse]\nload-parallelism = 4.5\n", "must be a whole number, and is a number with a fraction", "configuration.md");
        row("text for yes or no", "[extensions.lakehouse]\nrequire-signoff = \"true\"\n", "must be true or false, and is a text", "configuration.md");
        row("text for a list", "[extensions.lakehouse]\nhistory = \"public.customer\"\n", "must be a list of texts", "configuration.md");
        row("number in a list", "[extensions.lakehouse]\nhistory = [\"a.b\", 5]\n", "\"extensions.lakehouse.history[1]\" must be a text in quotes", "configuration.md");
        row("table for a text", "[extensions.lakehouse.trino-url]\n", "must be a text in quotes, and is a table", "configuration.md");
        row("text for a table", "extensions.lakehouse = 'x'\n", "must be a table, and is a text", "configuration.md");
        row("list for one table", "[[extensions.lakehouse]]\n", "must be a table, and is a list", "configuration.md");
        row("databases as one table", "[databases]\nname = 'a'\n", "must be a list of tables, [[…]], and is a table", "configuration.md");
        row("name with dots, not quoted", "[extensions.lakehouse.watermarks]\npublic.film = 'x'\n", "must be a text in quotes, and is a table", "\"public.film\"");
        row("out of range", "[extensions.lakehouse]\nmass-delete-percent = 101\n", "must be between 0 and 100, not 101", "configuration.md");
        row("no parallel loads", "[extensions.lakehouse]\nload-parallelism = 0\n", "must be between 1 and 256, not 0", "configuration.md");
        row("not one of the words", "[project]\nenvironment = 'prod'\n", "must be one of \"test\", \"production\"", "configuration.md");
        row("way of masking", "[extensions.lakehouse.pii]\n\"public.staff.password\" = 'hash'\n", "must be one of \"hmac\", \"null\"", "configuration.md");
        row("class of changes", "[extensions.lakehouse.policy]\nnew-tabel = 'hold'\n", "is not a class of schema changes", "configuration.md");
        row("not an address", "[extensions.lakehouse]\ns3-url = '127.0.0.1:58333'\n", "must be an address", "configuration.md");
        row("two databases of one name", "[[databases]]\nname = 'a'\n[[databases]]\nname = 'a'\n", "two entries of [[databases]] have the name \"a\"", "name of its own");
        row("database without a name", "[[databases]]\nkind = 'oracle'\n", "entry 1 of [[databases]] has no name", "name");
        row("syntax", "[project]\nname = film\n", "line 2, column ", "double quotes");
        row("key twice", "[project]\nname = 'a'\nname = 'b'\n", "line 3, column ", "double quotes");
        row("text without an end", "[project]\nname = \"a\n", "line 2, column ", "double quotes");
        row("not UTF-8", "[project]\nname = \"\xff\xfe\"\n", "line 2, column ", "double quotes");
        row("the first of two mistakes", "[extensions.lakehouse]\nzz = 1\naa = 2\n", "line 2:", "configuration.md");
    }
    void mistakesAreNamed()
    {
        QFETCH(const QByteArray, toml);
        QFETCH(const QString, message);
        QFETCH(const QString, hint);
        const auto read = readSettings(toml, QStringLiteral("ekos.toml"));
        QVERIFY(!read);
        QCOMPARE(int(read.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(read.error().message.toEnglish().startsWith(QStringLiteral("ekos.toml")));
        QVERIFY2(read.error().message.toEnglish().contains(message), qPrintable(read.error().message.toEnglish()));
        QVERIFY2(read.error().hint.toEnglish().contains(hint), qPrintable(read.error().hint.toEnglish()));
    }

    void credentialsAreRefusedAndNotRepeated_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("password for a variable's name") << QByteArray("source-password-env = \"S3cret!pass\"");
        QTest::newRow("password with a space") << QByteArray("trino-password-env = \"S3cret pass\"");
        QTest::newRow("variable with a line break") << QByteArray("source-password-env = \"A\\nS3cret\"");
        QTest::newRow("password in an address") << QByteArray("trino-url = \"http://user:S3cret@host:8080\"");
        QTest::newRow("token behind an address") << QByteArray("trino-url = \"http://host:8080/?token=S3cret\"");
        QTest::newRow("token in a fragment") << QByteArray("s3-url = \"http://host:8080#S3cret\"");
        QTest::newRow("password that could be a variable") << QByteArray("source-password-env = \"S3cretpass\"");
        QTest::newRow("password in the source") << QByteArray("source = \"user:S3cret@127.0.0.1:5432\"");
    }
    void credentialsAreRefusedAndNotRepeated()
    {
        QFETCH(const QByteArray, line);
        const auto read = readSettings("[extensions.lakehouse]\n" + line + '\n', QStringLiteral("ekos.toml"));
        QVERIFY(!read);
        QCOMPARE(int(read.error().code), int(ErrorCode::InvalidInput));
        QVERIFY(!QString::fromUtf8(describe::canonicalJson(read.error())).contains(QStringLiteral("S3cret")));
        QVERIFY(read.error().message.toEnglish().contains(QStringLiteral("line 2")));
    }

    void variablesOfOthersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<QString>("refused");
        QTest::newRow("ours") << QByteArray("[extensions.lakehouse]\nsource-password-env = 'EKOS_X'\n") << "";
        QTest::newRow("a password") << QByteArray("[extensions.lakehouse]\ntrino-password-env = 'TRINO_PASSWORD'\n") << "";
        QTest::newRow("listed") << QByteArray("[[databases]]\nname = 'a'\npassword-env = 'SHOP_PW'\n") << "";
        QTest::newRow("an API key") << QByteArray("[llm]\napi-key-env = 'OPENAI_API_KEY'\n") << "";
        QTest::newRow("a token as a password") << QByteArray("[extensions.lakehouse]\ntrino-password-env = 'GITHUB_TOKEN'\n") << "GITHUB_TOKEN";
        QTest::newRow("an API key as a password") << QByteArray("[[databases]]\nname = 'a'\npassword-env = 'OPENAI_API_KEY'\n") << "OPENAI_API_KEY";
        QTest::newRow("a password as an API key") << QByteArray("[llm.tasks.gold]\napi-key-env = 'ERP_PASSWORD'\n") << "ERP_PASSWORD";
        QTest::newRow("part of a listed one") << QByteArray("[extensions.lakehouse]\nsource-password-env = 'SHOP'\n") << "SHOP";
    }
    void variablesOfOthersAreRefused()
    {
        QFETCH(const QByteArray, toml);
        QFETCH(const QString, refused);
        QTemporaryDir config;
        QVERIFY(QDir(config.path()).mkdir(QStringLiteral("ekos-lakehouse")));
        const QString path = config.filePath(QStringLiteral("ekos-lakehouse/allowed-variables"));
        QFile list(path);
        QVERIFY(list.open(QIODevice::WriteOnly) && list.write("SHOP_PW\n") > 0);
        list.close();
        qputenv("XDG_CONFIG_HOME", config.path().toLocal8Bit());
        const auto read = readSettings(toml, QStringLiteral("ekos.toml"));
        qunsetenv("XDG_CONFIG_HOME");
        QCOMPARE(bool(read), refused.isEmpty());
        if (!read) {
            QCOMPARE(int(read.error().code), int(ErrorCode::InvalidInput));
            const QString words = read.error().message.toEnglish();
            QVERIFY2(words.contains(QLatin1Char('"') + refused + QLatin1Char('"')) && words.contains(path), qPrintable(words));
        }
    }

    void foreignTablesAreAWarning()
    {
        const auto read = readSettings("[recall]\nlimit = 5\n[extensions.other]\nx = 1\n[[sources]]\nname = 'a'\n[extensions.lakehouse]\npython = 'python3.12'\n", QStringLiteral("ekos.toml"));
        QVERIFY(read);
        QStringList warnings;
        for (const base::Text &warning : read.value().warnings)
            warnings.append(warning.toEnglish());
        QCOMPARE(warnings, (QStringList{QStringLiteral("ekos.toml, line 1: the table [recall] is not read by this program."),
                                        QStringLiteral("ekos.toml, line 3: the table [extensions.other] is not read by this program."),
                                        QStringLiteral("ekos.toml, line 5: the table [sources] is not read by this program."),
                                        QStringLiteral("ekos.toml, line 8: \"python\" is no longer needed.")}));
    }

    void byteOrderMarkAndWindowsLinesAreRead()
    {
        const auto read = readSettings("\xef\xbb\xbf[project]\r\nname = \"Лавка\"\r\n\r\n[extensions.lakehouse]\r\ntrino-user = \"a\"\r\n", QStringLiteral("ekos.toml"));
        QVERIFY(read);
        QCOMPARE(read.value().file.project.name, QStringLiteral("Лавка"));
        QCOMPARE(read.value().lines.at(QStringLiteral("extensions.lakehouse.trino-user")), 5);
    }

    void everyKeyIsShownAndDocumented()
    {
        QStringList keys;
        collectKeys(describe::typeOf<SettingsFile>(), keys);
        QVERIFY(keys.size() > 60);
        QFile page(lakehouse::testing::sourcePath("docs/user/configuration.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        for (const QString &key : keys)
            if (key != QStringLiteral("value") && key != QStringLiteral("tasks"))
                QVERIFY2(text.contains(QRegularExpression(QStringLiteral("[`\\[.]%1[`\\].]").arg(QRegularExpression::escape(key)))), qPrintable(key + QStringLiteral(" is not in docs/user/configuration.md")));
    }

    void nearestKeyIsFound_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a letter is missing") << "trino-rl" << "trino-url";
        QTest::newRow("letters are swapped") << "trino-ulr" << "trino-url";
        QTest::newRow("underscore") << "trino_url" << "trino-url";
        QTest::newRow("upper case") << "TRINO-URL" << "trino-url";
        QTest::newRow("nothing near") << "completely-different" << "";
        QTest::newRow("empty") << "" << "";
    }
    void nearestKeyIsFound()
    {
        QFETCH(const QString, typed);
        QTEST(nearest(typed, {QStringLiteral("s3-url"), QStringLiteral("trino-url"), QStringLiteral("trino-user")}), "expected");
        QCOMPARE(nearest(typed, {}), QString());
    }
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"

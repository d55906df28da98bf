#include "component/usecases/own_program.h"

#include <QJsonArray>
#include <QTest>

using namespace lakehouse;
using testsupport::Ended;
using testsupport::OwnProgram;

namespace {

QStringList words(const char *line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); }

} // namespace

/// Reasons at the command line as it is delivered: what is none is refused and leaves nothing behind, what is one is shown as plain text.
class ReasonsLiveTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    std::unique_ptr<OwnProgram> m_project;

    QString written() const
    {
        return m_project->said(words("ledger show --limit 1000 --json")) + m_project->said(words("runs list --limit 100 --json"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QString reason;
        m_cluster = testing::PostgresCluster::start({}, &reason);
        if (!m_cluster)
            QSKIP(qPrintable(reason));
        QCOMPARE(OwnProgram::makeReader(*m_cluster), QString());
        m_cluster->run(QStringLiteral("CREATE DATABASE shop"));
        QString error;
        m_cluster->run(QStringLiteral("CREATE TABLE customer (id int PRIMARY KEY, email text, mobile_phone text, last_name text); GRANT SELECT ON customer TO reader"), QStringLiteral("shop"), &error);
        QCOMPARE(error, QString());
        m_project = std::make_unique<OwnProgram>(*m_cluster, QStringLiteral("shop"), QByteArray());
        for (const char *line : {"init", "analyze", "review decide scope --filter  --as-proposed --note read", "signoff approve --subject scope --note read"}) {
            const Ended ended = m_project->run(words(line));
            QVERIFY2(ended.exitCode == 0, qPrintable(QString::fromLatin1(line) + ended.inWords()));
        }
    }

    void whatIsNoReasonIsRefused_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("said");
        const std::vector<std::tuple<const char *, QString, int, const char *>> reasons{
            {"nothing", QString(), 4, "A reason is needed."},
            {"zero width space", QString::fromUtf8("\u200b"), 4, "A reason is needed."},
            {"right-to-left override", QString::fromUtf8("\u202e"), 4, "A reason is needed."},
            {"soft hyphen", QString::fromUtf8("\u00ad"), 4, "A reason is needed."},
            {"an escape", QStringLiteral("fine\033[2J"), 2, "character 5 of this one is U+001B"},
            {"one character too many", QString(64 * 1024 + 1, QLatin1Char('x')), 2, "A reason has at most 65536 characters; this one has 65537."}};
        for (const char *line : {"review decide pii public.customer.email --decision keep", "signoff approve --subject scope", "signoff revoke --subject scope", "lakehouse extraction change --table public.customer --full",
                                 "lakehouse extraction approve"})
            for (const auto &[name, text, exitCode, said] : reasons)
                QTest::addRow("%s: %s", line, name) << words(line) << text << exitCode << QString::fromLatin1(said);
    }
    void whatIsNoReasonIsRefused()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, text);
        QFETCH(int, exitCode);
        QFETCH(QString, said);
        const QString before = written();
        for (const char *option : {"--reason", "--note"}) {
            const Ended ended = m_project->run(command + QStringList{QString::fromLatin1(option), text});
            QVERIFY2(ended.exitCode == exitCode && ended.err.contains(said), qPrintable(ended.inWords().left(2000)));
            QVERIFY(!ended.err.contains(QLatin1Char('\033')));
        }
        QCOMPARE(written(), before);
    }

    void whatIsOneIsPlainText_data()
    {
        QTest::addColumn<QString>("item");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("markup") << QStringLiteral("public.customer.email") << QStringLiteral("<b>agreed</b> &amp; <script>alert(1)</script>") << QStringLiteral("<b>agreed</b> &amp; <script>alert(1)</script>");
        QTest::newRow("turned by a control") << QStringLiteral("public.customer.mobile_phone") << QString::fromUtf8("see \u202etxt.exe\u202c \u2066x\u2069") << QStringLiteral("see \\u202etxt.exe\\u202c \\u2066x\\u2069");
        QTest::newRow("from right to left, in lines") << QStringLiteral("public.customer.last_name") << QString::fromUtf8("\u05de\u05d5\u05e1\u05db\u05dd\n%1") << QString::fromUtf8("\u05de\u05d5\u05e1\u05db\u05dd\\n%1");
    }
    void whatIsOneIsPlainText()
    {
        QFETCH(QString, item);
        QFETCH(QString, text);
        QFETCH(QString, shown);
        const Ended decided = m_project->run(words("review decide pii") + QStringList{item, QStringLiteral("--decision"), QStringLiteral("keep"), QStringLiteral("--reason"), text});
        QVERIFY2(decided.exitCode == 0, qPrintable(decided.inWords()));
        const QStringList show = words("review show pii --item") + QStringList{item};
        const QJsonArray history = m_project->run(show + QStringList{QStringLiteral("--json")}).json().value(QStringLiteral("detail"))[QStringLiteral("history")].toArray();
        QCOMPARE(history.size(), 1);
        QCOMPARE(history.first()[QStringLiteral("reason")].toString(), text); // as it was typed
        for (const QStringList &command : {show, words("ledger audit")}) {
            const Ended ended = m_project->run(command);
            QVERIFY2(ended.exitCode == 0 && ended.out.contains(shown), qPrintable(command.join(QLatin1Char(' ')) + QLatin1Char('\n') + ended.inWords()));
            for (const QChar letter : ended.out)
                QVERIFY2(letter == QLatin1Char('\n') || (letter.category() != QChar::Other_Control && !(letter.unicode() >= 0x202a && letter.unicode() <= 0x202e) && !(letter.unicode() >= 0x2066 && letter.unicode() <= 0x2069)),
                         qPrintable(command.join(QLatin1Char(' ')) + QString::number(letter.unicode(), 16)));
        }
    }
};

QTEST_GUILESS_MAIN(ReasonsLiveTest)
#include "reasons_live_test.moc"

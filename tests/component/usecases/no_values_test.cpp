#include "component/usecases/own_program.h"
#include "support/misbehaving_server.h"
#include "support/source_folder.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTest>

#include <set>

using namespace lakehouse;
using testsupport::Ended;
using testsupport::OwnProgram;
using tests::MisbehavingServer;

namespace {

/// One column of tests/fixtures/pii/sixty_columns.tsv.
struct Column {
    QString name;
    QString type;
    QString comment;
    QString personalData; ///< "none" where it holds none
    QStringList values;
};

std::vector<Column> sixtyColumns()
{
    QFile file(testing::sourcePath("tests/fixtures/pii/sixty_columns.tsv"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no list");
    std::vector<Column> columns;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(1)) {
        const QStringList cells = line.split(QLatin1Char('\t'));
        columns.push_back({cells[2], cells[3], cells[4], cells[5], cells[6].split(QStringLiteral(" | "), Qt::SkipEmptyParts)});
    }
    return columns;
}

QString tableWithRows(const std::vector<Column> &columns)
{
    const auto literal = [](QString text) { return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("''")) + QLatin1Char('\''); };
    QStringList declared;
    QString comments;
    qsizetype rows = 0;
    for (const Column &column : columns) {
        declared += column.name + QLatin1Char(' ') + column.type;
        if (!column.comment.isEmpty())
            comments += QStringLiteral("COMMENT ON COLUMN customer.%1 IS %2;\n").arg(column.name, literal(column.comment));
        rows = std::max(rows, column.values.size());
    }
    QStringList lines;
    for (qsizetype row = 0; row < rows; ++row) {
        QStringList cells;
        for (const Column &column : columns)
            cells += row < column.values.size() ? literal(column.values[row]) : QStringLiteral("NULL");
        lines += QLatin1Char('(') + cells.join(QStringLiteral(", ")) + QLatin1Char(')');
    }
    return QStringLiteral("CREATE TABLE customer (%1); INSERT INTO customer VALUES %2; ANALYZE customer;\n").arg(declared.join(QStringLiteral(", ")), lines.join(QStringLiteral(",\n"))) + comments;
}

/// Values that nothing else says by chance: a digest may well hold a number of a few digits.
std::set<QByteArray> telling(const std::vector<Column> &columns)
{
    const auto isOfDigest = [](QChar letter) { return letter.isDigit() || (letter >= u'a' && letter <= u'f'); };
    std::set<QByteArray> values;
    for (const Column &column : columns)
        for (const QString &value : column.values)
            if (std::ranges::count_if(value, [](QChar letter) { return letter.isLetterOrNumber(); }) >= (std::ranges::all_of(value, isOfDigest) ? 9 : 5))
                values.insert(value.toUtf8());
    return values;
}

/// What a report says of each class, in words.
QString inWords(const QString &personalData)
{
    const std::vector<std::pair<const char *, const char *>> words{
        {"email", "e-mail"}, {"phone", "phone"}, {"person-name", "names of persons"}, {"address", "addresses"}, {"birth-date", "birth"}, {"national-id", "national identity"},
        {"iban", "IBAN"}, {"payment-card", "payment card"}, {"ip-address", "IP addresses"}, {"credential", "passwords"}, {"free-text", "free text"}};
    for (const auto &[label, said] : words)
        if (personalData == QLatin1String(label))
            return QString::fromLatin1(said);
    return QStringLiteral("?");
}

/// A number of a row, and with what values its row is in the way: NaN stands in no decimal.
constexpr char keyOfRow[] = "918273645";

QString tableOfRates()
{
    return QStringLiteral("CREATE TABLE rate (id bigint PRIMARY KEY, amount numeric); INSERT INTO rate VALUES (1, 2.5), (%1, 'NaN'); ANALYZE rate;\n").arg(QLatin1String(keyOfRow));
}

/// Trino as far as a plan asks it: which columns the catalog shows. Their types differ from the connector's, so that tables are read by a query.
QByteArray shownByTrino(const std::vector<Column> &columns)
{
    QJsonArray rows{QJsonArray{QStringLiteral("public"), QStringLiteral("rate"), QStringLiteral("id"), QStringLiteral("bigint")},
                    QJsonArray{QStringLiteral("public"), QStringLiteral("rate"), QStringLiteral("amount"), QStringLiteral("decimal(38,0)")}};
    for (const Column &column : columns)
        rows += QJsonArray{QStringLiteral("public"), QStringLiteral("customer"), column.name, QStringLiteral("varchar")};
    QJsonArray shown;
    for (const char *name : {"schema", "table", "column", "type"})
        shown += QJsonObject{{QStringLiteral("name"), QString::fromLatin1(name)}};
    return QJsonDocument(QJsonObject{{QStringLiteral("id"), QStringLiteral("q1")}, {QStringLiteral("stats"), QJsonObject()}, {QStringLiteral("columns"), shown}, {QStringLiteral("data"), rows}}).toJson(QJsonDocument::Compact);
}

/// What is told to whoever asks, and what stands on the disk afterwards.
struct Told {
    QByteArray said = {};
    QByteArray kept = {};     ///< but for the proposal
    QByteArray proposal = {}; ///< the newest plan and its list: it names the rows that somebody has to mend, until the next plan
};

class Asking {
public:
    Asking(const OwnProgram &project, Told &told) : m_project(project), m_told(told) {}
    Ended ask(const QString &line, const QStringList &more = {}) const
    {
        const Ended ended = m_project.run(line.split(QLatin1Char(' ')) + more);
        if (ended.exitCode != 0)
            qFatal("%s: %s", qPrintable(line), qPrintable(ended.inWords()));
        m_told.said += ended.out.toUtf8() + ended.err.toUtf8();
        return ended;
    }
    void askAll(std::initializer_list<const char *> lines) const
    {
        for (const char *line : lines)
            ask(QString::fromLatin1(line));
    }

private:
    const OwnProgram &m_project;
    Told &m_told;
};

/// Every byte of every object of the pipeline repository: they are compressed on the disk.
QByteArray objectsOf(const OwnProgram &project)
{
    QProcess git;
    git.start(QStringLiteral("git"), {QStringLiteral("-C"), project.path(QStringLiteral("pipeline")), QStringLiteral("cat-file"), QStringLiteral("--batch-all-objects"), QStringLiteral("--batch")});
    if (!git.waitForFinished(60'000) || git.exitCode() != 0)
        qFatal("git: %s", git.readAllStandardError().constData());
    return git.readAllStandardOutput();
}

void readFiles(const OwnProgram &project, Told &told)
{
    QDirIterator files(project.path(QStringLiteral(".ekos")), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    qsizetype read = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(file.fileName()));
        const bool isProposal = QFileInfo(file).fileName() == QLatin1String("plan.json") || QFileInfo(file).fileName() == QLatin1String("plan.list");
        (isProposal ? told.proposal : told.kept) += file.readAll();
        ++read;
    }
    if (read < 6) // the ledger, the runs, the log of each, the proposal and the approved plan
        qFatal("no state");
    told.kept += objectsOf(project);
}

/// From the first reading to the generated pipeline.
Told everythingTold(const OwnProgram &project)
{
    Told told;
    const Asking asking(project, told);
    asking.askAll({"init", "analyze", "analyze --json"});
    for (const char *subject : {"scope", "pii", "conflicts", "identity", "write-behaviour", "glossary"}) {
        const QString show = QStringLiteral("review show ") + QString::fromLatin1(subject);
        asking.ask(show);
        const Ended page = asking.ask(show + QStringLiteral(" --json"));
        const QJsonArray items = page.json().value(QStringLiteral("items")).toArray();
        for (const QJsonValue &item : items)
            asking.ask(show + QStringLiteral(" --json --item"), {item[QStringLiteral("item")].toString()});
    }
    asking.askAll({"lakehouse plan", "lakehouse extraction show", "lakehouse extraction show --json", "lakehouse extraction show --table customer --json", "lakehouse extraction show --table rate --json"});
    asking.ask(QStringLiteral("lakehouse extraction approve --note"), {QStringLiteral("read it")});
    asking.askAll({"lakehouse generate", "lakehouse status", "review list", "review export", "analysis show", "analysis show --json", "analysis show customer", "analysis show customer --json",
                   "ledger show --limit 1000 --json", "ledger timeline customer --limit 1000", "ledger timeline public.customer.email --limit 1000", "ledger audit", "ledger verify", "workflow status"});
    const Ended runs = asking.ask(QStringLiteral("runs list --json"));
    for (const QJsonValue &run : runs.json().value(QStringLiteral("runs")).toArray())
        asking.ask(QStringLiteral("runs show --json"), {run[QStringLiteral("id")].toString()});
    readFiles(project, told);
    return told;
}

} // namespace

/// A table full of personal data is recognised, and no value of it is kept or said anywhere.
class NoValuesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    const std::vector<Column> m_columns = sixtyColumns();
    const MisbehavingServer m_trino{[answer = shownByTrino(m_columns)](const MisbehavingServer::Request &) { return MisbehavingServer::Reply{.body = answer}; }};

    QByteArray settings() const { return "trino-url = \"" + m_trino.url().toUtf8() + "\"\n"; }

private Q_SLOTS:
    void initTestCase()
    {
        QString reason;
        m_cluster = testing::PostgresCluster::start({}, &reason);
        if (!m_cluster)
            QSKIP(qPrintable(reason));
        QCOMPARE(OwnProgram::makeReader(*m_cluster), QString());
        for (const char *database : {"filled", "hollow"}) {
            m_cluster->run(QStringLiteral("CREATE DATABASE ") + QString::fromLatin1(database));
            QString error;
            m_cluster->run(tableWithRows(m_columns) + tableOfRates() + QStringLiteral("GRANT SELECT ON customer, rate TO reader"), QString::fromLatin1(database), &error);
            QCOMPARE(error, QString());
        }
        m_cluster->run(QStringLiteral("TRUNCATE customer; ANALYZE customer"), QStringLiteral("hollow"));
    }

    void noneIsKeptOrSaid()
    {
        QVERIFY(m_cluster->run(QStringLiteral("SELECT string_agg(concat(most_common_vals, histogram_bounds), ' ') FROM pg_stats WHERE tablename = 'customer'"), QStringLiteral("filled")).contains(QStringLiteral("Marie-Claire"))); // the server would tell
        const OwnProgram hollow(*m_cluster, QStringLiteral("hollow"), settings());
        const OwnProgram filled(*m_cluster, QStringLiteral("filled"), settings());
        const auto all = [](const Told &told) { return told.said + told.kept + told.proposal; };
        const QByteArray without = all(everythingTold(hollow));
        const Told told = everythingTold(filled);
        const QByteArray with = all(told);
        const std::set<QByteArray> values = telling(m_columns);
        qsizetype searched = 0;
        QByteArrayList found;
        for (const QByteArray &value : values) {
            if (without.contains(value)) // a word of our own
                continue;
            ++searched;
            if (with.contains(value))
                found += value;
        }
        QVERIFY2(found.isEmpty(), found.join(" | ").constData());
        QVERIFY2(searched > 300 && searched * 100 > qsizetype(values.size()) * 97, qPrintable(QStringLiteral("%1 of %2 searched").arg(searched).arg(values.size())));
        // Keys name rows to whoever has to mend them, in the newest plan and nowhere else.
        QVERIFY(told.said.contains(keyOfRow));
        QVERIFY(told.proposal.contains(keyOfRow));
        QVERIFY2(!told.kept.contains(keyOfRow), told.kept.mid(std::max<qsizetype>(0, told.kept.indexOf(keyOfRow) - 200), 400).constData());
        QVERIFY(told.kept.contains("cannot stand in a decimal")); // the approved plan is in it, and counts
    }

    void whatTheyAreIsSaid()
    {
        const OwnProgram project(*m_cluster, QStringLiteral("filled"), {});
        QCOMPARE(project.run({QStringLiteral("init")}).exitCode, 0);
        QCOMPARE(project.run({QStringLiteral("analyze")}).exitCode, 0);
        const Ended shown = project.run({QStringLiteral("review"), QStringLiteral("show"), QStringLiteral("pii"), QStringLiteral("--csv")});
        QCOMPARE(shown.exitCode, 0);
        QStringList lines = shown.out.split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(1);
        QStringList wrong;
        for (const Column &column : m_columns) {
            const QString begin = QStringLiteral("public.customer.%1,").arg(column.name);
            const auto line = std::ranges::find_if(lines, [&](const QString &one) { return one.startsWith(begin); });
            const bool isFound = line != lines.end();
            if (isFound != (column.personalData != QLatin1String("none")) || (isFound && !line->contains(inWords(column.personalData))))
                wrong += QStringLiteral("%1 is %2: %3").arg(column.name, column.personalData, isFound ? *line : QStringLiteral("not found"));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QCOMPARE(lines.size(), std::ranges::count_if(m_columns, [](const Column &column) { return column.personalData != QLatin1String("none"); }));
    }
};

QTEST_GUILESS_MAIN(NoValuesTest)
#include "no_values_test.moc"

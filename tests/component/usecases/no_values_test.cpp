#include "component/usecases/own_program.h"
#include "support/source_folder.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTest>

#include <set>

using namespace lakehouse;
using testsupport::Ended;
using testsupport::OwnProgram;

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

/// Values that nothing else says by chance.
std::set<QByteArray> telling(const std::vector<Column> &columns)
{
    std::set<QByteArray> values;
    for (const Column &column : columns)
        for (const QString &value : column.values)
            if (std::ranges::count_if(value, [](QChar letter) { return letter.isLetterOrNumber(); }) >= 5)
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

/// Every byte of the project's state, and whatever the program says of it to people and programs.
QByteArray everythingSaid(const OwnProgram &project)
{
    QByteArray all;
    const auto ask = [&](const QString &line, const QStringList &more = {}) {
        const Ended ended = project.run(line.split(QLatin1Char(' ')) + more);
        if (ended.exitCode != 0)
            qFatal("%s: %s", qPrintable(line), qPrintable(ended.inWords()));
        all += ended.out.toUtf8() + ended.err.toUtf8();
        return ended;
    };
    for (const char *line : {"init", "analyze", "analyze --json"})
        ask(QString::fromLatin1(line));
    for (const char *subject : {"scope", "pii", "conflicts", "identity", "write-behaviour", "glossary"}) {
        const QString show = QStringLiteral("review show ") + QString::fromLatin1(subject);
        ask(show);
        const Ended page = ask(show + QStringLiteral(" --json"));
        const QJsonArray items = page.json().value(QStringLiteral("items")).toArray();
        for (const QJsonValue &item : items)
            ask(show + QStringLiteral(" --json --item"), {item[QStringLiteral("item")].toString()});
    }
    for (const char *line : {"review list", "review export", "analysis show", "analysis show --json", "analysis show customer", "analysis show customer --json", "ledger show --limit 1000 --json",
                             "ledger timeline customer --limit 1000", "ledger audit", "ledger verify", "workflow status"})
        ask(QString::fromLatin1(line));
    const Ended runs = ask(QStringLiteral("runs list --json"));
    for (const QJsonValue &run : runs.json().value(QStringLiteral("runs")).toArray())
        ask(QStringLiteral("runs show --json"), {run[QStringLiteral("id")].toString()});
    QDirIterator files(project.path(QStringLiteral(".ekos")), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    qsizetype read = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(file.fileName()));
        all += file.readAll();
        ++read;
    }
    if (read < 4) // the ledger, the runs, the log of each
        qFatal("no state");
    return all;
}

} // namespace

/// A table full of personal data is recognised, and no value of it is kept or said anywhere.
class NoValuesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    const std::vector<Column> m_columns = sixtyColumns();

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
            m_cluster->run(tableWithRows(m_columns) + QStringLiteral("GRANT SELECT ON customer TO reader"), QString::fromLatin1(database), &error);
            QCOMPARE(error, QString());
        }
        m_cluster->run(QStringLiteral("TRUNCATE customer; ANALYZE customer"), QStringLiteral("hollow"));
    }

    void noneIsKeptOrSaid()
    {
        QVERIFY(m_cluster->run(QStringLiteral("SELECT string_agg(concat(most_common_vals, histogram_bounds), ' ') FROM pg_stats WHERE tablename = 'customer'"), QStringLiteral("filled")).contains(QStringLiteral("Marie-Claire"))); // the server would tell
        const OwnProgram hollow(*m_cluster, QStringLiteral("hollow"), {});
        const OwnProgram filled(*m_cluster, QStringLiteral("filled"), {});
        const QByteArray without = everythingSaid(hollow);
        const QByteArray with = everythingSaid(filled);
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

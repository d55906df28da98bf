#include "cases/case_values.h"

#include "support/source_folder.h"

#include <QFile>
#include <QtTest>

#include <set>

using namespace lakehouse;
using namespace lakehouse::cases;

Q_DECLARE_METATYPE(lakehouse::cases::Line)

namespace {

std::vector<Line> allLines()
{
    std::vector<Line> lines = typeLines();
    for (const auto &more : {schemaLines(), watermarkLines()})
        lines.insert(lines.end(), more.begin(), more.end());
    return lines;
}

QString nameOf(const Line &line)
{
    QStringList parts;
    for (const char *part : {line.caseId, line.what, line.where, line.aspect})
        parts += QString::fromUtf8(part);
    if (*line.settings)
        parts += QStringLiteral("with ") + QString::fromUtf8(line.settings).simplified().left(80);
    if (*line.decisions)
        parts += QStringLiteral("where a person decided ") + QString::fromUtf8(line.decisions).simplified().left(40);
    if (line.isAfterChanges)
        parts += QStringLiteral("after changes");
    parts += QStringLiteral("= ") + QString::fromUtf8(line.expected).simplified().left(80);
    return parts.join(QLatin1Char(' '));
}

QString words(const base::Error &error)
{
    return error.message.toEnglish() + QLatin1Char(' ') + error.detail;
}

} // namespace

/// Every line of type_cases.cpp, schema_cases.cpp and watermark_cases.cpp on one reading of cases.sql and watermarks.sql.
class CasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyCaseHasLines();
    void line_data();
    void line();
    void cleanupTestCase();

private:
    QString runFile(const char *name, const QString &database) const;
    QString makeDatabase(const QString &name) const;
    QString read(CaseValues &values, const Line &line, const QString &database) const;
    CaseValues *valuesFor(const Line &line, QString *problem);

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    std::map<std::pair<QString, bool>, std::unique_ptr<CaseValues>> m_values; ///< by further settings and decisions, and whether after the changes
    std::set<QString> m_extensions;                                           ///< that the server has installed
    int m_lines = 0;
    int m_right = 0;
    QStringList m_gaps;
};

/// Runs a file of this folder; returns what went wrong.
QString CasesTest::runFile(const char *name, const QString &database) const
{
    QFile file(lakehouse::testing::sourcePath("tests/cases/") + QLatin1String(name));
    if (!file.open(QFile::ReadOnly))
        return file.errorString();
    QString error;
    m_cluster->run(QString::fromUtf8(file.readAll()), database, &error);
    return error;
}

/// A database as it is before the changes; returns what went wrong.
QString CasesTest::makeDatabase(const QString &name) const
{
    QString error;
    m_cluster->run(QStringLiteral("CREATE DATABASE ") + name, QStringLiteral("postgres"), &error);
    for (const char *file : {"cases.sql", "watermarks.sql"})
        if (error.isEmpty())
            error = runFile(file, name);
    return error;
}

void CasesTest::initTestCase()
{
    QString reason;
    m_cluster = testing::PostgresCluster::start({}, &reason);
    if (!m_cluster)
        QSKIP(qPrintable(QStringLiteral("No PostgreSQL cluster: ") + reason));
    if (m_cluster->run(QStringLiteral("SELECT current_setting('server_version_num')")).toInt() < 150000)
        QSKIP("The cases need PostgreSQL 15 or newer.");
    QString error;
    m_cluster->run(QStringLiteral("CREATE ROLE %1 LOGIN PASSWORD '%2'").arg(QLatin1String(readerRole), QLatin1String(readerPassword)), QStringLiteral("postgres"), &error);
    QVERIFY2(error.isEmpty(), qPrintable(error));
    error = makeDatabase(QStringLiteral("cases"));
    QVERIFY2(error.isEmpty(), qPrintable(error));
    for (const QString &name : m_cluster->run(QStringLiteral("SELECT name FROM pg_available_extensions")).split(QLatin1Char('\n')))
        m_extensions.insert(name);
    QVERIFY2(valuesFor({}, &reason), qPrintable(reason));
}

/// Reads and plans; returns what went wrong.
QString CasesTest::read(CaseValues &values, const Line &line, const QString &database) const
{
    base::Result<> done = *line.settings || *line.decisions ? values.plan() : values.analyze();
    if (done && *line.decisions)
        done = values.decide(QString::fromUtf8(line.decisions));
    if (done && line.isAfterChanges) {
        done = values.noteLoads();
        if (!done)
            return words(done.error());
        if (const QString error = runFile("changes.sql", database); !error.isEmpty())
            return error;
        done = values.analyze();
    }
    return done ? QString() : words(done.error());
}

CaseValues *CasesTest::valuesFor(const Line &line, QString *problem)
{
    std::unique_ptr<CaseValues> &values = m_values[{QString::fromUtf8(line.settings) + QString::fromUtf8(line.decisions), line.isAfterChanges}];
    if (values)
        return values.get();
    const QString database = QLatin1String(line.isAfterChanges ? "changed_cases" : "cases");
    if (line.isAfterChanges)
        *problem = makeDatabase(database);
    values = std::make_unique<CaseValues>(*m_cluster, database, QString::fromUtf8(line.settings));
    if (problem->isEmpty())
        *problem = read(*values, line, database);
    if (!problem->isEmpty())
        values.reset();
    return values.get();
}

void CasesTest::everyCaseHasLines()
{
    std::set<QString> withLines;
    for (const Line &line : allLines())
        withLines.insert(QLatin1String(line.caseId));
    for (const char *id : {"A1", "A2", "A3", "A4a", "A4b", "A4c", "A4d", "A5", "A6a", "A6b", "A6c", "A6e", "A6f", "A8", "A9", "A11a", "A11b", "A11c", "A11d", "A11e", "A12", "A13", "A15", "A17",
                           "B1", "B2", "B4", "B4b", "B5", "B6", "B8", "B9", "B10", "B11", "B12", "B13"})
        QVERIFY2(withLines.contains(QLatin1String(id)), id);
    for (const Elsewhere &part : partsElsewhere()) {
        QVERIFY2(withLines.contains(QLatin1String(part.caseId)), part.caseId);
        QVERIFY2(!*part.shownBy || QFile::exists(lakehouse::testing::sourcePath("") + QLatin1String(part.shownBy)), part.shownBy);
    }
}

void CasesTest::line_data()
{
    QTest::addColumn<Line>("line");
    for (const Line &line : allLines())
        QTest::addRow("%s", qPrintable(nameOf(line))) << line;
}

void CasesTest::line()
{
    QFETCH(Line, line);
    if (*line.extension && !m_extensions.contains(QLatin1String(line.extension)))
        QSKIP(qPrintable(QStringLiteral("The server has no %1.").arg(QLatin1String(line.extension))));
    QString problem;
    CaseValues *values = valuesFor(line, &problem);
    QVERIFY2(values, qPrintable(problem));
    const base::Result<QString> value = values->value(line);
    const QString shown = value ? value.value() : words(value.error());
    const bool isRight = value && isAsExpected(shown, QString::fromUtf8(line.expected), QString::fromUtf8(line.aspect));
    ++m_lines;
    m_right += isRight ? 1 : 0;
    if (line.gap) {
        QVERIFY2(value, qPrintable(shown)); // a gap is another value than the right one, not a line that asks for nothing
        m_gaps += nameOf(line) + QStringLiteral(": ") + QString::fromUtf8(line.gap);
        QEXPECT_FAIL("", line.gap, Continue);
    }
    QVERIFY2(isRight, qPrintable(QStringLiteral("expected: %1\n   found: %2").arg(QString::fromUtf8(line.expected), shown.left(2'000))));
}

void CasesTest::cleanupTestCase()
{
    m_values.clear();
    for (const QString &gap : m_gaps)
        qInfo("not yet: %s", qPrintable(gap));
    qInfo("%d of %d lines are right; %d are known gaps.", m_right, m_lines, int(m_gaps.size()));
}

QTEST_GUILESS_MAIN(CasesTest)
#include "cases_test.moc"

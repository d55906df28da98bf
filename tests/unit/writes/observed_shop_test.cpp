#include "rules/writes/write_behaviour.h"

#include "describe/label_of.h"

#include "support/source_folder.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <map>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;

namespace {

QString shopFolder()
{
    return lakehouse::testing::sourcePath("tests/fixtures/observed_shop");
}

std::vector<QStringList> rowsOf(const char *name)
{
    QFile file(shopFolder() + QLatin1Char('/') + QLatin1String(name));
    std::vector<QStringList> rows;
    if (file.open(QIODevice::ReadOnly))
        for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            rows.push_back(line.split(QLatin1Char('\t')));
    return rows;
}

} // namespace

/// A shop in ten languages: what each of its tables is said to be, with each file and line.
class ObservedShopTest : public QObject {
    Q_OBJECT

    WriteFindings m_findings;
    std::map<QString, QStringList> m_evidence; ///< of a table: "file:line detail"

private Q_SLOTS:
    void initTestCase()
    {
        WriteInput input{.watermarkColumns = {QStringLiteral("updated_at")}};
        for (const QStringList &row : rowsOf("expected_classes.tsv"))
            input.tables.push_back(TableName::create(QStringLiteral("public"), row[0]).value());
        QDirIterator files(shopFolder(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            input.sources.push_back(scanSource(file.fileName().mid(shopFolder().size() + 1), QString::fromUtf8(file.readAll())));
        }
        QVERIFY(input.sources.size() >= 25);
        m_findings = writeBehaviour(input);
        for (const WriteBehaviour &table : m_findings.tables)
            for (const Evidence &evidence : table.evidence)
                m_evidence[table.table.table()] << QStringLiteral("%1:%2 %3").arg(evidence.place).arg(evidence.line).arg(evidence.detail);
        for (const UnresolvedWrite &write : m_findings.unresolved)
            m_evidence[QStringLiteral("?")] << QStringLiteral("%1:%2 %3").arg(write.evidence.place).arg(write.evidence.line).arg(write.evidence.detail);
    }

    void classes_data()
    {
        QTest::addColumn<QStringList>("row");
        for (const QStringList &row : rowsOf("expected_classes.tsv"))
            QTest::newRow(qPrintable(row[0])) << row;
    }
    void classes()
    {
        QFETCH(QStringList, row);
        for (const WriteBehaviour &table : m_findings.tables)
            if (table.table.table() == row[0]) {
                QCOMPARE(describe::labelOf(table.inserts), row[1]);
                QCOMPARE(describe::labelOf(table.updates), row[2]);
                QCOMPARE(describe::labelOf(table.deletes), row[3]);
                return;
            }
        QFAIL("The table is missing.");
    }

    void evidence_data()
    {
        QTest::addColumn<QStringList>("expected");
        std::map<QString, QStringList> expected;
        for (const QStringList &row : rowsOf("expected_evidence.tsv"))
            expected[row[0]] << QStringLiteral("%1:%2 %3").arg(row[1], row[2], row[3]);
        for (const QStringList &row : rowsOf("expected_classes.tsv"))
            expected[row[0]];
        for (const auto &[table, lines] : expected)
            QTest::newRow(qPrintable(table)) << lines;
    }
    void evidence()
    {
        QFETCH(QStringList, expected);
        QCOMPARE(m_evidence[QString::fromUtf8(QTest::currentDataTag())].join(QLatin1Char('\n')), expected.join(QLatin1Char('\n')));
    }
};

QTEST_APPLESS_MAIN(ObservedShopTest)
#include "observed_shop_test.moc"

#include "adapters/project/plan_files.h"

#include "describe/canonical_json.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::adapters;
using namespace lakehouse::model;
using ports::ListedTable;
using ports::PlanCopy;
using ports::PlanList;

namespace {

PlannedTable planned(const QString &name, const QString &column)
{
    PlannedTable table{.decision = {.table = TableName::create(QStringLiteral("public"), name).value()}};
    table.decision.columns = {{.name = column, .bronzeName = column, .sourceType = QStringLiteral("text"), .bronzeType = QStringLiteral("varchar")}};
    return table;
}

/// Names and texts that look like the frame of the document.
ExtractionPlan plan(int tables, const QString &column = QStringLiteral("a\"tables\":[]b"))
{
    ExtractionPlan plan{.database = QStringLiteral("x\",\"tables\":[]"), .engine = QStringLiteral("postgresql"), .catalogDigest = CatalogDigest::of("{}"), .settingsDigest = SettingsDigest::of("{}"),
                        .madeAtUtc = {1'700'000'000'000'000}, .warnings = {"\"tables\":[]"}};
    for (int i = 0; i < tables; ++i)
        plan.tables.push_back(planned(QStringLiteral("t%1\n\t").arg(i, 4, 10, QLatin1Char('0')), column));
    return plan;
}

PlanList listOf(const ExtractionPlan &plan, const QByteArray &head = "{\"a\":1}")
{
    PlanList list{.head = head};
    for (const PlannedTable &table : plan.tables)
        list.tables.push_back({.table = table.decision.table, .digest = table.digest(), .row = "{\"row\":\"" + table.decision.columns[0].name.toUtf8().replace('"', '\'') + "\"}"});
    return list;
}

} // namespace

class PlanFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        for (const char *name : {"plan.json", "plan.list", "approved.json", "approved.list", "generated.list"})
            QFile::remove(path(name));
    }

    void everyTableIsReadByItself()
    {
        const ExtractionPlan whole = plan(30);
        PlanFiles writer(m_folder.path());
        QVERIFY(writer.savePlan(PlanCopy::Proposal, whole, listOf(whole)));
        QCOMPARE(contentOf(path("plan.json")), "{\"format-version\":2,\"plan\":" + describe::canonicalJson(whole) + '}');
        PlanFiles reader(m_folder.path());
        QCOMPARE(reader.head(PlanCopy::Proposal), std::optional(QByteArray("{\"a\":1}")));
        for (PlanFiles *files : {&writer, &reader}) {
            const auto list = files->list(PlanCopy::Proposal);
            QVERIFY(list);
            QCOMPARE(list->tables.size(), whole.tables.size());
            for (std::size_t i = 0; i < whole.tables.size(); ++i) {
                QVERIFY(list->tables[i].table == whole.tables[i].decision.table);
                QCOMPARE(list->tables[i].row, listOf(whole).tables[i].row);
                QVERIFY(files->table(PlanCopy::Proposal, *list, list->tables[i]) == whole.tables[i]);
            }
        }
        QVERIFY(!reader.list(PlanCopy::Approved) && !reader.head(PlanCopy::Approved)); // each copy by itself
        QVERIFY(writer.savePlan(PlanCopy::Approved, plan(2), listOf(plan(2), "{\"b\":2}")));
        QCOMPARE(reader.head(PlanCopy::Approved), std::optional(QByteArray("{\"b\":2}")));
        QCOMPARE(reader.list(PlanCopy::Proposal)->tables.size(), 30u);
    }

    void aPlanWithoutTablesAndAListAlone()
    {
        PlanFiles files(m_folder.path());
        QVERIFY(files.savePlan(PlanCopy::Proposal, plan(0), listOf(plan(0))));
        QVERIFY(files.list(PlanCopy::Proposal)->tables.empty());
        files.saveList(PlanCopy::Generated, nullptr, listOf(plan(3)));
        QVERIFY(!QFile::exists(path("generated.json")));
        QCOMPARE(PlanFiles(m_folder.path()).list(PlanCopy::Generated)->tables.size(), 3u);
        const auto list = files.list(PlanCopy::Generated);
        QVERIFY(!files.table(PlanCopy::Generated, *list, list->tables[0]));
    }

    void aListThatDoesNotFitIsNone_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("the plan has another value") << "plan.json" << QByteArray("varchar") << QByteArray("integer");
        QTest::newRow("the plan is longer") << "plan.json" << QByteArray("varchar") << QByteArray("varchar ");
        QTest::newRow("no plan") << "plan.json" << QByteArray() << QByteArray();
        QTest::newRow("no list") << "plan.list" << QByteArray() << QByteArray();
        QTest::newRow("another form of list") << "plan.list" << QByteArray("\"format-version\":1") << QByteArray("\"format-version\":2");
        QTest::newRow("a header that is none") << "plan.list" << QByteArray("\"bytes\"") << QByteArray("\"bites\"");
        QTest::newRow("a line without its words") << "plan.list" << QByteArray("\t") << QByteArray(" ");
        QTest::newRow("a digest that is none") << "plan.list" << QByteArray(" sha256:") << QByteArray(" sha255:");
    }
    void aListThatDoesNotFitIsNone()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        PlanFiles writer(m_folder.path());
        QVERIFY(writer.savePlan(PlanCopy::Proposal, plan(3), listOf(plan(3))));
        const QString changed = m_folder.filePath(file);
        const QByteArray bytes = contentOf(changed).replace(from, to);
        QVERIFY(QFile::remove(changed));
        if (!from.isEmpty()) {
            QFile written(changed);
            QVERIFY(written.open(QIODevice::WriteOnly) && written.write(bytes) == bytes.size());
        }
        PlanFiles reader(m_folder.path());
        QVERIFY(!reader.list(PlanCopy::Proposal));
        QVERIFY(!writer.list(PlanCopy::Proposal)); // nor does it go by what it remembers
    }

    void aCopiedPlanKeepsItsList()
    {
        PlanFiles writer(m_folder.path());
        QVERIFY(writer.savePlan(PlanCopy::Proposal, plan(3), listOf(plan(3))));
        QVERIFY(QFile::rename(path("plan.json"), path("other")) && QFile::copy(path("other"), path("plan.json")));
        PlanFiles reader(m_folder.path());
        const auto list = reader.list(PlanCopy::Proposal);
        QVERIFY(list);
        QVERIFY(reader.table(PlanCopy::Proposal, *list, list->tables[2]) == plan(3).tables[2]);
        QCOMPARE(reader.head(PlanCopy::Proposal), std::optional(QByteArray("{\"a\":1}")));
    }

    void anOldListReadsNothingOfANewPlan()
    {
        PlanFiles files(m_folder.path());
        QVERIFY(files.savePlan(PlanCopy::Proposal, plan(3), listOf(plan(3))));
        const auto old = files.list(PlanCopy::Proposal);
        QVERIFY(files.savePlan(PlanCopy::Proposal, plan(3, QStringLiteral("other")), listOf(plan(3, QStringLiteral("other")))));
        QVERIFY(!files.table(PlanCopy::Proposal, *old, old->tables[0]));
        QVERIFY(files.list(PlanCopy::Proposal)->document != old->document);
    }

    void theListOfAnotherPlanIsNotSaved()
    {
        PlanFiles files(m_folder.path());
        QVERIFY(files.savePlan(PlanCopy::Proposal, plan(3), {}));
        QVERIFY(!files.list(PlanCopy::Proposal) && !QFile::exists(path("plan.list")));
        const ExtractionPlan another = plan(3, QStringLiteral("other"));
        files.saveList(PlanCopy::Proposal, &another, listOf(another));
        QVERIFY(!files.list(PlanCopy::Proposal));
        const ExtractionPlan same = plan(3);
        files.saveList(PlanCopy::Proposal, &same, listOf(same));
        QVERIFY(files.list(PlanCopy::Proposal));
    }

    void aListThatCannotBeWrittenIsRemembered()
    {
        PlanFiles files(m_folder.path());
        QVERIFY(files.savePlan(PlanCopy::Proposal, plan(3), {}));
        QVERIFY(QDir().mkdir(path("plan.list"))); // nothing is put in its place
        const ExtractionPlan same = plan(3);
        files.saveList(PlanCopy::Proposal, &same, listOf(same));
        const auto list = files.list(PlanCopy::Proposal);
        QVERIFY(list);
        QVERIFY(files.table(PlanCopy::Proposal, *list, list->tables[0]) == same.tables[0]);
        QVERIFY(!PlanFiles(m_folder.path()).list(PlanCopy::Proposal));
        QVERIFY(QDir().rmdir(path("plan.list")));
    }

    void readersSeeListAndPlanOfOne()
    {
        const ExtractionPlan plans[] = {plan(40), plan(40, QStringLiteral("other"))};
        QVERIFY(PlanFiles(m_folder.path()).savePlan(PlanCopy::Proposal, plans[0], listOf(plans[0])));
        std::atomic<int> writersLeft = 2;
        const auto write = [&] {
            PlanFiles writer(m_folder.path());
            for (int i = 0; i < 40; ++i)
                (void)writer.savePlan(PlanCopy::Proposal, plans[i % 2], listOf(plans[i % 2]));
            --writersLeft;
        };
        std::thread first(write), second(write);
        PlanFiles reader(m_folder.path());
        int lists = 0, tables = 0;
        bool isOfOne = true;
        while (writersLeft > 0) {
            const auto list = reader.list(PlanCopy::Proposal);
            if (!list)
                continue; // between a plan and its list
            ++lists;
            const auto table = reader.table(PlanCopy::Proposal, *list, list->tables[7]);
            tables += table ? 1 : 0;
            isOfOne = isOfOne && (!table || (table->digest() == list->tables[7].digest && list->tables[7].row.contains(table->decision.columns[0].name.left(3).toUtf8().replace('"', '\''))));
            isOfOne = isOfOne && (list->tables[7].digest == plans[0].tables[7].digest() || list->tables[7].digest == plans[1].tables[7].digest());
        }
        first.join();
        second.join();
        QVERIFY(isOfOne);
        qInfo("%d lists, %d tables", lists, tables);
    }
};

QTEST_GUILESS_MAIN(PlanFilesTest)
#include "plan_files_test.moc"

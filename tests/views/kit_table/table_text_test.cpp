#include "list_rows.h"

#include "kit/table_export.h"
#include "kit/table_state.h"
#include "text/csv.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using tests::ListRows;

namespace {

std::shared_ptr<const ListRows> rows()
{
    return std::make_shared<ListRows>(std::vector<ListRows::Row>{
        {QStringLiteral("public.film"), QStringLiteral("full"), 16044, Status::Done, {}},
        {QStringLiteral("=1+1"), QStringLiteral("a,\"b\""), -3, {}, {}},
        {QStringLiteral("o'neil|x"), QStringLiteral("two\nlines"), {}, {}, {}},
        {QStringLiteral("public.film"), QStringLiteral(" -5"), 1.5e6, {}, {}},
    });
}

TableText textOf(std::vector<int> shown = {0, 1, 2})
{
    return {rows(), ListRows::columns(), std::move(shown)};
}

QByteArray exported(TableFormat format, const QString &filter)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    TableExport job(textOf(), {2, 0}, {.filter = filter, .total = 4, .writtenAt = QStringLiteral("2024-05-01T12:34:56Z")}, format, &buffer);
    int steps = 1;
    while (!job.step(QDeadlineTimer(0)))
        ++steps;
    return steps == 2 && job.written() == 2 ? buffer.data() : QByteArray("not in slices");
}

/// Takes some bytes and no more.
class FullDevice : public QIODevice {
public:
    FullDevice() { open(QIODevice::WriteOnly); }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64) override { return -1; }
};

} // namespace

class TableTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("line");
        const auto add = [](const char *name, TableFormat format, int row, const QString &line) {
            QTest::newRow(name) << int(format) << row << line;
        };
        add("tabs", TableFormat::Tabs, 0, QStringLiteral("public.film\tfull\t16,044\n"));
        add("tabs keep to a line", TableFormat::Tabs, 2, QStringLiteral("o'neil|x\ttwo lines\t\n"));
        add("csv number bare", TableFormat::Csv, 0, QStringLiteral("public.film,full,16044\r\n"));
        add("csv formula, quotes, negative number", TableFormat::Csv, 1, QStringLiteral("'=1+1,\"a,\"\"b\"\"\",-3\r\n"));
        add("csv line end", TableFormat::Csv, 2, QStringLiteral("o'neil|x,\"two\nlines\",\r\n"));
        add("csv space at the edge, large number", TableFormat::Csv, 3, QStringLiteral("public.film,\" -5\",1500000\r\n"));
        add("markdown", TableFormat::Markdown, 2, QStringLiteral("| o'neil\\|x | two<br>lines |  |\n"));
        add("json", TableFormat::Json, 0, QStringLiteral("{\"load-mode\":\"full\",\"name\":\"public.film\",\"rows\":16044}"));
    }
    void lines()
    {
        QFETCH(int, format);
        QFETCH(int, row);
        QFETCH(QString, line);
        QCOMPARE(textOf().line(row, TableFormat(format)), line);
    }

    void formulas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cell");
        QTest::newRow("equals") << QStringLiteral("=A1") << QStringLiteral("'=A1");
        QTest::newRow("plus") << QStringLiteral("+A1") << QStringLiteral("'+A1");
        QTest::newRow("minus") << QStringLiteral("-A1") << QStringLiteral("'-A1");
        QTest::newRow("at") << QStringLiteral("@SUM(A1)") << QStringLiteral("'@SUM(A1)");
        QTest::newRow("negative number") << QStringLiteral("-12.5") << QStringLiteral("-12.5");
        QTest::newRow("guarded already") << QStringLiteral("'=A1") << QStringLiteral("''=A1"); // taking one away gives back what there was
        QTest::newRow("line begun anew") << QStringLiteral("\r=A1") << QStringLiteral("\"'\r=A1\"");
        QTest::newRow("with a semicolon") << QStringLiteral("=A1;B1") << QStringLiteral("\"'=A1;B1\"");
        QTest::newRow("after a space") << QStringLiteral(" =A1") << QStringLiteral("\" =A1\"");
        QTest::newRow("inside") << QStringLiteral("a=b") << QStringLiteral("a=b");
    }
    void formulas()
    {
        QFETCH(QString, text);
        QFETCH(QString, cell);
        const TableText one(tests::named({text}), ListRows::columns(), {0});
        QCOMPARE(one.line(0, TableFormat::Csv), cell + QStringLiteral("\r\n"));
        QCOMPARE(text::withoutFormulaGuard(text::readCsv(one.line(0, TableFormat::Csv)).records.front().fields.front()), text); // whoever imports it gets the same
    }

    void headings()
    {
        QCOMPARE(textOf().heading(TableFormat::Csv), QStringLiteral("Table,Load mode,Rows\r\n"));
        QCOMPARE(textOf().heading(TableFormat::Markdown), QStringLiteral("| Table | Load mode | Rows |\n| --- | --- | ---: |\n"));
        QCOMPARE(textOf({2, 0}).heading(TableFormat::Tabs), QStringLiteral("Rows\tTable\n"));
    }

    void statusWordIsTheText()
    {
        QCOMPARE(textOf({3}).line(0, TableFormat::Tabs), statusWord(Status::Done) + QStringLiteral("\n"));
    }

    void sqlList()
    {
        QCOMPARE(textOf().sqlList({0, 2, 3}, ListRows::Name), QStringLiteral("'public.film', 'o''neil|x'"));
        QCOMPARE(textOf().sqlList({0, 1}, ListRows::Count), QStringLiteral("16044, -3"));
    }

    void exportsSayFilterAndTime()
    {
        QCOMPARE(exported(TableFormat::Csv, QStringLiteral("full\n=x")),
                 QStringLiteral("\ufeff# Filter: full =x\r\n# 2 of 4 rows, written 2024-05-01T12:34:56Z\r\n"
                                "Table,Load mode,Rows\r\no'neil|x,\"two\nlines\",\r\npublic.film,full,16044\r\n").toUtf8());
        QCOMPARE(exported(TableFormat::Markdown, {}),
                 QByteArray("No filter  \n2 of 4 rows, written 2024-05-01T12:34:56Z\n\n| Table | Load mode | Rows |\n| --- | --- | ---: |\n"
                            "| o'neil\\|x | two<br>lines |  |\n| public.film | full | 16,044 |\n"));
        const QJsonObject json = QJsonDocument::fromJson(exported(TableFormat::Json, QStringLiteral("\"x\""))).object();
        QCOMPARE(json.value(QStringLiteral("filter")).toString(), QStringLiteral("\"x\""));
        QCOMPARE(json.value(QStringLiteral("of")).toInt(), 4);
        QCOMPARE(json.value(QStringLiteral("written")).toString(), QStringLiteral("2024-05-01T12:34:56Z"));
        QCOMPARE(json.value(QStringLiteral("data")).toArray().size(), 2);
        QCOMPARE(json.value(QStringLiteral("data")).toArray()[1].toObject().value(QStringLiteral("rows")).toInt(), 16044);
    }

    void exportOfNothing()
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        TableExport job(textOf(), {}, {}, TableFormat::Json, &buffer);
        QVERIFY(job.step(QDeadlineTimer(0)));
        QVERIFY(QJsonDocument::fromJson(buffer.data()).object().value(QStringLiteral("data")).toArray().isEmpty());
        QVERIFY(!job.hasFailed());
    }

    void fullDeviceEndsTheExport()
    {
        FullDevice device;
        TableExport job(textOf(), {0, 1, 2}, {}, TableFormat::Csv, &device);
        QVERIFY(job.step(QDeadlineTimer(QDeadlineTimer::Forever)));
        QVERIFY(job.hasFailed());
    }

    void stateComesBack()
    {
        TableState state;
        state.filter = QStringLiteral("\"full\" é");
        state.chips = {QStringLiteral("mine")};
        state.views = {{QStringLiteral("Mine"), QStringLiteral("x"), {QStringLiteral("mine")}}};
        state.sortColumn = QStringLiteral("rows");
        state.order = Qt::DescendingOrder;
        state.columns = {{QStringLiteral("name"), 210, false}, {QStringLiteral("state"), 90, true}};
        state.current = QStringLiteral("public.film");
        state.selected = {QStringLiteral("a"), QStringLiteral("b")};
        state.top = QStringLiteral("c");
        const std::optional<TableState> back = TableState::fromJson(state.toJson());
        QVERIFY(back);
        QCOMPARE(back->toJson(), state.toJson());
        QCOMPARE(back->filter, state.filter);
        QCOMPARE(back->views.front().chips, QStringList{QStringLiteral("mine")});
        QCOMPARE(back->order, Qt::DescendingOrder);
        QVERIFY(back->columns[1].isHidden);
        QCOMPARE(back->selected, state.selected);
    }

    void foreignStateIsRefused()
    {
        QVERIFY(!TableState::fromJson({}));
        QVERIFY(!TableState::fromJson("{\"version\":2}"));
        QVERIFY(!TableState::fromJson("not json"));
        QVERIFY(TableState::fromJson("{\"version\":1,\"columns\":\"x\",\"views\":[3]}"));
    }
};

QTEST_GUILESS_MAIN(TableTextTest)
#include "table_text_test.moc"

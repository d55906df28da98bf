#include "list_rows.h"

#include "kit/table_index.h"
#include "text/fold.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using tests::ListRows;

namespace {

const QDeadlineTimer atOnce(QDeadlineTimer::Forever);

std::shared_ptr<const ListRows> films()
{
    return std::make_shared<ListRows>(std::vector<ListRows::Row>{
        {QStringLiteral("public.film"), QStringLiteral("incremental"), 1000, Status::Done, {}},
        {QStringLiteral("public.film_actor"), QStringLiteral("full"), 5462, Status::NeedsYou, {}},
        {QStringLiteral("public.filmXactor"), QStringLiteral("full"), {}, Status::Failed, {}},
        {QStringLiteral("Café.Straße"), QStringLiteral("refused"), 3, {}, {}},
        {QStringLiteral("audit.$log%1"), QStringLiteral("full film"), 40, Status::NeedsYou, {}},
    });
}

QStringList idsOf(const TableIndex &index)
{
    QStringList ids;
    for (const quint32 row : index.shown())
        ids.push_back(index.rows()->id(row));
    return ids;
}

TableFilter filterOf(const QString &text)
{
    return TableFilter::parse(text, ListRows::columns());
}

QStringList answer(TableIndex &index, const TableIndex::Request &request)
{
    index.setRequest(request);
    index.step(atOnce);
    return idsOf(index);
}

} // namespace

class TableIndexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filters_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QList<int>>("rows");
        QTest::newRow("nothing") << QString() << QList<int>{0, 1, 2, 3, 4};
        QTest::newRow("one word, any column") << QStringLiteral("film") << QList<int>{0, 1, 2, 4};
        QTest::newRow("all words") << QStringLiteral("full film") << QList<int>{1, 2, 4};
        QTest::newRow("all words, other order") << QStringLiteral("film full") << QList<int>{1, 2, 4};
        QTest::newRow("quoted words") << QStringLiteral("\"full film\"") << QList<int>{4};
        QTest::newRow("quote still open") << QStringLiteral("\"full fi") << QList<int>{4};
        QTest::newRow("case") << QStringLiteral("FILM_ACTOR") << QList<int>{1};
        QTest::newRow("underscore is no wildcard") << QStringLiteral("film_") << QList<int>{1};
        QTest::newRow("dollar") << QStringLiteral("$") << QList<int>{4};
        QTest::newRow("per cent is no wildcard") << QStringLiteral("%") << QList<int>{4};
        QTest::newRow("dot is no wildcard") << QStringLiteral("c.f") << QList<int>{0, 1, 2};
        QTest::newRow("accents not typed") << QStringLiteral("cafe.strasse") << QList<int>{3};
        QTest::newRow("accents typed") << QStringLiteral("CAFÉ") << QList<int>{3};
        QTest::newRow("accents typed where there are none") << QStringLiteral("fïlm_áctor") << QList<int>{1};
        QTest::newRow("column by id") << QStringLiteral("load-mode:film") << QList<int>{4};
        QTest::newRow("column by title") << QStringLiteral("table:film") << QList<int>{0, 1, 2};
        QTest::newRow("column without its spaces") << QStringLiteral("loadmode:full") << QList<int>{1, 2, 4};
        QTest::newRow("column in quotes") << QStringLiteral("\"Load mode\":full") << QList<int>{1, 2, 4};
        QTest::newRow("column and quoted value") << QStringLiteral("load-mode:\"full film\"") << QList<int>{4};
        QTest::newRow("column and word") << QStringLiteral("load-mode:full actor") << QList<int>{1, 2};
        QTest::newRow("two columns") << QStringLiteral("load-mode:full table:audit") << QList<int>{4};
        QTest::newRow("column without value yet") << QStringLiteral("load-mode:") << QList<int>{0, 1, 2, 3, 4};
        QTest::newRow("no such column") << QStringLiteral("schema:film") << QList<int>{};
        QTest::newRow("status word") << QStringLiteral("state:failed") << QList<int>{2};
        QTest::newRow("no match across cells") << QStringLiteral("filmincremental") << QList<int>{};
        QTest::newRow("nothing matches") << QStringLiteral("film nowhere") << QList<int>{};
    }
    void filters()
    {
        QFETCH(QString, filter);
        QFETCH(QList<int>, rows);
        const auto all = films();
        QStringList wanted;
        for (const int row : rows)
            wanted.push_back(all->id(row));
        TableIndex index(all, ListRows::columns(), {});
        QCOMPARE(answer(index, {.filter = filterOf(filter)}), wanted);
    }

    /// Each key narrows what the one before found; the answer is that of a fresh index.
    void narrowsWhileTyping()
    {
        TableIndex typed(films(), ListRows::columns(), {});
        const QString text = QStringLiteral("full film_actor table:actor");
        for (qsizetype length = 0; length <= text.size(); ++length) {
            TableIndex fresh(films(), ListRows::columns(), {});
            const TableIndex::Request request{.filter = filterOf(text.left(length))};
            QCOMPARE(answer(typed, request), answer(fresh, request));
        }
        QCOMPARE(answer(typed, {.filter = filterOf(QStringLiteral("f"))}).size(), 5);
    }

    /// One letter is answered from an index; whatever it is, the answer is that of looking into the texts.
    void oneLetterMatchesWhereItStands()
    {
        const QString signs = QStringLiteral("zyxwvutsrqponmlkjihgfedcba9876543210 _-.:,;/\\|!$%&()[]{}<>=?+*#'@^`~äéßя中");
        std::vector<ListRows::Row> rows;
        for (qsizetype i = 0; i < signs.size(); ++i)
            rows.push_back({.name = signs.mid(i, 3), .mode = QStringLiteral("#%1").arg(i)});
        const auto all = std::make_shared<ListRows>(rows);
        TableIndex index(all, ListRows::columns(), {});
        for (const QChar sign : signs) {
            if (sign.isSpace())
                continue;
            const QString letter = text::folded(QString(sign));
            const auto isIn = [&](qsizetype row, int column) { return text::folded(all->text(row, column)).contains(letter); };
            QStringList anywhere, inMode, inNameAlone;
            for (qsizetype row = 0; row < all->count(); ++row) {
                if (isIn(row, ListRows::Name) || isIn(row, ListRows::Mode))
                    anywhere += all->id(row);
                if (isIn(row, ListRows::Mode))
                    inMode += all->id(row);
                if (isIn(row, ListRows::Name))
                    inNameAlone += all->id(row);
            }
            QCOMPARE(answer(index, {.filter = filterOf(sign)}), anywhere);
            QCOMPARE(answer(index, {.filter = filterOf(QStringLiteral("load-mode:") + sign)}), inMode);
            QCOMPARE(answer(index, {.filter = filterOf(sign), .searchedColumns = 1}), inNameAlone);
        }
    }

    void narrower_data()
    {
        QTest::addColumn<QString>("wide");
        QTest::addColumn<QString>("narrow");
        QTest::addColumn<bool>("isNarrower");
        QTest::newRow("longer word") << QStringLiteral("fi") << QStringLiteral("film") << true;
        QTest::newRow("one more word") << QStringLiteral("fi") << QStringLiteral("fi x") << true;
        QTest::newRow("shorter") << QStringLiteral("film") << QStringLiteral("fi") << false;
        QTest::newRow("other column") << QStringLiteral("film") << QStringLiteral("table:film") << false;
        QTest::newRow("word gone") << QStringLiteral("a b") << QStringLiteral("a") << false;
    }
    void narrower()
    {
        QFETCH(QString, wide);
        QFETCH(QString, narrow);
        QFETCH(bool, isNarrower);
        QCOMPARE(filterOf(narrow).isNarrowerThan(filterOf(wide)), isNarrower);
    }

    /// What a person cannot see does not match, unless its column is named.
    void hiddenColumnsMatchOnlyByName()
    {
        TableIndex index(films(), ListRows::columns(), {});
        const quint64 withoutMode = 0b1101;
        QCOMPARE(answer(index, {.filter = filterOf(QStringLiteral("film")), .searchedColumns = withoutMode}).size(), 3);
        const TableIndex::Request byName{.filter = filterOf(QStringLiteral("load-mode:film")), .searchedColumns = withoutMode};
        QCOMPARE(answer(index, byName), QStringList{QStringLiteral("audit.$log%1")});
        QCOMPARE(answer(index, {.filter = filterOf(QStringLiteral("needs")), .searchedColumns = withoutMode}).size(), 2);
        QCOMPARE(answer(index, {.filter = filterOf(QStringLiteral("needs")), .searchedColumns = 0b0111}).size(), 0);
    }

    void chipsIncludeAndCount()
    {
        std::vector<FilterChip> chips{
            {QStringLiteral("mine"), QStringLiteral("Needs me"), [](const TableRows &rows, qsizetype row) { return rows.needsMe(row); }},
            {QStringLiteral("failed"), QStringLiteral("Failed"), tests::isFailed},
        };
        TableIndex index(films(), ListRows::columns(), chips);
        QVERIFY(index.prepare(atOnce));
        QCOMPARE(index.chipCounts(), (std::vector<qsizetype>{2, 1}));
        QCOMPARE(answer(index, {.chips = 0b01}), (QStringList{QStringLiteral("public.film_actor"), QStringLiteral("audit.$log%1")}));
        QCOMPARE(answer(index, {.chips = 0b11}).size(), 3);
        QCOMPARE(answer(index, {.filter = filterOf(QStringLiteral("actor")), .chips = 0b11}).size(), 2);
        QCOMPARE(index.chipCounts(), (std::vector<qsizetype>{2, 1}));
        QCOMPARE(answer(index, {}).size(), 5);
    }

    void sortsStably_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("isDescending");
        QTest::addColumn<QList<int>>("rows");
        QTest::newRow("text") << int(ListRows::Name) << false << QList<int>{4, 3, 0, 1, 2};
        QTest::newRow("text, descending") << int(ListRows::Name) << true << QList<int>{2, 1, 0, 3, 4};
        QTest::newRow("equal cells keep their order") << int(ListRows::Mode) << false << QList<int>{1, 2, 4, 0, 3};
        QTest::newRow("equal cells keep their order, descending") << int(ListRows::Mode) << true << QList<int>{3, 0, 4, 1, 2};
        QTest::newRow("number, nothing last") << int(ListRows::Count) << false << QList<int>{3, 4, 0, 1, 2};
        QTest::newRow("number, descending, nothing last") << int(ListRows::Count) << true << QList<int>{1, 0, 4, 3, 2};
    }
    void sortsStably()
    {
        QFETCH(int, column);
        QFETCH(bool, isDescending);
        QFETCH(QList<int>, rows);
        TableIndex index(films(), ListRows::columns(), {});
        answer(index, {.sortColumn = column, .order = isDescending ? Qt::DescendingOrder : Qt::AscendingOrder});
        QCOMPARE(QList<int>(index.shown().begin(), index.shown().end()), rows);
    }

    void sortsStatusWorstFirst()
    {
        TableIndex index(films(), ListRows::columns(), {});
        answer(index, {.sortColumn = ListRows::State});
        const auto order = index.shown();
        for (std::size_t i = 1; i + 1 < order.size(); ++i) {
            const Status before = *index.rows()->status(order[i - 1], ListRows::State);
            QCOMPARE(worst(before, *index.rows()->status(order[i], ListRows::State)), before);
        }
        QCOMPARE(index.rows()->id(order.back()), QStringLiteral("Café.Straße")); // has none
    }

    void filterKeepsSort()
    {
        TableIndex index(films(), ListRows::columns(), {});
        answer(index, {.filter = filterOf(QStringLiteral("film")), .sortColumn = ListRows::Count, .order = Qt::DescendingOrder});
        QCOMPARE(index.shown(), (std::vector<quint32>{1, 0, 4, 2}));
    }

    /// Slices of no time at all give the same answer as all at once, whatever is asked in between.
    void slicesGiveTheSame()
    {
        std::vector<ListRows::Row> rows;
        for (int i = 0; i < 5000; ++i) {
            const QString mode = i % 3 ? QStringLiteral("full") : QStringLiteral("incremental");
            rows.push_back({QStringLiteral("table_%1").arg((i * 7919) % 5000), mode, double(i % 100), {}, {}});
        }
        const auto many = std::make_shared<ListRows>(rows);
        TableIndex whole(many, ListRows::columns(), {});
        TableIndex sliced(many, ListRows::columns(), {});
        for (const int column : {int(ListRows::Name), int(ListRows::Count), -1}) {
            for (const char *text : {"full", "full 7", "incremental"}) {
                const TableIndex::Request request{.filter = filterOf(QLatin1String(text)), .sortColumn = column};
                sliced.setRequest({.filter = filterOf(QStringLiteral("asked and left"))});
                sliced.step(QDeadlineTimer(0));
                sliced.setRequest(request);
                int steps = 0;
                while (!sliced.step(QDeadlineTimer(0)))
                    ++steps;
                QVERIFY(steps < 1000000);
                QCOMPARE(idsOf(sliced), answer(whole, request));
            }
        }
        QCOMPARE(whole.shown().size(), std::size_t(1667));
    }

    void sortsManyAsPeopleCount()
    {
        std::vector<ListRows::Row> rows;
        for (int i = 0; i < 3000; ++i)
            rows.push_back({QStringLiteral("part_%1").arg((i * 1009) % 3000), {}, {}, {}, {}});
        TableIndex index(std::make_shared<ListRows>(rows), ListRows::columns(), {});
        const QStringList sorted = answer(index, {.sortColumn = ListRows::Name});
        for (int i = 0; i < 3000; ++i)
            QCOMPARE(sorted[i], QStringLiteral("part_%1").arg(i));
    }
};

QTEST_GUILESS_MAIN(TableIndexTest)
#include "table_index_test.moc"

#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "support/event_loop_watch.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <array>
#include <ctime>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int rowCount = 100'000;
constexpr int columnCount = 8;
constexpr qint64 mostMs = 50; ///< from the key until all that matches is on screen
constexpr std::array<const char16_t *, 6> words{u"customer", u"invoice", u"Lagerbestände", u"shipment", u"ledger", u"price_list"};

/// Made once, as the rows of a page are: two hundred signs in eight columns.
class ManyRows : public TableRows {
public:
    ManyRows()
    {
        m_cells.reserve(std::size_t(rowCount) * columnCount);
        for (int i = 0; i < rowCount; ++i) {
            const int mixed = int((qint64(i) * 7919) % rowCount);
            m_cells.push_back(QStringLiteral("public.%1_%2").arg(QString::fromUtf16(words[std::size_t(mixed) % words.size()])).arg(mixed));
            m_cells.push_back(mixed % 3 ? QStringLiteral("incremental") : QStringLiteral("full"));
            m_cells.push_back(QStringLiteral("updated_at: trigger touch() sets it on every update"));
            m_cells.push_back(mixed % 5 ? QStringLiteral("every run") : QStringLiteral("audit"));
            m_cells.push_back(QString::number(mixed * 13));
            m_cells.push_back(QStringLiteral("2024-05-%1 12:%2").arg(mixed % 18 + 10).arg(mixed % 50 + 10));
            m_cells.push_back(QStringLiteral("changed because the key is a composite of %1 columns").arg(mixed % 7));
            m_cells.push_back(mixed % 1000 ? QString() : QStringLiteral("quiz"));
        }
    }
    qsizetype count() const override { return rowCount; }
    QString id(qsizetype row) const override { return text(row, 0); }
    QString text(qsizetype row, int column) const override { return m_cells[std::size_t(row) * columnCount + std::size_t(column)]; }

private:
    std::vector<QString> m_cells;
};

std::vector<TableColumn> columns()
{
    std::vector<TableColumn> made;
    for (const char *title : {"Table", "Mode", "Watermark", "Deletes", "Rows", "Last change", "Why", "Note"})
        made.push_back({.id = QString::fromLatin1(title), .title = QString::fromLatin1(title)});
    return made;
}

double ownMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

/// Whether anything was drawn since it was asked to look.
class Drawn : public QObject {
public:
    Drawn() { qApp->installEventFilter(this); }
    void look() { m_isDrawn = false; }
    bool isDrawn() const { return m_isDrawn; }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_isDrawn = m_isDrawn || event->type() == QEvent::Paint;
        return false;
    }
    bool m_isDrawn = false;
};

} // namespace

/// Whether a filter answers while it is typed, whatever the first letter is.
class TableWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        m_table = std::make_unique<DataTable>(columns());
        m_table->resize(1440, 900);
        m_table->setRows(std::make_shared<ManyRows>());
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
        m_drawn = std::make_unique<Drawn>();
        connect(m_table.get(), &DataTable::settled, this, [this] {
            m_isAnswered = true;
            m_drawn->look();
        });
        m_text = m_table->findChild<QLineEdit *>(QStringLiteral("filter-text"));
        // What the first search needs is read while nobody types.
        for (int quiet = 0; quiet < 50;) {
            QElapsedTimer since;
            since.start();
            QCoreApplication::processEvents();
            quiet = since.elapsed() < 1 ? quiet + 1 : 0;
        }
    }
    /// By the clock, which also counts what others do on the machine: one key in two has to be in time whatever that is.
    void cleanup()
    {
        std::ranges::sort(m_waits);
        QVERIFY(!m_waits.empty());
        const qint64 median = m_waits[m_waits.size() / 2];
        qInfo("%lld ms by the clock in the middle; most work: %s", median, qPrintable(m_most));
        QVERIFY(median <= waitLimit(mostMs));
    }
    void cleanupTestCase() { m_table.reset(); }
    void init()
    {
        m_text->clear();
        QTRY_COMPARE(m_table->shownCount(), rowCount);
        QTest::qWait(10);
        m_waits.clear();
        m_mostWorked = 0;
    }

    /// Whether every row has it, some or none.
    void theFirstLetterIsAnsweredAtOnce()
    {
        const QString letters = QStringLiteral("abcdefghijklmnopqrstuvwxyz0123456789_.:(äßя");
        for (const QChar letter : letters) {
            press(QString(letter));
            press({});
        }
    }
    void everyFurtherLetterIsAnsweredAtOnce_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char *typed : {"invoice_42", "full lager", "mode:full audit", "composite 6", "quiz"})
            QTest::newRow(typed) << QString::fromLatin1(typed);
    }
    void everyFurtherLetterIsAnsweredAtOnce()
    {
        QFETCH(QString, typed);
        for (qsizetype length = 1; length <= typed.size(); ++length)
            press(typed.left(length));
        for (qsizetype length = typed.size() - 1; length >= 0; --length)
            press(typed.left(length));
    }
    void aHiddenColumnMakesItNoSlower()
    {
        m_table->findChild<QTableView *>(QStringLiteral("table-rows"))->setColumnHidden(2, true);
        press(QStringLiteral("q"));
        press(QStringLiteral("qu"));
        m_table->findChild<QTableView *>(QStringLiteral("table-rows"))->setColumnHidden(2, false);
    }

private:
    void press(const QString &shown)
    {
        m_isAnswered = false;
        const bool wasEmpty = m_table->shownCount() == 0;
        QElapsedTimer since;
        since.start();
        const double before = ownMs();
        m_text->setText(shown);
        if (!m_isAnswered && m_table->isSettled())
            return; // a space after a word asks for nothing else
        const auto isOnScreen = [&] { // where no row matched and none does now, there is nothing to draw
            return m_isAnswered && (m_drawn->isDrawn() || (wasEmpty && m_table->shownCount() == 0));
        };
        while (!isOnScreen() && !since.hasExpired(60'000))
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const double worked = ownMs() - before;
        const qint64 waited = since.elapsed();
        const QString figures = QStringLiteral("\"%1\": %2 ms of work, %3 ms by the clock, %4 rows").arg(shown).arg(worked, 0, 'f', 1).arg(waited).arg(m_table->shownCount());
        if (worked > m_mostWorked) {
            m_mostWorked = worked;
            m_most = figures;
        }
        m_waits.push_back(waited);
        QVERIFY2(worked <= double(workLimit(mostMs)), qPrintable(figures));
    }

    std::unique_ptr<DataTable> m_table;
    std::unique_ptr<Drawn> m_drawn;
    QLineEdit *m_text = nullptr;
    bool m_isAnswered = false;
    std::vector<qint64> m_waits; ///< of each key
    double m_mostWorked = 0;
    QString m_most;
};

QTEST_MAIN(TableWatchTest)
#include "table_watch_test.moc"

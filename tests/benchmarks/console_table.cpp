// The data table of the console with N rows of 8 columns, drawn into memory: lakehouse_bench_console_table [N …]
// Prints a table on standard error and one JSON line per size on standard output. A keystroke counts from the key until the new rows are painted.

#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QTableView>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sys/resource.h>

using namespace lakehouse::views;

namespace {

constexpr int columnCount = 8;
constexpr std::array<const char *, 6> words{"customer", "invoice", "Lagerbestände", "shipment", "ledger", "price_list"};

/// Texts are made once, as a page's rows are.
class BenchRows : public TableRows {
public:
    explicit BenchRows(int count)
    {
        m_cells.reserve(std::size_t(count) * columnCount);
        for (int i = 0; i < count; ++i) {
            const int mixed = int((qint64(i) * 7919) % count);
            m_cells.push_back(QStringLiteral("public.%1_%2").arg(QString::fromUtf8(words[std::size_t(mixed) % words.size()])).arg(mixed));
            m_cells.push_back(mixed % 3 ? QStringLiteral("incremental") : QStringLiteral("full"));
            m_cells.push_back(QStringLiteral("updated_at: trigger touch() sets it on every update"));
            m_cells.push_back(mixed % 5 ? QStringLiteral("every run") : QStringLiteral("audit"));
            m_cells.push_back(QString::number(mixed * 13));
            m_cells.push_back(QStringLiteral("2024-05-%1 12:%2").arg(mixed % 18 + 10).arg(mixed % 50 + 10));
            m_cells.push_back(QStringLiteral("changed because the key is a composite of %1 columns").arg(mixed % 7));
            m_cells.push_back({});
            m_numbers.push_back(mixed);
        }
    }
    qsizetype count() const override { return qsizetype(m_numbers.size()); }
    QString id(qsizetype row) const override { return m_cells[std::size_t(row) * columnCount]; }
    QString text(qsizetype row, int column) const override { return m_cells[std::size_t(row) * columnCount + std::size_t(column)]; }
    std::optional<double> number(qsizetype row, int) const override { return double(m_numbers[std::size_t(row)]) * 13; }
    std::optional<Status> status(qsizetype row, int) const override { return Status(m_numbers[std::size_t(row)] % statusCount); }
    bool needsMe(qsizetype row) const override { return m_numbers[std::size_t(row)] % statusCount == int(Status::NeedsYou); }

private:
    std::vector<QString> m_cells;
    std::vector<int> m_numbers;
};

std::vector<TableColumn> columns()
{
    std::vector<TableColumn> made;
    for (const char *title : {"Table", "Mode", "Watermark", "Deletes", "Rows", "Last change", "Why", "State"})
        made.push_back({.id = QString::fromLatin1(title), .title = QString::fromLatin1(title)});
    made[4].kind = CellKind::Number;
    made[5].kind = CellKind::Time;
    made[7].kind = CellKind::Status;
    return made;
}

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Until nothing is being worked on and the last rows are painted; gives the longest stretch without a look at events.
double settle(DataTable &table)
{
    double longest = 0;
    do {
        QElapsedTimer stretch;
        stretch.start();
        QCoreApplication::processEvents();
        longest = std::max(longest, milliseconds(stretch));
    } while (!table.isSettled());
    table.grab();
    return longest;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Figures {
    double firstPaint = 0;
    double prepared = 0;
    std::vector<double> keys;
    double sortText = 0;
    double sortNumber = 0;
    double sortAgain = 0;
    double longest = 0; ///< without a look at events
};

/// The keys of the rows are read while the page can be used; the table's timer stops when it has them.
void prepare(Figures &figures)
{
    QElapsedTimer timer;
    timer.start();
    for (int quiet = 0; quiet < 50;) {
        QElapsedTimer stretch;
        stretch.start();
        QCoreApplication::processEvents();
        figures.longest = std::max(figures.longest, milliseconds(stretch));
        quiet = milliseconds(stretch) < 1 ? quiet + 1 : 0;
    }
    figures.prepared = milliseconds(timer);
}

void type(DataTable &table, Figures &figures)
{
    auto *text = table.findChild<QLineEdit *>(QStringLiteral("filter-text"));
    const auto press = [&](const QString &shown) {
        QElapsedTimer timer;
        timer.start();
        text->setText(shown);
        figures.longest = std::max(figures.longest, settle(table));
        figures.keys.push_back(milliseconds(timer));
    };
    for (const char *typed : {"invoice_42", "full lager", "mode:full audit", "composite 6", "p"}) {
        for (int length = 1; length <= int(qstrlen(typed)); ++length)
            press(QString::fromLatin1(typed, length));
        press({});
    }
}

double sort(DataTable &table, int column, Qt::SortOrder order, Figures &figures)
{
    QElapsedTimer timer;
    timer.start();
    table.findChild<QTableView *>(QStringLiteral("table-rows"))->horizontalHeader()->setSortIndicator(column, order);
    figures.longest = std::max(figures.longest, settle(table));
    return milliseconds(timer);
}

void print(int count, const Figures &figures)
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double most = *std::max_element(figures.keys.begin(), figures.keys.end());
    std::fprintf(stderr, "%8d %12.0f %13.0f %10.1f %9.1f %10.0f %12.0f %11.0f %12.1f %10ld\n", count, figures.firstPaint, figures.prepared,
                 median(figures.keys), most, figures.sortText, figures.sortNumber, figures.sortAgain, figures.longest, usage.ru_maxrss / 1024);
    const QJsonObject json{
        {QStringLiteral("rows"), count},
        {QStringLiteral("columns"), columnCount},
        {QStringLiteral("first-paint-ms"), figures.firstPaint},
        {QStringLiteral("prepared-ms"), figures.prepared},
        {QStringLiteral("key-median-ms"), median(figures.keys)},
        {QStringLiteral("key-most-ms"), most},
        {QStringLiteral("sort-text-ms"), figures.sortText},
        {QStringLiteral("sort-number-ms"), figures.sortNumber},
        {QStringLiteral("sort-again-ms"), figures.sortAgain},
        {QStringLiteral("longest-block-ms"), figures.longest},
        {QStringLiteral("peak-mb"), qint64(usage.ru_maxrss / 1024)},
    };
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

void measure(int count)
{
    const auto rows = std::make_shared<BenchRows>(count);
    Figures figures;
    QElapsedTimer timer;
    timer.start();
    DataTable table(columns());
    table.setChips({{QStringLiteral("mine"), QStringLiteral("Needs me"), [](const TableRows &all, qsizetype row) { return all.needsMe(row); }}});
    table.resize(1440, 900);
    table.setRows(rows);
    table.show();
    table.grab();
    figures.firstPaint = milliseconds(timer);
    prepare(figures);
    type(table, figures);
    figures.sortText = sort(table, 0, Qt::AscendingOrder, figures);
    figures.sortNumber = sort(table, 4, Qt::AscendingOrder, figures);
    figures.sortAgain = sort(table, 0, Qt::DescendingOrder, figures);
    print(count, figures);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().apply();
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(100, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {1000, 10000, 100000};
    std::fprintf(stderr, "%8s %12s %13s %10s %9s %10s %12s %11s %12s %10s\n", "rows", "paint (ms)", "prepared (ms)", "key (ms)", "most (ms)",
                 "sort (ms)", "number (ms)", "again (ms)", "block (ms)", "peak (MB)");
    for (const int size : sizes)
        measure(size);
    return 0;
}

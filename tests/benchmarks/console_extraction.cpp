// The extraction page of the console with a plan of N tables, drawn into memory: lakehouse_bench_console_extraction [N …]
// Prints a table on standard error and one JSON line per size on standard output. The clock runs from the arrival of the answer.

#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_page.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/fake_page_host.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Turns the event loop until it holds; gives the longest turn.
template<typename Holds>
double turnUntil(Holds holds)
{
    double longest = 0;
    while (!holds()) {
        QElapsedTimer turn;
        turn.start();
        QCoreApplication::processEvents();
        longest = std::max(longest, milliseconds(turn));
    }
    return longest;
}

void measure(int tables)
{
    const api::ExtractionPage plan = bigPlan(tables);
    FakePageHost host;
    host.bench.answer<api::ShowLedger>(sampleApprovals());
    host.bench.answerBy<api::ShowExtraction>([&plan](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> { return request.table
        ? planDetail(plan, *request.table) : plan; });
    ExtractionPage page(host);
    page.resize(1440, 900);
    page.show();
    page.grab();
    host.bench.hold<api::ShowExtraction>();
    page.refresh();
    auto *table = page.findChild<DataTable *>(QStringLiteral("extraction-table"));

    QElapsedTimer timer;
    host.bench.release<api::ShowExtraction>(); // in a program another thread makes the answer
    timer.start();
    double longest = turnUntil([&] { return table->shownCount() == tables; });
    const double rows = milliseconds(timer);
    page.grab();
    const double firstView = milliseconds(timer);
    longest = std::max(longest, turnUntil([&] { return table->isSettled() && timer.elapsed() > 1000; }));

    timer.start();
    table->filterBar().setChosenChips({QStringLiteral("needs-me")});
    longest = std::max(longest, turnUntil([&] { return table->isSettled(); }));
    page.grab();
    const double chip = milliseconds(timer);

    timer.start();
    table->setCurrentId(table->shownIds().constFirst());
    bool isRead = false;
    QObject::connect(&page, &Page::settled, &page, [&isRead] { isRead = true; });
    longest = std::max(longest, turnUntil([&] { return isRead; }));
    page.grab();
    const double detail = milliseconds(timer);

    std::fprintf(stderr, "%8d %10.1f %12.1f %10.1f %12.1f %12.1f\n", tables, rows, firstView, chip, detail, longest);
    const QJsonObject json{{QStringLiteral("tables"), tables}, {QStringLiteral("rows-ms"), rows}, {QStringLiteral("first-view-ms"), firstView},
        {QStringLiteral("chip-ms"), chip},
                           {QStringLiteral("detail-ms"), detail}, {QStringLiteral("longest-block-ms"), longest}};
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().apply();
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(1, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {1000, 5000, 10000};
    std::fprintf(stderr, "%8s %10s %12s %10s %12s %12s\n", "tables", "rows (ms)", "view (ms)", "chip (ms)", "detail (ms)", "block (ms)");
    for (const int size : sizes)
        measure(size);
    return 0;
}

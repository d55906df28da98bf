// How long looking a fact up takes in a ledger of N facts, each subject with three versions: lakehouse_bench_ledger [N]
// The ledger is made in a temporary folder. Prints a table on standard error and one JSON line on standard output.

#include "adapters/ledger_sqlite/sqlite_ledger.h"
#include "support/counting_ids.h"
#include "support/fixed_clock.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <random>

using namespace lakehouse;

namespace {

constexpr int columnsOfTable = 20;
constexpr int versions = 3;
constexpr int lookUps = 10'000;
constexpr int batch = 20'000;

model::TableName tableOf(int subject)
{
    return model::TableName::create(QStringLiteral("public"), QStringLiteral("table_%1").arg(subject / columnsOfTable)).value();
}

model::SubjectName subjectOf(int subject)
{
    return model::columnSubject(QStringLiteral("shop"), tableOf(subject), QStringLiteral("column_%1").arg(subject % columnsOfTable));
}

/// About as long as what analyze writes of a column.
QByteArray bodyOf(int subject, int version)
{
    return QByteArray("{\"comment\":\"") + QByteArray(120, 'x') + "\",\"position\":" + QByteArray::number(subject % columnsOfTable) + ",\"type\":\"int" + QByteArray::number(version) + "\"}";
}

struct Spread {
    double median = 0;
    double slowest = 0; ///< but for one in a hundred
};

/// In milliseconds.
template<typename LookUp>
Spread measured(int subjects, LookUp lookUp)
{
    std::mt19937 random(7);
    std::vector<double> times;
    for (int i = 0; i < lookUps; ++i) {
        const int subject = int(random() % unsigned(subjects));
        QElapsedTimer timer;
        timer.start();
        if (!lookUp(subject))
            qFatal("not found");
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int facts = argc > 1 ? std::max(versions * columnsOfTable, std::atoi(argv[1])) : 1'000'000;
    const int subjects = facts / versions;
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ledger.sqlite"));
    testsupport::FixedClock clock;
    testsupport::CountingIds ids;
    base::RunContext run;
    const auto opened = adapters::SqliteLedger::open(path, clock, ids);
    if (!opened)
        return 1;
    ports::Ledger &ledger = *opened.value();
    const model::Actor actor{.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("cli")};
    QElapsedTimer timer;
    timer.start();
    for (int version = 0; version < versions; ++version)
        for (int first = 0; first < subjects; first += batch) {
            std::vector<model::NewFact> some;
            for (int subject = first; subject < std::min(subjects, first + batch); ++subject)
                some.push_back({.kind = model::FactKind::Column, .subject = subjectOf(subject), .body = bodyOf(subject, version)});
            if (!ledger.append(some, actor, run))
                return 1;
        }
    const double writeMs = double(timer.nsecsElapsed()) / 1e6;
    const qint64 entries = ledger.head(run).value().sequence;
    const Spread current = measured(subjects, [&](int subject) {
        const auto found = ledger.current(model::FactKind::Column, subjectOf(subject), run);
        return found && found.value() && found.value()->body == bodyOf(subject, versions - 1);
    });
    const Spread history = measured(subjects, [&](int subject) {
        const auto found = ledger.entries({.kind = model::FactKind::Column, .subject = subjectOf(subject).id()}, run);
        return found && found.value().size() == versions;
    });
    const Spread table = measured(subjects, [&](int subject) {
        const auto found = ledger.entries({.table = tableOf(subject)}, run);
        return found && !found.value().empty();
    });
    std::fprintf(stderr, "%lld facts, %.0f MB, written in %.1f s\n", static_cast<long long>(entries), double(QFileInfo(path).size()) / 1e6, writeMs / 1000);
    std::fprintf(stderr, "%-28s %10s %10s\n", "look-up", "median ms", "99 % ms");
    for (const auto &[name, spread] : {std::pair{"current fact of a subject", current}, std::pair{"versions of a subject", history}, std::pair{"60 facts about a table", table}})
        std::fprintf(stderr, "%-28s %10.3f %10.3f\n", name, spread.median, spread.slowest);
    std::printf("{\"facts\":%lld,\"writeMs\":%.0f,\"currentMs\":%.4f,\"current99Ms\":%.4f,\"versionsMs\":%.4f,\"versions99Ms\":%.4f,\"tableMs\":%.4f,\"table99Ms\":%.4f}\n", static_cast<long long>(entries), writeMs, current.median,
                current.slowest, history.median, history.slowest, table.median, table.slowest);
    return 0;
}

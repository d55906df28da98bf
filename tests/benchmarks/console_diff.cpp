// Compares a generated SQL file of N lines with a changed copy: lakehouse_bench_console_diff [N …]
// Prints a table on standard error and one JSON line per size on standard output.

#include "text/diff.h"
#include "text/word_diff.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <chrono>
#include <cstdio>

using namespace lakehouse::text;
using namespace std::chrono_literals;

namespace {

/// Statements of 40 lines, most of which look like a line of another statement.
QString statements(int lines)
{
    QString text;
    for (int i = 0; i < lines; ++i) {
        const int part = i % 40;
        if (part == 0)
            text += QStringLiteral("create table \"lake\".\"bronze_public\".\"table_%1\" (\n").arg(i / 40);
        else if (part == 39)
            text += QLatin1String(")\n");
        else
            text += QStringLiteral("    \"column_%1\" %2,\n").arg(part).arg(QLatin1String(part % 3 == 0 ? "varchar" : "decimal(12, 2)"));
    }
    return text;
}

/// One line in `every` is changed, removed or has a new one behind it.
QString changed(const QString &text, int every)
{
    QRandomGenerator random{42};
    QString result;
    for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const int dice = random.bounded(every * 3);
        if (dice == 0)
            continue;
        QString kept = line;
        if (dice == 1)
            kept.replace(QLatin1String("varchar"), QLatin1String("varchar(100)")).replace(QLatin1String("12"), QLatin1String("14"));
        result += kept + QLatin1Char('\n');
        if (dice == 2)
            result += QStringLiteral("    \"new_%1\" bigint,\n").arg(random.bounded(1000));
    }
    return result;
}

void measure(int lines, const char *name, const QString &before, const QString &after)
{
    QElapsedTimer timer;
    timer.start();
    DiffJob job({{QStringLiteral("a.sql"), before, after}});
    qint64 longestPiece = 0;
    for (bool isDone = false; !isDone;) {
        QElapsedTimer piece;
        piece.start();
        isDone = job.step(1us);
        longestPiece = std::max(longestPiece, piece.nsecsElapsed());
    }
    const double milliseconds = double(timer.nsecsElapsed()) / 1e6;
    const DiffDocument document = job.takeDocument();
    timer.restart();
    qsizetype marks = 0;
    for (const DiffRow &row : document.files.front().rows)
        if (row.kind == DiffRowKind::Changed)
            marks += qsizetype(wordMarks(document.files.front().before.line(row.before), document.files.front().after.line(row.after)).after.size());
    const double wordMilliseconds = double(timer.nsecsElapsed()) / 1e6;
    const qint64 changedLines = document.addedLines() + document.removedLines();
    const double longest = double(longestPiece) / 1e6;
    std::fprintf(stderr, "%8d %-12s %10lld %10.1f %12.1f %14.2f\n", lines, name, changedLines, milliseconds, wordMilliseconds, longest);
    const QJsonObject json{{QStringLiteral("lines"), lines}, {QStringLiteral("case"), QLatin1String(name)}, {QStringLiteral("changed"), changedLines},
                           {QStringLiteral("diff-ms"), milliseconds}, {QStringLiteral("words-ms"), wordMilliseconds},
                           {QStringLiteral("word-marks"), qint64(marks)}, {QStringLiteral("longest-piece-ms"), longest}};
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(1, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {5'000, 10'000, 100'000};
    std::fprintf(stderr, "%8s %-12s %10s %10s %12s %14s\n", "lines", "case", "changed", "diff (ms)", "words (ms)", "longest piece");
    for (const int size : sizes) {
        const QString text = statements(size);
        measure(size, "few changes", text, changed(text, 50));
        measure(size, "many changes", text, changed(text, 3));
        measure(size, "rewritten", text, QString(text).replace(QLatin1Char('_'), QLatin1Char('-')));
        measure(size, "all new", {}, text);
    }
    return 0;
}

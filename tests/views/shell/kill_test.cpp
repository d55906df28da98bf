#include "kit/data_table.h"
#include "kit/english_plurals.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "shell/deep_link.h"
#include "views/shell/driven_console.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <map>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int seeds = 40;
constexpr int atATime = 4;
constexpr int mostLines = 300; ///< after which a console is killed at the latest
constexpr int patienceMs = 30'000;
constexpr int pollMs = 2;

/// What a killed console had said.
struct LastWords {
    std::map<QString, QString> drafts;           ///< by the key under which they are kept
    std::map<QString, QString> nextDrafts;       ///< they were about to be that
    std::map<QString, QString> filters;          ///< of each page that was seen
    std::map<QString, int> begun;                ///< operations, how often
    Place place;
    QByteArray doing;                            ///< what it had begun and not ended; empty: nothing
    int lines = 0;
};

void hear(LastWords &words, const QByteArray &line)
{
    ++words.lines;
    const QList<QByteArray> parts = line.split(' ');
    const auto decoded = [](const QByteArray &part) { return QString::fromUtf8(QByteArray::fromPercentEncoding(part)); };
    if (parts.front() == "do") {
        words.doing = parts.at(1);
        if (words.doing == "draft")
            words.nextDrafts[QString::fromUtf8(parts.at(2))] = decoded(parts.at(3));
        if (words.doing == "confirm") {
            words.nextDrafts[QString::fromUtf8(parts.at(2))] = QString();
            ++words.begun[QString::fromUtf8(parts.at(3))];
        }
        if (words.doing == "launch")
            ++words.begun[QStringLiteral("pipeline.reconcile")];
    } else if (parts.front() == "draft") {
        words.drafts[QString::fromUtf8(parts.at(1))] = decoded(parts.at(2));
        words.nextDrafts.clear();
        words.doing.clear();
    } else if (parts.front() == "filter") {
        words.filters[QString::fromUtf8(parts.at(1))] = decoded(parts.at(2));
    } else if (parts.front() == "place") {
        const base::Result<DeepLink> link = DeepLink::parse(QString::fromUtf8(line.mid(6)));
        QVERIFY2(link, line.constData());
        words.place = link.value().place;
        words.doing.clear();
    }
}

/// A console in a program of its own, which is killed at some moment.
struct Victim {
    explicit Victim(quint32 seed) : random(seed)
    {
        lines = 1 + int(random.bounded(mostLines));
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--drive"), QString::number(seed), folder.path()});
    }

    /// Whether it has lived for as long as it should: then it is killed, between two of its steps or within one.
    bool isKilled()
    {
        if (!process.canReadLine())
            process.waitForReadyRead(pollMs);
        hearAll(lines);
        if (words.lines < lines)
            return false;
        process.kill();
        [this] { QVERIFY(process.waitForFinished(patienceMs)); }();
        [this] { QCOMPARE(process.exitStatus(), QProcess::CrashExit); }(); // it did not end by itself
        hearAll(std::numeric_limits<int>::max());
        return true;
    }

    void hearAll(int most)
    {
        while (process.canReadLine() && words.lines < most)
            hear(words, process.readLine().chopped(1)); // a line that was cut is none
    }

    QTemporaryDir folder;
    QRandomGenerator random;
    QProcess process;
    LastWords words;
    int lines = 0;
};

/// Whether a place is what the last words leave: the one that was said, or, when something was being done, one that differs by that alone.
bool fits(const Place &found, const LastWords &words)
{
    if (found == words.place)
        return true;
    Place same = words.place;
    if (!same.object.isEmpty()) { // a row that was gone to says nothing of tab and filter
        same.tab = same.tab.isEmpty() ? found.tab : same.tab;
        same.filter = same.filter.isEmpty() ? found.filter : same.filter;
    }
    if (same == Place{.page = words.place.page}) { // a page alone was gone to: row and tab are those that it had, and its own state keeps them
        same.object = found.object;
        same.tab = found.tab;
    }
    if (words.doing == "filter")
        same.filter = found.filter, same.object = found.object.contains(QLatin1Char('.')) ? same.object : found.object; // a row that the filter hides is not the selected one
    else if (words.doing == "object")
        same.object = found.object, same.filter = found.filter; // a row that the filter hides clears it
    else if (words.doing == "tab")
        same.tab = found.tab;
    else if (words.doing == "confirm") // the selection moves on to what waits, and what was decided is shown
        same = {.page = words.place.page, .object = found.object, .tab = found.tab, .filter = found.filter};
    else if (words.doing == "page" || words.doing == "open")
        return DrivenConsole::pages().contains(found.page);
    return found == same;
}

QString textOf(const Place &place)
{
    return QStringList{place.page, place.object, place.tab, place.filter}.join(QLatin1Char('|'));
}

} // namespace

/// Whatever a console does when it is killed, the next one finds all that was typed and chosen, and does nothing by itself.
class KillTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLostAndNothingDoneAgain();

private:
    void reopen(const Victim &victim);
};

void KillTest::nothingIsLostAndNothingDoneAgain()
{
    int letters = 0;
    int newSources = 0;
    std::map<QString, int> confirmed;
    for (int first = 0; first < seeds; first += atATime) {
        std::vector<std::unique_ptr<Victim>> victims;
        for (int seed = first; seed < std::min(first + atATime, seeds); ++seed)
            victims.push_back(std::make_unique<Victim>(quint32(seed)));
        std::vector<Victim *> alive;
        for (const auto &victim : victims)
            alive.push_back(victim.get());
        QElapsedTimer since;
        since.start();
        while (!alive.empty() && !QTest::currentTestFailed()) {
            QVERIFY2(since.elapsed() < patienceMs, alive.front()->process.readAllStandardError().constData());
            std::erase_if(alive, [](Victim *victim) { return victim->isKilled(); });
        }
        for (const auto &victim : victims) {
            if (QTest::currentTestFailed())
                return;
            reopen(*victim);
            if (QTest::currentTestFailed())
                return qWarning("seed %d of %d, killed after %d lines, at %s while it did \"%s\"", first, seeds, victim->words.lines,
                                qPrintable(textOf(victim->words.place)), victim->words.doing.constData());
            for (const auto &[key, typed] : victim->words.drafts)
                letters += int(typed.size());
            newSources += victim->words.drafts.contains(DrivenConsole::sourceKey()) ? 1 : 0;
            for (const auto &[operation, times] : victim->words.begun)
                confirmed[operation] += times;
        }
    }
    for (const auto &[operation, times] : confirmed)
        qInfo("%s: %d times", qPrintable(operation), times);
    QVERIFY(letters > seeds); // they really typed
    QVERIFY2(newSources > seeds / 4, qPrintable(QString::number(newSources)));
    for (const char *operation : {"extraction.approve", "signoff.approve", "review.decide"})
        QVERIFY2(confirmed[QString::fromLatin1(operation)] > 0, operation);
}

void KillTest::reopen(const Victim &victim)
{
    const LastWords &words = victim.words;
    const Place left = DrivenConsole::placeIn(victim.folder.path());
    QVERIFY2(left.page.isEmpty() ? words.place.page.isEmpty() : fits(left, words),
             qPrintable(textOf(left) + QStringLiteral(" instead of ") + textOf(words.place) + QLatin1Char(' ') + QString::fromLatin1(words.doing)));

    const QStringList before = DrivenConsole::journal(victim.folder.path());
    for (const auto &[operation, times] : words.begun) {
        const qsizetype done = before.count(operation);
        QVERIFY2(done <= times, qPrintable(QStringLiteral("%1 was done %2 times, and wanted %3 times").arg(operation).arg(done).arg(times)));
        if (words.doing != "confirm" && operation != QLatin1String("pipeline.reconcile")) // which waits while another one goes on
            QCOMPARE(done, qsizetype(times));
    }
    DrivenConsole console(victim.folder.path());
    QVERIFY(console.show());
    QCoreApplication::processEvents();
    QCOMPARE(DrivenConsole::journal(victim.folder.path()), before);

    for (const auto &[key, typed] : words.drafts) {
        const QString draft = console.window().draft(key);
        const auto next = words.nextDrafts.find(key);
        QVERIFY2(draft == typed || (next != words.nextDrafts.end() && draft == next->second),
                 qPrintable(QStringLiteral("%1: \"%2\" instead of \"%3\"").arg(key, draft, typed)));
    }
    if (!left.page.isEmpty()) { // killed before it went anywhere
        QCOMPARE(console.window().place().page, left.page);
        const QString shown = DrivenConsole::list(console.window(), left.page).filterBar().text();
        const auto own = words.filters.find(left.page);
        const bool mayFilter = words.doing == "filter" || words.doing == "object" || words.doing == "open" || words.doing == "page" || words.doing == "confirm";
        if (own != words.filters.end() && !mayFilter)
            QCOMPARE(shown, own->second);
        else if (!left.filter.isEmpty() && words.doing != "filter") // while it types, the page may have kept a letter that its place has not
            QCOMPARE(shown, left.filter);
        if (left.object.contains(QLatin1Char('.')) || left.page != QLatin1String("review"))
            QTRY_COMPARE(left.object.isEmpty() ? QString() : console.window().place().object, left.object);
        else // a subject of the review without an item: its list may go to one
            QTRY_VERIFY(console.window().place().object.startsWith(left.object));
        if (!left.tab.isEmpty())
            QCOMPARE(console.window().place().tab, left.tab);
    }
    for (const auto &[page, filter] : words.filters)
        if (words.doing != "open" && page != left.page && page != words.place.page) // opening a form shows the row that it is about
            QCOMPARE(DrivenConsole::list(console.window(), page).filterBar().text(), filter);

    for (int form = 0; form < DrivenConsole::formCount(); ++form)
        if (const std::optional<OpenForm> open = DrivenConsole::openForm(console.window(), form))
            QCOMPARE(open->draft, console.window().draft(open->key)); // and stands in its field
    QCOMPARE(DrivenConsole::openSource(console.window()), console.window().draft(DrivenConsole::sourceKey()));
    QCoreApplication::processEvents();
    QCOMPARE(DrivenConsole::journal(victim.folder.path()), before); // nothing of all that was done again
}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    Theme::instance().apply();
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--drive"))
        drive(arguments.value(3), arguments.value(2).toUInt());
    KillTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "kill_test.moc"

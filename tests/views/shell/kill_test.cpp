#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
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

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int seeds = 40;
constexpr int atATime = 4;
constexpr int mostLines = 50; ///< after which a console is killed at the latest
constexpr int patienceMs = 30'000;
constexpr int pollMs = 2;

/// What a killed console had said.
struct LastWords {
    QString draft;
    std::optional<QString> nextDraft; ///< it was about to be that
    Place place;
    QByteArray doing;                 ///< what it had begun and not ended; empty: nothing
    int lines = 0;
};

void hear(LastWords &words, const QByteArray &line)
{
    ++words.lines;
    const auto decoded = [](const QByteArray &part) { return QString::fromUtf8(QByteArray::fromPercentEncoding(part)); };
    if (line.startsWith("do draft ")) {
        words.doing = "draft";
        words.nextDraft = decoded(line.mid(9));
    } else if (line.startsWith("do ")) {
        words.doing = line.mid(3);
    } else if (line.startsWith("draft ")) {
        words.draft = decoded(line.mid(6));
        words.nextDraft.reset();
        words.doing.clear();
    } else if (line.startsWith("place ")) {
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
    if (same == Place{.page = words.place.page}) { // a page alone was gone to: row and tab are those that it had, and its own state keeps them
        same.object = found.object;
        same.tab = found.tab;
    }
    if (words.doing == "filter")
        same.filter = found.filter, same.object = found.object.isEmpty() ? found.object : same.object; // a row that the filter hides is not the selected one
    else if (words.doing == "object")
        same.object = found.object, same.filter = found.filter; // a row that the filter hides clears it
    else if (words.doing == "tab")
        same.tab = found.tab;
    else if (words.doing == "page" || words.doing == "open")
        return found.page == QLatin1String("sources") || found.page == QLatin1String("pipeline");
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
                return qWarning("seed %d of %d, killed after %d lines", first, seeds, victim->words.lines);
            letters += int(victim->words.draft.size());
        }
    }
    QVERIFY(letters > seeds); // they really typed
}

void KillTest::reopen(const Victim &victim)
{
    const LastWords &words = victim.words;
    const Place left = DrivenConsole::placeIn(victim.folder.path());
    QVERIFY2(left.page.isEmpty() ? words.place.page.isEmpty() : fits(left, words),
             qPrintable(textOf(left) + QStringLiteral(" instead of ") + textOf(words.place) + QLatin1Char(' ') + QString::fromLatin1(words.doing)));

    const QStringList before = DrivenConsole::journal(victim.folder.path());
    DrivenConsole console(victim.folder.path());
    QVERIFY(console.show());
    QCoreApplication::processEvents();
    QCOMPARE(DrivenConsole::journal(victim.folder.path()), before);

    const QString draft = console.window().draft(QStringLiteral("pipeline/pipeline.reload"));
    QVERIFY2(draft == words.draft || draft == words.nextDraft, qPrintable(QStringLiteral("\"%1\" instead of \"%2\"").arg(draft, words.draft)));
    QCOMPARE(console.window().findChild<DecisionPanel *>(QStringLiteral("decisions"))->draft(QStringLiteral("pipeline.reload")), draft); // and stands in its field

    if (left.page.isEmpty())
        return; // killed before it went anywhere
    const bool isPipeline = left.page == QLatin1String("pipeline");
    QCOMPARE(console.window().place().page, left.page);
    QCOMPARE(console.window().findChild<DataTable *>(isPipeline ? QStringLiteral("pipeline-table") : QStringLiteral("sources-table"))->filterBar().text(), left.filter);
    if (!left.object.isEmpty())
        QTRY_COMPARE(console.window().place().object, left.object);
    if (!left.tab.isEmpty())
        QCOMPARE(console.window().findChild<DetailPane *>(isPipeline ? QStringLiteral("pipeline-detail") : QStringLiteral("source-detail"))->currentTab(), left.tab);
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

#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "kit/english_plurals.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_page.h"
#include "pages/extraction/extraction_page.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/review/review_page.h"
#include "pages/sources/sources_page.h"
#include "shell/main_window.h"
#include "shell/page_shelf.h"
#include "shell/palette_model.h"
#include "views/pages_analysis/sample_analysis.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/pages_pipeline/pipeline_samples.h"
#include "views/pages_review/sample_review.h"
#include "views/pages_sources/opened_sources.h"
#include "views/shell/console_parts.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QTest>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

/// The window with every page that there is, each with something to show.
class WholeConsole {
public:
    WholeConsole()
    {
        bench.answer<api::ShowPulse>({.project = QStringLiteral("pagila"), .environment = QStringLiteral("test"), .settingsDigest = QStringLiteral("sha256:aa")});
        bench.answer<api::ShowWorkflow>({.project = QStringLiteral("pagila")});
        bench.answer<api::ListRuns>(api::RunList{});
        bench.answer<api::ListSources>(sampleList());
        bench.answerBy<api::ShowLedger>(sampleLedger);
        bench.answer<api::ShowLineage>(sampleLineage());
        bench.answer<api::ShowPipeline>(samplePipeline());
        bench.answer<api::ShowTableHistory>(sampleHistory());
        bench.answerBy<api::ShowExtraction>(serving(samplePlan()));
        bench.answer<api::ShowRun>(sampleRunDetail());
        analysis.answerOn(bench);
        review.answerOn(bench);
        std::vector<PageEntry> pages = pageList();
        setFactory(pages, QStringLiteral("sources"), [](PageHost &host) { return new SourcesPage(host); });
        setFactory(pages, QStringLiteral("analysis"), [](PageHost &host) { return new AnalysisPage(host); });
        setFactory(pages, QStringLiteral("review"), [](PageHost &host) { return new ReviewPage(host); });
        setFactory(pages, QStringLiteral("extraction"), [](PageHost &host) { return new ExtractionPage(host); });
        setFactory(pages, QStringLiteral("pipeline"), [](PageHost &host) { return new PipelinePage(host); });
        window = std::make_unique<MainWindow>(ConsoleSetup{.workbench = bench, .credentials = credentials, .store = store, .clock = clock,
            .actor = {.systemUser = QStringLiteral("anna")}, .project = {.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila")}, .pages = std::move(pages)});
        window->resize(1280, 800);
        window->restorePlace();
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        shelf = window->findChild<PageShelf *>();
        for (const char *page : pageIds)
            QTRY_VERIFY2(shelf->hasSettled(QString::fromLatin1(page)), page);
        box = window->findChild<QLineEdit *>(QStringLiteral("palette-box"));
        lines = static_cast<const PaletteModel *>(window->findChild<QListView *>(QStringLiteral("palette-list"))->model());
    }

    /// Ctrl+K and the words, as they are typed.
    void search(const QString &words)
    {
        if (!box->isVisible())
            QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(box->hasFocus());
        box->selectAll();
        QTest::keyClicks(box, words);
    }
    /// -1: it is not offered.
    int lineOf(const QAction &action) const
    {
        for (int line = 0; line < lines->rowCount(); ++line)
            if (lines->hit(line).item.action == &action)
                return line;
        return -1;
    }

    /// What Enter is for.
    const QAction *current() const { return lines->hit(window->findChild<QListView *>(QStringLiteral("palette-list"))->currentIndex().row()).item.action; }

    static constexpr const char *pageIds[] = {"sources", "analysis", "review", "extraction", "pipeline"};
    SampleAnalysis analysis;
    SampleReview review;
    FixedClock clock;
    MemoryStore store;
    FakeCredentials credentials;
    ScriptedWorkbench bench;
    std::unique_ptr<MainWindow> window;
    PageShelf *shelf = nullptr;
    QLineEdit *box = nullptr;
    const PaletteModel *lines = nullptr;
};

/// Printable letters of a title; those that no key of a plain keyboard makes are left out, as who types would.
QString typed(const QString &title)
{
    QString words = QStringLiteral(">");
    for (const QChar letter : title)
        if (letter.unicode() < 0x80)
            words += letter;
    return words;
}

} // namespace

/// Everything that a page can do is found in the palette by its words, from that page and from any other.
class PagePaletteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void everyCommandIsFoundByItsWords_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("from");
        for (const char *page : WholeConsole::pageIds) {
            QTest::addRow("%s", page) << QString::fromLatin1(page) << QString::fromLatin1(page);
            QTest::addRow("%s from another page", page) << QString::fromLatin1(page) << (QLatin1String(page) == QLatin1String("sources") ? QStringLiteral("pipeline") : QStringLiteral("sources"));
        }
    }
    void everyCommandIsFoundByItsWords()
    {
        QFETCH(QString, page);
        QFETCH(QString, from);
        WholeConsole console;
        console.window->open({.page = from});
        const int effects = console.bench.effects();
        int commands = 0, blocked = 0;
        for (QAction *action : console.shelf->page(page)->actions()) {
            if (!action->isVisible() || action->isSeparator())
                continue;
            ++commands;
            const QString words = paletteText(*action);
            QVERIFY2(!words.isEmpty(), qPrintable(action->objectName()));
            console.search(typed(words));
            const int line = console.lineOf(*action);
            QVERIFY2(line >= 0, qPrintable(words));
            const PaletteItem &item = console.lines->hit(line).item;
            QCOMPARE(item.title, words);
            QVERIFY2(line < 5, qPrintable(QStringLiteral("%1: line %2").arg(words).arg(line))); // among the first, where it is seen
            QVERIFY2(!paletteNote(item).isEmpty(), qPrintable(words));
            if (action->isEnabled())
                continue;
            ++blocked;
            QVERIFY2(!blockedWhy(*action).isEmpty(), qPrintable(words));
            QCOMPARE(paletteNote(item), blockedWhy(*action));
        }
        QVERIFY(commands > 5);
        QVERIFY(blocked > 0);
        QCOMPARE(console.bench.effects(), effects); // looking for it does nothing
    }

    void aBlockedOneDoesNothing()
    {
        WholeConsole console;
        console.window->open({.page = QStringLiteral("review")});
        const int effects = console.bench.effects();
        int tried = 0;
        for (QAction *action : console.shelf->page(QStringLiteral("review"))->actions()) {
            if (action->isEnabled() || !action->isVisible())
                continue;
            console.search(typed(paletteText(*action)));
            const int line = console.lineOf(*action);
            QVERIFY2(line >= 0, qPrintable(paletteText(*action)));
            for (int step = 0; step < line; ++step)
                QTest::keyClick(console.box, Qt::Key_Down);
            QCOMPARE(console.current(), action);
            ++tried;
            QTest::keyClick(console.box, Qt::Key_Return);
            QVERIFY2(console.box->isVisible(), qPrintable(paletteText(*action))); // it stays, with the reason beside it
        }
        QVERIFY(tried > 0);
        QCOMPARE(console.bench.effects(), effects);
    }

    void commandsOfTheWindowAreFoundToo()
    {
        WholeConsole console;
        const std::vector<PageEntry> pages = pageList();
        const auto words = [&pages](const QAction &action) { // to a page leads the line of that page
            const auto page = std::ranges::find_if(pages, [&](const PageEntry &entry) { return action.objectName() == QStringLiteral("command-console.go.") + entry.id; });
            return page == pages.end() ? typed(paletteText(action)) : page->title;
        };
        int commands = 0;
        for (QAction *action : console.window->actions()) {
            if (!action->isVisible() || action->isSeparator() || action->text().isEmpty())
                continue;
            ++commands;
            console.search(words(*action));
            QVERIFY2(console.lineOf(*action) >= 0, qPrintable(words(*action)));
            if (!action->isEnabled())
                QVERIFY2(!blockedWhy(*action).isEmpty(), qPrintable(paletteText(*action)));
        }
        QVERIFY(commands > 10);
    }
};

QTEST_MAIN(PagePaletteTest)
#include "page_palette_test.moc"

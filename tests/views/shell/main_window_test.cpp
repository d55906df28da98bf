#include "shell/command_palette.h"
#include "shell/environment_strip.h"
#include "shell/page_shelf.h"
#include "shell/palette_model.h"
#include "shell/placeholder_page.h"
#include "shell/step_rail.h"
#include "views/shell/console_fixture.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

CommandPalette *palette(const ConsoleFixture &console) { return console.find<CommandPalette>("command-palette"); }

QStringList paletteLines(const ConsoleFixture &console)
{
    QStringList lines;
    const QAbstractItemModel *model = console.find<QListView>("palette-list")->model();
    for (int row = 0; row < model->rowCount(); ++row)
        lines += model->index(row, 0).data().toString();
    return lines;
}

QString bannerText(const ConsoleFixture &console)
{
    for (const QLabel *label : console.window->findChildren<QLabel *>())
        if (label->isVisible() && label->text().contains(QStringLiteral("project")) && label->text().contains(QStringLiteral("link")))
            return label->text();
    return {};
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void railSaysHowEachStepStands();
    void railShowsWhatNeedsYou();
    void railFoldsWhenTheWindowIsNarrow();
    void environmentIsAWord();
    void paletteFindsAndRuns();
    void paletteShowsWhyNot();
    void paletteOpensATable();
    void paletteGivesTheFocusBack();
    void lettersActOnlyInLists();
    void lettersCanBeSwitchedOff();
    void goKeysOpenPages();
    void historyWithTheKeyboard();
    void panesInOrder();
    void noKeyMeansTwoThings();
    void browserKeysAreLeftAlone();
    void linkIsCopiedAndOpened();
    void foreignLinkIsRefusedInTheWindow();
    void linkOfAnotherProjectSaysSo();
    void comesBackWhereItWasAfterAKill();
    void draftsAreKeptAtOnce();
    void restoringRunsNothing();
    void pagesHearWhenTheProjectMoves();
    void nothingIsAskedWhileHidden();
    void projectThatFailsIsSaidOnce();
    void placeholderSaysWhatItWaitsFor();
    void placeholderLeadsToWhatItWaitsFor();
    void paletteFindsHelp();
    void smallestWindowHoldsEverything();
    void pageGetsTheFocus();
};

void MainWindowTest::railSaysHowEachStepStands()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    auto *rail = console.find<StepRail>("step-rail");
    QCOMPARE(rail->item(QStringLiteral("analysis"))->status(), Status::Done);
    QCOMPARE(rail->item(QStringLiteral("documentation"))->status(), Status::Ready); // the first that is open
    QCOMPARE(rail->item(QStringLiteral("review"))->status(), Status::NotStarted);
    QCOMPARE(rail->item(QStringLiteral("pipeline"))->status(), Status::DoneWithProblems);
    QCOMPARE(rail->item(QStringLiteral("review"))->accessibleName(), QStringLiteral("Step 3 of 7, Review, not started"));
    QCOMPARE(rail->item(QStringLiteral("review"))->accessibleDescription(), QStringLiteral("A reason is given."));
    QCOMPARE(rail->item(QStringLiteral("sources"))->accessibleName(), QStringLiteral("Sources"));
    console.setRun(model::RunState::Running);
    QTRY_COMPARE(rail->item(QStringLiteral("pipeline"))->status(), Status::Running);
}

void MainWindowTest::railShowsWhatNeedsYou()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    auto *rail = console.find<StepRail>("step-rail");
    Q_EMIT console.extraction->attentionChanged(12);
    QCOMPARE(rail->item(QStringLiteral("extraction"))->status(), Status::NeedsYou);
    QCOMPARE(rail->item(QStringLiteral("extraction"))->accessibleName(), QStringLiteral("Step 5 of 7, Extraction, needs you, 12 items"));
    Q_EMIT console.extraction->attentionChanged(1);
    QCOMPARE(rail->item(QStringLiteral("extraction"))->accessibleName(), QStringLiteral("Step 5 of 7, Extraction, needs you, 1 item"));
    Q_EMIT console.extraction->attentionChanged(0);
    QCOMPARE(rail->item(QStringLiteral("extraction"))->status(), Status::NotStarted);
}

void MainWindowTest::railFoldsWhenTheWindowIsNarrow()
{
    ConsoleFixture console;
    console.window->resize(1280, 800);
    QVERIFY(console.show());
    auto *rail = console.find<StepRail>("step-rail");
    QVERIFY(!rail->isCompact());
    console.window->resize(1099, 700);
    QTRY_VERIFY(rail->isCompact());
    QTRY_COMPARE(rail->width(), rail->compactWidth());
    QVERIFY(rail->item(QStringLiteral("review"))->width() >= 24);
    QVERIFY(rail->item(QStringLiteral("review"))->toolTip().contains(QStringLiteral("Step 3 of 7")));
    console.window->resize(1100, 700);
    QTRY_VERIFY(!rail->isCompact());
}

void MainWindowTest::environmentIsAWord()
{
    ConsoleFixture console;
    console.pulse.environment = QStringLiteral("production");
    QVERIFY(console.show());
    auto *strip = console.find<EnvironmentStrip>("environment-strip");
    QTRY_COMPARE(strip->word(), QStringLiteral("PRODUCTION"));
    QVERIFY(console.window->isProduction());
    QCOMPARE(strip->accessibleName(), QStringLiteral("Environment: PRODUCTION"));
    QCOMPARE(console.find<QAbstractButton>("project-button")->text(), QStringLiteral("pagila · PRODUCTION"));
    console.pulse.environment = QStringLiteral("test");
    QTRY_COMPARE(strip->word(), QStringLiteral("TEST"));
}

void MainWindowTest::paletteFindsAndRuns()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(palette(console)->isVisible());
    auto *box = console.find<QLineEdit>("palette-box");
    QCOMPARE(QApplication::focusWidget(), box);
    QTest::keyClicks(box, QStringLiteral(">run the sour"));
    QCOMPARE(paletteLines(console).front(), QStringLiteral("Run the sources"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(console.sources->runs, 1);
    QVERIFY(!palette(console)->isVisible());
    // A command of another page opens that page first.
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(box, QStringLiteral(">run the extr"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(console.extraction->runs, 1);
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
    // What was chosen last stands first.
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(paletteLines(console).front(), QStringLiteral("Run the extraction"));
}

void MainWindowTest::paletteShowsWhyNot()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *box = console.find<QLineEdit>("palette-box");
    QTest::keyClicks(box, QStringLiteral(">approve the sources"));
    QCOMPARE(paletteLines(console), QStringList{QStringLiteral("Approve the sources")});
    const auto *model = static_cast<const PaletteModel *>(console.find<QListView>("palette-list")->model());
    QCOMPARE(paletteNote(model->hit(0).item), QStringLiteral("There is no plan yet."));
    QCOMPARE(paletteShortcut(model->hit(0).item), QStringLiteral("A"));
    QVERIFY(box->accessibleDescription().contains(QStringLiteral("There is no plan yet.")));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(console.sources->approvals, 0);
    QVERIFY(palette(console)->isVisible());
}

void MainWindowTest::paletteOpensATable()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *box = console.find<QLineEdit>("palette-box");
    QTest::keyClicks(box, QStringLiteral("@film_a"));
    QVERIFY(paletteLines(console).contains(QStringLiteral("public.film_actor")));
    QVERIFY(!paletteLines(console).contains(QStringLiteral("public.film")));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(console.window->place().object, QStringLiteral("public.film_actor"));
}

void MainWindowTest::paletteGivesTheFocusBack()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.sources->box->setFocus();
    QTest::keyClick(console.sources->box, Qt::Key_K, Qt::ControlModifier);
    QTest::keyClick(console.find<QLineEdit>("palette-box"), Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), console.sources->box);
}

void MainWindowTest::lettersActOnlyInLists()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.sources->list->setFocus();
    QTest::keyClick(console.sources->list, Qt::Key_R);
    QCOMPARE(console.sources->runs, 1);
    console.sources->box->setFocus();
    QTest::keyClicks(console.sources->box, QStringLiteral("rg1?"));
    QCOMPARE(console.sources->runs, 1);
    QCOMPARE(console.sources->box->text(), QStringLiteral("rg1?"));
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
    auto *bell = console.find("bell-button");
    bell->setFocus();
    QTest::keyClick(bell, Qt::Key_R);
    QCOMPARE(console.sources->runs, 1);
    QTest::keyClick(bell, Qt::Key_G); // "go to" acts from anywhere but text
    QTest::keyClick(bell, Qt::Key_5);
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
}

void MainWindowTest::lettersCanBeSwitchedOff()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    auto *letters = console.window->findChild<QAction *>(QStringLiteral("command-console.letter-keys"));
    letters->setChecked(false);
    console.sources->list->setFocus();
    QTest::keyClick(console.sources->list, Qt::Key_R);
    QCOMPARE(console.sources->runs, 0);
    console.open(); // remembered for the person
    QVERIFY(console.show());
    console.sources->list->setFocus();
    QTest::keyClick(console.sources->list, Qt::Key_R);
    QCOMPARE(console.sources->runs, 0);
}

void MainWindowTest::goKeysOpenPages()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    for (const PageEntry &entry : pageList()) {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus, Qt::Key_G);
        QTest::keyClick(focus, entry.goKey);
        QCOMPARE(console.window->place().page, entry.id);
        QVERIFY(console.find<StepRail>("step-rail")->item(entry.id)->isChecked());
    }
}

void MainWindowTest::historyWithTheKeyboard()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QCOMPARE(blockedWhy(*console.command(QStringLiteral("console.back"))), QStringLiteral("There is no earlier place."));
    console.window->open({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.rental")});
    console.window->open({.page = QStringLiteral("pipeline")});
    QTest::keyClick(console.window.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
    QCOMPARE(console.extraction->list->currentItem()->text(), QStringLiteral("public.rental"));
    QTest::keyClick(console.window.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
    QTest::keyClick(console.window.get(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
}

void MainWindowTest::panesInOrder()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.sources->box->setFocus();
    const auto pane = [] {
        for (const QWidget *widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
            for (const char *name : {"top-bar", "step-rail", "page-shelf", "run-drawer"})
                if (widget->objectName() == QLatin1String(name))
                    return widget->objectName();
        return QString();
    };
    QStringList order;
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        order += pane();
    }
    QCOMPARE(order.join(QLatin1Char(' ')), QStringLiteral("run-drawer top-bar step-rail page-shelf run-drawer"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), console.sources->box); // the pane gives the focus back to where it was
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(pane(), QStringLiteral("step-rail"));
}

void MainWindowTest::noKeyMeansTwoThings()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    const auto check = [](const QList<QAction *> &actions) {
        QMap<QString, QString> meaning;
        for (const QAction *action : actions)
            for (const QKeySequence &keys : action->shortcuts()) {
                const QString text = keys.toString(QKeySequence::PortableText);
                const QString both = QStringLiteral("%1: %2 and %3").arg(text, action->text(), meaning.value(text));
                QVERIFY2(!meaning.contains(text), qPrintable(both));
                meaning.insert(text, action->text());
            }
    };
    for (const Page *page : console.find<PageShelf>("page-shelf")->made())
        check(console.window->actions() + page->actions());
}

void MainWindowTest::browserKeysAreLeftAlone()
{
    ConsoleFixture console;
    QStringList keys;
    for (const QAction *action : console.window->actions())
        for (const QKeySequence &sequence : action->shortcuts())
            keys += sequence.toString(QKeySequence::PortableText);
    for (const char *taken : {"Ctrl+N", "Ctrl+T", "Ctrl+W", "Ctrl+Shift+N", "Ctrl+1", "Ctrl+9", "[", "]", "\\", "`"})
        QVERIFY2(!keys.contains(QLatin1String(taken)), taken);
    for (const char *promised : {"Ctrl+K", "?", "F6", "Shift+F6", "G, 1", "G, 7", "G, S", "G, C", "G, P", "G, W", "G, H", "G, X", "G, N", "Ctrl+J",
                                 "Alt+Left", "Alt+Right", "Ctrl+Shift+C", "F5"})
        QVERIFY2(keys.contains(QLatin1String(promised)), promised);
}

void MainWindowTest::linkIsCopiedAndOpened()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film")});
    QTest::keyClick(console.window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("ekos-lakehouse://open/pagila/extraction/public.film"));
    console.window->open({.page = QStringLiteral("sources")});
    console.window->openLink(QGuiApplication::clipboard()->text());
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
    QCOMPARE(console.window->place().object, QStringLiteral("public.film"));
    QCOMPARE(console.workbench.effects(), 0);
}

void MainWindowTest::foreignLinkIsRefusedInTheWindow()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->openLink(QStringLiteral("https://example.com/open/pagila/extraction"));
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
    bool isSaid = false;
    for (const QLabel *label : console.window->findChildren<QLabel *>())
        isSaid = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("ekos-lakehouse://open/")));
    QVERIFY(isSaid);
}

void MainWindowTest::linkOfAnotherProjectSaysSo()
{
    ConsoleFixture console;
    console.window->openLink(QStringLiteral("ekos-lakehouse://open/chinook/extraction")); // before the project answered
    QVERIFY(console.show());
    QTRY_VERIFY(bannerText(console).contains(QStringLiteral("chinook")));
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
}

void MainWindowTest::comesBackWhereItWasAfterAKill()
{
    ConsoleFixture console;
    console.window->resize(1280, 800);
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("extraction")});
    console.extraction->list->setCurrentRow(1);
    console.extraction->state = "by rows";
    Q_EMIT console.extraction->stateChanged();
    // Nothing is closed: what is in the store at this moment is what a killed program leaves.
    testsupport::MemoryStore left = console.store;
    console.open();
    console.store = left;
    console.open();
    QVERIFY(console.show());
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
    QCOMPARE(console.window->place().object, QStringLiteral("public.rental"));
    QCOMPARE(console.extraction->list->currentRow(), 1);
    QCOMPARE(console.extraction->state, QByteArray("by rows"));
}

void MainWindowTest::draftsAreKeptAtOnce()
{
    ConsoleFixture console;
    console.window->setDraft(QStringLiteral("extraction.approve"), QStringLiteral("the key is pro"));
    const testsupport::MemoryStore left = console.store;
    console.open();
    console.store = left;
    QCOMPARE(console.window->draft(QStringLiteral("extraction.approve")), QStringLiteral("the key is pro"));
    console.window->setDraft(QStringLiteral("extraction.approve"), {});
    QCOMPARE(console.window->draft(QStringLiteral("extraction.approve")), QString());
}

void MainWindowTest::restoringRunsNothing()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film")});
    console.open();
    QVERIFY(console.show());
    QCOMPARE(console.workbench.effects(), 0);
    QCOMPARE(console.extraction->runs, 0);
}

void MainWindowTest::pagesHearWhenTheProjectMoves()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTRY_COMPARE(console.extraction->pulses.size(), size_t(1));
    const int workflows = console.workbench.calls<api::ShowWorkflow>();
    const int pulses = console.workbench.calls<api::ShowPulse>();
    QTRY_VERIFY(console.workbench.calls<api::ShowPulse>() >= pulses + 2);
    QCOMPARE(console.extraction->pulses.size(), size_t(1)); // nothing moved, nothing is said
    QCOMPARE(console.workbench.calls<api::ShowWorkflow>(), workflows);
    console.pulse.ledgerEntries = 7;
    QTRY_COMPARE(console.extraction->pulses.size(), size_t(2));
    QCOMPARE(console.sources->pulses.back().ledgerEntries, 7);
    QTRY_COMPARE(console.workbench.calls<api::ShowWorkflow>(), workflows + 1);
}

void MainWindowTest::nothingIsAskedWhileHidden()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.workbench.hold<api::ShowPulse>();
    const int before = console.workbench.calls<api::ShowPulse>();
    QTRY_COMPARE(console.workbench.calls<api::ShowPulse>(), before + 1);
    QTest::qWait(1200); // a slow answer brings no second question
    QCOMPARE(console.workbench.calls<api::ShowPulse>(), before + 1);
    console.window->hide();
    console.workbench.release<api::ShowPulse>();
    QTest::qWait(1200);
    QCOMPARE(console.workbench.calls<api::ShowPulse>(), before + 1);
}

void MainWindowTest::projectThatFailsIsSaidOnce()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.workbench.fail<api::ShowPulse>({.code = base::ErrorCode::InvalidInput, .message = "Line 3 of ekos.toml cannot be read.",
                                            .hint = "Mend the line."});
    const auto isSaid = [&] {
        for (const QLabel *label : console.window->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(QStringLiteral("Line 3 of ekos.toml")))
                return true;
        return false;
    };
    QTRY_VERIFY(isSaid());
    console.workbench.answerBy<api::ShowPulse>([&](const api::ShowPulse &) -> base::Result<api::ProjectPulse> { return console.pulse; });
    QTRY_VERIFY(!isSaid());
}

void MainWindowTest::placeholderSaysWhatItWaitsFor()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("review")});
    const auto *page = console.find<PlaceholderPage>("page-review");
    QVERIFY(page);
    QCOMPARE(page->why(), QStringLiteral("A reason is given. On the command line: ekos-lakehouse next"));
    QVERIFY(page->what().contains(QStringLiteral("signed off")));
}

/// A step waits for the first one before it that is not done; a page beside the steps for the one that has what there is of it.
void MainWindowTest::placeholderLeadsToWhatItWaitsFor()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    const auto button = [&console](const char *page) { return console.find<PlaceholderPage>(page)->findChild<QPushButton *>(); };
    console.window->open({.page = QStringLiteral("review")});
    QTRY_VERIFY(button("page-review")->isVisible());
    QCOMPARE(button("page-review")->text(), QStringLiteral("Go to Documentation")); // step 1 is done, step 2 is open
    QTRY_COMPARE(QApplication::focusWidget(), button("page-review"));
    QTest::keyClick(button("page-review"), Qt::Key_Space);
    QCOMPARE(console.window->place().page, QStringLiteral("documentation"));
    console.window->open({.page = QStringLiteral("requirements")});
    QTRY_COMPARE(button("page-requirements")->text(), QStringLiteral("Go to Documentation"));
    for (const int done : {1, 2})
        console.workflow.steps[std::size_t(done)].state = model::StepState::Done;
    ++console.pulse.ledgerEntries;
    QTRY_COMPARE(button("page-requirements")->text(), QStringLiteral("Go to Review")); // nothing before it is open any more
    console.window->open({.page = QStringLiteral("health")});
    QCOMPARE(button("page-health")->text(), QStringLiteral("Go to Bronze and silver"));
    QTest::mouseClick(button("page-health"), Qt::LeftButton);
    QCOMPARE(console.window->place().page, QStringLiteral("pipeline"));
}

/// What a command does and its keys; choosing one shows the sheet of keys.
void MainWindowTest::paletteFindsHelp()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *box = console.find<QLineEdit>("palette-box");
    QTest::keyClicks(box, QStringLiteral("?run the sour"));
    QCOMPARE(paletteLines(console), QStringList{QStringLiteral("Run the sources")});
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(console.find("shortcut-sheet"));
    QCOMPARE(console.sources->runs, 0); // it is explained, not run
    QVERIFY(!box->placeholderText().contains(QLatin1Char(':') + QStringLiteral(" settings"))); // there is no page of settings yet
}

void MainWindowTest::smallestWindowHoldsEverything()
{
    ConsoleFixture console;
    console.window->resize(100, 100);
    QVERIFY(console.show());
    QCOMPARE(console.window->minimumSize(), QSize(900, 600));
    QVERIFY2(console.window->minimumSizeHint().width() <= 900, qPrintable(QString::number(console.window->minimumSizeHint().width())));
    QVERIFY2(console.window->minimumSizeHint().height() <= 600, qPrintable(QString::number(console.window->minimumSizeHint().height())));
    for (const char *name : {"palette-button", "bell-button", "help-button", "person-button", "project-button", "run-drawer-toggle"}) {
        const QWidget *widget = console.find(name);
        const QRect place(widget->mapTo(console.window.get(), QPoint()), widget->size());
        QVERIFY2(console.window->rect().contains(place), name);
        QVERIFY2(widget->height() >= 24, name);
    }
}

void MainWindowTest::pageGetsTheFocus()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QTRY_COMPARE(QApplication::focusWidget(), console.sources->list);
    // A page that is still reading has nothing to focus; who stays where they were gets it when it has.
    console.extraction->list->hide();
    console.extraction->box->hide();
    console.find("bell-button")->setFocus();
    console.window->open({.page = QStringLiteral("extraction")});
    console.extraction->list->show();
    Q_EMIT console.extraction->settled();
    QTRY_COMPARE(QApplication::focusWidget(), console.extraction->list);
    // Who moved on meanwhile is left alone.
    console.window->open({.page = QStringLiteral("sources")});
    console.extraction->list->hide();
    console.window->open({.page = QStringLiteral("extraction")});
    console.find("help-button")->setFocus();
    console.extraction->list->show();
    Q_EMIT console.extraction->settled();
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("help-button"));
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"

#include "shell/command_palette.h"
#include "shell/notification_centre.h"
#include "shell/run_drawer.h"
#include "shell/start_page.h"
#include "views/shell/console_fixture.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QMenu>
#include <QTabWidget>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

/// A run under way, one that ended with problems, and one notification of each kind.
void fill(ConsoleFixture &console)
{
    console.setRun(model::RunState::Running, 1);
    for (int i = 0; i < 40; ++i) {
        console.clock.advance(700'000);
        console.addLine(i < 20 ? "public.actor" : "public.film", i == 25 ? model::EventLevel::Warning : i == 31 ? model::EventLevel::Error
                        : model::EventLevel::Info);
    }
    console.detail.tables[0].load = model::LoadReport{.table = testsupport::filmTable("actor"), .rowsLoaded = 16'044, .durationMs = 13'400};
    model::Run ended = console.detail.run;
    ended.id = testsupport::runId(7);
    ended.state = model::RunState::Problems;
    ended.endedAtUtc = console.clock.now();
    console.pulse.runs.push_back(ended);
}

void notify(ConsoleFixture &console)
{
    console.window->notify({.group = QStringLiteral("a"), .status = Status::NeedsYou,
                            .title = QStringLiteral("The guard stopped the load of public.rental"),
                            .text = QStringLiteral("2 030 of 16 044 rows vanished at the source."), .actionText = QStringLiteral("Look at the rows"),
                                .place = {.page = QStringLiteral("extraction")}});
    for (const char *group : {"b", "c"})
        console.window->notify({.group = QString::fromLatin1(group), .status = Status::Done, .title = QStringLiteral("Run the pipeline: done"),
                                .text = QStringLiteral("15 of 15 tables are green."),
                                .runId = testsupport::runId(7).toString()});
}

} // namespace

/// Every part of the shell in every dress: nothing without a name, no word cut off; pictures for a person when LAKEHOUSE_PICTURES names a folder.
class LookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shell_data();
    void shell();
    void start();
    void cleanup();

private:
    void look(QWidget &part, const QString &name);
};

void LookTest::look(QWidget &part, const QString &name)
{
    QCoreApplication::processEvents();
    testsupport::takePicture(part, name);
    QCOMPARE(testsupport::namelessWidgets(part).join(QLatin1Char('\n')), QString());
    QCOMPARE(testsupport::cutWords(part).join(QLatin1Char('\n')), QString());
}

void LookTest::cleanup()
{
    Theme::instance().setTextScale(1.0);
    Theme::instance().setDensity(Density::Comfortable);
    Theme::instance().setChoice(ThemeChoice::Light);
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

void LookTest::shell_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("isLong");
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("light-1280") << ThemeChoice::Light << QSize(1280, 800) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("dark-1280") << ThemeChoice::Dark << QSize(1280, 800) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("light-1920") << ThemeChoice::Light << QSize(1920, 1080) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("dark-1920") << ThemeChoice::Dark << QSize(1920, 1080) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("contrast-1280") << ThemeChoice::HighContrast << QSize(1280, 800) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("smallest") << ThemeChoice::Light << QSize(900, 600) << 1.0 << false << Qt::LeftToRight;
    QTest::newRow("text-200") << ThemeChoice::Light << QSize(1600, 1000) << 2.0 << false << Qt::LeftToRight;
    QTest::newRow("long-words") << ThemeChoice::Light << QSize(1280, 800) << 1.0 << true << Qt::LeftToRight;
    QTest::newRow("right-to-left") << ThemeChoice::Dark << QSize(1280, 800) << 1.0 << false << Qt::RightToLeft;
}

void LookTest::shell()
{
    QFETCH(ThemeChoice, theme);
    QFETCH(QSize, size);
    QFETCH(double, scale);
    QFETCH(bool, isLong);
    QFETCH(Qt::LayoutDirection, direction);
    testsupport::LongWords words;
    if (isLong)
        QCoreApplication::installTranslator(&words);
    QGuiApplication::setLayoutDirection(direction);
    Theme::instance().setChoice(theme);
    Theme::instance().setTextScale(scale);
    ConsoleFixture console;
    fill(console);
    console.window->resize(size);
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("review")});
    Q_EMIT console.extraction->attentionChanged(12);
    const QString row = QString::fromLatin1(QTest::currentDataTag());
    look(*console.window, row + QStringLiteral("-page"));
    console.find<RunDrawer>("run-drawer")->setOpen(true);
    QTRY_VERIFY(console.find<RunDrawer>("run-drawer")->follower().isActive());
    look(*console.window, row + QStringLiteral("-steps"));
    console.find<QTabWidget>("run-tabs")->setCurrentIndex(1);
    console.find<QAbstractButton>("log-problems-only")->setChecked(true);
    look(*console.window, row + QStringLiteral("-log"));
    console.find<RunDrawer>("run-drawer")->setOpen(false);
    console.find<CommandPalette>("command-palette")->open(QStringLiteral("ro"));
    look(*console.window, row + QStringLiteral("-palette"));
    console.find<CommandPalette>("command-palette")->close();
    notify(console);
    look(*console.window, row + QStringLiteral("-toasts"));
    console.find<QAbstractButton>("bell-button")->click();
    look(*console.window, row + QStringLiteral("-centre"));
    console.find<NotificationCentre>("notification-centre")->close();
    console.find<QAbstractButton>("help-button")->click();
    look(*console.window, row + QStringLiteral("-keys"));
    look(*console.find<QMenu>("person-menu"), row + QStringLiteral("-person"));
}

void LookTest::start()
{
    Theme::instance().apply();
    StartPage page(QStringLiteral("/srv/empty"), {{QStringLiteral("/srv/pagila"), QStringLiteral("pagila"), QStringLiteral("/srv/pagila")}});
    page.resize(900, 600);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    look(page, QStringLiteral("start"));
}

QTEST_MAIN(LookTest)
#include "look_test.moc"

#include "api/operations/sources.h"
#include "desktop/console_application.h"
#include "shell/page_shelf.h"
#include "shell/project_switcher.h"
#include "views/shell/console_fixture.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

QStringList shownRows(const QListWidget &list)
{
    QStringList rows;
    for (int row = 0; row < list.count(); ++row)
        if (!list.item(row)->isHidden())
            rows += list.item(row)->text();
    return rows;
}

ProjectSwitcher *openSwitcher(const MainWindow &window)
{
    for (QAction *action : window.actions())
        if (action->objectName() == QLatin1String("command-console.projects"))
            action->trigger();
    return window.findChild<ProjectSwitcher *>(QStringLiteral("project-switcher"));
}

MainWindow *windowOf(const QString &project)
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible() && window->projectName() == project)
            return window;
    return nullptr;
}

} // namespace

/// Going from project to project.
class ProjectsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typingFiltersAndEnterOpens()
    {
        ConsoleFixture console;
        QVERIFY(console.show());
        console.window->open({.page = QStringLiteral("extraction")});
        const ProjectSwitcher *switcher = openSwitcher(*console.window);
        QVERIFY(switcher);
        auto *box = switcher->findChild<QLineEdit *>(QStringLiteral("project-filter"));
        const auto *list = switcher->findChild<QListWidget *>(QStringLiteral("project-list"));
        QTRY_COMPARE(QApplication::focusWidget(), box);
        QCOMPARE(shownRows(*list).size(), 2);
        QSignalSpy chosen(console.window.get(), &MainWindow::projectChosen);
        QTest::keyClicks(box, QStringLiteral("CHIN"));
        QCOMPARE(shownRows(*list).size(), 1);
        QVERIFY(shownRows(*list).front().startsWith(QStringLiteral("chinook")));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("/srv/chinook"));
        QCOMPARE(chosen[0][1].toString(), QStringLiteral("extraction")); // where the person was
    }

    void whatFitsNothingOpensNothing()
    {
        ConsoleFixture console;
        QVERIFY(console.show());
        const ProjectSwitcher *switcher = openSwitcher(*console.window);
        auto *box = switcher->findChild<QLineEdit *>(QStringLiteral("project-filter"));
        QSignalSpy chosen(console.window.get(), &MainWindow::projectChosen);
        QTest::keyClicks(box, QStringLiteral("zebra"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(!console.find("project-switcher"));
    }

    void aRowSaysEnvironmentSourceAndLock()
    {
        QWidget window;
        ProjectSwitcher switcher({{.id = QStringLiteral("/srv/erp"), .name = QStringLiteral("erp"), .place = QStringLiteral("/srv/erp"),
                                   .environment = QStringLiteral("production"), .sources = QStringLiteral("orders, archive")},
                                  {.id = QStringLiteral("/srv/new"), .name = QStringLiteral("new"), .place = QStringLiteral("/srv/new")},
                                  {.id = QStringLiteral("/srv/bare"), .name = QStringLiteral("bare"), .place = QStringLiteral("/srv/bare"), .environment = QStringLiteral("test"), .sources = QString()}}, &window);
        const auto *list = switcher.findChild<QListWidget *>(QStringLiteral("project-list"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("erp · PRODUCTION\nreads orders, archive · /srv/erp"));
        QCOMPARE(list->item(1)->text(), QStringLiteral("new\n/srv/new")); // was never open here
        QCOMPARE(list->item(2)->text(), QStringLiteral("bare · TEST\nreads no database yet · /srv/bare"));
        for (int row = 0; row < 3; ++row) {
            QVERIFY(!list->item(row)->icon().isNull());
            QCOMPARE(list->item(row)->data(Qt::AccessibleDescriptionRole).toString(), QStringLiteral("Sources are read-only."));
        }
    }

    void aProjectDescribesItself()
    {
        ConsoleFixture console;
        console.workbench.answer<api::ListSources>({.settingsDigest = {}, .sources = {{.name = QStringLiteral("film_rental")}, {.name = QStringLiteral("archive")}}});
        console.pulse.settingsDigest = QStringLiteral("sha256:aa");
        QSignalSpy described(console.window.get(), &MainWindow::projectDescribed);
        QVERIFY(console.show());
        const auto last = [&described] { return described.isEmpty() ? ProjectChoice() : described.last()[0].value<ProjectChoice>(); };
        QTRY_COMPARE(last().sources, std::optional(QStringLiteral("film_rental, archive")));
        QCOMPARE(last().name, QStringLiteral("pagila"));
        QCOMPARE(last().environment, QStringLiteral("test"));
    }

    void untilTheProjectAnswersItsRowIsAsItWasNoted()
    {
        ConsoleFixture console;
        console.workbench.hold<api::ShowPulse>();
        console.known.name = QStringLiteral("pagila before");
        console.known.environment = QStringLiteral("production");
        console.known.sources = QStringLiteral("film_rental");
        console.open();
        console.window->restorePlace();
        console.window->show();
        console.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
        const auto ownRow = [&console] {
            const ProjectSwitcher *switcher = openSwitcher(*console.window);
            return switcher ? switcher->findChild<QListWidget *>(QStringLiteral("project-list"))->item(0)->text() : QString();
        };
        QCOMPARE(ownRow(), QStringLiteral("pagila before · PRODUCTION\nreads film_rental · /srv/pagila"));
        QTest::keyClick(console.find<QLineEdit>("project-filter"), Qt::Key_Escape);
        QTRY_VERIFY(!console.find("project-switcher"));
        console.workbench.release<api::ShowPulse>();
        QTRY_VERIFY(!console.window->workflow().steps.empty());
        QCOMPARE(ownRow(), QStringLiteral("pagila · TEST\nreads film_rental · /srv/pagila"));
    }

    void sourcesThatAreGoneAreNotShown()
    {
        ConsoleFixture console;
        console.workbench.answer<api::ListSources>({.settingsDigest = {}, .sources = {{.name = QStringLiteral("film_rental")}}});
        console.pulse.settingsDigest = QStringLiteral("sha256:aa");
        QSignalSpy described(console.window.get(), &MainWindow::projectDescribed);
        QVERIFY(console.show());
        QTRY_VERIFY(!described.isEmpty() && described.last()[0].value<ProjectChoice>().sources == QStringLiteral("film_rental"));
        console.workbench.answer<api::ListSources>({});
        console.pulse.settingsDigest = QStringLiteral("sha256:bb");
        QTRY_COMPARE(described.last()[0].value<ProjectChoice>().sources, std::optional(QString()));
        const ProjectSwitcher *switcher = openSwitcher(*console.window);
        QCOMPARE(switcher->findChild<QListWidget *>(QStringLiteral("project-list"))->item(0)->text(), QStringLiteral("pagila · TEST\nreads no database yet · /srv/pagila"));
    }

    /// In the program: the other project opens at the page where the person was.
    void thePageIsKept()
    {
        const QTemporaryDir folder;
        for (const char *name : {"first", "second"}) {
            QVERIFY(QDir(folder.path()).mkpath(QString::fromLatin1(name)));
            QFile settings(folder.filePath(QString::fromLatin1(name)) + QStringLiteral("/ekos.toml"));
            QVERIFY(settings.open(QIODevice::WriteOnly));
            QVERIFY(settings.write("[project]\nname = \"" + QByteArray(name) + "\"\n") > 0);
        }
        const QString state = folder.filePath(QStringLiteral("state"));
        {
            app::FileSessionStore store(state);
            app::RecentProjects(store).note({.id = folder.filePath(QStringLiteral("second")), .name = QStringLiteral("second")});
        }
        app::ConsoleApplication console({.folder = folder.filePath(QStringLiteral("first"))}, state);
        console.start();
        QTRY_VERIFY(windowOf(QStringLiteral("first")));
        MainWindow *first = windowOf(QStringLiteral("first"));
        first->open({.page = QStringLiteral("pipeline")});
        const ProjectSwitcher *switcher = openSwitcher(*first);
        auto *box = switcher->findChild<QLineEdit *>(QStringLiteral("project-filter"));
        QTest::keyClicks(box, QStringLiteral("second"));
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(windowOf(QStringLiteral("second")));
        QCOMPARE(windowOf(QStringLiteral("second"))->place().page, QStringLiteral("pipeline"));
        QVERIFY(!windowOf(QStringLiteral("first")));
    }

    void whatIsExportedIsNamedAfterTheScreen()
    {
        ConsoleFixture console;
        QVERIFY(console.show());
        console.window->open({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.rental")});
        QCOMPARE(exportNameAround(*console.extraction->list), QStringLiteral("pagila-extraction-public.rental"));
        QCOMPARE(exportNameAround(*console.extraction->list, ExportScope::Page), QStringLiteral("pagila-extraction"));
    }
};

QTEST_MAIN(ProjectsTest)
#include "projects_test.moc"

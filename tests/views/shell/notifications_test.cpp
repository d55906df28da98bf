#include "kit/decision_panel.h"
#include "shell/bar_button.h"
#include "shell/notification_book.h"
#include "shell/toast_stack.h"
#include "views/shell/console_fixture.h"

#include <QFrame>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

Notification sample(const char *group, Status status)
{
    return {.group = QString::fromLatin1(group), .status = status, .title = QStringLiteral("About ") + QLatin1String(group), .text = QStringLiteral("12 of 15 tables."),
            .actionText = QStringLiteral("Look"), .place = {.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film"), .tab = QStringLiteral("diff"), .filter = QStringLiteral("a b")},
            .runId = testsupport::runId(7).toString(), .atUtc = {1'700'000'000'000'000}};
}

/// A panel at the lower end of a page, as every page has it.
DecisionPanel *addPanel(ConsoleFixture &console)
{
    auto *panel = new DecisionPanel(console.sources);
    console.sources->layout()->addWidget(panel);
    panel->setDecisions({{.id = QStringLiteral("approve"), .verb = QStringLiteral("Approve plan…"), .confirmVerb = QStringLiteral("Approve the plan"),
                          .willHappen = {QStringLiteral("3 tables change mode.")}, .reasonRequired = true}});
    return panel;
}

QRect inWindow(const ConsoleFixture &console, const QWidget *part)
{
    return {part->mapTo(console.window.get(), QPoint()), part->size()};
}

} // namespace

class NotificationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bookComesBackAsItWas();
    void onlySomeAreKept();
    void whatIsNotUnderstoodIsLeftOut_data();
    void whatIsNotUnderstoodIsLeftOut();
    void theyOutliveTheConsole();
    void otherProjectsHaveTheirOwn();
    void toastsLeaveTheDecisionFree_data();
    void toastsLeaveTheDecisionFree();
    void toastsAreWhereTheyWereWithoutADecision();
};

void NotificationsTest::bookComesBackAsItWas()
{
    NotificationBook book;
    book.add(sample("first", Status::Failed));
    book.add(sample("second", Status::Done));
    book.markAllRead();
    book.add(sample("third", Status::NeedsYou));
    NotificationBook again;
    again.restore(book.save());
    QCOMPARE(again.save(), book.save());
    QCOMPARE(again.unread(), 1);
    QCOMPARE(again.rows().size(), std::size_t(3));
    const Notification &newest = again.rows().front().entries.front();
    const Notification expected = sample("third", Status::NeedsYou);
    QCOMPARE(newest.title, expected.title);
    QCOMPARE(newest.text, expected.text);
    QCOMPARE(newest.place, expected.place);
    QCOMPARE(newest.runId, expected.runId);
    QCOMPARE(newest.atUtc, expected.atUtc);
    QCOMPARE(newest.status, Status::NeedsYou);
    QVERIFY(again.rows()[1].isRead);
    again.add(sample("first", Status::Done)); // still one entry for each run
    QCOMPARE(again.rows().size(), std::size_t(2));
}

void NotificationsTest::onlySomeAreKept()
{
    NotificationBook book;
    for (int i = 0; i < 300; ++i) {
        Notification notification = sample("x", Status::Failed);
        notification.group = QString::number(i);
        notification.text = QString(10'000, QLatin1Char('t'));
        book.add(notification);
    }
    NotificationBook again;
    again.restore(book.save());
    QCOMPARE(again.rows().size(), std::size_t(100));
    QCOMPARE(again.rows().front().entries.front().group, QStringLiteral("299")); // the newest
    QVERIFY(book.save().size() < 200'000);
}

void NotificationsTest::whatIsNotUnderstoodIsLeftOut_data()
{
    QTest::addColumn<QByteArray>("saved");
    QTest::addColumn<int>("rows");
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("torn") << QByteArray(R"([{"group":"a","status":"fai)") << 0;
    QTest::newRow("no list") << QByteArray(R"({"group":"a"})") << 0;
    QTest::newRow("a status that is not there yet") << QByteArray(R"([{"group":"a","status":"enchanted","title":"t","at":"2024-05-01T12:34:56.000000Z"}])") << 0;
    QTest::newRow("no time") << QByteArray(R"([{"group":"a","status":"failed","title":"t"}])") << 0;
    QTest::newRow("a good one after a bad one")
        << QByteArray(R"([7,{"group":"a","status":"failed","title":"t","at":"2024-05-01T12:34:56.000000Z"}])") << 1;
}

void NotificationsTest::whatIsNotUnderstoodIsLeftOut()
{
    QFETCH(QByteArray, saved);
    NotificationBook book;
    book.restore(saved);
    QTEST(int(book.rows().size()), "rows");
}

void NotificationsTest::theyOutliveTheConsole()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->notify(sample("run-1", Status::Failed));
    console.window->notify(sample("run-2", Status::NeedsYou));
    console.open(); // the old one goes without a word
    QVERIFY(console.show());
    QCOMPARE(console.find<BarButton>("bell-button")->count(), 2);
    QCOMPARE(console.find<ToastStack>("toast-stack")->count(), 0); // nothing is announced a second time
    console.find<QAbstractButton>("bell-button")->click();
    QCOMPARE(console.find("notification-rows")->findChildren<QFrame *>(QStringLiteral("notification-card")).size(), 2);
    console.open();
    QVERIFY(console.show());
    QCOMPARE(console.find<BarButton>("bell-button")->count(), 0); // they were read
    console.find<QAbstractButton>("bell-button")->click();
    console.find<QPushButton>("notification-dismiss")->click();
    console.open();
    QVERIFY(console.show());
    console.find<QAbstractButton>("bell-button")->click();
    QCOMPARE(console.find("notification-rows")->findChildren<QFrame *>(QStringLiteral("notification-card")).size(), 1);
}

void NotificationsTest::otherProjectsHaveTheirOwn()
{
    testsupport::MemoryStore store;
    SessionState here(store, QStringLiteral("/srv/pagila"), QStringLiteral("anna"));
    NotificationBook book;
    book.add(sample("run-1", Status::Failed));
    here.setArrangement(QStringLiteral("notifications"), book.save());
    QVERIFY(SessionState(store, QStringLiteral("/srv/chinook"), QStringLiteral("anna")).arrangement(QStringLiteral("notifications")).isEmpty());
    QVERIFY(SessionState(store, QStringLiteral("/srv/pagila"), QStringLiteral("ben")).arrangement(QStringLiteral("notifications")).isEmpty());
}

void NotificationsTest::toastsLeaveTheDecisionFree_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("isToastFirst");
    QTest::addColumn<int>("width");
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("small screen, toast first") << QSize(1280, 800) << true << 480 << Qt::LeftToRight;
    QTest::newRow("small screen, decision first") << QSize(1280, 800) << false << 480 << Qt::LeftToRight;
    QTest::newRow("large screen") << QSize(1920, 1080) << true << 700 << Qt::LeftToRight;
    QTest::newRow("over the whole width") << QSize(1280, 800) << true << 0 << Qt::LeftToRight;
    QTest::newRow("right to left") << QSize(1280, 800) << true << 480 << Qt::RightToLeft;
}

void NotificationsTest::toastsLeaveTheDecisionFree()
{
    QFETCH(QSize, size);
    QFETCH(bool, isToastFirst);
    QFETCH(int, width);
    QFETCH(Qt::LayoutDirection, direction);
    QGuiApplication::setLayoutDirection(direction);
    ConsoleFixture console;
    console.window->resize(size);
    QVERIFY(console.show());
    DecisionPanel *panel = addPanel(console);
    if (width > 0) {
        panel->setFixedWidth(width);
        console.sources->layout()->setAlignment(panel, Qt::AlignRight);
    }
    const auto notify = [&] {
        for (const char *group : {"a", "b"})
            console.window->notify(sample(group, Status::Failed));
    };
    if (isToastFirst)
        notify();
    panel->open(QStringLiteral("approve"));
    if (!isToastFirst)
        notify();
    auto *toasts = console.find<ToastStack>("toast-stack");
    QCOMPARE(toasts->count(), 2);
    QTRY_VERIFY(toasts->isVisible() && !toasts->geometry().intersects(inWindow(console, panel)));
    QVERIFY(console.window->rect().contains(toasts->geometry()));
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

void NotificationsTest::toastsAreWhereTheyWereWithoutADecision()
{
    ConsoleFixture console;
    console.window->resize(1280, 800);
    QVERIFY(console.show());
    DecisionPanel *panel = addPanel(console);
    panel->setFixedWidth(480);
    console.sources->layout()->setAlignment(panel, Qt::AlignRight);
    console.window->notify(sample("a", Status::Failed));
    auto *toasts = console.find<ToastStack>("toast-stack");
    QTRY_VERIFY(!toasts->geometry().intersects(inWindow(console, panel)));
    console.window->open({.page = QStringLiteral("extraction")}); // its page has no panel
    QTRY_VERIFY(toasts->geometry().right() > 1280 - 40);
}

QTEST_MAIN(NotificationsTest)
#include "notifications_test.moc"

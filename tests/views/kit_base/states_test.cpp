// Empty, loading, progress, error, notice, header: what stands around the data.
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/loading_state.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {
template<typename Widget>
Widget *part(QWidget *whole, const char *name)
{
    return whole->findChild<Widget *>(QLatin1String(name));
}

base::Error unreachable()
{
    return {.code = base::ErrorCode::Unreachable,
            .message = base::Text("The source %1 does not answer.", QStringLiteral("pagila")),
            .hint = base::Text("Check that the server runs, then try again."),
            .subject = QStringLiteral("pagila"),
            .detail = QStringLiteral("connection refused <b>"),
            .retry = base::Retry::Now};
}
} // namespace

class StatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// While a run is followed they are made anew all the time: none is gone meanwhile.
    void sentencesAreSeenAtOnce()
    {
        SentenceList list;
        list.resize(400, 300);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        for (const char *words : {"4 of 24 tables are loaded.", "5 of 24 tables are loaded."}) {
            list.setSentences({{.text = QString::fromLatin1(words)}});
            const auto rows = list.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
            QVERIFY(std::ranges::any_of(rows, [](const QWidget *row) { return row->isVisible(); })); // before the event loop comes to it
        }
    }

    void loadingSaysNothingAtFirst()
    {
        LoadingState loading;
        loading.resize(400, 300);
        QSignalSpy stages(&loading, &LoadingState::stageChanged);
        QElapsedTimer since;
        since.start();
        loading.start(QStringLiteral("Reading 412 tables from pagila…"));
        QCOMPARE(loading.stage(), LoadingState::Stage::Blank);
        const QImage blank = loading.grab().toImage();
        QTRY_COMPARE(loading.stage(), LoadingState::Stage::Skeleton);
        QVERIFY(since.elapsed() >= 190);
        QVERIFY(loading.grab().toImage() != blank);
        QVERIFY(part<QLabel>(&loading, "loading-words")->isHidden());
        QTRY_COMPARE(loading.stage(), LoadingState::Stage::Words);
        QVERIFY(since.elapsed() >= 2900);
        QVERIFY(!part<QLabel>(&loading, "loading-words")->isHidden());
        QCOMPARE(part<QLabel>(&loading, "loading-words")->text(), QStringLiteral("Reading 412 tables from pagila…"));
        QSignalSpy stopped(&loading, &LoadingState::stopRequested);
        part<QPushButton>(&loading, "loading-stop")->click();
        QCOMPARE(stopped.size(), 1);
        loading.finish();
        QCOMPARE(loading.stage(), LoadingState::Stage::Idle);
        QCOMPARE(stages.size(), 4);
        QCOMPARE(loading.grab().toImage(), blank);
    }

    void loadingKeepsItsClockWhenTheWordsChange()
    {
        LoadingState loading;
        loading.start(QStringLiteral("Reading…"));
        QTRY_COMPARE(loading.stage(), LoadingState::Stage::Skeleton);
        loading.start(QStringLiteral("Reading 3 of 412…"));
        QCOMPARE(loading.stage(), LoadingState::Stage::Skeleton);
        QCOMPARE(loading.accessibleName(), QStringLiteral("Reading 3 of 412…"));
    }

    void anErrorSaysWhatHappenedAndWhatToDo()
    {
        ErrorBanner banner;
        QVERIFY(banner.isHidden());
        banner.showError(unreachable());
        QVERIFY(!banner.isHidden());
        QCOMPARE(banner.message(), QStringLiteral("The source pagila does not answer."));
        QCOMPARE(banner.accessibleName(), QStringLiteral("The source pagila does not answer."));
        QCOMPARE(part<QLabel>(&banner, "error-hint")->text(), QStringLiteral("Check that the server runs, then try again."));
        QCOMPARE(part<QLabel>(&banner, "error-message")->textFormat(), Qt::PlainText);
        QSignalSpy retried(&banner, &ErrorBanner::retryRequested);
        part<QPushButton>(&banner, "error-retry")->click();
        QCOMPARE(retried.size(), 1);
        QVERIFY(!banner.isHidden()); // until the page says how it went
    }

    void detailsAreFoldedAndCopyable()
    {
        ErrorBanner banner;
        banner.showError(unreachable());
        auto *text = part<QPlainTextEdit>(&banner, "error-detail-text");
        QVERIFY(text->isHidden());
        part<QPushButton>(&banner, "error-details")->click();
        QVERIFY(!text->isHidden());
        part<QPushButton>(&banner, "error-copy")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("connection refused <b>"));
        banner.showError(unreachable());
        QVERIFY(text->isHidden()); // another error is folded again
    }

    void onlyWhatHelpsIsOffered()
    {
        ErrorBanner banner;
        base::Error error = unreachable();
        error.retry = base::Retry::Pointless;
        error.detail.clear();
        error.hint = {};
        banner.showError(error);
        QVERIFY(part<QPushButton>(&banner, "error-retry")->isHidden());
        QVERIFY(part<QPushButton>(&banner, "error-details")->isHidden());
        QVERIFY(part<QLabel>(&banner, "error-hint")->isHidden());
        QVERIFY(part<QPushButton>(&banner, "error-subject")->isHidden());
        banner.setSubjectOffered(true);
        QSignalSpy asked(&banner, &ErrorBanner::subjectRequested);
        part<QPushButton>(&banner, "error-subject")->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toString(), QStringLiteral("pagila"));
    }

    void anErrorIsPutAway_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("by key") << true;
        QTest::newRow("by button") << false;
    }
    void anErrorIsPutAway()
    {
        QFETCH(bool, byKey);
        ErrorBanner banner;
        banner.showError(unreachable());
        QSignalSpy dismissed(&banner, &ErrorBanner::dismissed);
        if (byKey)
            QTest::keyClick(&banner, Qt::Key_Escape);
        else
            part<QToolButton>(&banner, "error-close")->click();
        QCOMPARE(dismissed.size(), 1);
        QVERIFY(banner.isHidden());
    }

    void whatWasStoppedIsNoError()
    {
        ErrorBanner banner;
        banner.showError(unreachable());
        banner.showError({.code = base::ErrorCode::Cancelled, .message = base::Text("Stopped.")});
        QVERIFY(banner.isHidden());
        QVERIFY(banner.message().isEmpty());
    }

    void noticesReadStatusAndText()
    {
        QWidget page;
        NoticeBanner banner(&page);
        QVERIFY(banner.isHidden());
        banner.setNotice(Status::Stale, QStringLiteral("7 items changed since 12 November."));
        QVERIFY(!banner.isHidden());
        QCOMPARE(banner.accessibleName(), QStringLiteral("Stale: 7 items changed since 12 November."));
        QAction action(QStringLiteral("Show 7 items"));
        banner.addButton(&action);
        QSignalSpy triggered(&action, &QAction::triggered);
        banner.findChild<QPushButton *>()->click();
        QCOMPARE(triggered.size(), 1);
        banner.clearButtons();
        QTRY_VERIFY(!banner.findChild<QPushButton *>());
        banner.setInformation(QStringLiteral("Sources are read-only."));
        QCOMPARE(banner.accessibleName(), QStringLiteral("Sources are read-only."));
    }

    /// A page tells its notice again with every change of its state: a button that is built anew loses the focus the person gave it.
    void aNoticeKeepsTheButtonsThatAreTheSame()
    {
        QWidget page;
        auto *row = new QVBoxLayout(&page);
        NoticeBanner banner(&page);
        row->addWidget(&banner);
        QAction review(QStringLiteral("Review"));
        QAction plan(QStringLiteral("Plan again"));
        QAction stop(QStringLiteral("Stop"));
        const auto words = [&banner] {
            QStringList texts;
            for (int place = 0; place < banner.layout()->itemAt(2)->layout()->count(); ++place)
                texts.append(qobject_cast<QPushButton *>(banner.layout()->itemAt(2)->layout()->itemAt(place)->widget())->text());
            return texts;
        };
        const auto show = [&banner](const QString &text, const QList<QAction *> &actions) {
            banner.setNotice(Status::Stale, text);
            banner.setButtons(actions);
        };
        show(QStringLiteral("The plan moved."), {&review});
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        const QPointer<QPushButton> button = banner.findChild<QPushButton *>();
        button->setFocus();
        QVERIFY(button->hasFocus());

        show(QStringLiteral("The plan moved again."), {&review});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(banner.findChildren<QPushButton *>(), QList<QPushButton *>{button});
        QVERIFY(button->hasFocus());

        show(QStringLiteral("And again."), {&plan, &review, &stop}); // others beside it, and another place
        QCOMPARE(words(), (QStringList{QStringLiteral("Plan again"), QStringLiteral("Review"), QStringLiteral("Stop")}));
        QVERIFY(button->hasFocus());
        QTRY_VERIFY(banner.layout()->itemAt(2)->layout()->itemAt(2)->widget()->isVisible()); // a layout shows what is new from the event loop
        QTest::keyClick(&page, Qt::Key_Tab);
        QCOMPARE(qobject_cast<QPushButton *>(page.focusWidget())->text(), QStringLiteral("Stop"));
        QSignalSpy planned(&plan, &QAction::triggered);
        qobject_cast<QPushButton *>(banner.layout()->itemAt(2)->layout()->itemAt(0)->widget())->click();
        QCOMPARE(planned.size(), 1);

        show(QStringLiteral("Only this."), {&stop});
        QCOMPARE(words(), QStringList{QStringLiteral("Stop")});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!button);
        QCOMPARE(page.focusWidget(), banner.findChild<QPushButton *>());
    }

    void progressSaysWhereItIs()
    {
        ProgressStrip strip;
        QVERIFY(strip.isHidden());
        strip.start(75'000);
        QVERIFY(!strip.isHidden());
        QCOMPARE(part<QLabel>(&strip, "progress-elapsed")->text(), QStringLiteral("1:15"));
        strip.setProgress({37, 412, base::Text("Load %1", QStringLiteral("public.rental"))});
        QCOMPARE(part<QLabel>(&strip, "progress-words")->text(), QStringLiteral("37 of 412 · Load public.rental"));
        QCOMPARE(strip.accessibleName(), QStringLiteral("37 of 412 · Load public.rental"));
        QTRY_COMPARE(part<QLabel>(&strip, "progress-elapsed")->text(), QStringLiteral("1:16"));
        strip.finish();
        QVERIFY(strip.isHidden());
        QVERIFY(!strip.isRunning());
        strip.setProgress({1, 2, base::Text("Again")});
        QVERIFY(strip.isRunning());
        QCOMPARE(part<QLabel>(&strip, "progress-elapsed")->text(), QStringLiteral("0:00"));
    }

    void stopIsAskedForOnceAndNeverTakenAway()
    {
        ProgressStrip strip;
        strip.start();
        strip.setProgress({1, 2, base::Text("Load")});
        auto *stop = part<QPushButton>(&strip, "progress-stop");
        auto *leave = part<QPushButton>(&strip, "progress-leave");
        QSignalSpy stopped(&strip, &ProgressStrip::stopRequested);
        stop->click();
        stop->click();
        QCOMPARE(stopped.size(), 1);
        QVERIFY(stop->isEnabled());
        QCOMPARE(part<QLabel>(&strip, "progress-words")->text(), QStringLiteral("Stopping… 1 of 2 · Load"));
        QVERIFY(leave->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(!leave->isHidden(), 12'000);
        QSignalSpy left(&strip, &ProgressStrip::leaveRequested);
        leave->click();
        QCOMPARE(left.size(), 1);
        strip.start();
        QVERIFY(leave->isHidden());
        QCOMPARE(stop->text(), QStringLiteral("Stop"));
    }

    void anEmptyPlaceHasOneWayOn()
    {
        QAction add(QStringLiteral("Add source…"));
        EmptyState empty(IconName::Database, QStringLiteral("Sources will be listed here."), QStringLiteral("None was added yet."), &add);
        QCOMPARE(empty.accessibleName(), QStringLiteral("Sources will be listed here."));
        QCOMPARE(empty.accessibleDescription(), QStringLiteral("None was added yet."));
        const QList<QPushButton *> buttons = empty.findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 1);
        QSignalSpy triggered(&add, &QAction::triggered);
        buttons.first()->click();
        QCOMPARE(triggered.size(), 1);
    }

    void theWordsOfAnEmptyPlaceStandInItsMiddle()
    {
        QAction add(QStringLiteral("Add source…"));
        EmptyState empty(IconName::Database, QStringLiteral("Sources will be listed here."), QStringLiteral("None was added yet."), &add);
        for (const int width : {500, 1900}) {
            empty.resize(width, 600);
            empty.show();
            QVERIFY(QTest::qWaitForWindowExposed(&empty));
            for (const QWidget *part : empty.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
                const int middle = part->geometry().center().x();
                QVERIFY2(qAbs(middle - width / 2) <= 1, qPrintable(QStringLiteral("%1 of %2").arg(middle).arg(width)));
            }
        }
    }

    void aHeaderNamesPageAndQuestion()
    {
        PageHeader header(QStringLiteral("Extraction plan"), QStringLiteral("What will be loaded, how, and is that right?"));
        QAction refused(QStringLiteral("Approve plan…"));
        refused.setEnabled(false);
        refused.setToolTip(QStringLiteral("Two questions are still open."));
        header.addButton(&refused, ButtonKind::Primary);
        QCOMPARE(part<QLabel>(&header, "page-title")->text(), QStringLiteral("Extraction plan"));
        QCOMPARE(part<QLabel>(&header, "page-question")->text(), QStringLiteral("What will be loaded, how, and is that right?"));
        QCOMPARE(header.findChild<QPushButton *>()->toolTip(), QStringLiteral("Two questions are still open."));
    }

    void twiceTheTextStillFits()
    {
        QWidget page;
        auto *column = new QVBoxLayout(&page);
        auto *banner = new ErrorBanner(&page);
        column->addWidget(banner);
        column->addStretch(1);
        page.resize(500, 600);
        banner->showError(unreachable());
        Theme::instance().setTextScale(2);
        page.show();
        QTRY_VERIFY(banner->height() > 0);
        const auto *message = part<QLabel>(banner, "error-message");
        QVERIFY(message->height() >= message->heightForWidth(message->width()));
        Theme::instance().setTextScale(1);
    }
};

QTEST_MAIN(StatesTest)
#include "states_test.moc"

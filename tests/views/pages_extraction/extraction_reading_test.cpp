#include "kit/english_plurals.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "model/no_source.h"
#include "views/pages_extraction/opened_extraction.h"
#include "views/support/first_reading.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Reading = FirstReading<ExtractionPage, api::ShowExtraction>;

/// The page before anything was read, and from when it is what it shows.
class ExtractionReadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void stopEndsTheFirstReading() { Reading::stopEndsIt("extraction.approve"); }
    void aFailureEndsTheFirstReading() { Reading::aFailureEndsIt("extraction.approve"); }
    void noPlanIsMadeWhileItIsReadWhetherThereIsOne() { Reading::stopEndsIt("extraction.plan"); }

    void aStoppedReadingIsNotAnEmptyPlan()
    {
        FakePageHost host;
        host.bench.answerBy<api::ShowExtraction>(serving(samplePlan()));
        host.bench.answerBy<api::ShowLedger>(sampleLedger);
        host.bench.hold<api::ShowExtraction>();
        ExtractionPage page(host);
        page.show();
        page.refresh();
        QTRY_COMPARE(host.bench.calls<api::ShowExtraction>(), 1);
        Q_EMIT page.findChild<LoadingState *>()->stopRequested();
        const auto *notice = page.findChild<NoticeBanner *>(QStringLiteral("notice"));
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("stopped")), qPrintable(notice->text()));
        host.bench.release<api::ShowExtraction>();
        page.refresh();
        QTRY_COMPARE(page.findChild<DataTable *>(QStringLiteral("extraction-table"))->shownCount(), 7);
        QVERIFY(!notice->isVisible());
    }

    void stoppingLaterKeepsWhatWasThere()
    {
        Opened opened;
        opened.host.bench.hold<api::ShowExtraction>();
        opened.page->refresh();
        QCOMPARE(readAt(opened), QStringLiteral("from %1, being read again").arg(localized(opened.host.time.now())));
        Q_EMIT opened.find<LoadingState>("loading-state")->stopRequested();
        QCOMPARE(readAt(opened), QStringLiteral("as of %1").arg(localized(opened.host.time.now())));
        QCOMPARE(opened.table()->shownCount(), 7);
        QVERIFY(opened.action("extraction.approve")->isEnabled());
    }

    void withoutASourceItSaysWhatToDoFirst()
    {
        const Opened opened(model::noSource());
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible()); // how every project begins is no error
        QVERIFY(isSaid(*opened.page, QStringLiteral("Add a source first")));
        for (const char *command : {"extraction.plan", "extraction.approve", "pipeline.generate"})
            QCOMPARE(opened.action(command)->blockedWhy(), QStringLiteral("This project has no source yet. Add one first."));
    }

    void theFocusStaysOnTheReview()
    {
        Opened opened;
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.show(movedPlan());
        opened.page->pulse(pulseOf(movedPlan()));
        opened.settle();
        const QPointer<QPushButton> button = opened.notice()->findChild<QPushButton *>();
        button->setFocus();
        QVERIFY(button->hasFocus());
        opened.page->refresh();
        opened.settle();
        QVERIFY(button && button->hasFocus());
    }

    void everyNumberSaysWhen()
    {
        Opened opened;
        const QString first = localized(opened.host.time.now());
        QCOMPARE(readAt(opened), QStringLiteral("as of %1").arg(first));
        opened.host.time.advance(twoHours);
        const QString later = localized(opened.host.time.now());
        QVERIFY(first != later);
        QCOMPARE(readAt(opened), QStringLiteral("as of %1").arg(first)); // what is on screen does not grow younger by itself
        opened.page->refresh();
        opened.settle();
        QCOMPARE(readAt(opened), QStringLiteral("as of %1").arg(later));
    }

    void whatCouldNotBeReadKeepsItsTime()
    {
        Opened opened;
        const QString first = localized(opened.host.time.now());
        opened.host.time.advance(twoHours);
        opened.host.bench.fail<api::ShowExtraction>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The server does not answer.")}});
        opened.page->refresh();
        opened.settle();
        QCOMPARE(readAt(opened), QStringLiteral("as of %1").arg(first));
    }

private:
    static constexpr qint64 twoHours = qint64(2) * 3600 * 1'000'000; ///< microseconds
    using Opened = OpenedExtraction;
    static QString readAt(const Opened &opened) { return opened.find<QLabel>("read-at")->text(); }
};

QTEST_MAIN(ExtractionReadingTest)
#include "extraction_reading_test.moc"

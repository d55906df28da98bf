#include "pages/analysis/analysis_presenter.h"
#include "views/pages_analysis/sample_analysis.h"
#include "views/support/fake_page_host.h"

#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

/// A presenter over the sample, everything read.
struct Read {
    explicit Read(SampleAnalysis shown = {}) : sample(std::move(shown))
    {
        sample.answerOn(host.bench);
        presenter.refresh();
        settle();
    }
    void settle()
    {
        QSignalSpy settled(&presenter, &AnalysisPresenter::settled);
        settled.wait(200);
    }

    FakePageHost host = {};
    SampleAnalysis sample;
    AnalysisPresenter presenter{host};
};

} // namespace

/// What is asked for and held; without widgets.
class AnalysisPresenterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheListAndNoTable()
    {
        Read read;
        QVERIFY(read.presenter.state().analysis);
        QCOMPARE(read.presenter.state().analysis->names.size(), std::size_t(8));
        QCOMPARE(read.host.bench.calls<api::ShowAnalysis>(), 1);
        QCOMPARE(read.presenter.state().readAtUtc, std::optional(read.host.time.now()));
    }

    void aTableIsReadWhenItIsSelected()
    {
        Read read;
        read.presenter.select(QStringLiteral("public.film"));
        QVERIFY(!read.presenter.state().detail); // that of no other table is held for it
        QTRY_VERIFY(read.presenter.state().detail);
        QCOMPARE(read.presenter.state().detail->analysis.table.name, nameOf("public", "film"));
        QCOMPARE(read.host.bench.lastRequest<api::ShowAnalysis>().table->toString(), QStringLiteral("public.film"));
        QCOMPARE(read.host.bench.calls<api::ShowTimeline>(), 0);
        read.presenter.show(AnalysisPresenter::Part::History);
        QTRY_VERIFY(read.presenter.state().timeline);
        QCOMPARE(read.presenter.state().timeline->entries.size(), std::size_t(5));
    }

    void aLateAnswerOfAnotherTableIsNotHeard()
    {
        Read read;
        read.host.bench.hold<api::ShowAnalysis>();
        read.presenter.select(QStringLiteral("public.film"));
        read.presenter.select(QStringLiteral("public.rental"));
        read.host.bench.release<api::ShowAnalysis>();
        QTRY_VERIFY(read.presenter.state().detail);
        QCOMPARE(read.presenter.state().detail->name, QStringLiteral("public.rental"));
        read.settle();
        QCOMPARE(read.presenter.state().detail->name, QStringLiteral("public.rental"));
    }

    void aSourceThatIsReadAgainAndAgainFailsInTheEnd()
    {
        SampleAnalysis sample;
        sample.mostOnPage = 5;
        Read read(sample);
        const ReadAnalysisPointer before = read.presenter.state().analysis;
        read.host.bench.answerBy<api::ShowAnalysis>([&read](const api::ShowAnalysis &request) {
            if (request.after)
                read.sample.reading += "+"; // between each two pages
            return read.sample.show(request);
        });
        read.presenter.refresh();
        QTRY_VERIFY(read.presenter.state().error);
        QCOMPARE(read.presenter.state().error->code, base::ErrorCode::Stale);
        QCOMPARE(read.presenter.state().analysis, before); // what was there stays
        QVERIFY(!read.presenter.state().isReading);
    }

    void stoppingFreesItAtOnce()
    {
        Read read;
        read.host.bench.hold<api::ShowAnalysis>();
        read.presenter.refresh();
        QVERIFY(read.presenter.state().isReading);
        read.presenter.stopReading();
        QVERIFY(!read.presenter.state().isReading);
        QVERIFY(read.presenter.state().isStopped);
        QVERIFY(read.host.bench.lastContext<api::ShowAnalysis>().cancel.isCancelled());
        QVERIFY(read.presenter.state().analysis);
    }

    void whatMovedIsRead_data()
    {
        QTest::addColumn<api::ProjectPulse>("pulse");
        QTest::addColumn<int>("readings");
        QTest::newRow("nothing") << api::ProjectPulse{.settingsDigest = QStringLiteral("a"), .ledgerEntries = 7} << 0;
        QTest::newRow("a run alone") << api::ProjectPulse{.settingsDigest = QStringLiteral("a"), .ledgerEntries = 7, .runs = {Run{}}} << 0;
        QTest::newRow("the ledger") << api::ProjectPulse{.settingsDigest = QStringLiteral("a"), .ledgerEntries = 8} << 1;
        QTest::newRow("the settings") << api::ProjectPulse{.settingsDigest = QStringLiteral("b"), .ledgerEntries = 7} << 1;
    }
    void whatMovedIsRead()
    {
        QFETCH(api::ProjectPulse, pulse);
        Read read;
        read.presenter.pulse({.settingsDigest = QStringLiteral("a"), .ledgerEntries = 7});
        read.settle();
        const int before = read.host.bench.calls<api::ShowAnalysis>();
        read.presenter.pulse(pulse);
        QTEST(read.host.bench.calls<api::ShowAnalysis>() - before, "readings");
    }

    void whatWasNeverReadIsAnalyzedWhereverItIs()
    {
        Read read;
        read.host.bench.answer<api::AnalyzeSource>(sampleReport());
        read.presenter.analyze();
        QCOMPARE(read.host.bench.lastRequest<api::AnalyzeSource>().database, std::optional(QStringLiteral("film_rental"))); // the one on the page
        QTRY_VERIFY(read.presenter.state().report);
        Read failed;
        failed.host.bench.fail<api::ShowAnalysis>({base::ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "The ledger is busy.")}});
        AnalysisPresenter unread(failed.host);
        failed.host.bench.answer<api::AnalyzeSource>(sampleReport());
        unread.analyze();
        QCOMPARE(failed.host.bench.lastRequest<api::AnalyzeSource>().database, std::optional<QString>()); // it is not known which
    }

    void aFailedAnalysisHasNoReport()
    {
        Read read;
        read.host.bench.answer<api::AnalyzeSource>(sampleReport());
        read.presenter.analyze();
        QTRY_VERIFY(read.presenter.state().report);
        read.host.bench.fail<api::AnalyzeSource>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The source does not answer.")}});
        read.presenter.analyze();
        QTRY_VERIFY(read.presenter.work().error());
        QVERIFY(!read.presenter.state().report); // that of the time before says nothing of this one
        read.presenter.dismissWorkError();
        QVERIFY(!read.presenter.work().error());
    }
};

QTEST_MAIN(AnalysisPresenterTest)
#include "analysis_presenter_test.moc"

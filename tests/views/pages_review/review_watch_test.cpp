#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/review/review_page.h"
#include "pages/review/review_table.h"
#include "support/event_loop_watch.h"
#include "views/pages_review/sample_review.h"
#include "views/support/working_host.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <atomic>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int tables = 100'000;
constexpr qint64 mostGapMs = workLimit(100);
constexpr qint64 mostWaitMs = waitLimit(2'000);

/// How the tables are decided at first: not at all; one in three is in, one is out and one is open.
enum class Begun { Open, Mixed };

/// A scope of so many tables, which is decided as a whole.
class LargeScope {
public:
    explicit LargeScope(Begun begun)
    {
        m_rows.reserve(tables);
        for (int i = 0; i < tables; ++i) {
            m_rows.push_back({.item = QStringLiteral("schema_%1.table_%2").arg(i / 50, 4, 10, QLatin1Char('0')).arg(i, 6, 10, QLatin1Char('0')),
                              .finding = {QT_TRANSLATE_NOOP("core", "The table has a key and rows.")}, .proposal = ReviewVerdict(ReviewChoice::In)});
            if (begun == Begun::Mixed && i % 3 < 2)
                m_rows.back().verdict = ReviewVerdict(i % 3 == 0 ? ReviewChoice::In : ReviewChoice::Out);
        }
        m_decided = m_rows;
        for (api::ReviewRow &row : m_decided) {
            row.verdict = row.proposal;
            row.decidedBy = QStringLiteral("anna@desk.example.com (desktop)");
            row.decidedAtUtc = reviewTime(0);
        }
    }

    usecases::HandlerRegistry handlers()
    {
        usecases::HandlerRegistry handlers;
        handlers.add<api::ListReview>([this](const api::ListReview &, const api::CallContext &, base::RunContext &) -> base::Result<api::ReviewOverview> {
            ++readings;
            api::ReviewOverview overview{.digest = digest()};
            for (const ReviewSubject subject : allReviewSubjects)
                overview.subjects.push_back(standing(subject));
            return overview;
        });
        handlers.add<api::ShowReview>([this](const api::ShowReview &request, const api::CallContext &, base::RunContext &) -> base::Result<api::ReviewPage> { return page(request); });
        handlers.add<api::DecideReview>([this](const api::DecideReview &request, const api::CallContext &, base::RunContext &) -> base::Result<api::ReviewDecided> {
            named = qint64(request.item.size());
            isDecided = !request.decision;
            return api::ReviewDecided{digest(), tables, standing(ReviewSubject::Scope)};
        });
        handlers.add<api::ImportReview>([this](const api::ImportReview &request, const api::CallContext &, base::RunContext &) -> base::Result<api::ReviewImported> {
            named = request.csv.count(QLatin1Char('\n')) - 1; // but for the header
            isDecided = false;
            return api::ReviewImported{.digest = digest()};
        });
        return handlers;
    }

    std::atomic<int> readings = 0;
    std::atomic<bool> isDecided = false;
    std::atomic<qint64> named = -1; ///< items that the last decision named one by one

private:
    ReviewDigest digest() const { return ReviewDigest::of(isDecided ? "decided" : "open"); }
    api::SubjectStanding standing(ReviewSubject subject) const
    {
        const bool isScope = subject == ReviewSubject::Scope;
        return {.subject = subject, .items = isScope ? tables : 0, .open = isScope && !isDecided ? tables : 0, .digest = digest()};
    }
    base::Result<api::ReviewPage> page(const api::ShowReview &request) const
    {
        const std::vector<api::ReviewRow> &rows = isDecided ? m_decided : m_rows;
        api::ReviewPage page{.digest = digest(), .standing = standing(request.subject), .matching = tables};
        if (request.item) {
            page.detail = api::ReviewItemDetail{};
            page.detail->item.item = *request.item;
            return page;
        }
        const qint64 from = request.after ? request.after->toLongLong() : 0;
        const qint64 to = std::min<qint64>(from + request.limit, tables);
        page.items.assign(rows.begin() + from, rows.begin() + to);
        if (to < tables)
            page.next = QString::number(to);
        return page;
    }

    std::vector<api::ReviewRow> m_rows;
    std::vector<api::ReviewRow> m_decided;
};

} // namespace

/// Whether the page can be used while a very large review is read, filtered and decided.
class ReviewWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopNeverStandsStill_data()
    {
        QTest::addColumn<Begun>("begun");
        QTest::addColumn<qint64>("takenBack");
        QTest::addColumn<QString>("lastState");
        QTest::newRow("nothing is decided before") << Begun::Open << qint64(tables) << "Open";
        QTest::newRow("in, out and open before") << Begun::Mixed << qint64(tables - (tables + 2) / 3) << "Decided"; // but for those that were in already
    }
    void theEventLoopNeverStandsStill()
    {
        QFETCH(Begun, begun);
        QFETCH(qint64, takenBack);
        QFETCH(QString, lastState);
        Theme::instance().apply();
        LargeScope scope(begun);
        WorkingHost host(scope.handlers());
        ReviewPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *table = page.findChild<DataTable *>(QStringLiteral("review-table"));
        auto *rows = table->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        auto *decisions = page.findChild<DecisionPanel *>(QStringLiteral("decisions"));

        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("read"));
        QElapsedTimer since;
        since.start();
        page.refresh();
        while (!(rows->isVisible() && table->shownCount() > 0) && since.elapsed() < 60'000)
            QTest::qWait(1);
        const qint64 firstView = since.elapsed();
        QTRY_VERIFY_WITH_TIMEOUT(table->isSettled(), 60'000);
        QCOMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("filter"));
        table->filterBar().setText(QStringLiteral("schema_0042"));
        QTRY_COMPARE(table->shownCount(), 50);
        table->filterBar().clear();
        QTRY_COMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("move"));
        page.activateWindow();
        table->setFocus();
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(rows, Qt::Key_Down);
            QTest::qWait(1);
        }
        watch.begin(QStringLiteral("decide all"));
        decide(page, *decisions);
        QTRY_VERIFY_WITH_TIMEOUT(scope.isDecided, 60'000);
        QCOMPARE(scope.named.load(), 0); // all of them need not be named
        QTRY_COMPARE_WITH_TIMEOUT(table->rows()->text(tables - 1, int(ReviewColumn::DecidedBy)), QStringLiteral("anna@desk.example.com (desktop)"), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(table->isSettled(), 60'000);
        watch.begin(QStringLiteral("undo"));
        trigger(page, "review.undo");
        QTRY_VERIFY_WITH_TIMEOUT(!scope.isDecided, 60'000);
        QCOMPARE(scope.named.load(), takenBack);
        QTRY_COMPARE_WITH_TIMEOUT(table->rows()->text(tables - 1, int(ReviewColumn::DecidedBy)), QString(), 60'000);
        QCOMPARE(table->rows()->text(tables - 1, int(ReviewColumn::State)), lastState);
        QTRY_VERIFY_WITH_TIMEOUT(table->isSettled(), 60'000);
        QTest::qWait(50);

        qInfo("first view after %lld ms; %s", firstView, qPrintable(watch.figures()));
        QVERIFY(watch.ticks() > 20);
        QVERIFY2(watch.longestWork().cpuMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs <= mostGapMs, qPrintable(watch.figures()));
        QVERIFY(firstView <= mostWaitMs);
    }

private:
    static void trigger(const Page &page, const char *command)
    {
        for (QAction *action : page.actions())
            if (auto *found = qobject_cast<CommandAction *>(action); found && found->id() == QLatin1String(command)) {
                QTRY_VERIFY(found->isEnabled());
                found->trigger();
            }
    }
    static void decide(const Page &page, DecisionPanel &decisions)
    {
        trigger(page, "review.accept-shown");
        QCOMPARE(decisions.openId(), QStringLiteral("review.decide"));
        decisions.setDraft(QStringLiteral("review.decide"), QStringLiteral("Agreed in the meeting."));
        QTest::keyClick(&decisions, Qt::Key_Return, Qt::ControlModifier);
    }
};

QTEST_MAIN(ReviewWatchTest)
#include "review_watch_test.moc"

#include "kit/danger_sheet.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/key_value_list.h"
#include "kit/localized.h"
#include "kit/progress_strip.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/sources/sources_table.h"
#include "views/pages_sources/opened_sources.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedSources;

namespace {

const base::Error notAllowed{.code = base::ErrorCode::NotAllowed, .message = {QT_TRANSLATE_NOOP("core", "Only an administrator may change the sources.")},
                             .hint = {QT_TRANSLATE_NOOP("core", "Ask one of those named in ekos.toml.")}};
const base::Error refused{.code = base::ErrorCode::RefusedByRule, .message = {QT_TRANSLATE_NOOP("core", "A rule of the project stands against it.")},
                          .hint = {QT_TRANSLATE_NOOP("core", "Change the rule first.")}};

void pressStop(const QWidget &strip)
{
    for (QPushButton *button : strip.findChildren<QPushButton *>())
        if (button->isVisible() && button->text() == QLatin1String("Stop"))
            return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL("there is no Stop");
}

void type(const Opened &opened, const QString &reason)
{
    auto *sheet = opened.find<DangerSheet>("danger-sheet");
    QVERIFY(sheet);
    QTest::keyClicks(sheet->findChild<QPlainTextEdit *>(QStringLiteral("reason")), reason);
}

} // namespace

/// What the page does while something is under way, when it is refused, and what it says of each number.
class SourcesStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setCursorFlashTime(0);
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void stoppingATestFreesThePageAtOnce()
    {
        Opened opened;
        opened.select("sales");
        opened.action("sources.test")->trigger(); // one that ends, and stays known
        QTRY_VERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("A write was refused")));
        opened.host.bench.hold<api::TestSource>();
        opened.action("sources.test")->trigger();
        auto *strip = opened.find<ProgressStrip>("test-strip");
        QTRY_COMPARE(opened.host.bench.calls<api::TestSource>(), 2);
        QVERIFY(strip->isVisible());
        QVERIFY(isSaid(*strip, QStringLiteral("Try sales")));
        QVERIFY(opened.action("sources.test")->blockedWhy().contains(QStringLiteral("being tried")));
        pressStop(*strip);
        QVERIFY(opened.action("sources.test")->isEnabled());
        QVERIFY(!strip->isVisible());
        QVERIFY(opened.host.bench.lastContext<api::TestSource>().cancel.isCancelled());
        QVERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("A write was refused")));
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.host.bench.release<api::TestSource>(); // what comes late is not heard
        QCoreApplication::processEvents();
        QCOMPARE(opened.find<DataTable>("rights")->rows()->count(), 1);
    }

    void stoppingAReadingOfTheCatalogFreesThePageAtOnce()
    {
        Opened opened;
        opened.select("sales");
        opened.host.bench.hold<api::AnalyzeSource>();
        opened.action("evidence.analyze")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        QVERIFY(!opened.action("sources.edit")->isEnabled());
        QVERIFY(opened.action("sources.test")->isEnabled()); // goes on beside it
        pressStop(*opened.find<ProgressStrip>("work-strip"));
        QVERIFY(opened.action("sources.edit")->isEnabled());
        QVERIFY(opened.action("evidence.analyze")->isEnabled());
        QVERIFY(opened.host.bench.lastContext<api::AnalyzeSource>().cancel.isCancelled());
        QVERIFY(!opened.find<ErrorBanner>("work-error")->isVisible()); // the person wanted it so
    }

    void stoppingTheTestOfWhatWasTypedKeepsTheForm()
    {
        Opened opened;
        opened.host.bench.hold<api::TestSource>();
        SourceForm *form = opened.fillForm();
        Q_EMIT form->extraRequested(QStringLiteral("test"));
        QTRY_COMPARE(opened.host.bench.calls<api::TestSource>(), 1);
        pressStop(*form);
        QVERIFY(opened.host.bench.lastContext<api::TestSource>().cancel.isCancelled());
        QCOMPARE(form->value(QStringLiteral("connect")), QStringLiteral("shop.example.com:5432/shop"));
        QVERIFY(form->hasPassword());
    }

    void whatDidNotMoveKeepsItsRows()
    {
        Opened opened;
        auto *table = opened.find<DataTable>("sources-table");
        const std::shared_ptr<const TableRows> rows = table->rows();
        opened.page->refresh();
        opened.settle();
        QCOMPARE(table->rows(), rows);
        opened.select("sales");
        opened.action("sources.test")->trigger();
        opened.settle();
        QVERIFY(table->rows() != rows); // it was tried
        api::SourceList list = sampleList();
        list.sources.pop_back();
        opened.host.bench.answer<api::ListSources>(list);
        opened.page->refresh();
        QTRY_COMPARE(table->shownCount(), 1);
    }

    void notAllowedStaysInTheForm_data()
    {
        QTest::addColumn<base::Error>("error");
        QTest::newRow("by a right that lacks") << notAllowed;
        QTest::newRow("by a rule of the project") << refused;
    }
    void notAllowedStaysInTheForm()
    {
        QFETCH(base::Error, error);
        Opened opened;
        opened.host.bench.fail<api::AddSource>(error);
        SourceForm *form = opened.fillForm();
        Q_EMIT form->submitted();
        QTRY_VERIFY(isSaid(*form, localized(error.message)));
        QVERIFY(isSaid(*form, localized(error.hint)));
        QVERIFY(form->hasPassword());
        QCOMPARE(opened.host.passwords.stored, QStringList()); // nothing was saved, so nothing is kept
    }

    void aRemovalThatIsRefusedKeepsItsReason()
    {
        Opened opened;
        opened.host.bench.fail<api::RemoveSource>(notAllowed);
        opened.select("archive");
        opened.action("sources.remove")->trigger();
        type(opened, QStringLiteral("it moved to sales"));
        opened.find<QPushButton>("danger-confirm")->click();
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        QVERIFY(opened.find<ErrorBanner>("work-error")->message().contains(QStringLiteral("Only an administrator")));
        QCOMPARE(opened.find<DataTable>("sources-table")->shownCount(), 2);
        QCOMPARE(opened.host.draft(QStringLiteral("sources/remove/archive")), QStringLiteral("it moved to sales"));
        // Allowed now, it is offered what was typed, and forgets it when it is done.
        opened.host.bench.answer<api::RemoveSource>(api::SourceSaved{.name = QStringLiteral("archive")});
        QTRY_VERIFY(opened.action("sources.remove")->isEnabled());
        opened.action("sources.remove")->trigger();
        QPushButton *confirm = nullptr;
        for (DangerSheet *sheet : opened.page->window()->findChildren<DangerSheet *>())
            if (sheet->isVisible())
                confirm = sheet->findChild<QPushButton *>(QStringLiteral("danger-confirm"));
        QVERIFY(confirm && confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(opened.host.draft(QStringLiteral("sources/remove/archive")), QString());
        QCOMPARE(opened.host.bench.lastRequest<api::RemoveSource>().reason.toString(), QStringLiteral("it moved to sales"));
    }

    void aReadingThatIsRefusedIsSaidOnThePage()
    {
        Opened opened;
        opened.host.bench.fail<api::AnalyzeSource>(refused);
        opened.select("sales");
        opened.action("evidence.analyze")->trigger();
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        QVERIFY(isSaid(*opened.find<ErrorBanner>("work-error"), QStringLiteral("Change the rule first.")));
        QVERIFY(opened.action("evidence.analyze")->isEnabled());
    }

    void everyNumberSaysWhen()
    {
        Opened opened;
        QCOMPARE(opened.find<QLabel>("read-at")->text(), QStringLiteral("as of %1").arg(localized(opened.host.time.now())));
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_VERIFY(opened.find<SentenceList>("source-checks")->text().contains(localized(goodTest().testedAtUtc)));
        const TableRows &rows = *opened.find<DataTable>("sources-table")->rows();
        const QString read = localized(base::UtcTime{1'699'999'000'000'000});
        QVERIFY(rows.reason(1, int(SourceColumn::Tables)).contains(read));
        QVERIFY(rows.reason(1, int(SourceColumn::Rights)).contains(localized(goodTest().testedAtUtc)));
        QVERIFY2(opened.find<KeyValueList>("source-facts")->text().contains(read), qPrintable(opened.find<KeyValueList>("source-facts")->text()));
    }

    void checksSayThingsOnce_data()
    {
        QTest::addColumn<model::ServiceCheck>("check");
        QTest::addColumn<QString>("line");
        const auto check = [](const char *name, model::CheckState state, base::Text finding, base::Text remedy = {}) {
            return model::ServiceCheck{QStringLiteral("source"), QString::fromLatin1(name), state, std::move(finding), std::move(remedy)};
        };
        using enum model::CheckState;
        QTest::newRow("named by its finding") << check("encoding", Passed, {"encoding %1", QStringLiteral("UTF8")}) << QStringLiteral("Encoding UTF8");
        QTest::newRow("with what to do") << check("encoding", Warning, {"encoding %1", QStringLiteral("SQL_ASCII")}, "Load with care.") << QStringLiteral("Encoding SQL_ASCII. Load with care.");
        QTest::newRow("a write") << check("write-refused", Passed, "a write was tried and refused") << QStringLiteral("A write was tried and refused");
        QTest::newRow("needs its name") << check("clock", Passed, {"differs from this machine's by %1 s", qint64(0)}) << QStringLiteral("Clock: differs from this machine's by 0 s");
        QTest::newRow("a failure says of what") << check("sign-in", Failed, "The password is wrong.", "Set it anew.") << QStringLiteral("Sign in: The password is wrong. Set it anew.");
        QTest::newRow("not tried") << check("version", Skipped, {}) << QStringLiteral("Version: not tried");
        QTest::newRow("not tried, since something failed") << check("write-refused", Skipped, "not tried after the failure above") << QStringLiteral("A write is refused: not tried after the failure above");
        QTest::newRow("unknown to this page") << check("moon", Passed, "full") << QStringLiteral("moon: full");
    }
    void checksSayThingsOnce()
    {
        QFETCH(model::ServiceCheck, check);
        api::SourceTest test;
        test.checks = {check};
        QTEST(trialSentences({.test = test}).front().text, "line");
    }

    void aSourceIsNoTableInThePalette()
    {
        const Opened opened;
        const std::vector<PaletteItem> items = opened.page->paletteItems(QStringLiteral("sal"));
        QCOMPARE(items.size(), std::size_t(1));
        QCOMPARE(items.front().kind, PaletteKind::Source);
    }

    void thePictureIsTheSameTwice_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }
    void thePictureIsTheSameTwice()
    {
        QFETCH(ThemeChoice, theme);
        Theme::instance().setChoice(theme);
        const auto picture = [] {
            Opened opened;
            opened.host.bench.answer<api::TestSource>(lackingTest());
            opened.select("sales");
            opened.action("sources.test")->trigger();
            [&opened] { QTRY_COMPARE(opened.find<DataTable>("rights")->rows()->count(), 2); }();
            QCoreApplication::processEvents();
            return opened.page->grab().toImage();
        };
        const QImage first = picture();
        const QImage second = picture();
        Theme::instance().setChoice(ThemeChoice::Light);
        QCOMPARE(differingPixels(first, second), 0);
        QVERIFY(first.width() >= 1280);
    }
};

QTEST_MAIN(SourcesStatesTest)
#include "sources_states_test.moc"

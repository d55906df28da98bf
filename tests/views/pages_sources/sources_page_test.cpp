#include "kit/danger_sheet.h"
#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/form_sheet.h"
#include "kit/key_value_list.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/sources/source_form.h"
#include "pages/sources/sources_page.h"
#include "pages/sources/sources_table.h"
#include "shell/deep_link.h"
#include "views/pages_sources/opened_sources.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedSources;

namespace {

/// How the page stands when a command is looked at.
enum class Situation { Unread, NoneSelected, Extracted, WithoutPassword, NeedsNoPassword, ShortForm, Trying, Working };

/// "archive" is the one that the situation is about; "sales" is read, has its password in the keyring, and the plan is made from it.
api::SourceList sourcesIn(Situation situation)
{
    api::SourceList list = sampleList();
    if (situation == Situation::NeedsNoPassword)
        list.sources.front().passwordEnv.clear();
    list.sources.front().isEditable = situation != Situation::ShortForm;
    return list;
}

void bring(Opened &opened, Situation situation)
{
    switch (situation) {
    case Situation::Unread: return;
    case Situation::NoneSelected:
        opened.find<DataTable>("sources-table")->filterBar().setText(QStringLiteral("no such"));
        QTRY_COMPARE(opened.find<DataTable>("sources-table")->shownCount(), 0);
        return;
    case Situation::Extracted: return opened.select("sales");
    case Situation::WithoutPassword:
    case Situation::NeedsNoPassword:
    case Situation::ShortForm: return opened.select("archive");
    case Situation::Trying:
        opened.select("sales");
        opened.host.bench.hold<api::TestSource>();
        opened.action("sources.test")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::TestSource>(), 1);
        return;
    case Situation::Working:
        opened.select("sales");
        opened.host.bench.hold<api::AnalyzeSource>();
        opened.action("evidence.analyze")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        return;
    }
}

} // namespace

class SourcesPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void statusAlwaysHasAReason_data()
    {
        QTest::addColumn<int>("source");
        QTest::addColumn<bool>("isTried");
        QTest::addColumn<bool>("isLacking");
        QTest::addColumn<Status>("status");
        QTest::newRow("password missing") << 0 << false << false << Status::NeedsYou;
        QTest::newRow("read, not tried") << 1 << false << false << Status::Ready;
        QTest::newRow("every right held") << 1 << true << false << Status::Done;
        QTest::newRow("a right lacks") << 1 << true << true << Status::DoneWithProblems;
    }
    void statusAlwaysHasAReason()
    {
        QFETCH(int, source);
        QFETCH(bool, isTried);
        QFETCH(bool, isLacking);
        SourceTrial trial;
        if (isTried)
            trial.test = isLacking ? lackingTest() : goodTest();
        const api::SourceRow row = sampleList().sources[std::size_t(source)];
        QTEST(sourceStatus(row, trial), "status");
        QVERIFY(!sourceReason(row, trial).isEmpty());
    }

    void opensWithoutAskingADatabase()
    {
        const Opened opened;
        QVERIFY(opened.isSettled);
        QCOMPARE(opened.find<DataTable>("sources-table")->shownCount(), 2);
        QVERIFY(isSaid(*opened.page, QStringLiteral("Which databases do we read, and can we reach them with exactly the rights we need?")));
        QCOMPARE(opened.host.bench.calls<api::TestSource>(), 0);
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void testByKeyShowsRightsAndTypes()
    {
        Opened opened;
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_COMPARE(opened.find<DataTable>("rights")->rows()->count(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::TestSource>().name, QStringLiteral("sales"));
        QCOMPARE(opened.find<DataTable>("rights")->rows()->text(0, 3), QStringLiteral("GRANT SELECT ON public.staff TO reader;"));
        QCOMPARE(opened.find<DataTable>("types")->rows()->text(0, 2), QStringLiteral("public.film.fulltext"));
        QVERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("1 right")));
    }

    void whatGrantsARightIsInSight()
    {
        Opened opened;
        opened.page->resize(1058, 690); // what is left of a screen of 1280
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.select("sales");
        opened.action("sources.test")->trigger();
        opened.find<DetailPane>("source-detail")->setCurrentTab(QStringLiteral("rights"));
        auto *grant = opened.find<KeyValueList>("grant");
        QTRY_VERIFY(grant->isVisible()); // of the one that is missing
        QVERIFY(grant->text().contains(QStringLiteral("GRANT SELECT ON public.staff TO reader;")));
        QTRY_COMPARE(grant->visibleRegion().boundingRect(), grant->rect());
        opened.find<DataTable>("rights")->setCurrentId(QStringLiteral("USAGE schema public"));
        QVERIFY(!grant->isVisible()); // it is held, and the try had no statement for it
        opened.find<DataTable>("rights")->setCurrentId(QStringLiteral("SELECT public.staff"));
        QVERIFY(grant->isVisible());
    }

    void addTriesBeforeItSaves()
    {
        Opened opened;
        opened.host.bench.answer<api::AddSource>(api::SourceSaved{.settingsDigest = QStringLiteral("sha256:bb"), .name = QStringLiteral("shop")});
        SourceForm *form = opened.fillForm();
        QCOMPARE(form->value(QStringLiteral("password-env")), QStringLiteral("EKOS_SHOP_PASSWORD")); // proposed from the name
        Q_EMIT form->extraRequested(QStringLiteral("test"));
        QTRY_COMPARE(opened.host.bench.calls<api::TestSource>(), 1);
        const auto tried = opened.host.bench.lastRequest<api::TestSource>();
        QCOMPARE(tried.connect, QStringLiteral("shop.example.com:5432/shop"));
        QCOMPARE(opened.host.passwords.held, QStringList{QStringLiteral("EKOS_SHOP_PASSWORD")});
        QCOMPARE(opened.host.bench.calls<api::AddSource>(), 0);
        Q_EMIT form->submitted();
        QTRY_COMPARE(opened.host.bench.calls<api::AddSource>(), 1);
        const auto saved = opened.host.bench.lastRequest<api::AddSource>();
        QCOMPARE(saved.name, QStringLiteral("shop"));
        QCOMPARE(saved.expectedDigest, QStringLiteral("sha256:aa")); // of the ekos.toml that was read
        QTRY_COMPARE(opened.host.passwords.stored, QStringList{QStringLiteral("EKOS_SHOP_PASSWORD")});
    }

    void withoutAKeyringItSaysSo()
    {
        Opened opened;
        opened.host.passwords.reason = QStringLiteral("No system keyring answers: the password is asked for each time.");
        opened.host.bench.answer<api::AddSource>(api::SourceSaved{.settingsDigest = {}, .name = QStringLiteral("shop")});
        SourceForm *form = opened.fillForm();
        QCOMPARE(form->keeping(), PasswordKeeping::Session);
        Q_EMIT form->submitted();
        QTRY_COMPARE(opened.host.passwords.held, QStringList{QStringLiteral("EKOS_SHOP_PASSWORD")});
        QCOMPARE(opened.host.passwords.stored, QStringList());
        SourcesPage again(opened.host);
        again.show();
        QVERIFY(again.findChild<QWidget *>(QStringLiteral("keyring-notice"))->isVisibleTo(&again));
    }

    void wrongWordsStayAndAreExplained()
    {
        Opened opened;
        SourceForm *form = opened.fillForm();
        form->setValue(QStringLiteral("connect"), QStringLiteral("shop"));
        Q_EMIT form->submitted();
        QCOMPARE(opened.host.bench.calls<api::AddSource>(), 0);
        QCOMPARE(form->value(QStringLiteral("user")), QStringLiteral("reader"));
        form->setValue(QStringLiteral("connect"), QStringLiteral("shop.example.com:5432/shop"));
        form->setValue(QStringLiteral("name"), QStringLiteral("sales")); // taken
        Q_EMIT form->submitted();
        QCOMPARE(opened.host.bench.calls<api::AddSource>(), 0);
    }

    void aRefusalStaysInTheForm()
    {
        Opened opened;
        opened.host.bench.fail<api::AddSource>({base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "ekos.toml was changed.")}, {QT_TRANSLATE_NOOP("core", "Read it again.")}});
        SourceForm *form = opened.fillForm();
        Q_EMIT form->submitted();
        QTRY_COMPARE(opened.host.bench.calls<api::AddSource>(), 1);
        QTRY_VERIFY(isSaid(*form, QStringLiteral("ekos.toml was changed.")));
        QVERIFY(isSaid(*form, QStringLiteral("Read it again.")));
        QVERIFY(form->hasPassword()); // what was typed stays
    }

    void aKeyringThatRefusesIsSaidAndStays()
    {
        Opened opened;
        opened.host.passwords.failure = base::Error{base::ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The keyring stays locked.")}, {QT_TRANSLATE_NOOP("core", "Unlock it.")}};
        opened.host.bench.answer<api::AddSource>(api::SourceSaved{.settingsDigest = QStringLiteral("sha256:bb"), .name = QStringLiteral("shop")});
        SourceForm *form = opened.fillForm();
        QSignalSpy settled(opened.page.get(), &Page::settled);
        Q_EMIT form->submitted();
        QVERIFY(settled.wait());
        QVERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        QVERIFY(opened.find<ErrorBanner>("work-error")->message().contains(QStringLiteral("locked")));
        opened.page->refresh();
        QVERIFY(settled.wait());
        QVERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
    }

    void emptySaysWhatToDo()
    {
        Opened opened{api::SourceList{}};
        QTRY_VERIFY(isSaid(*opened.page, QStringLiteral("Here stand the databases that this project reads.")));
        QVERIFY(isSaid(*opened.page, QStringLiteral("No source yet: add one, it is only ever read.")));
        QPushButton *add = nullptr;
        for (const EmptyState *state : opened.page->findChildren<EmptyState *>())
            if (state->isVisible())
                add = state->findChild<QPushButton *>();
        QVERIFY(add && add->isEnabled());
        QTest::mouseClick(add, Qt::LeftButton);
        QVERIFY(opened.find<SourceForm>("source-form"));
    }

    void whatMovesWhileItIsReadIsReadAgain()
    {
        Opened opened;
        const int before = opened.host.bench.calls<api::ListSources>();
        opened.host.bench.hold<api::ListSources>();
        opened.page->pulse({.settingsDigest = QStringLiteral("sha256:1")});
        opened.page->pulse({.settingsDigest = QStringLiteral("sha256:2")});
        QCOMPARE(opened.host.bench.calls<api::ListSources>(), before + 1);
        opened.host.bench.release<api::ListSources>();
        QTRY_COMPARE(opened.host.bench.calls<api::ListSources>(), before + 2);
    }

    void aBlockedCommandSaysWhy_data()
    {
        QTest::addColumn<Situation>("situation");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("why"); // empty: it can be done
        const auto row = [](Situation situation, const char *name, const char *command, const char *why) {
            QTest::addRow("%s: %s", name, command) << situation << QByteArray(command) << QString::fromLatin1(why);
        };
        row(Situation::Unread, "not read", "sources.add", "The sources were not read. Press F5 to read them.");
        row(Situation::NoneSelected, "none selected", "sources.add", "");
        for (const char *command : {"sources.test", "sources.edit", "sources.remove", "sources.set-password", "sources.forget-password", "evidence.analyze"})
            row(Situation::NoneSelected, "none selected", command, "Select a source first.");
        for (const char *command : {"sources.test", "sources.edit", "sources.set-password", "sources.forget-password", "evidence.analyze"})
            row(Situation::Extracted, "of the plan", command, "");
        row(Situation::Extracted, "of the plan", "sources.remove", "The extraction plan is made from it. Choose another source for the plan first.");
        row(Situation::WithoutPassword, "password missing", "sources.remove", "");
        row(Situation::WithoutPassword, "password missing", "sources.forget-password", "No password of it is kept in the keyring or in this session.");
        row(Situation::NeedsNoPassword, "no password", "sources.set-password", "This source needs no password.");
        row(Situation::ShortForm, "short form", "sources.edit", "It is written in the short form, source = \"host:port\", which only a person edits in ekos.toml.");
        row(Situation::ShortForm, "short form", "sources.remove", "It is written in the short form, which only a person edits in ekos.toml.");
        row(Situation::Trying, "being tried", "sources.test", "It is being tried.");
        for (const char *command : {"sources.add", "sources.edit", "sources.remove", "evidence.analyze"})
            row(Situation::Working, "at work", command, "Something is being done already. Wait for its end, or stop it.");
        for (const char *command : {"sources.test", "sources.set-password"})
            row(Situation::Working, "at work", command, "");
    }
    void aBlockedCommandSaysWhy()
    {
        QFETCH(Situation, situation);
        QFETCH(QByteArray, command);
        Opened opened(sourcesIn(situation));
        bring(opened, situation);
        FakePageHost other;
        const SourcesPage untouched(other);
        const Page &page = situation == Situation::Unread ? static_cast<const Page &>(untouched) : *opened.page;
        QTEST(whyBlocked(page, command), "why");
    }

    void removingAsksForAReason()
    {
        Opened opened;
        opened.host.bench.answer<api::RemoveSource>(api::SourceSaved{});
        opened.select("archive");
        opened.action("sources.remove")->trigger();
        auto *sheet = opened.find<DangerSheet>("danger-sheet");
        auto *confirm = sheet->findChild<QPushButton *>(QStringLiteral("danger-confirm"));
        QVERIFY(!confirm->isEnabled());
        QTest::keyClicks(sheet->findChild<QPlainTextEdit *>(QStringLiteral("reason")), QStringLiteral("too short"));
        QVERIFY(!confirm->isEnabled());
        QVERIFY(isSaid(*sheet, QStringLiteral("1 more"))); // of ten
        QCOMPARE(opened.host.bench.calls<api::RemoveSource>(), 0);
    }

    void anErrorKeepsTheList()
    {
        Opened opened;
        opened.host.bench.fail<api::ListSources>({base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml, line 3: unknown key.")}, {QT_TRANSLATE_NOOP("core", "Take it out.")}});
        opened.page->refresh();
        QTRY_VERIFY(opened.find<ErrorBanner>("error")->isVisible());
        QCOMPARE(opened.find<DataTable>("sources-table")->shownCount(), 2);
    }

    void placeComesBack()
    {
        Opened opened;
        opened.select("archive");
        opened.find<DetailPane>("source-detail")->setCurrentTab(QStringLiteral("rights"));
        const Place place = opened.page->place();
        Opened again;
        again.page->restoreState(opened.page->saveState());
        again.page->setPlace(place);
        QTRY_COMPARE(again.page->place(), place);
        QCOMPARE(again.host.bench.calls<api::TestSource>(), 0);
    }

    void aLinkLeadsBack()
    {
        Opened opened;
        opened.find<DataTable>("sources-table")->filterBar().setText(QStringLiteral("keyring"));
        opened.select("sales");
        opened.find<DetailPane>("source-detail")->setCurrentTab(QStringLiteral("rights"));
        const DeepLink sent{opened.host.projectName(), opened.page->place()};
        const base::Result<DeepLink> received = DeepLink::parse(sent.toText());
        QVERIFY(received);
        Opened again;
        again.page->setPlace(received.value().place);
        QTRY_COMPARE(again.page->place(), sent.place);
        QCOMPARE(again.find<DataTable>("sources-table")->shownIds(), QStringList{QStringLiteral("sales")});
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void rightToLeftTurnsThePageRound()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        Opened opened;
        opened.select("sales");
        const int list = opened.find<DataTable>("sources-table")->mapTo(opened.page.get(), QPoint()).x();
        const int detail = opened.find<DetailPane>("source-detail")->mapTo(opened.page.get(), QPoint()).x();
        const QStringList cut = cutWords(*opened.page);
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QVERIFY(detail < list);
        QCOMPARE(cut, QStringList());
    }

    void compactRowsAreLower()
    {
        Opened opened;
        auto *rows = opened.find<DataTable>("sources-table")->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        const auto height = [rows] { return rows->visualRect(rows->model()->index(0, 0)).height(); };
        QCOMPARE(height(), 32); // the tokens: comfortable
        Theme::instance().setDensity(Density::Compact);
        const auto restored = qScopeGuard([] { Theme::instance().setDensity(Density::Comfortable); });
        QCOMPARE(height(), 24);
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void aLowWindowScrollsInsteadOfSqueezing()
    {
        Opened opened;
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_VERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("A write was refused")));
        opened.page->resize(1280, 420);
        const auto *sentences = opened.find<SentenceList>("source-checks");
        QTRY_VERIFY2(sentences->height() >= sentences->layout()->heightForWidth(sentences->width()), qPrintable(QString::number(sentences->height())));
    }

    void everythingHasAName()
    {
        Opened opened;
        opened.select("sales");
        QCOMPARE(namelessWidgets(*opened.page).join(QLatin1Char(' ')), QString());
        opened.action("sources.add")->trigger();
        QCOMPARE(namelessWidgets(*opened.find<SourceForm>("source-form")).join(QLatin1Char(' ')), QString());
    }

    void longWordsFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("as it is") << 1.0 << false;
        QTest::newRow("40 % longer") << 1.0 << true;
        QTest::newRow("200 % text") << 2.0 << false;
    }
    void longWordsFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("sales");
        const QStringList cut = cutWords(*opened.page);
        Theme::instance().setTextScale(1.0);
        QCoreApplication::removeTranslator(&words);
        QCOMPARE(cut, QStringList());
    }

    void pictures_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }
    void pictures()
    {
        QFETCH(ThemeChoice, theme);
        const QString suffix = theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        Theme::instance().setChoice(theme);
        Opened opened;
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_COMPARE(opened.find<DataTable>("rights")->rows()->count(), 2);
        takePicture(*opened.page, QStringLiteral("sources-summary-") + suffix);
        opened.find<DetailPane>("source-detail")->setCurrentTab(QStringLiteral("rights"));
        takePicture(*opened.page, QStringLiteral("sources-rights-") + suffix);
        SourceForm *form = opened.fillForm();
        form->showTrial({.test = lackingTest()});
        takePicture(*opened.page, QStringLiteral("sources-form-") + suffix);
        Opened empty{api::SourceList{}};
        takePicture(*empty.page, QStringLiteral("sources-empty-") + suffix);
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(SourcesPageTest)
#include "sources_page_test.moc"

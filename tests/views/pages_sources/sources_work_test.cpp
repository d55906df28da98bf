#include "describe/canonical_json.h"
#include "kit/danger_sheet.h"
#include "kit/detail_pane.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/fitting_tab_bar.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "model/fact_bodies.h"
#include "pages/sources/catalog_settings.h"
#include "pages/sources/source_history.h"
#include "pages/sources/sources_table.h"
#include "views/pages_sources/opened_sources.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolButton>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedSources;

namespace {

constexpr std::array tabs{"summary", "rights", "types", "history"};

model::RunId runId(int number)
{
    return model::RunId(QUuid(0x01900000, 0, 0x7000, 0x80, 0, 0, 0, 0, 0, 0, uchar(number)));
}

api::LedgerLine reading(qint64 sequence, const char *catalog, bool isAnalyzed, const char *version = "15.8")
{
    const model::CatalogFact fact{.digest = model::CatalogDigest::of(catalog), .databaseName = QStringLiteral("sales"), .engine = QStringLiteral("postgresql"),
                                  .serverVersion = QString::fromLatin1(version), .role = QStringLiteral("reader"), .snapshot = model::BlobDigest::of(catalog), .isAnalyzed = isAnalyzed};
    return {.sequence = sequence, .recordedAtUtc = {1'700'000'000'000'000 + sequence * 1'000'000}, .kind = model::FactKind::Catalog,
            .subjectName = {.database = QStringLiteral("sales")}, .actor = QStringLiteral("anna"), .body = QString::fromUtf8(describe::canonicalJson(fact))};
}

model::Run change(int number, const char *operation, base::Text outcome)
{
    return {.id = runId(number), .operation = QString::fromLatin1(operation), .state = model::RunState::Done, .actor = QStringLiteral("ben"),
            .startedAtUtc = {1'690'000'000'000'000 + number * 1'000'000}, .outcome = std::move(outcome)};
}

api::RunList someChanges()
{
    return {{change(3, "sources.remove", {QT_TRANSLATE_NOOP("core", "The source \"%1\" was taken out of ekos.toml."), QStringLiteral("old")}),
             change(2, "sources.edit", {QT_TRANSLATE_NOOP("core", "The source \"%1\" was changed in ekos.toml."), QStringLiteral("sales")}),
             change(1, "sources.add", {QT_TRANSLATE_NOOP("core", "The source \"%1\" was added to ekos.toml."), QStringLiteral("sales")}),
             change(4, "pipeline.run", {QT_TRANSLATE_NOOP("core", "%1 tables green."), qint64(3)})}};
}

void answerWhy(ScriptedWorkbench &bench)
{
    bench.answer<api::ListRuns>(someChanges());
    bench.answerBy<api::ShowRun>([](const api::ShowRun &) -> base::Result<api::RunDetail> {
        return api::RunDetail{.run = {.id = runId(3)},
                              .events = {{.sequence = 1, .subject = QStringLiteral("old"), .message = "The source is gone."},
                                         {.sequence = 2, .subject = QStringLiteral("old"), .message = {QT_TRANSLATE_NOOP("core", "Reason: %1"), QStringLiteral("it was moved to sales")}}}};
    });
}

QStringList said(const std::vector<HistoryItem> &items)
{
    QStringList words;
    for (const HistoryItem &item : items)
        words += item.what;
    return words;
}

SourceForm *shownForm(const Opened &opened)
{
    for (SourceForm *form : opened.page->window()->findChildren<SourceForm *>())
        if (form->isVisible())
            return form;
    return nullptr;
}

/// Another page over what this one left: as after a restart.
void restart(Opened &next, const Opened &before)
{
    next.host.drafts = before.host.drafts;
}

} // namespace

/// What a person began, tried and changed, and finds again.
class SourcesWorkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setCursorFlashTime(0);
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void tryAgainDoesTheWorkAgain()
    {
        Opened opened;
        opened.host.bench.fail<api::AnalyzeSource>({.code = base::ErrorCode::Unreachable, .message = {QT_TRANSLATE_NOOP("core", "The source does not answer.")},
                                                    .hint = {QT_TRANSLATE_NOOP("core", "Start it.")}, .retry = base::Retry::Later});
        opened.select("sales");
        opened.action("evidence.analyze")->trigger();
        auto *banner = opened.find<ErrorBanner>("work-error");
        QTRY_VERIFY(banner->isVisible());
        opened.host.bench.answer<api::AnalyzeSource>(api::AnalysisReport{});
        auto *retry = banner->findChild<QPushButton *>(QStringLiteral("error-retry"));
        QVERIFY(retry->isVisible());
        QTest::mouseClick(retry, Qt::LeftButton);
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::AnalyzeSource>().database, QStringLiteral("sales"));
        QTRY_VERIFY(!banner->isVisible());
    }

    void whatWasBegunComesBack_data()
    {
        QTest::addColumn<bool>("isEscaped");
        QTest::newRow("after Escape") << true;
        QTest::newRow("after a restart") << false;
    }
    void whatWasBegunComesBack()
    {
        QFETCH(bool, isEscaped);
        Opened opened;
        SourceForm *form = opened.fillForm();
        form->setValue(QStringLiteral("schemas"), QStringLiteral("public, sales"));
        form->setValue(QStringLiteral("tls-mode"), QStringLiteral("verify-full"));
        for (const auto &[key, text] : opened.host.drafts)
            QVERIFY2(!text.contains(QStringLiteral("s3cret")), qPrintable(key));
        Opened next;
        Opened *seen = &opened;
        if (isEscaped) {
            QTest::keyClick(form, Qt::Key_Escape);
            QTRY_VERIFY(!shownForm(opened));
        } else {
            restart(next, opened);
            seen = &next;
        }
        seen->action("sources.add")->trigger();
        form = shownForm(*seen);
        QVERIFY(form);
        QCOMPARE(form->value(QStringLiteral("name")), QStringLiteral("shop"));
        QCOMPARE(form->value(QStringLiteral("connect")), QStringLiteral("shop.example.com:5432/shop"));
        QCOMPARE(form->value(QStringLiteral("user")), QStringLiteral("reader"));
        QCOMPARE(form->value(QStringLiteral("password-env")), QStringLiteral("EKOS_SHOP_PASSWORD"));
        QCOMPARE(form->value(QStringLiteral("schemas")), QStringLiteral("public, sales"));
        QCOMPARE(form->value(QStringLiteral("tls-mode")), QStringLiteral("verify-full"));
        QVERIFY(!form->hasPassword());
        QVERIFY(isSaid(*form, QStringLiteral("The password was not kept.")));
        QCOMPARE(seen->host.bench.effects(), 0);
        QTest::keyClicks(form->findChild<QLineEdit *>(QStringLiteral("field-password")), QStringLiteral("s3cret"));
        form->findChild<QPushButton *>(QStringLiteral("form-extra-begin-anew"))->click();
        QCOMPARE(form->value(QStringLiteral("connect")), QString());
        QCOMPARE(form->value(QStringLiteral("password-env")), QString());
        QVERIFY(!form->hasPassword()); // of what was put away
        QCOMPARE(seen->host.draft(QStringLiteral("sources/add")), QString());
        form->setValue(QStringLiteral("name"), QStringLiteral("depot"));
        QCOMPARE(form->value(QStringLiteral("password-env")), QStringLiteral("EKOS_DEPOT_PASSWORD")); // proposed as in a new form
    }

    void aSecretInAnotherFieldIsNotKept_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::newRow("a URL as the name") << "name" << "postgresql://reader:s3cret@db.example.com:5432/sales";
        QTest::newRow("user and password as the name") << "name" << "reader:s3cret@db.example.com";
        QTest::newRow("as Oracle has it, as the name") << "name" << "reader/s3cret@db";
        QTest::newRow("as libpq has it, as the name") << "name" << "host=db.example.com password=s3cret";
        QTest::newRow("a URL") << "connect" << "postgresql://reader:s3cret@db.example.com:5432/sales";
        QTest::newRow("a URL without a user") << "connect" << "postgresql://:s3cret@db.example.com/sales";
        QTest::newRow("user and password") << "connect" << "reader:s3cret@db.example.com:5432/sales";
        QTest::newRow("as Oracle has it") << "connect" << "reader/s3cret@db.example.com:1521/sales";
        QTest::newRow("a parameter") << "connect" << "db.example.com:5432/sales?password=s3cret";
        QTest::newRow("as libpq has it") << "connect" << "host=db.example.com password=s3cret";
        QTest::newRow("behind the user") << "user" << "reader:s3cret";
        QTest::newRow("behind the user, as Oracle has it") << "user" << "reader/s3cret@db";
        QTest::newRow("instead of its name") << "password-env" << "s3cret";
        QTest::newRow("in capitals instead of its name") << "password-env" << "S3CRET";
        QTest::newRow("a URL as a schema") << "schemas" << "postgresql://reader:s3cret@db.example.com:5432/sales";
        QTest::newRow("beside a schema") << "schemas" << "public, reader:s3cret";
        QTest::newRow("a URL as the certificate") << "tls-root-certificate" << "postgresql://reader:s3cret@db.example.com:5432/sales";
        QTest::newRow("as Oracle has it, as the certificate") << "tls-root-certificate" << "reader/s3cret@db";
        QTest::newRow("instead of the certificate") << "tls-root-certificate" << "s3cret";
    }
    void aSecretInAnotherFieldIsNotKept()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        const char *command = field == QLatin1String("name") ? "sources.add" : "sources.edit";
        Opened opened;
        opened.select("sales");
        opened.action(command)->trigger();
        const QString original = shownForm(opened)->value(field), variable = shownForm(opened)->value(QStringLiteral("password-env"));
        auto *edit = shownForm(opened)->findChild<QLineEdit *>(QStringLiteral("field-") + field);
        const auto isKept = [&opened] {
            return std::ranges::any_of(opened.host.drafts, [](const auto &draft) { return draft.second.contains(QStringLiteral("s3cret"), Qt::CaseInsensitive); }); // also as EKOS_…_PASSWORD
        };
        edit->clear();
        for (const QChar letter : text) {
            QTest::keyClicks(edit, QString(letter));
            QVERIFY2(!isKept(), qPrintable(edit->text()));
        }
        edit->clear();
        edit->insert(text); // as it is pasted
        QVERIFY(!isKept());
        shownForm(opened)->setValue(QStringLiteral("tls-mode"), QStringLiteral("verify-full"));
        QVERIFY(!isKept());
        QTest::keyClick(shownForm(opened), Qt::Key_Escape);
        QTRY_VERIFY(!shownForm(opened));
        opened.action(command)->trigger();
        QCOMPARE(shownForm(opened)->value(QStringLiteral("tls-mode")), QStringLiteral("verify-full"));
        QCOMPARE(shownForm(opened)->value(field), original);
        QCOMPARE(shownForm(opened)->value(QStringLiteral("password-env")), variable);
        QVERIFY(isSaid(*shownForm(opened), QStringLiteral("without what could hold one: %1").arg(shownForm(opened)->label(field))));
    }

    void whatIsLeftOutIsSaidUntilItIsTypedAgain_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text"); // which can be saved, and could also hold a password
        QTest::addColumn<QString>("plain");
        QTest::newRow("an address without a port") << "connect" << "db.example.com/sales2" << "db.example.com:5432/sales2";
        QTest::newRow("a variable in small letters") << "password-env" << "ekos_sales_password" << "EKOS_SALES2_PASSWORD";
        QTest::newRow("a schema with a space") << "schemas" << "our sales" << "public";
        QTest::newRow("a certificate without an ending") << "tls-root-certificate" << "/etc/ssl/root" << "/etc/ssl/root.pem";
    }
    void whatIsLeftOutIsSaidUntilItIsTypedAgain()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, plain);
        Opened opened;
        opened.select("sales");
        const auto open = [&opened] { opened.action("sources.edit")->trigger(); };
        const auto close = [&opened] {
            QTest::keyClick(shownForm(opened), Qt::Key_Escape);
            QTRY_VERIFY(!shownForm(opened));
        };
        const auto isLeftOut = [&] { return isSaid(*shownForm(opened), QStringLiteral("without what could hold one: %1.").arg(shownForm(opened)->label(field))); };
        open();
        const QString original = shownForm(opened)->value(field);
        shownForm(opened)->setValue(QStringLiteral("user"), QStringLiteral("auditor"));
        shownForm(opened)->setValue(field, text);
        for (int time = 0; time < 2; ++time) { // looking at it takes nothing away
            close();
            open();
            QVERIFY(isLeftOut());
            QCOMPARE(shownForm(opened)->value(field), original);
            QCOMPARE(shownForm(opened)->value(QStringLiteral("user")), QStringLiteral("auditor"));
        }
        shownForm(opened)->setValue(field, plain);
        close();
        open();
        QVERIFY(!isLeftOut());
        QCOMPARE(shownForm(opened)->value(field), plain);
        shownForm(opened)->setValue(field, text);
        close();
        open();
        shownForm(opened)->findChild<QPushButton *>(QStringLiteral("form-extra-begin-anew"))->click();
        QCOMPARE(opened.host.draft(QStringLiteral("sources/edit/sales")), QString());
    }

    void anOldDraftLosesItsSecret()
    {
        Opened opened;
        opened.host.drafts[QStringLiteral("sources/add")] = QStringLiteral(R"({"name":"shop","connect":"reader:s3cret@shop.example.com:5432/shop"})");
        opened.action("sources.add")->trigger();
        QCOMPARE(shownForm(opened)->value(QStringLiteral("name")), QStringLiteral("shop"));
        QVERIFY(!opened.host.draft(QStringLiteral("sources/add")).contains(QStringLiteral("s3cret")));
        QVERIFY(opened.host.draft(QStringLiteral("sources/add")).contains(QStringLiteral("shop")));
    }

    void aDraftHoldsOnlyWhatWasTyped()
    {
        const SourceDraft before{.name = QStringLiteral("sales"), .connect = QStringLiteral("db:5432/sales"), .user = QStringLiteral("reader"), .schemas = {QStringLiteral("public")}};
        SourceDraft typed = before;
        typed.user = QStringLiteral("auditor");
        SourceDraft colleagues = before; // somebody else edited the entry meanwhile
        colleagues.connect = QStringLiteral("db2:5432/sales");
        colleagues.schemas = {QStringLiteral("public"), QStringLiteral("depot")};
        SourceDraft both = colleagues;
        both.user = QStringLiteral("auditor");
        QCOMPARE(draftFromText(textOfDraft(typed, before), colleagues), both);
        QCOMPARE(textOfDraft(before, before), QString());
    }

    void whatWasSavedIsNoDraftAnyMore()
    {
        Opened opened;
        opened.host.bench.answer<api::AddSource>(api::SourceSaved{.settingsDigest = QStringLiteral("sha256:bb"), .name = QStringLiteral("shop")});
        SourceForm *form = opened.fillForm();
        QVERIFY(!opened.host.draft(QStringLiteral("sources/add")).isEmpty());
        QTest::mouseClick(form->findChild<QPushButton *>(QStringLiteral("form-submit")), Qt::LeftButton);
        QTRY_COMPARE(opened.host.draft(QStringLiteral("sources/add")), QString());
        QCOMPARE(opened.host.bench.calls<api::AddSource>(), 1);
    }

    void aRemovedSourceLeavesNoDraft()
    {
        Opened opened;
        opened.host.bench.answer<api::RemoveSource>(api::SourceSaved{.settingsDigest = QStringLiteral("sha256:bb"), .name = QStringLiteral("archive")});
        opened.select("archive");
        opened.action("sources.edit")->trigger();
        shownForm(opened)->setValue(QStringLiteral("user"), QStringLiteral("auditor"));
        QTest::keyClick(shownForm(opened), Qt::Key_Escape);
        QTRY_VERIFY(!shownForm(opened));
        QVERIFY(!opened.host.drafts.empty());
        opened.action("sources.remove")->trigger();
        auto *sheet = opened.find<DangerSheet>("danger-sheet");
        QTest::keyClicks(sheet->findChild<QPlainTextEdit *>(), QStringLiteral("it was moved to sales"));
        QTest::mouseClick(sheet->findChild<QPushButton *>(QStringLiteral("danger-confirm")), Qt::LeftButton);
        QTRY_COMPARE(opened.host.bench.calls<api::RemoveSource>(), 1);
        QTRY_VERIFY(opened.host.drafts.empty());
    }

    void whatChangedIsReadOnceForEachState()
    {
        Opened opened;
        answerWhy(opened.host.bench);
        opened.page->refresh();
        opened.settle();
        const int before = opened.host.bench.calls<api::ListRuns>(), lists = opened.host.bench.calls<api::ListSources>();
        api::ProjectPulse pulse{.settingsDigest = sampleList().settingsDigest};
        for (int step = 1; step <= 3; ++step) {
            pulse.ledgerEntries = step;
            opened.page->pulse(pulse);
            opened.settle();
        }
        QCOMPARE(opened.host.bench.calls<api::ListSources>(), lists + 3);
        QCOMPARE(opened.host.bench.calls<api::ListRuns>(), before);
        api::SourceList edited = sampleList();
        edited.settingsDigest = pulse.settingsDigest = QStringLiteral("sha256:bb");
        opened.host.bench.answer<api::ListSources>(edited);
        opened.page->pulse(pulse);
        opened.settle();
        QCOMPARE(opened.host.bench.calls<api::ListRuns>(), before + 1);
    }

    void anEditHasADraftOfItsOwn()
    {
        Opened opened;
        opened.select("sales");
        opened.action("sources.edit")->trigger();
        SourceForm *form = shownForm(opened);
        QCOMPARE(opened.host.draft(QStringLiteral("sources/edit/sales")), QString()); // opened, nothing typed
        form->setValue(QStringLiteral("user"), QStringLiteral("auditor"));
        QTest::keyClick(form, Qt::Key_Escape);
        QTRY_VERIFY(!shownForm(opened));
        opened.select("archive");
        opened.action("sources.edit")->trigger();
        QCOMPARE(shownForm(opened)->value(QStringLiteral("user")), QStringLiteral("reader")); // of another source
        QTest::keyClick(shownForm(opened), Qt::Key_Escape);
        QTRY_VERIFY(!shownForm(opened));
        opened.select("sales");
        opened.action("sources.edit")->trigger();
        QCOMPARE(shownForm(opened)->value(QStringLiteral("user")), QStringLiteral("auditor"));
        QCOMPARE(shownForm(opened)->value(QStringLiteral("connect")), QStringLiteral("db.example.com:5432/sales"));
    }

    void aFormIsAboutTheSourceThatItWasOpenedWith()
    {
        api::SourceList list = sampleList();
        list.sources[0].engine = QStringLiteral("oracle");
        Opened opened(list);
        opened.host.bench.answer<api::EditSource>(api::SourceSaved{.settingsDigest = QStringLiteral("sha256:bb"), .name = QStringLiteral("sales")});
        opened.select("sales");
        opened.action("sources.edit")->trigger();
        SourceForm *form = shownForm(opened);
        form->setValue(QStringLiteral("user"), QStringLiteral("auditor"));
        opened.select("archive");
        form->findChild<QPushButton *>(QStringLiteral("form-extra-test"))->click();
        QTRY_COMPARE(opened.host.bench.calls<api::TestSource>(), 1);
        const auto tried = opened.host.bench.lastRequest<api::TestSource>();
        QCOMPARE(tried.name, QStringLiteral("sales"));
        QCOMPARE(tried.kind, QStringLiteral("postgresql"));
        auto *submit = form->findChild<QPushButton *>(QStringLiteral("form-submit"));
        QTRY_VERIFY(submit->isEnabled());
        submit->click();
        QTRY_COMPARE(opened.host.bench.calls<api::EditSource>(), 1);
        const auto saved = opened.host.bench.lastRequest<api::EditSource>();
        QCOMPARE(saved.name, QStringLiteral("sales"));
        QCOMPARE(saved.user, QStringLiteral("auditor"));
        QTRY_COMPARE(opened.host.draft(QStringLiteral("sources/edit/sales")), QString());
    }

    void theLastTryIsKnownAfterARestart()
    {
        Opened opened;
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_COMPARE(opened.find<DataTable>("rights")->rows()->count(), 2);
        Opened next;
        restart(next, opened);
        next.page = std::make_unique<SourcesPage>(next.host);
        next.page->show();
        next.page->refresh();
        QTRY_COMPARE(next.find<DataTable>("sources-table")->shownCount(), 2);
        next.select("sales");
        QTRY_COMPARE(next.find<DataTable>("rights")->rows()->count(), 2);
        const TableRows &rows = *next.find<DataTable>("sources-table")->rows();
        QCOMPARE(rows.text(1, int(SourceColumn::Rights)), QStringLiteral("1 of 2"));
        QVERIFY(!rows.reason(1, int(SourceColumn::Rights)).isEmpty()); // and when
        QCOMPARE(next.host.bench.calls<api::TestSource>(), 0);
        // Without its password it waits for the person, whatever was found when that was known.
        api::SourceRow locked = sampleList().sources[1];
        locked.secret = model::SecretPlace::Missing;
        QCOMPARE(sourceStatus(locked, {.isFromBefore = true, .test = goodTest()}), Status::NeedsYou);
        QCOMPARE(sourceStatus(locked, {.test = goodTest()}), Status::Done); // just tried: it was known
        // Reached in another way now, it says nothing of this source.
        api::SourceList moved = sampleList();
        moved.sources[1].address = QStringLiteral("other.example.com:5432/sales");
        Opened other(moved);
        restart(other, opened);
        other.page = std::make_unique<SourcesPage>(other.host);
        other.page->show();
        other.page->refresh();
        QTRY_COMPARE(other.find<DataTable>("sources-table")->shownCount(), 2);
        QCOMPARE(other.find<DataTable>("sources-table")->rows()->text(1, int(SourceColumn::Rights)), QStringLiteral("not tried"));
    }

    void theHistorySaysWhatChanged()
    {
        SourcesState state{.list = sampleList(), .source = QStringLiteral("sales")};
        for (const api::LedgerLine &line : {reading(4, "b", true, "16.1"), reading(3, "b", true), reading(2, "a", true), reading(1, "a", false)})
            state.history.push_back(sourceReading(line));
        QCOMPARE(said(sourceHistory(state)), (QStringList{QStringLiteral("Its catalog was read: version 16.1 instead of 15.8"),
                                                          QStringLiteral("Its catalog was read: what is in it is other than before; the page Analysis says it table by table"),
                                                          QStringLiteral("It was analyzed; its catalog is as it was read before"),
                                                          QStringLiteral("Its catalog was read for the first time: version 15.8")}));
    }

    void theHistoryHoldsEverythingThatHappened()
    {
        Opened opened;
        opened.host.bench.answer<api::ShowLedger>(api::LedgerPage{{reading(1, "a", true)}});
        answerWhy(opened.host.bench);
        opened.page->refresh();
        opened.settle();
        opened.select("sales");
        opened.action("sources.test")->trigger();
        opened.find<DetailPane>("source-detail")->setCurrentTab(QStringLiteral("history"));
        const auto *list = opened.find<HistoryView>("source-history")->findChild<QListWidget *>();
        QTRY_COMPARE(list->count(), 4);
        QStringList spoken;
        for (int row = 0; row < list->count(); ++row)
            spoken += list->item(row)->data(Qt::AccessibleTextRole).toString();
        for (const char *words : {"every right is held", "read for the first time", "was changed in ekos.toml", "was added to ekos.toml"})
            QVERIFY2(spoken.join(QLatin1Char('\n')).contains(QLatin1String(words)), qPrintable(spoken.join(QLatin1Char('\n'))));
        QVERIFY(!spoken.join(QLatin1Char('\n')).contains(QStringLiteral("\"old\""))); // of another source
        opened.find<HistoryView>("source-history")->setCurrentId(runId(2).toString());
        QTest::keyClick(opened.find<HistoryView>("source-history")->findChild<QListWidget *>(), Qt::Key_Return);
        QCOMPARE(opened.host.watched, QStringList{runId(2).toString()});
    }

    void earlierReasonsAreOffered()
    {
        Opened opened;
        answerWhy(opened.host.bench);
        opened.page->refresh();
        opened.settle();
        opened.select("archive");
        QTRY_COMPARE(opened.host.bench.calls<api::ShowRun>(), 1);
        opened.settle();
        opened.action("sources.remove")->trigger();
        auto *sheet = opened.find<DangerSheet>("danger-sheet");
        auto *earlier = sheet->findChild<QPushButton *>(QStringLiteral("earlier-reasons"));
        QVERIFY(earlier->isVisible());
        earlier->click();
        QTRY_VERIFY(sheet->findChild<QMenu *>());
        const QList<QAction *> offered = sheet->findChild<QMenu *>()->actions();
        QVERIFY(!offered.isEmpty());
        offered.front()->trigger();
        QCOMPARE(sheet->reason(), QStringLiteral("it was moved to sales"));
    }

    void settingsOfTheCatalogAreListed_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QStringList>("lines");
        const QString types = QStringLiteral("unsupported-type-handling=CONVERT_TO_VARCHAR"), arrays = QStringLiteral("postgresql.array-mapping=AS_ARRAY");
        const auto both = [&](const char *first, const char *second) {
            return QStringList{types + QStringLiteral(": ") + QLatin1String(first), arrays + QStringLiteral(": ") + QLatin1String(second)};
        };
        QTest::newRow("not tried") << QByteArray() << both("not tried", "not tried");
        QTest::newRow("present") << QByteArray("passed") << both("present, or not known to this catalog", "present, or not known to this catalog");
        QTest::newRow("one is missing") << QByteArray("arrays") << both("present, or not known to this catalog", "missing");
        QTest::newRow("the catalog did not answer") << QByteArray("skipped") << both("not tried", "not tried");
    }
    void settingsOfTheCatalogAreListed()
    {
        QFETCH(QByteArray, state);
        Opened opened;
        api::SourceTest test = goodTest();
        model::ServiceCheck check{.service = QStringLiteral("trino"), .check = QStringLiteral("type-mapping"), .finding = "The catalog shows columns of all types."};
        if (state == "skipped")
            check.state = model::CheckState::Skipped;
        if (state == "arrays")
            check = {QStringLiteral("trino"), QStringLiteral("type-mapping"), model::CheckState::Failed,
                     {QT_TRANSLATE_NOOP("core", "%1 is %2: columns of some types vanish without a word."), QStringLiteral("sales.array_mapping"), QStringLiteral("DISABLED")},
                     {QT_TRANSLATE_NOOP("core", "Add this line to etc/catalog/%1.properties of Trino and restart it: %2"), QStringLiteral("sales"), QStringLiteral("postgresql.array-mapping=AS_ARRAY")}};
        test.checks.push_back(check);
        opened.host.bench.answer<api::TestSource>(test);
        opened.select("sales");
        if (!state.isEmpty()) {
            opened.action("sources.test")->trigger();
            QTRY_VERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("A write was refused")));
        }
        QFETCH(QStringList, lines);
        const QString shown = opened.find<SentenceList>("catalog-settings")->text();
        for (const QString &line : lines)
            QVERIFY2(shown.contains(line), qPrintable(shown));
        if (state == "arrays") { // what to do stands above, and the source is not called good
            QVERIFY(opened.find<SentenceList>("source-checks")->text().contains(QStringLiteral("Add this line to etc/catalog/sales.properties")));
            QCOMPARE(sourceStatus(sampleList().sources[1], {.test = test}), Status::Failed);
        }
        opened.select("archive"); // no plan is made from it
        QTRY_VERIFY(!opened.find<SentenceList>("catalog-settings")->isVisible());
    }

    void whatALinkNamesAndIsGoneIsSaid()
    {
        Opened opened;
        opened.page->setPlace({.page = QStringLiteral("sources"), .object = QStringLiteral("warehouse")});
        auto *notice = opened.find<NoticeBanner>("missing-notice");
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().startsWith(QStringLiteral("There is no source warehouse.")), qPrintable(notice->text()));
        opened.find<DataTable>("sources-table")->setFocus();
        opened.select("sales");
        QVERIFY(!notice->isVisible());
        // The same before the list was read: nothing is claimed until it is.
        FakePageHost host;
        host.bench.answer<api::ListSources>(sampleList());
        SourcesPage page(host);
        page.show();
        page.setPlace({.page = QStringLiteral("sources"), .object = QStringLiteral("warehouse")});
        QVERIFY(!page.findChild<NoticeBanner *>(QStringLiteral("missing-notice"))->isVisible());
        page.refresh();
        QTRY_VERIFY(page.findChild<NoticeBanner *>(QStringLiteral("missing-notice"))->isVisible());
    }

    void everyTabIsReachedByKeysAndInView()
    {
        Opened opened;
        opened.select("sales");
        QVERIFY(QTest::qWaitForWindowExposed(opened.page.get()));
        opened.page->activateWindow();
        auto *detail = opened.find<DetailPane>("source-detail");
        const auto *bar = detail->findChild<FittingTabBar *>();
        detail->findChild<FittingTabBar *>()->setFocus();
        for (std::size_t tab = 1; tab <= tabs.size(); ++tab) {
            QTest::keyClick(opened.page->windowHandle(), Qt::Key_PageDown, Qt::ControlModifier);
            QCOMPARE(detail->currentTab(), QString::fromLatin1(tabs[tab % tabs.size()]));
            const int index = bar->currentIndex();
            QVERIFY(bar->rect().contains(bar->tabRect(index)));
            QVERIFY2(bar->tabRect(index).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(index)), qPrintable(bar->tabText(index))); // at 1280 none is shortened
        }
    }

    void everyTabHasNamesAndFits_data()
    {
        QTest::addColumn<QString>("tab");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        for (const char *tab : tabs) {
            QTest::addRow("%s", tab) << QString::fromLatin1(tab) << 1.0 << false;
            QTest::addRow("%s, 40 %% longer", tab) << QString::fromLatin1(tab) << 1.0 << true;
            QTest::addRow("%s, 200 %%", tab) << QString::fromLatin1(tab) << 2.0 << false;
        }
    }
    void everyTabHasNamesAndFits()
    {
        QFETCH(QString, tab);
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        const auto restored = qScopeGuard([&words] {
            Theme::instance().setTextScale(1.0);
            QCoreApplication::removeTranslator(&words);
        });
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.host.bench.answer<api::TestSource>(lackingTest());
        opened.select("sales");
        opened.action("sources.test")->trigger();
        QTRY_COMPARE(opened.find<DataTable>("rights")->rows()->count(), 2);
        opened.find<DetailPane>("source-detail")->setCurrentTab(tab);
        opened.settle();
        QCOMPARE(cutWords(*opened.page), QStringList());
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
    }

    void openFormsFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("40 % longer") << 1.0 << true;
        QTest::newRow("200 % text") << 2.0 << false;
    }
    void openFormsFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        const auto restored = qScopeGuard([&words] {
            Theme::instance().setTextScale(1.0);
            QCoreApplication::removeTranslator(&words);
        });
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        SourceForm *form = opened.fillForm();
        form->showTrial({.test = lackingTest()});
        QCoreApplication::processEvents();
        QCOMPARE(cutWords(*form), QStringList());
        QCOMPARE(namelessWidgets(*form), QStringList());
    }
};

QTEST_MAIN(SourcesWorkTest)
#include "sources_work_test.moc"

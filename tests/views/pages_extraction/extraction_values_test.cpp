#include "describe/canonical_json.h"
#include "kit/decision_form.h"
#include "kit/english_plurals.h"
#include "kit/localized.h"
#include "kit/receipt_card.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_table.h"
#include "pages/extraction/plan_history.h"
#include "pages/extraction/value_question_list.h"
#include "views/pages_extraction/opened_extraction.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QPushButton>
#include <QScrollArea>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;
using model::PlanChange;
using model::PlanEdit;

namespace {

using Opened = OpenedExtraction;
using Column = std::optional<QString>;

const QString ben = QStringLiteral("ben@build.example.com (cli)");
const QString benWhy = QStringLiteral("the counter wrote them by mistake");

const base::Text reason{QT_TRANSLATE_NOOP("core", "3 of 1,000 values are no numbers: 2 NaN, 1 infinite.")};
const base::Text remedy{QT_TRANSLATE_NOOP("core", "Correct them at the source.")};

/// How the table public.film stands: what is refused and decided of it.
struct Film {
    std::vector<model::Refusal> refusals = {};
    std::vector<model::PlannedChange> decisions = {};
    std::optional<model::DeleteSchedule> deletes = {};
    std::optional<model::PurgePolicy> purgePolicy = {};
    model::LoadMode mode = model::LoadMode::Incremental;
    std::vector<model::PlanReason> reasons = {};
};

Film refusedColumns(const std::vector<QString> &columns = {QStringLiteral("ratio")})
{
    Film film;
    for (const QString &column : columns)
        film.refusals.push_back({column, reason, remedy, {PlanEdit::Text, PlanEdit::Null, PlanEdit::Limit}});
    return film;
}

PlanChange change(PlanEdit edit, const Column &column)
{
    return {planTable(QStringLiteral("film")), edit, model::Reason::parse(benWhy).value(), ben, planTime(-30), column};
}

Film decided(PlanEdit edit)
{
    const base::Text outcome{QT_TRANSLATE_NOOP("core", "3 values become NULL: 2 NaN, 1 infinite.")};
    return {.decisions = {{change(edit, QStringLiteral("ratio")), false, outcome, {PlanEdit::Text, PlanEdit::Null, PlanEdit::Limit}}}};
}

Film rowSecurity()
{
    return {.refusals = {{{}, QT_TRANSLATE_NOOP("core", "Row security hides rows of it from the role reader."),
                          QT_TRANSLATE_NOOP("core", "Give the role BYPASSRLS."), {PlanEdit::AcceptRowSecurity}}}};
}

std::function<base::Result<api::ExtractionPage>(const api::ShowExtraction &)> servingFilm(const api::ExtractionPage &plan, const Film &film)
{
    return [plan, film](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> {
        if (!request.table)
            return plan;
        const base::Result<api::ExtractionPage> answer = planDetail(plan, *request.table);
        if (!answer)
            return answer;
        api::ExtractionPage page = answer.value();
        if (request.table->toString() == QLatin1String("public.film")) {
            model::PlannedTable &table = page.detail->planned;
            table.refusals = film.refusals;
            table.decisions = film.decisions;
            table.decision.deletes = film.deletes;
            table.decision.purgePolicy = film.purgePolicy;
            table.decision.mode = film.mode;
            table.reasons.insert(table.reasons.end(), film.reasons.begin(), film.reasons.end());
            for (const model::Refusal &refusal : film.refusals)
                if (refusal.column)
                    table.decision.columns.push_back({.name = *refusal.column, .sourceType = QStringLiteral("double precision"), .fidelity = model::Fidelity::Refused});
        }
        return page;
    };
}

/// The page with public.film selected, which stands so.
struct OpenedFilm : Opened {
    explicit OpenedFilm(const Film &film) { stand(film); }
    void stand(const Film &film)
    {
        host.bench.answerBy<api::ShowExtraction>(servingFilm(samplePlan(), film));
        page->refresh();
        settle();
        select("public.actor");
        select("public.film");
    }
    const ValueQuestionList *list() const
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // cards of before
        return find<ValueQuestionList>("value-questions");
    }
    QStringList said() const
    {
        QStringList texts;
        for (const auto *standing : list()->findChildren<SentenceList *>(QStringLiteral("value-standing")))
            texts += standing->text();
        return texts;
    }
    QStringList verbs() const
    {
        QStringList texts;
        for (const auto *button : list()->findChildren<QPushButton *>())
            texts += button->text();
        return texts;
    }
    QPushButton *button(const char *name) const { return list()->findChild<QPushButton *>(QString::fromLatin1(name)); }
    QString receipt() const { return decisions()->findChild<ReceiptCard *>()->text(); }
    /// What the server answers, and how the table stands from then on.
    void answerChange(const Film &after)
    {
        api::PlanRow row = samplePlan().tables[2];
        row.digest = model::TableDigest::of("film, decided");
        host.bench.answer<api::ChangeExtraction>(api::ExtractionChanged{.digest = model::PlanDigest::of("decided"), .table = row});
        api::ExtractionPage plan = samplePlan();
        plan.digest = model::PlanDigest::of("decided");
        plan.tables[2] = row;
        host.bench.answerBy<api::ShowExtraction>(servingFilm(plan, after));
    }
};

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
}

} // namespace

/// Values that bronze cannot hold, and rows that row security hides: how they stand, deciding about them, taking that back.
class ExtractionValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void aRefusedColumnSaysWhyAndWhatMayBeDecided()
    {
        const OpenedFilm opened(refusedColumns());
        QVERIFY(opened.list()->isVisible());
        QVERIFY(isSaid(*opened.list(), QStringLiteral("Column ratio (double precision)")));
        QCOMPARE(opened.said().size(), 1);
        for (const QString &part : {QStringLiteral("Not loaded: 3 of 1,000 values are no numbers: 2 NaN, 1 infinite."), QStringLiteral("Correct them at the source.")})
            QVERIFY2(opened.said().front().contains(part), qPrintable(opened.said().front()));
        QCOMPARE(opened.verbs(), (QStringList{QStringLiteral("Land as text…"), QStringLiteral("Set to NULL…"), QStringLiteral("Set to the nearest value…")}));
        QVERIFY(opened.find<SentenceList>("plan-sentences")->text().contains(QStringLiteral("Not loaded until somebody decides what becomes of values: ratio.")));
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void decideByKeyboardAndUndo()
    {
        OpenedFilm opened(refusedColumns());
        opened.table()->setFocus();
        press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(opened.detail()->currentTab(), QStringLiteral("summary"));
        QCOMPARE(QApplication::focusWidget(), opened.button("value-text"));
        press(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), opened.button("value-null"));
        press(Qt::Key_Space);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.set-to-null/public.film/ratio"));
        const QString box = opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"))->text();
        for (const QString &part : {QStringLiteral("become NULL. What they were is not in the lake"), QStringLiteral("3 of 1,000 values"), QStringLiteral("until it is undone")})
            QVERIFY2(box.contains(part), qPrintable(box));
        opened.answerChange(decided(PlanEdit::Null));
        opened.decide(QStringLiteral("wrong"));
        QCOMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 0); // at least ten characters
        opened.decide(QStringLiteral(" values, nobody needs them"));
        opened.settle();
        const auto request = opened.host.bench.lastRequest<api::ChangeExtraction>();
        QCOMPARE(request.expectedDigest, samplePlan().digest);
        QCOMPARE(request.table.toString(), QStringLiteral("public.film"));
        QCOMPARE(request.column, Column(QStringLiteral("ratio")));
        QCOMPARE(request.edit, PlanEdit::Null);
        QCOMPARE(request.reason.toString(), QStringLiteral("wrong values, nobody needs them"));
        for (const QString &part : {QStringLiteral("Values of public.film.ratio that bronze cannot hold become NULL"), QStringLiteral("wrong values, nobody needs them"),
                                    model::PlanDigest::of("decided").toString()})
            QVERIFY2(opened.receipt().contains(part), qPrintable(opened.receipt()));
        QVERIFY(opened.host.drafts.empty());
        QVERIFY(opened.find<QWidget>("notice")->isHidden()); // what was decided here needs no review

        auto *undo = opened.decisions()->findChild<QAbstractButton *>(QStringLiteral("receipt-undo"));
        QCOMPARE(undo->text(), QStringLiteral("Undo decision…"));
        undo->setFocus();
        press(Qt::Key_Space);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.undo-column/public.film/ratio"));
        opened.answerChange(refusedColumns());
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 2);
        const auto undone = opened.host.bench.lastRequest<api::ChangeExtraction>();
        QCOMPARE(undone.edit, PlanEdit::Undo);
        QCOMPARE(undone.column, Column(QStringLiteral("ratio")));
        QCOMPARE(undone.expectedDigest, model::PlanDigest::of("decided"));
    }

    void eachButtonAsksForItsOwn_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<PlanEdit>("edit");
        QTest::newRow("text") << "value-text" << PlanEdit::Text;
        QTest::newRow("NULL") << "value-null" << PlanEdit::Null;
        QTest::newRow("limit") << "value-limit" << PlanEdit::Limit;
    }
    void eachButtonAsksForItsOwn()
    {
        QFETCH(QString, button);
        QFETCH(PlanEdit, edit);
        OpenedFilm opened(refusedColumns());
        opened.answerChange(decided(edit));
        opened.button(qPrintable(button))->click();
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().edit, edit);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().column, Column(QStringLiteral("ratio")));
    }

    void aDecisionSaysWhoWhenWhyAndWhatComesOfIt()
    {
        const OpenedFilm opened(decided(PlanEdit::Null));
        QCOMPARE(opened.said().size(), 1);
        for (const QString &part : {ben, localized(planTime(-30)), benWhy, QStringLiteral("become NULL"), QStringLiteral("3 values become NULL: 2 NaN, 1 infinite.")})
            QVERIFY2(opened.said().front().contains(part), qPrintable(opened.said().front()));
        // Another decision may be taken, or none.
        QCOMPARE(opened.verbs(), (QStringList{QStringLiteral("Land as text…"), QStringLiteral("Set to the nearest value…"), QStringLiteral("Undo decision…")}));
    }

    void aDecisionIsUndoneFromItsCard()
    {
        OpenedFilm opened(decided(PlanEdit::Text));
        opened.answerChange(refusedColumns());
        opened.button("value-undo")->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.undo-column/public.film/ratio"));
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().edit, PlanEdit::Undo);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().column, Column(QStringLiteral("ratio")));
        QVERIFY(opened.receipt().contains(QStringLiteral("The decision about public.film.ratio is taken back")));
        QVERIFY(!opened.decisions()->findChild<QAbstractButton *>(QStringLiteral("receipt-undo"))->isVisible());
        QVERIFY(opened.said().front().contains(QStringLiteral("Not loaded: ")));
    }

    void rowSecurityIsAcceptedAndUndone()
    {
        OpenedFilm opened(rowSecurity());
        QVERIFY(isSaid(*opened.list(), QStringLiteral("Row security")));
        QCOMPARE(opened.verbs(), QStringList{QStringLiteral("Accept row security…")});
        opened.button("value-accept")->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.accept-row-security/public.film"));
        QVERIFY(opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"))->text().contains(QStringLiteral("missing in the lake")));
        opened.answerChange({.decisions = {{change(PlanEdit::AcceptRowSecurity, {}), false, {}, {}}}});
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().edit, PlanEdit::AcceptRowSecurity);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().column, Column());
        QVERIFY(opened.said().front().contains(ben));
        QCOMPARE(opened.verbs(), QStringList{QStringLiteral("Undo decision…")});

        opened.table()->setFocus();
        QVERIFY(opened.action("extraction.undo-change")->isEnabled());
        press(Qt::Key_Z);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.undo-change/public.film"));
        opened.answerChange(rowSecurity());
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().edit, PlanEdit::Undo);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().column, Column());
    }

    void purgedRowsAreKeptAndLetGo()
    {
        OpenedFilm opened({.deletes = model::DeleteSchedule::EveryRun});
        QVERIFY(opened.verbs().isEmpty()); // nobody decided anything
        QVERIFY2(opened.action("extraction.change-purges")->isEnabled(), qPrintable(opened.action("extraction.change-purges")->blockedWhy()));
        opened.action("extraction.change-purges")->trigger();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.keep-purged/public.film"));
        QVERIFY(opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"))->text().contains(QStringLiteral("No load replaces the table")));
        opened.answerChange({.decisions = {{change(PlanEdit::KeepPurged, {}), false, {}, {PlanEdit::KeepPurged, PlanEdit::RemovePurged}}},
                             .deletes = model::DeleteSchedule::EveryRun, .purgePolicy = model::PurgePolicy::Retain});
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().edit, PlanEdit::KeepPurged);
        QVERIFY(opened.receipt().contains(QStringLiteral("Rows of public.film that the source no longer has stay in bronze")));
        QVERIFY(opened.said().front().contains(ben));
        QCOMPARE(opened.verbs(), (QStringList{QStringLiteral("Remove purged rows…"), QStringLiteral("Undo decision…")}));
        opened.button("value-remove-purged")->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.remove-purged/public.film"));
        QVERIFY(opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"))->text().contains(QStringLiteral("rows that were kept until then are gone")));
        opened.action("extraction.change-deletes")->trigger();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.deletes-audit/public.film"));
        opened.action("extraction.undo-change")->trigger();
        QVERIFY(opened.decisions()->findChild<SentenceList *>(QStringLiteral("decision-will-happen"))->text().contains(QStringLiteral("purged rows of public.film is taken back")));
    }

    void whereNothingIsLookedForItSaysWhy()
    {
        const base::Text why{QT_TRANSLATE_NOOP("core", "What the source deleted is not looked for: %1."), base::Text(QT_TRANSLATE_NOOP("core", "its key has a column whose values are not compared between both sides"))};
        OpenedFilm opened({.reasons = {{QStringLiteral("deletes"), why, {}}}});
        QCOMPARE(opened.action("extraction.change-deletes")->blockedWhy(), localized(why));
        opened.stand({});
        QCOMPARE(opened.action("extraction.change-deletes")->blockedWhy(), QStringLiteral("Deletes of public.film are not looked for by this plan. Plan again to learn why."));
        opened.stand({.mode = model::LoadMode::Full});
        QCOMPARE(opened.action("extraction.change-deletes")->blockedWhy(), QStringLiteral("Deletes of public.film are not looked for: each load replaces every row."));
    }

    void aTableWithoutAKeyOffersToLetPurgesThrough()
    {
        const Film film{.refusals = {{{}, QT_TRANSLATE_NOOP("core", "No key tells its rows apart."), QT_TRANSLATE_NOOP("core", "Give it a primary key at the source."), {PlanEdit::RemovePurged}}}};
        const OpenedFilm opened(film);
        QVERIFY(isSaid(*opened.list(), QStringLiteral("Rows that the source no longer has")));
        QCOMPARE(opened.verbs(), QStringList{QStringLiteral("Remove purged rows…")});
        opened.button("value-remove-purged")->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.remove-purged/public.film"));
    }

    /// It does not hold, and its table waits for a person.
    void whatNoLongerFitsIsSaid()
    {
        Film film = refusedColumns();
        film.decisions = {{change(PlanEdit::Limit, QStringLiteral("ratio")), true, QT_TRANSLATE_NOOP("core", "The column is text by now."), {}}};
        const OpenedFilm opened(film);
        QCOMPARE(opened.said().size(), 1); // one card for the column
        for (const QString &part : {ben, QStringLiteral("That no longer fits and is not applied: The column is text by now."), QStringLiteral("Not loaded: 3 of 1,000 values")})
            QVERIFY2(opened.said().front().contains(part), qPrintable(opened.said().front()));
        QCOMPARE(opened.verbs(), (QStringList{QStringLiteral("Land as text…"), QStringLiteral("Set to NULL…"), QStringLiteral("Set to the nearest value…"),
                                              QStringLiteral("Undo decision…")}));
        api::PlanRow row = approvedPlan().tables[0];
        QVERIFY(!needsPerson(row));
        row.staleDecisions = 1;
        QVERIFY(needsPerson(row));
        QCOMPARE(statusOf(row), Status::Stale);
    }

    void whatWaitsComesFirst()
    {
        Film film = decided(PlanEdit::Text);
        film.refusals = refusedColumns({QStringLiteral("valid_until")}).refusals;
        const OpenedFilm opened(film);
        QCOMPARE(opened.said().size(), 2);
        QVERIFY(opened.said().front().contains(QStringLiteral("Not loaded: ")));
        QVERIFY(opened.said().back().contains(ben));
    }

    void manyColumnsAreShownOnDemand()
    {
        std::vector<QString> columns;
        for (int i = 0; i < 60; ++i)
            columns.push_back(QStringLiteral("ratio_%1").arg(i));
        const OpenedFilm opened(refusedColumns(columns));
        QCOMPARE(opened.said().size(), 20);
        auto *all = opened.button("show-all-questions");
        QCOMPARE(all->text(), QStringLiteral("Show all 60"));
        all->click();
        QCOMPARE(opened.said().size(), 60);
    }

    void whereNothingIsToBeDecidedItSaysSo()
    {
        const OpenedFilm opened({});
        QVERIFY(!opened.list()->isVisible());
        const CommandAction *columns = opened.action("extraction.change-columns");
        QVERIFY(!columns->isEnabled());
        QCOMPARE(columns->blockedWhy(), QStringLiteral("public.film has no column and no row security about which anything may be decided."));
    }

    void aMovedPlanIsReviewedFirst()
    {
        OpenedFilm opened(refusedColumns());
        opened.host.bench.answerBy<api::ShowExtraction>(servingFilm(movedPlan(), refusedColumns()));
        opened.page->pulse(pulseOf(movedPlan()));
        opened.settle();
        QVERIFY(!opened.button("value-text")->isEnabled());
        QVERIFY(opened.button("value-text")->toolTip().contains(QStringLiteral("Review what changed first.")));
    }

    void anOpenFormStaysWhileAnotherTableIsLookedAt()
    {
        OpenedFilm opened(refusedColumns());
        opened.button("value-text")->click();
        opened.select("public.actor");
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.land-as-text/public.film/ratio"));
        opened.answerChange(decided(PlanEdit::Text));
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().table.toString(), QStringLiteral("public.film"));
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().column, Column(QStringLiteral("ratio")));
    }

    void theDraftComesBack()
    {
        OpenedFilm opened(refusedColumns());
        opened.button("value-text")->click();
        QTest::keyClicks(opened.decisions()->findChild<QPlainTextEdit *>(), QStringLiteral("not finished"));
        press(Qt::Key_Escape);
        QVERIFY(opened.decisions()->openId().isEmpty());
        QCOMPARE(QApplication::focusWidget(), opened.button("value-text")); // where the person was
        opened.button("value-null")->click();
        QCOMPARE(opened.decisions()->findChild<DecisionForm *>()->reason(), QString());
        press(Qt::Key_Escape);
        opened.button("value-text")->click();
        QCOMPARE(opened.decisions()->findChild<DecisionForm *>()->reason(), QStringLiteral("not finished"));
    }

    void aRefusalStaysInTheForm()
    {
        OpenedFilm opened(refusedColumns());
        opened.host.bench.fail<api::ChangeExtraction>({base::ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Nothing is in the way of column %1."), QStringLiteral("ratio")}});
        opened.button("value-text")->click();
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.land-as-text/public.film/ratio"));
        QCOMPARE(opened.decisions()->findChild<DecisionForm *>()->reason(), sampleReason);
        QVERIFY(isSaid(*opened.decisions(), QStringLiteral("Nothing is in the way of column ratio.")));
    }

    void idsKeepEveryName_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("column");
        QTest::newRow("plain") << "public.film" << "ratio";
        QTest::newRow("a slash") << "public.\"a/b\"" << "c/d";
        QTest::newRow("quotes") << "\"my \"\"schema\"\"/\".film" << "say \"no\"/\"yes\"";
        QTest::newRow("upper case and spaces") << "public.\"Film List\"" << "Mon Prix";
    }
    void idsKeepEveryName()
    {
        QFETCH(QString, table);
        QFETCH(QString, column);
        const DecisionParts parts = decisionParts(valueDecision(PlanEdit::Limit, table, column));
        QCOMPARE(editOf(parts.what), std::optional(PlanEdit::Limit));
        QCOMPARE(parts.table, table);
        QCOMPARE(parts.column, Column(column));
        const DecisionParts ofTable = decisionParts(valueDecision(PlanEdit::AcceptRowSecurity, table, {}));
        QCOMPARE(ofTable.table, table);
        QCOMPARE(ofTable.column, Column());
    }

    void theHistorySaysItInWords_data()
    {
        QTest::addColumn<PlanEdit>("edit");
        QTest::addColumn<Column>("column");
        QTest::addColumn<QString>("words");
        const Column ratio(QStringLiteral("ratio"));
        QTest::newRow("text") << PlanEdit::Text << ratio << "Decided that column ratio lands as text";
        QTest::newRow("NULL") << PlanEdit::Null << ratio << "Decided that values of column ratio that bronze cannot hold become NULL";
        QTest::newRow("limit") << PlanEdit::Limit << ratio << "Decided that values of column ratio that bronze cannot hold become the nearest one that it can";
        QTest::newRow("row security") << PlanEdit::AcceptRowSecurity << Column() << "Accepted that only the rows that row security shows are loaded";
        QTest::newRow("deletes every run") << PlanEdit::DeletesEveryRun << Column() << "Decided that deletes are looked for after each load";
        QTest::newRow("deletes audited") << PlanEdit::DeletesAudit << Column() << "Decided that deletes are looked for now and then only";
        QTest::newRow("purged rows kept") << PlanEdit::KeepPurged << Column() << "Decided that rows which the source no longer has stay in bronze";
        QTest::newRow("purged rows removed") << PlanEdit::RemovePurged << Column() << "Decided that what the source deletes is deleted in bronze too";
        QTest::newRow("undo of a column") << PlanEdit::Undo << ratio << "Took the decision about column ratio back";
        QTest::newRow("undo of a table") << PlanEdit::Undo << Column() << "Took the change back";
    }
    void theHistorySaysItInWords()
    {
        QFETCH(PlanEdit, edit);
        QFETCH(Column, column);
        QFETCH(QString, words);
        const api::LedgerPage page{.entries = {{.sequence = 5, .recordedAtUtc = planTime(-30), .kind = model::FactKind::PlanChange, .actor = ben,
                                               .body = QString::fromUtf8(describe::canonicalJson(change(edit, column)))}}};
        ExtractionState state;
        state.changes = *historyOf(page, {}, nullptr).events;
        const std::vector<HistoryItem> items = planHistory(state);
        QCOMPARE(items.size(), std::size_t(1));
        QCOMPARE(items.front().what, words);
        QCOMPARE(items.front().who, ben);
        QCOMPARE(items.front().reason, benWhy);
    }

    void theCardsHaveNamesAndFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::addColumn<bool>("isRightToLeft");
        QTest::newRow("as it is") << 1.0 << false << false;
        QTest::newRow("40 % longer") << 1.0 << true << false;
        QTest::newRow("200 % text") << 2.0 << false << false;
        QTest::newRow("right to left") << 1.0 << false << true;
    }
    void theCardsHaveNamesAndFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        QFETCH(bool, isRightToLeft);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        QGuiApplication::setLayoutDirection(isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        Film film = decided(PlanEdit::Text);
        film.refusals = refusedColumns({QStringLiteral("valid_until")}).refusals;
        OpenedFilm opened(film);
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        QCoreApplication::processEvents();
        opened.action("extraction.change-columns")->trigger();
        QCoreApplication::processEvents();
        const QStringList cut = cutWords(*opened.page);
        const QStringList nameless = namelessWidgets(*opened.page);
        const bool isInSight = !QApplication::focusWidget()->visibleRegion().isEmpty();
        takePicture(*opened.page, QStringLiteral("extraction-values-%1")
            .arg(QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('-')).remove(QLatin1Char('%'))));
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        Theme::instance().setTextScale(1.0);
        QCoreApplication::removeTranslator(&words);
        QCOMPARE(cut, QStringList());
        QCOMPARE(nameless, QStringList());
        QVERIFY(isInSight);
    }
};

QTEST_MAIN(ExtractionValuesTest)
#include "extraction_values_test.moc"

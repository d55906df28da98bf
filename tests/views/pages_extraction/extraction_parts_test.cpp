#include "pages/extraction/extraction_table.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/field_words.h"
#include "pages/extraction/plan_evidence.h"
#include "pages/extraction/plan_history.h"
#include "pages/extraction/table_sentences.h"
#include "kit/english_plurals.h"
#include "views/pages_extraction/extraction_samples.h"

#include <QTest>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

ReadPlanPointer read(const api::ExtractionPage &page)
{
    return pageOf(page, nullptr, nullptr).plan;
}

QString allText(const std::vector<Sentence> &sentences)
{
    QStringList lines;
    for (const Sentence &sentence : sentences)
        lines += sentence.text;
    return lines.join(QLatin1Char('\n'));
}

std::vector<PlanEvent> eventsOf(const api::LedgerPage &page)
{
    return *historyOf(page, {}, nullptr).events;
}

api::TableDetail detailOf(const char *table)
{
    return *planDetail(samplePlan(), model::TableSelector::parse(QStringLiteral("public.") + QLatin1String(table)).value()).value().detail;
}

const api::PlanRow &rowOf(const ReadPlan &plan, const char *table)
{
    return *plan.find(QStringLiteral("public.") + QLatin1String(table));
}

} // namespace

/// What the page says, without any widget.
class ExtractionPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(&m_plurals); }

    void rowsSayHowEachTableStands_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<Status>("status");
        QTest::addColumn<bool>("needsMe");
        QTest::addColumn<QString>("word");
        QTest::newRow("as approved") << 0 << Status::Approved << false << QStringLiteral("Approved");
        QTest::newRow("changed since the approval") << 2 << Status::NeedsYou << true << QStringLiteral("Changed");
        QTest::newRow("refused, and approved so") << 3 << Status::Blocked << false << QStringLiteral("Refused");
        QTest::newRow("new since the approval") << 4 << Status::NeedsYou << true << QStringLiteral("New");
        QTest::newRow("against the facts, not approved") << 5 << Status::NeedsYou << true << QStringLiteral("Against facts");
        QTest::newRow("a change that fits no more") << 6 << Status::Stale << true << QStringLiteral("No longer fits");
    }
    void rowsSayHowEachTableStands()
    {
        QFETCH(int, row);
        const ExtractionTableRows rows(read(samplePlan()));
        QTEST(*rows.status(row, int(ExtractionColumn::State)), "status");
        QTEST(rows.needsMe(row), "needsMe");
        QTEST(rows.text(row, int(ExtractionColumn::State)), "word");
        QVERIFY(!rows.reason(row, int(ExtractionColumn::State)).isEmpty()); // every status says why
    }

    void beforeTheFirstApprovalRefusedTablesNeedMe()
    {
        api::ExtractionPage page = samplePlan();
        for (api::PlanRow &row : page.tables)
            row.move = api::PlanMove::Unapproved;
        const ExtractionTableRows rows(read(page));
        QVERIFY(!rows.needsMe(0));
        QVERIFY(rows.needsMe(3)); // refused and not approved so yet
        QVERIFY(rows.needsMe(5)); // against the facts
        QCOMPARE(*rows.status(0, int(ExtractionColumn::State)), Status::Ready);
    }

    void chipsCountTheTables_data()
    {
        QTest::addColumn<QString>("chip");
        QTest::addColumn<int>("count");
        QTest::newRow("needs me") << QStringLiteral("needs-me") << 4; // film, payment, rental, staff
        QTest::newRow("changed") << QStringLiteral("changed") << 2;
        QTest::newRow("new") << QStringLiteral("new") << 1;
        QTest::newRow("refused") << QStringLiteral("refused") << 1;
        QTest::newRow("against the facts") << QStringLiteral("against-facts") << 1;
        QTest::newRow("full") << QStringLiteral("full") << 3;
        QTest::newRow("incremental") << QStringLiteral("incremental") << 3;
        QTest::newRow("moved") << QStringLiteral("moved") << 2;
    }
    void chipsCountTheTables()
    {
        QFETCH(QString, chip);
        QFETCH(int, count);
        const ExtractionTableRows rows(read(samplePlan()), {2, 6}); // film and staff
        const std::vector<FilterChip> chips = extractionChips(true);
        const auto found = std::ranges::find(chips, chip, &FilterChip::id);
        QVERIFY(found != chips.end());
        int accepted = 0;
        for (qsizetype row = 0; row < rows.count(); ++row)
            accepted += found->accepts(rows, row) ? 1 : 0;
        QCOMPARE(accepted, count);
    }

    /// What is said of many tables is put together once, when the plan is read.
    void aReadPlanKnowsItsKinds()
    {
        const ReadPlanPointer plan = read(samplePlan());
        QCOMPARE(plan->names.size(), std::size_t(7));
        QCOMPARE(plan->names[2], QStringLiteral("public.film"));
        QCOMPARE(plan->needing, 4); // film, payment, rental, staff
        QCOMPARE(plan->refused, (TablesOfKind{1, {QStringLiteral("public.film_list")}}));
        QCOMPARE(plan->againstFacts, (TablesOfKind{1, {QStringLiteral("public.rental")}}));
        QCOMPARE(plan->added, (TablesOfKind{1, {QStringLiteral("public.payment")}}));
        QCOMPARE(plan->changed, (TablesOfKind{2, {QStringLiteral("public.film"), QStringLiteral("public.rental")}}));
        QCOMPARE(plan->stale, (TablesOfKind{1, {QStringLiteral("public.staff")}}));
        const ReadPlanPointer big = read(bigPlan(400)); // of forty tables the first is refused
        QCOMPARE(big->refused.count, 10);
        QCOMPARE(big->refused.first, (QStringList{QStringLiteral("schema_0000.table_000000"), QStringLiteral("schema_0000.table_000040"),
            QStringLiteral("schema_0001.table_000080"), QStringLiteral("schema_0002.table_000120"), QStringLiteral("schema_0003.table_000160")}));
    }

    void pagesAreReadBehindOneAnother()
    {
        const api::ExtractionPage all = samplePlan();
        const auto part = [&all](qsizetype from, qsizetype to) {
            api::ExtractionPage page = all;
            page.tables.assign(all.tables.begin() + from, all.tables.begin() + to);
            if (to < qsizetype(all.tables.size()))
                page.next = QString::number(to);
            return page;
        };
        const ReadPlanPointer known = read(all);
        const PlanPage first = pageOf(part(0, 3), nullptr, known);
        QCOMPARE(first.next, std::optional(QStringLiteral("3")));
        QVERIFY(!first.plan);
        const PlanPage second = pageOf(part(3, 7), first.partial, known);
        QVERIFY(second.plan == known); // exactly that: nothing new is kept of it
        QVERIFY(second.moves.isEmpty());
        const PlanPage other = pageOf(part(3, 7), pageOf(part(0, 3), nullptr, nullptr).partial, read(movedPlan()));
        QVERIFY(*other.plan == *known);
        QCOMPARE(other.moves.count(), 4);
    }

    void movesAreNamed()
    {
        const PlanMoves moves = movesBetween(*read(samplePlan()), *read(movedPlan()));
        QCOMPARE(moves.changed, (QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental")}));
        QCOMPARE(moves.added, QStringList{QStringLiteral("public.store")});
        QCOMPARE(moves.removed, QStringList{QStringLiteral("public.staff")});
        QCOMPARE(moves.count(), 4);
        QCOMPARE(moves.all, (QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental"), QStringLiteral("public.staff"), QStringLiteral("public.store")}));
        QCOMPARE(moves.inPlan, (QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental"), QStringLiteral("public.store")}));
        QCOMPARE(moves.rows, (std::vector<std::size_t>{2, 5, 6})); // in the newer plan
        QVERIFY(movesBetween(*read(samplePlan()), *read(samplePlan())).isEmpty());
        const QString sentence = movedSentence(moves);
        QVERIFY2(sentence.contains(QStringLiteral("4 tables, public.film, public.rental, public.staff, public.store")), qPrintable(sentence));
        QVERIFY(sentence.contains(QStringLiteral("No longer there: public.staff")));
    }

    void theSummarySaysHowATableLoads_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("proved") << QByteArray("actor")
            << QStringList{QStringLiteral("whose last_update moved"), QStringLiteral("merges them by actor_id"),
                QStringLiteral("proved by trigger last_updated, function public.last_updated(), line 3"),
                           QStringLiteral("lands in lake.bronze_public.actor"), QStringLiteral("about 1,000 rows"), QStringLiteral("1.0 MiB"),
                               QStringLiteral("last 60 minutes"), QStringLiteral("as it was approved then")};
        QTest::newRow("in full") << QByteArray("category") << QStringList{QStringLiteral("Each load reads every row of public.category"),
            QStringLiteral("4 of its 4 columns")};
        QTest::newRow("with a refused column") << QByteArray("film")
            << QStringList{QStringLiteral("4 of its 5 columns"),
                QStringLiteral("Column fulltext is not loaded: Bronze has no form for tsvector. What would lift it: Load the text"),
                QStringLiteral("2 things about the table moved")};
        QTest::newRow("refused") << QByteArray("film_list") << QStringList{QStringLiteral("public.film_list is not loaded: Not planned: a view"),
            QStringLiteral("What would lift it: Load the tables"), QStringLiteral("is not known")};
        QTest::newRow("against the facts") << QByteArray("rental") << QStringList{QStringLiteral("Against the facts: nothing proves"),
            QStringLiteral("anna@desk.example.com (desktop) set it to incremental"), QStringLiteral("sets it on every write")};
        QTest::newRow("stale change") << QByteArray("staff") << QStringList{QStringLiteral("no longer fits and is not applied. Loads in full: It has no timestamp."),
            QStringLiteral("it has a trigger")};
    }
    void theSummarySaysHowATableLoads()
    {
        QFETCH(QByteArray, table);
        QFETCH(QStringList, said);
        const auto plan = read(samplePlan());
        const QString text = allText(tableSentences(detailOf(table), rowOf(*plan, table)));
        for (const QString &part : said)
            QVERIFY2(text.contains(part), qPrintable(part + QStringLiteral("\nin\n") + text));
    }

    void whatAPersonDecidedIsNotCalledARule()
    {
        const auto plan = read(samplePlan());
        api::TableDetail detail = detailOf("actor");
        const auto said = [&] { return allText(tableSentences(detail, rowOf(*plan, "actor"))); };
        QVERIFY2(said().contains(QStringLiteral("In a form that a rule decided, as the evidence says: 1 column.")), qPrintable(said()));
        QVERIFY(!said().contains(QStringLiteral("a person decided")));
        const auto column = std::ranges::find(detail.planned.decision.columns, model::Fidelity::Decided, &model::PlannedColumn::fidelity);
        column->decided = model::PlanEdit::Text;
        QVERIFY2(said().contains(QStringLiteral("In a form that a person decided, as stands below: 1 column.")), qPrintable(said()));
        QVERIFY(!said().contains(QStringLiteral("a rule decided")));
    }

    void evidenceQuotesTheTriggerLine()
    {
        const std::vector<EvidenceItem> items = evidenceOf(detailOf("film"));
        const auto watermark = std::ranges::find(items, QStringLiteral("Watermark"), &EvidenceItem::about);
        QVERIFY(watermark != items.end());
        QCOMPARE(watermark->kind, EvidenceItem::For);
        QCOMPARE(watermark->line, 3); // lines count from 1; the body begins with an empty one
        QVERIFY(watermark->code.split(QLatin1Char('\n'))[watermark->line - watermark->firstLine].contains(QStringLiteral("NEW.last_update")));
        const auto refused = std::ranges::find(items, QStringLiteral("Load column fulltext"), &EvidenceItem::about);
        QVERIFY(refused != items.end());
        QCOMPARE(refused->kind, EvidenceItem::Rejected);
    }

    void evidenceSaysWhyNotOtherwise()
    {
        const std::vector<EvidenceItem> items = evidenceOf(detailOf("category"));
        const auto rejected = std::ranges::find(items, EvidenceItem::Rejected, &EvidenceItem::kind);
        QVERIFY(rejected != items.end());
        QCOMPARE(rejected->about, QStringLiteral("Load incrementally"));
        QVERIFY(rejected->statement.contains(QStringLiteral("No trigger proves")));
        const std::vector<EvidenceItem> against = evidenceOf(detailOf("rental")); // incremental all the same: there it speaks against
        QVERIFY(std::ranges::find(against, EvidenceItem::Against, &EvidenceItem::kind) != against.end());
    }

    void watermarksAreOffered()
    {
        QCOMPARE(watermarkOffer(detailOf("category").planned).column, QStringLiteral("last_update"));
        QVERIFY(!watermarkOffer(detailOf("category").planned).isProved);
        model::PlannedTable full = detailOf("actor").planned; // proved, and set to full by a person
        full.decision.mode = model::LoadMode::Full;
        full.decision.watermark.reset();
        QCOMPARE(watermarkOffer(full).column, QStringLiteral("last_update"));
        QVERIFY(watermarkOffer(full).isProved);
        QVERIFY(watermarkOffer(detailOf("film_list").planned).column.isEmpty());
    }

    void fieldsAreSaidInWords_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("said");
        const auto add = [](const char *name, const char *field, const char *before, const char *after, const char *said) {
            QTest::newRow(name) << QString::fromLatin1(field) << QString::fromLatin1(before) << QString::fromLatin1(after)
                << QString::fromLatin1(said);
        };
        add("mode", "mode", "full", "incremental", "The load mode was full and becomes: incremental");
        add("new column", "columns.email", "", "text", "Column email is new: text");
        add("column gone", "columns.email", "text", "", "Column email is gone; it was: text");
        add("type of a column", "columns.email.bronze-type", "varchar(10)", "varchar",
            "The bronze type of column email was varchar(10) and becomes: varchar");
        add("column with a dot", "columns.a.b.fidelity", "exact", "decided", "How faithfully column a.b lands was exact and becomes: decided");
        add("watermark set", "watermark.column", "", "last_update", "The watermark was not set and becomes: last_update");
        add("watermark gone", "watermark.column", "last_update", "", "The watermark was last_update and is no longer set.");
        add("new table", "table", "", "public.film", "The table is new: the plan that was approved last does not have it.");
        add("unknown to this version", "masks", "a", "b", "masks was a and becomes: b");
    }
    void fieldsAreSaidInWords()
    {
        QFETCH(QString, field);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QTEST(fieldSentence({field, before, after}), "said");
    }

    void historyReadsTheLedger()
    {
        ExtractionState state;
        state.changes = eventsOf(sampleChanges());
        state.approvals = eventsOf(sampleApprovals());
        state.revocations = eventsOf(sampleRevocations());
        const std::vector<HistoryItem> items = planHistory(state);
        QCOMPARE(items.size(), std::size_t(4));
        QCOMPARE(items[0].what, QStringLiteral("Set the table to full"));
        QCOMPARE(items[0].reason, QStringLiteral("its trigger was off for a week"));
        QCOMPARE(items[2].status, Status::Approved);
        QVERIFY(items[2].what.contains(QStringLiteral("number 12")));
        const QString revoked = QStringLiteral("Revoked the approval of plan %1, number 9 in the ledger");
        QCOMPARE(items[3].what, revoked.arg(model::PlanDigest::of("earlier").toShortString()));
        QCOMPARE(items[3].who, QStringLiteral("ben@build.example.com (cli)"));
        QCOMPARE(items[3].reason, QStringLiteral("the watermark of rental was wrong"));
        QCOMPARE(earlierReasons(state), (QStringList{QStringLiteral("the application sets it on every write"), QStringLiteral("checked with the owners of the source"),
            QStringLiteral("the watermark of rental was wrong"), QStringLiteral("its trigger was off for a week")})); // the newest first
        QCOMPARE(approvalOf(state, 12)->who, QStringLiteral("anna@desk.example.com (desktop)"));
        QVERIFY(!approvalOf(state, 13));
        api::LedgerPage foreign = sampleChanges();
        foreign.entries[0].body = QStringLiteral("{\"of\":\"a later version\"}");
        state.changes = eventsOf(foreign);
        foreign = sampleRevocations();
        foreign.entries[0].body = QStringLiteral("{\"of\":\"a later version\"}");
        state.revocations = eventsOf(foreign);
        QCOMPARE(planHistory(state)[0].status, Status::Unknown); // it stays in the list, and is not taken for something else
        QCOMPARE(planHistory(state)[3].status, Status::Unknown);
        QVERIFY(planHistory(state)[3].what.contains(QStringLiteral("Entry 9 ")));
    }

    void historyIsReadPageAfterPage()
    {
        api::LedgerPage first = sampleApprovals();
        first.next = 12;
        const api::ShowLedger request{.kind = model::FactKind::LakehouseApproval, .limit = 1};
        const HistoryPage begun = historyOf(first, request, nullptr);
        QCOMPARE(begun.more->after, 12);
        QCOMPARE(begun.more->limit, 1);
        QCOMPARE(begun.more->kind, std::optional(model::FactKind::LakehouseApproval));
        const HistoryPage done = historyOf(sampleRevocations(), *begun.more, begun.events);
        QVERIFY(!done.more);
        QCOMPARE(done.events->size(), std::size_t(2));
        QCOMPARE((*done.events)[0].sequence, 12);
        QCOMPARE((*done.events)[1].sequence, 9);
    }

    void approvalsSayWhatTheyAgreeTo()
    {
        const auto plan = read(samplePlan());
        const QString lines = approveConsequences(*plan).join(QLatin1Char('\n'));
        for (const char *part : {"In full, each load reading every row: 3 tables.", "reading what changed: 3 tables.",
            "Refused and not loaded: 1 table, public.film_list.", "Refused and not loaded: 1 column.",
                                 "Against the facts, as a person asked: 1 table, public.rental.",
                                     "New since the last approval: 1 table, public.payment.",
                                 "Changed since the last approval: 2 tables, public.film, public.rental.",
                                     "no longer fit and are not applied: 1 table, public.staff."})
            QVERIFY2(lines.contains(QLatin1String(part)), qPrintable(QString::fromLatin1(part) + QStringLiteral("\nin\n") + lines));
        QVERIFY(lines.contains(plan->digest.toShortString()));
    }

private:
    EnglishPlurals m_plurals;
};

QTEST_GUILESS_MAIN(ExtractionPartsTest)
#include "extraction_parts_test.moc"

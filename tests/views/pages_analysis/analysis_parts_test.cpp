#include "kit/english_plurals.h"
#include "pages/analysis/analysis_evidence.h"
#include "pages/analysis/analysis_history.h"
#include "pages/analysis/analysis_relations.h"
#include "pages/analysis/analysis_sentences.h"
#include "pages/analysis/analysis_sql.h"
#include "pages/analysis/analysis_table.h"
#include "pages/analysis/analysis_words.h"
#include "pages/analysis/column_table.h"
#include "views/pages_analysis/sample_analysis.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using api::AnalyzedTable;
using api::RelationBasis;

namespace {

AnalyzedTable plainTable()
{
    return {.table = nameOf("public", "film"), .rows = 1000, .columns = 3, .key = {QStringLiteral("film_id")}, .profiledAtUtc = profiledAt()};
}

ReadTablePointer readTable(SampleAnalysis &sample, const char *name)
{
    const SampleAnalysis::Table &table = sample.table(name);
    return std::make_shared<const ReadTable>(ReadTable{QString::fromLatin1(name), CatalogDigest::of("first"), table.detail, table.row});
}

ReadAnalysisPointer readAll(const SampleAnalysis &sample)
{
    return partOf(sample.show({}).value(), nullptr, nullptr).whole;
}

const EvidenceItem *about(const std::vector<EvidenceItem> &items, const QString &words)
{
    const auto found = std::ranges::find_if(items, [&](const EvidenceItem &item) { return item.about.contains(words); });
    return found == items.end() ? nullptr : &*found;
}

} // namespace

/// What stands in the rows, the sentences, the cards and the graph; without widgets.
class AnalysisPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(new EnglishPlurals(qApp)); }

    void rowsSayHowEachTableStands_data()
    {
        QTest::addColumn<AnalyzedTable>("table");
        QTest::addColumn<QString>("word");
        QTest::addColumn<Status>("status");
        QTest::addColumn<bool>("needsLook");
        QTest::addColumn<QString>("reason");
        const auto with = [](auto change) {
            AnalyzedTable table = plainTable();
            change(table);
            return table;
        };
        QTest::newRow("nothing to look at") << plainTable() << "Known" << Status::Done << false << "Nothing about it needs a look.";
        QTest::newRow("refused before all else") << with([](AnalyzedTable &table) { table.isRefused = true; table.conflicts = 2; }) << "Refused" << Status::Blocked << true
            << "It cannot be loaded: its columns say why, and what would lift it. 2 conflicts between pieces of evidence.";
        QTest::newRow("conflicts") << with([](AnalyzedTable &table) { table.conflicts = 1; table.personalData = 1; }) << "Conflicts" << Status::NeedsYou << true
            << "1 conflict between pieces of evidence. 1 column that may hold personal data.";
        QTest::newRow("no key") << with([](AnalyzedTable &table) { table.key.clear(); }) << "No key" << Status::NeedsYou << true << "Nothing tells its rows apart.";
        QTest::newRow("some columns refused") << with([](AnalyzedTable &table) { table.refusedColumns = 1; }) << "Partly refused" << Status::DoneWithProblems << true
            << "1 column that no type of the lake holds faithfully.";
        QTest::newRow("not profiled") << with([](AnalyzedTable &table) { table.profiledAtUtc.reset(); }) << "Not yet" << Status::NotStarted << true << "Its rows were not looked at yet.";
        QTest::newRow("personal data") << with([](AnalyzedTable &table) { table.personalData = 2; }) << "Personal data" << Status::NeedsYou << true << "2 columns that may hold personal data.";
        QTest::newRow("a view") << with([](AnalyzedTable &table) { table.kind = TableKind::View; table.isRefused = true; table.key.clear(); table.profiledAtUtc.reset(); }) << "Derived" << Status::Skipped << false
            << "It shows rows of other tables, so it is not loaded itself.";
        QTest::newRow("a foreign table") << with([](AnalyzedTable &table) { table.kind = TableKind::ForeignTable; table.isRefused = true; table.key.clear(); table.profiledAtUtc.reset(); }) << "Elsewhere" << Status::Skipped << false
            << "Its rows belong to another server, so it is not loaded from here.";
    }
    void rowsSayHowEachTableStands()
    {
        QFETCH(AnalyzedTable, table);
        QTEST(stateWord(table), "word");
        QTEST(stateOf(table), "status");
        QTEST(needsLook(table), "needsLook");
        QTEST(stateReason(table), "reason");
    }

    void changesAreSaidInWords_data()
    {
        QTest::addColumn<std::optional<InsertClass>>("inserts");
        QTest::addColumn<std::optional<UpdateClass>>("updates");
        QTest::addColumn<std::optional<DeleteClass>>("deletes");
        QTest::addColumn<QString>("words");
        using Inserts = std::optional<InsertClass>;
        using Updates = std::optional<UpdateClass>;
        using Deletes = std::optional<DeleteClass>;
        QTest::newRow("nothing is known") << Inserts() << Updates() << Deletes() << "not known";
        QTest::newRow("written by statements") << Inserts(InsertClass::Seen) << Updates(UpdateClass::RawSqlSetsUpdated) << Deletes(DeleteClass::Hard) << "inserts, updates set the watermark, deletes";
        QTest::newRow("an update leaves the watermark out") << Inserts(InsertClass::Seen) << Updates(UpdateClass::RawSqlOmitsUpdated) << Deletes(DeleteClass::Soft) << "inserts, updates leave the watermark out, deletes only mark";
        QTest::newRow("by the persistence layer") << Inserts(InsertClass::Seen) << Updates(UpdateClass::PoOnly) << Deletes(DeleteClass::PurgeOnly) << "inserts, updates by the persistence layer, deletes by housekeeping";
        QTest::newRow("only read") << Inserts(InsertClass::NoneSeen) << Updates(UpdateClass::NoneSeen) << Deletes(DeleteClass::Never) << "no inserts, no updates, no deletes";
    }
    void changesAreSaidInWords()
    {
        QFETCH(std::optional<InsertClass>, inserts);
        QFETCH(std::optional<UpdateClass>, updates);
        QFETCH(std::optional<DeleteClass>, deletes);
        AnalyzedTable table = plainTable();
        table.inserts = inserts;
        table.updates = updates;
        table.deletes = deletes;
        QTEST(changesWords(table), "words");
        QVERIFY(!changesReason(table).isEmpty());
    }

    void rowsShowWhatWasFound()
    {
        const SampleAnalysis sample;
        const AnalysisTableRows rows(readAll(sample));
        const qsizetype payment = 5;
        QCOMPARE(rows.id(payment), QStringLiteral("public.payment"));
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Schema)), QStringLiteral("public"));
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Table)), QStringLiteral("payment"));
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Rows)), QStringLiteral("16,049"));
        QCOMPARE(rows.number(payment, int(AnalysisColumn::Rows)), std::optional(16049.0));
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Key)), QString());
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Orphans)), QStringLiteral("1"));
        QCOMPARE(rows.text(0, int(AnalysisColumn::Watermark)), QStringLiteral("last_update, by a trigger"));
        QCOMPARE(rows.text(payment, int(AnalysisColumn::Watermark)), QString());
        QCOMPARE(rows.number(4, int(AnalysisColumn::Rows)), std::optional<double>()); // not known sorts last
    }

    void everyColumnHasAWidthAndATitle()
    {
        for (const std::vector<TableColumn> &columns : {analysisColumns(), columnColumns()}) {
            for (const TableColumn &column : columns)
                QVERIFY(!column.title.isEmpty() && column.width > 0);
        }
        QCOMPARE(analysisColumns().size(), std::size_t(AnalysisColumn::Profiled) + 1);
        QCOMPARE(columnColumns().size(), std::size_t(ColumnTableColumn::Comment) + 1);
    }

    void aRefusedColumnSaysWhyAndWhatLiftsIt()
    {
        SampleAnalysis sample;
        const ColumnTableRows rows(readTable(sample, "public.film"));
        const qsizetype fulltext = 3;
        QCOMPARE(rows.text(fulltext, int(ColumnTableColumn::LandsAs)), QStringLiteral("not loaded"));
        QCOMPARE(rows.text(fulltext, int(ColumnTableColumn::Refusal)), QStringLiteral("The type tsvector has no faithful form in the lake."));
        QCOMPARE(rows.reason(fulltext, int(ColumnTableColumn::LandsAs)), QStringLiteral("The type tsvector has no faithful form in the lake. What would lift it: Load the columns that it is made from."));
        QVERIFY(rows.needsMe(fulltext));
        QVERIFY(!rows.needsMe(0));
        QCOMPARE(rows.text(2, int(ColumnTableColumn::Codes)), QStringLiteral("G = everybody, R"));
        QCOMPARE(rows.text(fulltext, int(ColumnTableColumn::Nulls)), QString()); // it was not looked at, though the others were
    }

    void whatAPersonDecidedIsNotCalledARule()
    {
        SampleAnalysis sample;
        ReadTable film = *readTable(sample, "public.film");
        PlannedColumn &column = film.analysis.planned.decision.columns[0];
        column.fidelity = Fidelity::Decided;
        const auto said = [&film] { return ColumnTableRows(std::make_shared<const ReadTable>(film)).reason(0, int(ColumnTableColumn::LandsAs)); };
        QCOMPARE(said(), QStringLiteral("In a form that a rule decided; the evidence says which."));
        column.decided = PlanEdit::Text;
        QCOMPARE(said(), QStringLiteral("In a form that a person decided; the extraction plan says who and why."));
    }

    void manyCodesAreCut()
    {
        SampleAnalysis sample;
        std::vector<CodeMeaning> &codes = sample.table("public.film").detail.codeLists.front().codes;
        codes.clear();
        for (int i = 0; i < 14; ++i)
            codes.push_back({QString::number(i), {}});
        const ColumnTableRows rows(readTable(sample, "public.film"));
        QCOMPARE(rows.text(2, int(ColumnTableColumn::Codes)), QStringLiteral("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2 more"));
    }

    void relationsAreDrawnByWhatTheyRestOn()
    {
        SampleAnalysis sample;
        const ReadTablePointer customer = readTable(sample, "public.customer");
        const std::vector<GraphEdge> edges = relationEdges(*customer);
        QCOMPARE(edges.size(), std::size_t(3));
        QCOMPARE(edges[0].from, QStringLiteral("public.payment")); // from the table with the foreign key
        QCOMPARE(edges[0].to, QStringLiteral("public.customer"));
        QCOMPARE(edges[0].label, QStringLiteral("not validated"));
        QVERIFY(!edges[0].isInferred);
        QCOMPARE(edges[1].label, QStringLiteral("declared"));
        QVERIFY(!edges[1].isInferred);
        QCOMPARE(edges[2].label, QStringLiteral("inferred"));
        QVERIFY(edges[2].isInferred);
        QCOMPARE(edges[2].how, QStringLiteral("sales.invoice.customer = public.customer.customer_id"));
        const std::vector<GraphNode> nodes = relationNodes(*customer, readAll(sample));
        QCOMPARE(nodes.size(), std::size_t(4));
        QCOMPARE(nodes.front().id, QStringLiteral("public.customer"));
        QCOMPARE(nodes[1].caption, QStringLiteral("Table"));
        QCOMPARE(nodes[3].note, QStringLiteral("inferred")); // what the list says, where no line is drawn
    }

    void aTableThatLeadsToItselfIsOneNode()
    {
        SampleAnalysis sample;
        SampleAnalysis::Table &film = sample.table("public.film");
        film.detail.relations = {{film.row.table, {QStringLiteral("sequel_of")}, film.row.table, {QStringLiteral("film_id")}, RelationBasis::Declared, false}};
        const std::vector<GraphNode> nodes = relationNodes(*readTable(sample, "public.film"), nullptr);
        QCOMPARE(nodes.size(), std::size_t(1));
        QCOMPARE(nodes.front().note, QStringLiteral("declared, to itself by sequel_of"));
    }

    void aRelationOfSeveralColumnsIsOneLine()
    {
        SampleAnalysis sample;
        SampleAnalysis::Table &film = sample.table("public.film");
        film.detail.relations = {{film.row.table, {QStringLiteral("a"), QStringLiteral("b")}, nameOf("public", "part"), {QStringLiteral("x"), QStringLiteral("y")}, RelationBasis::Declared, true}};
        const std::vector<GraphEdge> edges = relationEdges(*readTable(sample, "public.film"));
        QCOMPARE(edges.size(), std::size_t(1));
        QCOMPARE(edges[0].how, QStringLiteral("public.film.a = public.part.x\nAND public.film.b = public.part.y"));
        QCOMPARE(edges[0].label, QStringLiteral("declared"));
        QCOMPARE(relationNodes(*readTable(sample, "public.film"), nullptr).back().note, QStringLiteral("declared, orphans"));
        QVERIFY(edges[0].fromColumn.isEmpty());
    }

    void evidenceStandsWithItsFinding()
    {
        SampleAnalysis sample;
        const std::vector<EvidenceItem> items = evidenceOf(*readTable(sample, "public.customer"));
        const EvidenceItem *email = about(items, QStringLiteral("Personal data in email"));
        QVERIFY(email);
        QCOMPARE(email->kind, EvidenceItem::For);
        QCOMPARE(email->about, QStringLiteral("Personal data in email: e-mail address"));
        QCOMPARE(email->statement, QStringLiteral("Every value looks like an e-mail address."));
        QCOMPARE(email->where, QStringLiteral("all rows: column public.customer.email"));
        QCOMPARE(email->certainty, QStringLiteral("certain, seen in 587 rows"));
        QCOMPARE(email->at, std::optional(profiledAt()));
        const EvidenceItem *check = about(items, QStringLiteral("Check customer_active_check"));
        QVERIFY(check);
        QCOMPARE(check->certainty, QStringLiteral("holds for every row"));
        const EvidenceItem *flag = about(items, QStringLiteral("Flag active"));
        QVERIFY(flag);
        QCOMPARE(flag->certainty, QStringLiteral("enforced by the database"));
    }

    void bothSidesOfAConflictAreShown()
    {
        SampleAnalysis sample;
        const std::vector<EvidenceItem> items = evidenceOf(*readTable(sample, "public.payment"));
        const auto sides = std::ranges::count_if(items, [](const EvidenceItem &item) { return item.kind == EvidenceItem::Against && item.about.startsWith(QStringLiteral("Conflict in payment_customer_id_fkey")); });
        QCOMPARE(sides, 2);
        const EvidenceItem *foreign = about(items, QStringLiteral("Foreign key payment_customer_id_fkey"));
        QVERIFY(foreign);
        QCOMPARE(foreign->certainty, QStringLiteral("holds for new rows only"));
        const EvidenceItem *key = about(items, QStringLiteral("No usable key"));
        QVERIFY(key);
        QCOMPARE(key->statement, QStringLiteral("customer_id, amount: 16,049 rows, 12 too many, 0 with NULL"));
    }

    void veryManyPlacesAreCut()
    {
        SampleAnalysis sample;
        std::vector<Evidence> &places = sample.table("public.payment").detail.writes->evidence;
        places.resize(120, places.front());
        const std::vector<EvidenceItem> items = evidenceOf(*readTable(sample, "public.payment"));
        QCOMPARE(std::ranges::count_if(items, [](const EvidenceItem &item) { return item.about.startsWith(QStringLiteral("Changes")); }), 51);
        QVERIFY(about(items, QStringLiteral("Changes")));
        QVERIFY(std::ranges::any_of(items, [](const EvidenceItem &item) { return item.statement == QStringLiteral("70 more places. The command line lists all: ekos-lakehouse analysis show public.payment"); }));
    }

    void aTriggerThatIsOffIsSaid()
    {
        SampleAnalysis sample;
        SampleAnalysis::Table &film = sample.table("public.film");
        film.detail.planned.reasons.clear();
        film.detail.table.triggers.front().enabled = TriggerEnabled::Disabled;
        const std::vector<EvidenceItem> items = evidenceOf(*readTable(sample, "public.film"));
        const EvidenceItem *trigger = about(items, QStringLiteral("Trigger last_updated"));
        QVERIFY(trigger);
        QCOMPARE(trigger->statement, QStringLiteral("It is switched off at the source."));
        QVERIFY(trigger->code.contains(QStringLiteral("NEW.last_update = now();")));
        QVERIFY(definitionsOf(film.detail).contains(QStringLiteral("-- Trigger last_updated, switched off")));
    }

    void aNameCannotLeaveItsComment()
    {
        SampleAnalysis sample;
        SampleAnalysis::Table &film = sample.table("public.film");
        film.detail.table.checks = {{QStringLiteral("ok\nDROP TABLE film; --"), QStringLiteral("CHECK ((length > 0))"), true}};
        const QString sql = definitionsOf(film.detail);
        for (const QString &line : sql.split(QLatin1Char('\n')))
            QVERIFY2(!line.startsWith(QStringLiteral("DROP TABLE")) || sql.contains(QStringLiteral("ADD CONSTRAINT \"ok\n")), qPrintable(line)); // only inside the quoted name
        QVERIFY(sql.contains(QStringLiteral("-- Constraint \"ok DROP TABLE film; --\"")));
    }

    void whatARunFoundFirstStandsTogether()
    {
        SampleAnalysis sample;
        AnalysisState state;
        state.timeline = std::make_shared<const ReadTimeline>(ReadTimeline{QStringLiteral("public.film"), sample.entries.at(QStringLiteral("public.film"))});
        const std::vector<HistoryItem> items = tableHistory(state);
        QCOMPARE(items.size(), std::size_t(3));
        QCOMPARE(items[2].what, QStringLiteral("Became known: 1 table, 2 columns"));
        QCOMPARE(items[2].id, QStringLiteral("0190c2a4-7d3e-7a10-8000-000000000001"));
        QCOMPARE(items[1].what, QStringLiteral("Changed: column public.film.title"));
        QCOMPARE(items[1].reason, QStringLiteral("not-null: false → true"));
        QCOMPARE(items[1].status, Status::Stale);
        QCOMPARE(items[0].what, QStringLiteral("Gone: column public.film.length"));
    }

    void whatOnlyAProgramReadsIsNotShown()
    {
        AnalysisState state;
        ReadTimeline timeline{QStringLiteral("public.film"), {{7, profiledAt(), FactKind::TableProfile, QStringLiteral("public.film"), api::LedgerChange::Changed,
            {QStringLiteral("columns: [{\"column\":\"film_id\"}] → [{\"column\":\"title\"}]"), QStringLiteral("rows: 3 → 4"), QStringLiteral("shape: sha256:aa → sha256:bb")}, {}, {}}}};
        state.timeline = std::make_shared<const ReadTimeline>(std::move(timeline));
        QCOMPARE(tableHistory(state).front().reason, QStringLiteral("columns: other than before; rows: 3 → 4; shape: other than before"));
    }

    void sentencesSayWhatIsKnown()
    {
        SampleAnalysis sample;
        AnalysisState state;
        QCOMPARE(analysisSentences(state).front().text, QStringLiteral("No table is on screen yet."));
        state.analysis = readAll(sample);
        QCOMPARE(analysisSentences(state).front().text, QStringLiteral("Select a table to see its columns, its relations and what the findings rest on."));
        state.table = QStringLiteral("public.payment");
        QCOMPARE(analysisSentences(state).front().text, QStringLiteral("Reading public.payment…"));
        state.detail = readTable(sample, "public.payment");
        QStringList said;
        for (const Sentence &sentence : analysisSentences(state))
            said += sentence.text;
        for (const char *part : {"Table of 2 columns and about 16,049 rows; it takes 1.5 MiB at the source.", "Nothing tells its rows apart. Review, subject Identity, decides what does.",
                                 "1 conflict between pieces of evidence: see Evidence.", "At least one statement updates rows and leaves the watermark out."})
            QVERIFY2(said.join(QLatin1Char(' ')).contains(QLatin1String(part)), qPrintable(said.join(QLatin1Char('|'))));
    }

    void aPartIsKnownWhenItIsTheSame()
    {
        SampleAnalysis sample;
        const ReadAnalysisPointer first = readAll(sample);
        QCOMPARE(partOf(sample.show({}).value(), nullptr, first).whole, first);
        sample.table("public.film").row.conflicts = 1;
        QVERIFY(partOf(sample.show({}).value(), nullptr, first).whole != first);
        QVERIFY(first->find(QStringLiteral("public.film")));
        QVERIFY(!first->find(QStringLiteral("public.nothing")));
        QVERIFY(!first->find(QStringLiteral("no table")));
    }
};

QTEST_MAIN(AnalysisPartsTest)
#include "analysis_parts_test.moc"

#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

QString line(const char *kind, const QByteArray &body) { return QStringLiteral("{\"kind\":\"%1\",\"body\":%2}\n").arg(QLatin1String(kind), QString::fromUtf8(body)); }

WriteBehaviour compiled()
{
    return {.table = tableName("film"), .inserts = InsertClass::Seen, .updates = UpdateClass::PoOnly, .deletes = DeleteClass::Soft,
        .evidence = {{.kind = EvidenceKind::ImportedFact, .place = QStringLiteral("src/Film.java"), .detail = QStringLiteral("update"), .line = 48}}};
}

/// A film project whose source was read.
struct ReadFilm : FilmProject {
    ReadFilm()
    {
        if (!doors.ask(AnalyzeSource{}))
            qFatal("not read");
    }
    QString proposed(const char *item)
    {
        const auto page = doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .item = QString::fromLatin1(item)});
        return page && page.value().detail ? page.value().detail->item.proposal.toString() : QStringLiteral("(none)");
    }
};

} // namespace

Q_DECLARE_METATYPE(std::optional<QString>)

class ImportFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesOverOnce_data() { LAKEHOUSE_BOTH_DOORS(); }
    void takesOverOnce()
    {
        QFETCH(Door, door);
        ReadFilm film;
        const QString file = line("write-behaviour", describe::canonicalJson(compiled())) + QLatin1Char('\n') + line("glossary-term", describe::canonicalJson(GlossaryTerm{.term = QStringLiteral("rental"),
            .definition = QStringLiteral("what is lent"), .evidence = compiled().evidence}));
        LAKEHOUSE_VALUE(const FactsImported first, film.doors.ask(ImportFacts{.lines = file}, door));
        QCOMPARE(first.facts, 2);
        QCOMPARE(first.newEntries, 2);
        LAKEHOUSE_VALUE(const FactsImported second, film.doors.ask(ImportFacts{.lines = file}, door));
        QCOMPARE(second.facts, 2);
        QCOMPARE(second.newEntries, 0);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour}, door));
        QCOMPARE(page.items.size(), 1u);
        QCOMPARE(page.items.front().proposal.toString(), QStringLiteral("update=po_only,delete=soft"));
    }

    void anAnalysisLeavesThemAsTheyAre()
    {
        ReadFilm film;
        QVERIFY(film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled()))}));
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        Q_UNUSED(report)
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour}));
        QCOMPARE(page.items.size(), 1u);
    }

    void oneBadLineImportsNothing_data()
    {
        QTest::addColumn<QString>("bad");
        QTest::newRow("no JSON") << QStringLiteral("hello\n");
        QTest::newRow("cut off") << line("write-behaviour", describe::canonicalJson(compiled())).left(60) + QLatin1Char('\n');
        QTest::newRow("an unknown kind") << line("rumour", "{}");
        QTest::newRow("a kind that is not imported") << line("sign-off", "{}");
        QTest::newRow("a field too many") << line("write-behaviour", QByteArray(describe::canonicalJson(compiled())).replace("{\"deletes\"", "{\"actor\":\"x\",\"deletes\""));
        QTest::newRow("an unknown class") << line("write-behaviour", QByteArray(describe::canonicalJson(compiled())).replace("po_only", "sometimes"));
        WriteBehaviour silent = compiled();
        silent.evidence.clear();
        QTest::newRow("no evidence") << line("write-behaviour", describe::canonicalJson(silent));
        silent.evidence = {{}};
        QTest::newRow("evidence without a place") << line("write-behaviour", describe::canonicalJson(silent));
        WriteBehaviour again = compiled();
        again.deletes = DeleteClass::Hard;
        WriteBehaviour elsewhere = compiled();
        elsewhere.table = tableName("flim");
        QTest::newRow("an unknown table") << line("write-behaviour", describe::canonicalJson(elsewhere));
        QTest::newRow("an unknown column") << line("flag-column", describe::canonicalJson(FlagColumn{.table = tableName("film"), .column = QStringLiteral("active"), .yes = QStringLiteral("Y"), .no = QStringLiteral("N"), .evidence = compiled().evidence}));
        QTest::newRow("a relation to an unknown column") << line("logical-foreign-key", describe::canonicalJson(LogicalForeignKey{.table = tableName("film"), .columns = {QStringLiteral("film_id")},
            .referenced = tableName("actor"), .referencedColumns = {QStringLiteral("id")}, .evidence = compiled().evidence}));
        QTest::newRow("scope of an unknown table") << line("scope-proposal", describe::canonicalJson(ScopeProposal{.table = tableName("flim"), .why = "It looks like one.", .evidence = compiled().evidence}));
        QTest::newRow("personal data in an unknown column") << line("pii-candidate", describe::canonicalJson(PiiCandidate{.table = tableName("film"), .column = QStringLiteral("mail"), .evidence = compiled().evidence}));
        QTest::newRow("a conflict in an unknown table") << line("conflict", describe::canonicalJson(Conflict{.table = tableName("flim"), .about = QStringLiteral("title"), .first = "One.", .second = "Another.",
            .firstEvidence = compiled().evidence, .secondEvidence = compiled().evidence}));
        QTest::newRow("a key of an unknown column") << line("identity-candidate", describe::canonicalJson(IdentityCandidate{.table = tableName("film"), .candidates = {{.columns = {QStringLiteral("id")}}}, .evidence = compiled().evidence}));
        QTest::newRow("a term of an unknown column") << line("glossary-term", describe::canonicalJson(GlossaryTerm{.term = QStringLiteral("rental"), .definition = QStringLiteral("what is lent"), .table = tableName("film"),
            .column = QStringLiteral("rented"), .evidence = compiled().evidence}));
        QTest::newRow("codes of an unknown column") << line("enum-meaning", describe::canonicalJson(CodeList{.table = tableName("film"), .column = QStringLiteral("state"), .evidence = compiled().evidence}));
        QTest::newRow("a mandatory unknown column") << line("mandatory-column", describe::canonicalJson(MandatoryColumn{.table = tableName("film"), .column = QStringLiteral("state"), .evidence = compiled().evidence}));
        QTest::newRow("another name of an unknown table") << line("identity-candidate", describe::canonicalJson(IdentityCandidate{.table = tableName("film"), .question = IdentityQuestion::SeveralNames,
            .others = {tableName("movie")}, .evidence = compiled().evidence}));
        QTest::newRow("the same thing twice") << line("write-behaviour", describe::canonicalJson(again));
    }
    void oneBadLineImportsNothing()
    {
        QFETCH(QString, bad);
        ReadFilm film;
        const qint64 entries = film.entries();
        const auto refused = film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled())) + bad});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().detail.startsWith(QStringLiteral("2: ")), qPrintable(refused.error().detail));
        QCOMPARE(film.entries(), entries);
    }

    void whatIsMissingIsNamed()
    {
        ReadFilm film;
        WriteBehaviour elsewhere = compiled();
        elsewhere.table = tableName("flim");
        const auto ofTable = film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(elsewhere))});
        QCOMPARE(ofTable.error().detail, QStringLiteral("1: the source has no table public.flim."));
        const auto ofColumn = film.doors.ask(ImportFacts{.lines = QLatin1Char('\n') + line("mandatory-column", describe::canonicalJson(MandatoryColumn{.table = tableName("film"), .column = QStringLiteral("Title"), .evidence = compiled().evidence}))});
        QCOMPARE(ofColumn.error().detail, QStringLiteral("2: the table public.film has no column \"Title\"."));
    }

    void aSourceThatWasNeverReadTakesNoFacts()
    {
        FilmProject film;
        const auto refused = film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled()))});
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse analyze")));
        QCOMPARE(film.entries(), 0);
    }

    void anImportIsTakenBack_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anImportIsTakenBack()
    {
        QFETCH(Door, door);
        ReadFilm film;
        const QString before = film.proposed("public.film");
        const QString ofFilm = line("write-behaviour", describe::canonicalJson(compiled()));
        const QString ofTerm = line("glossary-term", describe::canonicalJson(GlossaryTerm{.term = QStringLiteral("rental"), .definition = QStringLiteral("what is lent"), .evidence = compiled().evidence}));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofFilm}, door, person("anna")));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofTerm}, door, person("berta")));
        QCOMPARE(film.proposed("public.film"), QStringLiteral("update=po_only,delete=soft"));
        const qint64 entries = film.entries();
        LAKEHOUSE_VALUE(const FactsRetracted ofFile, film.doors.ask(RetractFacts{.lines = ofFilm, .reason = reason("compiled from an old branch")}, door, person("carl")));
        QCOMPARE(ofFile.facts, 1);
        QCOMPARE(film.entries(), entries + 1);
        QCOMPARE(film.proposed("public.film"), before);
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.kind = FactKind::Retraction, .after = entries}, door));
        QCOMPARE(page.entries.size(), 1u);
        QVERIFY(page.entries.front().actor.startsWith(QStringLiteral("carl")));
        QVERIFY(page.entries.front().run);
        LAKEHOUSE_VALUE(const RunDetail run, film.doors.ask(ShowRun{.run = page.entries.front().run->toString()}, door));
        QVERIFY(run.run.outcome.toEnglish().contains(QStringLiteral("compiled from an old branch")));
        // of a person, whatever file it was
        QCOMPARE(film.doors.ask(RetractFacts{.by = QStringLiteral("anna"), .reason = reason()}, door).error().code, ErrorCode::NotFound);
        LAKEHOUSE_VALUE(const FactsRetracted ofPerson, film.doors.ask(RetractFacts{.by = QStringLiteral("berta"), .reason = reason()}, door));
        QCOMPARE(ofPerson.facts, 1);
        QVERIFY(film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary}).value().items.empty());
        // it may be imported again
        LAKEHOUSE_VALUE(const FactsImported again, film.doors.ask(ImportFacts{.lines = ofFilm}, door));
        QCOMPARE(again.newEntries, 1);
        QCOMPARE(film.proposed("public.film"), QStringLiteral("update=po_only,delete=soft"));
    }

    void whatIsToBeTakenBackIsNamed()
    {
        ReadFilm film;
        const QString ofFilm = line("write-behaviour", describe::canonicalJson(compiled()));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofFilm}, Door::InProcess, person("anna")));
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(RetractFacts{.reason = reason()}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(film.doors.ask(RetractFacts{.lines = QStringLiteral("hello\n"), .reason = reason()}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(film.doors.ask(RetractFacts{.lines = ofFilm, .by = QStringLiteral("berta"), .reason = reason()}).error().code, ErrorCode::NotFound);
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nrequire-reason = true"));
        QCOMPARE(film.doors.ask(RetractFacts{.lines = ofFilm, .reason = FilmProject::noReason()}).error().code, ErrorCode::NeedsReason);
        QCOMPARE(film.entries(), entries);
    }

    void nobodyIsMeantByAnEmptyName_data()
    {
        QTest::addColumn<std::optional<QString>>("lines");
        QTest::addColumn<std::optional<QString>>("by");
        const std::optional<QString> ofFilm = line("write-behaviour", describe::canonicalJson(compiled())), none;
        QTest::newRow("an empty name") << none << std::optional(QString());
        QTest::newRow("a name of spaces") << none << std::optional(QStringLiteral("  "));
        QTest::newRow("an empty name beside a file") << ofFilm << std::optional(QString());
        QTest::newRow("an empty file") << std::optional(QString()) << none;
        QTest::newRow("a file of empty lines") << std::optional(QStringLiteral("\n \n")) << none;
        QTest::newRow("an empty file beside a name") << std::optional(QString()) << std::optional(QStringLiteral("anna"));
    }
    void nobodyIsMeantByAnEmptyName()
    {
        QFETCH(std::optional<QString>, lines);
        QFETCH(std::optional<QString>, by);
        ReadFilm film;
        QVERIFY(film.doors.ask(ImportFacts{.lines = line("write-behaviour", describe::canonicalJson(compiled()))}, Door::InProcess, person("anna")));
        const qint64 entries = film.entries();
        for (const Door door : {Door::InProcess, Door::Loopback}) {
            const auto refused = film.doors.ask(RetractFacts{.lines = lines, .by = by, .reason = reason()}, door);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
            QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("--by NAME")));
        }
        QCOMPARE(film.entries(), entries);
    }

    void schedulesAndAgentsTakeBackOnlyTheirOwn_data()
    {
        QTest::addColumn<int>("channel");
        QTest::newRow("schedule") << int(Channel::Schedule);
        QTest::newRow("agent") << int(Channel::Agent);
    }
    void schedulesAndAgentsTakeBackOnlyTheirOwn()
    {
        QFETCH(int, channel);
        ReadFilm film;
        const CallContext asService{.channel = Channel(channel)};
        const Actor service = person("service:compiler");
        const QString ofFilm = line("write-behaviour", describe::canonicalJson(compiled()));
        WriteBehaviour second = compiled();
        second.table = tableName("actor");
        const QString ofActor = line("write-behaviour", describe::canonicalJson(second));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofFilm}, Door::InProcess, person("anna")));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofActor}, Door::InProcess, service, asService));
        const qint64 entries = film.entries();
        for (const RetractFacts &request : {RetractFacts{.lines = ofFilm, .reason = reason()}, RetractFacts{.by = QStringLiteral("anna"), .reason = reason()}, RetractFacts{.lines = ofFilm + ofActor, .reason = reason()}})
            QCOMPARE(film.doors.ask(request, Door::InProcess, service, asService).error().code, ErrorCode::RefusedByRule);
        QCOMPARE(film.entries(), entries);
        QCOMPARE(film.doors.ask(RetractFacts{.lines = ofActor, .reason = reason()}, Door::InProcess, service, asService).value().facts, 1);
    }

    /// What a table had that is gone can be taken back all the same.
    void factsOfATableThatIsGoneAreTakenBack()
    {
        ReadFilm film;
        const QString ofFilm = line("write-behaviour", describe::canonicalJson(compiled()));
        QVERIFY(film.doors.ask(ImportFacts{.lines = ofFilm}));
        film.project.setTables({FilmProject::actor()});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(film.doors.ask(RetractFacts{.lines = ofFilm, .reason = reason()}).value().facts, 1);
    }
};

QTEST_GUILESS_MAIN(ImportFactsTest)
#include "import_facts_test.moc"

#include "planned_tables.h"

#include "describe/label_of.h"
#include "rules/planning/setting_names.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;
using base::ErrorCode;
using model::DeleteClass;
using model::DeleteSchedule;
using model::LoadMode;
using model::PlanEdit;
using model::PlannedTable;
using model::PurgePolicy;

namespace {

constexpr char incremental[] = "edge.one_proved";
constexpr char keyless[] = "edge.no_key";

model::PlanChange change(const char *table, PlanEdit edit)
{
    return {name(table), edit, model::Reason::parse(QStringLiteral("the auditors want them")).value(), QStringLiteral("berta@desk (cli)"), {}, {}};
}

void sees(PlanCase &given, const char *table, DeleteClass deletes)
{
    given.writes.push_back({.table = name(table), .deletes = deletes, .evidence = {{.place = QStringLiteral("src/Other.java"), .detail = QStringLiteral("class Other")},
                                                                                   {.place = QStringLiteral("src/Purge.java"), .detail = QStringLiteral("delete in housekeeping")},
                                                                                   {.place = QStringLiteral("src/Remove.java"), .detail = QStringLiteral("delete")}}});
}

QString evidenceOf(const PlannedTable &table, const char *about)
{
    const auto found = std::ranges::find(table.reasons, QString::fromUtf8(about), &model::PlanReason::about);
    return found == table.reasons.end() ? QString() : found->evidence;
}

QString labels(const std::vector<PlanEdit> &edits)
{
    QStringList words;
    for (const PlanEdit edit : edits)
        words += describe::labelOf(edit);
    return words.join(QLatin1Char(' '));
}

} // namespace

/// How often deletes are looked for, and whether rows that the source purges stay: by what the code does, by the setting, by a person.
class DeletePlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoDecides_data()
    {
        QTest::addColumn<int>("byCode"); // −1: no code was seen
        QTest::addColumn<QString>("setting");
        QTest::addColumn<int>("edit");   // −1: none
        QTest::addColumn<bool>("keeps");
        QTest::addColumn<QString>("evidence");
        const auto row = [](const char *title, int byCode, const char *setting, int edit, bool keeps, const char *evidence) {
            QTest::newRow(title) << byCode << QString::fromLatin1(setting) << edit << keeps << QString::fromLatin1(evidence);
        };
        const int hard = int(DeleteClass::Hard), purge = int(DeleteClass::PurgeOnly), keep = int(PlanEdit::KeepPurged), remove = int(PlanEdit::RemovePurged);
        const char setting[] = "ekos.toml, [extensions.lakehouse.purge-policy]";
        row("nothing", -1, "", -1, false, "");
        row("never deleted", int(DeleteClass::Never), "", -1, false, "");
        row("marked", int(DeleteClass::Soft), "", -1, false, "");
        row("deleted", hard, "", -1, false, "");
        row("purged", purge, "", -1, true, "src/Purge.java");
        row("deleted, setting keeps", hard, "retain", -1, true, setting);
        row("purged, setting removes", purge, "propagate", -1, false, setting);
        row("nothing, setting keeps", -1, "retain", -1, true, setting);
        row("deleted, a person keeps", hard, "", keep, true, "");
        row("purged, a person removes", purge, "", remove, false, "");
        row("setting keeps, a person removes", hard, "retain", remove, false, "");
        row("setting removes, a person keeps", purge, "propagate", keep, true, "");
    }
    void whoDecides()
    {
        QFETCH(int, byCode);
        QFETCH(QString, setting);
        QFETCH(int, edit);
        QFETCH(bool, keeps);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        if (byCode >= 0)
            sees(given, incremental, DeleteClass(byCode));
        if (!setting.isEmpty())
            given.settings.purgePolicy = {{QString::fromLatin1(incremental), setting}};
        if (edit >= 0)
            given.changes = {change(incremental, PlanEdit(edit))};
        const PlannedTable found = planned(given.plan(), incremental);
        QCOMPARE(found.decision.mode, LoadMode::Incremental);
        QCOMPARE(found.decision.keepsPurged(), keeps);
        QTEST(evidenceOf(found, "purges"), "evidence");
        QCOMPARE(reasonOf(found, "purges").contains(QStringLiteral("stay in bronze, marked")), keeps);
        QCOMPARE(found.decisions.size(), edit >= 0 ? 1u : 0u);
        if (edit >= 0) {
            QVERIFY(!found.decisions.front().isStale);
            QCOMPARE(labels(found.decisions.front().offers), QStringLiteral("keep-purged remove-purged"));
            QVERIFY(reasonOf(found, "purges").endsWith(QStringLiteral("Decided by berta@desk (cli): the auditors want them")));
        }
    }

    void howOften_data()
    {
        QTest::addColumn<int>("byCode");
        QTest::addColumn<int>("edit");
        QTest::addColumn<DeleteSchedule>("schedule");
        const auto row = [](const char *title, int byCode, int edit, DeleteSchedule schedule) { QTest::newRow(title) << byCode << edit << schedule; };
        row("not known", -1, -1, DeleteSchedule::EveryRun);
        row("never deleted", int(DeleteClass::Never), -1, DeleteSchedule::Audit);
        row("marked", int(DeleteClass::Soft), -1, DeleteSchedule::Audit);
        row("deleted", int(DeleteClass::Hard), -1, DeleteSchedule::EveryRun);
        row("purged", int(DeleteClass::PurgeOnly), -1, DeleteSchedule::EveryRun);
        row("deleted, a person audits", int(DeleteClass::Hard), int(PlanEdit::DeletesAudit), DeleteSchedule::Audit);
        row("never, a person looks each time", int(DeleteClass::Never), int(PlanEdit::DeletesEveryRun), DeleteSchedule::EveryRun);
    }
    void howOften()
    {
        QFETCH(int, byCode);
        QFETCH(int, edit);
        QFETCH(DeleteSchedule, schedule);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        if (byCode >= 0)
            sees(given, incremental, DeleteClass(byCode));
        const model::PlanDigest before = given.plan().digest();
        if (edit >= 0)
            given.changes = {change(incremental, PlanEdit(edit))};
        const model::ExtractionPlan plan = given.plan();
        const PlannedTable found = planned(plan, incremental);
        QCOMPARE(found.decision.deletes, std::optional(schedule));
        QCOMPARE(plan.digest() == before, edit < 0); // an approval covers it
        QVERIFY(reasonOf(found, "deletes").contains(schedule == DeleteSchedule::Audit ? QStringLiteral("every delete-audit-days") : QStringLiteral("after each load")));
    }

    void whatIsSignedStandsBeforeWhatWasFound()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        sees(given, incremental, DeleteClass::Never);
        given.review.classes = {{.table = name(incremental), .deletes = DeleteClass::PurgeOnly}};
        const PlannedTable found = planned(given.plan(), incremental);
        QVERIFY(found.decision.keepsPurged());
        QCOMPARE(found.decision.deletes, std::optional(DeleteSchedule::EveryRun));
        QCOMPARE(found.deletesByCode, std::optional(DeleteClass::PurgeOnly));
        QCOMPARE(evidenceOf(found, "purges"), QStringLiteral("review write-behaviour"));
        QVERIFY(reasonOf(found, "purges").contains(QStringLiteral("a person signed")));
    }

    /// Each load replaces a table in full, unless its purged rows stay: then it merges, and deletes are looked for.
    void aTableInFull()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {change(incremental, PlanEdit::Full)};
        PlannedTable found = planned(given.plan(), incremental);
        QCOMPARE(found.decision.mode, LoadMode::Full);
        QVERIFY(!found.decision.deletes && !found.decision.purgePolicy);
        QVERIFY(reasonOf(found, "deletes").isEmpty() && reasonOf(found, "purges").isEmpty());
        given.changes.push_back(change(incremental, PlanEdit::KeepPurged));
        found = planned(given.plan(), incremental);
        QCOMPARE(found.decision.mode, LoadMode::Full);
        QVERIFY(found.decision.keepsPurged() && !found.decision.key.empty());
        QCOMPARE(found.decision.deletes, std::optional(DeleteSchedule::EveryRun));
    }

    void withoutAKeyNothingCanStay()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        sees(given, keyless, DeleteClass::PurgeOnly);
        PlannedTable found = planned(given.plan(), keyless);
        QCOMPARE(found.decision.mode, LoadMode::Refused);
        QVERIFY(refusalOf(found).contains(QStringLiteral("no key tells its rows apart")));
        QCOMPARE(labels(found.refusals.front().offers), QStringLiteral("remove-purged"));
        QVERIFY(found.refusals.front().remedy.toEnglish().contains(QStringLiteral("extraction change --table edge.no_key --remove-purged")));
        const model::Reason none, why = model::Reason::parse(QStringLiteral("nobody needs them")).value();
        QCOMPARE(rules::checkChange(found, PlanEdit::RemovePurged, none).error().code, ErrorCode::NeedsReason);
        QVERIFY(rules::checkChange(found, PlanEdit::RemovePurged, why));
        QCOMPARE(rules::checkChange(found, PlanEdit::KeepPurged, why).error().code, ErrorCode::RefusedByRule);
        given.changes = {change(keyless, PlanEdit::RemovePurged)};
        found = planned(given.plan(), keyless);
        QCOMPARE(found.decision.mode, LoadMode::Full);
        QCOMPARE(found.decision.purgePolicy, std::optional(PurgePolicy::Propagate));
        given.changes.push_back(change(keyless, PlanEdit::Undo));
        QCOMPARE(planned(given.plan(), keyless).decision.mode, LoadMode::Refused);
    }

    void aScheduleIsStaleWithoutAKey()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {change(incremental, PlanEdit::KeepPurged), change(incremental, PlanEdit::DeletesAudit)};
        source(given, incremental).keys.clear();
        const PlannedTable found = planned(given.plan(), incremental);
        QCOMPARE(found.decision.mode, LoadMode::Refused);
        QCOMPARE(found.decisions.size(), 2u);
        const auto schedule = std::ranges::find(found.decisions, PlanEdit::DeletesAudit, [](const model::PlannedChange &decision) { return decision.change.edit; });
        QVERIFY(schedule != found.decisions.end() && schedule->isStale);
        QCOMPARE(schedule->outcome.toEnglish(), QStringLiteral("no key tells its rows apart."));
        QVERIFY(std::ranges::any_of(found.warnings, [](const base::Text &warning) { return warning.toEnglish().contains(QStringLiteral("about deletes no longer fits")); }));
    }

    void takingBackThatRowsStayNeedsAReason()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const model::Reason none = model::Reason::parse(QStringLiteral("none given")).value(), why = model::Reason::parse(QStringLiteral("nobody needs them")).value();
        given.changes = {change(incremental, PlanEdit::RemovePurged)};
        QVERIFY(rules::checkChange(planned(given.plan(), incremental), PlanEdit::Undo, none));
        given.changes.push_back(change(incremental, PlanEdit::KeepPurged));
        const PlannedTable keeps = planned(given.plan(), incremental);
        QCOMPARE(rules::checkChange(keeps, PlanEdit::Undo, none).error().code, ErrorCode::NeedsReason);
        QVERIFY(rules::checkChange(keeps, PlanEdit::Undo, why));
        QVERIFY(rules::checkChange(keeps, PlanEdit::Undo, none, QStringLiteral("a"))); // of a column
    }

    /// Rows that stay without the decision as well do not go when it is taken back.
    void takingBackWhatChangesNothingNeedsNoReason_data()
    {
        QTest::addColumn<int>("byCode");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<bool>("needsReason");
        QTest::newRow("only the person keeps them") << int(DeleteClass::Hard) << QString() << true;
        QTest::newRow("the setting keeps them too") << int(DeleteClass::Hard) << QStringLiteral("retain") << false;
        QTest::newRow("only housekeeping deletes") << int(DeleteClass::PurgeOnly) << QString() << false;
        QTest::newRow("the setting removes what housekeeping deletes") << int(DeleteClass::PurgeOnly) << QStringLiteral("propagate") << true;
    }
    void takingBackWhatChangesNothingNeedsNoReason()
    {
        QFETCH(int, byCode);
        QFETCH(QString, setting);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        sees(given, incremental, DeleteClass(byCode));
        if (!setting.isEmpty())
            given.settings.purgePolicy = {{QString::fromLatin1(incremental), setting}};
        given.changes = {change(incremental, PlanEdit::KeepPurged)};
        const PlannedTable keeps = planned(given.plan(), incremental);
        const std::optional<PurgePolicy> policy = rules::purgePolicyOf(name(incremental), given.settings, {name(keyless), name(incremental)});
        QCOMPARE(policy.has_value(), !setting.isEmpty());
        const auto checked = rules::checkChange(keeps, PlanEdit::Undo, model::Reason(), {}, policy);
        QTEST(!checked, "needsReason");
        given.changes.clear();
        QCOMPARE(planned(given.plan(), incremental).decision.keepsPurged(), bool(checked)); // which is what taking it back comes to
    }

    /// To keep rows takes away nothing, so it stays in force where it cannot be done, and nothing loads.
    void keepingOutlivesTheKey()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {change(incremental, PlanEdit::KeepPurged)};
        source(given, incremental).keys.clear();
        const PlannedTable found = planned(given.plan(), incremental);
        QCOMPARE(found.decision.mode, LoadMode::Refused);
        QCOMPARE(found.decisions.size(), 1u);
        QVERIFY(!found.decisions.front().isStale);
    }

    void whatNoLongerFitsIsStaleAndSaid()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {change(incremental, PlanEdit::DeletesAudit), change(incremental, PlanEdit::Full)};
        const PlannedTable found = planned(given.plan(), incremental);
        QCOMPARE(found.decisions.size(), 1u);
        QVERIFY(found.decisions.front().isStale && !found.decision.deletes);
        QVERIFY(std::ranges::any_of(found.warnings, [](const base::Text &warning) { return warning.toEnglish().contains(QStringLiteral("about deletes no longer fits")); }));
        PlanCase refused = readPlanCase(QStringLiteral("edge_tables"));
        refused.changes = {change("edge.secret", PlanEdit::DeletesAudit), change("edge.secret", PlanEdit::RemovePurged)};
        const PlannedTable secret = planned(refused.plan(), "edge.secret");
        QCOMPARE(secret.decision.mode, LoadMode::Refused);
        QCOMPARE(secret.decisions.size(), 2u);
        QVERIFY(secret.decisions[0].isStale && secret.decisions[1].isStale);
    }

    void undoTakesBackWhatIsOfTheTable()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const model::PlanDigest facts = given.plan().digest();
        given.changes = {change(incremental, PlanEdit::KeepPurged), change(incremental, PlanEdit::DeletesAudit), change(incremental, PlanEdit::Full), change(incremental, PlanEdit::Undo)};
        QCOMPARE(given.plan().digest(), facts);
        given.changes.push_back(change(incremental, PlanEdit::KeepPurged));
        QVERIFY(planned(given.plan(), incremental).decision.keepsPurged());
    }

    void whatMayBeChanged_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<int>("byCode");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<int>("edit");
        QTest::addColumn<bool>("isReasonGiven");
        QTest::addColumn<int>("error"); // −1: allowed
        const auto row = [](const char *title, const char *table, int byCode, const char *setting, PlanEdit edit, bool isReasonGiven, int error = -1) {
            QTest::newRow(title) << QString::fromLatin1(table) << byCode << QString::fromLatin1(setting) << int(edit) << isReasonGiven << error;
        };
        const int hard = int(DeleteClass::Hard), purge = int(DeleteClass::PurgeOnly), needsReason = int(ErrorCode::NeedsReason), refused = int(ErrorCode::RefusedByRule);
        row("keep", incremental, hard, "", PlanEdit::KeepPurged, false);
        row("remove what nobody keeps", incremental, hard, "", PlanEdit::RemovePurged, false);
        row("remove what housekeeping purges", incremental, purge, "", PlanEdit::RemovePurged, false, needsReason);
        row("the same, with a reason", incremental, purge, "", PlanEdit::RemovePurged, true);
        row("remove what the setting keeps", incremental, hard, "retain", PlanEdit::RemovePurged, false, needsReason);
        row("against purge-only, though the setting removes", incremental, purge, "propagate", PlanEdit::RemovePurged, false, needsReason);
        row("audit, not known", incremental, -1, "", PlanEdit::DeletesAudit, false);
        row("audit what is never deleted", incremental, int(DeleteClass::Never), "", PlanEdit::DeletesAudit, false);
        row("audit against hard deletes", incremental, hard, "", PlanEdit::DeletesAudit, false, needsReason);
        row("the same, with a reason for it", incremental, hard, "", PlanEdit::DeletesAudit, true);
        row("every run", incremental, hard, "", PlanEdit::DeletesEveryRun, false);
        row("audit a table in full", keyless, -1, "", PlanEdit::DeletesAudit, true, refused);
        row("keep without a key", keyless, -1, "", PlanEdit::KeepPurged, true, refused);
        row("keep in a refused table", "edge.secret", -1, "", PlanEdit::KeepPurged, true, refused);
        row("remove in a table refused for something else", "edge.secret", -1, "", PlanEdit::RemovePurged, true, refused);
        row("undo", keyless, -1, "", PlanEdit::Undo, false);
    }
    void whatMayBeChanged()
    {
        QFETCH(QString, table);
        QFETCH(int, byCode);
        QFETCH(QString, setting);
        QFETCH(int, edit);
        QFETCH(bool, isReasonGiven);
        QFETCH(int, error);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        if (byCode >= 0)
            sees(given, qPrintable(table), DeleteClass(byCode));
        if (!setting.isEmpty())
            given.settings.purgePolicy = {{table, setting}};
        const auto checked = rules::checkChange(planned(given.plan(), qPrintable(table)), PlanEdit(edit),
                                                isReasonGiven ? model::Reason::parse(QStringLiteral("the auditors want them")).value() : model::Reason());
        QCOMPARE(checked ? -1 : int(checked.error().code), error);
        if (!checked)
            QVERIFY(!checked.error().hint.isEmpty());
        const auto ofColumn = rules::checkChange(planned(given.plan(), incremental), PlanEdit::KeepPurged, model::Reason(), QStringLiteral("a"));
        QCOMPARE(ofColumn.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(DeletePlanTest)
#include "delete_plan_test.moc"

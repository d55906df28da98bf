#include "source_fixture.h"

#include "rules/planning/extraction_planner.h"

using namespace lakehouse;
using namespace lakehouse::testing;

namespace {

const QString database = QStringLiteral("partition_triggers");

/// A table by range with two partitions, one of them parted again, and a trigger that proves its watermark.
QString eventsTable(const char *name)
{
    return QStringLiteral(R"(
CREATE TABLE %1 (id int NOT NULL, day date NOT NULL, last_update timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE %1_2024 PARTITION OF %1 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE %1_2025 PARTITION OF %1 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY LIST (id);
CREATE TABLE %1_2025_a PARTITION OF %1_2025 FOR VALUES IN (1);
CREATE TABLE %1_2025_rest PARTITION OF %1_2025 DEFAULT;
CREATE TRIGGER last_updated BEFORE INSERT OR UPDATE ON %1 FOR EACH ROW EXECUTE FUNCTION touch();
)").arg(QLatin1String(name));
}

model::ExtractionPlan planOf(const model::CatalogSnapshot &catalog)
{
    model::LakehouseSection settings;
    settings.sourceDatabase = catalog.database;
    settings.sourceCatalog = QStringLiteral("source");
    settings.lakeCatalog = QStringLiteral("lake");
    settings.bronzeSchemaPrefix = QStringLiteral("bronze_");
    return rules::plan({.catalog = catalog, .measures = {}, .exposed = std::nullopt, .settings = settings, .changes = {}});
}

} // namespace

/// Whether partitions have the triggers of their table, and what follows for its plan.
class PartitionTriggersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        EKOS_NEED_CLUSTER();
        EKOS_SQL(QStringLiteral("CREATE DATABASE ") + database, QStringLiteral("postgres"));
        EKOS_SQL(QStringLiteral("CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.last_update = now(); RETURN NEW; END';"
                                "CREATE EXTENSION postgres_fdw; CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw"), database);
    }
    void init() { EKOS_NEED_CLUSTER(); }
    void cleanup()
    {
        if (cluster())
            EKOS_SQL(QStringLiteral("DROP TABLE IF EXISTS event CASCADE; DROP TABLE IF EXISTS referenced CASCADE"), database);
    }

    void partitionsKeepTriggers_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("keeps");
        QTest::newRow("cloned") << "" << true;
        QTest::newRow("attached later") << "CREATE TABLE late (id int NOT NULL, day date NOT NULL, last_update timestamptz NOT NULL DEFAULT now()); "
                                           "ALTER TABLE event ATTACH PARTITION late FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')" << true;
        QTest::newRow("a statement trigger of a partition's own") << "CREATE TRIGGER own AFTER UPDATE ON event_2024 FOR EACH STATEMENT EXECUTE FUNCTION touch()" << true;
        QTest::newRow("triggers of foreign keys") << "CREATE TABLE referenced (id int PRIMARY KEY); INSERT INTO referenced VALUES (1); ALTER TABLE event ADD FOREIGN KEY (id) REFERENCES referenced" << true;
        QTest::newRow("two of the table's") << "CREATE TRIGGER again BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION touch()" << true;
        QTest::newRow("always, everywhere") << "ALTER TABLE event ENABLE ALWAYS TRIGGER last_updated; ALTER TABLE event_2024 ENABLE ALWAYS TRIGGER last_updated; ALTER TABLE event_2025 ENABLE ALWAYS TRIGGER last_updated; "
                                               "ALTER TABLE event_2025_a ENABLE ALWAYS TRIGGER last_updated; ALTER TABLE event_2025_rest ENABLE ALWAYS TRIGGER last_updated" << true;
        QTest::newRow("disabled on a partition") << "ALTER TABLE event_2024 DISABLE TRIGGER last_updated" << false;
        QTest::newRow("disabled on a leaf below") << "ALTER TABLE event_2025_rest DISABLE TRIGGER last_updated" << false;
        QTest::newRow("disabled on the table alone") << "ALTER TABLE ONLY event DISABLE TRIGGER last_updated" << false;
        QTest::newRow("always on a leaf alone") << "ALTER TABLE event_2025_a ENABLE ALWAYS TRIGGER last_updated" << false;
        QTest::newRow("for replication only on a partition") << "ALTER TABLE event_2024 ENABLE REPLICA TRIGGER last_updated" << false;
        QTest::newRow("one more on a partition") << "CREATE TRIGGER zz_own BEFORE UPDATE ON event_2024 FOR EACH ROW EXECUTE FUNCTION touch()" << false;
        QTest::newRow("one more in the middle") << "CREATE TRIGGER zz_own BEFORE UPDATE ON event_2025 FOR EACH ROW EXECUTE FUNCTION touch()" << false;
        QTest::newRow("one more on a leaf, after the row") << "CREATE TRIGGER zz_own AFTER UPDATE ON event_2025_a FOR EACH ROW EXECUTE FUNCTION touch()" << false;
        QTest::newRow("one more, and switched off") << "CREATE TRIGGER zz_own BEFORE UPDATE ON event_2024 FOR EACH ROW EXECUTE FUNCTION touch(); ALTER TABLE event_2024 DISABLE TRIGGER zz_own" << false;
        QTest::newRow("a partition elsewhere") << "DROP TRIGGER last_updated ON event; DROP TABLE event_2024; ALTER TABLE event DROP CONSTRAINT event_pkey; "
                                                  "CREATE FOREIGN TABLE event_2024 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') SERVER elsewhere; "
                                                  "CREATE TRIGGER last_updated BEFORE INSERT OR UPDATE ON event FOR EACH ROW EXECUTE FUNCTION touch()" << false;
    }
    void partitionsKeepTriggers()
    {
        QFETCH(QString, change);
        QFETCH(bool, keeps);
        EKOS_SQL(eventsTable("event") + change, database);
        EKOS_SQL(QStringLiteral("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"), database);
        base::RunContext run;
        EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connectionTo(database))->readCatalog(run));
        QVERIFY2(snapshot.queries < 25, qPrintable(QString::number(snapshot.queries)));
        const model::SourceTable *event = findTable(snapshot, "public.event");
        QVERIFY(event);
        QCOMPARE(event->partitionsKeepTriggers, std::optional(keeps));
        const bool isFiring = std::ranges::all_of(event->triggers, [](const auto &trigger) { return !trigger.isForEachRow || trigger.enabled == model::TriggerEnabled::Origin || trigger.enabled == model::TriggerEnabled::Always; });
        const model::ExtractionPlan plan = planOf(snapshot);
        const auto planned = std::ranges::find(plan.tables, event->name, [](const model::PlannedTable &table) { return table.decision.table; });
        QVERIFY(planned != plan.tables.end());
        QCOMPARE(planned->decision.mode, keeps && isFiring ? model::LoadMode::Incremental : model::LoadMode::Full);
        if (keeps) {
            QCOMPARE(planned->decision.watermark->column, QStringLiteral("last_update"));
            QCOMPARE(planned->decision.watermark->proof, model::WatermarkProof::Trigger);
        }
    }

    void tablesWithoutPartitionsSayNothing()
    {
        EKOS_SQL(QStringLiteral("CREATE TABLE event (id int) PARTITION BY RANGE (id); CREATE TABLE referenced (id int PRIMARY KEY)"), database);
        base::RunContext run;
        EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connectionTo(database))->readCatalog(run));
        QVERIFY(!findTable(snapshot, "public.event")->partitionsKeepTriggers);
        QVERIFY(!findTable(snapshot, "public.referenced")->partitionsKeepTriggers);
    }

    void eachTableIsJudgedByItself()
    {
        EKOS_SQL(eventsTable("event") + QStringLiteral("CREATE TABLE referenced (id int, day date) PARTITION BY RANGE (day); CREATE TABLE referenced_one PARTITION OF referenced DEFAULT;"
                 "CREATE TRIGGER own BEFORE UPDATE ON referenced_one FOR EACH ROW EXECUTE FUNCTION touch()"), database);
        base::RunContext run;
        EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connectionTo(database))->readCatalog(run));
        QCOMPARE(findTable(snapshot, "public.event")->partitionsKeepTriggers, std::optional(true));
        QCOMPARE(findTable(snapshot, "public.referenced")->partitionsKeepTriggers, std::optional(false));
    }
};

std::unique_ptr<QObject> lakehouse::testing::makePartitionTriggersTest() { return std::make_unique<PartitionTriggersTest>(); }

#include "partition_triggers_test.moc"

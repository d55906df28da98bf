#include "adapters/ledger_sqlite/state_format.h"

namespace lakehouse::adapters {

namespace {
constexpr const char *steps[] = {
    // `boot` and `beat_ms` are the last sign of life, see MachineMoment; tables are named as TableName writes them; bodies are canonical JSON.
    R"(
CREATE TABLE run(id TEXT NOT NULL PRIMARY KEY, started_at INTEGER NOT NULL, body BLOB NOT NULL, is_live INTEGER NOT NULL,
    boot TEXT NOT NULL, beat_ms INTEGER NOT NULL, beat_at INTEGER NOT NULL) STRICT;
CREATE INDEX run_by_start ON run(started_at, id);
CREATE TABLE lease(name TEXT NOT NULL PRIMARY KEY, run TEXT NOT NULL, token TEXT NOT NULL, epoch INTEGER NOT NULL, acquired_at INTEGER NOT NULL,
    is_held INTEGER NOT NULL, boot TEXT NOT NULL, beat_ms INTEGER NOT NULL) STRICT;
CREATE TABLE load_state(table_name TEXT NOT NULL PRIMARY KEY, bound_at INTEGER, last_run TEXT, last_commit TEXT, load_rule INTEGER NOT NULL,
    is_reload_requested INTEGER NOT NULL) STRICT;
CREATE TABLE load_report(seq INTEGER PRIMARY KEY, table_name TEXT NOT NULL, run TEXT NOT NULL, body BLOB NOT NULL) STRICT;
CREATE INDEX load_report_by_run ON load_report(run, seq);
CREATE TABLE latest_load(table_name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE TABLE reconciliation(seq INTEGER PRIMARY KEY, table_name TEXT NOT NULL, run TEXT, body BLOB NOT NULL) STRICT;
CREATE INDEX reconciliation_by_run ON reconciliation(run, seq);
CREATE TABLE latest_reconciliation(table_name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE TABLE answer(request_key TEXT NOT NULL PRIMARY KEY, body_digest BLOB NOT NULL, answer BLOB NOT NULL, kept_at INTEGER NOT NULL) STRICT;
CREATE TABLE noted(name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
)",
    // 2: loads that did not make it, which result of a table came last, and ways to the results of one table. Of results that were there
    // already the reconciliation came last unless its run began before the load's.
    R"(
CREATE TABLE load_failure(seq INTEGER PRIMARY KEY, table_name TEXT NOT NULL, run TEXT NOT NULL, body BLOB NOT NULL) STRICT;
CREATE INDEX load_failure_by_table ON load_failure(table_name, seq);
CREATE INDEX load_report_by_table ON load_report(table_name, seq);
CREATE INDEX reconciliation_by_table ON reconciliation(table_name, seq);
CREATE INDEX run_that_is_live ON run(started_at, id) WHERE is_live = 1;
CREATE TABLE last_result(table_name TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('load', 'reconciliation', 'failure')), seq INTEGER NOT NULL) STRICT;
INSERT INTO last_result(table_name, kind, seq) SELECT table_name, 'load', seq FROM latest_load;
INSERT INTO last_result(table_name, kind, seq)
SELECT m.table_name, 'reconciliation', m.seq FROM latest_reconciliation AS m JOIN reconciliation AS r ON r.seq = m.seq
  LEFT JOIN latest_load AS l ON l.table_name = m.table_name LEFT JOIN load_report AS p ON p.seq = l.seq
 WHERE p.seq IS NULL OR r.run IS p.run
    OR coalesce((SELECT started_at FROM run WHERE id = r.run), 0) >= coalesce((SELECT started_at FROM run WHERE id = p.run), 0)
    ON CONFLICT(table_name) DO UPDATE SET kind = excluded.kind, seq = excluded.seq;
)",
    // 3: who asked for a reload, when and why, and when deletes were looked for. What only was a mark followed from a newer load rule, which
    // the next load sees by itself.
    R"(
ALTER TABLE load_state DROP COLUMN is_reload_requested;
ALTER TABLE load_state ADD COLUMN reload BLOB;
ALTER TABLE load_state ADD COLUMN deletes_at INTEGER;
)",
};
} // namespace

const DatabaseFormat &stateFormat()
{
    static constexpr DatabaseFormat format{0x454B4F53 /* "EKOS" */, steps};
    return format;
}

} // namespace lakehouse::adapters

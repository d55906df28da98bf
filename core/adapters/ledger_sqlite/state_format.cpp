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
};
} // namespace

const DatabaseFormat &stateFormat()
{
    static constexpr DatabaseFormat format{0x454B4F53 /* "EKOS" */, steps};
    return format;
}

} // namespace lakehouse::adapters

#include "adapters/ledger_sqlite/ledger_format.h"

#include <algorithm>

namespace lakehouse::adapters {

using base::Result;

namespace {

constexpr const char *steps[] = {
    // An insert trigger guards each protected table too: INSERT OR REPLACE deletes without asking the delete trigger. Ids and digests are
    // names of content, so that a second insert of one is left out in silence; an entry must be the next one.
    R"(
CREATE TABLE subject(id TEXT NOT NULL PRIMARY KEY, database TEXT NOT NULL, schema TEXT NOT NULL, object TEXT NOT NULL, kind TEXT NOT NULL, part TEXT NOT NULL) STRICT;
CREATE INDEX subject_by_database ON subject(database);
CREATE TABLE entry(seq INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL REFERENCES subject(id), body BLOB NOT NULL,
    recorded_at INTEGER NOT NULL, actor TEXT NOT NULL, run TEXT, prev TEXT, hash TEXT NOT NULL) STRICT;
CREATE INDEX entry_by_subject ON entry(subject, kind, seq);
CREATE INDEX entry_by_kind ON entry(kind, seq);
CREATE INDEX entry_by_run ON entry(run) WHERE run IS NOT NULL;
CREATE TABLE blob(digest TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE current(kind TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY(kind, subject)) STRICT, WITHOUT ROWID;

CREATE VIEW fact AS SELECT e.seq AS seq, e.id AS id, e.kind AS kind, e.subject AS subject, s.database AS database, s.schema AS schema, s.object AS object,
    s.kind AS subject_kind, s.part AS part, e.body AS body, e.recorded_at AS recorded_at, e.actor AS actor, e.run AS run, e.prev AS prev, e.hash AS hash
    FROM entry AS e LEFT JOIN subject AS s ON s.id = e.subject;
-- What current must hold: of each kind and subject the newest entry, unless a later retraction takes it back.
CREATE VIEW expected_current AS SELECT newest.kind AS kind, newest.subject AS subject, newest.seq AS seq
    FROM (SELECT kind, subject, max(seq) AS seq FROM entry GROUP BY subject, kind) AS newest
    WHERE NOT EXISTS (SELECT 1 FROM entry AS r WHERE r.subject = newest.subject AND r.kind = 'retraction' AND r.seq > newest.seq
        AND r.body = CAST('{"kind":"' || newest.kind || '","sequence":' || newest.seq || '}' AS BLOB));

CREATE TRIGGER entry_is_next BEFORE INSERT ON entry WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry takes the next number'); END;
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no entry is changed'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no entry is deleted'); END;
CREATE TRIGGER subject_once BEFORE INSERT ON subject WHEN EXISTS (SELECT 1 FROM subject WHERE id = NEW.id) BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER subject_no_update BEFORE UPDATE ON subject BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no subject is changed'); END;
CREATE TRIGGER subject_no_delete BEFORE DELETE ON subject BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no subject is deleted'); END;
CREATE TRIGGER blob_once BEFORE INSERT ON blob WHEN EXISTS (SELECT 1 FROM blob WHERE digest = NEW.digest) BEGIN SELECT RAISE(IGNORE); END;
CREATE TRIGGER blob_no_update BEFORE UPDATE ON blob BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no blob is changed'); END;
CREATE TRIGGER blob_no_delete BEFORE DELETE ON blob BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: no blob is deleted'); END;
)",
};

using SchemaObjects = std::vector<std::pair<QString, QString>>; // name, SQL

Result<SchemaObjects> schemaObjects(SqliteConnection &connection)
{
    SchemaObjects objects;
    EKOS_TRY(SqliteStatement rows, connection.prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"));
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return objects;
        objects.emplace_back(rows.text(0), rows.text(1));
    }
}

} // namespace

const DatabaseFormat &ledgerFormat()
{
    static constexpr DatabaseFormat format{0x454B4F4C /* "EKOL" */, steps};
    return format;
}

Result<std::vector<QString>> schemaDifferences(SqliteConnection &connection)
{
    EKOS_TRY(const auto model, SqliteConnection::open(QStringLiteral(":memory:"), std::chrono::milliseconds(0)));
    for (const char *step : ledgerFormat().steps)
        EKOS_CHECK(model->execute(step));
    EKOS_TRY(const SchemaObjects expected, schemaObjects(*model));
    EKOS_TRY(const SchemaObjects found, schemaObjects(connection));
    SchemaObjects different;
    std::ranges::set_symmetric_difference(expected, found, std::back_inserter(different));
    std::vector<QString> names;
    for (const auto &[name, sql] : different)
        if (names.empty() || names.back() != name)
            names.push_back(name);
    return names;
}

} // namespace lakehouse::adapters

#include "cases/case_line.h"

namespace lakehouse::cases {

namespace {

/// Tables are told apart, or their clash is named; every name is fit for every engine.
void addNames(std::vector<Line> &lines)
{
    const std::vector<Line> more{
        {"B4", "table", "t.\"MyTable\"", "mode", "refused"},
        {"B4", "table", "t.\"MyTable\"", "why", "t.mytable"},
        {"B4", "table", "t.\"MyTable\"", "remedy", "rename"},
        {"B4", "table", "t.mytable", "mode", "refused"},
        {"B4", "table", "t.mytable", "why", "t.\"MyTable\""},
        {"B4", "table", "t.\"MyTable\"", "columns",
         "Id, id, my-column, select, with space, a\"b, dot.name, dollar$x, наимен, Ünï,   lead, new\nline, :colon, ?, %"},
        {"B4", "column", "t.\"MyTable\".\"Id\"", "refusal", "Id & id"},
        {"B4", "column", "t.\"MyTable\".id", "refusal", "Id & id"},
        {"B4", "table", "t.b4_names", "mode", "full"},
        {"B4", "table", "t.b4_names", "key", "Id"},
        {"B4", "table", "t.b4_names", "columns",
         "Id, my-column, select, with space, a\"b, dot.name, dollar$x, наимен, Ünï,   lead, new\nline, :colon, ?, %"},
        {"B4", "table", "t.b4_names", "refused columns", "(none) || new\nline"},
        {"B4", "column", "t.b4_names.\"select\"", "type", "integer"},
        {"B4", "column", "t.b4_names.\"with space\"", "type", "integer"},
        {"B4", "column", "t.b4_names.\"a\"\"b\"", "type", "integer"},
        {"B4", "column", "t.b4_names.\"dot.name\"", "type", "integer"},
        {"B4", "column", "t.b4_names.\"наимен\"", "type", "varchar"},
        {"B4", "column", "t.b4_names.\"  lead\"", "type", "integer"},
        {"B4", "column", "t.b4_names.\"%\"", "canonical", "3|\\N"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "mode", "full"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "key", "Order"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "names fit", "yes"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "slug", "Sales.EU/Order"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "reading", "query function & lower case"},
        {"B4", "table", "\"Sales.EU\".\"Order\"", "pushed rows", "0"},
        Line{"B4", "column", "\"Sales.EU\".\"Order\".\"Order\"", "mask", "redact"}.with(settingsOfPerson),
        {"B4", "review", "scope \"Sales.EU\".\"Order\"", "proposal", "in"},
        {"B4", "fact", "column \"Sales.EU\".\"Order\".\"Order\"", "not-null", "yes"},

        {"B4b", "table", "t.\"create$java$lob$table\"", "bronze", "bronze_t.createjavalobtable"},
        {"B4b", "table", "t.\"create$java$lob$table\"", "mode", "full"},
        {"B4b", "table", "t.\"b4$c\"", "mode", "refused"},
        {"B4b", "table", "t.\"b4$c\"", "why", "t.b4c"},
        {"B4b", "table", "t.b4c", "mode", "refused"},
        {"B4b", "table", "t.b4c", "why", "b4$c"},
        {"B4b", "table", "t.files", "mode", "full"},
        {"B4b", "table", "t.files", "warning", "files & metadata"},
        {"B4b", "table", "t.history", "warning", "history & metadata"},
        {"B4b", "table", "t.history", "warning", "row_count & metadata"},
        {"B4b", "table", "t.history", "warning", "file_count & metadata"},
        {"B4b", "table", "t.entries", "warning", "entries & metadata"},
        {"B4b", "table", "t.entries", "warning", "total_size & metadata"},
        {"B4b", "table", "t.snapshots", "warning", "snapshots & metadata"},
        {"B4b", "table", "t.manifests", "warning", "manifests & metadata"},
        {"B4b", "table", "t.partitions", "warning", "partitions & metadata"},
        {"B4b", "table", "t.refs", "warning", "refs & metadata"},
        {"B4b", "table", "t.b6", "warning", "(none)"},

        {"B5", "table", "t.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "mode", "full"},
        {"B5", "table", "t.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "names fit", "yes"},
        {"B5", "table", "t.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "columns", "id, c_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"},
        {"B5", "table", "t.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "key", "id"},
        {"B5", "review", "scope t.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "proposal", "in"},
        {"B5", "table", "t.\"жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжа\"", "names fit", "yes"},
        {"B5", "table", "t.\"жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжб\"", "names fit", "yes"},
        {"B5", "table", "t.\"жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжб\"", "mode", "full"},
    };
    lines.insert(lines.end(), more.begin(), more.end());
}

/// What is no plain table the reader may read whole: each is there, with a mode or a reason.
void addKindsAndRights(std::vector<Line> &lines)
{
    const std::vector<Line> more{
        {"B9", "table", "t.b9", "mode", "refused"},
        {"B9", "table", "t.b9", "why", "row security & reader"},
        {"B9", "fact", "table t.b9", "filtered-by-row-security", "yes"},
        {"B9", "fact", "policy t.b9.p", "visible", "(owner = CURRENT_USER)"},
        {"B9", "check", "row-security", "state", "failed || warning"},
        {"B9", "check", "row-security", "finding", "t.b9"},
        {"B9", "table", "t.b9", "remedy", "accept & --accept-row-security"},
        Line{"B9", "table", "t.b9", "mode", "full"}.decided(decidedAsLimit),
        Line{"B9", "table", "t.b9", "key", "id"}.decided(decidedAsLimit),
        Line{"B9", "table", "t.b9", "warning", "row security & reader & anna"}.decided(decidedAsLimit),
        Line{"B9", "table", "t.b9", "rows seen by", "reader"}.decided(decidedAsLimit),
        Line{"B9", "table", "t.b9", "mode", "refused"}.decided(decidedAndUndone),
        {"B9", "table", "t.b9c", "mode", "full"},
        {"B9", "table", "t.b9c", "columns", "id, pub, secret"},
        {"B9", "table", "t.b9c", "refused columns", "secret"},
        {"B9", "column", "t.b9c.secret", "refusal", "reader"},
        {"B9", "column", "t.b9c.secret", "remedy", "GRANT SELECT & secret & b9c"},
        {"B9", "fact", "column t.b9c.secret", "readable", "no"},
        Line{"B9", "column", "t.b9c.pub", "mask", "hash"}.with(settingsOfPerson),
        {"B9", "column", "t.b9c.pub", "mask", "(none)"},
        {"B9", "review", "scope t.b9", "proposal", "in"},
        {"B9", "review", "scope t.b9c", "proposal", "in"},
        {"B9", "rights", "t.b9c.secret", "grant", "GRANT SELECT & secret & b9c"},

        {"B10", "table", "t.b10v", "mode", "refused"},
        {"B10", "table", "t.b10v", "why", "view"},
        {"B10", "review", "scope t.b10v", "proposal", "out"},
        {"B10", "review", "scope t.b10v", "effects", "left out & extraction plan"},
        {"B10", "review", "scope t.b10v", "evidence", "catalog & t.b10v & view"},
        {"B10", "fact", "table t.b10v", "kind", "view"},
        {"B10", "fact", "view t.b10v", "definition", "SELECT & id & owner & b9"},
        {"B10", "table", "t.b10m", "mode", "refused"},
        {"B10", "table", "t.b10m", "why", "never filled"},
        {"B10", "fact", "table t.b10m", "kind", "materialized-view"},
        {"B10", "table", "t.b10u", "mode", "full"},
        {"B10", "table", "t.b10u", "key", "id"},
        {"B10", "table", "t.b10u", "warning", "unlogged"},
        {"B10", "review", "scope t.b10u", "finding", "unlogged"},
        {"B10", "table", "t.b10f", "mode", "refused"},
        {"B10", "table", "t.b10f", "why", "not planned & foreign table"},
        {"B10", "review", "scope t.b10f", "proposal", "out"},
        {"B10", "fact", "table t.b10f", "kind", "foreign-table"},
        {"B10", "table", "t.b10z", "mode", "refused"},
        {"B10", "table", "t.b10z", "why", "no columns"},
        {"B10", "fact", "table t.b10z", "there", "yes"},
        {"B10", "table", "t.b10t", "mode", "absent"},
        {"B10", "analysis", "counts", "complete", "yes"},
    };
    lines.insert(lines.end(), more.begin(), more.end());
}

void addKeysAndChecks(std::vector<Line> &lines)
{
    const std::vector<Line> more{
        {"B6", "table", "t.b6", "mode", "full"},
        {"B6", "table", "t.b6", "key", "(none)"},
        {"B6", "review", "identity t.b6", "proposal", "none"},
        {"B6", "table", "t.b6u", "mode", "full"},
        {"B6", "table", "t.b6u", "key", "(none)"},
        {"B6", "table", "t.b6u", "key reason", "b6u_a_key & NULL & a"},
        {"B6", "review", "identity t.b6u", "proposal", "none"},
        {"B6", "review", "identity t.b6u", "evidence", "constraint & b6u_a_key & NULL"},
        {"B6", "table", "t.b6n", "key", "(none)"},
        {"B6", "table", "t.b6n", "key reason", "b6n_a_key & NULL & a"},
        {"B6", "review", "identity t.b6n", "proposal", "none"},
        {"B6", "fact", "key t.b6n.b6n_a_key", "nulls-not-distinct", "yes"},
        {"B6", "table", "t.b6p", "key", "(none)"},
        {"B6", "table", "t.b6p", "key reason", "part of the rows"},
        {"B6", "review", "identity t.b6p", "proposal", "none"},
        {"B6", "fact", "index t.b6p.b6p_a_idx", "predicate", "(NOT deleted)"},
        {"B6", "fact", "index t.b6p.b6p_a_idx", "unique", "yes"},
        {"B6", "fact", "identity-candidate t.b6", "candidates.duplicates", "1"},

        {"B8", "table", "t.b8", "number of columns", "1201"},
        {"B8", "table", "t.b8", "refused columns", "(none)"},
        {"B8", "table", "t.b8", "mode", "full"},
        {"B8", "review", "scope t.b8", "proposal", "in"},
        {"B8", "review", "identity t.b8", "proposal", "(none)"},
        {"B8", "column", "t.b8.c1200", "type", "varchar"},
        {"B8", "column", "t.b8.c1197", "type", "integer"},
        {"B8", "column", "t.b8.c1198", "type", "decimal(18,4)"},
        {"B8", "column", "t.b8.c1199", "type", "timestamp(6) with time zone"},

        {"B11", "review", "conflicts t.b11c:orphans-of-foreign-key:fk", "finding", "fk & t.b11p & 1 row"},
        {"B11", "review", "conflicts t.b11c:orphans-of-foreign-key:fk", "evidence", "constraint & fk & NOT VALID & full-scan & orphans, 1 rows"},
        {"B11", "fact", "foreign-key t.b11c.fk", "validated", "no"},
        {"B11", "fact", "foreign-key t.b11c.fk", "referenced", "t.b11p"},
        {"B11", "table", "t.b11c", "mode", "full"},
        {"B11", "fact", "foreign-key t.b11s.b11s_parent_fkey", "referenced", "t.b11s"},
        {"B11", "table", "t.b11s", "mode", "full"},
        {"B11", "fact", "foreign-key t.b11a.b11a_b_fkey", "referenced", "t.b11b"},
        {"B11", "fact", "foreign-key t.b11b.b11b_a_fkey", "referenced", "t.b11a"},
        {"B11", "table", "t.b11a", "mode", "full"},
        {"B11", "table", "t.b11b", "mode", "full"},
        {"B11", "fact", "index t.b11e.b11e_r_excl", "exclusion", "EXCLUDE & r WITH &&"},
        {"B11", "column", "t.b11e.r", "type", "varchar"},
        {"B11", "table", "t.b11e", "key", "(none)"},
        {"B11", "fact", "trigger t.b11p.ct", "constraint", "yes"},
        {"B11", "table", "t.b11p", "mode", "full"},

        {"B13", "fact", "flag-column t.b13.f", "yes", "Y"},
        {"B13", "fact", "flag-column t.b13.f", "no", "N"},
        {"B13", "fact", "flag-column t.b13.f", "evidence-class", "database"},
        {"B13", "fact", "flag-column t.b13.f", "evidence.place", "check b13_f_check"},
        {"B13", "fact", "flag-column t.b13.f2", "there", "no"},
        {"B13", "fact", "enum-meaning t.b13.f2", "codes.code", "Y, N, X"},
        {"B13", "fact", "enum-meaning t.b13.f2", "evidence-class", "database"},
        {"B13", "fact", "enum-meaning t.b13.st", "codes.code", "open, closed"},
        {"B13", "fact", "enum-meaning t.b13.st2", "codes.code", "a, b"},
        {"B13", "fact", "enum-meaning t.b13.st2", "evidence-class", "declared"},
        {"B13", "fact", "check t.b13.st2c", "validated", "no"},
        {"B13", "column", "t.b13.f", "type", "varchar"},
        {"B13", "fact", "table t.b13", "comment", "quote ' | pipe ` tick <b>html</b> {{ jinja }}\nline2"},
        {"B13", "review", "glossary b13 (t.b13)", "finding", "quote ' | pipe ` tick <b>html</b> {{ jinja }}\nline2"},
        {"B13", "review", "glossary f (t.b13.f)", "finding", "Y=active, N=inactive"},
        {"B13", "review", "glossary f (t.b13.f)", "evidence", "comment & t.b13.f"},
        {"B13", "table", "t.b13", "mode", "full"},
    };
    lines.insert(lines.end(), more.begin(), more.end());
}

} // namespace

/// B: schemas.
std::vector<Line> schemaLines()
{
    std::vector<Line> lines{
        {"B1", "table", "t.b1", "columns", "id, w, h, area, s"},
        {"B1", "table", "t.b1", "refused columns", "(none)"},
        {"B1", "table", "t.b1", "key", "id"},
        {"B1", "column", "t.b1.id", "type", "integer"},
        {"B1", "column", "t.b1.area", "type", "decimal(20,4)"},
        {"B1", "column", "t.b1.area", "canonical", "10.0000|\\N"},
        {"B1", "column", "t.b1.s", "type", "integer"},
        {"B1", "fact", "column t.b1.area", "generated-expression", "w * h"},
        {"B1", "review", "scope t.b1", "proposal", "in"},
        {"B1", "review", "identity t.b1", "proposal", "(none)"}, // its key is one: nobody is asked
        {"B1", "fact", "column t.b1.id", "identity", "yes"},
        {"B1", "fact", "column t.b1.s", "default-expression", "nextval & b1_s_seq"},

        {"B2", "table", "t.b2", "mode", "full"},
        {"B2", "table", "t.b2", "key", "id, logdate"},
        {"B2", "table", "t.b2_2024", "mode", "absent"},
        {"B2", "table", "t.b2_2024_h0", "mode", "absent"},
        {"B2", "table", "t.b2_2024_h1", "mode", "absent"},
        {"B2", "table", "t.b2_def", "mode", "absent"},
        {"B2", "column", "t.b2.v", "canonical", "a|b|c"},
        {"B2", "fact", "table t.b2", "kind", "partitioned-table"},
        {"B2", "fact", "table t.b2", "partitions", "t.b2_2024, t.b2_2024_h0, t.b2_2024_h1, t.b2_def"},
        {"B2", "fact", "table t.b2_def", "there", "no"},
        {"B2", "fact", "table t.b2", "partition-key", "RANGE (logdate)"},
        {"B2", "fact", "table-profile t.b2", "rows", "3"},
        {"B2", "review", "scope t.b2", "proposal", "in"},
        {"B2", "review", "scope t.b2", "evidence", "catalog & partitioned"},
        {"B2", "review", "scope t.b2_def", "proposal", "(none)"},
        Line{"B2", "fact", "table t.b2", "partitions", "t.b2_2024, t.b2_2024_h0, t.b2_2024_h1"}.afterChanges(),
        Line{"B2", "fact", "table t.b2_def", "there", "yes"}.afterChanges(),
        Line{"B2", "table", "t.b2_def", "mode", "full"}.afterChanges(),
        Line{"B2", "review", "scope t.b2_def", "proposal", "in"}.afterChanges(),
    };
    addNames(lines);
    addKeysAndChecks(lines);
    addKindsAndRights(lines);
    lines.push_back({"B10", "analysis", "the same source", "second reading", "0"});
    return lines;
}

/// What the lines cannot show, since it happens in bronze, silver, documents or later changes.
std::vector<Elsewhere> partsElsewhere()
{
    return {
        {"A1", "the check of the domain as a test of silver", ""},
        {"A2", "accepted values in silver", ""},
        {"A3", "a text NULL and no element differ in bronze and in row hashes", "tests/component/reconcile/canonical_pairs_test.cpp"},
        {"A5", "aggregates of floating-point numbers with a tolerance, NaN counted apart", "tests/unit/reconcile"},
        {"A6b", "infinity and NULL differ in row hashes", "tests/component/reconcile/canonical_pairs_test.cpp"},
        {"A6c", "years before and after Christ differ in row hashes", "tests/component/reconcile/canonical_pairs_test.cpp"},
        {"A9", "a load stops where lc_monetary has other than two digits after the point", ""},
        {"A11a", "a trimmed blank is seen by row hashes", "tests/component/reconcile/reconcile_live_test.cpp"},
        {"A13", "unique tests of silver ignore case where the source does", ""},
        {"B1", "the generated expression as a test of silver", ""},
        {"B2", "a partition that is detached trips the mass-delete guard", ""},
        {"B4", "generated YAML, Jinja and Markdown with these names", ""},
        {"B6", "rows that are there twice count twice in row hashes", "tests/component/reconcile/reconcile_live_test.cpp"},
        {"B8", "hashes in groups of columns", "tests/component/reconcile/reconcile_live_test.cpp"},
        {"B8", "the time that plan and pages take", "tests/benchmarks"},
        {"B11", "a relationships test that only warns", ""},
        {"B13", "the flag as a boolean, accepted values and escaped comments in silver and documents", ""},
    };
}

} // namespace lakehouse::cases

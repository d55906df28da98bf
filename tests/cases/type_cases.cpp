#include "cases/case_line.h"

namespace lakehouse::cases {

/// A: types of PostgreSQL. Values follow from the rows in cases.sql and from what PostgreSQL makes of them.
std::vector<Line> typeLines()
{
    std::vector<Line> lines{
        // A1: domains over domains, and an array of one
        {"A1", "column", "t.a1.id", "type", "integer"},
        {"A1", "column", "t.a1.id", "form", "integer"},
        {"A1", "column", "t.a1.price", "type", "decimal(12,2)"},
        {"A1", "column", "t.a1.price", "form", "decimal 2"},
        {"A1", "column", "t.a1.tags", "type", "array(integer)"},
        {"A1", "column", "t.a1.tags", "form", "array of integer"},
        {"A1", "column", "t.a1.tags", "distinct", "2"},
        {"A1", "column", "t.a1.price", "canonical", "10.50|\\N"},
        {"A1", "table", "t.a1", "mode", "full"},
        {"A1", "table", "t.a1", "key", "id"},
        {"A1", "fact", "domain t.posint2", "base.name", "int4"},
        {"A1", "fact", "domain t.posint2", "base.domain", "t.posint"},
        {"A1", "fact", "domain t.posint", "checks.expression", "VALUE > 0"},
        {"A1", "fact", "column t.a1.id", "type.domain", "t.posint2"},

        // A2: an enum whose labels need quoting and whose order is not that of the letters
        {"A2", "column", "t.a2.m", "type", "varchar"},
        {"A2", "column", "t.a2.m", "form", "text"},
        {"A2", "column", "t.a2.m", "read", "ok|O'Brien \"x\""},
        {"A2", "column", "t.a2.m", "reason", "label & renam"},
        {"A2", "column", "t.a2.ms", "type", "array(varchar)"},
        {"A2", "fact", "enum t.mood", "labels", "low, sad, ok, O'Brien \"x\""},
        {"A2", "fact", "enum-meaning t.a2.m", "codes.code", "low, sad, ok, O'Brien \"x\""},
        {"A2", "fact", "enum-meaning t.a2.m", "evidence-class", "database"},
        {"A2", "fact", "enum-meaning t.a2.m", "evidence.kind", "catalog"},
        {"A2", "table", "t.a2", "mode", "full"},

        {"A2", "table", "t.a2_touched", "mode", "incremental"},
        Line{"A2", "fact", "enum t.mood", "labels", "low, sad, fine, O'Brien \"x\""}.afterChanges(),
        Line{"A2", "fact", "enum-meaning t.a2.m", "codes.code", "low, sad, fine, O'Brien \"x\""}.afterChanges(),
        Line{"A2", "column", "t.a2.m", "read", "fine|O'Brien \"x\""}.afterChanges(),
        Line{"A2", "table", "t.a2", "mode", "full"}.afterChanges(),
        Line{"A2", "table", "t.a2_touched", "warning", "reload"}.afterChanges().isGap("a renamed label changes rows of an incremental table without moving its watermark, and no reload is proposed"),

        // A3: arrays whose rows differ in dimensions; another lower bound; an element that says NULL
        {"A3", "column", "t.a3.a", "type", "(refused)"},
        {"A3", "column", "t.a3.a", "refusal", "2 values & dimension"},
        {"A3", "column", "t.a3.b", "type", "(refused)"},
        {"A3", "column", "t.a3.b", "refusal", "1 value & dimension"},
        {"A3", "column", "t.a3.c", "type", "array(varchar)"},
        {"A3", "column", "t.a3.c", "distinct", "3"},
        {"A3", "table", "t.a3", "columns", "id, a, b, c"},
        {"A3", "table", "t.a3", "refused columns", "a, b"},
        {"A3", "fact", "column-profile t.a3.a", "unusual-arrays", "2"},
        Line{"A3", "column", "t.a3.a", "refusal", "id & 2, 3"}.isGap("a refusal counts the values that stand in the way and does not name the keys of their rows"),

        // A4: numbers without a scale, not finite, with too many digits, with a scale outside the precision
        {"A4a", "column", "t.a4.n", "type", "(refused)"},
        {"A4a", "column", "t.a4.n", "refusal", "2 values & NaN & infinite"},
        {"A4a", "column", "t.a4.n", "remedy", "NULL"},
        {"A4a", "fact", "column-profile t.a4.n", "non-finite", "2"},
        {"A4a", "fact", "column-profile t.a4.n", "scale", "30"},
        {"A4a", "fact", "column-profile t.a4.n", "complete", "yes"},
        {"A4a", "column", "t.a4_finite.n", "type", "decimal(38,30)"},
        {"A4a", "column", "t.a4_finite.n", "fidelity", "decided"},
        {"A4a", "column", "t.a4_finite.n", "reason", "30 & all 2 rows"},
        {"A4a", "column", "t.a4_finite.n", "canonical", "1.480000000000000000000000000000|0.000000000000000000000000000001"},
        Line{"A4a", "column", "t.a4.n", "refusal", "1 & NaN & 1 & infinit"}.isGap("NaN and infinities are counted together, so a person does not see how many there are of each"),
        {"A4a", "column", "t.a4_budget.n", "type", "(refused)"},
        {"A4a", "column", "t.a4_budget.n", "refusal", "9 & 30 & 38"},
        {"A4b", "column", "t.a4.n2", "type", "(refused)"},
        {"A4b", "column", "t.a4.n2", "refusal", "1 value & NaN"},
        {"A4b", "table", "t.a4", "mode", "full"},
        {"A4b", "table", "t.a4", "refused columns", "n, n2, n4"},
        {"A4c", "column", "t.a4.n4", "type", "(refused) || varchar"},
        {"A4c", "column", "t.a4.n4", "refusal", "38"},
        Line{"A4c", "column", "t.a4.n4", "refusal", "1 value"}
            .isGap("a numeric of more than 38 digits is refused by its type; how many values need them is not measured, and no decision can land it as text"),
        {"A4d", "column", "t.a4.n5", "type", "decimal(7,0)"},
        {"A4d", "column", "t.a4.n5", "fidelity", "exact"},
        {"A4d", "column", "t.a4.n5", "read", "12300|-100|0|NULL"},
        {"A4d", "column", "t.a4.n6", "type", "decimal(5,5)"},
        {"A4d", "column", "t.a4.n6", "fidelity", "exact"},
        {"A4d", "column", "t.a4.n6", "read", "0.00123|-0.00999|0.00000|NULL"},
        {"A4d", "column", "t.a4.n3", "type", "decimal(38,10)"},
        {"A4d", "column", "t.a4.n3", "canonical", "1.5000000000|-0.0000000001|0.0000000000|\\N"},

        // A5: floating-point numbers land and are left out of hashes by name
        {"A5", "column", "t.a5.r", "type", "real"},
        {"A5", "column", "t.a5.d", "type", "double"},
        {"A5", "column", "t.a5.r", "hashed", "no"},
        {"A5", "column", "t.a5.d", "hashed", "no"},
        {"A5", "column", "t.a5.d", "reason", "hash & tolerance"},
        {"A5", "table", "t.a5", "refused columns", "(none)"},

        // A6: times without end, before Christ, in October 1582, rounded into the next day
        {"A6a", "column", "t.a6.ts", "type", "(refused)"},
        {"A6a", "column", "t.a6.ts", "refusal", "3 values & infinite"},
        {"A6a", "column", "t.a6.tz", "refusal", "3 values & infinite"},
        {"A6a", "column", "t.a6.d", "refusal", "3 values & infinite"},
        {"A6a", "column", "t.a6.d", "remedy", "NULL & 9999-12-31"},
        {"A6a", "fact", "column-profile t.a6.d", "out-of-range", "3"},
        Line{"A6a", "column", "t.a6.ts", "remedy", "decide"}.isGap("what infinities, years before 1 and NaN become cannot be decided in the product: they must be replaced at the source"),
        {"A6b", "column", "t.a6.ts", "type", "(refused)"},
        {"A6c", "column", "t.a6.d", "refusal", "before the year 1"},
        {"A6e", "column", "t.a6_in_range.d", "type", "date"},
        {"A6e", "column", "t.a6_in_range.d", "canonical", "1582-10-10|0001-01-01"},
        {"A6e", "column", "t.a6_in_range.tz", "type", "timestamp(6) with time zone"},
        {"A6e", "column", "t.a6_in_range.tz", "canonical", "1500-01-01 00:00:00.000000|2024-10-26 23:30:00.000000"},
        {"A6f", "column", "t.a6_in_range.ts", "type", "timestamp(6)"},
        {"A6f", "column", "t.a6_in_range.ts", "canonical", "1582-10-10 00:00:00.000000|2024-03-01 00:00:00.000000"},

        // A8: intervals that PostgreSQL takes for equal
        {"A8", "column", "t.a8.iv", "type", "varchar"},
        {"A8", "column", "t.a8.iv", "fidelity", "decided"},
        {"A8", "column", "t.a8.iv", "read", "1:0:0|0:30:0|0:0:2592000000000|-1:2:-11045000001"},
        {"A8", "column", "t.a8.iv", "distinct", "4"},
        {"A8", "column", "t.a8.iy", "read", "14:0:0|NULL|NULL|NULL"},
        {"A8", "table", "t.a8_key", "key", "(none)"},
        {"A8", "table", "t.a8_key", "key reason", "iv & interval"},
        {"A8", "table", "t.a8_key", "mode", "full"},

        // A9: money is a number
        {"A9", "column", "t.a9.m", "type", "decimal(19,2)"},
        {"A9", "column", "t.a9.m", "read", "1234.50|-92233720368547758.08"},
        {"A9", "column", "t.a9.m", "canonical", "1234.50|-92233720368547758.08"},
        {"A9", "column", "t.a9.m", "reason", "lc_monetary"},

        // A11: texts
        {"A11a", "column", "t.a11.c", "type", "varchar"},
        {"A11a", "column", "t.a11.c", "form", "padded-text 5"},
        {"A11a", "column", "t.a11.c", "canonical", "ab   |     |\\N|ab   |x    |é    "},
        {"A11a", "column", "t.a11.c", "reason", "blank"},
        {"A11a", "column", "t.a11.vc", "type", "varchar"},
        {"A11a", "column", "t.a11.vc", "canonical", "ab   ||\\N|ab|y|é"},
        {"A11b", "column", "t.a11.tx", "canonical", "ab||\\N|\\\\N|a\\sb\nc\td\r|e\u0301 🦀 \u200b"},
        {"A11b", "column", "t.a11.tx", "distinct", "6"},
        {"A11c", "column", "t.a11.vc", "distinct", "6"},
        {"A11c", "column", "t.a11.n", "distinct", "6"},
        {"A11d", "column", "t.a11.tx", "type", "varchar"},
        {"A11d", "column", "t.a11.tx", "fidelity", "exact"},
        {"A11d", "column", "t.a11_collated.tx", "type", "varchar"},
        {"A11d", "column", "t.a11_collated.tx", "canonical", "A|b"},
        {"A11d", "column", "t.a11_collated.en", "canonical", "a|B"},
        {"A11e", "column", "t.a11.c1", "type", "varchar"},
        {"A11e", "column", "t.a11.c1", "read", "x||NULL|y|NULL|NULL"},
        {"A11e", "column", "t.a11.n", "type", "varchar"},

        // A12: documents
        {"A12", "column", "t.a12.j", "type", "varchar"},
        {"A12", "column", "t.a12.j", "read", "{\"b\":1,\"a\":2,\"a\":3}|null|NULL|1.10|\"x\"|{\"n\": 12345678901234567890.123456789012345678901}"},
        {"A12", "column", "t.a12.j", "distinct", "6"},
        {"A12", "column", "t.a12.jb", "type", "varchar"},
        {"A12", "column", "t.a12.jb", "read", "{\"a\": 3, \"b\": 1}|null|NULL|1.10|[]|{\"n\": 12345678901234567890.123456789012345678901}"},
        {"A12", "column", "t.a12.jb", "distinct", "6"},
        {"A12", "table", "t.a12", "reading", "query function & j"},
        {"A12", "table", "t.a12", "pushed rows", "6"},

        // A13: types of extensions
        {"A13", "column", "t.a13.h", "type", "varchar"},
        {"A13", "column", "t.a13.h", "form", "json"},
        {"A13", "column", "t.a13.h", "read", "{ \"a\" : \"1\", \"b\" : null, \"c d\" : \"e\\\"f\" }|{}"},
        {"A13", "column", "t.a13.h", "reason", "JSON & sorted"},
        {"A13", "column", "t.a13.ci", "type", "varchar"},
        {"A13", "column", "t.a13.ci", "read", "ABC|abc"},
        {"A13", "column", "t.a13.ci", "reason", "equal"},

        // A15: every column is accounted for, whatever its type
        {"A15", "table", "t.a15", "columns", "id, v, q, x, p, bx, ip, ci, mac, l, o, tid"},
        {"A15", "column", "t.a15.v", "type", "varchar"},
        {"A15", "column", "t.a15.q", "type", "varchar"},
        {"A15", "column", "t.a15.x", "type", "varchar"},
        {"A15", "column", "t.a15.p", "type", "varchar"},
        {"A15", "column", "t.a15.bx", "type", "varchar"},
        {"A15", "column", "t.a15.ip", "type", "varchar"},
        {"A15", "column", "t.a15.ip", "distinct", "2"},
        {"A15", "column", "t.a15.ci", "type", "varchar"},
        {"A15", "column", "t.a15.mac", "type", "varchar"},
        {"A15", "column", "t.a15.l", "type", "varchar"},
        {"A15", "column", "t.a15.l", "read", "16/B374D848|NULL"},
        {"A15", "column", "t.a15.tid", "type", "varchar || (refused)"},
        {"A15", "column", "t.a15.o", "read", "42|NULL"},
        {"A15", "column", "t.a15.o", "type", "bigint"}, // decision 0011
        {"A15", "table", "t.a15", "pushed rows", "2"},

        // A17: bytes
        {"A17", "column", "t.a17.b", "type", "varbinary"},
        {"A17", "column", "t.a17.b", "canonical", "00ff5c4e||\\N"},
        {"A17", "column", "t.a17.b", "distinct", "3"},
    };
    return lines;
}

} // namespace lakehouse::cases

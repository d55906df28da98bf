#pragma once

#include <vector>

namespace lakehouse::cases {

/// One line: what must come of one thing of a case. Cases are named like the tables of cases.sql: A for types, B for schemas. The value is what
/// specification and database say, never what the program prints.
///
/// what     where                       aspects
/// column   t.a1.price                  of the plan: type, fidelity, form, hashed, mask; reason, refusal, remedy; read (the source's own values as the load
///                                      reads them, by the table's first column), canonical (as row hashes see them), distinct (how many differ there)
/// table    t.b2                        of the plan: mode (absent: not planned), key, key reason, watermark, watermark proof, why, remedy, columns (all that
///                                      are accounted for), refused columns, number of columns, bronze, slug, names fit, reading, warning, rows seen by; pushed rows (of the
///                                      statement that Trino hands down to the source, on the server)
/// fact     foreign-key t.b11c.fk       of the ledger: a path into its body ("codes.code"), or "there" (yes or no)
/// review   scope t.b10v                of the review: proposal, finding, evidence, effects
/// rights   t.b9c.secret                of a trial of the source: grant
/// check    row-security                of a trial of the source: state, finding, remedy
/// analysis counts                      complete; second reading (entries that it adds)
/// server   w.always                    what PostgreSQL itself does: moves (on every kind of update)
///
/// A value is compared as it is; a text for people (reason, refusal, finding, …) must hold all of its parts between " & ", in this order and in any case.
/// " || " stands between values of which one is enough, "(none)" for nothing.
struct Line {
    const char *caseId = "";
    const char *what = "";
    const char *where = "";
    const char *aspect = "";
    const char *expected = "";
    const char *gap = nullptr;      ///< why the product does not give it yet: an expected failure
    const char *settings = "";      ///< further lines of ekos.toml that the plan is made with
    const char *decisions = "";     ///< of a person about the plan, one a line: what, table or column
    bool isAfterChanges = false;    ///< of a second analysis, after changes.sql
    const char *extension = "";     ///< that the server must have installed, else the line is skipped

    constexpr Line isGap(const char *why) const
    {
        Line line = *this;
        line.gap = why;
        return line;
    }
    constexpr Line with(const char *lines) const
    {
        Line line = *this;
        line.settings = lines;
        return line;
    }
    constexpr Line decided(const char *lines) const
    {
        Line line = *this;
        line.decisions = lines;
        return line;
    }
    constexpr Line afterChanges() const
    {
        Line line = *this;
        line.isAfterChanges = true;
        return line;
    }
    constexpr Line needing(const char *name) const
    {
        Line line = *this;
        line.extension = name;
        return line;
    }
};

/// What of a case's right result no line of this folder can show: shown by another test, or not part of the product yet.
struct Elsewhere {
    const char *caseId = "";
    const char *part = "";
    const char *shownBy = ""; ///< a test's folder or file; empty: nothing yet
};

/// What a person may write into ekos.toml about these tables.
inline constexpr const char *settingsOfPerson = R"([extensions.lakehouse.watermarks]
"t.b12" = "lu2"
"w.quoted" = "Changed At"
[extensions.lakehouse.pii]
"t.b9c.pub" = "hmac"
'"Sales.EU"."Order"."Order"' = "null"
)";

/// What a person may decide about values that bronze cannot hold: each kind for all of these columns.
inline constexpr const char *decidedAsText = "text t.a3.a\ntext t.a3.b\ntext t.a4.n\ntext t.a4.n4\ntext t.a4_budget.n\ntext t.a6.ts\ntext t.a6.tz\ntext t.a6.d";
inline constexpr const char *decidedAsNull = "null t.a3.a\nnull t.a4.n\nnull t.a4.n2\nnull t.a4.n4\nnull t.a6.ts\nnull t.a6.tz\nnull t.a6.d";
inline constexpr const char *decidedAsLimit = "limit t.a6.ts\nlimit t.a6.tz\nlimit t.a6.d\naccept-row-security t.b9";
inline constexpr const char *decidedAndUndone = "null t.a4.n\nundo t.a4.n\naccept-row-security t.b9\nundo t.b9";

std::vector<Line> typeLines();
std::vector<Line> schemaLines();
std::vector<Line> watermarkLines();
std::vector<Elsewhere> partsElsewhere();

} // namespace lakehouse::cases

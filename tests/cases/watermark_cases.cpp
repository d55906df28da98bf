#include "cases/case_line.h"

namespace lakehouse::cases {

namespace {

/// Proved by the trigger, and PostgreSQL does as the proof says.
void addProved(std::vector<Line> &lines, const char *table, const char *by)
{
    lines.push_back({"B12", "table", table, "mode", "incremental"});
    lines.push_back({"B12", "table", table, "watermark", "changed by trigger"});
    lines.push_back({"B12", "table", table, "watermark proof", by});
    lines.push_back({"B12", "server", table, "moves", "always"});
}

/// Loads in full, and the reason says what breaks the proof.
void addRefused(std::vector<Line> &lines, const char *table, const char *why)
{
    lines.push_back({"B12", "table", table, "mode", "full"});
    lines.push_back({"B12", "table", table, "watermark", "(none)"});
    lines.push_back({"B12", "table", table, "why", why});
}

} // namespace

/// B12: which triggers prove that every update sets a time. Lines of functions are counted as PostgreSQL counts them in its messages.
std::vector<Line> watermarkLines()
{
    std::vector<Line> lines{
        {"B12", "table", "t.b12", "mode", "incremental"},
        {"B12", "table", "t.b12", "key", "id"},
        {"B12", "review", "scope t.b12", "proposal", "in"},
        {"B12", "review", "identity t.b12", "proposal", "(none)"},
        {"B12", "table", "t.b12", "watermark", "last_update by trigger"},
        {"B12", "table", "t.b12", "watermark proof", "t1 & t.upd_ok() & line 1"},
        {"B12", "fact", "trigger t.b12.t1", "timing", "before"},
        {"B12", "fact", "trigger t.b12.t1", "on-update", "yes"},
        Line{"B12", "table", "t.b12", "mode", "full"}.with(settingsOfPerson),
        Line{"B12", "table", "t.b12", "why", "t2 & t.upd_if() & line 1 & lu2"}.with(settingsOfPerson),
        Line{"B12", "table", "t.b12", "mode", "full"}.with("[extensions.lakehouse.watermarks]\n\"t.b12\" = \"lu3\"\n"),
        Line{"B12", "table", "t.b12", "why", "t3 & t.upd_c() & line 1 & lu3"}.with("[extensions.lakehouse.watermarks]\n\"t.b12\" = \"lu3\"\n"),
    };
    addProved(lines, "w.always", "trigger touch & w.always_touch() & line 3");
    addProved(lines, "w.equals_sign", "touch & line 3");
    addProved(lines, "w.current_timestamp", "touch & line 3");
    addProved(lines, "w.transaction_timestamp", "touch & line 3");
    addProved(lines, "w.statement_timestamp", "touch & line 3");
    addProved(lines, "w.clock_timestamp", "touch & line 3");
    addProved(lines, "w.on_insert_too", "touch & line 3");
    addProved(lines, "w.fires_always", "touch & line 3");
    addProved(lines, "w.every_case", "touch & line");
    addProved(lines, "w.both_branches", "touch & line");
    addProved(lines, "w.nested", "touch & line 5");
    addProved(lines, "w.by_event", "touch & line 4");
    addProved(lines, "w.or_fails", "touch & line 6");
    addProved(lines, "w.earlier_returns_old", "touch & line 3");
    addProved(lines, "w.utc", "touch & line 3");
    addProved(lines, "w.other_column_later", "touch & line 3");
    addProved(lines, "w.searched", "touch & line 3");
    lines.push_back({"B12", "table", "w.quoted", "watermark", "Changed At by trigger"});
    lines.push_back(Line{"B12", "table", "w.quoted", "mode", "incremental"}.with(settingsOfPerson));
    lines.push_back({"B12", "table", "w.parts", "watermark", "changed by trigger"});
    lines.push_back({"B12", "table", "w.parts", "key", "id, day"});
    lines.push_back({"B12", "table", "w.parts", "mode", "incremental"});

    addRefused(lines, "w.in_if", "touch & w.in_if_touch() & line 3");
    addRefused(lines, "w.in_comment", "touch & line 3 & comment");
    addRefused(lines, "w.in_line_comment", "touch & line 3 & comment");
    addRefused(lines, "w.in_text", "touch & line 3");
    addRefused(lines, "w.disabled", "touch & disabled");
    addRefused(lines, "w.replica_only", "touch & replica");
    addRefused(lines, "w.update_of", "touch & UPDATE OF & v");
    addRefused(lines, "w.when_clause", "touch & WHEN & v");
    addRefused(lines, "w.early_return", "touch & line 4");
    addRefused(lines, "w.one_case", "touch & line 3");
    addRefused(lines, "w.in_loop", "touch & line 3");
    addRefused(lines, "w.caught", "touch & line 3 & EXCEPTION");
    addRefused(lines, "w.caught_returning", "touch & line 2 & EXCEPTION");
    addRefused(lines, "w.left_early", "touch & line 4 || touch & line 5");
    addRefused(lines, "w.for_each_statement", "touch & BEFORE UPDATE & ROW");
    addRefused(lines, "w.after_update", "touch & BEFORE UPDATE");
    addRefused(lines, "w.insert_only", "BEFORE UPDATE & changed");
    addRefused(lines, "w.default_only", "BEFORE UPDATE & changed");
    addRefused(lines, "w.parts_off", "partition");
    addRefused(lines, "w.parent", "child");

    addRefused(lines, "w.by_variable", "touch & line 5 & changed");
    addRefused(lines, "w.by_present_variable", "touch & line 5 & changed");
    addRefused(lines, "w.by_execute", "touch & line 3 & changed");
    addRefused(lines, "w.old_value", "touch & line 3 & changed");
    addRefused(lines, "w.constant", "touch & line 3 & changed");
    addRefused(lines, "w.shifted", "touch & line 3 & changed");
    addRefused(lines, "w.cut", "touch & line 3 & changed");
    addRefused(lines, "w.kept_if_set", "touch & line 3 & changed");
    addRefused(lines, "w.no_zone", "touch & line 3 & changed & time zone");
    addRefused(lines, "w.day_only", "timestamp");
    addRefused(lines, "w.other_now", "touch & line 3 & changed");
    addRefused(lines, "w.row_replaced", "touch & line 4 & NEW");

    addRefused(lines, "w.return_old", "touch & line 4 & NEW");
    addRefused(lines, "w.return_null", "touch & line 4 & NEW");
    addRefused(lines, "w.changed_later", "zebra & w.changed_later_zebra() & line 3 & changed");
    addRefused(lines, "w.perhaps_changed_later", "zebra & w.perhaps_changed_later_zebra() & line 4 & changed");
    addRefused(lines, "w.later_returns_old", "zebra & w.later_returns_old_zebra() & line 3");
    addRefused(lines, "w.no_key", "no primary key");

    lines.push_back(Line{"B12", "table", "w.always", "mode", "full"}.afterChanges());
    lines.push_back(Line{"B12", "table", "w.always", "why", "touch & disabled"}.afterChanges());

    for (const Line &line : {Line{"B12", "table", "w.moddatetime", "mode", "full"}, Line{"B12", "table", "w.moddatetime", "why", "touch & public.moddatetime() & written in c"},
                             Line{"B12", "table", "w.moddatetime_later", "mode", "full"}, Line{"B12", "table", "w.moddatetime_later", "why", "zebra & public.moddatetime() & written in c"},
                             Line{"B12", "table", "w.moddatetime_first", "watermark", "changed by trigger"}})
        lines.push_back(line.needing("moddatetime"));
    for (const Line &line : {Line{"B12", "table", "w.plperl", "mode", "full"}, Line{"B12", "table", "w.plperl", "why", "touch & w.plperl_touch() & plperl"}})
        lines.push_back(line.needing("plperl"));
    for (const Line &line : {Line{"B12", "table", "w.plpython3u", "mode", "full"}, Line{"B12", "table", "w.plpython3u", "why", "touch & w.plpython3u_touch() & plpython3u"}})
        lines.push_back(line.needing("plpython3u"));
    return lines;
}

} // namespace lakehouse::cases

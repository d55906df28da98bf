#include "rules/writes/source_writes.h"

#include "model/name.h"
#include "rules/writes/names_by_scope.h"
#include "rules/writes/sql_writes.h"
#include "text/joined_texts.h"
#include "text/text_lines.h"

#include <algorithm>

namespace lakehouse::rules {

using text::JoinedText;
using text::LinedText;

namespace {

/// What shows or logs a text, or fails with it: no SQL is run there.
bool isMessage(const QString &function)
{
    static constexpr QStringView words[] = {u"info", u"debug", u"warn", u"warning", u"error", u"trace", u"fatal", u"log", u"notice", u"critical", u"severe", u"fine", u"finer", u"verbose",
                                            u"print", u"println", u"printf", u"puts", u"echo", u"say", u"writeline", u"die", u"croak", u"carp", u"cluck", u"confess", u"raise",
                                            u"throw", u"assert", u"fail", u"panic", u"errorf", u"infof", u"debugf", u"warnf", u"fatalf", u"error_log", u"trigger_error",
                                            u"settext", u"settitle", u"gettext", u"translate", u"alert", u"confirm", u"exception", u"sethelp", u"label", u"_", u"tr", u"abort"};
    const QString lower = function.toLower();
    return std::find(std::begin(words), std::end(words), lower) != std::end(words) || lower.endsWith(QLatin1String("exception")) || lower.endsWith(QLatin1String("error"));
}

/// Few texts are SQL: those that have none of its verbs are not read closer.
bool mayWrite(const QString &text)
{
    for (const char *verb : {"insert", "update", "delete", "merge", "truncate", "replace", "copy"})
        if (text.contains(QLatin1String(verb), Qt::CaseInsensitive))
            return true;
    return false;
}

/// "shop.purge" is the routine purge: a schema is no scope.
QString scopeOfRoutine(const QString &name)
{
    const auto names = model::readSqlIdentifiers(name, QLatin1Char('.'));
    return names ? names->back() : name;
}

} // namespace

SourceWrites scanSource(const QString &path, const QString &text)
{
    SourceWrites writes{.place = path};
    const qsizetype lineEnd = text.indexOf(u'\n');
    const auto language = text::sourceLanguage(path, QStringView(text).left(lineEnd < 0 ? text.size() : lineEnd));
    if (!language)
        return writes;
    if (*language == text::SourceLanguage::Sql) {
        if (mayWrite(text))
            writes.statements = sqlWrites(LinedText(text::withPlainLineEnds(text)), SqlContext::Script, {});
        return writes;
    }
    const text::SourceTokens tokens = text::lexSource(text, *language);
    const text::SourceStructure structure = text::structureOf(tokens);
    writes.classes = persistentClasses(tokens, structure, path);
    writes.calls = persistenceCalls(tokens, structure);
    const std::vector<JoinedText> texts = text::joinedTexts(tokens, structure);
    NamesByScope names;
    for (const JoinedText &joined : texts) {
        if (isMessage(joined.passedTo))
            continue;
        names.add(joined.scope, joined.text.text());
        if (!mayWrite(joined.text.text()))
            continue;
        const std::vector<WrittenStatement> found = sqlWrites(joined.text, SqlContext::Literal, joined.scope);
        writes.statements.insert(writes.statements.end(), found.begin(), found.end());
    }
    names.nameWhatIsPutTogether(writes.statements);
    return writes;
}

SourceWrites scanRoutine(const QString &name, const QString &definition)
{
    SourceWrites writes{.kind = model::EvidenceKind::Routine, .place = QLatin1String("routine ") + name};
    writes.statements = sqlWrites(LinedText(text::withPlainLineEnds(definition)), SqlContext::Script, {});
    for (WrittenStatement &statement : writes.statements)
        if (statement.scope.isEmpty())
            statement.scope = scopeOfRoutine(name);
    return writes;
}

} // namespace lakehouse::rules

#include "text/source_language.h"

#include <QList>

namespace lakehouse::text {

namespace {

struct Ending {
    const char *ending;
    SourceLanguage language;
};

constexpr Ending endings[] = {
    {"sql", SourceLanguage::Sql}, {"ddl", SourceLanguage::Sql}, {"dml", SourceLanguage::Sql}, {"psql", SourceLanguage::Sql}, {"pgsql", SourceLanguage::Sql},
    {"plsql", SourceLanguage::Sql}, {"pls", SourceLanguage::Sql}, {"pks", SourceLanguage::Sql}, {"pkb", SourceLanguage::Sql}, {"prc", SourceLanguage::Sql},
    {"fnc", SourceLanguage::Sql}, {"trg", SourceLanguage::Sql}, {"java", SourceLanguage::Java}, {"kt", SourceLanguage::Kotlin}, {"kts", SourceLanguage::Kotlin},
    {"py", SourceLanguage::Python}, {"pyw", SourceLanguage::Python}, {"pl", SourceLanguage::Perl}, {"pm", SourceLanguage::Perl}, {"t", SourceLanguage::Perl},
    {"php", SourceLanguage::Php}, {"phtml", SourceLanguage::Php}, {"inc", SourceLanguage::Php}, {"cs", SourceLanguage::CSharp}, {"go", SourceLanguage::Go},
    {"rb", SourceLanguage::Ruby}, {"rake", SourceLanguage::Ruby}, {"ts", SourceLanguage::TypeScript}, {"tsx", SourceLanguage::TypeScript},
    {"mts", SourceLanguage::TypeScript}, {"cts", SourceLanguage::TypeScript}, {"js", SourceLanguage::JavaScript}, {"jsx", SourceLanguage::JavaScript},
    {"mjs", SourceLanguage::JavaScript}, {"cjs", SourceLanguage::JavaScript},
};

struct Program {
    const char *name;
    SourceLanguage language;
};

constexpr Program programs[] = {
    {"python", SourceLanguage::Python}, {"perl", SourceLanguage::Perl}, {"php", SourceLanguage::Php}, {"ruby", SourceLanguage::Ruby},
    {"node", SourceLanguage::JavaScript}, {"deno", SourceLanguage::TypeScript}, {"ts-node", SourceLanguage::TypeScript}, {"kotlin", SourceLanguage::Kotlin},
};

QStringView nameOf(QStringView path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

std::optional<SourceLanguage> byEnding(QStringView name)
{
    const QStringView ending = name.mid(name.lastIndexOf(u'.') + 1);
    for (const Ending &known : endings)
        if (ending.compare(QLatin1String(known.ending), Qt::CaseInsensitive) == 0)
            return known.language;
    return {};
}

/// "python3.11" and "/usr/bin/env -S perl -w" alike.
std::optional<SourceLanguage> byProgram(QStringView firstLine)
{
    if (!firstLine.startsWith(u"#!"))
        return {};
    for (const QStringView word : firstLine.mid(2).split(u' ', Qt::SkipEmptyParts)) {
        const QStringView program = nameOf(word);
        if (program == u"env" || program.startsWith(u'-'))
            continue;
        for (const Program &known : programs) {
            const QLatin1String name(known.name);
            if (program.startsWith(name) && (program.size() == name.size() || !program[name.size()].isLetter()))
                return known.language;
        }
        return {};
    }
    return {};
}

} // namespace

std::optional<SourceLanguage> sourceLanguage(QStringView path, QStringView firstLine)
{
    const QStringView name = nameOf(path);
    return name.contains(u'.') ? byEnding(name) : byProgram(firstLine.trimmed());
}

bool mayBeSource(QStringView path)
{
    const QStringView name = nameOf(path);
    return !name.contains(u'.') || byEnding(name).has_value();
}

} // namespace lakehouse::text

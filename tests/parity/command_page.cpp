#include "parity/command_page.h"

#include "api/any_value.h"
#include "cli/command_line.h"
#include "describe/canonical_json.h"
#include "describe/options.h"
#include "model/name.h"

#include <QStringList>

namespace lakehouse::testsupport {

using namespace describe;

namespace {

constexpr char introduction[] = R"(# Commands

This page is made from the table of operations (see [tests](../developer/testing.md)); `ekos-lakehouse COMMAND --help` says the same.

## For every command

| Option | Meaning |
| --- | --- |
| `--project FOLDER` | folder of the project; the current one when left out |
| `--json` | print the answer, or the failure, as JSON, alone on standard output |
| `--progress auto\|json\|none` | how progress is shown on standard error |
| `--help` | what the command does and takes |
| `--version` | print the version; without a command |

| Exit code | Meaning |
| --- | --- |
| 0 | done |
| 1 | a check found something |
| 2 | wrong usage or configuration |
| 3 | a service could not be reached |
| 4 | refused until a person decides |
| 5 | interrupted or cancelled |
| 70 | an error inside |

A table is named as SQL does: `film`, `public.film`, or `'"Sales.EU"."My Table"'`. A name alone is enough when only one schema has it.
Where a reason is asked for, a terminal asks for one that was not typed; elsewhere "none given" is recorded.
)";

/// What may stand behind an option.
QString valueOf(const TypeInfo &type)
{
    switch (type.kind) {
    case Kind::List:
    case Kind::Optional: return valueOf(type.inner());
    case Kind::Enumeration: {
        QStringList labels;
        for (const LabelInfo &label : type.labels)
            labels += QString::fromUtf8(label.label);
        return labels.join(QStringLiteral("\\|"));
    }
    default: return QString::fromUtf8(type.name).toUpper().replace(QLatin1Char(' '), QLatin1Char('-'));
    }
}

QString optionCell(const OptionInfo &option)
{
    if (option.isPositional)
        return QStringLiteral("`%1`").arg(option.name);
    if (!option.fixedValue.isEmpty())
        return QStringLiteral("`%1`").arg(option.name);
    const bool isDigest = QLatin1String(option.field->name).endsWith(QLatin1String("digest"));
    return QStringLiteral("`%1 %2`").arg(option.name, isDigest ? QStringLiteral("DIGEST") : valueOf(option.field->type()));
}

QString meaningCell(const OptionInfo &option, const api::OperationRow &row, const void *defaults)
{
    const FieldInfo &field = *option.field;
    const TypeInfo &type = field.type();
    QString words = QString::fromUtf8(field.doc);
    if (!option.fixedValue.isEmpty() && type.kind != Kind::Boolean)
        words += QStringLiteral(": ") + option.fixedValue;
    for (const Spelling &spelling : row.spellings)
        if (spelling.kind == Spelling::Kind::Alias && option.name == QLatin1String(spelling.option))
            words = QStringLiteral("the same as `--%1`").arg(QLatin1String(field.name));
    if (option.isRepeatable)
        words += QStringLiteral("; may be repeated");
    if (type.kind == Kind::Integer && field.presence == Presence::Defaulted)
        words += QStringLiteral("; %1 when left out").arg(QString::fromUtf8(canonicalJson(type, at(field, defaults))));
    if (const Spelling *taken = app::takenSpelling(row, field))
        words += QStringLiteral("; the current one when left out (as `%1` shows it)").arg(QLatin1String(api::findOperation(QLatin1String(taken->option))->command));
    const bool mayMiss = field.presence == Presence::Defaulted || type.kind == Kind::Optional || &type == &describe::typeOf<model::Reason>() || app::takenSpelling(row, field);
    if (mayMiss)
        return words;
    return words + (option.fixedValue.isEmpty() ? QStringLiteral("; required") : QStringLiteral("; one of these is required"));
}

QString exitCodes(const api::Operation &operation)
{
    QString words = QStringLiteral("Exit codes: 0 done");
    if (operation.verdict)
        words += QStringLiteral(", 1 found something");
    return words + QStringLiteral(", 2 wrong usage or configuration, 3 not reached, 4 refused until a person decides, 5 cancelled, 70 an error inside.\n");
}

QString section(const api::OperationRow &row)
{
    const api::Operation &operation = *row.operation;
    QString text = QStringLiteral("\n## `%1`\n\n%2.\n\n").arg(QLatin1String(operation.command), QString::fromUtf8(operation.summary));
    const std::vector<OptionInfo> options = optionsOf(operation.request(), row.spellings);
    if (!options.empty()) {
        const api::AnyRequest defaults(operation.request());
        text += QStringLiteral("| Option | Meaning |\n| --- | --- |\n");
        for (const OptionInfo &option : options)
            text += QStringLiteral("| %1 | %2 |\n").arg(optionCell(option), meaningCell(option, row, defaults.data()));
        text += QLatin1Char('\n');
    }
    return text + exitCodes(operation);
}

} // namespace

QString commandPage(std::span<const api::OperationRow> table)
{
    QString page = QString::fromUtf8(introduction);
    for (const app::LocalCommand &local : app::localCommands())
        page += QStringLiteral("\n## `%1`\n\n%2.\n").arg(QLatin1String(local.command), QString::fromUtf8(local.summary));
    for (const api::OperationRow &row : table)
        page += section(row);
    return page;
}

} // namespace lakehouse::testsupport

#include "cli/answer_output.h"

#include "api/operations/sources.h"

namespace lakehouse::app {

using namespace api;
using namespace model;

namespace {

Cell passwordCell(const SourceRow &row)
{
    if (row.passwordEnv.isEmpty())
        return {QStringLiteral("none"), Style::Faint};
    const QString name = printable(row.passwordEnv);
    switch (row.secret) {
    case SecretPlace::Environment: return {name, Style::Good};
    case SecretPlace::Keychain: return {name + QStringLiteral(" in the keyring"), Style::Good};
    case SecretPlace::Session: return {name + QStringLiteral(" for this run"), Style::Good};
    case SecretPlace::Missing: break;
    }
    return {name + QStringLiteral(" is not set"), Style::Warning};
}

QString sourceList(const SourceList &list, const Terminal &terminal)
{
    if (list.sources.empty())
        return QStringLiteral("No source yet. Add one: ekos-lakehouse sources add NAME --connect HOST:PORT/DATABASE --user USER --password-env VARIABLE\n");
    TextTable table({{QStringLiteral("NAME")}, {QStringLiteral("ENGINE")}, {QStringLiteral("ADDRESS")}, {QStringLiteral("USER")},
                     {QStringLiteral("PASSWORD")},
                     {QStringLiteral("TABLES"), Align::Right}, {QStringLiteral("LAST READ")}, {QStringLiteral("ROLE")}});
    for (const SourceRow &row : list.sources) {
        const QString role = row.isExtracted ? QStringLiteral("extracted, Trino catalog %1").arg(printable(row.trinoCatalog)) : QStringLiteral("analyzed only");
        const QString lastRead = row.lastReadAtUtc ? moment(*row.lastReadAtUtc) : QStringLiteral("never");
        table.add({{printable(row.name), Style::Strong}, {printable(row.engine)}, {printable(row.address)}, {printable(row.user)}, passwordCell(row),
                   {row.lastReadAtUtc ? grouped(row.tables) : QString()}, {lastRead}, {role}});
    }
    return table.toString(terminal);
}

QString sourceTest(const SourceTest &test, const Terminal &terminal)
{
    QString lines = QStringLiteral("%1 · %2 as %3\n\n").arg(terminal.styled(Style::Strong, printable(test.name)), printable(test.address),
                                                            printable(test.user)) + checksInWords(test.checks, terminal);
    qint64 lacking = 0;
    QString grants;
    for (const SourceRight &right : test.rights) {
        if (right.isHeld)
            continue;
        ++lacking;
        grants += QStringLiteral("  %1 on %2: %3\n").arg(right.right, printable(right.object), printable(right.grant));
    }
    if (lacking > 0)
        lines += QStringLiteral("\n%1 of %2 rights are missing; let an owner run\n").arg(grouped(lacking), grouped(qint64(test.rights.size())))
            + grants;
    else if (!test.rights.empty())
        lines += QStringLiteral("%1 tables, all %2 rights are held\n").arg(grouped(test.tables), grouped(qint64(test.rights.size())));
    if (!test.unsupportedTypes.empty())
        lines += QStringLiteral("\nTypes that cannot be loaded\n");
    for (const UnsupportedType &type : test.unsupportedTypes) {
        QStringList examples;
        for (const QString &example : type.examples)
            examples += printable(example);
        lines += QStringLiteral("  %1, columns: %2 (%3) — %4\n").arg(printable(type.type), grouped(type.columns),
                                                                     examples.join(QStringLiteral(", ")), printable(type.reason));
    }
    return lines;
}

} // namespace

QString sourceAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &ListSources::operation)
        return sourceList(answer.as<SourceList>(), terminal);
    if (&operation == &TestSource::operation)
        return sourceTest(answer.as<SourceTest>(), terminal);
    const bool isAdded = &operation == &AddSource::operation;
    if (!isAdded && &operation != &EditSource::operation && &operation != &RemoveSource::operation)
        return {};
    const QString name = printable(answer.as<SourceSaved>().name);
    if (isAdded)
        return QStringLiteral("%1 was added to ekos.toml. Try it: ekos-lakehouse sources test %1\n").arg(name);
    if (&operation == &EditSource::operation)
        return QStringLiteral("%1 was changed in ekos.toml.\n").arg(name);
    return QStringLiteral("%1 was taken out of ekos.toml; what is known of it stays in the ledger.\n").arg(name);
}

} // namespace lakehouse::app

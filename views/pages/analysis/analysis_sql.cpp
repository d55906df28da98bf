#include "pages/analysis/analysis_sql.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::PolicyCommand;
using model::SourceTrigger;
using model::TriggerEnabled;
using model::TriggerTiming;
using model::sqlIdentifier;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("AnalysisSql", source);
}

QLatin1String commandWord(PolicyCommand command)
{
    switch (command) {
    case PolicyCommand::All: return QLatin1String("ALL");
    case PolicyCommand::Select: return QLatin1String("SELECT");
    case PolicyCommand::Insert: return QLatin1String("INSERT");
    case PolicyCommand::Update: return QLatin1String("UPDATE");
    case PolicyCommand::Delete: return QLatin1String("DELETE");
    }
    return QLatin1String();
}

QString eventsOf(const SourceTrigger &trigger)
{
    QStringList events;
    if (trigger.onInsert)
        events += QStringLiteral("INSERT");
    if (trigger.onUpdate)
        events += trigger.updateColumns.empty() ? QStringLiteral("UPDATE") : QStringLiteral("UPDATE OF ") + model::namesListed(trigger.updateColumns);
    if (trigger.onDelete)
        events += QStringLiteral("DELETE");
    if (trigger.onTruncate)
        events += QStringLiteral("TRUNCATE");
    return events.join(QStringLiteral(" OR "));
}

QString timingOf(const SourceTrigger &trigger)
{
    switch (trigger.timing) {
    case TriggerTiming::Before: return QStringLiteral("BEFORE");
    case TriggerTiming::After: return QStringLiteral("AFTER");
    case TriggerTiming::InsteadOf: return QStringLiteral("INSTEAD OF");
    }
    return {};
}

class Definitions {
public:
    explicit Definitions(const model::SourceTable &table) : m_table(table), m_name(table.name.toString()) {}

    QString make()
    {
        if (m_table.view)
            add(words(QT_TRANSLATE_NOOP("AnalysisSql", "What it shows")), m_table.view->definition);
        addKeys();
        for (const model::SourceCheck &check : m_table.checks)
            addConstraint(check.name, check.expression, check.isValidated);
        for (const model::SourceIndex &index : m_table.indexes)
            if (!index.isPrimary && !isKey(index.name))
                add(words(QT_TRANSLATE_NOOP("AnalysisSql", "Index %1")).arg(sqlIdentifier(index.name)), closed(index.definition));
        for (const SourceTrigger &trigger : m_table.triggers)
            addTrigger(trigger);
        for (const model::SourcePolicy &policy : m_table.policies)
            addPolicy(policy);
        return m_parts.join(QStringLiteral("\n\n"));
    }

private:
    static QString closed(const QString &statement) { return statement.trimmed().endsWith(QLatin1Char(';')) ? statement.trimmed() : statement.trimmed() + QLatin1Char(';'); }

    void add(QString title, const QString &sql)
    {
        title.replace(QLatin1Char('\n'), QLatin1Char(' ')); // a name may hold one, and what follows would be no comment
        m_parts += QStringLiteral("-- ") + title + QLatin1Char('\n') + sql.trimmed();
    }

    bool isKey(const QString &name) const { return std::ranges::find(m_table.keys, name, &model::SourceKey::name) != m_table.keys.end(); }

    void addConstraint(const QString &name, const QString &what, bool isValidated)
    {
        const QString title = isValidated ? words(QT_TRANSLATE_NOOP("AnalysisSql", "Constraint %1")) : words(QT_TRANSLATE_NOOP("AnalysisSql", "Constraint %1, which holds for new rows only"));
        add(title.arg(sqlIdentifier(name)), QStringLiteral("ALTER TABLE %1\n    ADD CONSTRAINT %2 %3").arg(m_name, sqlIdentifier(name), closed(what)));
    }

    void addKeys()
    {
        for (const model::SourceKey &key : m_table.keys) {
            const auto index = std::ranges::find(m_table.indexes, key.name, &model::SourceIndex::name);
            if (key.isPrimary)
                addConstraint(key.name, QStringLiteral("PRIMARY KEY (%1)").arg(model::namesListed(key.columns)), true);
            else if (index != m_table.indexes.end())
                add(words(QT_TRANSLATE_NOOP("AnalysisSql", "Unique %1")).arg(sqlIdentifier(key.name)), closed(index->definition));
            else
                addConstraint(key.name, QStringLiteral("UNIQUE (%1)").arg(model::namesListed(key.columns)), true);
        }
        for (const model::SourceForeignKey &key : m_table.foreignKeys) {
            const QString reference = QStringLiteral("FOREIGN KEY (%1)\n    REFERENCES %2 (%3)")
                .arg(model::namesListed(key.columns), key.referenced.toString(), model::namesListed(key.referencedColumns));
            addConstraint(key.name, key.isValidated ? reference : reference + QStringLiteral(" NOT VALID"), key.isValidated);
        }
    }

    void addTrigger(const SourceTrigger &trigger)
    {
        const QString function = sqlIdentifier(trigger.functionSchema) + QLatin1Char('.') + sqlIdentifier(trigger.functionName);
        QString statement = QStringLiteral("CREATE TRIGGER %1 %2 %3\n    ON %4 FOR EACH %5").arg(sqlIdentifier(trigger.name), timingOf(trigger), eventsOf(trigger), m_name,
            trigger.isForEachRow ? QStringLiteral("ROW") : QStringLiteral("STATEMENT"));
        if (trigger.condition)
            statement += QStringLiteral("\n    WHEN (%1)").arg(*trigger.condition);
        statement += QStringLiteral("\n    EXECUTE FUNCTION %1();").arg(function);
        const bool isOff = trigger.enabled == TriggerEnabled::Disabled;
        add((isOff ? words(QT_TRANSLATE_NOOP("AnalysisSql", "Trigger %1, switched off")) : words(QT_TRANSLATE_NOOP("AnalysisSql", "Trigger %1"))).arg(sqlIdentifier(trigger.name)), statement);
        if (m_functions.contains(function))
            return; // several triggers may run one function
        m_functions += function;
        const QString title = words(QT_TRANSLATE_NOOP("AnalysisSql", "Function %1, in %2")).arg(function, trigger.functionLanguage);
        add(title, trigger.functionDefinition ? closed(*trigger.functionDefinition) : trigger.functionSource);
    }

    void addPolicy(const model::SourcePolicy &policy)
    {
        QString statement = QStringLiteral("CREATE POLICY %1 ON %2\n    AS %3 FOR %4 TO %5").arg(sqlIdentifier(policy.name), m_name,
            policy.isPermissive ? QStringLiteral("PERMISSIVE") : QStringLiteral("RESTRICTIVE"), commandWord(policy.command), model::namesListed(policy.roles));
        if (policy.visible)
            statement += QStringLiteral("\n    USING (%1)").arg(*policy.visible);
        if (policy.accepted)
            statement += QStringLiteral("\n    WITH CHECK (%1)").arg(*policy.accepted);
        const QString title = m_table.hasRowSecurity ? words(QT_TRANSLATE_NOOP("AnalysisSql", "Row security %1")) : words(QT_TRANSLATE_NOOP("AnalysisSql", "Row security %1, switched off"));
        add(title.arg(sqlIdentifier(policy.name)), statement + QLatin1Char(';'));
    }

    const model::SourceTable &m_table;
    QString m_name;
    QStringList m_functions;
    QStringList m_parts;
};

} // namespace

QString definitionsOf(const api::TableAnalysis &analysis)
{
    return Definitions(analysis.table).make();
}

} // namespace lakehouse::views

#pragma once

#include "base/result.h"
#include "model/catalog.h"
#include "rules/catalog/present_time.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>

namespace lakehouse::rules {

/// A PL/pgSQL trigger function, parsed, with what its tree does not say read from its words.
class TriggerFunction {
public:
    /// Fails with InvalidInput, the reason in `message`, when something in the body could make a proof wrong: it does not parse, it declares
    /// another variable called NEW, or a text has a backslash before a quote, which servers read in two ways.
    /// `definition` is the whole CREATE FUNCTION where it is known.
    static base::Result<TriggerFunction> create(const QString &body, const std::optional<QString> &definition);

    const QJsonObject &action() const { return m_action; }
    NameTrust trust() const { return m_trust; }
    /// Whether TG_OP is what the server set: nothing else has that name, and nothing writes to it.
    bool isEventKnown() const { return m_isEventKnown; }
    /// Whether every RETURN on this line is RETURN NEW.
    bool returnsNew(qint64 line) const { return m_returnLines.contains(line) && !m_otherReturnLines.contains(line); }

    enum class Written { Nothing, Column, WholeRow };
    /// What an assignment to this variable changes of the row that is about to be stored.
    Written writes(qint64 variable, const QString &column) const;
    /// The first line that mentions NEW.<column> in any way, in comments too; 0 when none does.
    qint64 mentionLine(const QString &column) const;
    /// Whether any statement assigns to the column.
    bool assigns(const QString &column) const;

private:
    base::Result<> readWords();
    base::Result<> checkVariables() const;
    void collectWritten(const QJsonValue &node);

    QString m_source;
    QJsonObject m_action;
    QJsonArray m_variables;
    QSet<qint64> m_written;
    QSet<qint64> m_returnLines;
    QSet<qint64> m_otherReturnLines;
    NameTrust m_trust = NameTrust::PgCatalogFirst;
    bool m_isEventKnown = true;
};

/// The number of the variable that a target, loop variable or list field stands for; the parser leaves out 0, which is NEW.
qint64 variableNumber(const QJsonObject &holder, const char *key);

} // namespace lakehouse::rules

#include "rules/catalog/trigger_effect.h"

#include "rules/catalog/syntax_node.h"
#include "rules/catalog/trigger_condition.h"

#include <QHash>

namespace lakehouse::rules {

namespace {

using base::Text;
using Weight = ColumnState::Weight;
using Written = TriggerFunction::Written;

constexpr int errorLevel = 21; // of RAISE EXCEPTION, as PostgreSQL numbers it
constexpr size_t mostNested = 16;

/// Runs the statements of a function over states instead of values, along every path at once.
class Walk {
public:
    Walk(const TriggerFunction &function, const TriggerLabel &label, const ColumnQuestion &question) : m_function(function), m_label(label), m_question(question) {}

    ColumnState run(const ColumnState &before)
    {
        block(nodeOf(m_function.action(), "PLpgSQL_stmt_block"), before);
        return m_notUnderstood.isUnproved() ? m_notUnderstood : m_returned;
    }

private:
    /// A place that EXIT and CONTINUE can leave for.
    struct Frame {
        QString label = {};
        bool isLoop = false;
        ColumnState left = {};
        ColumnState again = {};
    };

    ColumnState broken(const Text &what, qint64 line) const
    {
        return ColumnState::unproved({QT_TRANSLATE_NOOP("core", "Trigger %1, function %2, line %3: %4"), m_label.trigger, m_label.function, line, what},
                                     Weight::Broken);
    }
    Text missed(const char *statement, qint64 line) const
    {
        return {QT_TRANSLATE_NOOP("core", "Trigger %1, function %2, line %3: a path through this %4 does not assign NEW.%5."), m_label.trigger,
                m_label.function, line, QString::fromLatin1(statement), model::sqlIdentifier(m_question.column)};
    }
    static qint64 lineOf(const QJsonObject &statement) { return statement.value(QLatin1String("lineno")).toInteger(); }
    static QString query(const QJsonObject &holder, const char *key)
    {
        return wordOf(nodeOf(nodeOf(holder, key), "PLpgSQL_expr"), "query");
    }

    Truth conditionOf(const QJsonObject &statement) const
    {
        return m_function.isEventKnown() ? conditionTruth(query(statement, "cond"), m_question.event) : Truth::Unknown;
    }

    ColumnState statements(const QJsonArray &statements, ColumnState state)
    {
        for (const QJsonValue &entry : statements) {
            if (state.standing == ColumnState::Standing::Unreachable)
                break;
            const QJsonObject wrapper = entry.toObject();
            const QJsonObject inner = wrapper.isEmpty() ? QJsonObject() : wrapper.begin().value().toObject();
            mayFailHere(state);
            state = statement(wrapper.isEmpty() ? QString() : wrapper.begin().key(), inner, state);
            mayFailHere(state);
        }
        return state;
    }

    /// A block whose errors are caught, and what holds wherever in it one may come.
    struct CaughtBlock {
        qint64 line = 0;
        ColumnState anywhere = {};
    };

    /// An error may come at any point of a block that catches it, and what was assigned so far stays assigned.
    void mayFailHere(const ColumnState &state)
    {
        for (CaughtBlock &block : m_caughtBlocks)
            block.anywhere = joined(block.anywhere, state, missed("EXCEPTION block", block.line));
    }

    ColumnState statement(const QString &kind, const QJsonObject &statement, const ColumnState &state)
    {
        using Handler = ColumnState (Walk::*)(const QJsonObject &, const ColumnState &);
        static const QHash<QString, Handler> handlers{
            {QStringLiteral("PLpgSQL_stmt_block"), &Walk::block},           {QStringLiteral("PLpgSQL_stmt_assign"), &Walk::assign},
            {QStringLiteral("PLpgSQL_stmt_if"), &Walk::branch},             {QStringLiteral("PLpgSQL_stmt_case"), &Walk::choice},
            {QStringLiteral("PLpgSQL_stmt_loop"), &Walk::endlessLoop},      {QStringLiteral("PLpgSQL_stmt_while"), &Walk::boundedLoop},
            {QStringLiteral("PLpgSQL_stmt_fori"), &Walk::boundedLoop},      {QStringLiteral("PLpgSQL_stmt_fors"), &Walk::boundedLoop},
            {QStringLiteral("PLpgSQL_stmt_forc"), &Walk::boundedLoop},      {QStringLiteral("PLpgSQL_stmt_dynfors"), &Walk::boundedLoop},
            {QStringLiteral("PLpgSQL_stmt_foreach_a"), &Walk::boundedLoop}, {QStringLiteral("PLpgSQL_stmt_exit"), &Walk::leave},
            {QStringLiteral("PLpgSQL_stmt_return"), &Walk::finish},         {QStringLiteral("PLpgSQL_stmt_raise"), &Walk::raise},
            {QStringLiteral("PLpgSQL_stmt_execsql"), &Walk::intoTarget},    {QStringLiteral("PLpgSQL_stmt_dynexecute"), &Walk::intoTarget},
            {QStringLiteral("PLpgSQL_stmt_fetch"), &Walk::intoTarget},      {QStringLiteral("PLpgSQL_stmt_getdiag"), &Walk::diagnostics},
            {QStringLiteral("PLpgSQL_stmt_call"), &Walk::call},             {QStringLiteral("PLpgSQL_stmt_perform"), &Walk::nothing},
            {QStringLiteral("PLpgSQL_stmt_assert"), &Walk::nothing},        {QStringLiteral("PLpgSQL_stmt_open"), &Walk::nothing},
            {QStringLiteral("PLpgSQL_stmt_close"), &Walk::nothing},
        };
        if (const Handler handler = handlers.value(kind))
            return (this->*handler)(statement, state);
        m_notUnderstood = broken(QT_TRANSLATE_NOOP("core", "this statement is not understood."), lineOf(statement));
        return m_notUnderstood;
    }

    ColumnState nothing(const QJsonObject &, const ColumnState &state) { return state; }

    ColumnState written(qint64 variable, const ColumnState &state, qint64 line) const
    {
        switch (m_function.writes(variable, m_question.column)) {
        case Written::Nothing: return state;
        case Written::Column: return broken({QT_TRANSLATE_NOOP("core", "NEW.%1 gets another value."), model::sqlIdentifier(m_question.column)}, line);
        case Written::WholeRow: break;
        }
        return broken(QT_TRANSLATE_NOOP("core", "NEW is replaced as a whole."), line);
    }

    ColumnState assign(const QJsonObject &statement, const ColumnState &state)
    {
        const qint64 line = lineOf(statement);
        const qint64 variable = variableNumber(statement, "varno");
        if (m_function.writes(variable, m_question.column) != Written::Column)
            return written(variable, state, line);
        const QJsonObject expression = nodeOf(nodeOf(statement, "expr"), "PLpgSQL_expr");
        switch (assignedTime(wordOf(expression, "query"), expression.value(QLatin1String("parseMode")).toInt(), m_question.kind, m_function.trust())) {
        case AssignedTime::Present:
            return ColumnState::present(QStringLiteral("trigger %1, function %2, line %3").arg(m_label.trigger, m_label.function).arg(line));
        case AssignedTime::SessionDependent:
            return broken({QT_TRANSLATE_NOOP("core", "\"%1\" has no time zone, and the time assigned is that of the session's zone; write: now() AT TIME ZONE 'UTC'."),
                           m_question.column}, line);
        case AssignedTime::OtherZone:
            return broken({QT_TRANSLATE_NOOP("core", "\"%1\" gets the time of a zone whose clock may go back; write: now() AT TIME ZONE 'UTC'."), m_question.column}, line);
        case AssignedTime::Other: break;
        }
        return broken({QT_TRANSLATE_NOOP("core", "NEW.%1 gets something else than now(), current_timestamp, transaction_timestamp(), statement_timestamp() or clock_timestamp()."),
                       model::sqlIdentifier(m_question.column)}, line);
    }

    ColumnState branch(const QJsonObject &statement, const ColumnState &state)
    {
        const Text mixed = missed("IF", lineOf(statement));
        ColumnState out;
        Truth truth = conditionOf(statement);
        if (truth != Truth::False)
            out = joined(out, statements(listOf(statement, "then_body"), state), mixed);
        for (const QJsonValue &entry : listOf(statement, "elsif_list")) {
            if (truth == Truth::True)
                return out;
            const QJsonObject part = nodeOf(entry.toObject(), "PLpgSQL_if_elsif");
            truth = conditionOf(part);
            if (truth != Truth::False)
                out = joined(out, statements(listOf(part, "stmts"), state), mixed);
        }
        return truth == Truth::True ? out : joined(out, statements(listOf(statement, "else_body"), state), mixed);
    }

    ColumnState choice(const QJsonObject &statement, const ColumnState &state)
    {
        const Text mixed = missed("CASE", lineOf(statement));
        ColumnState out; // without ELSE, a value that no WHEN has is an error
        for (const QJsonValue &entry : listOf(statement, "case_when_list"))
            out = joined(out, statements(listOf(nodeOf(entry.toObject(), "PLpgSQL_case_when"), "stmts"), state), mixed);
        if (statement.value(QLatin1String("have_else")).toBool())
            out = joined(out, statements(listOf(statement, "else_stmts"), state), mixed);
        return out;
    }

    ColumnState block(const QJsonObject &statement, const ColumnState &state)
    {
        const QJsonObject caught = nodeOf(nodeOf(statement, "exceptions"), "PLpgSQL_exception_block");
        const qint64 line = lineOf(statement);
        m_frames.push_back({wordOf(statement, "label"), false, {}, {}});
        if (!caught.isEmpty())
            m_caughtBlocks.push_back({line, state});
        ColumnState out = statements(listOf(statement, "body"), state);
        if (!caught.isEmpty()) {
            const ColumnState anywhere = m_caughtBlocks.back().anywhere;
            m_caughtBlocks.pop_back();
            for (const QJsonValue &entry : listOf(caught, "exc_list"))
                out = joined(out, statements(listOf(nodeOf(entry.toObject(), "PLpgSQL_exception"), "action"), anywhere), missed("EXCEPTION block", line));
        }
        out = joined(out, m_frames.back().left, missed("block", line));
        m_frames.pop_back();
        return out;
    }

    enum class Rounds { AtLeastOne, PerhapsNone };
    ColumnState loop(const QJsonObject &statement, const ColumnState &state, Rounds rounds)
    {
        const Text mixed = missed("LOOP", lineOf(statement));
        if (m_frames.size() > mostNested) { // each level doubles the work
            m_notUnderstood = broken(QT_TRANSLATE_NOOP("core", "blocks and loops are nested too deeply."), lineOf(statement));
            return m_notUnderstood;
        }
        m_frames.push_back({wordOf(statement, "label"), true, {}, {}});
        ColumnState head = state;
        for (int round = 0; round < 2; ++round) { // the head can get worse once, and then it stays
            const ColumnState after = statements(listOf(statement, "body"), head);
            head = joined(joined(head, after, mixed), m_frames.back().again, mixed);
        }
        const ColumnState out = joined(rounds == Rounds::PerhapsNone ? head : ColumnState{}, m_frames.back().left, mixed);
        m_frames.pop_back();
        return out;
    }

    ColumnState endlessLoop(const QJsonObject &statement, const ColumnState &state) { return loop(statement, state, Rounds::AtLeastOne); }
    ColumnState boundedLoop(const QJsonObject &statement, const ColumnState &state)
    {
        ColumnState start = target(nodeOf(statement, "var"), state, lineOf(statement));
        if (statement.contains(QLatin1String("expr")) && !statement.contains(QLatin1String("var"))) // FOREACH names its variable by number
            start = written(variableNumber(statement, "varno"), start, lineOf(statement));
        return loop(statement, start, Rounds::PerhapsNone);
    }

    ColumnState leave(const QJsonObject &statement, const ColumnState &state)
    {
        const QString label = wordOf(statement, "label");
        const bool isExit = statement.value(QLatin1String("is_exit")).toBool();
        const auto frame = std::find_if(m_frames.rbegin(), m_frames.rend(), [&](const Frame &candidate) {
            return label.isEmpty() ? candidate.isLoop : candidate.label == label;
        });
        if (frame == m_frames.rend()) {
            m_notUnderstood = broken(QT_TRANSLATE_NOOP("core", "this statement leaves for a place that is not there."), lineOf(statement));
            return m_notUnderstood;
        }
        ColumnState &place = isExit ? frame->left : frame->again;
        place = joined(place, state, missed(isExit ? "EXIT" : "CONTINUE", lineOf(statement)));
        return statement.contains(QLatin1String("cond")) ? state : ColumnState{};
    }

    ColumnState finish(const QJsonObject &statement, const ColumnState &state)
    {
        const qint64 line = lineOf(statement);
        ColumnState result = state;
        if (!m_function.returnsNew(line))
            result = broken(QT_TRANSLATE_NOOP("core", "something other than NEW is returned."), line);
        else if (state.isUnproved() && state.weight == Weight::NeverAssigned && m_function.assigns(m_question.column))
            result = broken({QT_TRANSLATE_NOOP("core", "it returns NEW on a path that has not assigned NEW.%1."), model::sqlIdentifier(m_question.column)}, line);
        m_returned = joined(m_returned, result, missed("RETURN", line));
        return {};
    }

    ColumnState raise(const QJsonObject &statement, const ColumnState &state)
    {
        return statement.value(QLatin1String("elog_level")).toInt() >= errorLevel ? ColumnState{} : state;
    }

    /// What is put into variables by INTO, FETCH or a loop over rows.
    ColumnState target(const QJsonObject &holder, ColumnState state, qint64 line) const
    {
        if (holder.contains(QLatin1String("PLpgSQL_rec")))
            return written(variableNumber(nodeOf(holder, "PLpgSQL_rec"), "dno"), state, line);
        for (const QJsonValue &part : listOf(nodeOf(holder, "PLpgSQL_row"), "fields"))
            state = written(variableNumber(part.toObject(), "varno"), state, line);
        return state;
    }
    ColumnState intoTarget(const QJsonObject &statement, const ColumnState &state)
    {
        return target(nodeOf(statement, "target"), state, lineOf(statement));
    }

    ColumnState diagnostics(const QJsonObject &statement, const ColumnState &state)
    {
        ColumnState out = state;
        for (const QJsonValue &item : listOf(statement, "diag_items"))
            out = written(variableNumber(nodeOf(item.toObject(), "PLpgSQL_diag_item"), "target"), out, lineOf(statement));
        return out;
    }

    ColumnState call(const QJsonObject &statement, const ColumnState &state)
    {
        const QString text = query(statement, "expr");
        const qsizetype open = text.indexOf(QLatin1Char('('));
        if (open >= 0 && text.mid(open + 1, text.lastIndexOf(QLatin1Char(')')) - open - 1).trimmed().isEmpty())
            return state;
        return broken(QT_TRANSLATE_NOOP("core", "the procedure called may write into its arguments."), lineOf(statement));
    }

    const TriggerFunction &m_function;
    const TriggerLabel &m_label;
    const ColumnQuestion &m_question;
    std::vector<Frame> m_frames;
    std::vector<CaughtBlock> m_caughtBlocks;
    ColumnState m_returned;
    ColumnState m_notUnderstood;
};

} // namespace

ColumnState stateAfter(const TriggerFunction &function, const TriggerLabel &label, const ColumnQuestion &question, const ColumnState &before)
{
    return Walk(function, label, question).run(before);
}

} // namespace lakehouse::rules

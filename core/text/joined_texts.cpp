#include "text/joined_texts.h"

#include "text/one_of.h"
#include "text/text_constants.h"

namespace lakehouse::text {

namespace {

using Kind = SourceToken::Kind;
using Language = SourceLanguage;

constexpr int deepestGroup = 100; ///< of parentheses; what is deeper is a placeholder

bool isAdding(QStringView word)
{
    return isOneOf(word, {u"append", u"Append", u"appendLine", u"AppendLine", u"AppendFormat", u"appendln", u"WriteString", u"concat"});
}

class Joiner {
public:
    Joiner(const SourceTokens &source, const SourceStructure &structure)
        : m_source(source), m_structure(structure), m_constants(source, structure), m_isUsed(source.tokens.size(), false)
    {
    }

    std::vector<JoinedText> run()
    {
        for (int i = 0; i < count(); ++i) {
            const SourceToken &token = at(i);
            if (token.kind == Kind::Word && !assignment(i))
                addition(i);
            else if (token.isSign(u"["))
                joinedList(i);
            else if (token.kind == Kind::String && !m_isUsed[std::size_t(i)])
                m_result.push_back({evaluate(i).text, passedTo(i), m_structure.scopeOf(i)});
        }
        return std::move(m_result);
    }

private:
    /// An expression as far as it was followed.
    struct Value {
        LinedText text = {};
        bool hasLiteral = false;
        bool isLiteral = true; ///< nothing but literals
        int end = 0;           ///< behind it
    };
    /// A variable that holds a text.
    struct Variable {
        std::size_t text = 0;
        QString scope = {};
        int braces = 0;
        int indentation = 0;
    };

    int count() const { return int(m_source.tokens.size()); }
    const SourceToken &at(int i) const { return m_source.at(i); }
    int partner(int i) const { return m_structure.partnerOf(i); }
    bool is(Language language) const { return m_source.language == language; }
    bool joinsWithDot() const { return is(Language::Perl) || is(Language::Php); }

    /// A literal that is part of a longer text.
    void use(int i)
    {
        if (!m_isUsed[std::size_t(i)])
            m_used.push_back(i);
        m_isUsed[std::size_t(i)] = true;
    }

    Value evaluate(int i)
    {
        Value value;
        value.end = operand(i, value);
        while (at(value.end).isSign(joinsWithDot() ? QStringView(u".") : QStringView(u"+"))) {
            const int next = operand(value.end + 1, value);
            if (next == value.end + 1)
                break;
            value.end = next;
        }
        return value;
    }

    int operand(int i, Value &value)
    {
        const SourceToken &token = at(i);
        if (token.kind == Kind::String)
            return literals(i, value);
        if (token.isSign(u"(") && partner(i) > i)
            return group(i, value);
        if (token.isWord(u"new") && isOneOf(at(i + 1).text, {u"StringBuilder", u"StringBuffer"}) && partner(i + 2) > i)
            return additionsBehind(group(i + 2, value), value);
        int begin = i;
        while (at(begin).kind == Kind::Sign && isOneOf(at(begin).text, {u"$", u"@", u"&", u"!", u"-", u"*", u"%", u"\\"}))
            ++begin;
        if (at(begin).kind != Kind::Word && at(begin).kind != Kind::Number)
            return i;
        int last = begin;
        const int end = selection(begin + 1, last);
        const LinedText *constant = end == last + 1 ? m_constants.find(at(last).text.toString(), last) : nullptr;
        if (constant) {
            value.text.append(constant->text(), at(last).line);
        } else {
            value.text.appendHole({}, at(begin).line);
            value.isLiteral = false;
        }
        return end;
    }

    int literals(int i, Value &value)
    {
        value.hasLiteral = true;
        const bool joinsBeside = is(Language::Python) || is(Language::Ruby);
        do {
            use(i);
            value.text.append(m_constants.inserted(m_source.strings[std::size_t(at(i).string)], i));
            ++i;
            if (at(i).isSign(u"\\") && at(i + 1).kind == Kind::String && joinsBeside)
                ++i;
        } while (joinsBeside && at(i).kind == Kind::String && (!at(i).isFirstOnLine || at(i - 1).isSign(u"\\") || m_structure.encloser[std::size_t(i)] >= 0));
        int last = i;
        i = joinsWithDot() ? i : selection(i, last);
        if (is(Language::Python) && at(i).isSign(u"%")) {
            Value values;
            i = operand(i + 1, values);
        }
        return i;
    }

    /// What follows a value to select from it or to call it. `last` becomes the last name of "Shop.tables.ORDERS".
    int selection(int i, int &last)
    {
        for (;;) {
            const SourceToken &token = at(i);
            const bool isDot = (token.isSign(u".") && !joinsWithDot()) || token.isSign(u"->") || token.isSign(u"::");
            if (isDot && at(i + 1).kind == Kind::Word) {
                last = i + 1;
                i += 2;
            } else if (token.isSign(u"?") && at(i + 1).isSign(u".") && !joinsWithDot()) {
                i += 1;
            } else if (token.isSign(u"!") && at(i + 1).isSign(u"!")) {
                i += 2;
            } else if ((token.isSign(u"(") || token.isSign(u"[") || (token.isSign(u"{") && is(Language::Perl)) || (token.isSign(u"->") && partner(i + 1) > i)) && !token.isFirstOnLine) {
                const int open = token.isSign(u"->") ? i + 1 : i;
                if (partner(open) < open)
                    return i;
                i = partner(open) + 1;
            } else {
                return i;
            }
        }
    }

    /// In parentheses: literals alone count as they are, all else is one placeholder.
    int group(int open, Value &value)
    {
        const std::size_t used = m_used.size();
        const int close = partner(open);
        if (m_depth < deepestGroup) {
            ++m_depth;
            const Value inner = evaluate(open + 1);
            --m_depth;
            if (inner.end == close && inner.isLiteral) {
                value.text.append(inner.text);
                value.hasLiteral = value.hasLiteral || inner.hasLiteral;
                return close + 1;
            }
        }
        for (; m_used.size() > used; m_used.pop_back())
            m_isUsed[std::size_t(m_used.back())] = false;
        value.text.appendHole({}, at(open).line);
        value.isLiteral = false;
        int last = close;
        return selection(close + 1, last);
    }

    int additionsBehind(int i, Value &value)
    {
        while (at(i).isSign(u".") && isAdding(at(i + 1).text) && partner(i + 2) > i) {
            const Value added = evaluate(i + 3);
            value.text.append(added.text);
            value.hasLiteral = value.hasLiteral || added.hasLiteral;
            i = partner(i + 2) + 1;
        }
        return i;
    }

    bool isArgument(int i) const
    {
        const int encloser = m_structure.encloser[std::size_t(i)];
        return encloser >= 0 && at(encloser).isSign(u"(");
    }

    /// name = …, name := …, name += …, name .= …, name << …
    bool assignment(int i)
    {
        const SourceToken &sign = at(i + 1);
        const bool isNew = sign.isSign(u"=") || sign.isSign(u":=");
        const bool isMore = sign.isSign(u"+=") || sign.isSign(u".=") || (sign.isSign(u"<<") && is(Language::Ruby));
        if ((!isNew && !isMore) || isArgument(i))
            return false;
        const bool hasType = !at(i).isFirstOnLine && at(i - 1).isSign(u":") && at(i - 2).kind == Kind::Word;
        const QString name = at(hasType ? i - 2 : i).text.toString();
        const Value value = evaluate(i + 2);
        if (isNew)
            m_variables.erase(name);
        if (isMore && m_variables.contains(name))
            addTo(name, i, value);
        else if (value.hasLiteral)
            open(name, i, value);
        return true;
    }

    void open(const QString &name, int token, const Value &value)
    {
        m_variables[name] = {m_result.size(), m_structure.scopeOf(token), m_structure.braces[std::size_t(token)], at(token).indentation};
        m_result.push_back({value.text, {}, m_structure.scopeOf(token)});
    }

    /// name.append(…), and .append(…) behind it.
    bool addition(int i)
    {
        const bool isCall = isAdding(at(i).text) && (at(i - 1).isSign(u".") || at(i - 1).isSign(u"->")) && at(i + 1).isSign(u"(") && partner(i + 1) > i;
        if (!isCall)
            return false;
        if (at(i - 2).kind == Kind::Word)
            m_chain = {at(i - 2).text.toString(), i - 2};
        else if (m_chainEnd != i - 2)
            return false;
        m_chainEnd = partner(i + 1);
        const Value value = evaluate(i + 2);
        if (m_variables.contains(m_chain.first))
            addTo(m_chain.first, m_chain.second, value);
        else if (value.hasLiteral)
            open(m_chain.first, m_chain.second, value);
        return true;
    }

    void addTo(const QString &name, int token, const Value &value)
    {
        const Variable variable = m_variables[name];
        if (m_structure.scopeOf(token) != variable.scope && !m_structure.scopeOf(token).startsWith(variable.scope + QLatin1Char('.'))) {
            if (value.hasLiteral)
                open(name, token, value);
            return;
        }
        const int sigil = at(token - 1).isSign(u"$") ? token - 1 : token;
        const bool isStatement = at(sigil).isFirstOnLine || at(sigil - 1).isSign(u";") || at(sigil - 1).isSign(u"{") || at(sigil - 1).isSign(u"}");
        const SourceToken &behind = at(value.end).isSign(u")") ? at(value.end + 1) : at(value.end);
        const bool hasModifier = !behind.isFirstOnLine && (behind.isWord(u"if") || behind.isWord(u"unless"));
        LinedText &text = m_result[variable.text].text;
        if (isStatement && !hasModifier && m_structure.braces[std::size_t(token)] <= variable.braces && at(token).indentation <= variable.indentation) {
            text.append(value.text);
            return;
        }
        text.appendHole({}, at(token).line);
        if (value.hasLiteral)
            m_result.push_back({value.text, {}, m_structure.scopeOf(token)});
    }

    /// ["UPDATE film", "SET …"].join(" ")
    void joinedList(int open)
    {
        const int close = partner(open);
        const bool isJoined = close > open && at(close + 1).isSign(u".") && at(close + 2).isWord(u"join") && at(open + 1).kind == Kind::String;
        if (!isJoined)
            return;
        JoinedText joined{{}, {}, m_structure.scopeOf(open)};
        for (int i = open + 1; i < close;) {
            const Value value = evaluate(i);
            if (value.end == i)
                return;
            joined.text.append(value.text);
            joined.text.append(u"\n", at(i).line);
            i = value.end + (at(value.end).isSign(u",") ? 1 : 0);
        }
        m_result.push_back(std::move(joined));
    }

    QString passedTo(int i) const
    {
        const SourceToken &before = at(i - 1);
        if (before.kind == Kind::Word)
            return before.text.toString();
        const int encloser = m_structure.encloser[std::size_t(i)];
        const bool isDirect = before.isSign(u"(") || before.isSign(u",");
        return isDirect && encloser > 0 && at(encloser).isSign(u"(") && at(encloser - 1).kind == Kind::Word ? at(encloser - 1).text.toString() : QString();
    }

    const SourceTokens &m_source;
    const SourceStructure &m_structure;
    TextConstants m_constants;
    std::vector<bool> m_isUsed;
    std::vector<int> m_used; ///< in the order in which they were, so that a group can be left again
    int m_depth = 0;         ///< of groups
    std::map<QString, Variable> m_variables;
    std::pair<QString, int> m_chain;
    int m_chainEnd = -1;
    std::vector<JoinedText> m_result;
};

} // namespace

std::vector<JoinedText> joinedTexts(const SourceTokens &source, const SourceStructure &structure)
{
    return Joiner(source, structure).run();
}

} // namespace lakehouse::text

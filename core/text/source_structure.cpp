#include "text/source_structure.h"

#include <algorithm>

namespace lakehouse::text {

namespace {

using Kind = SourceToken::Kind;

constexpr int furthestName = 24; ///< tokens between the name of a function or class and its brace

bool isDeclaration(const SourceToken &token)
{
    static constexpr QStringView words[] = {u"class", u"interface", u"object", u"struct", u"trait", u"module", u"package", u"enum", u"record", u"def", u"function", u"func", u"fun", u"sub"};
    return token.kind == Kind::Word && std::find(std::begin(words), std::end(words), token.text) != std::end(words);
}

bool isControl(QStringView word)
{
    static constexpr QStringView words[] = {u"if", u"for", u"foreach", u"while", u"switch", u"catch", u"synchronized", u"using", u"lock", u"with", u"when", u"elsif", u"elseif",
                                            u"unless", u"until", u"return", u"new", u"function", u"match", u"try", u"fixed"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class Builder {
public:
    explicit Builder(const SourceTokens &source) : m_source(source), m_isIndented(source.language == SourceLanguage::Python || source.language == SourceLanguage::Ruby)
    {
        m_result.partner.assign(source.tokens.size(), -1);
        m_result.scopes.emplace_back();
    }

    SourceStructure run()
    {
        int braces = 0;
        for (int i = 0; i < int(m_source.tokens.size()); ++i) {
            const SourceToken &token = at(i);
            if (m_isIndented && token.isFirstOnLine)
                leaveIndented(token.indentation);
            if (token.kind == Kind::Sign && isClosing(token.text))
                braces -= close(i) ? 1 : 0;
            m_result.encloser.push_back(m_open.empty() ? -1 : m_open.back().token);
            m_result.braces.push_back(braces);
            m_result.scope.push_back(scope());
            if (token.kind == Kind::Sign && token.text.size() == 1 && QStringView(u"({[").contains(token.text[0])) {
                const bool isBrace = token.text[0] == u'{';
                braces += isBrace ? 1 : 0;
                m_open.push_back({i, isBrace && !m_isIndented ? enter(nameBefore(i)) : scope()});
            } else if (m_isIndented && isDeclaration(token) && i + 1 < int(m_source.tokens.size()) && at(i + 1).kind == Kind::Word) {
                const int inner = enter(indentedName(i));
                m_indented.push_back({token.indentation, inner});
            }
        }
        return std::move(m_result);
    }

private:
    struct Open {
        int token;
        int scope;
    };

    const SourceToken &at(int i) const { return m_source.at(i); }
    static bool isClosing(QStringView sign) { return sign == u")" || sign == u"}" || sign == u"]"; }

    int scope() const
    {
        if (m_isIndented)
            return m_indented.empty() ? 0 : m_indented.back().scope;
        return m_open.empty() ? 0 : m_open.back().scope;
    }

    int enter(const QString &name)
    {
        if (name.isEmpty())
            return scope();
        const QString outer = m_result.scopes[std::size_t(scope())];
        m_result.scopes.push_back(outer.isEmpty() ? name : outer + QLatin1Char('.') + name);
        return int(m_result.scopes.size()) - 1;
    }

    void leaveIndented(int indentation)
    {
        if (!m_open.empty())
            return; // a line inside of brackets may begin anywhere
        while (!m_indented.empty() && m_indented.back().token >= indentation)
            m_indented.pop_back();
    }

    /// True when it closed a brace. A bracket of another kind that was left open is closed by it too.
    bool close(int i)
    {
        const qsizetype kind = QStringView(u")}]").indexOf(at(i).text[0]);
        const auto open = std::find_if(m_open.rbegin(), m_open.rend(), [&](const Open &one) { return at(one.token).text[0] == QStringView(u"({[")[kind]; });
        if (open == m_open.rend())
            return false;
        m_result.partner[std::size_t(open->token)] = i;
        m_result.partner[std::size_t(i)] = open->token;
        m_open.erase(std::prev(open.base()), m_open.end());
        return kind == 1;
    }

    /// "self.purge" is called purge.
    QString indentedName(int declaration) const
    {
        int name = declaration + 1;
        while (name + 2 < int(m_source.tokens.size()) && (at(name + 1).isSign(u".") || at(name + 1).isSign(u"::")) && at(name + 2).kind == Kind::Word)
            name += 2;
        return at(name).text.toString();
    }

    /// What the block of a brace belongs to: the word behind `class`, or before the parameters of a function.
    QString nameBefore(int brace) const
    {
        for (int i = brace - 1; i >= 0 && brace - i < furthestName; --i) {
            const SourceToken &token = at(i);
            if (token.isSign(u";") || token.isSign(u"{") || token.isSign(u"}") || token.isSign(u"="))
                return {};
            if (i > 0 && token.kind == Kind::Word && isDeclaration(at(i - 1)))
                return token.text.toString();
            if (i > 0 && (token.isWord(u"struct") || token.isWord(u"interface")) && at(i - 1).kind == Kind::Word)
                return at(i - 1).text.toString(); // type Order struct
            if (!token.isSign(u")"))
                continue;
            const int open = m_result.partner[std::size_t(i)];
            if (open < 1)
                return {};
            const SourceToken &name = at(open - 1);
            if (name.isSign(u")")) {
                i = open; // results in parentheses
                continue;
            }
            if (name.isWord(u"function") || name.isWord(u"func"))
                continue;
            if (open > 1 && at(open - 2).isSign(u"@")) {
                i = open - 1; // an annotation
                continue;
            }
            return name.kind == Kind::Word && !isControl(name.text) ? name.text.toString() : QString();
        }
        return {};
    }

    const SourceTokens &m_source;
    bool m_isIndented;
    std::vector<Open> m_open;
    std::vector<Open> m_indented; ///< `token` is the indentation here
    SourceStructure m_result;
};

} // namespace

SourceStructure structureOf(const SourceTokens &source)
{
    return Builder(source).run();
}

} // namespace lakehouse::text

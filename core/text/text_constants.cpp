#include "text/text_constants.h"

namespace lakehouse::text {

namespace {

using Kind = SourceToken::Kind;

constexpr qsizetype longestConstant = 200;

bool isChange(const SourceToken &token)
{
    return token.isSign(u"=") || token.isSign(u":=") || token.isSign(u"+=") || token.isSign(u".=") || token.isSign(u"<<");
}

} // namespace

TextConstants::TextConstants(const SourceTokens &source, const SourceStructure &structure) : m_source(source), m_structure(structure)
{
    const std::vector<SourceToken> &tokens = source.tokens;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::Word)
            continue;
        const int encloser = structure.encloser[i];
        const bool isConstantOfPerl = i > 0 && tokens[i - 1].isWord(u"constant") && tokens[i + 1].isSign(u"=>");
        const bool isLoop = i > 0 && tokens[i - 1].isWord(u"for");
        const bool isArgument = encloser >= 0 && tokens[std::size_t(encloser)].isSign(u"(") && !tokens[i + 1].isSign(u":="); // f(name = "x")
        if (!isLoop && !isConstantOfPerl && (isArgument || !isChange(tokens[i + 1])))
            continue;
        const bool hasType = i > 1 && !tokens[i].isFirstOnLine && tokens[i - 1].isSign(u":") && tokens[i - 2].kind == Kind::Word; // name: String = "x"
        Value &value = m_values[tokens[hasType ? i - 2 : i].text.toString()];
        value.assignments += 1;
        const bool isLiteral = i + 2 < tokens.size() && tokens[i + 2].kind == Kind::String && !tokens[i + 1].isSign(u"+=") && !tokens[i + 1].isSign(u".=") && !tokens[i + 1].isSign(u"<<");
        const bool isWhole = i + 3 >= tokens.size() || tokens[i + 3].isFirstOnLine || tokens[i + 3].isSign(u";") || tokens[i + 3].isSign(u",") || tokens[i + 3].isSign(u")");
        if (isLiteral && isWhole)
            value.string = tokens[i + 2].string;
        value.scope = structure.scopeOf(int(i));
    }
}

const LinedText *TextConstants::find(const QString &name, int token) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end() || found->second.assignments != 1 || found->second.string < 0)
        return nullptr;
    const QString &scope = m_structure.scopeOf(token);
    const bool isSeen = found->second.scope.isEmpty() || scope == found->second.scope || scope.startsWith(found->second.scope + QLatin1Char('.'));
    const LinedText &text = m_source.strings[std::size_t(found->second.string)];
    return isSeen && text.holes().empty() && text.text().size() <= longestConstant ? &text : nullptr;
}

LinedText TextConstants::inserted(const LinedText &text, int token) const
{
    LinedText result;
    qsizetype begin = 0;
    for (const LinedText::Hole &hole : text.holes()) {
        const LinedText *value = hole.expression.isEmpty() ? nullptr : find(hole.expression.mid(hole.expression.lastIndexOf(QLatin1Char('.')) + 1), token);
        if (!value)
            continue;
        result.append(text.mid(begin, hole.at - begin));
        result.append(value->text(), text.lineAt(hole.at));
        begin = hole.at + 1;
    }
    if (begin == 0)
        return text;
    result.append(text.mid(begin, text.text().size() - begin));
    return result;
}

} // namespace lakehouse::text

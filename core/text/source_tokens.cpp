#include "text/source_tokens.h"

#include "text/one_of.h"
#include "text/string_reader.h"
#include "text/text_lines.h"

#include <algorithm>
#include <array>

namespace lakehouse::text {

namespace {

using Kind = SourceToken::Kind;
using Language = SourceLanguage;

class Lexer {
public:
    Lexer(const QString &source, Language language) : m_result{withPlainLineEnds(source), language, {}, {}}, m_source(m_result.source)
    {
        m_result.tokens.reserve(std::size_t(m_source.size() / 6));
        if (language == Language::Php)
            skipPage();
        skipDocumentation();
    }

    SourceTokens run()
    {
        while (m_place.at < m_source.size()) {
            const QChar c = peek();
            if (c == u'\n')
                endLine();
            else if (c.isSpace())
                ++m_place.at;
            else if (!comment() && !string() && !regularExpression())
                token(c);
        }
        return std::move(m_result);
    }

private:
    QChar peek(qsizetype ahead = 0) const { return m_place.at + ahead >= 0 && m_place.at + ahead < m_source.size() ? m_source[m_place.at + ahead] : QChar(); }
    QStringView rest() const { return m_source.mid(m_place.at); }
    bool is(std::initializer_list<Language> languages) const { return std::find(languages.begin(), languages.end(), m_result.language) != languages.end(); }
    bool isNameStart(QChar c) const { return c.isLetter() || c == u'_' || c.isSurrogate() || (c == u'$' && is({Language::Java, Language::TypeScript, Language::JavaScript})); }

    void advanceTo(qsizetype end)
    {
        end = end < 0 ? m_source.size() : std::min(end, m_source.size());
        m_place.line += std::count(m_source.begin() + m_place.at, m_source.begin() + end, u'\n');
        m_place.at = end;
    }

    void endLine()
    {
        advanceTo(m_place.at + 1);
        m_lineBegin = m_place.at;
        m_isLineEmpty = true;
        for (const auto &[string, form] : std::exchange(m_heredocs, {})) {
            if (peek() == u'\n')
                advanceTo(m_place.at + 1); // behind the end of another one
            heredoc(string, form);
        }
        skipDocumentation();
    }

    /// Whole lines between the code.
    void skipDocumentation()
    {
        const bool isPerlPage = is({Language::Perl}) && peek() == u'=' && peek(1).isLetter();
        if (isPerlPage || (is({Language::Ruby}) && rest().startsWith(u"=begin"))) {
            const qsizetype end = m_source.indexOf(isPerlPage ? QStringView(u"\n=cut") : QStringView(u"\n=end"), m_place.at);
            advanceTo(end < 0 ? end : m_source.indexOf(u'\n', end + 1));
        }
    }

    /// Of PHP: everything up to the next piece of code.
    void skipPage()
    {
        const qsizetype found = m_source.indexOf(u"<?", m_place.at);
        advanceTo(found < 0 ? found : found + 2);
        if (rest().startsWith(u"php") || peek() == u'=')
            advanceTo(m_place.at + (peek() == u'=' ? 1 : 3));
    }

    void add(Kind kind, qsizetype begin, qint64 line, int string = -1)
    {
        if (m_isLineEmpty)
            m_indentation = int(begin - m_lineBegin);
        m_result.tokens.push_back({kind, std::exchange(m_isLineEmpty, false), m_indentation, line, m_source.mid(begin, m_place.at - begin), string});
    }

    bool comment()
    {
        const QChar c = peek();
        const bool hasHash = is({Language::Python, Language::Perl, Language::Ruby, Language::Php});
        if (c == u'#' && (hasHash || (is({Language::CSharp}) && m_isLineEmpty))) {
            if ((is({Language::Php}) && peek(1) == u'[') || (is({Language::Perl}) && peek(-1) == u'$'))
                return false;
            skipLine();
            return true;
        }
        if (c == u'_' && m_isLineEmpty && is({Language::Perl, Language::Ruby}) && (rest().startsWith(u"__END__") || rest().startsWith(u"__DATA__"))) {
            advanceTo(-1);
            return true;
        }
        if (is({Language::Php}) && c == u'?' && peek(1) == u'>') {
            add(Kind::Sign, m_place.at, m_place.line);
            skipPage();
            return true;
        }
        if (c != u'/' || is({Language::Python, Language::Perl, Language::Ruby}))
            return false;
        if (peek(1) == u'/')
            skipLine();
        else if (peek(1) == u'*')
            blockComment();
        else
            return false;
        return true;
    }

    void skipLine()
    {
        qsizetype end = m_source.indexOf(u'\n', m_place.at);
        if (is({Language::Php})) {
            const qsizetype page = m_source.first(end < 0 ? m_source.size() : end).indexOf(u"?>", m_place.at); // ends a comment of one line too
            end = page >= 0 ? page : end;
        }
        advanceTo(end);
    }

    void blockComment()
    {
        if (!is({Language::Kotlin})) {
            const qsizetype end = m_source.indexOf(u"*/", m_place.at + 2);
            advanceTo(end < 0 ? end : end + 2);
            return;
        }
        qsizetype at = m_place.at + 2;
        for (int depth = 1; depth > 0 && at < m_source.size();) {
            const QStringView here = m_source.mid(at, 2);
            depth += here == u"/*" ? 1 : here == u"*/" ? -1 : 0;
            at += here == u"/*" || here == u"*/" ? 2 : 1;
        }
        advanceTo(at);
    }

    bool string()
    {
        const auto start = stringStart(m_source, m_place.at, m_result.language);
        if (!start || (start->form.isHeredoc && isAfterValue() && peek(1) == u'<' && m_result.language != Language::Php && peek(-1) != u' ' && peek(-1) != u'('))
            return false;
        if (peek() == u'%' && isAfterValue() && peek(-1) != u' ')
            return false;
        const qsizetype begin = m_place.at;
        const qint64 line = m_place.line;
        const int number = int(m_result.strings.size());
        m_place.at += start->length;
        if (start->form.isHeredoc) {
            m_result.strings.emplace_back();
            m_heredocs.push_back({number, start->form});
        } else {
            m_result.strings.push_back(readString(m_source, m_place, start->form, m_source.size()));
        }
        add(Kind::String, begin, line, number);
        return true;
    }

    void heredoc(int string, const StringForm &form)
    {
        qsizetype end = m_place.at;
        qsizetype behind = -1;
        while (end < m_source.size() && behind < 0) {
            const qsizetype lineEnd = m_source.indexOf(u'\n', end);
            const QStringView line = m_source.mid(end, lineEnd < 0 ? -1 : lineEnd - end);
            const QStringView trimmed = line.trimmed();
            const bool isEnd = trimmed.startsWith(form.end) && (trimmed.size() == form.end.size() || (is({Language::Php}) && !trimmed[form.end.size()].isLetterOrNumber()));
            if (isEnd)
                behind = end + line.indexOf(form.end) + form.end.size();
            else
                end = lineEnd < 0 ? m_source.size() : lineEnd + 1;
        }
        m_result.strings[std::size_t(string)] = readString(m_source, m_place, form, end);
        advanceTo(behind);
    }

    bool isAfterValue() const
    {
        if (m_result.tokens.empty())
            return false;
        const SourceToken &last = m_result.tokens.back();
        if (last.kind == Kind::Word)
            return !isOneOf(last.text, {u"return", u"typeof", u"case", u"in", u"of", u"and", u"or", u"not", u"if", u"unless", u"while", u"until", u"when", u"then", u"puts",
                                        u"print", u"split", u"grep", u"map", u"else", u"do", u"await", u"yield", u"delete", u"void", u"new"});
        return last.kind != Kind::Sign || isOneOf(last.text, {u")", u"]", u"}"});
    }

    /// One is a value like a number to whoever reads the tokens.
    bool regularExpression()
    {
        if (!is({Language::JavaScript, Language::TypeScript, Language::Ruby, Language::Perl}))
            return false;
        const qsizetype begin = m_place.at;
        qsizetype at = begin;
        int parts = 1;
        if (is({Language::Perl}) && !isNameStart(peek(-1)) && !QStringView(u"$@%>&").contains(peek(-1)))
            for (const QStringView sign : {QStringView(u"qr"), QStringView(u"tr"), QStringView(u"m"), QStringView(u"s"), QStringView(u"y")})
                if (at == begin && rest().startsWith(sign) && QStringView(u"/{|!#(").contains(peek(sign.size())) && !(sign == u"s" && peek(sign.size()) == u'(')) {
                    at += sign.size();
                    parts = sign == u"qr" || sign == u"m" ? 1 : 2;
                }
        if (at == begin && (peek() != u'/' || isAfterValue()))
            return false;
        const qint64 line = m_place.line;
        const qsizetype end = endOfExpression(at, parts);
        if (end < 0)
            return false;
        advanceTo(end);
        while (peek().isLetter())
            ++m_place.at;
        add(Kind::Number, begin, line);
        return true;
    }

    qsizetype endOfExpression(qsizetype open, int parts) const
    {
        const QChar sign = m_source[open];
        const QChar close = sign == u'{' ? u'}' : sign == u'(' ? u')' : sign;
        qsizetype at = open + 1;
        int depth = 0;
        bool isInClass = false;
        for (; at < m_source.size() && (m_source[at] != u'\n' || close != u'/'); ++at) {
            const QChar c = m_source[at];
            if (c == u'\\')
                ++at;
            else if (close == u'/' && (c == u'[' || c == u']'))
                isInClass = c == u'[';
            else if (c == sign && sign != close)
                ++depth;
            else if (c == close && !isInClass && --depth < 0) {
                if (--parts == 0)
                    return at + 1;
                depth = 0;
                if (sign == close)
                    continue;
                at = m_source.indexOf(sign, at + 1);
                if (at < 0)
                    return -1;
            }
        }
        return -1;
    }

    void token(QChar c)
    {
        const qsizetype begin = m_place.at;
        const qint64 line = m_place.line;
        Kind kind = Kind::Sign;
        if (c.isDigit()) {
            kind = Kind::Number;
            while (peek().isLetterOrNumber() || peek() == u'_' || (peek() == u'.' && peek(1).isDigit()))
                ++m_place.at;
        } else if (isNameStart(c)) {
            kind = Kind::Word;
            while (isNameStart(peek()) || peek().isDigit())
                ++m_place.at;
        } else {
            static constexpr std::array<QStringView, 14> longSigns{u"<<", u"+=", u".=", u":=", u"=>", u"->", u"::", u"==", u"!=", u"=~", u"<=", u">=", u"&&", u"||"};
            const bool isLong = std::any_of(longSigns.begin(), longSigns.end(), [this](QStringView sign) { return rest().startsWith(sign); });
            m_place.at += isLong ? 2 : 1;
        }
        add(kind, begin, line);
    }

    struct Heredoc {
        int string;
        StringForm form;
    };

    SourceTokens m_result;
    QStringView m_source;
    SourcePlace m_place;
    qsizetype m_lineBegin = 0;
    int m_indentation = 0;
    bool m_isLineEmpty = true;
    std::vector<Heredoc> m_heredocs;
};

} // namespace

const SourceToken &SourceTokens::at(int place) const
{
    static const SourceToken none;
    return place >= 0 && place < int(tokens.size()) ? tokens[std::size_t(place)] : none;
}

SourceTokens lexSource(const QString &source, SourceLanguage language)
{
    return Lexer(source, language).run();
}

} // namespace lakehouse::text

#include "kit/sql_highlighter.h"

#include "kit/sql_syntax.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

namespace lakehouse::views {

namespace {

namespace ks = KSyntaxHighlighting;

/// Our own definition from inside the program: none needs to be installed. Lives until the end, as definitions point into it.
const ks::Repository &repository()
{
    static const ks::Repository *const repository = [] {
        auto *made = new ks::Repository;
        made->addCustomSearchPath(syntaxFolder());
        return made;
    }();
    return *repository;
}

class KSyntaxSqlHighlighter : public SqlHighlighter, private ks::AbstractHighlighter {
public:
    explicit KSyntaxSqlHighlighter(const ks::Definition &definition) { setDefinition(definition); }

    void reset() override { m_state = {}; }

    std::vector<SqlToken> nextLine(const QString &line) override
    {
        m_line = line;
        m_tokens.clear();
        m_state = highlightLine(QStringView(m_line), m_state);
        return std::move(m_tokens);
    }

private:
    void applyFormat(int offset, int length, const ks::Format &format) override
    {
        const ColorRole role = roleOf(format.textStyle());
        if (length <= 0 || role == ColorRole::Text || (role == ColorRole::SqlFunction && !isCallAt(m_line, offset + length)))
            return;
        appendSqlToken(m_tokens, {offset, length, role});
    }

    static ColorRole roleOf(ks::Theme::TextStyle style)
    {
        switch (style) {
        case ks::Theme::Keyword:
        case ks::Theme::DataType: return ColorRole::SqlKeyword;
        case ks::Theme::String: return ColorRole::SqlString;
        case ks::Theme::DecVal: return ColorRole::SqlNumber;
        case ks::Theme::Comment: return ColorRole::SqlComment;
        case ks::Theme::Function: return ColorRole::SqlFunction;
        default: return ColorRole::Text;
        }
    }

    QString m_line;
    ks::State m_state;
    std::vector<SqlToken> m_tokens;
};

} // namespace

std::unique_ptr<SqlHighlighter> createSqlHighlighter()
{
    const ks::Definition definition = repository().definitionForName(QStringLiteral("EKOS Lakehouse SQL"));
    if (!definition.isValid())
        return createPlainSqlHighlighter();
    return std::make_unique<KSyntaxSqlHighlighter>(definition);
}

} // namespace lakehouse::views

#include "kit/token_file.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace lakehouse::views {

namespace {
constexpr const char *roleNames[] = {"canvas", "surface", "raised", "hover", "selected", "text", "textSecondary", "textMuted", "link", "accent",
    "textOnAccent", "controlBorder", "focusRing", "divider", "diffAdded", "diffRemoved", "diffAddedWord", "diffRemovedWord", "diffAddedBar",
    "diffRemovedBar", "sqlKeyword", "sqlString", "sqlNumber", "sqlComment", "sqlFunction", "layerSource", "layerBronze", "layerSilver",
    "layerGold", "layerMart", "informationText", "informationFill", "dangerText", "dangerFill", "accentHover"};
static_assert(std::size(roleNames) == size_t(colorRoleCount));

constexpr const char *statusNames[] = {"notStarted", "ready", "running", "needsYou", "approved", "done", "doneWithProblems", "failed", "stale",
    "blocked", "skipped", "unknown"};
static_assert(std::size(statusNames) == size_t(statusCount));

/// Reads entries by their path and keeps the first one that is not as it should be.
class Reader {
public:
    explicit Reader(const QJsonObject &root) : m_root(root) {}

    double number(const QString &path)
    {
        const QJsonValue found = value(path);
        if (!found.isDouble() || found.toDouble() <= 0)
            blame(path);
        return found.toDouble();
    }
    int pixels(const QString &path) { return int(number(path)); }
    QColor color(const QString &path)
    {
        const QColor found(value(path).toString());
        if (!found.isValid())
            blame(path);
        return found;
    }
    bool isTrue(const QString &path)
    {
        const QJsonValue found = value(path);
        if (!found.isBool())
            blame(path);
        return found.toBool();
    }
    const QString &firstWrong() const { return m_firstWrong; }

private:
    QJsonValue value(const QString &path) const
    {
        QJsonValue found = m_root;
        for (const QString &name : path.split(QLatin1Char('.')))
            found = found.toObject().value(name);
        return found;
    }
    void blame(const QString &path)
    {
        if (m_firstWrong.isEmpty())
            m_firstWrong = path;
    }

    QJsonObject m_root;
    QString m_firstWrong;
};

bool isOfDiff(ColorRole role)
{
    return role >= ColorRole::DiffAdded && role <= ColorRole::DiffRemovedBar;
}

ThemeTokens readTheme(Reader &reader, const QString &path)
{
    ThemeTokens theme;
    theme.isDark = reader.isTrue(path + QStringLiteral(".isDark"));
    const QString palettes[] = {QStringLiteral(".diff.greenRed."), QStringLiteral(".diff.blueOrange.")};
    for (size_t palette = 0; palette < theme.colors.size(); ++palette)
        for (int i = 0; i < colorRoleCount; ++i) {
            const QString group = isOfDiff(ColorRole(i)) ? palettes[palette] : QStringLiteral(".roles.");
            theme.colors[palette][size_t(i)] = reader.color(path + group + QLatin1String(roleNames[i]));
        }
    for (int i = 0; i < statusCount; ++i) {
        const QString entry = path + QStringLiteral(".status.") + QLatin1String(statusNames[i]);
        theme.status[size_t(i)] = {reader.color(entry + QStringLiteral(".text")), reader.color(entry + QStringLiteral(".fill"))};
    }
    return theme;
}

template<size_t Size>
void readPixels(Reader &reader, std::array<int, Size> &into, const QString &path, const char *const (&names)[Size])
{
    for (size_t i = 0; i < Size; ++i)
        into[i] = reader.pixels(path + QLatin1Char('.') + QLatin1String(names[i]));
}

void readType(Reader &reader, Tokens &tokens)
{
    constexpr const char *names[] = {"caption", "body", "strong", "heading", "pageTitle", "mono"};
    for (size_t i = 0; i < tokens.type.size(); ++i) {
        const QString entry = QStringLiteral("type.") + QLatin1String(names[i]);
        tokens.type[i] = {reader.number(entry + QStringLiteral(".size")), reader.pixels(entry + QStringLiteral(".weight"))};
    }
    tokens.textLine = reader.number(QStringLiteral("lineHeight.text"));
    tokens.codeLine = reader.number(QStringLiteral("lineHeight.code"));
}

void readSizes(Reader &reader, Tokens &tokens)
{
    readPixels(reader, tokens.space, QStringLiteral("space"), {"hair", "tight", "small", "medium", "large", "wide", "page"});
    readPixels(reader, tokens.row, QStringLiteral("row"), {"compact", "comfortable"});
    readPixels(reader, tokens.control, QStringLiteral("control"), {"compact", "comfortable"});
    tokens.controlRadius = reader.pixels(QStringLiteral("radius.control"));
    tokens.cardRadius = reader.pixels(QStringLiteral("radius.card"));
    tokens.rowIcon = reader.pixels(QStringLiteral("icon.row"));
    tokens.barIcon = reader.pixels(QStringLiteral("icon.bar"));
    tokens.paneMinimum = reader.pixels(QStringLiteral("paneMinimum"));
    tokens.targetMinimum = reader.pixels(QStringLiteral("targetMinimum"));
    tokens.focusWidth = reader.pixels(QStringLiteral("focusWidth"));
    tokens.motionMs = reader.pixels(QStringLiteral("motionMs"));
}
} // namespace

base::Result<Tokens> Tokens::parse(const QByteArray &json)
{
    QJsonParseError syntax;
    const QJsonDocument document = QJsonDocument::fromJson(json, &syntax);
    if (!document.isObject())
        return base::Error{.code = base::ErrorCode::Corrupt,
            .message = base::Text(QT_TRANSLATE_NOOP("core", "The design tokens are no JSON object.")), .detail = syntax.errorString()};
    Reader reader(document.object());
    Tokens tokens;
    readSizes(reader, tokens);
    readType(reader, tokens);
    tokens.light = readTheme(reader, QStringLiteral("themes.light"));
    tokens.dark = readTheme(reader, QStringLiteral("themes.dark"));
    tokens.highContrast = readTheme(reader, QStringLiteral("themes.highContrast"));
    if (!reader.firstWrong().isEmpty())
        return base::Error{.code = base::ErrorCode::Corrupt,
            .message = base::Text(QT_TRANSLATE_NOOP("core", "The design token %1 is missing or wrong."), reader.firstWrong()),
            .subject = reader.firstWrong()};
    return tokens;
}

const char *tokenName(ColorRole role)
{
    return roleNames[int(role)];
}

const char *tokenName(Status status)
{
    return statusNames[int(status)];
}

} // namespace lakehouse::views

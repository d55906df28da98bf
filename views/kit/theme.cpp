#include "kit/theme.h"

#include "kit/console_style.h"
#include "kit/embedded_files.h"
#include "kit/style_sheet.h"
#include "kit/token_file.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPalette>
#include <QStyle>
#include <QtMath>

#include <utility>

namespace lakehouse::views {

namespace {
Tokens readTokens()
{
    base::Result<Tokens> tokens = Tokens::parse(tokensFile());
    if (!tokens)
        qFatal("resources/tokens.json: %s %s", qPrintable(tokens.error().message.toEnglish()), qPrintable(tokens.error().detail));
    return std::move(tokens).value();
}

/// Qt 6.4 does not tell whether the system is dark.
bool looksDark(const QPalette &palette)
{
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QFont scaled(const QFont &font, double factor)
{
    QFont result(font);
    if (font.pointSizeF() > 0)
        result.setPointSizeF(font.pointSizeF() * factor);
    else
        result.setPixelSize(qMax(1, qRound(font.pixelSize() * factor)));
    return result;
}
} // namespace

struct Theme::State {
    Tokens tokens = readTokens();
    ThemeChoice choice = ThemeChoice::System;
    Density density = Density::Comfortable;
    DiffPalette diffPalette = DiffPalette::GreenRed;
    double textScale = 1;
    bool isMotionReduced = false;
    bool isSystemDark = looksDark(QApplication::palette());
    bool isApplied = false;
    bool isApplying = false;
    QFont systemFont = QApplication::font();
    QPalette applied;

    const ThemeTokens &theme() const
    {
        if (choice == ThemeChoice::HighContrast)
            return tokens.highContrast;
        return choice == ThemeChoice::Dark || (choice == ThemeChoice::System && isSystemDark) ? tokens.dark : tokens.light;
    }
    int grown(int pixels) const { return qRound(pixels * textScale); }
};

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme() : m_state(std::make_unique<State>())
{
    Q_ASSERT(qobject_cast<QApplication *>(QCoreApplication::instance()));
    qApp->installEventFilter(this);
}

Theme::~Theme() = default;

ThemeChoice Theme::choice() const
{
    return m_state->choice;
}

void Theme::setChoice(ThemeChoice choice)
{
    change(m_state->choice, choice);
}

bool Theme::isDark() const
{
    return m_state->theme().isDark;
}

bool Theme::isHighContrast() const
{
    return m_state->choice == ThemeChoice::HighContrast;
}

Density Theme::density() const
{
    return m_state->density;
}

void Theme::setDensity(Density density)
{
    change(m_state->density, density);
}

double Theme::textScale() const
{
    return m_state->textScale;
}

void Theme::setTextScale(double scale)
{
    change(m_state->textScale, qBound(1.0, scale, 2.0));
}

DiffPalette Theme::diffPalette() const
{
    return m_state->diffPalette;
}

void Theme::setDiffPalette(DiffPalette palette)
{
    change(m_state->diffPalette, palette);
}

bool Theme::isMotionReduced() const
{
    return m_state->isMotionReduced || QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

void Theme::setMotionReduced(bool isReduced)
{
    change(m_state->isMotionReduced, isReduced);
}

template<typename Value>
void Theme::change(Value &held, Value wanted)
{
    if (held == wanted)
        return;
    held = wanted;
    if (m_state->isApplied)
        apply();
}

QColor Theme::color(ColorRole role) const
{
    return m_state->theme().colors[size_t(m_state->diffPalette)][size_t(role)];
}

QColor Theme::statusText(Status status) const
{
    return m_state->theme().status[size_t(status)].text;
}

QColor Theme::statusFill(Status status) const
{
    return m_state->theme().status[size_t(status)].fill;
}

int Theme::space(Space space) const
{
    return m_state->tokens.space[size_t(space)];
}

int Theme::radius() const
{
    return m_state->tokens.controlRadius;
}

int Theme::cardRadius() const
{
    return m_state->tokens.cardRadius;
}

int Theme::rowHeight() const
{
    return m_state->grown(m_state->tokens.row[size_t(m_state->density)]);
}

int Theme::controlHeight() const
{
    return m_state->grown(m_state->tokens.control[size_t(m_state->density)]);
}

int Theme::iconSize() const
{
    return m_state->grown(m_state->tokens.rowIcon);
}

int Theme::barIconSize() const
{
    return m_state->grown(m_state->tokens.barIcon);
}

int Theme::paneMinimum() const
{
    return m_state->tokens.paneMinimum;
}

int Theme::targetMinimum() const
{
    return m_state->tokens.targetMinimum;
}

int Theme::focusWidth() const
{
    return m_state->tokens.focusWidth;
}

int Theme::motionMs() const
{
    return isMotionReduced() ? 0 : m_state->tokens.motionMs;
}

QFont Theme::font(TextStyle style) const
{
    const TypeToken &type = m_state->tokens.type[size_t(style)];
    QFont font = scaled(m_state->systemFont, type.size * m_state->textScale);
    if (style == TextStyle::Mono) {
        font.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
        font.setStyleHint(QFont::Monospace);
        font.setFixedPitch(true);
    }
    font.setWeight(QFont::Weight(type.weight));
    return font;
}

int Theme::lineHeight(TextStyle style) const
{
    const double spread = style == TextStyle::Mono ? m_state->tokens.codeLine : m_state->tokens.textLine;
    const QFont font = this->font(style);
    const double size = font.pointSizeF() > 0 ? QFontInfo(font).pixelSize() : font.pixelSize();
    return qMax(qCeil(QFontMetricsF(font).height()), qRound(size * spread));
}

void Theme::apply()
{
    const bool wasApplied = std::exchange(m_state->isApplied, true);
    m_state->isApplying = true;
    if (!wasApplied)
        QApplication::setStyle(new ConsoleStyle);
    m_state->applied = themedPalette(*this);
    QApplication::setPalette(m_state->applied);
    QApplication::setFont(font(TextStyle::Body));
    qApp->setStyleSheet(themedStyleSheet(*this));
    m_state->isApplying = false;
    Q_EMIT changed();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp && m_state->isApplied && !m_state->isApplying)
        followSystem();
    return false;
}

void Theme::followSystem()
{
    QPalette system = QApplication::palette();
    if (system.color(QPalette::Window) == m_state->applied.color(QPalette::Window)) {
        // Ours still covers what the system has now: lifted for a moment, the system's is seen.
        m_state->isApplying = true;
        QApplication::setPalette(QPalette());
        system = QApplication::palette();
    }
    m_state->isSystemDark = looksDark(system);
    apply();
}

} // namespace lakehouse::views

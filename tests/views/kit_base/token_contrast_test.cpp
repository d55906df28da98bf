// Recomputes the contrast of every colour that something is read by, as WCAG 2.2 defines it, and compares it with what was promised.
#include "kit/theme.h"

#include <QTest>

#include <cmath>

using namespace lakehouse::views;

namespace {
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &left, const QColor &right)
{
    const double first = luminance(left) + 0.05;
    const double second = luminance(right) + 0.05;
    return qMax(first, second) / qMin(first, second);
}

struct NamedTheme {
    const char *name;
    ThemeChoice choice;
    double textNeeded;
};
constexpr NamedTheme themes[] = {
    {"light", ThemeChoice::Light, 4.5}, {"dark", ThemeChoice::Dark, 4.5}, {"high contrast", ThemeChoice::HighContrast, 7}};
constexpr double shapeNeeded = 3;

constexpr ColorRole grounds[] = {ColorRole::Canvas, ColorRole::Surface, ColorRole::Raised, ColorRole::Hover, ColorRole::Selected};
constexpr ColorRole diffLines[] = {ColorRole::DiffAdded, ColorRole::DiffRemoved};
constexpr ColorRole sqlRoles[] = {ColorRole::SqlKeyword, ColorRole::SqlString, ColorRole::SqlNumber, ColorRole::SqlComment, ColorRole::SqlFunction};

double worstOnGrounds(ColorRole role)
{
    double worst = 21;
    for (const ColorRole ground : grounds)
        worst = qMin(worst, contrast(Theme::instance().color(role), Theme::instance().color(ground)));
    return worst;
}

double worstSqlOn(ColorRole ground)
{
    double worst = 21;
    for (const ColorRole role : sqlRoles)
        worst = qMin(worst, contrast(Theme::instance().color(role), Theme::instance().color(ground)));
    return worst;
}

/// Figures of the specification have one digit after the point; some were rounded twice (7.447 stands there as 7.5).
bool isAbout(double found, double promised)
{
    return qAbs(found - promised) <= 0.06;
}

QByteArray row(const NamedTheme &theme, const char *what)
{
    return QByteArray(theme.name) + ", " + what;
}
} // namespace

class TokenContrastTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        Theme::instance().setChoice(ThemeChoice::System);
        Theme::instance().setDiffPalette(DiffPalette::GreenRed);
    }

    void isReadableOnEveryGround_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::addColumn<ColorRole>("role");
        QTest::addColumn<double>("needed");
        for (const NamedTheme &theme : themes) {
            QTest::addRow("%s", row(theme, "text").constData()) << theme.choice << ColorRole::Text << theme.textNeeded;
            QTest::addRow("%s", row(theme, "secondary").constData()) << theme.choice << ColorRole::TextSecondary << theme.textNeeded;
            QTest::addRow("%s", row(theme, "muted").constData()) << theme.choice << ColorRole::TextMuted << theme.textNeeded;
            QTest::addRow("%s", row(theme, "link").constData()) << theme.choice << ColorRole::Link << theme.textNeeded;
            QTest::addRow("%s", row(theme, "accent").constData()) << theme.choice << ColorRole::Accent << theme.textNeeded;
            QTest::addRow("%s", row(theme, "danger").constData()) << theme.choice << ColorRole::DangerText << theme.textNeeded;
            QTest::addRow("%s", row(theme, "border").constData()) << theme.choice << ColorRole::ControlBorder << shapeNeeded;
            QTest::addRow("%s", row(theme, "focus ring").constData()) << theme.choice << ColorRole::FocusRing << shapeNeeded;
        }
    }
    void isReadableOnEveryGround()
    {
        QFETCH(ThemeChoice, choice);
        QFETCH(ColorRole, role);
        QFETCH(double, needed);
        Theme::instance().setChoice(choice);
        QVERIFY2(worstOnGrounds(role) >= needed, qPrintable(QString::number(worstOnGrounds(role))));
    }

    void isReadableOnItsOwnGround_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::addColumn<ColorRole>("ink");
        QTest::addColumn<ColorRole>("ground");
        QTest::addColumn<double>("needed");
        for (const NamedTheme &theme : themes) {
            const auto add = [&theme](const char *what, ColorRole ink, ColorRole ground, double needed) {
                QTest::addRow("%s", row(theme, what).constData()) << theme.choice << ink << ground << needed;
            };
            add("primary button", ColorRole::TextOnAccent, ColorRole::Accent, theme.textNeeded);
            add("primary button pointed at", ColorRole::TextOnAccent, ColorRole::AccentHover, theme.textNeeded);
            add("danger", ColorRole::DangerText, ColorRole::DangerFill, theme.textNeeded);
            add("words of an error", ColorRole::Text, ColorRole::DangerFill, theme.textNeeded);
            add("information", ColorRole::InformationText, ColorRole::InformationFill, theme.textNeeded);
            add("words of information", ColorRole::Text, ColorRole::InformationFill, theme.textNeeded);
            add("source", ColorRole::LayerSource, ColorRole::Surface, theme.textNeeded);
            add("bronze", ColorRole::LayerBronze, ColorRole::Surface, theme.textNeeded);
            add("silver", ColorRole::LayerSilver, ColorRole::Surface, theme.textNeeded);
            add("gold", ColorRole::LayerGold, ColorRole::Surface, theme.textNeeded);
            add("mart", ColorRole::LayerMart, ColorRole::Surface, theme.textNeeded);
            for (const ColorRole role : sqlRoles)
                add(QByteArray("SQL " + QByteArray::number(int(role))).constData(), role, ColorRole::Surface, theme.textNeeded);
        }
    }
    void isReadableOnItsOwnGround()
    {
        QFETCH(ThemeChoice, choice);
        QFETCH(ColorRole, ink);
        QFETCH(ColorRole, ground);
        QFETCH(double, needed);
        Theme::instance().setChoice(choice);
        const double found = contrast(Theme::instance().color(ink), Theme::instance().color(ground));
        QVERIFY2(found >= needed, qPrintable(QString::number(found)));
    }

    void statusIsReadable_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::addColumn<Status>("status");
        QTest::addColumn<double>("needed");
        for (const NamedTheme &theme : themes)
            for (int i = 0; i < statusCount; ++i)
                QTest::addRow("%s", row(theme, qPrintable(statusWord(Status(i)))).constData()) << theme.choice << Status(i) << theme.textNeeded;
    }
    void statusIsReadable()
    {
        QFETCH(ThemeChoice, choice);
        QFETCH(Status, status);
        QFETCH(double, needed);
        const Theme &theme = Theme::instance();
        Theme::instance().setChoice(choice);
        QVERIFY(contrast(theme.statusText(status), theme.statusFill(status)) >= needed);
        QVERIFY(contrast(theme.color(ColorRole::Text), theme.statusFill(status)) >= needed); // what a notice says
        QVERIFY(contrast(theme.statusText(status), theme.color(ColorRole::Surface)) >= needed); // bars and words of charts
    }

    void diffIsReadable_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::addColumn<DiffPalette>("palette");
        QTest::addColumn<double>("needed");
        for (const NamedTheme &theme : themes) {
            QTest::addRow("%s", row(theme, "green and red").constData()) << theme.choice << DiffPalette::GreenRed << theme.textNeeded;
            QTest::addRow("%s", row(theme, "blue and orange").constData()) << theme.choice << DiffPalette::BlueOrange << theme.textNeeded;
        }
    }
    void diffIsReadable()
    {
        QFETCH(ThemeChoice, choice);
        QFETCH(DiffPalette, palette);
        QFETCH(double, needed);
        Theme &theme = Theme::instance();
        theme.setChoice(choice);
        theme.setDiffPalette(palette);
        const QColor text = theme.color(ColorRole::Text);
        for (const ColorRole line : diffLines) {
            QVERIFY(worstSqlOn(line) >= needed);
            QVERIFY(contrast(text, theme.color(line)) >= needed);
        }
        QVERIFY(contrast(text, theme.color(ColorRole::DiffAddedWord)) >= needed);
        QVERIFY(contrast(text, theme.color(ColorRole::DiffRemovedWord)) >= needed);
        QVERIFY(contrast(theme.color(ColorRole::DiffAddedBar), theme.color(ColorRole::DiffAdded)) >= shapeNeeded);
        QVERIFY(contrast(theme.color(ColorRole::DiffRemovedBar), theme.color(ColorRole::DiffRemoved)) >= shapeNeeded);
    }

    void isAsPromised_data()
    {
        QTest::addColumn<ColorRole>("role");
        QTest::addColumn<double>("light");
        QTest::addColumn<double>("dark");
        QTest::newRow("text") << ColorRole::Text << 13.3 << 9.7;
        QTest::newRow("secondary") << ColorRole::TextSecondary << 6.5 << 6.3;
        QTest::newRow("muted") << ColorRole::TextMuted << 4.6 << 4.6;
        QTest::newRow("link") << ColorRole::Link << 5.4 << 5.8;
        QTest::newRow("accent") << ColorRole::Accent << 5.4 << 5.3;
        QTest::newRow("control border") << ColorRole::ControlBorder << 3.2 << 3.4;
        QTest::newRow("focus ring") << ColorRole::FocusRing << 5.4 << 6.3;
    }
    void isAsPromised()
    {
        QFETCH(ColorRole, role);
        QFETCH(double, light);
        QFETCH(double, dark);
        Theme::instance().setChoice(ThemeChoice::Light);
        QVERIFY2(isAbout(worstOnGrounds(role), light), qPrintable(QString::number(worstOnGrounds(role))));
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY2(isAbout(worstOnGrounds(role), dark), qPrintable(QString::number(worstOnGrounds(role))));
    }

    void statusIsAsPromised_data()
    {
        QTest::addColumn<Status>("status");
        QTest::addColumn<double>("light");
        QTest::addColumn<double>("dark");
        QTest::newRow("done") << Status::Done << 6.3 << 8.5;
        QTest::newRow("approved") << Status::Approved << 6.3 << 8.5;
        QTest::newRow("running") << Status::Running << 6.3 << 8.3;
        QTest::newRow("needs you") << Status::NeedsYou << 6.7 << 8.6;
        QTest::newRow("done with problems") << Status::DoneWithProblems << 6.7 << 8.6;
        QTest::newRow("failed") << Status::Failed << 6.6 << 7.8;
        QTest::newRow("stale") << Status::Stale << 6.5 << 7.8;
        QTest::newRow("blocked") << Status::Blocked << 6.7 << 8.5;
        QTest::newRow("not started") << Status::NotStarted << 6.8 << 7.5;
        QTest::newRow("skipped") << Status::Skipped << 6.8 << 7.5;
    }
    void statusIsAsPromised()
    {
        QFETCH(Status, status);
        QFETCH(double, light);
        QFETCH(double, dark);
        const Theme &theme = Theme::instance();
        Theme::instance().setChoice(ThemeChoice::Light);
        const double inLight = contrast(theme.statusText(status), theme.statusFill(status));
        QVERIFY2(isAbout(inLight, light), qPrintable(QString::number(inLight)));
        Theme::instance().setChoice(ThemeChoice::Dark);
        const double inDark = contrast(theme.statusText(status), theme.statusFill(status));
        QVERIFY2(isAbout(inDark, dark), qPrintable(QString::number(inDark)));
    }

    void sqlOnADiffIsAsPromised_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::addColumn<DiffPalette>("palette");
        QTest::addColumn<double>("added");
        QTest::addColumn<double>("removed");
        QTest::newRow("light") << ThemeChoice::Light << DiffPalette::GreenRed << 4.9 << 4.6;
        QTest::newRow("dark") << ThemeChoice::Dark << DiffPalette::GreenRed << 5.7 << 6.3;
        QTest::newRow("light, blue and orange") << ThemeChoice::Light << DiffPalette::BlueOrange << 4.7 << 4.7;
        QTest::newRow("dark, blue and orange") << ThemeChoice::Dark << DiffPalette::BlueOrange << 5.3 << 5.4;
    }
    void sqlOnADiffIsAsPromised()
    {
        QFETCH(ThemeChoice, choice);
        QFETCH(DiffPalette, palette);
        QFETCH(double, added);
        QFETCH(double, removed);
        Theme::instance().setChoice(choice);
        Theme::instance().setDiffPalette(palette);
        QVERIFY2(isAbout(worstSqlOn(ColorRole::DiffAdded), added), qPrintable(QString::number(worstSqlOn(ColorRole::DiffAdded))));
        QVERIFY2(isAbout(worstSqlOn(ColorRole::DiffRemoved), removed), qPrintable(QString::number(worstSqlOn(ColorRole::DiffRemoved))));
    }
};

QTEST_MAIN(TokenContrastTest)
#include "token_contrast_test.moc"

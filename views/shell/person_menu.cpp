#include "shell/person_menu.h"

#include "kit/theme.h"
#include "shell/command_action.h"

#include <QActionGroup>

namespace lakehouse::views {

namespace {

constexpr const char *themes[] = {"system", "light", "dark", "high-contrast"};       ///< in the order of ThemeChoice
constexpr const char *densities[] = {"compact", "comfortable"};                      ///< of Density
constexpr const char *palettes[] = {"green-red", "blue-orange"};                     ///< of DiffPalette

template<std::size_t Count>
int indexIn(const char *const (&names)[Count], const QByteArray &value)
{
    for (std::size_t i = 0; i < Count; ++i)
        if (value == names[i])
            return int(i);
    return -1;
}

} // namespace

PersonMenu::PersonMenu(SessionState &session, const QString &person, std::optional<ThemeChoice> chosen, QWidget *parent)
    : QMenu(parent), m_session(session)
{
    setObjectName(QStringLiteral("person-menu"));
    setAccessibleName(tr("You"));
    auto *who = new CommandAction(QStringLiteral("console.person"), tr("You are %1").arg(person), this);
    who->setBlocked(tr("Decisions are recorded under this name; it comes from your account on this machine."));
    addAction(who);
    addSeparator();
    Theme &theme = Theme::instance();
    const auto takeTheme = [&theme](const QByteArray &value) {
        if (const int index = indexIn(themes, value); index >= 0)
            theme.setChoice(ThemeChoice(index));
    };
    const QByteArray forNow = chosen ? QByteArray(themes[int(*chosen)]) : QByteArray();
    addChoices(tr("Theme"), QStringLiteral("theme"),
               {{tr("As the system"), themes[0]}, {tr("Light"), themes[1]}, {tr("Dark"), themes[2]}, {tr("High contrast"), themes[3]}},
               themes[int(theme.choice())], takeTheme, forNow);
    addChoices(tr("Density"), QStringLiteral("density"), {{tr("Compact"), densities[0]}, {tr("Comfortable"), densities[1]}},
               densities[int(theme.density())],
               [&theme](const QByteArray &value) {
                   if (const int index = indexIn(densities, value); index >= 0)
                       theme.setDensity(Density(index));
               });
    addChoices(tr("Text size"), QStringLiteral("text-size"), {{tr("100 %"), "100"}, {tr("125 %"), "125"}, {tr("150 %"), "150"}, {tr("200 %"), "200"}},
               QByteArray::number(qRound(theme.textScale() * 100)), [&theme](const QByteArray &value) { theme.setTextScale(value.toInt() / 100.0); });
    addChoices(tr("Colours of differences"), QStringLiteral("diff-palette"),
               {{tr("Green and red"), palettes[0]}, {tr("Blue and orange"), palettes[1]}},
               palettes[int(theme.diffPalette())], [&theme](const QByteArray &value) {
                   if (const int index = indexIn(palettes, value); index >= 0)
                       theme.setDiffPalette(DiffPalette(index));
               });
    addSeparator();
    addSwitch(QStringLiteral("less-motion"), tr("Less motion"), theme.isMotionReduced(), [&theme](bool isOn) { theme.setMotionReduced(isOn); });
    m_letters = addSwitch(QStringLiteral("letter-keys"), tr("Single-letter keys"), true, [this](bool isOn) { Q_EMIT lettersChanged(isOn); });
}

bool PersonMenu::areLettersOn() const
{
    return m_letters->isChecked();
}

void PersonMenu::addChoices(const QString &title, const QString &key, const std::vector<Choice> &choices, const QByteArray &current,
                            std::function<void(const QByteArray &)> apply,
                            const QByteArray &forNow)
{
    const QByteArray kept = forNow.isEmpty() ? m_session.preference(key) : forNow;
    const bool isKept = std::ranges::find(choices, kept, &Choice::value) != choices.end();
    if (isKept)
        apply(kept);
    QMenu *menu = addMenu(title);
    auto *group = new QActionGroup(menu);
    for (const Choice &choice : choices) {
        auto *action = new CommandAction(QStringLiteral("console.%1.%2").arg(key, QString::fromLatin1(choice.value)), choice.title, this);
        action->setPaletteText(tr("%1: %2", "kind of choice, choice").arg(title, choice.title));
        action->setCheckable(true);
        action->setChecked(choice.value == (isKept ? kept : current));
        connect(action, &QAction::triggered, this, [this, key, apply, value = choice.value] {
            apply(value);
            m_session.setPreference(key, value);
        });
        group->addAction(action);
        menu->addAction(action);
        m_commands += action;
    }
}

QAction *PersonMenu::addSwitch(const QString &key, const QString &title, bool isOn, std::function<void(bool)> apply)
{
    const QByteArray kept = m_session.preference(key);
    auto *action = new CommandAction(QStringLiteral("console.%1").arg(key), title, this);
    action->setCheckable(true);
    action->setChecked(kept.isEmpty() ? isOn : kept == "on");
    if (!kept.isEmpty())
        apply(action->isChecked());
    connect(action, &QAction::toggled, this, [this, key, apply](bool now) {
        apply(now);
        m_session.setPreference(key, now ? "on" : "off");
    });
    addAction(action);
    m_commands += action;
    return action;
}

} // namespace lakehouse::views

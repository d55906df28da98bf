#include "shell/top_bar.h"

#include "kit/plain_label.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"
#include "shell/environment_strip.h"
#include "shell/palette_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>

namespace lakehouse::views {

namespace {

/// The lock says in words what it means: an icon alone would be a riddle.
QWidget *readOnlySign(PlainLabel *words, QWidget *parent)
{
    auto *sign = new QWidget(parent);
    sign->setObjectName(QStringLiteral("read-only-sign"));
    auto *icon = new QLabel(sign);
    const auto dress = [icon] { icon->setPixmap(views::icon(IconName::Lock).pixmap(Theme::instance().iconSize())); };
    QObject::connect(&Theme::instance(), &Theme::changed, icon, dress);
    dress();
    words->setWordWrap(false);
    words->setText(TopBar::tr("Sources are read-only"));
    auto *row = new QHBoxLayout(sign);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().space(Space::Tight));
    row->addWidget(icon);
    row->addWidget(words);
    const QString why = TopBar::tr("Sources are read-only: every session at a source is opened so, and the program cannot write there.");
    sign->setToolTip(plainToolTip(why));
    sign->setAccessibleName(words->text());
    sign->setAccessibleDescription(why);
    return sign;
}

} // namespace

TopBar::TopBar(QWidget *parent)
    : QWidget(parent), m_program(new PlainLabel(TextStyle::Strong, ColorRole::Text, this)), m_project(new QToolButton(this)),
      m_palette(new PaletteButton(this)),
      m_readOnly(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)), m_lock(readOnlySign(m_readOnly, this)),
      m_bell(new BarButton(QStringLiteral("bell-button"), IconName::Bell, tr("Notifications"), this)),
      m_person(new BarButton(QStringLiteral("person-button"), IconName::User, tr("You: theme, text size, keys"), this))
{
    setObjectName(QStringLiteral("top-bar"));
    setAccessibleName(tr("Project, search, notifications"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_program->setWordWrap(false);
    m_program->setText(QStringLiteral("EKOS Lakehouse"));
    m_project->setObjectName(QStringLiteral("project-button"));
    m_project->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_project->setAutoRaise(true);
    m_project->setFocusPolicy(Qt::TabFocus);
    m_project->setIcon(views::icon(IconName::ChevronDown));
    auto *help = new BarButton(QStringLiteral("help-button"), IconName::CircleQuestion, tr("Help: keys and what they do"), this);
    m_person->setPopupMode(QToolButton::InstantPopup);

    auto *row = new QHBoxLayout(this);
    const Theme &theme = Theme::instance();
    row->setContentsMargins(theme.space(Space::Large), theme.space(Space::Small), theme.space(Space::Small), theme.space(Space::Small));
    row->setSpacing(theme.space(Space::Small));
    row->addWidget(m_program);
    row->addSpacing(theme.space(Space::Small));
    row->addWidget(m_project);
    row->addWidget(m_lock);
    row->addStretch(1);
    row->addWidget(m_palette, 2);
    row->addStretch(1);
    row->addWidget(m_bell);
    row->addWidget(help);
    row->addWidget(m_person);
    connect(m_project, &QToolButton::clicked, this, &TopBar::projectsRequested);
    connect(m_palette, &PaletteButton::clicked, this, &TopBar::paletteRequested);
    connect(m_bell, &BarButton::clicked, this, &TopBar::notificationsRequested);
    connect(help, &BarButton::clicked, this, &TopBar::helpRequested);
    connect(&Theme::instance(), &Theme::changed, this, &TopBar::dress);
    dress();
}

void TopBar::setPaletteKeys(const QString &keys)
{
    m_palette->setKeys(keys);
}

void TopBar::dress()
{
    m_project->setFont(Theme::instance().font(TextStyle::Strong));
    giveWay();
}

QSize TopBar::minimumSizeHint() const
{
    QSize size = layout()->minimumSize();
    for (const QWidget *optional : {static_cast<QWidget *>(m_program), static_cast<QWidget *>(m_readOnly)})
        if (!optional->isHidden())
            size.rwidth() -= optional->sizeHint().width();
    return size;
}

/// Where the width does not do: first the words beside the lock go, whose icon says them on hover, then the name that the title bar has too.
void TopBar::giveWay()
{
    const int spare = width() - minimumSizeHint().width();
    const int words = m_readOnly->sizeHint().width();
    m_readOnly->setHidden(spare < words + m_program->sizeHint().width());
    m_program->setHidden(spare < m_program->sizeHint().width());
}

void TopBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    giveWay();
}

void TopBar::setProject(const QString &name, const QString &environment)
{
    const QString shown = name.isEmpty() ? tr("No project") : name;
    m_project->setText(environment.isEmpty() ? shown : tr("%1 · %2", "project, environment").arg(shown, environmentWord(environment)));
    m_project->setAccessibleName(environment.isEmpty() ? tr("Project %1").arg(shown)
                                 : tr("Project %1, environment %2").arg(shown, environmentWord(environment)));
    giveWay();
}

void TopBar::setProjectPlace(const QString &place)
{
    m_project->setToolTip(plainToolTip(tr("Switch the project. This one is in %1").arg(place)));
}

void TopBar::setUnread(int count)
{
    m_bell->setCount(count, count == 0 ? tr("Notifications: nothing new") : tr("Notifications: %n need(s) a look", nullptr, count));
}

void TopBar::setPersonMenu(QMenu *menu)
{
    m_person->setMenu(menu);
}

void TopBar::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::instance().color(ColorRole::Surface));
}

} // namespace lakehouse::views

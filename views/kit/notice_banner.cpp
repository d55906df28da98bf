#include "kit/notice_banner.h"

#include "kit/action_button.h"
#include "kit/banner_ground.h"
#include "kit/label_dress.h"
#include "kit/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>

#include <memory>

namespace lakehouse::views {

NoticeBanner::NoticeBanner(QWidget *parent) : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_buttons(new QHBoxLayout)
{
    setObjectName(QStringLiteral("notice-banner"));
    m_text->setObjectName(QStringLiteral("notice-text"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *row = new QHBoxLayout(this);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1, Qt::AlignVCenter);
    row->addLayout(m_buttons);
    connect(&Theme::instance(), &Theme::changed, this, &NoticeBanner::dress);
    dress();
    hide();
}

void NoticeBanner::setNotice(Status status, const QString &text)
{
    setWords(status, text);
    setAccessibleName(tr("%1: %2", "a status, a notice").arg(statusWord(status), text));
}

void NoticeBanner::setInformation(const QString &text)
{
    setWords(std::nullopt, text);
    setAccessibleName(text);
}

void NoticeBanner::setWords(std::optional<Status> status, const QString &text)
{
    m_status = status;
    m_text->setText(text);
    dress();
    show();
}

QString NoticeBanner::text() const
{
    return m_text->text();
}

void NoticeBanner::addButton(QAction *action, ButtonKind kind)
{
    m_buttons->addWidget(new ActionButton(action, kind, this));
}

void NoticeBanner::setButtons(const QList<QAction *> &actions)
{
    int place = 0;
    for (QAction *action : actions) {
        if (const int now = placeOf(action); now < 0)
            m_buttons->insertWidget(place, new ActionButton(action, ButtonKind::Normal, this));
        else if (now != place)
            m_buttons->insertItem(place, m_buttons->takeAt(now));
        if (place > 0)
            setTabOrder(m_buttons->itemAt(place - 1)->widget(), m_buttons->itemAt(place)->widget());
        ++place;
    }
    while (const std::unique_ptr<QLayoutItem> item{m_buttons->takeAt(place)}) {
        item->widget()->hide();
        item->widget()->deleteLater(); // the button may be the one that was pressed
    }
}

void NoticeBanner::clearButtons()
{
    setButtons({});
}

int NoticeBanner::placeOf(const QAction *action) const
{
    for (int place = 0; place < m_buttons->count(); ++place) {
        if (static_cast<const ActionButton *>(m_buttons->itemAt(place)->widget())->action() == action)
            return place;
    }
    return -1;
}

void NoticeBanner::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    paintBannerGround(this, m_status ? theme.statusText(*m_status) : theme.color(ColorRole::InformationText),
                      m_status ? theme.statusFill(*m_status) : theme.color(ColorRole::InformationFill));
}

void NoticeBanner::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_text, TextStyle::Body);
    const QColor ink = m_status ? theme.statusText(*m_status) : theme.color(ColorRole::InformationText);
    m_icon->setPixmap(iconPixmap(m_status ? statusIcon(*m_status) : IconName::Info, theme.barIconSize(), ink, devicePixelRatioF()));
    layout()->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Small), theme.space(Space::Medium), theme.space(Space::Small));
    layout()->setSpacing(theme.space(Space::Small));
    m_buttons->setSpacing(theme.space(Space::Small));
    update();
}

} // namespace lakehouse::views

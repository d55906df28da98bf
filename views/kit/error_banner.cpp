#include "kit/error_banner.h"

#include "kit/banner_ground.h"
#include "kit/button_kind.h"
#include "kit/label_dress.h"
#include "kit/localized.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
constexpr int detailLines = 6;

QPushButton *makeButton(QWidget *parent, const char *name)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

QLabel *makeLabel(QWidget *parent, const char *name)
{
    auto *label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}
} // namespace

ErrorBanner::ErrorBanner(QWidget *parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_message(makeLabel(this, "error-message")), m_hint(makeLabel(this, "error-hint")),
      m_subject(makeButton(this, "error-subject")), m_retry(makeButton(this, "error-retry")), m_details(makeButton(this, "error-details")),
      m_copy(makeButton(this, "error-copy")), m_close(new QToolButton(this)), m_detailText(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("error-banner"));
    m_retry->setText(tr("Try again"));
    m_copy->setText(tr("Copy details"));
    m_details->setCheckable(true);
    setButtonKind(m_subject, ButtonKind::Quiet);
    setButtonKind(m_details, ButtonKind::Quiet);
    setButtonKind(m_copy, ButtonKind::Quiet);
    m_close->setObjectName(QStringLiteral("error-close"));
    m_close->setIcon(icon(IconName::X));
    m_close->setToolTip(tr("Put this message away"));
    m_close->setAccessibleName(m_close->toolTip());
    m_detailText->setObjectName(QStringLiteral("error-detail-text"));
    m_detailText->setAccessibleName(tr("What the other system said"));
    m_detailText->setReadOnly(true);
    m_detailText->setTabChangesFocus(true);

    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {m_retry, m_details, m_copy, m_subject})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto *grid = new QGridLayout(this);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_message);
    words->addWidget(m_hint);
    grid->addWidget(m_icon, 0, 0, Qt::AlignTop);
    grid->addLayout(words, 0, 1);
    grid->addWidget(m_close, 0, 2, Qt::AlignTop);
    grid->addLayout(buttons, 1, 1, 1, 2);
    grid->addWidget(m_detailText, 2, 1, 1, 2);
    grid->setColumnStretch(1, 1);

    connect(m_retry, &QPushButton::clicked, this, &ErrorBanner::retryRequested);
    connect(m_details, &QPushButton::toggled, this, &ErrorBanner::setDetailsOpen);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_detailText->toPlainText()); });
    connect(m_subject, &QPushButton::clicked, this, [this] { Q_EMIT subjectRequested(m_subject->property("subject").toString()); });
    connect(m_close, &QToolButton::clicked, this, &ErrorBanner::dismiss);
    connect(&Theme::instance(), &Theme::changed, this, &ErrorBanner::dress);
    dress();
    clear();
}

void ErrorBanner::showError(const base::Error &error)
{
    if (error.code == base::ErrorCode::Cancelled)
        return clear();
    m_message->setText(localized(error.message));
    m_hint->setText(localized(error.hint));
    m_hint->setVisible(!error.hint.isEmpty());
    m_subject->setText(tr("Open %1").arg(error.subject));
    m_subject->setProperty("subject", error.subject);
    m_subject->setVisible(m_isSubjectOffered && !error.subject.isEmpty());
    m_retry->setVisible(error.retry != base::Retry::Pointless);
    m_detailText->setPlainText(error.detail);
    m_details->setVisible(!error.detail.isEmpty());
    m_details->setChecked(false);
    setDetailsOpen(false);
    setAccessibleName(m_message->text());
    setAccessibleDescription(m_hint->text());
    show();
}

void ErrorBanner::setSubjectOffered(bool isOffered)
{
    m_isSubjectOffered = isOffered;
    m_subject->setVisible(isOffered && !m_subject->property("subject").toString().isEmpty());
}

void ErrorBanner::clear()
{
    m_message->clear();
    hide();
}

QString ErrorBanner::message() const
{
    return m_message->text();
}

void ErrorBanner::dismiss()
{
    clear();
    Q_EMIT dismissed();
}

void ErrorBanner::setDetailsOpen(bool isOpen)
{
    m_detailText->setVisible(isOpen);
    m_copy->setVisible(isOpen);
    m_details->setText(isOpen ? tr("Hide details") : tr("Details"));
}

void ErrorBanner::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return dismiss();
    QFrame::keyPressEvent(event);
}

void ErrorBanner::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    paintBannerGround(this, theme.color(ColorRole::DangerText), theme.color(ColorRole::DangerFill));
}

void ErrorBanner::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_message, TextStyle::Strong);
    dressLabel(m_hint, TextStyle::Body);
    m_icon->setPixmap(iconPixmap(IconName::CircleX, theme.barIconSize(), theme.color(ColorRole::DangerText), devicePixelRatioF()));
    m_detailText->setFont(theme.font(TextStyle::Mono));
    m_detailText->setFixedHeight(theme.lineHeight(TextStyle::Mono) * detailLines);
    layout()->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Small), theme.space(Space::Small), theme.space(Space::Small));
    layout()->setSpacing(theme.space(Space::Small));
    update();
}

} // namespace lakehouse::views

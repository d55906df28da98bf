#include "kit/receipt_card.h"

#include "kit/button_kind.h"
#include "kit/fitting_scroll.h"
#include "kit/icons.h"
#include "kit/key_value_list.h"
#include "kit/plain_label.h"
#include "kit/status_sign.h"
#include "kit/theme.h"
#include "kit/wrapping_row.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
/// Long tooltips are rich text, so that Qt breaks their lines.
QString plainWords(const QString &toolTip)
{
    return Qt::mightBeRichText(toolTip) ? QTextDocumentFragment::fromHtml(toolTip).toPlainText() : toolTip;
}
} // namespace

ReceiptCard::ReceiptCard(QWidget *parent)
    : QWidget(parent), m_title(new PlainLabel(TextStyle::Strong, ColorRole::Text, this)), m_lines(new KeyValueList(this)),
      m_undo(new QPushButton(this)), m_undoWhy(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this))
{
    setObjectName(QStringLiteral("receipt-card"));
    const Theme &theme = Theme::instance();
    m_title->setObjectName(QStringLiteral("receipt-title"));
    m_undo->setObjectName(QStringLiteral("receipt-undo"));
    m_undoWhy->setObjectName(QStringLiteral("receipt-undo-why"));
    auto *copy = new QPushButton(icon(IconName::Copy), tr("Copy receipt"), this);
    copy->setObjectName(QStringLiteral("receipt-copy"));
    auto *close = new QPushButton(tr("Close"), this);
    close->setAccessibleName(tr("Close the receipt"));
    close->setObjectName(QStringLiteral("receipt-close"));
    setFocusProxy(close);

    auto *head = new QHBoxLayout;
    head->setSpacing(theme.space(Space::Small));
    head->addWidget(new StatusSign(Status::Done, this), 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    auto *buttons = new WrappingRow;
    buttons->addWidget(m_undo);
    buttons->addWidget(copy);
    buttons->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(Space::Small));
    layout->addLayout(head);
    auto *scroll = new FittingScroll(this); // in a low pane the lines scroll instead of lying over one another
    scroll->column()->addWidget(m_lines);
    layout->addWidget(scroll);
    layout->addLayout(buttons);
    layout->addWidget(m_undoWhy);

    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(close, &QPushButton::clicked, this, &ReceiptCard::closed);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
    });
}

void ReceiptCard::setReceipt(const QString &title, const QList<QPair<QString, QString>> &lines, QAction *undo)
{
    m_title->setText(title);
    m_lines->setItems(lines);
    if (m_action)
        disconnect(m_action, nullptr, this, nullptr);
    m_action = undo;
    if (undo) {
        connect(undo, &QAction::changed, this, &ReceiptCard::followUndo);
        connect(undo, &QObject::destroyed, this, &ReceiptCard::followUndo);
    }
    followUndo();
    setAccessibleName(title);
    setAccessibleDescription(m_lines->text());
}

QString ReceiptCard::text() const
{
    return m_title->text() + QLatin1Char('\n') + m_lines->text();
}

void ReceiptCard::followUndo()
{
    m_undo->setVisible(m_action);
    m_undo->setText(m_action ? m_action->text() : QString());
    m_undo->setEnabled(m_action && m_action->isEnabled());
    const QString why = m_action && !m_action->isEnabled() ? plainWords(m_action->toolTip()) : QString();
    m_undo->setAccessibleDescription(why);
    m_undoWhy->tell(why);
}

} // namespace lakehouse::views

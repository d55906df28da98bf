#include "kit/value_viewer.h"

#include "kit/icons.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace lakehouse::views {

ValueViewer::ValueViewer(QWidget *parent)
    : QFrame(parent), m_title(new PlainLabel(TextStyle::Strong, ColorRole::Text, this)), m_text(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("value-viewer"));
    m_title->setObjectName(QStringLiteral("value-viewer-title"));
    m_text->setObjectName(QStringLiteral("value-viewer-text"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    const auto button = [this](IconName name, const QString &words, const QString &objectName) {
        auto *made = new QToolButton(this);
        made->setObjectName(objectName);
        made->setIcon(icon(name));
        made->setAccessibleName(words);
        made->setToolTip(words);
        made->setFocusPolicy(Qt::StrongFocus);
        return made;
    };
    QToolButton *copy = button(IconName::Copy, tr("Copy the value"), QStringLiteral("value-viewer-copy"));
    QToolButton *close = button(IconName::X, tr("Close the value"), QStringLiteral("value-viewer-close"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(close, &QToolButton::clicked, this, &ValueViewer::closed);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(copy);
    head->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Tight));
    layout->addLayout(head);
    layout->addWidget(m_text);
    const auto dress = [this] {
        m_text->setFont(Theme::instance().font(TextStyle::Mono));
        m_text->setMinimumHeight(Theme::instance().lineHeight(TextStyle::Mono) * 2);
        m_text->setMaximumHeight(Theme::instance().lineHeight(TextStyle::Mono) * 10);
    };
    connect(&Theme::instance(), &Theme::changed, this, dress);
    dress();
}

void ValueViewer::showValue(const QString &column, const QString &row, const QString &value)
{
    const QString title = row.isEmpty() ? column : tr("%1 of %2", "column, row").arg(column, row);
    m_title->setText(title);
    m_text->setAccessibleName(title);
    if (value != m_text->toPlainText())
        m_text->setPlainText(value);
}

void ValueViewer::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QFrame::keyPressEvent(event);
    Q_EMIT closed();
}

} // namespace lakehouse::views

#include "kit/evidence_card.h"

#include "kit/button_kind.h"
#include "kit/focus_ring.h"
#include "kit/icons.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/quoted_code.h"
#include "kit/selectable_text.h"
#include "kit/status_sign.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
Status signOf(EvidenceItem::Kind kind)
{
    switch (kind) {
    case EvidenceItem::For: return Status::Done;
    case EvidenceItem::Against: return Status::DoneWithProblems;
    case EvidenceItem::Rejected: return Status::Skipped;
    case EvidenceItem::Note: break;
    }
    return Status::Ready;
}

QString wordOf(EvidenceItem::Kind kind)
{
    switch (kind) {
    case EvidenceItem::For: return EvidenceCard::tr("Speaks for it");
    case EvidenceItem::Against: return EvidenceCard::tr("Speaks against it");
    case EvidenceItem::Rejected: return EvidenceCard::tr("Not taken");
    case EvidenceItem::Note: break;
    }
    return EvidenceCard::tr("Note");
}
} // namespace

EvidenceCard::EvidenceCard(const EvidenceItem &item, QWidget *parent) : QWidget(parent), m_item(item)
{
    setObjectName(QStringLiteral("evidence-card"));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("%1: %2").arg(wordOf(item.kind), item.about));
    setAccessibleDescription(text());
    const Theme &theme = Theme::instance();
    auto *layout = new QVBoxLayout(this);
    const int margin = theme.space(Space::Medium);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(theme.space(Space::Tight));
    layout->addWidget(makeHead());
    if (!item.statement.isEmpty())
        layout->addWidget(new SelectableText(item.statement, TextStyle::Body, ColorRole::Text, this));
    if (!item.code.isEmpty()) {
        m_code = new QuotedCode(item.code, item.line, item.firstLine, this);
        layout->addWidget(m_code);
    }
    addFoot();
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QWidget *EvidenceCard::makeHead()
{
    auto *head = new QWidget(this);
    auto *line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Theme::instance().space(Space::Small));
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    auto *kind = new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, head);
    kind->setText(wordOf(m_item.kind));
    words->addWidget(kind);
    if (!m_item.about.isEmpty())
        words->addWidget(new SelectableText(m_item.about, TextStyle::Strong, ColorRole::Text, head));
    auto *copyButton = new QToolButton(head);
    copyButton->setObjectName(QStringLiteral("evidence-copy"));
    copyButton->setIcon(icon(IconName::Copy));
    copyButton->setAccessibleName(tr("Copy this evidence"));
    copyButton->setToolTip(copyButton->accessibleName());
    connect(copyButton, &QToolButton::clicked, this, &EvidenceCard::copy);
    line->addWidget(new StatusSign(signOf(m_item.kind), head), 0, Qt::AlignTop);
    line->addLayout(words, 1);
    line->addWidget(copyButton, 0, Qt::AlignTop);
    return head;
}

void EvidenceCard::addFoot()
{
    QStringList facts;
    if (!m_item.where.isEmpty())
        facts += m_item.where;
    if (!m_item.certainty.isEmpty())
        facts += tr("How sure: %1").arg(m_item.certainty);
    if (m_item.at)
        facts += tr("Observed %1").arg(localized(*m_item.at));
    if (!facts.isEmpty())
        layout()->addWidget(new SelectableText(facts.join(QLatin1Char('\n')), TextStyle::Caption, ColorRole::TextSecondary, this));
    if (m_item.link.isEmpty())
        return;
    auto *open = new QPushButton(icon(IconName::ExternalLink), tr("Show where it is"), this);
    open->setObjectName(QStringLiteral("evidence-link"));
    open->setAccessibleDescription(m_item.where);
    setButtonKind(open, ButtonKind::Quiet);
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT linkActivated(m_item.link); });
    qobject_cast<QVBoxLayout *>(layout())->addWidget(open, 0, Qt::AlignLeading);
}

QString EvidenceCard::text() const
{
    QStringList lines = {tr("%1: %2").arg(wordOf(m_item.kind), m_item.about), m_item.statement};
    if (!m_item.code.isEmpty()) {
        int number = m_item.firstLine;
        const QStringList code = m_item.code.split(QLatin1Char('\n'));
        for (const QString &line : code) {
            const QLatin1String sign(number == m_item.line ? "> " : "  ");
            lines += QStringLiteral("%1%2  %3").arg(sign).arg(number++).arg(line);
        }
    }
    lines << m_item.where << (m_item.certainty.isEmpty() ? QString() : tr("How sure: %1").arg(m_item.certainty))
          << (m_item.at ? tr("Observed %1").arg(localized(*m_item.at)) : QString());
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void EvidenceCard::copy()
{
    const QString marked = markedText(*this);
    QGuiApplication::clipboard()->setText(marked.isEmpty() ? text() : marked);
}

void EvidenceCard::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QWidget::keyPressEvent(event);
}

void EvidenceCard::paintEvent(QPaintEvent *)
{
    paintCard(*this);
    paintFocusRing(*this);
}

} // namespace lakehouse::views

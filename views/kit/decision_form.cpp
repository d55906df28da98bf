#include "kit/decision_form.h"

#include "kit/button_kind.h"
#include "kit/fitting_scroll.h"
#include "kit/notice_banner.h"
#include "kit/plain_label.h"
#include "kit/reason_field.h"
#include "kit/rebuilding.h"
#include "kit/theme.h"
#include "kit/will_happen_box.h"
#include "kit/wrapping_row.h"

#include <QAccessible>
#include <QApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

struct DecisionForm::Parts {
    explicit Parts(DecisionForm *form)
        : title(new PlainLabel(TextStyle::Heading, ColorRole::Text, form)), moved(new NoticeBanner(form)), moveOn(new QPushButton(form)),
          box(new WillHappenBox(form)), reason(new ReasonField(form)),
          whyNot(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, form)), confirm(new QPushButton(form)),
          close(new QPushButton(DecisionForm::tr("Close"), form))
    {
    }
    PlainLabel *title;
    NoticeBanner *moved;
    QPushButton *moveOn;
    WillHappenBox *box;
    ReasonField *reason;
    PlainLabel *whyNot;
    QPushButton *confirm;
    QPushButton *close;
    Decision decision;
    QString moveTo;
    bool isMoved = false;
    bool isBusy = false;
};

DecisionForm::DecisionForm(QWidget *parent) : QWidget(parent), m_parts(std::make_unique<Parts>(this))
{
    setObjectName(QStringLiteral("decision-form"));
    m_parts->title->setObjectName(QStringLiteral("decision-title"));
    m_parts->moved->setObjectName(QStringLiteral("decision-moved"));
    m_parts->moveOn->setObjectName(QStringLiteral("decision-move-on"));
    m_parts->whyNot->setObjectName(QStringLiteral("decision-why-not"));
    m_parts->confirm->setObjectName(QStringLiteral("decision-confirm"));
    m_parts->close->setObjectName(QStringLiteral("decision-close"));
    m_parts->moved->hide();
    m_parts->moveOn->hide();
    m_parts->close->setToolTip(tr("What you typed is kept. Esc"));
    m_parts->close->setAccessibleDescription(tr("What you typed is kept."));
    arrange();
    connect(m_parts->reason, &ReasonField::reasonEdited, this, [this](const QString &text) {
        follow();
        Q_EMIT reasonEdited(text);
    });
    connect(m_parts->confirm, &QPushButton::clicked, this, &DecisionForm::confirmRequested);
    connect(m_parts->close, &QPushButton::clicked, this, &DecisionForm::closeRequested);
    connect(m_parts->moveOn, &QPushButton::clicked, this, [this] { Q_EMIT movedOn(QString(m_parts->moveTo)); });
}

DecisionForm::~DecisionForm() = default;

void DecisionForm::arrange()
{
    const Theme &theme = Theme::instance();
    auto *buttons = new WrappingRow;
    buttons->addWidget(m_parts->confirm);
    buttons->addWidget(m_parts->close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(Space::Small));
    auto *scroll = new FittingScroll(this);
    scroll->column()->setSpacing(theme.space(Space::Small));
    scroll->column()->addWidget(m_parts->moved);
    scroll->column()->addWidget(m_parts->moveOn, 0, Qt::AlignLeading);
    scroll->column()->addWidget(m_parts->box);
    scroll->column()->addWidget(m_parts->reason);
    scroll->column()->addStretch(1);
    keepTogether(*scroll);
    layout->addWidget(m_parts->title);
    layout->addWidget(scroll, 1);
    layout->addLayout(buttons);
    layout->addWidget(m_parts->whyNot);
    setTabOrder(m_parts->reason, m_parts->confirm);
    setTabOrder(m_parts->confirm, m_parts->close);
}

void DecisionForm::open(const Decision &decision, const QString &draft)
{
    m_parts->decision = decision;
    m_parts->isMoved = false;
    m_parts->moved->hide();
    m_parts->moveOn->hide();
    m_parts->title->setText(decision.confirmVerb);
    m_parts->box->setSentences(decision.willHappen);
    m_parts->reason->setVisible(decision.asksReason);
    m_parts->reason->setMinimum(decision.asksReason && decision.reasonRequired ? decision.minimumReason : 0);
    m_parts->reason->setText(decision.asksReason ? draft : QString());
    m_parts->confirm->setText(decision.isDangerous ? tr("%1…").arg(decision.confirmVerb) : decision.confirmVerb);
    m_parts->confirm->setToolTip(tr("Ctrl+Enter"));
    setButtonKind(m_parts->confirm, decision.isDangerous ? ButtonKind::Danger : ButtonKind::Primary);
    setAccessibleName(decision.confirmVerb);
    follow();
}

const Decision &DecisionForm::decision() const
{
    return m_parts->decision;
}

void DecisionForm::compare(const std::vector<Decision> &now)
{
    const auto same = std::find_if(now.begin(), now.end(), [this](const Decision &other) { return other.id == m_parts->decision.id; });
    const Decision &seen = m_parts->decision;
    m_parts->isMoved = same == now.end() || same->version != seen.version || same->willHappen != seen.willHappen;
    if (m_parts->isMoved) {
        tellWhatMoved(now);
    } else {
        m_parts->decision.blockedWhy = same->blockedWhy;
        m_parts->moved->hide();
        m_parts->moveOn->hide();
    }
    follow();
}

void DecisionForm::tellWhatMoved(const std::vector<Decision> &now)
{
    const Decision *next = nullptr;
    for (const Decision &other : now)
        if (other.replaces == m_parts->decision.id || (!next && other.id == m_parts->decision.id))
            next = &other;
    const QString sentence = next && !next->moved.isEmpty() ? next->moved
                                                            : tr("This moved while you were reading. What you typed is kept.");
    const bool wasSaid = m_parts->moved->isVisible() && m_parts->moved->text() == sentence;
    m_parts->moved->setNotice(Status::Stale, sentence);
    m_parts->moveTo = next ? next->id : QString();
    m_parts->moveOn->setVisible(next);
    const bool isSame = next && next->id == m_parts->decision.id;
    m_parts->moveOn->setText(!next ? QString() : isSame ? tr("Show what will happen now") : next->verb);
    if (wasSaid)
        return;
    QAccessibleEvent event(m_parts->moved, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

bool DecisionForm::isMoved() const
{
    return m_parts->isMoved;
}

QString DecisionForm::reason() const
{
    return m_parts->reason->reason();
}

void DecisionForm::setReason(const QString &text)
{
    m_parts->reason->setText(text);
    follow();
}

void DecisionForm::setEarlierReasons(const QStringList &reasons)
{
    m_parts->reason->setEarlierReasons(reasons);
}

void DecisionForm::setBusy(bool isBusy)
{
    if (isBusy && isAncestorOf(QApplication::focusWidget()))
        m_parts->reason->setFocus(); // a button that is disabled with the focus would hand it to the page
    m_parts->isBusy = isBusy;
    m_parts->reason->setReadOnly(isBusy);
    m_parts->close->setEnabled(!isBusy);
    follow();
}

QString DecisionForm::whyNot() const
{
    if (m_parts->isMoved)
        return tr("It moved while you were reading; nothing was confirmed.");
    if (!m_parts->decision.blockedWhy.isEmpty())
        return m_parts->decision.blockedWhy;
    return m_parts->reason->missing();
}

void DecisionForm::tellWhyNot()
{
    if (!m_parts->reason->isEnough())
        m_parts->reason->setFocus();
    QAccessibleEvent event(m_parts->whyNot, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void DecisionForm::follow()
{
    const QString why = whyNot();
    // The banner and the field say themselves what is the matter with them.
    m_parts->whyNot->tell(m_parts->isMoved || why == m_parts->reason->missing() ? QString() : why);
    m_parts->confirm->setEnabled(why.isEmpty() && !m_parts->isBusy);
    m_parts->confirm->setAccessibleDescription(why);
}

void DecisionForm::focusFirst()
{
    if (m_parts->decision.asksReason)
        m_parts->reason->setFocus(Qt::OtherFocusReason);
    else
        m_parts->confirm->setFocus(Qt::OtherFocusReason);
}

} // namespace lakehouse::views

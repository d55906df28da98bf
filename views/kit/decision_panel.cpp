#include "kit/decision_panel.h"

#include "kit/danger_sheet.h"
#include "kit/decision_bar.h"
#include "kit/decision_form.h"
#include "kit/error_banner.h"
#include "kit/focus_ring.h"
#include "kit/progress_strip.h"
#include "kit/receipt_card.h"
#include "kit/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

struct DecisionPanel::Parts {
    explicit Parts(DecisionPanel *panel)
        : bar(new DecisionBar(panel)), form(new DecisionForm(panel)), receipt(new ReceiptCard(panel)), error(new ErrorBanner(panel)),
          progress(new ProgressStrip(panel))
    {
    }
    DecisionBar *bar;
    DecisionForm *form;
    ReceiptCard *receipt;
    ErrorBanner *error;
    ProgressStrip *progress;
    QPointer<DangerSheet> sheet;
    QString sentId; ///< of what was confirmed last
    QString sentReason;
    QStringList given;    ///< reasons that were confirmed here, the newest first
    QStringList recorded; ///< reasons that the page knows of
};

namespace {
constexpr qsizetype mostGiven = 8;
}

DecisionPanel::DecisionPanel(QWidget *parent) : QWidget(parent), m_parts(std::make_unique<Parts>(this))
{
    setObjectName(QStringLiteral("decision-panel"));
    setAccessibleName(tr("Decision"));
    const Theme &theme = Theme::instance();
    auto *layout = new QVBoxLayout(this);
    const int margin = theme.space(Space::Medium);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(theme.space(Space::Small));
    layout->addWidget(m_parts->receipt);
    layout->addWidget(m_parts->form, 1);
    layout->addWidget(m_parts->error);
    layout->addWidget(m_parts->progress);
    layout->addWidget(m_parts->bar);
    connectParts();
    enter(State::Bar);
}

DecisionPanel::~DecisionPanel() = default;

void DecisionPanel::connectParts()
{
    connect(m_parts->bar, &DecisionBar::chosen, this, &DecisionPanel::open);
    connect(m_parts->form, &DecisionForm::confirmRequested, this, &DecisionPanel::confirm);
    connect(m_parts->form, &DecisionForm::closeRequested, this, &DecisionPanel::cancel);
    connect(m_parts->form, &DecisionForm::movedOn, this, &DecisionPanel::open);
    connect(m_parts->form, &DecisionForm::reasonEdited, this, [this](const QString &text) {
        m_drafts.insert(openId(), text);
        Q_EMIT draftChanged(openId(), text);
    });
    connect(m_parts->receipt, &ReceiptCard::closed, this, &DecisionPanel::close);
    connect(m_parts->error, &ErrorBanner::retryRequested, this, &DecisionPanel::retry);
    connect(m_parts->error, &ErrorBanner::dismissed, this, [this] {
        if (m_state == State::Form)
            m_parts->form->focusFirst();
    });
    connect(m_parts->progress, &ProgressStrip::stopRequested, this, &DecisionPanel::stopRequested);
    connect(m_parts->progress, &ProgressStrip::leaveRequested, this, &DecisionPanel::leaveRequested);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DecisionPanel::setDecisions(std::vector<Decision> decisions)
{
    if (decisions == m_decisions)
        return;
    m_decisions = std::move(decisions);
    m_parts->bar->setDecisions(m_decisions);
    compare();
}

void DecisionPanel::compare()
{
    if (m_state != State::Form || m_isBusy)
        return; // what moves while it is being done may be its own effect
    m_parts->form->compare(m_decisions);
    if (m_parts->form->isMoved() && m_parts->sheet)
        m_parts->sheet->dismiss();
}

void DecisionPanel::setSummary(const QString &sentence)
{
    m_parts->bar->setSummary(sentence);
}

void DecisionPanel::open(const QString &decisionId)
{
    const Decision *decision = find(decisionId);
    if (!decision || m_isBusy)
        return;
    const Decision opened = *decision;
    m_parts->error->clear();
    if (!opened.blockedWhy.isEmpty()) {
        enter(State::Bar);
        return m_parts->bar->tellWhy();
    }
    if (opened.isImmediate) {
        enter(State::Bar);
        return send(opened.id, {});
    }
    m_parts->form->open(opened, m_drafts.value(opened.id));
    enter(State::Form);
    m_parts->form->focusFirst();
}

QString DecisionPanel::openId() const
{
    return m_state == State::Form ? m_parts->form->decision().id : QString();
}

void DecisionPanel::close()
{
    if (m_isBusy)
        return;
    m_parts->error->clear();
    enter(State::Bar);
}

void DecisionPanel::cancel()
{
    if (m_isBusy)
        return;
    const QString id = openId();
    close();
    m_parts->bar->focusOn(id);
    Q_EMIT cancelled(id);
}

QString DecisionPanel::draft(const QString &decisionId) const
{
    return m_drafts.value(decisionId);
}

void DecisionPanel::setDraft(const QString &decisionId, const QString &text)
{
    m_drafts.insert(decisionId, text);
    if (decisionId == openId())
        m_parts->form->setReason(text);
}

void DecisionPanel::setEarlierReasons(const QStringList &reasons)
{
    m_parts->recorded = reasons;
    m_parts->form->setEarlierReasons(m_parts->given + reasons);
}

void DecisionPanel::setBusy(const base::Progress *progress)
{
    const bool hadFocus = hasFocus() || isAncestorOf(QApplication::focusWidget());
    m_isBusy = progress;
    m_parts->form->setBusy(m_isBusy);
    if (progress) {
        m_parts->error->clear();
        m_parts->progress->setProgress(*progress);
    } else {
        m_parts->progress->finish();
        compare();
    }
    m_parts->bar->setVisible(m_state == State::Bar && !m_isBusy);
    if (hadFocus && m_state == State::Bar && m_isBusy)
        setFocus(); // the verb that had it is gone; the next stop is Stop
    else if (hadFocus && m_state == State::Bar)
        m_parts->bar->focusOn(m_parts->sentId);
}

void DecisionPanel::showReceipt(const QString &title, const QList<QPair<QString, QString>> &lines, QAction *undo)
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    enter(State::Receipt);
    setBusy(nullptr);
    m_parts->error->clear();
    if (const QString id = m_parts->sentId; m_drafts.remove(id) > 0)
        Q_EMIT draftChanged(id, {});
    m_parts->receipt->setReceipt(title, lines, undo);
    if (hadFocus)
        m_parts->receipt->setFocus();
}

void DecisionPanel::showError(const base::Error &error)
{
    setBusy(nullptr);
    m_parts->error->showError(error);
}

void DecisionPanel::enter(State state)
{
    const bool wasOpen = isOpen();
    m_state = state;
    m_parts->form->setVisible(state == State::Form);
    m_parts->receipt->setVisible(state == State::Receipt);
    m_parts->bar->setVisible(state == State::Bar);
    updateGeometry();
    if (isOpen() != wasOpen)
        Q_EMIT openChanged();
}

void DecisionPanel::confirm()
{
    if (m_state != State::Form || m_isBusy || m_parts->sheet)
        return;
    if (!m_parts->form->whyNot().isEmpty())
        return m_parts->form->tellWhyNot();
    if (m_parts->form->decision().isDangerous)
        return askOnSheet();
    send(openId(), m_parts->form->reason());
}

void DecisionPanel::askOnSheet()
{
    const Decision &decision = m_parts->form->decision();
    m_parts->sheet = new DangerSheet({.title = decision.confirmVerb, .willHappen = decision.willHappen, .confirmVerb = decision.confirmVerb,
                                      .typeToConfirm = decision.typeToConfirm},
                                     this);
    connect(m_parts->sheet, &DangerSheet::closed, this, [this] { m_parts->sheet.clear(); });
    connect(m_parts->sheet, &DangerSheet::confirmed, this, [this] {
        if (m_parts->form->whyNot().isEmpty())
            send(openId(), m_parts->form->reason());
    });
    m_parts->sheet->open();
}

void DecisionPanel::send(const QString &id, const QString &reason)
{
    m_parts->error->clear();
    m_parts->sentId = id;
    m_parts->sentReason = reason;
    if (!reason.isEmpty()) {
        m_parts->given.removeAll(reason);
        m_parts->given.prepend(reason);
        m_parts->given.resize(std::min(m_parts->given.size(), mostGiven));
        setEarlierReasons(m_parts->recorded);
    }
    Q_EMIT confirmed(id, reason);
}

void DecisionPanel::retry()
{
    if (m_state == State::Form)
        return confirm();
    if (find(m_parts->sentId))
        send(m_parts->sentId, m_parts->sentReason);
}

const Decision *DecisionPanel::find(const QString &id) const
{
    for (const Decision &decision : m_decisions)
        if (decision.id == id)
            return &decision;
    return nullptr;
}

bool DecisionPanel::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_state != State::Bar) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Escape || (isEnter && key->modifiers() & Qt::ControlModifier))
            event->accept(); // while something is open these keys are the panel's, whatever they do on the page
    }
    return QWidget::event(event);
}

void DecisionPanel::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_state == State::Form && isEnter && event->modifiers() & Qt::ControlModifier)
        return confirm();
    if (event->key() == Qt::Key_Escape && m_state == State::Form)
        return cancel();
    if (event->key() == Qt::Key_Escape && m_state == State::Receipt)
        return close();
    QWidget::keyPressEvent(event);
}

void DecisionPanel::paintEvent(QPaintEvent *)
{
    paintCard(*this);
    paintFocusRing(*this);
}

} // namespace lakehouse::views

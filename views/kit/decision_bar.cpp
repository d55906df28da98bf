#include "kit/decision_bar.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/rebuilding.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"
#include "kit/wrapping_row.h"

#include <QAccessible>
#include <QApplication>
#include <QFontMetrics>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lakehouse::views {

namespace {
constexpr int charactersSideBySide = 90; ///< in less room the verbs go below the sentence

QString nameOf(const QString &decisionId)
{
    return QStringLiteral("decision-verb-") + decisionId;
}

/// "Approve plan" of "Approve plan…"
QString verbAlone(QString verb)
{
    return verb.endsWith(QChar(0x2026)) ? verb.chopped(1) : verb;
}
} // namespace

DecisionBar::DecisionBar(QWidget *parent)
    : QWidget(parent), m_summary(new PlainLabel(TextStyle::Body, ColorRole::Text, this)), m_row(new QWidget(this)),
      m_why(new SentenceList(this)), m_line(new QBoxLayout(QBoxLayout::TopToBottom))
{
    setObjectName(QStringLiteral("decision-bar"));
    m_summary->setObjectName(QStringLiteral("decision-summary"));
    m_summary->hide();
    m_why->setObjectName(QStringLiteral("decision-blocked"));
    m_why->hide();
    m_verbs = new WrappingRow(m_row);
    const Theme &theme = Theme::instance();
    m_line->setSpacing(theme.space(Space::Small));
    m_line->addWidget(m_summary, 1);
    m_line->addWidget(m_row);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(Space::Small));
    layout->addLayout(m_line);
    layout->addWidget(m_why);
}

void DecisionBar::setSummary(const QString &sentence)
{
    m_summary->tell(sentence);
}

void DecisionBar::setDecisions(const std::vector<Decision> &decisions)
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    std::vector<QPushButton *> before = std::exchange(m_buttons, {});
    std::vector<Sentence> why;
    for (const Decision &decision : decisions) {
        const QString name = nameOf(decision.id);
        const auto kept = std::find_if(before.begin(), before.end(), [&name](const QPushButton *button) { return button->objectName() == name; });
        QPushButton *button = kept == before.end() ? makeVerb(decision.id) : *kept;
        if (kept != before.end())
            before.erase(kept);
        m_buttons.push_back(button);
        const bool isFree = decision.blockedWhy.isEmpty();
        // The first verb is what the page is for. While it is blocked no other one is put forward in its place.
        showVerb(*button, decision, isFree && &decision == &decisions.front() && !decision.isDangerous ? Place::Main : Place::Beside);
        if (!isFree)
            why.push_back({.text = tr("%1: %2", "a verb and why it is blocked").arg(verbAlone(decision.verb), decision.blockedWhy),
                           .status = Status::Blocked});
    }
    putInOrder(before);
    m_why->setVisible(!why.empty());
    m_why->setSentences(std::move(why));
    if (hadFocus && !isAncestorOf(QApplication::focusWidget()))
        focusOn({});
}

QPushButton *DecisionBar::makeVerb(const QString &id)
{
    auto *button = new QPushButton(m_row);
    button->setObjectName(nameOf(id));
    connect(button, &QPushButton::clicked, this, [this, id] { Q_EMIT chosen(id); });
    return button;
}

void DecisionBar::showVerb(QPushButton &button, const Decision &decision, Place place)
{
    button.setText(QString(decision.verb).replace(QLatin1Char('&'), QLatin1String("&&")));
    button.setAccessibleName(decision.verb);
    setButtonKind(&button, decision.isDangerous ? ButtonKind::Danger : place == Place::Main ? ButtonKind::Primary : ButtonKind::Normal);
    button.setEnabled(decision.blockedWhy.isEmpty());
    button.setToolTip(plainToolTip(decision.blockedWhy));
    button.setAccessibleDescription(decision.blockedWhy);
}

void DecisionBar::putInOrder(const std::vector<QPushButton *> &gone)
{
    for (QPushButton *button : gone) {
        m_verbs->removeWidget(button);
        button->hide();
        button->setParent(nullptr);
        button->deleteLater(); // it may be the one that was pressed
    }
    QPushButton *previous = nullptr;
    for (QPushButton *button : m_buttons) {
        m_verbs->removeWidget(button);
        m_verbs->addWidget(button);
        button->show();
        if (previous)
            setTabOrder(previous, button);
        previous = button;
    }
    keepTogether(*m_row);
}

void DecisionBar::tellWhy()
{
    m_why->setFocus(Qt::OtherFocusReason);
    QAccessibleEvent event(m_why, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void DecisionBar::focusOn(const QString &decisionId)
{
    QPushButton *free = nullptr;
    for (QPushButton *button : m_buttons) {
        if (button->isEnabled() && button->objectName() == nameOf(decisionId))
            return button->setFocus();
        if (button->isEnabled() && !free)
            free = button;
    }
    if (free)
        free->setFocus();
}

void DecisionBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() > QFontMetrics(Theme::instance().font(TextStyle::Body)).averageCharWidth() * charactersSideBySide;
    m_line->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace lakehouse::views

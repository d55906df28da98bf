#include "kit/danger_sheet.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/reason_field.h"
#include "kit/theme.h"
#include "kit/will_happen_box.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

DangerSheet::DangerSheet(const DangerQuestion &question, QWidget *anchor)
    : Sheet(anchor), m_name(question.typeToConfirm), m_missing(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_confirm(new QPushButton(question.confirmVerb, this))
{
    setObjectName(QStringLiteral("danger-sheet"));
    setTitle(question.title);
    auto *box = new WillHappenBox(this, WillHappenBox::Weight::Dangerous);
    box->setSentences(question.willHappen);
    content()->addWidget(box);
    if (question.asksReason)
        addReason(question);
    if (!m_name.isEmpty())
        addTypedName();
    content()->addWidget(m_missing);
    content()->addStretch(1);

    m_missing->setObjectName(QStringLiteral("danger-missing"));
    m_cancel->setObjectName(QStringLiteral("danger-cancel"));
    m_confirm->setObjectName(QStringLiteral("danger-confirm"));
    m_cancel->setAutoDefault(true); // Enter presses what has the focus, and that is Cancel
    setButtonKind(m_confirm, ButtonKind::Danger);
    buttons()->addStretch(1);
    buttons()->addWidget(m_cancel);
    buttons()->addWidget(m_confirm);
    connect(m_cancel, &QPushButton::clicked, this, &DangerSheet::dismiss);
    connect(m_confirm, &QPushButton::clicked, this, &DangerSheet::submit);
    tellWhatIsMissing();
}

void DangerSheet::addReason(const DangerQuestion &question)
{
    m_reason = new ReasonField(this);
    m_reason->setMinimum(question.minimumReason);
    m_reason->setEarlierReasons(question.earlierReasons);
    m_reason->setText(question.draft);
    connect(m_reason, &ReasonField::reasonEdited, this, [this](const QString &text) {
        tellWhatIsMissing();
        Q_EMIT draftChanged(text);
    });
    content()->addWidget(m_reason);
}

void DangerSheet::addTypedName()
{
    auto *label = new PlainLabel(TextStyle::Strong, ColorRole::Text, this);
    label->setText(tr("Type %1 to go on").arg(m_name));
    m_typed = new QLineEdit(this);
    m_typed->setObjectName(QStringLiteral("danger-name"));
    m_typed->setAccessibleName(label->text());
    label->setBuddy(m_typed);
    connect(m_typed, &QLineEdit::textChanged, this, &DangerSheet::tellWhatIsMissing);
    auto *field = new QVBoxLayout;
    field->setSpacing(Theme::instance().space(Space::Tight));
    field->addWidget(label);
    field->addWidget(m_typed);
    content()->addLayout(field);
}

void DangerSheet::open()
{
    Sheet::open(m_cancel);
}

QString DangerSheet::reason() const
{
    return m_reason ? m_reason->reason() : QString();
}

QString DangerSheet::missing() const
{
    if (m_reason && !m_reason->isEnough())
        return m_reason->missing();
    if (m_typed && m_typed->text().trimmed() != m_name)
        return tr("Type the name exactly as it is written above.");
    return {};
}

void DangerSheet::tellWhatIsMissing()
{
    const QString words = missing();
    // The field of the reason says itself what is missing in it.
    m_missing->tell(m_reason && !m_reason->isEnough() ? QString() : words);
    m_confirm->setEnabled(words.isEmpty());
    m_confirm->setAccessibleDescription(words);
}

void DangerSheet::submit()
{
    if (!missing().isEmpty())
        return;
    const QString text = reason();
    finish();
    Q_EMIT confirmed(text);
}

} // namespace lakehouse::views

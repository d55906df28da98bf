#include "kit/form_sheet.h"

#include "kit/button_kind.h"
#include "kit/icons.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QAccessible>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

FormSheet::FormSheet(QWidget *anchor)
    : Sheet(anchor), m_form(new QVBoxLayout), m_explanation(new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this)),
      m_result(new SentenceList(this)), m_status(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
      m_submit(new QPushButton(tr("Save"), this)), m_cancel(new QPushButton(tr("Cancel"), this)), m_stop(new QPushButton(tr("Stop"), this))
{
    setObjectName(QStringLiteral("form-sheet"));
    m_explanation->setObjectName(QStringLiteral("form-explanation"));
    m_result->setObjectName(QStringLiteral("form-result"));
    m_status->setObjectName(QStringLiteral("form-status"));
    m_submit->setObjectName(QStringLiteral("form-submit"));
    m_cancel->setObjectName(QStringLiteral("form-cancel"));
    m_stop->setObjectName(QStringLiteral("form-stop"));
    m_stop->setIcon(icon(IconName::CircleStop));
    setButtonKind(m_submit, ButtonKind::Primary);
    m_explanation->hide();
    m_result->hide();
    m_form->setSpacing(Theme::instance().space(Space::Medium));
    content()->addWidget(m_explanation);
    content()->addLayout(m_form);
    content()->addWidget(m_result);
    content()->addWidget(m_status);
    content()->addStretch(1);
    buttons()->addStretch(1);
    buttons()->addWidget(m_stop);
    buttons()->addWidget(m_cancel);
    buttons()->addWidget(m_submit);
    connect(m_submit, &QPushButton::clicked, this, &FormSheet::submit);
    connect(m_cancel, &QPushButton::clicked, this, &FormSheet::dismiss);
    connect(m_stop, &QPushButton::clicked, this, &FormSheet::stopRequested);
    updateButtons();
}

void FormSheet::setExplanation(const QString &sentence)
{
    m_explanation->tell(sentence);
}

void FormSheet::setFields(const std::vector<FormField> &fields)
{
    Q_ASSERT(m_fields.empty());
    for (const FormField &field : fields)
        addField(field);
    orderStops();
}

/// The buttons are older than the fields, and Tab goes by age.
void FormSheet::orderStops()
{
    QWidget *previous = nullptr;
    const auto next = [&previous](QWidget *widget) {
        if (previous)
            setTabOrder(previous, widget);
        previous = widget;
    };
    for (const Row &row : m_fields) {
        next(row.input);
        if (auto *eye = row.box->findChild<QToolButton *>())
            next(eye);
    }
    next(m_result);
    for (QPushButton *extra : m_extras)
        next(extra);
    for (QPushButton *button : {m_stop, m_cancel, m_submit})
        next(button);
}

void FormSheet::addField(const FormField &field)
{
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().space(Space::Tight));
    auto *label = new PlainLabel(TextStyle::Strong, ColorRole::Text, box);
    label->setText(field.isRequired ? field.label : tr("%1 (optional)").arg(field.label));
    column->addWidget(label);
    QWidget *input = makeInput(field, box);
    input->setObjectName(QStringLiteral("field-") + field.id);
    input->setAccessibleName(label->text());
    input->setAccessibleDescription(field.help);
    label->setBuddy(input);
    if (!field.help.isEmpty()) {
        auto *help = new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, box);
        help->setText(field.help);
        column->addWidget(help);
    }
    auto *error = new PlainLabel(TextStyle::Caption, ColorRole::DangerText, box);
    error->setObjectName(QStringLiteral("error-") + field.id);
    error->hide();
    column->addWidget(error);
    m_form->addWidget(box);
    m_fields.push_back({field, box, input, error, true});
}

QWidget *FormSheet::makeInput(const FormField &field, QWidget *box)
{
    if (field.kind == FormField::Kind::Choice)
        return makeChoice(field, box);
    if (field.kind == FormField::Kind::Secret)
        return makeSecret(field, box);
    auto *edit = new QLineEdit(field.value, box);
    edit->setPlaceholderText(field.placeholder);
    connect(edit, &QLineEdit::textChanged, this, [this, id = field.id] { edited(id); });
    box->layout()->addWidget(edit);
    return edit;
}

QWidget *FormSheet::makeSecret(const FormField &field, QWidget *box)
{
    auto *edit = new QLineEdit(box);
    edit->setEchoMode(QLineEdit::Password);
    edit->setPlaceholderText(field.placeholder);
    auto *eye = new QToolButton(box);
    eye->setObjectName(QStringLiteral("show-") + field.id);
    eye->setCheckable(true);
    eye->setIcon(icon(IconName::Eye));
    eye->setAccessibleName(tr("Show %1").arg(field.label));
    eye->setToolTip(eye->accessibleName());
    connect(eye, &QToolButton::toggled, edit, [edit, eye, label = field.label](bool isShown) {
        edit->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password);
        eye->setIcon(icon(isShown ? IconName::EyeOff : IconName::Eye));
        eye->setAccessibleName(isShown ? tr("Hide %1").arg(label) : tr("Show %1").arg(label));
        eye->setToolTip(eye->accessibleName());
    });
    connect(edit, &QLineEdit::textChanged, this, [this, id = field.id] { edited(id); });
    auto *line = new QHBoxLayout;
    line->addWidget(edit, 1);
    line->addWidget(eye);
    qobject_cast<QVBoxLayout *>(box->layout())->addLayout(line);
    return edit;
}

QWidget *FormSheet::makeChoice(const FormField &field, QWidget *box)
{
    auto *choice = new QComboBox(box);
    for (const auto &[id, words] : field.options)
        choice->addItem(words, id);
    choice->setCurrentIndex(qMax(0, choice->findData(field.value)));
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setFocusPolicy(Qt::StrongFocus);
    choice->installEventFilter(this); // a wheel over it scrolls the form instead of choosing
    connect(choice, &QComboBox::currentIndexChanged, this, [this, id = field.id] { edited(id); });
    box->layout()->addWidget(choice);
    return choice;
}

bool FormSheet::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && qobject_cast<QComboBox *>(watched)) {
        event->ignore();
        return true;
    }
    return Sheet::eventFilter(watched, event);
}

FormSheet::Row *FormSheet::find(const QString &id)
{
    for (Row &row : m_fields)
        if (row.field.id == id)
            return &row;
    return nullptr;
}

const FormSheet::Row *FormSheet::find(const QString &id) const
{
    return const_cast<FormSheet *>(this)->find(id);
}

QString FormSheet::typed(const Row &row) const
{
    if (const auto *edit = qobject_cast<QLineEdit *>(row.input))
        return row.field.kind == FormField::Kind::Secret ? edit->text() : edit->text().trimmed();
    return qobject_cast<QComboBox *>(row.input)->currentData().toString();
}

QString FormSheet::label(const QString &id) const
{
    const Row *row = find(id);
    return row ? row->field.label : QString();
}

QString FormSheet::value(const QString &id) const
{
    const Row *row = find(id);
    return row && row->field.kind != FormField::Kind::Secret ? typed(*row) : QString();
}

QString FormSheet::typedSecret(const QString &id) const
{
    const Row *row = find(id);
    return row && row->field.kind == FormField::Kind::Secret ? typed(*row) : QString();
}

base::Secret FormSheet::copySecret(const QString &id) const
{
    return base::Secret(typedSecret(id).toStdString());
}

bool FormSheet::hasSecret(const QString &id) const
{
    return !typedSecret(id).isEmpty();
}

base::Secret FormSheet::takeSecret(const QString &id)
{
    Row *row = find(id);
    auto *edit = row && row->field.kind == FormField::Kind::Secret ? qobject_cast<QLineEdit *>(row->input) : nullptr;
    if (!edit)
        return base::Secret({});
    base::Secret secret(edit->text().toStdString());
    edit->clear();
    return secret;
}

void FormSheet::setValue(const QString &id, const QString &value)
{
    Row *row = find(id);
    if (!row)
        return;
    if (auto *edit = qobject_cast<QLineEdit *>(row->input))
        edit->setText(value);
    else if (auto *choice = qobject_cast<QComboBox *>(row->input))
        choice->setCurrentIndex(choice->findData(value));
}

void FormSheet::setFieldVisible(const QString &id, bool isVisible)
{
    if (Row *row = find(id)) {
        row->isVisible = isVisible;
        row->box->setVisible(isVisible);
    }
}

void FormSheet::setError(const QString &id, const QString &sentence)
{
    Row *row = find(id);
    if (!row)
        return;
    row->error->tell(sentence);
    row->input->setAccessibleDescription(sentence.isEmpty() ? row->field.help : sentence);
    const bool isFirst = std::none_of(m_fields.begin(), m_fields.end(), [row](const Row &other) {
        return &other < row && !other.error->isHidden();
    });
    if (sentence.isEmpty() || !isFirst)
        return;
    row->input->setFocus();
    QAccessibleEvent event(row->error, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void FormSheet::edited(const QString &id)
{
    setError(id, {});
    Q_EMIT valueChanged(id, value(id));
}

void FormSheet::setSubmitVerb(const QString &verb)
{
    m_submit->setText(verb);
}

void FormSheet::setSubmitBlocked(const QString &why)
{
    m_blockedWhy = why;
    updateButtons();
}

void FormSheet::addExtra(const QString &id, const QString &verb, Needs needs)
{
    auto *button = new QPushButton(verb, this);
    button->setObjectName(QStringLiteral("form-extra-") + id);
    connect(button, &QPushButton::clicked, this, [this, id, needs] {
        if (needs == Needs::Nothing || !complain())
            Q_EMIT extraRequested(id);
    });
    buttons()->insertWidget(int(m_extras.size()), button);
    m_extras.push_back(button);
    orderStops();
}

void FormSheet::setResult(std::vector<Sentence> lines)
{
    m_result->setVisible(!lines.empty());
    m_result->setSentences(std::move(lines));
    if (m_result->isHidden())
        return;
    QAccessibleEvent event(m_result, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void FormSheet::setBusy(const QString &sentence)
{
    m_busy = sentence;
    updateButtons();
}

void FormSheet::updateButtons()
{
    const bool isBusy = !m_busy.isEmpty();
    if (isBusy && !m_stop->isVisible()) {
        m_stop->show();
        m_stop->setFocus();
    }
    for (const Row &row : m_fields)
        row.box->setEnabled(!isBusy);
    for (QPushButton *extra : m_extras)
        extra->setEnabled(!isBusy);
    m_submit->setEnabled(!isBusy && m_blockedWhy.isEmpty());
    m_submit->setAccessibleDescription(m_blockedWhy);
    if (!isBusy && m_stop->hasFocus())
        (m_submit->isEnabled() ? m_submit : m_extras.empty() ? m_cancel : m_extras.front())->setFocus();
    m_stop->setVisible(isBusy);
    m_status->tell(isBusy ? m_busy : m_blockedWhy);
}

bool FormSheet::complain()
{
    bool isMissing = false;
    for (auto row = m_fields.rbegin(); row != m_fields.rend(); ++row) {
        const bool isEmpty = row->isVisible && row->field.isRequired && typed(*row).isEmpty();
        if (isEmpty)
            setError(row->field.id, tr("This is needed."));
        isMissing |= isEmpty || (row->isVisible && !row->error->isHidden());
    }
    return isMissing;
}

void FormSheet::submit()
{
    if (m_submit->isEnabled() && !complain())
        Q_EMIT submitted();
}

} // namespace lakehouse::views

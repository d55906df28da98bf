#include "kit/filter_bar.h"

#include "kit/button_kind.h"
#include "kit/icons.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"
#include "kit/wrapping_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

QPushButton *chipButton(QWidget *parent, const QString &objectName)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(objectName);
    button->setCheckable(true);
    return button;
}

} // namespace

FilterBar::FilterBar(QWidget *parent)
    : QWidget(parent), m_text(new QLineEdit(this)), m_viewButton(new QToolButton(this)), m_viewMenu(new QMenu(this)), m_chipRow(new QWidget(this))
{
    setObjectName(QStringLiteral("filter-bar"));
    m_text->setObjectName(QStringLiteral("filter-text"));
    m_text->setAccessibleName(tr("Filter"));
    m_text->setPlaceholderText(tr("Filter: all words must match"));
    m_text->setToolTip(plainToolTip(tr("All words must match. column:value looks in one column, and quotes keep words together.")));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(icon(IconName::Search), QLineEdit::LeadingPosition);
    m_text->installEventFilter(this);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &FilterBar::changed);

    m_viewButton->setObjectName(QStringLiteral("filter-views"));
    m_viewButton->setIcon(icon(IconName::Funnel));
    m_viewButton->setAccessibleName(tr("Saved views"));
    m_viewButton->setToolTip(tr("Saved views"));
    m_viewButton->setPopupMode(QToolButton::InstantPopup);
    m_viewButton->setMenu(m_viewMenu);
    m_viewButton->setFocusPolicy(Qt::StrongFocus);
    connect(m_viewMenu, &QMenu::aboutToShow, this, &FilterBar::fillViewMenu);

    buildNaming();

    m_line = new QHBoxLayout;
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->addWidget(m_text, 1);
    m_line->addWidget(m_viewButton);
    auto *chips = new WrappingRow(m_chipRow);
    chips->setSpacing(Theme::instance().space(Space::Tight));
    m_chipRow->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Small));
    layout->addLayout(m_line);
    layout->addWidget(m_naming);
    layout->addWidget(m_chipRow);
}

void FilterBar::buildNaming()
{
    m_naming = new QWidget(this);
    m_name = new QLineEdit(m_naming);
    m_name->setObjectName(QStringLiteral("filter-view-name"));
    m_name->setAccessibleName(tr("Name of the view"));
    m_name->setPlaceholderText(tr("Name of the view"));
    m_name->installEventFilter(this);
    auto *save = new QPushButton(tr("Save view"), m_naming);
    save->setObjectName(QStringLiteral("filter-view-save"));
    auto *cancel = new QPushButton(tr("Cancel"), m_naming);
    cancel->setObjectName(QStringLiteral("filter-view-cancel"));
    setButtonKind(cancel, ButtonKind::Quiet);
    const auto saveNamed = [this] {
        if (m_name->text().trimmed().isEmpty())
            return m_name->setFocus();
        saveView(m_name->text().trimmed());
        showNaming(false);
    };
    connect(save, &QPushButton::clicked, this, saveNamed);
    connect(m_name, &QLineEdit::returnPressed, this, saveNamed);
    connect(cancel, &QPushButton::clicked, this, [this] { showNaming(false); });
    auto *layout = new QHBoxLayout(m_naming);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_name, 1);
    layout->addWidget(save);
    layout->addWidget(cancel);
    m_naming->hide();
}

QString FilterBar::text() const
{
    return m_text->text().trimmed();
}

void FilterBar::setText(const QString &text)
{
    if (text != m_text->text())
        m_text->setText(text);
}

QStringList FilterBar::chosenChips() const
{
    QStringList chosen;
    for (const Chip &chip : m_chips) {
        if (m_chosen.contains(chip.id))
            chosen.push_back(chip.id);
    }
    return chosen;
}

void FilterBar::setChosenChips(const QStringList &ids)
{
    setFilter(m_text->text(), ids);
}

void FilterBar::clear()
{
    setFilter({}, {});
}

void FilterBar::setFilter(const QString &text, const QStringList &chips)
{
    const bool isOther = text != m_text->text() || chips != m_chosen;
    {
        const QSignalBlocker blocker(m_text);
        m_text->setText(text);
    }
    m_chosen = chips;
    showCounts();
    if (isOther)
        Q_EMIT changed();
}

void FilterBar::setChips(const std::vector<Chip> &chips, qsizetype all)
{
    m_chips = chips;
    m_all = all;
    for (QPushButton *button : m_buttons)
        delete button;
    m_buttons.clear();
    delete m_allButton;
    m_allButton = nullptr;
    for (const Chip &chip : m_chips) {
        QPushButton *button = chipButton(m_chipRow, QStringLiteral("filter-chip-") + chip.id);
        connect(button, &QPushButton::clicked, this, [this, id = chip.id](bool isOn) {
            QStringList chosen = m_chosen;
            chosen.removeAll(id);
            if (isOn)
                chosen.push_back(id);
            setChosenChips(chosen);
        });
        m_chipRow->layout()->addWidget(button);
        m_buttons.push_back(button);
    }
    if (!m_chips.empty()) {
        m_allButton = chipButton(m_chipRow, QStringLiteral("filter-chip-all"));
        connect(m_allButton, &QPushButton::clicked, this, [this] { setChosenChips({}); });
        m_chipRow->layout()->addWidget(m_allButton);
    }
    m_chipRow->setVisible(!m_chips.empty());
    showCounts();
}

void FilterBar::setCounts(const std::vector<qsizetype> &counts, qsizetype all)
{
    for (std::size_t i = 0; i < m_chips.size() && i < counts.size(); ++i)
        m_chips[i].count = counts[i];
    m_all = all;
    showCounts();
}

void FilterBar::showCounts()
{
    const auto show = [](QPushButton *button, const QString &word, qsizetype count, bool isOn) {
        // An ampersand in a word is no shortcut.
        button->setText(tr("%1 %2", "chip: word, count").arg(QString(word).replace(QLatin1Char('&'), QLatin1String("&&")), countText(count)));
        button->setAccessibleName(tr("%1, %n row(s)", "chip", int(count)).arg(word));
        button->setChecked(isOn);
        // A tick besides the colour.
        button->setIcon(isOn ? icon(IconName::Check, ColorRole::Accent) : QIcon());
    };
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        show(m_buttons[i], m_chips[i].word, m_chips[i].count, m_chosen.contains(m_chips[i].id));
    if (m_allButton)
        show(m_allButton, tr("All"), m_all, chosenChips().isEmpty());
}

void FilterBar::setSavedViews(std::vector<View> views)
{
    m_views = std::move(views);
}

void FilterBar::saveView(const QString &name)
{
    View view{.name = name, .text = text(), .chips = chosenChips()};
    const auto same = std::find_if(m_views.begin(), m_views.end(), [&name](const View &one) { return one.name == name; });
    if (same == m_views.end())
        m_views.push_back(std::move(view));
    else
        *same = std::move(view);
    Q_EMIT savedViewsChanged();
}

void FilterBar::removeView(const QString &name)
{
    if (std::erase_if(m_views, [&name](const View &view) { return view.name == name; }) > 0)
        Q_EMIT savedViewsChanged();
}

void FilterBar::fillViewMenu()
{
    m_viewMenu->clear();
    for (const View &view : m_views) {
        QAction *action = m_viewMenu->addAction(QString(view.name).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(view.text == text() && view.chips == chosenChips());
        connect(action, &QAction::triggered, this, [this, view] { setFilter(view.text, view.chips); });
    }
    if (!m_views.empty())
        m_viewMenu->addSeparator();
    QAction *save = m_viewMenu->addAction(icon(IconName::Plus), tr("Save this view…"));
    save->setEnabled(!isEmpty());
    if (isEmpty())
        save->setText(tr("Save this view… (there is no filter)"));
    connect(save, &QAction::triggered, this, [this] { showNaming(true); });
    if (m_views.empty())
        return;
    QMenu *remove = m_viewMenu->addMenu(icon(IconName::Trash), tr("Remove a view"));
    for (const View &view : m_views) {
        QAction *action = remove->addAction(QString(view.name).replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, name = view.name] { removeView(name); });
    }
}

void FilterBar::showNaming(bool isShown)
{
    m_naming->setVisible(isShown);
    m_name->clear();
    if (isShown)
        m_name->setFocus();
    else
        m_text->setFocus();
}

void FilterBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FilterBar::addButton(QToolButton *button)
{
    m_line->addWidget(button);
}

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (watched == m_name && key == Qt::Key_Escape) {
        showNaming(false);
        return true;
    }
    const bool leaves = key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down;
    if (watched != m_text || !leaves)
        return false;
    Q_EMIT left();
    return true;
}

} // namespace lakehouse::views

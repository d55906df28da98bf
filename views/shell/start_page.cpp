#include "shell/start_page.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/selectable_text.h"
#include "kit/theme.h"

#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

StartPage::StartPage(const QString &folder, const std::vector<ProjectChoice> &recent, QWidget *parent)
    : QWidget(parent), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("start-page"));
    setAccessibleName(tr("Start"));
    const Theme &theme = Theme::instance();
    auto *title = new PlainLabel(TextStyle::PageTitle, ColorRole::Text, this);
    title->setText(tr("Which project?"));
    auto *why = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this);
    why->setObjectName(QStringLiteral("start-why"));
    why->setText(folder.isEmpty() ? tr("Open a folder that has an ekos.toml.")
                 : tr("The folder %1 has no ekos.toml, so it is no project yet.").arg(folder));
    m_list->setObjectName(QStringLiteral("start-recent"));
    m_list->setAccessibleName(tr("Recent projects"));
    m_list->setVisible(!recent.empty());
    for (const ProjectChoice &project : recent) {
        auto *item = new QListWidgetItem(tr("%1 — %2", "project, place").arg(project.name, project.place), m_list);
        item->setData(Qt::UserRole, project.id);
    }
    m_list->setCurrentRow(0);
    m_list->setMaximumHeight((theme.rowHeight() + theme.space(Space::Tight)) * std::clamp(m_list->count(), 1, 8) + theme.space(Space::Small));
    auto *open = new QPushButton(tr("Open a folder…"), this);
    open->setObjectName(QStringLiteral("start-open"));
    setButtonKind(open, ButtonKind::Primary);
    auto *initTitle = new PlainLabel(TextStyle::Heading, ColorRole::Text, this);
    initTitle->setText(tr("Make a new one"));
    auto *init = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this);
    init->setText(tr("In a terminal, in an empty folder, write the command below. It makes settings and ledger; then open that folder here."));
    auto *command = new SelectableText(QStringLiteral("ekos-lakehouse init"), TextStyle::Mono, ColorRole::Text, this);
    command->setObjectName(QStringLiteral("start-command"));
    command->setAccessibleName(tr("The command"));

    auto *column = new QVBoxLayout;
    column->setSpacing(theme.space(Space::Medium));
    for (QWidget *widget : std::initializer_list<QWidget *>{title, why, m_list})
        column->addWidget(widget);
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addSpacing(theme.space(Space::Large));
    for (QWidget *widget : std::initializer_list<QWidget *>{initTitle, init, command})
        column->addWidget(widget);
    column->addStretch();
    auto *middle = new QHBoxLayout(this);
    middle->setContentsMargins(theme.space(Space::Page), 2 * theme.space(Space::Page), theme.space(Space::Page), theme.space(Space::Page));
    middle->addStretch(1);
    middle->addLayout(column, 3);
    middle->addStretch(1);
    connect(m_list, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem *item) { Q_EMIT chosen(item->data(Qt::UserRole).toString()); });
    connect(open, &QPushButton::clicked, this, &StartPage::otherRequested);
    (recent.empty() ? static_cast<QWidget *>(open) : m_list)->setFocus();
}

} // namespace lakehouse::views

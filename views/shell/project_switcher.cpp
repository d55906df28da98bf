#include "shell/project_switcher.h"

#include "kit/icons.h"
#include "kit/tool_tip.h"
#include "shell/environment_strip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

/// "pagila · TEST" and below it what it reads, and where it is.
QString wordsOf(const ProjectChoice &project)
{
    const QString name = project.environment.isEmpty()
        ? project.name
        : ProjectSwitcher::tr("%1 · %2", "project, environment").arg(project.name, environmentWord(project.environment));
    const QString what = !project.sources ? project.place
        : project.sources->isEmpty() ? ProjectSwitcher::tr("reads no database yet · %1", "place").arg(project.place)
                                     : ProjectSwitcher::tr("reads %1 · %2", "sources, place").arg(*project.sources, project.place);
    return name + QLatin1Char('\n') + what;
}

} // namespace

ProjectSwitcher::ProjectSwitcher(const std::vector<ProjectChoice> &projects, QWidget *anchor)
    : Sheet(anchor), m_box(new QLineEdit), m_list(new QListWidget)
{
    setObjectName(QStringLiteral("project-switcher"));
    setTitle(tr("Switch the project"));
    m_box->setObjectName(QStringLiteral("project-filter"));
    m_box->setAccessibleName(tr("Filter the projects"));
    m_box->setPlaceholderText(tr("Type to filter"));
    m_box->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("project-list"));
    m_list->setAccessibleName(tr("Projects"));
    for (const ProjectChoice &project : projects) {
        auto *item = new QListWidgetItem(icon(IconName::Lock), wordsOf(project), m_list);
        item->setData(Qt::UserRole, project.id);
        item->setToolTip(plainToolTip(tr("%1. Sources are read-only.", "place of a project").arg(project.place)));
        item->setData(Qt::AccessibleDescriptionRole, tr("Sources are read-only."));
    }
    m_list->setCurrentRow(0);
    content()->addWidget(m_box);
    content()->addWidget(m_list);
    auto *other = new QPushButton(tr("Open another…"));
    other->setObjectName(QStringLiteral("project-other"));
    auto *cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("project-cancel"));
    auto *open = new QPushButton(tr("Open"));
    open->setObjectName(QStringLiteral("project-open"));
    for (QPushButton *button : {other, cancel, open})
        buttons()->addWidget(button);
    connect(m_box, &QLineEdit::textChanged, this, &ProjectSwitcher::filter);
    connect(m_list, &QListWidget::itemActivated, this, &ProjectSwitcher::choose);
    connect(open, &QPushButton::clicked, this, &ProjectSwitcher::choose);
    connect(cancel, &QPushButton::clicked, this, &Sheet::dismiss);
    connect(other, &QPushButton::clicked, this, [this] {
        finish();
        Q_EMIT otherRequested();
    });
}

void ProjectSwitcher::open()
{
    Sheet::open(m_box);
}

void ProjectSwitcher::filter()
{
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const bool fits = m_list->item(row)->text().contains(m_box->text(), Qt::CaseInsensitive);
        m_list->item(row)->setHidden(!fits);
        if (fits && first < 0)
            first = row;
    }
    m_list->setCurrentRow(first);
}

void ProjectSwitcher::choose()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item || item->isHidden())
        return;
    const QString id = item->data(Qt::UserRole).toString();
    finish();
    Q_EMIT chosen(id);
}

bool ProjectSwitcher::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_box && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose();
            return true;
        }
        if (key == Qt::Key_Down) {
            m_list->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return Sheet::eventFilter(watched, event);
}

} // namespace lakehouse::views

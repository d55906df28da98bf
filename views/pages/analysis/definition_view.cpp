#include "pages/analysis/definition_view.h"

#include "kit/code_view.h"
#include "kit/empty_state.h"
#include "kit/theme.h"

#include <QVBoxLayout>

namespace lakehouse::views {

DefinitionView::DefinitionView(QWidget *parent) : QWidget(parent), m_code(new CodeView), m_empty(new EmptyState(IconName::Database, {}, {}))
{
    setObjectName(QStringLiteral("analysis-sql"));
    m_code->setObjectName(QStringLiteral("analysis-code"));
    m_empty->setObjectName(QStringLiteral("analysis-no-sql"));
    setFocusProxy(m_code);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Theme::instance().space(Space::Small), 0, 0);
    layout->addWidget(m_code, 1);
    layout->addWidget(m_empty, 1);
    setNothing({});
}

void DefinitionView::setDefinitions(const QString &table, const QString &sql)
{
    m_code->setVisible(!sql.isEmpty());
    m_empty->setVisible(sql.isEmpty());
    if (sql.isEmpty())
        return m_empty->setWords(tr("Here stands what the source stores as SQL about a table."), tr("%1 has no view, key, check, index, trigger or row security.").arg(table));
    m_code->setTitle(tr("%1, as the source stores it").arg(table));
    m_code->setText(sql);
}

void DefinitionView::setNothing(const QString &why)
{
    m_code->hide();
    m_empty->show();
    m_empty->setWords(tr("Here stands what the source stores as SQL about a table."), why);
}

} // namespace lakehouse::views

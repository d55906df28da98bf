#include "kit/table_footer.h"

#include "kit/button_kind.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace lakehouse::views {

TableFooter::TableFooter(QWidget *parent)
    : QWidget(parent), m_counts(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)), m_clear(new QPushButton(tr("Clear"), this)),
      m_work(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)), m_stop(new QPushButton(tr("Stop"), this))
{
    setObjectName(QStringLiteral("table-footer"));
    m_counts->setObjectName(QStringLiteral("table-counts"));
    m_counts->setWordWrap(false);
    m_work->setObjectName(QStringLiteral("table-work"));
    m_work->setWordWrap(false);
    m_clear->setObjectName(QStringLiteral("table-clear-filter"));
    m_clear->setAccessibleName(tr("Clear the filter"));
    setButtonKind(m_clear, ButtonKind::Quiet);
    connect(m_clear, &QPushButton::clicked, this, &TableFooter::clearAsked);
    m_stop->setObjectName(QStringLiteral("table-stop"));
    m_stop->setAccessibleName(tr("Stop the export"));
    setButtonKind(m_stop, ButtonKind::Quiet);
    connect(m_stop, &QPushButton::clicked, this, &TableFooter::stopAsked);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Tight));
    layout->addWidget(m_counts);
    layout->addWidget(m_clear);
    layout->addStretch(1);
    layout->addWidget(m_work);
    layout->addWidget(m_stop);
    showCounts(0, 0, 0);
    showWork({});
}

void TableFooter::showCounts(qsizetype shown, qsizetype all, int selected)
{
    const QString rows = tr("%1 of %2", "rows").arg(countText(shown), countText(all));
    const QString chosen = tr("%n selected", nullptr, selected);
    const QString hidden = tr("hidden by filter: %1 —").arg(countText(all - shown));
    const bool isHiding = shown < all;
    if (selected > 0 && isHiding)
        m_counts->setText(tr("%1 · %2 · %3", "three facts of a footer").arg(rows, chosen, hidden));
    else if (selected > 0 || isHiding)
        m_counts->setText(tr("%1 · %2", "two facts of a footer").arg(rows, isHiding ? hidden : chosen));
    else
        m_counts->setText(rows);
    m_clear->setVisible(isHiding);
}

void TableFooter::showWork(const QString &text)
{
    m_work->setText(text);
    m_work->setVisible(!text.isEmpty());
    m_stop->hide();
}

void TableFooter::showStoppableWork(const QString &text)
{
    showWork(text);
    m_stop->show();
}

} // namespace lakehouse::views

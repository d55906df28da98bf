#include "kit/lineage_strip.h"

#include "kit/code_view.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

LineageStrip::LineageStrip(QWidget *parent)
    : QWidget(parent), m_words(new PlainLabel), m_refusal(new PlainLabel(TextStyle::Body, ColorRole::DangerText)), m_sql(new CodeView)
{
    setObjectName(QStringLiteral("lineage-strip"));
    m_words->setObjectName(QStringLiteral("lineage-words"));
    m_refusal->setObjectName(QStringLiteral("lineage-refusal"));
    m_sql->setObjectName(QStringLiteral("lineage-sql"));
    m_sql->setTitle(tr("SQL on the way"));
    m_sql->hide();
    m_refusal->hide();
    const Theme &theme = Theme::instance();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme.space(Space::Small), theme.space(Space::Tight), theme.space(Space::Small), theme.space(Space::Tight));
    layout->setSpacing(theme.space(Space::Tight));
    layout->addWidget(m_refusal);
    layout->addWidget(m_words);
    layout->addWidget(m_sql);
}

void LineageStrip::tell(const QString &words, const QString &sql)
{
    m_refusal->tell({});
    m_words->setText(words);
    m_sqlText = sql;
    m_sql->setText(sql);
    m_sql->setVisible(!sql.isEmpty());
    const int lines = std::clamp(int(sql.count(QLatin1Char('\n'))) + 3, 5, 10);
    m_sql->setFixedHeight(Theme::instance().lineHeight(TextStyle::Mono) * lines + Theme::instance().rowHeight());
}

void LineageStrip::refuse(const QString &why)
{
    m_refusal->tell(why);
}

QString LineageStrip::words() const
{
    return m_words->text();
}

QString LineageStrip::refusal() const
{
    return m_refusal->text();
}

} // namespace lakehouse::views

#include "shell/missing_notice.h"

#include "kit/data_table.h"

namespace lakehouse::views {

MissingNotice::MissingNotice(const DataTable &table, QString sentence, QWidget *parent) : NoticeBanner(parent), m_table(table), m_sentence(std::move(sentence))
{
    setObjectName(QStringLiteral("missing-notice"));
    hide();
    connect(&table, &DataTable::settled, this, &MissingNotice::follow);
    connect(&table, &DataTable::currentChanged, this, &MissingNotice::follow);
}

void MissingNotice::setRead(bool isRead)
{
    m_isRead = isRead;
    QMetaObject::invokeMethod(this, &MissingNotice::follow, Qt::QueuedConnection); // the rows follow
}

void MissingNotice::follow()
{
    const QString missing = m_isRead && m_table.isSettled() ? m_table.missingId() : QString();
    if (missing.isEmpty())
        hide();
    else
        setNotice(Status::Unknown, m_sentence.arg(missing));
}

} // namespace lakehouse::views

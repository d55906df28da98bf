#include "kit/table_export.h"

#include <QCoreApplication>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lakehouse::views {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("lakehouse::views::TableExport", text);
}

/// A line of its own in every format: what a filter holds cannot end it.
QString oneLine(QString text)
{
    for (QChar &sign : text) {
        if (sign.unicode() < 0x20)
            sign = QLatin1Char(' ');
    }
    return text;
}

} // namespace

TableExport::TableExport(TableText text, std::vector<quint32> order, Heading heading, TableFormat format, QIODevice *to)
    : m_text(std::move(text)), m_order(std::move(order)), m_heading(std::move(heading)), m_format(format), m_to(to)
{
}

QString TableExport::heading() const
{
    if (m_format == TableFormat::Json) {
        const QJsonObject head{{QStringLiteral("filter"), m_heading.filter}, {QStringLiteral("rows"), qint64(count())},
                               {QStringLiteral("of"), qint64(m_heading.total)}, {QStringLiteral("written"), m_heading.writtenAt}};
        QString text = QString::fromUtf8(QJsonDocument(head).toJson(QJsonDocument::Compact));
        text.chop(1);
        return text + QLatin1String(",\"data\":[\n");
    }
    const QString filter = m_heading.filter.isEmpty() ? tr("No filter") : tr("Filter: %1").arg(oneLine(m_heading.filter));
    const QString rows = tr("%1 of %2 rows, written %3").arg(count()).arg(m_heading.total).arg(m_heading.writtenAt);
    if (m_format == TableFormat::Markdown)
        return QStringLiteral("%1  \n%2\n\n").arg(filter, rows);
    if (m_format == TableFormat::Csv) // the mark makes spreadsheets read it as UTF-8
        return QStringLiteral("\ufeff# %1\r\n# %2\r\n").arg(filter, rows);
    return QStringLiteral("# %1\n# %2\n").arg(filter, rows);
}

void TableExport::write(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    m_hasFailed = m_hasFailed || m_to->write(bytes) != bytes.size();
}

bool TableExport::step(const QDeadlineTimer &deadline)
{
    if (!std::exchange(m_hasBegun, true))
        write(heading() + m_text.heading(m_format));
    const bool isJson = m_format == TableFormat::Json;
    while (m_next < m_order.size() && !m_hasFailed) {
        const QString line = m_text.line(m_order[m_next], m_format);
        write(isJson && m_next > 0 ? QLatin1String(",\n") + line : line);
        ++m_next;
        if (deadline.hasExpired() && m_next < m_order.size())
            return false;
    }
    if (isJson && !m_hasFailed)
        write(QStringLiteral("\n]}\n"));
    return true;
}

} // namespace lakehouse::views

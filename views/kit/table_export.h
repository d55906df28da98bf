#pragma once

#include "kit/table_text.h"

#include <QDeadlineTimer>

#include <memory>
#include <vector>

class QIODevice;

namespace lakehouse::views {

/// Writes rows to a device a slice at a time, after a heading that says filter, count and time. Holds the rows it writes; the device is borrowed.
class TableExport {
public:
    struct Heading {
        QString filter = {}; ///< empty: all rows
        qsizetype total = 0; ///< rows before the filter
        QString writtenAt = {}; ///< ISO 8601, UTC
    };

    TableExport(TableText text, std::vector<quint32> order, Heading heading, TableFormat format, QIODevice *to);

    /// Writes until the deadline, at least one row. True when everything is written or the device refused (see hasFailed).
    bool step(const QDeadlineTimer &deadline);
    bool hasFailed() const { return m_hasFailed; }
    qsizetype written() const { return qsizetype(m_next); }
    qsizetype count() const { return qsizetype(m_order.size()); }

private:
    void write(const QString &text);
    QString heading() const;

    TableText m_text;
    std::vector<quint32> m_order;
    Heading m_heading;
    TableFormat m_format;
    QIODevice *m_to;
    std::size_t m_next = 0;
    bool m_hasBegun = false;
    bool m_hasFailed = false;
};

} // namespace lakehouse::views

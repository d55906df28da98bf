#pragma once

#include "kit/notice_banner.h"

namespace lakehouse::views {

class DataTable;

/// Says that a place or a restored state names a row that the list of the page does not have.
class MissingNotice : public NoticeBanner {
    Q_OBJECT

public:
    /// `sentence`: %1 is the row. Lives no longer than the table.
    MissingNotice(const DataTable &table, QString sentence, QWidget *parent);

    /// True: what the list does not have, once its rows are shown, it does not have. False: it was not read yet.
    void setRead(bool isRead);
    /// Looks again, as after the page went to another place.
    void follow();

private:
    const DataTable &m_table;
    QString m_sentence;
    bool m_isRead = false;
};

} // namespace lakehouse::views

#pragma once

#include "api/operations/extraction.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace lakehouse::views {

class CodeView;
class EmptyState;

/// The generated SQL of one table, a file at a time.
class GeneratedSqlView : public QWidget {
    Q_OBJECT
public:
    explicit GeneratedSqlView(QWidget *parent = nullptr);

    /// `note`: a sentence above the SQL, as when the plan is another one than what runs; may be empty.
    void setSql(const std::vector<api::SqlText> &files, const QString &note);

private:
    QComboBox *m_file;
    QLabel *m_note;
    CodeView *m_code;
    EmptyState *m_empty;
    std::vector<api::SqlText> m_files;
};

} // namespace lakehouse::views

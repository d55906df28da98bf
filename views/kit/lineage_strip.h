#pragma once

#include <QWidget>

namespace lakehouse::views {

class CodeView;
class PlainLabel;

/// Below a graph: what is selected, in words, and the SQL of a line.
class LineageStrip : public QWidget {
    Q_OBJECT
public:
    explicit LineageStrip(QWidget *parent = nullptr);

    /// An empty `sql` hides the code.
    void tell(const QString &words, const QString &sql);
    /// What was asked for and not done, and why; gone with the next words.
    void refuse(const QString &why);
    QString words() const;
    QString sql() const { return m_sqlText; }
    QString refusal() const;

private:
    PlainLabel *m_words;
    PlainLabel *m_refusal;
    CodeView *m_sql;
    QString m_sqlText;
};

} // namespace lakehouse::views

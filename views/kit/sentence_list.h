#pragma once

#include "kit/status.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace lakehouse::views {

/// One sentence of a list: plain text, with the sign of a status before it and a link after it when it has them.
struct Sentence {
    QString text = {};
    std::optional<Status> status = {}; ///< its sign stands before the sentence, its word is said to a screen reader
    QString linkText = {};             ///< names where the link goes; empty: no link
    QString link = {};                 ///< handed to linkActivated
    friend bool operator==(const Sentence &, const Sentence &) = default;
};

/// Sentences below one another, to be read and copied. One stop of the keyboard: Ctrl+C copies the marked text, else all of it.
/// Shows the first sentences only when there are many; a button shows the rest.
class SentenceList : public QWidget {
    Q_OBJECT
public:
    explicit SentenceList(QWidget *parent = nullptr);

    void setSentences(std::vector<Sentence> sentences);
    void setSentences(const QStringList &texts);
    const std::vector<Sentence> &sentences() const { return m_sentences; }
    /// So many are shown before the button; 12 without this call.
    void setFirstShown(int count);
    /// All sentences, one a line, as they are copied.
    QString text() const;

Q_SIGNALS:
    void linkActivated(const QString &link);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void rebuild();
    void addRow(const Sentence &sentence);

    std::vector<Sentence> m_sentences;
    QVBoxLayout *m_rows = nullptr;
    QPushButton *m_more = nullptr;
    int m_firstShown = 12;
    bool m_isWhole = false;
};

} // namespace lakehouse::views

#pragma once

#include "base/error.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace lakehouse::views {

/// What happened, what to do, Try again, and the other system's own words, copyable. Hidden until there is an error; never takes the
/// focus by itself and blocks nothing.
class ErrorBanner : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBanner(QWidget *parent = nullptr);

    /// Cancelled is no error to a person: it hides the banner. Try again is offered unless a retry is pointless.
    void showError(const base::Error &error);
    /// Hides the banner without a signal, as when the same thing went well.
    void clear();
    /// Of the error on show; empty when there is none.
    QString message() const;
    /// Whether a button leads to what the error is about: only where subjectRequested() goes somewhere. Not at first.
    void setSubjectOffered(bool isOffered);

Q_SIGNALS:
    void retryRequested();
    /// The person put it away.
    void dismissed();
    /// The person asked for what the error is about.
    void subjectRequested(const QString &subject);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void dress();
    void dismiss();
    void setDetailsOpen(bool isOpen);

    bool m_isSubjectOffered = false;
    QLabel *m_icon;
    QLabel *m_message;
    QLabel *m_hint;
    QPushButton *m_subject;
    QPushButton *m_retry;
    QPushButton *m_details;
    QPushButton *m_copy;
    QToolButton *m_close;
    QPlainTextEdit *m_detailText;
};

} // namespace lakehouse::views

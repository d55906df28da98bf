#pragma once

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;

/// Where a person types why: says how much is still missing, and offers what was typed before.
/// Letters never act as keys here; Esc and Ctrl+Enter are left to the surroundings, Tab goes on.
class ReasonField : public QWidget {
    Q_OBJECT
public:
    explicit ReasonField(QWidget *parent = nullptr);

    /// A reason of at least so many characters, spaces around it not counted; 0: a reason is welcome and not needed.
    void setMinimum(int characters);
    QString text() const;                 ///< as typed
    QString reason() const;               ///< without spaces around it
    void setText(const QString &text);    ///< without reasonEdited
    /// While what was written is on its way.
    void setReadOnly(bool isReadOnly);
    /// Newest first; each once. Choosing one replaces the text, Ctrl+Z brings the text back.
    void setEarlierReasons(const QStringList &reasons);
    bool isEnough() const { return missing().isEmpty(); }
    /// What is still missing, as a sentence; empty when nothing is.
    QString missing() const;

Q_SIGNALS:
    void reasonEdited(const QString &text); ///< by the person, at every change

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showEarlier();
    void take(const QString &reason);
    void tell();
    void fit();

    PlainLabel *m_label = nullptr;
    QPlainTextEdit *m_edit = nullptr;
    PlainLabel *m_count = nullptr;
    QPushButton *m_earlier = nullptr;
    QStringList m_reasons;
    int m_minimum = 0;
};

} // namespace lakehouse::views

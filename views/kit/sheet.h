#pragma once

#include <QPointer>
#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace lakehouse::views {

class FittingScroll;
class PlainLabel;

/// A question inside the window: the rest is dimmed and out of reach until it is answered. Never blocks the program.
/// Belongs to the window of its anchor and deletes itself after it closed. While it is open the focus stays inside, no key outside
/// acts, Esc closes; closing returns the focus to where it was.
class Sheet : public QWidget {
    Q_OBJECT
public:
    /// `anchor`: any widget of the window; the focus comes back to it when what had it is gone.
    explicit Sheet(QWidget *anchor);
    ~Sheet() override;

    void setTitle(const QString &title);
    QString title() const;
    /// Shows it and moves the focus to `firstFocus`, or to the first control.
    void open(QWidget *firstFocus = nullptr);
    /// Closes it as Esc does.
    void dismiss();

Q_SIGNALS:
    /// Closed without an answer.
    void dismissed();
    /// Closed, with or without an answer.
    void closed();

protected:
    QVBoxLayout *content() const;
    QHBoxLayout *buttons() const { return m_buttons; }
    /// Closes it with an answer: `closed` follows, `dismissed` does not.
    void finish();
    /// Ctrl+Enter.
    virtual void submit() {}

    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    void keepFocus(QWidget *now);
    bool isTopmost() const;
    QList<QWidget *> stops() const;
    void close();

    QPointer<QWidget> m_anchor;
    QPointer<QWidget> m_before; ///< had the focus before
    QPointer<QWidget> m_last;   ///< of ours that had it last
    QWidget *m_card = nullptr;
    PlainLabel *m_title = nullptr;
    FittingScroll *m_scroll = nullptr;
    QHBoxLayout *m_buttons = nullptr;
    bool m_isOpen = false;
};

} // namespace lakehouse::views

#pragma once

#include <QObject>
#include <QPointer>

class QKeyEvent;
class QWidget;

namespace lakehouse::views {

/// Lets shortcuts of a single character act only where they are meant: while a list, diff or graph has the focus. G (the start of
/// "go to") and ? act everywhere but in text fields. Watches the whole program while it lives; belongs to one window.
class LetterKeys : public QObject {
    Q_OBJECT

public:
    explicit LetterKeys(QWidget *window);
    /// Off: no single character acts anywhere. Everything stays in the palette.
    void setOn(bool isOn) { m_isOn = isOn; }
    bool isOn() const { return m_isOn; }

    static bool isTextField(const QWidget *widget);
    static bool isListDiffOrGraph(const QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool isAllowed(const QKeyEvent &key);

    QWidget *m_window;
    bool m_isOn = true;
    bool m_isGoing = false; ///< G was pressed: the next key belongs to it
};

} // namespace lakehouse::views

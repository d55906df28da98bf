#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QWidget;

namespace lakehouse::views {

/// F6: goes round the panes of the window. Each pane gives the focus back to where it last was.
class PaneCycle : public QObject {
    Q_OBJECT

public:
    explicit PaneCycle(QObject *parent);
    /// In the order of reading. Hidden panes are passed over.
    void setPanes(const std::vector<QWidget *> &panes);
    void next() { move(1); }
    void previous() { move(-1); }
    /// Gives this pane the focus, where it last was or at its first control. False when it has nothing that takes it.
    bool enter(QWidget *pane);
    /// The pane that has the focus; nullptr: none.
    QWidget *current() const;

private:
    struct Pane {
        QPointer<QWidget> widget;
        QPointer<QWidget> last; ///< had the focus
    };
    void move(int direction);
    int indexOf(const QWidget *widget) const;
    static bool enterPane(const Pane &pane);

    std::vector<Pane> m_panes;
};

} // namespace lakehouse::views

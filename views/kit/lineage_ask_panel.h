#pragma once

#include <QWidget>

class QAction;

namespace lakehouse::views {

class LineageChooser;
class PlainLabel;

/// Stands where a graph would be too large to read: says how large, and asks where to begin.
class LineageAskPanel : public QWidget {
    Q_OBJECT
public:
    /// The actions become buttons and stay the caller's.
    explicit LineageAskPanel(const QList<QAction *> &actions, QWidget *parent = nullptr);

    void setWords(const QString &what, const QString &why);
    LineageChooser &chooser() { return *m_chooser; }

private:
    PlainLabel *m_what;
    PlainLabel *m_why;
    LineageChooser *m_chooser;
};

} // namespace lakehouse::views

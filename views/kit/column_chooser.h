#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QCheckBox;
class QSpinBox;

namespace lakehouse::views {

/// Which columns a table shows and how wide they are: the keyboard's way to what the mouse does at the header. Closes with Esc or a click beside it.
class ColumnChooser : public QFrame {
    Q_OBJECT

public:
    struct Column {
        QString title;
        bool isShown = true;
        int width = 160; ///< pixels at text scale 1
    };
    static constexpr int narrowest = 48;
    static constexpr int widest = 2000;

    explicit ColumnChooser(const std::vector<Column> &columns, QWidget *parent = nullptr);
    /// Below the anchor, inside the screen.
    void openAt(QWidget *anchor);

Q_SIGNALS:
    void shownChanged(int column, bool isShown);
    void widthChanged(int column, int width);
    void resetAsked();

private:
    void guardLast();

    std::vector<QCheckBox *> m_boxes;
    std::vector<QSpinBox *> m_widths;
};

} // namespace lakehouse::views

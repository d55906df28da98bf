#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace lakehouse::views {

/// A column of controls that is as high as it needs where there is room, and scrolls where there is not.
class FittingScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit FittingScroll(QWidget *parent = nullptr);

    QVBoxLayout *column() const { return m_column; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int neededHeight() const;
    void showFocus(QWidget *now);

    QVBoxLayout *m_column = nullptr;
};

} // namespace lakehouse::views

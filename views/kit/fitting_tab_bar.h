#pragma once

#include <QTabBar>

namespace lakehouse::views {

/// Tabs that stay in view: where there is no room for all of their words, they move together; where that is not enough, the longest ones are shortened
/// and say the rest in a tool tip. Only when nothing readable would be left of them do two buttons scroll them.
class FittingTabBar : public QTabBar {
    Q_OBJECT
public:
    explicit FittingTabBar(QWidget *parent = nullptr);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void tabLayoutChange() override;

private:
    void moveTogether();
    /// No tab is wider, so that all of them fit.
    int widest() const;
};

} // namespace lakehouse::views

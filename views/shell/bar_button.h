#pragma once

#include "kit/icons.h"

#include <QToolButton>

namespace lakehouse::views {

/// A button of the top bar: an icon with a word for those who cannot see it, and a count where there is something to count.
class BarButton : public QToolButton {
    Q_OBJECT

public:
    BarButton(const QString &name, IconName icon, const QString &words, QWidget *parent);
    /// A count of 0 shows none. `words` say it aloud.
    void setCount(int count, const QString &words);
    int count() const { return m_count; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_count = 0;
};

} // namespace lakehouse::views

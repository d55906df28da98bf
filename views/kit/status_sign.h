#pragma once

#include "kit/status.h"

#include <QWidget>

namespace lakehouse::views {

/// The shape of a status in its colour, without the word, which is its accessible name: only beside a sentence that says the rest.
class StatusSign : public QWidget {
    Q_OBJECT
public:
    explicit StatusSign(Status status, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Status m_status;
};

} // namespace lakehouse::views

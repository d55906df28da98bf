#pragma once

#include <QAbstractButton>

namespace lakehouse::views {

/// Looks like a search field and opens the palette, which is one.
class PaletteButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit PaletteButton(QWidget *parent);
    void setKeys(const QString &keys);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_keys;
};

} // namespace lakehouse::views

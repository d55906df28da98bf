#pragma once

#include <QLayout>

#include <vector>

namespace lakehouse::views {

/// Controls side by side, going on in the next line where the width ends. Lines begin at the leading side.
class WrappingRow : public QLayout {
public:
    explicit WrappingRow(QWidget *parent = nullptr);
    ~WrappingRow() override;

    void addItem(QLayoutItem *item) override;
    int count() const override;
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rectangle) override;

private:
    enum class Act { Measure, Place };
    int arrange(const QRect &rectangle, Act act) const;

    std::vector<QLayoutItem *> m_items;
};

} // namespace lakehouse::views

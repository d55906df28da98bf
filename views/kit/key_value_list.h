#pragma once

#include "kit/status.h"

#include <QList>
#include <QPair>
#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;

namespace lakehouse::views {

/// A named value, as "Digest" and "sha256:…".
struct KeyValue {
    QString key = {};
    QString value = {};
    std::optional<Status> status = {}; ///< its sign stands before the value
    bool isMono = false;               ///< digests, addresses, SQL names
    QString link = {};                 ///< not empty: a button opens it, linkActivated
    friend bool operator==(const KeyValue &, const KeyValue &) = default;
};

/// Names and values in two columns, below one another where it is narrow. Values are plain text that can be marked and copied.
/// One stop of the keyboard: Ctrl+C copies the marked text, else all lines as "name: value".
class KeyValueList : public QWidget {
    Q_OBJECT
public:
    explicit KeyValueList(QWidget *parent = nullptr);

    void setItems(std::vector<KeyValue> items);
    void setItems(const QList<QPair<QString, QString>> &items);
    const std::vector<KeyValue> &items() const { return m_items; }
    QString text() const;

Q_SIGNALS:
    void linkActivated(const QString &link);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();
    void addItem(const KeyValue &item, int row); ///< uses two rows
    int widestKey() const;

    std::vector<KeyValue> m_items;
    QGridLayout *m_grid = nullptr;
    bool m_isNarrow = false;
};

} // namespace lakehouse::views

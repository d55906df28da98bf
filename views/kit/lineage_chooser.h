#pragma once

#include <QWidget>

#include <vector>

class QLineEdit;
class QListWidget;

namespace lakehouse::views {

class PlainLabel;

/// A field to type into and a list that it narrows; Enter, or a double click, takes one. Words must all match, without case; nothing is
/// a wildcard.
class LineageChooser : public QWidget {
    Q_OBJECT
public:
    struct Item {
        QString id = {};
        QString text = {};
        QString detail = {}; ///< beside the text, and searched with it
    };
    /// More rows than this are counted and not listed: a person types on.
    static constexpr int mostRows = 200;

    explicit LineageChooser(const QString &fieldName, QWidget *parent = nullptr);

    void setItems(std::vector<Item> items);
    void focusField();
    /// Ids as listed.
    QStringList shownIds() const;
    void setCurrentId(const QString &id);

Q_SIGNALS:
    void chosen(const QString &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    void take();

    std::vector<Item> m_items;
    QLineEdit *m_field;
    QListWidget *m_list;
    PlainLabel *m_rest;
};

} // namespace lakehouse::views

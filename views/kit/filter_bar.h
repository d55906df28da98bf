#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace lakehouse::views {

/// Words that all must match, chips that include rows, and saved views. It knows no rows: the table that owns it filters and counts.
class FilterBar : public QWidget {
    Q_OBJECT

public:
    /// A filter under a name.
    struct View {
        QString name;
        QString text;
        QStringList chips;
    };
    struct Chip {
        QString id;
        QString word;
        qsizetype count = 0;
    };

    explicit FilterBar(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    /// In the order of the chips. Ids without a chip yet are kept until the chips come.
    QStringList chosenChips() const;
    /// Also those whose chips have not come yet.
    QStringList keptChips() const { return m_chosen; }
    void setChosenChips(const QStringList &ids);
    bool isEmpty() const { return text().isEmpty() && chosenChips().isEmpty(); }
    /// Shows every row; one changed() for both.
    void clear();
    /// Text and chips at once, with one changed().
    void setFilter(const QString &text, const QStringList &chips);

    /// Chips with their counts, and a last one that stands for all rows; none hides the row of chips. Keeps what is chosen.
    void setChips(const std::vector<Chip> &chips, qsizetype all);
    /// Only the counts; ids as in setChips.
    void setCounts(const std::vector<qsizetype> &counts, qsizetype all);

    const std::vector<View> &savedViews() const { return m_views; }
    void setSavedViews(std::vector<View> views);
    /// Saves what is set now; a view of that name is replaced.
    void saveView(const QString &name);
    void removeView(const QString &name);

    void focusText();
    /// More buttons at the end of the bar, such as the table's column chooser.
    void addButton(QToolButton *button);

Q_SIGNALS:
    void changed();
    void savedViewsChanged();
    /// Esc, Enter or Down in the text: the keyboard goes on in the list.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildNaming();
    void fillViewMenu();
    void showNaming(bool isShown);
    void showCounts();

    QLineEdit *m_text = nullptr;
    QHBoxLayout *m_line = nullptr;
    QToolButton *m_viewButton = nullptr;
    QMenu *m_viewMenu = nullptr;
    QWidget *m_naming = nullptr;
    QLineEdit *m_name = nullptr;
    QWidget *m_chipRow = nullptr;
    QPushButton *m_allButton = nullptr;
    std::vector<Chip> m_chips;
    std::vector<QPushButton *> m_buttons;
    QStringList m_chosen;
    qsizetype m_all = 0;
    std::vector<View> m_views;
};

} // namespace lakehouse::views

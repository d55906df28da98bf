#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QStackedWidget;

namespace lakehouse::views {

class FittingTabBar;

/// The tabs beside a list, in the same order on every page: summary, diff, lineage, evidence, what is the page's own, history.
/// Ctrl+Page Up and Ctrl+Page Down go from tab to tab. A tab is made when it is first shown.
class DetailPane : public QWidget {
    Q_OBJECT
public:
    using Factory = std::function<QWidget *()>;

    explicit DetailPane(QWidget *parent = nullptr);

    /// Ids "summary", "diff", "lineage", "evidence" and "history" have their place; others stand between evidence and history, in the
    /// order they were added. The pane owns the widget; an id that is there already is replaced.
    void addTab(const QString &id, const QString &title, QWidget *widget);
    void addTab(const QString &id, const QString &title, Factory factory);
    QString currentTab() const;
    /// False when there is no such tab; the current one stays.
    bool setCurrentTab(const QString &id);
    QStringList tabs() const;
    /// The widget of a tab, nullptr while it was not made.
    QWidget *widget(const QString &id) const;
    /// A number beside the title: "Evidence 3"; 0: none. `spoken` is what a screen reader says, as "3 facts".
    void setBadge(const QString &id, qint64 count, const QString &spoken = {});
    /// Instead of all tabs, as while nothing is selected; nullptr: the tabs. The pane owns it.
    void setPlaceholder(QWidget *placeholder);
    QByteArray saveState() const;
    void restoreState(const QByteArray &state);

Q_SIGNALS:
    void currentTabChanged(const QString &id);
    void tabCreated(const QString &id, QWidget *widget);

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Tab {
        QString id;
        QString title;
        Factory factory;
        QWidget *widget = nullptr;
        qint64 badge = 0;
        QString spoken;
    };

    void dress();
    void insert(Tab tab);
    void showCurrent();
    void step(int by);
    void nameTab(int index);
    int indexOf(const QString &id) const;

    std::vector<Tab> m_tabs; ///< in the order of the bar
    FittingTabBar *m_bar = nullptr;
    QStackedWidget *m_stack = nullptr;
    QWidget *m_placeholder = nullptr;
    QString m_told;   ///< by currentTabChanged
    bool m_isChosen = false; ///< the current tab, by a person or a caller; before that it is the first
    QString m_wanted; ///< asked for by a restored state before it was added
};

} // namespace lakehouse::views

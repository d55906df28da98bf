#pragma once

#include "shell/palette_search.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QLineEdit;
class QListView;

namespace lakehouse::views {

class PaletteModel;
class PlainLabel;

/// One box for everything: pages, commands, tables, runs, help. Lies over the window while it is open; Esc closes it and gives the focus back.
class CommandPalette : public QWidget {
    Q_OBJECT

public:
    using Source = std::function<std::vector<PaletteItem>(const PaletteQuery &query)>;
    /// `source` is asked at each keystroke for what there is.
    CommandPalette(Source source, QWidget *window);

    /// `typed` may begin with a prefix.
    void open(const QString &typed = {});
    void close();
    void setRecent(const QStringList &ids) { m_recent = ids; }
    const QStringList &recent() const { return m_recent; }
    /// The project, shown below the box.
    void setProject(const QString &words);

Q_SIGNALS:
    /// A place was chosen; an action triggers by itself.
    void placeChosen(const lakehouse::views::Place &place);
    void recentChanged(const QStringList &ids);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void search();
    void choose();
    void move(int rows);
    void tellCurrent();
    void place();

    Source m_source;
    QWidget *m_card;
    QLineEdit *m_box;
    QListView *m_list;
    PlainLabel *m_foot;
    PaletteModel *m_model;
    QPointer<QWidget> m_before;
    QString m_project;
    QStringList m_recent;
};

} // namespace lakehouse::views

#pragma once

#include "kit/diff_canvas.h"
#include "kit/diff_commands.h"
#include "kit/diff_session.h"
#include "kit/diff_view.h"

#include <QPointer>

class QComboBox;
class QCheckBox;
class QLabel;
class QStackedLayout;

namespace lakehouse::views {

class EmptyState;
class FindBar;
class LoadingState;
class NoticeBanner;

/// The controls around the canvas, and what they do.
class DiffView::Private : public QObject {
    Q_OBJECT
public:
    explicit Private(DiffView *view);

    void setTitles();
    void showState();
    void showCounts();
    void dress();
    void rowsChanged();
    void compared(bool isOfSameFiles);
    void setViewed(const QString &path, bool viewed);
    void setLayout(Layout layout);
    void showLayout();
    void setExtent(Extent extent);
    void goToChange(int visual);
    void goToMatch(int step);
    void showMatchCount();
    void save(const QByteArray &content, const QString &ending);
    void openFind();
    void currentChanged();
    DiffPlaces places() const;
    void apply(const DiffPlaces &places);

    DiffView *q;
    DiffSession session;
    DiffModel &model;
    DiffCommands commands;
    QString beforeTitle, afterTitle, noDifference, nothingBefore;
    std::optional<DiffPlaces> awaited; ///< restored before the comparison was there
    DiffPlaces kept;                   ///< of the same files, while only options change
    qsizetype match = -1;
    FileSaver saver = systemFileSaver();

    QWidget *bar;
    QLabel *counts;
    QComboBox *extentBox;
    NoticeBanner *newNotice;
    NoticeBanner *summaryNotice;
    QAction *showAllLines;
    QWidget *titles;
    QLabel *beforeLabel, *afterLabel;
    FindBar *findBar;
    QStackedLayout *stack;
    DiffCanvas *canvas;
    EmptyState *empty;
    EmptyState *stopped;
    LoadingState *loading;
    QPointer<QWidget> focusPlace;      ///< has the keyboard instead of the canvas
    bool isFocusAway = false;          ///< since the canvas gave way to something else while it had it

private:
    void buildBar();
    void buildTitles();
    void build();
    void connectCommands();
    void connectCanvas();
    void showPage(QWidget *page);
    void fileOfCurrent(const std::function<void(int)> &use) const;
    void showMenu(const QPoint &position, bool isWhole);
};

} // namespace lakehouse::views

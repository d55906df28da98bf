#pragma once

#include "kit/diff_model.h"
#include "kit/file_saver.h"

#include <QWidget>

#include <memory>

class QAction;

namespace lakehouse::views {

/// Two versions of some files, to read and compare. Nothing is edited, no file is touched. Large texts are compared piece by piece
/// while the program stays free; other files are never shown under new titles while that takes its time.
class DiffView : public QWidget {
    Q_OBJECT

public:
    using Layout = DiffLayout;
    using Extent = DiffExtent;
    enum class ExportFormat { Patch, Html };

    explicit DiffView(QWidget *parent = nullptr);
    ~DiffView() override;

    /// The same files again change nothing. Viewed marks stay with files whose content is the same.
    void setFiles(std::vector<text::DiffFile> files);
    /// What the two versions are, for example "Approved on 3 May" and "Proposed now".
    void setMessage(const QString &beforeTitle, const QString &afterTitle);
    /// Said when nothing differs, and when there was nothing before. The defaults speak of approved SQL.
    void setSentences(const QString &noDifference, const QString &nothingBefore);

    Layout diffLayout() const;
    void setDiffLayout(Layout layout);
    Extent extent() const;
    void setExtent(Extent extent);
    bool ignoresWhitespace() const;
    void setIgnoresWhitespace(bool ignores);
    bool isViewed(const QString &path) const;
    void setViewed(const QString &path, bool viewed);

    /// Of the comparison on screen; a changed line counts in both.
    qsizetype addedLines() const;
    qsizetype removedLines() const;
    /// Nothing is being compared or coloured.
    bool isSettled() const;

    void nextChange();
    void previousChange();
    void openFind();
    /// What can be done here, with the keys that do it: for menus, the palette and the shortcut sheet.
    QList<QAction *> commands() const;

    /// Layout, extent, options, viewed marks, opened folds, current line and scroll. Options survive setFiles(); places hold for the
    /// same files only.
    QByteArray saveState() const;
    void restoreState(const QByteArray &state);

    /// Hands the content to the file saver, at once or a little later.
    void exportAs(ExportFormat format);
    /// Where an export ends; by default the system asks the person for a place.
    void setFileSaver(FileSaver saver);

Q_SIGNALS:
    void settled();
    void stateChanged();
    void viewedChanged(const QString &path, bool viewed);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lakehouse::views

#pragma once

#include "text/diff_document.h"

#include <QSet>

#include <memory>
#include <optional>
#include <set>

namespace lakehouse::views {

enum class DiffSide { Before, After };
enum class DiffLayout { SideBySide, Unified };
enum class DiffExtent { Changes, WholeFile, BeforeOnly, AfterOnly };

/// One row on screen.
struct DiffVisual {
    enum class Kind : quint8 { Header, Fold, Line };
    Kind kind = Kind::Line;
    bool showsBefore = false; ///< the line of that side stands in this row
    bool showsAfter = false;
    int file = 0;
    int row = 0;    ///< of the comparison; of a fold the first one hidden
    int hidden = 0; ///< rows in a fold
};

/// Which rows of a comparison are on screen, in what order: layout, folds, open and viewed files. Draws nothing.
class DiffModel {
public:
    /// Beyond this many changed lines all files are closed at first.
    static constexpr qsizetype mostChangedLines = 2000;

    DiffModel();
    /// Folds are closed anew; files that are viewed are closed. Viewed marks stay.
    void setDocument(std::shared_ptr<const text::DiffDocument> document);
    const text::DiffDocument &document() const { return *m_document; }
    /// Each of these changes rows().
    void setLayout(DiffLayout layout);
    void setExtent(DiffExtent extent);
    void setOpen(int file, bool open);
    void setAllOpen(bool open);
    void openFold(int visual);
    void setAllFoldsOpen(bool open);
    /// Marking closes the file, unmarking opens it.
    void setViewed(const QString &path, bool viewed);

    DiffLayout layout() const { return m_layout; }
    DiffExtent extent() const { return m_extent; }
    bool isOpen(int file) const { return !m_closed.contains(file); }
    bool isViewed(const QString &path) const { return m_viewed.contains(path); }
    const QSet<QString> &viewed() const { return m_viewed; }
    /// So many lines changed that the files are listed first, and none was opened yet.
    bool isSummary() const { return m_isSummary; }
    /// Nothing to set beside each other: one version was asked for, or all files are new, or all are removed.
    bool hasOneVersion() const { return m_isOneSided || m_extent == DiffExtent::BeforeOnly || m_extent == DiffExtent::AfterOnly; }
    /// Two columns of text.
    bool hasTwoSides() const { return m_layout == DiffLayout::SideBySide && !hasOneVersion(); }

    const std::vector<DiffVisual> &rows() const { return m_rows; }
    int count() const { return int(m_rows.size()); }
    const text::FileDiff &file(int file) const { return m_document->files[std::size_t(file)]; }
    const text::DiffRow &line(const DiffVisual &visual) const { return file(visual.file).rows[std::size_t(visual.row)]; }
    bool isChange(int visual) const;
    /// The line of one side in this row; nothing when there is none.
    std::optional<QStringView> text(const DiffVisual &visual, DiffSide side) const;
    /// The last line of a file has no line end.
    bool isUnfinished(const DiffVisual &visual, DiffSide side) const;
    /// Where the keyboard stops for "next change": the first row of each change, and the header of a closed file that is not viewed. -1: none.
    int nextStop(int from) const;
    int previousStop(int from) const;
    /// The row on screen that is or hides this one of the comparison; the header when the file is closed. -1: the file is not listed.
    int find(int file, int row, DiffSide side) const;
    /// The same; opens what hides it.
    int reveal(int file, int row, DiffSide side);
    int headerOf(int file) const;

    const std::set<std::pair<int, int>> &openFolds() const { return m_openFolds; } ///< file and first row
    void setOpenFolds(std::set<std::pair<int, int>> folds);

private:
    void rebuild();
    bool isListed(const text::FileDiff &file) const;
    void addFile(int file);
    void addGap(int file, qsizetype first, qsizetype end);
    void addLines(int file, qsizetype first, qsizetype end);
    void addChangedRun(int file, qsizetype first, qsizetype end);
    bool isStop(int visual) const;

    std::shared_ptr<const text::DiffDocument> m_document;
    DiffLayout m_layout = DiffLayout::SideBySide;
    DiffExtent m_extent = DiffExtent::Changes;
    QSet<int> m_closed;
    QSet<QString> m_viewed;
    std::set<std::pair<int, int>> m_openFolds;
    bool m_areFoldsOpen = false;
    bool m_isSummary = false;
    bool m_isOneSided = false;
    std::vector<DiffVisual> m_rows;
};

} // namespace lakehouse::views

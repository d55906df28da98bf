#include "kit/diff_model.h"

#include <algorithm>

namespace lakehouse::views {

using text::DiffRow;
using text::DiffRowKind;
using text::FileDiff;
using Kind = DiffVisual::Kind;

DiffModel::DiffModel() : m_document(std::make_shared<const text::DiffDocument>()) {}

void DiffModel::setDocument(std::shared_ptr<const text::DiffDocument> document)
{
    m_document = std::move(document);
    m_openFolds.clear();
    m_areFoldsOpen = false;
    m_closed.clear();
    const std::vector<FileDiff> &files = m_document->files;
    m_isOneSided = !files.empty() && (std::ranges::none_of(files, &FileDiff::existsBefore) || std::ranges::none_of(files, &FileDiff::existsAfter));
    m_isSummary = m_document->addedLines() + m_document->removedLines() > mostChangedLines;
    for (std::size_t i = 0; i < m_document->files.size(); ++i)
        if (m_isSummary || m_viewed.contains(m_document->files[i].path))
            m_closed.insert(int(i));
    rebuild();
}

void DiffModel::setLayout(DiffLayout layout)
{
    m_layout = layout;
    rebuild();
}

void DiffModel::setExtent(DiffExtent extent)
{
    m_extent = extent;
    rebuild();
}

void DiffModel::setOpen(int file, bool open)
{
    if (open)
        m_closed.remove(file);
    else
        m_closed.insert(file);
    m_isSummary = m_isSummary && !open;
    rebuild();
}

void DiffModel::setAllOpen(bool open)
{
    m_closed.clear();
    for (int i = 0; !open && i < int(m_document->files.size()); ++i)
        m_closed.insert(i);
    m_isSummary = m_isSummary && !open;
    rebuild();
}

void DiffModel::openFold(int visual)
{
    const DiffVisual &fold = m_rows[std::size_t(visual)];
    m_openFolds.insert({fold.file, fold.row});
    rebuild();
}

void DiffModel::setAllFoldsOpen(bool open)
{
    m_areFoldsOpen = open;
    m_openFolds.clear();
    rebuild();
}

void DiffModel::setOpenFolds(std::set<std::pair<int, int>> folds)
{
    m_openFolds = std::move(folds);
    rebuild();
}

void DiffModel::setViewed(const QString &path, bool viewed)
{
    if (viewed)
        m_viewed.insert(path);
    else
        m_viewed.remove(path);
    for (std::size_t i = 0; i < m_document->files.size(); ++i)
        if (m_document->files[i].path == path)
            setOpen(int(i), !viewed);
}

bool DiffModel::isListed(const FileDiff &file) const
{
    switch (m_extent) {
    case DiffExtent::Changes: return !file.isSame();
    case DiffExtent::WholeFile: return true;
    case DiffExtent::BeforeOnly: return file.existsBefore;
    case DiffExtent::AfterOnly: return file.existsAfter;
    }
    return true;
}

void DiffModel::rebuild()
{
    m_rows.clear();
    for (int file = 0; file < int(m_document->files.size()); ++file)
        if (isListed(this->file(file)))
            addFile(file);
}

void DiffModel::addFile(int file)
{
    m_rows.push_back({.kind = Kind::Header, .file = file});
    if (!isOpen(file))
        return;
    const FileDiff &diff = this->file(file);
    if (m_extent != DiffExtent::Changes) {
        addLines(file, 0, qsizetype(diff.rows.size()));
        return;
    }
    qsizetype shown = 0;
    for (const text::DiffHunk &hunk : diff.hunks) {
        addGap(file, shown, hunk.firstRow);
        addLines(file, hunk.firstRow, hunk.endRow());
        shown = hunk.endRow();
    }
    addGap(file, shown, qsizetype(diff.rows.size()));
}

void DiffModel::addGap(int file, qsizetype first, qsizetype end)
{
    // A fold takes as much room as one line.
    if (end - first <= 1 || m_areFoldsOpen || m_openFolds.contains({file, int(first)}))
        addLines(file, first, end);
    else
        m_rows.push_back({.kind = Kind::Fold, .file = file, .row = int(first), .hidden = int(end - first)});
}

void DiffModel::addLines(int file, qsizetype first, qsizetype end)
{
    const std::vector<DiffRow> &rows = this->file(file).rows;
    const bool isOneVersion = m_extent == DiffExtent::BeforeOnly || m_extent == DiffExtent::AfterOnly;
    for (qsizetype row = first; row < end; ++row) {
        const DiffRow &line = rows[std::size_t(row)];
        DiffVisual visual{.showsBefore = line.before >= 0, .showsAfter = line.after >= 0, .file = file, .row = int(row)};
        if (isOneVersion) {
            visual.showsBefore = visual.showsBefore && m_extent == DiffExtent::BeforeOnly;
            visual.showsAfter = visual.showsAfter && m_extent == DiffExtent::AfterOnly;
            if (visual.showsBefore || visual.showsAfter)
                m_rows.push_back(visual);
        } else if (m_layout == DiffLayout::SideBySide || line.kind == DiffRowKind::Same) {
            m_rows.push_back(visual);
        } else {
            qsizetype runEnd = row + 1;
            while (runEnd < end && rows[std::size_t(runEnd)].kind != DiffRowKind::Same)
                ++runEnd;
            addChangedRun(file, row, runEnd);
            row = runEnd - 1;
        }
    }
}

void DiffModel::addChangedRun(int file, qsizetype first, qsizetype end)
{
    const std::vector<DiffRow> &rows = this->file(file).rows;
    for (qsizetype row = first; row < end; ++row)
        if (rows[std::size_t(row)].before >= 0)
            m_rows.push_back({.showsBefore = true, .file = file, .row = int(row)});
    for (qsizetype row = first; row < end; ++row)
        if (rows[std::size_t(row)].after >= 0)
            m_rows.push_back({.showsAfter = true, .file = file, .row = int(row)});
}

bool DiffModel::isChange(int visual) const
{
    const DiffVisual &row = m_rows[std::size_t(visual)];
    return row.kind == Kind::Line && line(row).kind != DiffRowKind::Same;
}

std::optional<QStringView> DiffModel::text(const DiffVisual &visual, DiffSide side) const
{
    if (visual.kind != Kind::Line || !(side == DiffSide::Before ? visual.showsBefore : visual.showsAfter))
        return std::nullopt;
    const FileDiff &diff = file(visual.file);
    return side == DiffSide::Before ? diff.before.line(line(visual).before) : diff.after.line(line(visual).after);
}

bool DiffModel::isUnfinished(const DiffVisual &visual, DiffSide side) const
{
    const text::TextLines &lines = side == DiffSide::Before ? file(visual.file).before : file(visual.file).after;
    const int number = side == DiffSide::Before ? line(visual).before : line(visual).after;
    return !lines.hasFinalNewline() && number + 1 == lines.count();
}

bool DiffModel::isStop(int visual) const
{
    const DiffVisual &row = m_rows[std::size_t(visual)];
    if (row.kind == Kind::Header)
        return !isOpen(row.file) && !isViewed(file(row.file).path) && !file(row.file).isSame();
    return isChange(visual) && (visual == 0 || !isChange(visual - 1));
}

int DiffModel::nextStop(int from) const
{
    for (int visual = from + 1; visual < count(); ++visual)
        if (isStop(visual))
            return visual;
    return -1;
}

int DiffModel::previousStop(int from) const
{
    for (int visual = std::min(from, count()) - 1; visual >= 0; --visual)
        if (isStop(visual))
            return visual;
    return -1;
}

int DiffModel::headerOf(int file) const
{
    for (int visual = 0; visual < count(); ++visual)
        if (m_rows[std::size_t(visual)].kind == Kind::Header && m_rows[std::size_t(visual)].file == file)
            return visual;
    return -1;
}

int DiffModel::find(int file, int row, DiffSide side) const
{
    int best = headerOf(file);
    for (int visual = best; visual >= 0 && visual < count() && m_rows[std::size_t(visual)].file == file; ++visual) {
        const DiffVisual &candidate = m_rows[std::size_t(visual)];
        if (candidate.kind == Kind::Fold && row >= candidate.row && row < candidate.row + candidate.hidden)
            return visual;
        if (candidate.kind != Kind::Line || candidate.row != row)
            continue;
        best = visual;
        if (side == DiffSide::Before ? candidate.showsBefore : candidate.showsAfter)
            return visual;
    }
    return best;
}

int DiffModel::reveal(int file, int row, DiffSide side)
{
    if (!isOpen(file))
        setOpen(file, true);
    int visual = find(file, row, side);
    if (visual >= 0 && m_rows[std::size_t(visual)].kind == Kind::Fold) {
        openFold(visual);
        visual = find(file, row, side);
    }
    return visual;
}

} // namespace lakehouse::views

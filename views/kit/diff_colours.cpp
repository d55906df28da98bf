#include "kit/diff_colours.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr int mostMarks = 5000;

bool isSql(const QString &path)
{
    const QString name = path.mid(path.lastIndexOf(u'/') + 1);
    return !name.contains(u'.') || name.endsWith(QLatin1String(".sql"), Qt::CaseInsensitive);
}

} // namespace

void DiffColours::setDocument(std::shared_ptr<const text::DiffDocument> document)
{
    m_document = std::move(document);
    m_marks.clear();
    m_colours.clear();
    m_colours.resize(m_document->files.size() * 2);
}

const std::vector<SqlToken> &DiffColours::tokens(int file, DiffSide side, int line)
{
    static const std::vector<SqlToken> none;
    const text::FileDiff &diff = m_document->files[std::size_t(file)];
    std::unique_ptr<SqlColours> &colours = m_colours[std::size_t(file) * 2 + (side == DiffSide::After ? 1 : 0)];
    if (!colours) {
        if (!isSql(diff.path))
            return none;
        colours = std::make_unique<SqlColours>(side == DiffSide::After ? diff.after : diff.before);
    }
    return colours->tokens(line);
}

const text::WordMarks &DiffColours::marks(int file, int row)
{
    const quint64 key = quint64(file) << 32 | quint64(row);
    if (const auto found = m_marks.constFind(key); found != m_marks.constEnd())
        return *found;
    if (m_marks.size() >= mostMarks)
        m_marks.clear();
    const text::FileDiff &diff = m_document->files[std::size_t(file)];
    const text::DiffRow &line = diff.rows[std::size_t(row)];
    return *m_marks.insert(key, text::wordMarks(diff.before.line(line.before), diff.after.line(line.after)));
}

bool DiffColours::isBehind() const
{
    return std::ranges::any_of(m_colours, [](const std::unique_ptr<SqlColours> &colours) { return colours && colours->isBehind(); });
}

bool DiffColours::step(std::chrono::microseconds budget)
{
    for (const std::unique_ptr<SqlColours> &colours : m_colours)
        if (colours && colours->isBehind()) {
            colours->step(budget);
            break;
        }
    return !isBehind();
}

} // namespace lakehouse::views

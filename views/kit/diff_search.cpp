#include "kit/diff_search.h"

#include <QElapsedTimer>

namespace lakehouse::views {

namespace {
constexpr int linesBetweenLooks = 200;
}

void DiffSearch::start(std::shared_ptr<const text::DiffDocument> document, const QString &needle, DiffExtent extent)
{
    m_extent = extent;
    m_document = std::move(document);
    m_needle = needle;
    m_file = m_row = 0;
    m_matches.clear();
}

bool DiffSearch::holds(const text::TextLines &lines, int line) const
{
    return line >= 0 && lines.line(line).contains(m_needle, Qt::CaseInsensitive);
}

bool DiffSearch::step(std::chrono::microseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    for (int lines = 1; !isDone(); ++lines) {
        const text::FileDiff &file = m_document->files[m_file];
        if (m_row >= file.rows.size() || (m_extent == DiffExtent::Changes && file.isSame())) {
            ++m_file;
            m_row = 0;
            continue;
        }
        const text::DiffRow &row = file.rows[m_row];
        const bool isBeforeShown = m_extent == DiffExtent::BeforeOnly || (m_extent != DiffExtent::AfterOnly && row.kind != text::DiffRowKind::Same);
        if (isBeforeShown && holds(file.before, row.before))
            m_matches.push_back({int(m_file), int(m_row), DiffSide::Before});
        if (m_extent != DiffExtent::BeforeOnly && holds(file.after, row.after))
            m_matches.push_back({int(m_file), int(m_row), DiffSide::After});
        ++m_row;
        if (lines % linesBetweenLooks == 0 && timer.nsecsElapsed() >= std::chrono::nanoseconds(budget).count())
            break;
    }
    return isDone();
}

} // namespace lakehouse::views

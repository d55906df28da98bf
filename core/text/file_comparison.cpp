#include "text/file_comparison.h"

#include "text/block_rows.h"
#include "text/block_slide.h"

namespace lakehouse::text {

namespace {

constexpr int workInStep = 50;     ///< a block is one
constexpr int pairsPerWork = 200; ///< of lines in a block that are compared by their words

} // namespace

FileComparison::FileComparison(const DiffFile &file, const DiffOptions &options)
    : m_options(options), m_result{.path = file.path,
                                   .before = TextLines(file.before),
                                   .after = TextLines(file.after),
                                   .existsBefore = !file.before.isNull(),
                                   .existsAfter = !file.after.isNull(),
                                   .rows = {},
                                   .hunks = {}},
      m_numbering(m_result.before, m_result.after, options.ignoresWhitespace)
{
}

bool FileComparison::step()
{
    switch (m_stage) {
    case Stage::Number:
        if (m_numbering.step()) {
            m_search.emplace(m_numbering.before(), m_numbering.after(), m_numbering.idCount());
            m_stage = Stage::Search;
        }
        break;
    case Stage::Search:
        if (m_search->step()) {
            m_blocks = m_search->takeBlocks();
            slideBlocks(m_blocks, m_result.before, m_numbering.before(), m_result.after, m_numbering.after());
            m_stage = Stage::Rows;
        }
        break;
    case Stage::Rows:
        addRows();
        break;
    case Stage::Done:
        break;
    }
    return m_stage == Stage::Done;
}

void FileComparison::addSameRows(int untilBefore)
{
    while (m_before < untilBefore)
        m_result.rows.push_back({DiffRowKind::Same, m_before++, m_after++});
}

void FileComparison::addRows()
{
    for (qint64 left = workInStep; left > 0 && m_nextBlock < m_blocks.size(); ++m_nextBlock) {
        const LineBlock &block = m_blocks[m_nextBlock];
        addSameRows(block.beforeStart);
        appendBlockRows(block, m_result.before, m_result.after, m_result.rows);
        m_before = block.beforeEnd;
        m_after = block.afterEnd;
        m_result.removedLines += block.beforeEnd - block.beforeStart;
        m_result.addedLines += block.afterEnd - block.afterStart;
        left -= 1 + qint64(block.beforeEnd - block.beforeStart) * (block.afterEnd - block.afterStart) / pairsPerWork;
    }
    if (m_nextBlock < m_blocks.size())
        return;
    addSameRows(int(m_result.before.count()));
    m_result.hunks = hunksOf(m_result.rows, m_options.context);
    m_stage = Stage::Done;
}

} // namespace lakehouse::text

#pragma once

#include "text/diff_document.h"

#include <chrono>
#include <memory>

namespace lakehouse::text {

/// Compares files piece by piece, for threads that must stay free. Holds copies of what it compares.
class DiffJob {
public:
    explicit DiffJob(std::vector<DiffFile> files, DiffOptions options = {});
    DiffJob(DiffJob &&) noexcept;
    DiffJob &operator=(DiffJob &&) noexcept;
    ~DiffJob();

    /// Works for about `budget`, at least one piece: below 5 ms for files of 10,000 lines, 10 ms for 100,000. True when the document is complete.
    bool step(std::chrono::microseconds budget);
    bool isDone() const;
    /// From 0 to 1, never falling.
    double progress() const;
    /// The whole document once done; until then only the files compared so far.
    DiffDocument takeDocument();

private:
    class Work;
    std::unique_ptr<Work> m_work;
};

/// Everything at once. The fewest changed lines where that is cheap; texts that are rewritten altogether take time in
/// proportion to their length and may show more changed lines than needed.
DiffDocument diffOf(std::vector<DiffFile> files, DiffOptions options = {});

} // namespace lakehouse::text

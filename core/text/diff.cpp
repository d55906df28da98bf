#include "text/diff.h"

#include "text/file_comparison.h"

#include <QElapsedTimer>

#include <algorithm>
#include <optional>

namespace lakehouse::text {

class DiffJob::Work {
public:
    Work(std::vector<DiffFile> compared, const DiffOptions &options) : files(std::move(compared))
    {
        document.options = options;
        document.files.reserve(files.size());
        for (const DiffFile &file : files)
            characters += sizeOf(file);
    }

    static qint64 sizeOf(const DiffFile &file) { return 1 + file.before.size() + file.after.size(); }

    bool isDone() const { return document.files.size() == files.size(); }

    void step()
    {
        const DiffFile &file = files[document.files.size()];
        if (!current)
            current.emplace(file, document.options);
        if (!current->step())
            return;
        document.files.push_back(current->takeResult());
        current.reset();
        charactersDone += sizeOf(file);
    }

    std::vector<DiffFile> files;
    DiffDocument document;
    std::optional<FileComparison> current;
    qint64 characters = 0, charactersDone = 0;
};

DiffJob::DiffJob(std::vector<DiffFile> files, DiffOptions options) : m_work(std::make_unique<Work>(std::move(files), options)) {}
DiffJob::DiffJob(DiffJob &&) noexcept = default;
DiffJob &DiffJob::operator=(DiffJob &&) noexcept = default;
DiffJob::~DiffJob() = default;

bool DiffJob::step(std::chrono::microseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    while (!m_work->isDone()) {
        m_work->step();
        if (timer.nsecsElapsed() >= std::chrono::nanoseconds(budget).count())
            break;
    }
    return m_work->isDone();
}

bool DiffJob::isDone() const
{
    return m_work->isDone();
}

double DiffJob::progress() const
{
    return m_work->isDone() ? 1 : double(m_work->charactersDone) / double(m_work->characters);
}

DiffDocument DiffJob::takeDocument()
{
    return std::move(m_work->document);
}

DiffDocument diffOf(std::vector<DiffFile> files, DiffOptions options)
{
    DiffJob job(std::move(files), options);
    while (!job.step(std::chrono::seconds(1))) { }
    return job.takeDocument();
}

} // namespace lakehouse::text

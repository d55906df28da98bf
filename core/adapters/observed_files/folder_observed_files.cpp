#include "adapters/observed_files/folder_observed_files.h"

#include "adapters/observed_files/source_decoding.h"
#include "adapters/observed_files/source_walk.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace lakehouse::adapters {

using base::Result;
using ports::ObservedReport;
using ports::SkippedFile;

namespace {

constexpr qint64 megabyte = qint64(1) << 20;
constexpr qint64 mostBytes = 50 * megabyte;
constexpr qsizetype filesOfStep = 50;

SkippedFile skipped(const FoundFile &file, SkippedFile::Reason reason, base::Text why)
{
    return {file.path, reason, std::move(why)};
}

SkippedFile unreadable(const FoundFile &file)
{
    return skipped(file, SkippedFile::Reason::Unreadable, QT_TRANSLATE_NOOP("core", "It cannot be read."));
}

/// The text, or why there is none. A FIFO is never waited for.
std::variant<ports::ObservedFile, SkippedFile> readOne(const FoundFile &found, std::atomic<qint64> &bytesRead)
{
    QFile file;
    const int number = ::open(found.location.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (number < 0 || !file.open(number, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return unreadable(found);
    struct stat status = {};
    if (::fstat(number, &status) != 0)
        return unreadable(found);
    if (!S_ISREG(status.st_mode))
        return skipped(found, SkippedFile::Reason::Binary, QT_TRANSLATE_NOOP("core", "It is no regular file."));
    if (status.st_size > mostBytes)
        return skipped(found, SkippedFile::Reason::TooLarge, {QT_TRANSLATE_NOOP("core", "It is larger than 50 MB: %1 MB."), qint64((status.st_size + megabyte - 1) / megabyte)});
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return unreadable(found);
    const auto text = decodedSource(bytes);
    if (!text)
        return skipped(found, SkippedFile::Reason::Binary, QT_TRANSLATE_NOOP("core", "It is no text: it holds NUL bytes."));
    bytesRead += bytes.size();
    return ports::ObservedFile{found.path, *text};
}

} // namespace

Result<ObservedReport> FolderObservedFiles::read(const ports::ObserveRequest &request, const std::function<void(const ports::ObservedFile &)> &visit, base::RunContext &run)
{
    EKOS_TRY(SourceWalk walk, walkSource(request, run.cancel()));
    const qsizetype count = qsizetype(walk.files.size());
    const qsizetype steps = (count + filesOfStep - 1) / filesOfStep;
    run.expectSteps(steps);
    std::mutex mutex;
    std::atomic<qint64> files = 0;
    std::atomic<qint64> bytes = 0;
    const auto readStep = [&](qsizetype step) -> Result<> {
        const qsizetype begin = step * filesOfStep;
        EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Read source: %1"), walk.files[std::size_t(begin)].path}));
        for (qsizetype i = begin; i < std::min(count, begin + filesOfStep); ++i) {
            EKOS_CHECK(run.cancel().check());
            const auto file = readOne(walk.files[std::size_t(i)], bytes);
            if (const auto *read = std::get_if<ports::ObservedFile>(&file)) {
                files += 1;
                visit(*read);
                continue;
            }
            const std::lock_guard lock(mutex);
            walk.skipped.push_back(std::get<SkippedFile>(file));
        }
        return base::Ok{};
    };
    EKOS_CHECK(run.parallelFor(steps, std::max(2, int(std::thread::hardware_concurrency())), readStep));
    std::sort(walk.skipped.begin(), walk.skipped.end(), [](const SkippedFile &left, const SkippedFile &right) { return left.path < right.path; });
    return ObservedReport{.files = files, .bytes = bytes, .skipped = std::move(walk.skipped)};
}

} // namespace lakehouse::adapters

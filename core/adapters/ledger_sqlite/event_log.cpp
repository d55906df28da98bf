#include "adapters/ledger_sqlite/event_log.h"

#include "adapters/ledger_sqlite/file_lock.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <QDir>

#include <unistd.h>

namespace lakehouse::adapters {

using base::ErrorCode;
using base::Ok;
using base::Result;
using model::RunEvent;

namespace {

constexpr qint64 blockBytes = 16 << 10;

Result<QByteArray> readAt(QFile &file, qint64 offset, qint64 size)
{
    if (file.seek(offset))
        if (QByteArray bytes = file.read(size); bytes.size() == size)
            return bytes;
    return fileError(file);
}

/// Where the last finished line that starts before `end` ends; 0 without one. `end` itself must be such a place, or the end of the file.
Result<qint64> lineBreakBefore(QFile &file, qint64 end)
{
    while (end > 0) {
        const qint64 start = std::max<qint64>(0, end - blockBytes);
        EKOS_TRY(const QByteArray block, readAt(file, start, end - start));
        if (const qsizetype found = block.lastIndexOf('\n'); found >= 0)
            return start + found + 1;
        end = start;
    }
    return 0;
}

/// Where the first line that starts behind `offset` starts; at most `end`.
Result<qint64> lineStartBehind(QFile &file, qint64 offset, qint64 end)
{
    while (offset < end) {
        EKOS_TRY(const QByteArray block, readAt(file, offset, std::min(blockBytes, end - offset)));
        if (const qsizetype found = block.indexOf('\n'); found >= 0)
            return offset + found + 1;
        offset += block.size();
    }
    return end;
}

std::optional<RunEvent> toEvent(const QByteArray &line)
{
    auto event = describe::readJson<RunEvent>(line);
    return event ? std::optional(std::move(event).value()) : std::nullopt;
}

/// The number of the last event before `end`, lines that cannot be read counted in.
Result<qint64> lastSequence(QFile &file, qint64 end)
{
    for (qint64 unreadable = 0; end > 0; ++unreadable) {
        EKOS_TRY(const qint64 start, lineBreakBefore(file, end - 1));
        EKOS_TRY(const QByteArray line, readAt(file, start, end - 1 - start));
        if (const auto event = toEvent(line))
            return event->sequence + unreadable;
        if (start == 0)
            return unreadable + 1;
        end = start;
    }
    return 0;
}

/// A place from which the first event after this number is reached within about a block. The lines are in order, so halving finds it.
Result<qint64> placeNear(QFile &file, qint64 afterSequence, qint64 end)
{
    qint64 low = 0; // starts a line; no event before it is wanted
    qint64 high = afterSequence > 0 ? end : 0;
    while (high - low > blockBytes) {
        const qint64 middle = low + (high - low) / 2;
        EKOS_TRY(const qint64 start, lineStartBehind(file, middle, high));
        if (start >= high)
            break; // one long line
        EKOS_TRY(const qint64 next, lineStartBehind(file, start, end));
        EKOS_TRY(const QByteArray line, readAt(file, start, next - 1 - start));
        const auto event = toEvent(line);
        if (!event)
            break; // walk over the unreadable line from here
        if (event->sequence <= afterSequence)
            low = start;
        else
            high = start;
    }
    return low;
}

RunEvent unreadableLine(qint64 sequence, base::UtcTime at)
{
    return {.sequence = sequence, .atUtc = at, .level = model::EventLevel::Warning, .message = QT_TRANSLATE_NOOP("core", "This line of the log is damaged.")};
}

Result<std::vector<RunEvent>> readFrom(QFile &file, qint64 place, qint64 end, qint64 afterSequence, qint64 limit)
{
    std::vector<RunEvent> events;
    EKOS_TRY(RunEvent last, [&]() -> Result<RunEvent> {
        EKOS_TRY(const qint64 before, lastSequence(file, place));
        return RunEvent{.sequence = before};
    }());
    QByteArray rest;
    while (place < end && qint64(events.size()) < limit) {
        EKOS_TRY(const QByteArray block, readAt(file, place, std::min(blockBytes, end - place)));
        place += block.size();
        rest += block;
        qsizetype start = 0;
        for (qsizetype stop; qint64(events.size()) < limit && (stop = rest.indexOf('\n', start)) >= 0; start = stop + 1) {
            last = toEvent(rest.mid(start, stop - start)).value_or(unreadableLine(last.sequence + 1, last.atUtc));
            if (last.sequence > afterSequence)
                events.push_back(last);
        }
        rest.remove(0, start);
    }
    return events;
}

} // namespace

QString EventLog::path(const model::RunId &run) const
{
    return QStringLiteral("%1/%2/events.jsonl").arg(m_folder, run.toString());
}

Result<RunEvent> EventLog::append(const model::RunId &run, RunEvent event) const
{
    QDir().mkpath(QStringLiteral("%1/%2").arg(m_folder, run.toString())); // when it fails, opening says why
    QFile file(path(run));
    EKOS_CHECK(openLocked(file, FileUse::Write));
    EKOS_TRY(const qint64 end, lineBreakBefore(file, file.size()));
    EKOS_TRY(const qint64 last, lastSequence(file, end));
    event.sequence = last + 1;
    const QByteArray line = describe::canonicalJson(event) + '\n';
    if ((file.size() > end && !file.resize(end)) || !file.seek(end))
        return fileError(file);
    if (file.write(line) != line.size()) {
        const base::Error error = fileError(file);
        file.resize(end); // if this fails too, the next append does it
        return error;
    }
    if (event.level != model::EventLevel::Info && ::fsync(file.handle()) != 0)
        return fileError(file);
    return event;
}

Result<std::vector<RunEvent>> EventLog::read(const model::RunId &run, qint64 afterSequence, qint64 limit) const
{
    QFile file(path(run));
    if (const Result<> opened = openLocked(file, FileUse::Read); !opened) {
        if (opened.error().code == ErrorCode::NotFound)
            return std::vector<RunEvent>();
        return opened.error();
    }
    EKOS_TRY(const qint64 end, lineBreakBefore(file, file.size())); // an unfinished line is nobody's event
    EKOS_TRY(const qint64 place, placeNear(file, afterSequence, end));
    return readFrom(file, place, end, afterSequence, limit);
}

Result<> EventLog::sync(const model::RunId &run) const
{
    QFile file(path(run));
    if (!file.open(QIODevice::ReadOnly))
        return Ok{}; // nothing was logged
    return ::fsync(file.handle()) == 0 ? Result<>(Ok{}) : fileError(file);
}

} // namespace lakehouse::adapters

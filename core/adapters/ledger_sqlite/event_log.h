#pragma once

#include "model/run.h"

namespace lakehouse::adapters {

/// The log of a run: `<folder>/<run>/events.jsonl`, one event a line as canonical JSON, numbered from 1. Several processes may append.
/// From any thread.
class EventLog {
public:
    explicit EventLog(const QString &folder) : m_folder(folder) {}

    /// Gives the event its number and appends it. A line that a crash left unfinished is removed first. Warnings and errors wait for the disk.
    base::Result<model::RunEvent> append(const model::RunId &run, model::RunEvent event) const;
    /// In order; empty when there is no log. A line that cannot be read is answered as a warning in its place. Costs do not grow with the log.
    base::Result<std::vector<model::RunEvent>> read(const model::RunId &run, qint64 afterSequence, qint64 limit) const;
    /// Waits until everything is on the disk.
    base::Result<> sync(const model::RunId &run) const;

private:
    QString path(const model::RunId &run) const;
    QString m_folder;
};

} // namespace lakehouse::adapters

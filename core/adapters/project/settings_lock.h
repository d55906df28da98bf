#pragma once

#include "base/run_context.h"

#include <QString>

namespace lakehouse::adapters {

/// Whoever changes ekos.toml holds this lock meanwhile, so that of two writers the second sees what the first wrote. The system gives it back when
/// the process ends, however it ends.
class SettingsLock {
public:
    /// Waits for at most ten seconds, then fails with Busy. `path` is made when it is missing; its folder has to be there.
    static base::Result<SettingsLock> take(const QString &path, base::RunContext &run);
    SettingsLock(SettingsLock &&other) noexcept : m_file(std::exchange(other.m_file, -1)) {}
    SettingsLock &operator=(SettingsLock &&) = delete;
    ~SettingsLock();

private:
    explicit SettingsLock(int file) : m_file(file) {}
    int m_file;
};

} // namespace lakehouse::adapters

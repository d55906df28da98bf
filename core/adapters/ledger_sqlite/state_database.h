#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "base/clock.h"

#include <mutex>

namespace lakehouse::adapters {

/// The file `state.sqlite` of a folder. One that is damaged is set aside with a note beside it, and made anew as one that is missing is;
/// runs come back from `runs/<id>/run.json`. From any thread: `use` lends the connection to one at a time.
class StateDatabase {
public:
    /// Makes the folder too. `clock` must live longer.
    static base::Result<std::unique_ptr<StateDatabase>> open(const QString &folder, const base::Clock &clock);

    /// Calls work(SqliteConnection &) and answers its result.
    template<typename Work>
    auto use(Work &&work) -> std::invoke_result_t<Work, SqliteConnection &>
    {
        const std::lock_guard lock(m_mutex);
        EKOS_CHECK(followFile());
        auto result = work(*m_connection);
        if (!result && result.error().code == base::ErrorCode::Corrupt)
            markDamaged();
        return result;
    }

private:
    struct FileId {
        quint64 device = 0;
        quint64 node = 0;
        friend bool operator==(const FileId &, const FileId &) = default;
    };
    StateDatabase(const QString &folder, const base::Clock &clock) : m_folder(folder), m_clock(clock) {}
    QString path() const { return m_folder + QStringLiteral("/state.sqlite"); }
    QString damageMark() const { return path() + QStringLiteral(".damaged"); }
    FileId fileId() const;
    base::Result<> connect();
    base::Result<> connectOnce();
    base::Result<> bringRunsBack();
    base::Result<> setAside(const QString &why);
    base::Result<> followFile();
    void markDamaged() const;

    QString m_folder;
    const base::Clock &m_clock;
    std::mutex m_mutex;
    std::unique_ptr<SqliteConnection> m_connection;
    FileId m_fileId;
};

} // namespace lakehouse::adapters

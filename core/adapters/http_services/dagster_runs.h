#pragma once

#include "adapters/http_services/json_value.h"
#include "ports/orchestrator.h"

#include <map>
#include <mutex>

namespace lakehouse::adapters {

/// What is known of the runs that are followed: the events of a run add up, so that each answer needs only the new ones. Thread-safe.
class DagsterRuns {
public:
    /// Where reading goes on; empty at the beginning.
    QString cursor(const QString &runId) const;
    /// Adds one page: the object "Run" of an answer with status and eventConnection, asked for from the cursor `after`.
    /// A page that another thread has added already changes nothing. True when there are more pages.
    bool add(const QString &runId, const QString &after, const JsonValue &run);
    ports::OrchestratorRun run(const QString &runId) const;

private:
    struct Followed {
        QString cursor = {};
        ports::OrchestratorRun run = {};
        std::map<QString, QString> assetOfStep = {};
        ports::AssetProgress &asset(const QString &key);
        void apply(const JsonValue &event);
        void applyFailure(const JsonValue &event);
    };

    mutable std::mutex m_mutex;
    std::map<QString, Followed> m_runs;
};

/// The fields of a run that DagsterRuns reads.
extern const char *const dagsterRunFields;

} // namespace lakehouse::adapters

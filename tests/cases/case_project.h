#pragma once

#include "support/postgres_cluster.h"
#include "support/test_workspace.h"
#include "usecases/all_handlers.h"

namespace lakehouse::cases {

inline constexpr const char *readerRole = "reader";
inline constexpr const char *readerPassword = "s3cr3t-of-the-reader";

/// A project whose source is the real adapter on a PostgreSQL of its own. Trino is a stand-in that shows every table and column as its connector
/// does with the settings that `doctor` asks for.
class CaseProject final : public usecases::WorkspaceProvider {
public:
    /// `database`: at the cluster. `settings`: further lines of [extensions.lakehouse] and tables below it.
    CaseProject(const testing::PostgresCluster &cluster, const QString &database, const QString &settings);
    ~CaseProject() override;

    base::Result<std::shared_ptr<usecases::Workspace>> open(const QString &project) override;

    /// Asks as a person at the command line would, and waits.
    template<api::OperationRequest R>
    base::Result<typename R::Answer> ask(const R &request)
    {
        base::RunContext run;
        const api::CallContext context{.actor = {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("cli")}};
        EKOS_TRY(const api::AnyAnswer answer, (*m_registry.find(R::operation))(api::AnyRequest::of(request), context, run));
        return answer.as<typename R::Answer>();
    }

private:
    class Space;
    class Lake;

    const testing::PostgresCluster &m_cluster;
    QString m_database;
    testsupport::TestProject m_project;
    std::shared_ptr<Space> m_space;
    usecases::HandlerRegistry m_registry;
};

} // namespace lakehouse::cases

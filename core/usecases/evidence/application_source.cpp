#include "usecases/evidence/application_source.h"

#include "text/source_language.h"

#include <algorithm>
#include <mutex>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

QString routineName(const SourceRoutine &routine)
{
    return sqlIdentifier(routine.schema) + QLatin1Char('.') + sqlIdentifier(routine.name);
}

bool isSql(const QString &path)
{
    return text::sourceLanguage(path, {}) == text::SourceLanguage::Sql;
}

} // namespace

Result<ApplicationSource> readApplication(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    ApplicationSource source{.isObserved = !loaded.settings.observePaths.empty()};
    if (!source.isObserved)
        return source;
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Read the application's source")));
    std::mutex mutex;
    const auto visit = [&](const ports::ObservedFile &file) {
        rules::SourceWrites writes = rules::scanSource(file.path, file.text);
        const std::lock_guard lock(mutex);
        if (!writes.isEmpty())
            source.writes.push_back(std::move(writes));
        if (isSql(file.path))
            source.sqlFiles.push_back({file.path, file.text});
    };
    const ports::ObserveRequest request{.folder = loaded.folder, .paths = loaded.settings.observePaths, .isWanted = [](const QString &path) { return text::mayBeSource(path); }};
    EKOS_TRY(source.report, workspace.observedFiles().read(request, visit, run));
    if (const QString &watermark = loaded.settings.lakehouse.applicationWatermark; !watermark.isEmpty())
        source.watermarkColumns.push_back(watermark);
    std::ranges::sort(source.sqlFiles, {}, &rules::SourceText::path);
    return source;
}

Result<rules::WriteFindings> writesTo(const CatalogSnapshot &catalog, const ApplicationSource &application, RunContext &run)
{
    if (!application.isObserved)
        return rules::WriteFindings();
    rules::WriteInput input{.sources = application.writes, .watermarkColumns = application.watermarkColumns};
    for (const SourceRoutine &routine : catalog.routines) {
        EKOS_CHECK(run.cancel().check());
        if (rules::SourceWrites writes = rules::scanRoutine(routineName(routine), routine.source); !writes.isEmpty())
            input.sources.push_back(std::move(writes));
    }
    for (const SourceTable &table : catalog.tables)
        if (model::holdsRows(table.kind))
            input.tables.push_back(table.name);
    return rules::writeBehaviour(input);
}

} // namespace lakehouse::usecases

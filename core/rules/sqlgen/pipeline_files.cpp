#include "rules/sqlgen/pipeline_files.h"

#include "describe/canonical_json.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/dagster_files.h"
#include "rules/sqlgen/quoting.h"

#include <QUrl>

#include <algorithm>
#include <atomic>
#include <thread>

namespace lakehouse::rules {

using model::GeneratedFile;

namespace {

/// Calls body(0) … body(count - 1) on all processors. Each call writes to a place of its own, so the order makes no difference.
template<typename Body>
void inParallel(std::size_t count, const Body &body)
{
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            body(i);
    };
    std::vector<std::thread> helpers;
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    constexpr std::size_t worthAThread = 16; // below it starting one costs more than it saves
    while (helpers.size() + 1 < std::min(processors, count / worthAThread))
        helpers.emplace_back(work);
    work();
    for (std::thread &helper : helpers)
        helper.join();
}

/// The position after the JSON string that begins at `start`.
qsizetype stringEnd(const char *json, qsizetype start)
{
    qsizetype at = start + 1;
    while (json[at] != '"')
        at += json[at] == '\\' ? 2 : 1;
    return at + 1;
}

/// The same JSON with one value a line, so that a difference shows what changed.
QByteArray oneValuePerLine(const QByteArray &canonical)
{
    const char *json = canonical.constData(); // ends with NUL
    const QByteArray blanks(256, ' ');        // deeper than any document of ours
    QByteArray lines;
    lines.reserve(canonical.size() * 3);
    qsizetype depth = 0, at = 0;
    const auto copyTo = [&](qsizetype end) {
        lines.append(json + at, end - at);
        at = end;
    };
    const auto newLine = [&] { lines.append('\n').append(blanks.constData(), depth * 2); };
    while (at < canonical.size()) {
        const char c = json[at];
        if (c == '"') {
            copyTo(stringEnd(json, at));
        } else if ((c == '{' && json[at + 1] == '}') || (c == '[' && json[at + 1] == ']')) {
            copyTo(at + 2);
        } else if (c == '}' || c == ']') {
            --depth;
            newLine();
            copyTo(at + 1);
        } else {
            copyTo(at + 1);
            depth += c == '{' || c == '[' ? 1 : 0;
            if (c == '{' || c == '[' || c == ',')
                newLine();
            else if (c == ':')
                lines.append(' ');
        }
    }
    return lines.append('\n');
}

GeneratedFile projectLock(const PipelineInputs &inputs)
{
    const QString json = QStringLiteral("{\n  \"format\": 1,\n  \"generator\": ") + jsonString(inputs.generator)
        + QStringLiteral(",\n  \"project\": ") + jsonString(inputs.project.toString()) + QStringLiteral("\n}\n");
    return {QStringLiteral("lakehouse.lock.json"), json.toUtf8()};
}

/// The files of one table, its lock last.
std::vector<GeneratedFile> tableFiles(const model::PlannedTable &table, const PipelineInputs &inputs)
{
    const model::TableDecision &decision = table.decision;
    const QString folder = tableFolder(decision.places) + QLatin1Char('/');
    std::vector<GeneratedFile> files;
    for (const StatementFile &statement : bronzeStatements(decision, inputs.settings.lakehouse.snapshotRetentionDays))
        files.push_back({folder + statement.name, statement.sql.toUtf8()});
    if (inputs.moreTableFiles)
        std::ranges::move(inputs.moreTableFiles(decision), std::back_inserter(files));
    std::ranges::sort(files, {}, &GeneratedFile::path);
    TableLock lock{.digest = table.digest(), .decision = decision};
    for (GeneratedFile &file : files) {
        Q_ASSERT(file.path.startsWith(folder));
        file.content.squeeze(); // a conversion to UTF-8 reserves three times what it needs, and thousands of tables are kept at once
        file.rememberDigest();
        lock.files.push_back({file.path.mid(folder.size()), file.digest()});
    }
    files.push_back({folder + QLatin1String(tableLockFile), oneValuePerLine(describe::canonicalJson(lock))});
    files.back().content.squeeze();
    return files;
}

} // namespace

QString tableFolder(const model::TablePlaces &places)
{
    if (places.fileSlug.contains(QLatin1Char('/')))
        return QStringLiteral("bronze/") + places.fileSlug;
    return QStringLiteral("bronze/") + QString::fromLatin1(QUrl::toPercentEncoding(places.trinoSchema)) + QLatin1Char('/') + places.fileSlug;
}

QString assetKey(const model::TablePlaces &places)
{
    QString key;
    const QByteArray folder = tableFolder(places).toUtf8();
    for (const char c : folder) {
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '.' || c == '/';
        if (isPlain)
            key += QLatin1Char(c);
        else if (c == '%') // of a folder's own encoding
            key += QLatin1Char('-');
        else
            key += QLatin1Char('-') + QString::fromLatin1(QByteArray(1, c).toHex().toUpper());
    }
    return key;
}

std::vector<QString> generatedFolders()
{
    return {QStringLiteral("bronze"), QStringLiteral("dagster")};
}

std::vector<GeneratedFile> pipelineFiles(const PipelineInputs &inputs)
{
    std::vector<GeneratedFile> files = dagsterFiles(inputs.plan, inputs.settings.lakehouse);
    files.push_back(projectLock(inputs));
    std::vector<std::vector<GeneratedFile>> ofTables(inputs.plan.tables.size());
    inParallel(ofTables.size(), [&](std::size_t i) {
        const model::PlannedTable &table = inputs.plan.tables[i];
        if (table.decision.mode != model::LoadMode::Refused)
            ofTables[i] = tableFiles(table, inputs);
    });
    for (std::vector<GeneratedFile> &ofTable : ofTables)
        std::ranges::move(ofTable, std::back_inserter(files));
    std::ranges::sort(files, {}, &GeneratedFile::path);
    return files;
}

model::SqlDigest sqlDigest(const std::vector<GeneratedFile> &files)
{
    std::vector<const GeneratedFile *> statements;
    std::vector<LockedFile> entries;
    for (const GeneratedFile &file : files) {
        if (!file.path.endsWith(QLatin1String(".sql")))
            continue;
        statements.push_back(&file);
        entries.push_back({file.path, {}});
    }
    inParallel(entries.size(), [&](std::size_t i) { entries[i].digest = statements[i]->digest(); });
    std::ranges::sort(entries, {}, &LockedFile::path);
    return model::SqlDigest::of(describe::canonicalJson(entries));
}

} // namespace lakehouse::rules

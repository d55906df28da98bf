#include "pages/sources/source_history.h"

#include "kit/localized.h"
#include "pages/sources/sources_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::CatalogFact;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("SourceHistory", source);
}

/// What differs from the reading before; a plan and an analysis write an entry each of the same catalog.
QString readingWords(const std::optional<CatalogFact> &now, const std::optional<CatalogFact> &before)
{
    if (!now)
        return words(QT_TRANSLATE_NOOP("SourceHistory", "Its catalog was read and had changed"));
    if (!before)
        return words(QT_TRANSLATE_NOOP("SourceHistory", "Its catalog was read for the first time: version %1")).arg(now->serverVersion);
    QStringList said;
    if (now->serverVersion != before->serverVersion)
        said += words(QT_TRANSLATE_NOOP("SourceHistory", "version %1 instead of %2")).arg(now->serverVersion, before->serverVersion);
    if (now->role != before->role)
        said += words(QT_TRANSLATE_NOOP("SourceHistory", "read as %1 instead of %2")).arg(now->role, before->role);
    if (now->databaseName != before->databaseName)
        said += words(QT_TRANSLATE_NOOP("SourceHistory", "database %1 instead of %2")).arg(now->databaseName, before->databaseName);
    if (now->digest != before->digest)
        said += words(QT_TRANSLATE_NOOP("SourceHistory", "what is in it is other than before; the page Analysis says it table by table"));
    if (!said.isEmpty())
        return words(QT_TRANSLATE_NOOP("SourceHistory", "Its catalog was read: %1")).arg(said.join(QStringLiteral("; ")));
    return now->isAnalyzed ? words(QT_TRANSLATE_NOOP("SourceHistory", "It was analyzed; its catalog is as it was read before"))
                           : words(QT_TRANSLATE_NOOP("SourceHistory", "Its catalog was read and is as before"));
}

/// The source that a change is about stands in its sentence.
bool isAbout(const model::Run &run, const QString &source)
{
    return !run.outcome.arguments.empty() && std::get_if<QString>(&run.outcome.arguments.front()) && std::get<QString>(run.outcome.arguments.front()) == source;
}

QString reasonOf(const SourcesState &state, const model::Run &run)
{
    const auto found = state.reasons.find(run.id.toString());
    return found == state.reasons.end() ? QString() : found->second;
}

} // namespace

std::vector<HistoryItem> sourceHistory(const SourcesState &state)
{
    std::vector<HistoryItem> items;
    for (std::size_t i = 0; i < state.history.size(); ++i) {
        const auto &[line, fact] = state.history[i];
        const std::optional<CatalogFact> before = i + 1 < state.history.size() ? state.history[i + 1].fact : std::nullopt;
        items.push_back({.at = line.recordedAtUtc, .who = line.actor, .what = readingWords(fact, before), .id = line.run ? line.run->toString() : QString()});
    }
    for (const model::Run &run : state.changes)
        if (isAbout(run, state.source))
            items.push_back({.at = run.startedAtUtc, .who = run.actor, .what = localized(run.outcome), .reason = reasonOf(state, run), .id = run.id.toString()});
    const auto trial = state.trials.find(state.source);
    const auto row = state.list ? std::ranges::find(state.list->sources, state.source, &api::SourceRow::name) : std::vector<api::SourceRow>::const_iterator();
    if (trial != state.trials.end() && trial->second.test && state.list && row != state.list->sources.end()) {
        const SourceTrial ended{.test = trial->second.test};
        items.push_back({.at = ended.test->testedAtUtc, .who = words(QT_TRANSLATE_NOOP("SourceHistory", "tried in this console")), .what = sourceReason(*row, ended),
                         .status = sourceStatus(*row, ended)});
    }
    return items;
}

QStringList removalReasons(const SourcesState &state)
{
    QStringList reasons;
    for (const model::Run &run : state.changes)
        if (const QString reason = reasonOf(state, run); !reason.isEmpty() && !reasons.contains(reason))
            reasons += reason;
    return reasons;
}

} // namespace lakehouse::views

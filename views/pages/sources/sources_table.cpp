#include "pages/sources/sources_table.h"

#include "kit/localized.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::CheckState;
using model::SecretPlace;

namespace {

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("SourcesTable", source, nullptr, count);
}

qint64 lacking(const api::SourceTest &test)
{
    return std::ranges::count(test.rights, false, &api::SourceRight::isHeld);
}

const model::ServiceCheck *failedCheck(const api::SourceTest &test)
{
    const auto failed = std::ranges::find(test.checks, CheckState::Failed, &model::ServiceCheck::state);
    return failed == test.checks.end() ? nullptr : &*failed;
}

/// It cannot be reached now, whatever was found when it could.
bool needsPassword(const api::SourceRow &row, const SourceTrial &trial)
{
    return row.secret == SecretPlace::Missing && !row.passwordEnv.isEmpty() && (!trial.test || trial.isFromBefore);
}

QString engineName(const QString &engine)
{
    if (engine == QLatin1String("postgresql"))
        return QStringLiteral("PostgreSQL");
    return engine == QLatin1String("oracle") ? QStringLiteral("Oracle") : engine;
}

} // namespace

std::vector<TableColumn> sourceColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("status", QT_TRANSLATE_NOOP("SourcesTable", "Status"), QT_TRANSLATE_NOOP("SourcesTable", "What the last try said"), CellKind::Status, 160),
        column("name", QT_TRANSLATE_NOOP("SourcesTable", "Name"), QT_TRANSLATE_NOOP("SourcesTable", "Of the entry in ekos.toml"), CellKind::Text, 130),
        column("address", QT_TRANSLATE_NOOP("SourcesTable", "Address"), QT_TRANSLATE_NOOP("SourcesTable", "Host, port and database"), CellKind::Text, 210),
        column("rights", QT_TRANSLATE_NOOP("SourcesTable", "Rights"), QT_TRANSLATE_NOOP("SourcesTable", "Held and needed, at the last try"), CellKind::Text, 100),
        column("tables", QT_TRANSLATE_NOOP("SourcesTable", "Tables"), QT_TRANSLATE_NOOP("SourcesTable", "Without views, at the last reading"), CellKind::Number, 70),
        column("last-read", QT_TRANSLATE_NOOP("SourcesTable", "Last read"), QT_TRANSLATE_NOOP("SourcesTable", "When its catalog was read"), CellKind::Time, 150),
        column("secret", QT_TRANSLATE_NOOP("SourcesTable", "Password"), QT_TRANSLATE_NOOP("SourcesTable", "Where it is; never the password itself"), CellKind::Text, 220),
        column("user", QT_TRANSLATE_NOOP("SourcesTable", "User"), QT_TRANSLATE_NOOP("SourcesTable", "That signs in"), CellKind::Text, 100),
        column("engine", QT_TRANSLATE_NOOP("SourcesTable", "Engine"), QT_TRANSLATE_NOOP("SourcesTable", "And its version at the last reading"), CellKind::Text, 140),
        column("trino", QT_TRANSLATE_NOOP("SourcesTable", "Trino catalog"), QT_TRANSLATE_NOOP("SourcesTable", "That moves its rows"), CellKind::Text, 130),
    };
}

std::vector<FilterChip> sourceChips()
{
    return {{QStringLiteral("needs-me"), words(QT_TRANSLATE_NOOP("SourcesTable", "Needs me")), [](const TableRows &rows, qsizetype row) { return rows.needsMe(row); }}};
}

Status sourceStatus(const api::SourceRow &row, const SourceTrial &trial)
{
    if (trial.isRunning)
        return Status::Running;
    if (trial.error)
        return Status::Failed;
    if (needsPassword(row, trial))
        return Status::NeedsYou;
    if (trial.test) {
        if (failedCheck(*trial.test))
            return Status::Failed;
        return lacking(*trial.test) > 0 ? Status::DoneWithProblems : Status::Done;
    }
    return row.lastReadAtUtc ? Status::Ready : Status::NotStarted;
}

QString sourceReason(const api::SourceRow &row, const SourceTrial &trial)
{
    if (trial.isRunning)
        return words(QT_TRANSLATE_NOOP("SourcesTable", "It is being tried."));
    if (trial.error)
        return localized(trial.error->message);
    if (needsPassword(row, trial))
        return words(QT_TRANSLATE_NOOP("SourcesTable", "Its password is not known here. Set it, or start the console with the variable %1.")).arg(row.passwordEnv);
    if (trial.test) {
        if (const model::ServiceCheck *failed = failedCheck(*trial.test))
            return words(QT_TRANSLATE_NOOP("SourcesTable", "%1 %2")).arg(localized(failed->finding), localized(failed->remedy));
        if (const qint64 lack = lacking(*trial.test); lack > 0)
            return words(QT_TRANSLATE_NOOP("SourcesTable", "%n right(s) are missing: see the tab Rights."), int(lack));
        return words(QT_TRANSLATE_NOOP("SourcesTable", "Reached, signed in, a write was refused, every right is held: %1.")).arg(localized(trial.test->testedAtUtc));
    }
    if (row.lastReadAtUtc)
        return words(QT_TRANSLATE_NOOP("SourcesTable", "Read at %1; not tried yet.")).arg(localized(*row.lastReadAtUtc));
    return words(QT_TRANSLATE_NOOP("SourcesTable", "Neither tried nor read yet."));
}

QString secretWords(const api::SourceRow &row)
{
    if (row.passwordEnv.isEmpty())
        return words(QT_TRANSLATE_NOOP("SourcesTable", "none needed"));
    switch (row.secret) {
    case SecretPlace::Environment: return words(QT_TRANSLATE_NOOP("SourcesTable", "variable %1")).arg(row.passwordEnv);
    case SecretPlace::Keychain: return words(QT_TRANSLATE_NOOP("SourcesTable", "system keyring"));
    case SecretPlace::Session: return words(QT_TRANSLATE_NOOP("SourcesTable", "typed in, until the console closes"));
    case SecretPlace::Missing: return words(QT_TRANSLATE_NOOP("SourcesTable", "missing"));
    }
    return {};
}

SourceTableRows::SourceTableRows(const SourcesState &state)
{
    if (!state.list)
        return;
    m_rows = state.list->sources;
    for (const api::SourceRow &row : m_rows) {
        const auto trial = state.trials.find(row.name);
        m_trials.push_back(trial == state.trials.end() ? SourceTrial() : trial->second);
    }
}

QString SourceTableRows::text(qsizetype index, int column) const
{
    const api::SourceRow &row = m_rows[std::size_t(index)];
    const SourceTrial &trial = m_trials[std::size_t(index)];
    switch (SourceColumn(column)) {
    case SourceColumn::Status: return {};
    case SourceColumn::Name: return row.name;
    case SourceColumn::Engine: return row.serverVersion.isEmpty() ? engineName(row.engine) : engineName(row.engine) + QLatin1Char(' ') + row.serverVersion;
    case SourceColumn::Address: return row.address;
    case SourceColumn::User: return row.user;
    case SourceColumn::Secret: return secretWords(row);
    case SourceColumn::Rights:
        if (!trial.test || trial.test->rights.empty())
            return words(QT_TRANSLATE_NOOP("SourcesTable", "not tried"));
        return words(QT_TRANSLATE_NOOP("SourcesTable", "%1 of %2")).arg(countText(qint64(trial.test->rights.size()) - lacking(*trial.test)), countText(qint64(trial.test->rights.size())));
    case SourceColumn::Tables: return row.lastReadAtUtc ? countText(row.tables) : QString();
    case SourceColumn::LastRead: return row.lastReadAtUtc ? localized(*row.lastReadAtUtc) : QString();
    case SourceColumn::TrinoCatalog: return row.trinoCatalog;
    }
    return {};
}

std::optional<double> SourceTableRows::number(qsizetype index, int column) const
{
    const api::SourceRow &row = m_rows[std::size_t(index)];
    if (!row.lastReadAtUtc)
        return std::nullopt;
    switch (SourceColumn(column)) {
    case SourceColumn::Tables: return double(row.tables);
    case SourceColumn::LastRead: return double(row.lastReadAtUtc->microseconds) / 1e6;
    default: return std::nullopt;
    }
}

std::optional<Status> SourceTableRows::status(qsizetype index, int column) const
{
    return SourceColumn(column) == SourceColumn::Status ? std::optional(sourceStatus(m_rows[std::size_t(index)], m_trials[std::size_t(index)])) : std::nullopt;
}

QString SourceTableRows::reason(qsizetype index, int column) const
{
    const api::SourceRow &row = m_rows[std::size_t(index)];
    const SourceTrial &trial = m_trials[std::size_t(index)];
    switch (SourceColumn(column)) {
    case SourceColumn::Status: return sourceReason(row, trial);
    case SourceColumn::Rights: return trial.test ? words(QT_TRANSLATE_NOOP("SourcesTable", "Tried at %1.")).arg(localized(trial.test->testedAtUtc)) : QString();
    case SourceColumn::Tables: return row.lastReadAtUtc ? words(QT_TRANSLATE_NOOP("SourcesTable", "Counted at %1, without views.")).arg(localized(*row.lastReadAtUtc)) : QString();
    default: return {};
    }
}

bool SourceTableRows::needsMe(qsizetype index) const
{
    const Status status = *this->status(index, int(SourceColumn::Status));
    return status == Status::NeedsYou || status == Status::Failed || status == Status::DoneWithProblems;
}

} // namespace lakehouse::views

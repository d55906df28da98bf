#include "rules/findings/scope_findings.h"

#include "rules/findings/evidence_places.h"
#include "rules/findings/name_words.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using base::Text;
using model::ScopeChoice;
using model::ScopeProposal;
using model::SourceTable;
using model::TableKind;
using model::TableName;

struct Bookkeeping {
    const char *table;
    const char *tool;
    const char *column; ///< that has to be there, where the name alone says too little; else empty
};

constexpr Bookkeeping bookkeeping[] = {
    {"flyway_schema_history", "Flyway", ""},
    {"schema_version", "Flyway", "installed_rank"},
    {"databasechangelog", "Liquibase", ""},
    {"databasechangeloglock", "Liquibase", ""},
    {"alembic_version", "Alembic", ""},
    {"django_migrations", "Django", ""},
    {"schema_migrations", "Rails", ""},
    {"ar_internal_metadata", "Rails", ""},
    {"__efmigrationshistory", "Entity Framework", ""},
    {"knex_migrations", "Knex", ""},
    {"knex_migrations_lock", "Knex", ""},
    {"sequelizemeta", "Sequelize", ""},
    {"typeorm_metadata", "TypeORM", ""},
    {"_prisma_migrations", "Prisma", ""},
    {"doctrine_migration_versions", "Doctrine", ""},
    {"phinxlog", "Phinx", ""},
    {"goose_db_version", "Goose", ""},
    {"migrations", "Laravel", "batch"},
    {"ad_migration", "ADempiere", ""},
    {"ad_migrationstep", "ADempiere", ""},
    {"ad_migrationdata", "ADempiere", ""},
    {"ad_migrationscript", "iDempiere", ""},
};

bool hasColumn(const SourceTable &table, const QString &name)
{
    return std::ranges::any_of(table.columns, [&](const model::SourceColumn &column) { return column.name.compare(name, Qt::CaseInsensitive) == 0; });
}

/// What a browser's or a person's session is remembered by: the word alone also names lessons and meetings.
bool hasSessionColumn(const SourceTable &table)
{
    static const QSet<QString> words{QStringLiteral("expire"), QStringLiteral("expires"), QStringLiteral("expired"), QStringLiteral("expiry"), QStringLiteral("token"),
                                     QStringLiteral("sid"), QStringLiteral("cookie"), QStringLiteral("ip"), QStringLiteral("websession"), QStringLiteral("remote")};
    return std::ranges::any_of(table.columns, [](const model::SourceColumn &column) {
        const QStringList ofColumn = nameWords(column.name);
        return column.name.compare(QLatin1String("websession"), Qt::CaseInsensitive) == 0 || std::ranges::any_of(ofColumn, [](const QString &word) { return words.contains(word); });
    });
}

ScopeProposal out(const TableName &table, Text why, const QString &detail)
{
    return {table, ScopeChoice::Out, std::move(why), {tableEvidence(table, detail)}};
}

class ScopeSearch {
public:
    explicit ScopeSearch(const model::CatalogSnapshot &catalog)
    {
        for (const SourceTable &table : catalog.tables)
            addOriginal(table.name);
    }

    ScopeProposal propose(const SourceTable &table) const
    {
        std::optional<ScopeProposal> proposal = byKind(table);
        if (!proposal)
            proposal = byBookkeeping(table);
        if (!proposal)
            proposal = byCopy(table);
        if (!proposal)
            proposal = byWord(table);
        if (proposal)
            return *std::move(proposal);
        const QString kind = table.kind == TableKind::PartitionedTable ? QStringLiteral("partitioned table") : QStringLiteral("ordinary table");
        return {table.name, ScopeChoice::In, QT_TRANSLATE_NOOP("core", "An ordinary table, and nothing speaks against loading it."), {tableEvidence(table.name, kind)}};
    }

private:
    /// What copies of one stem are copies of: the table with the fewest words that says of itself to be no copy.
    struct Original {
        const TableName *name = nullptr;
        qsizetype words = 0;
    };

    void addOriginal(const TableName &name)
    {
        const QStringList words = nameWords(name.table());
        if (words.isEmpty() || isBackupWord(words.last()) || isVersionWord(words.last()))
            return;
        Original &known = m_originals[{name.schema(), nameStem(name.table())}];
        if (!known.name || std::pair(words.size(), name) < std::pair(known.words, *known.name))
            known = {&name, words.size()};
    }

    static std::optional<ScopeProposal> byKind(const SourceTable &table)
    {
        switch (table.kind) {
        case TableKind::View:
            return out(table.name, QT_TRANSLATE_NOOP("core", "A view holds no rows of its own; the tables below it are loaded."), QStringLiteral("view"));
        case TableKind::MaterializedView:
            return out(table.name, QT_TRANSLATE_NOOP("core", "A materialised view can be worked out again from the tables below it."), QStringLiteral("materialised view"));
        case TableKind::ForeignTable:
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its rows live in another system; load them from there."), QStringLiteral("foreign table"));
        case TableKind::Table:
        case TableKind::PartitionedTable:
            break;
        }
        if (table.isUnlogged)
            return out(table.name, QT_TRANSLATE_NOOP("core", "It is unlogged: PostgreSQL empties it after a crash."), QStringLiteral("unlogged"));
        return std::nullopt;
    }

    static std::optional<ScopeProposal> byBookkeeping(const SourceTable &table)
    {
        const QString name = table.name.table().toLower();
        const auto found = std::ranges::find_if(bookkeeping, [&](const Bookkeeping &entry) { return name == QLatin1String(entry.table); });
        if (found == std::end(bookkeeping) || (*found->column && !hasColumn(table, QString::fromLatin1(found->column))))
            return std::nullopt;
        const QString tool = QString::fromLatin1(found->tool);
        return out(table.name, {QT_TRANSLATE_NOOP("core", "%1 keeps its record of migrations under this name."), tool}, QStringLiteral("has the name of a record of migrations of ") + tool);
    }

    /// A copy by a word such as bak; by a word such as old, or a day, only beside the table it would be a copy of.
    std::optional<ScopeProposal> byCopy(const SourceTable &table) const
    {
        const QStringList words = nameWords(table.name.table());
        const bool isCopyByWord = words.size() > 1 && std::ranges::any_of(words, isBackupWord);
        const TableName *original = words.size() > 1 && (isCopyByWord || isVersionWord(words.last())) ? originalOf(table.name, words.size()) : nullptr;
        if (!isCopyByWord && !original)
            return std::nullopt;
        if (!original)
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its name looks like that of a backup copy."), QStringLiteral("has the name of a copy"));
        ScopeProposal proposal = out(table.name, {QT_TRANSLATE_NOOP("core", "Its name looks like that of a copy of %1."), original->toString()}, QStringLiteral("has the name of a copy"));
        proposal.evidence.push_back(tableEvidence(*original, QStringLiteral("is there beside it")));
        return proposal;
    }

    const TableName *originalOf(const TableName &copy, qsizetype words) const
    {
        const auto found = m_originals.find({copy.schema(), nameStem(copy.table())});
        return found != m_originals.end() && found->second.words < words ? found->second.name : nullptr;
    }

    static std::optional<ScopeProposal> byWord(const SourceTable &table)
    {
        static const QSet<QString> temporary{QStringLiteral("tmp"), QStringLiteral("temp"), QStringLiteral("staging"), QStringLiteral("stg")};
        static const QSet<QString> logs{QStringLiteral("log"), QStringLiteral("logs"), QStringLiteral("logging")};
        static const QSet<QString> caches{QStringLiteral("cache"), QStringLiteral("caches")};
        static const QSet<QString> sessions{QStringLiteral("session"), QStringLiteral("sessions")};
        const QStringList words = nameWords(table.name.table());
        const auto isAtAnEnd = [&](const QSet<QString> &set) { return !words.isEmpty() && (set.contains(words.front()) || set.contains(words.last())); };
        const QString named = QStringLiteral("has the name of such a table");
        if (isAtAnEnd(temporary))
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its name looks like that of a temporary or staging table."), named);
        if (isAtAnEnd(logs))
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its name looks like that of a log."), named);
        if (isAtAnEnd(caches))
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its name looks like that of a cache."), named);
        if (isAtAnEnd(sessions) && hasSessionColumn(table))
            return out(table.name, QT_TRANSLATE_NOOP("core", "Its name and columns look like those of a table of sign-in sessions."), named);
        return std::nullopt;
    }

    std::map<std::pair<QString, QString>, Original> m_originals; ///< by schema and stem
};

} // namespace

std::vector<ScopeProposal> proposeScope(const model::CatalogSnapshot &catalog, const std::vector<ScopeProposal> &byApplication)
{
    const ScopeSearch search(catalog);
    std::map<TableName, ScopeProposal> proposals;
    for (const SourceTable &table : catalog.tables)
        proposals.insert_or_assign(table.name, search.propose(table));
    for (const ScopeProposal &proposal : byApplication) {
        const auto known = proposals.find(proposal.table);
        if (known != proposals.end() && known->second.choice == ScopeChoice::In)
            known->second = proposal;
    }
    std::vector<ScopeProposal> result;
    for (auto &[name, proposal] : proposals)
        result.push_back(std::move(proposal));
    return result;
}

} // namespace lakehouse::rules

#include "adapters/postgres/source_checks.h"

#include "adapters/postgres/catalog_queries.h"
#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/server_errors.h"
#include "adapters/postgres/sql_text.h"
#include "base/loopback.h"

#include <QStringList>
#include <QUuid>

#include <set>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::Result;
using base::Text;
using model::CheckState;
using model::ServiceCheck;
using ports::SqlRows;
using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr int mostNames = 5;
constexpr milliseconds slowAnswer{2'000};
constexpr qint64 largestSkewSeconds = 30; // half of what the upper bound leaves for it

/// Tables, views and the like that this role is meant to read, with the schema filter of the settings.
const char *const relations = R"(pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
   AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.objsubid = 0 AND x.deptype = 'e'))";

/// The first few, and a sign that there are more.
QString firstOf(const QStringList &all, const QString &separator = QStringLiteral(", "))
{
    return QStringList(all.mid(0, mostNames)).join(separator) + (all.size() > mostNames ? separator + QStringLiteral("…") : QString());
}

class SourceCheck {
public:
    explicit SourceCheck(SessionPool &pool) : m_pool(pool) {}

    std::vector<ServiceCheck> run(base::RunContext &run)
    {
        const SteadyClock::time_point start = SteadyClock::now();
        const Result<SessionLease> lease = m_pool.take(run);
        if (!lease) {
            addError("answers", lease.error());
            return std::move(m_lines);
        }
        m_session = &*lease.value();
        const auto latency = std::chrono::duration_cast<milliseconds>(SteadyClock::now() - start);
        add("answers", latency < slowAnswer ? CheckState::Passed : CheckState::Warning, {QT_TRANSLATE_NOOP("core", "%1 answered in %2 ms"), serverName(m_pool.connection()), qint64(latency.count())},
            latency < slowAnswer ? Text() : Text(QT_TRANSLATE_NOOP("core", "Check the way to the server: every step waits for it.")));
        checkVersion();
        checkEncoding();
        checkTls();
        checkReadRights();
        checkRowSecurity();
        checkWriteRights();
        checkStatisticsRight();
        checkTime();
        return std::move(m_lines);
    }

private:
    void checkVersion();
    void checkEncoding();
    void checkTls();
    void checkReadRights();
    void checkRowSecurity();
    void checkWriteRights();
    void checkStatisticsRight();
    void checkTime();

    void add(const char *check, CheckState state, Text finding, Text remedy = {})
    {
        m_lines.push_back({QStringLiteral("source"), QString::fromLatin1(check), state, std::move(finding), std::move(remedy)});
    }
    void addError(const char *check, const Error &error) { add(check, CheckState::Failed, error.message, error.hint); }
    /// The rows of a query in a read-only transaction of its own; a failure becomes a line.
    std::optional<SqlRows> ask(const char *check, const QString &sql);
    /// What happened to one write that is rolled back whatever comes of it.
    enum class WriteTrial { Refused, Done };
    Result<WriteTrial> tryWrite();
    QString inSchemas() const;
    QString role() const { return quotedIdentifier(m_pool.connection().user); }

    SessionPool &m_pool;
    Session *m_session = nullptr;
    std::vector<ServiceCheck> m_lines;
};

std::optional<SqlRows> SourceCheck::ask(const char *check, const QString &sql)
{
    const Result<Transaction> transaction = Transaction::begin(*m_session, TransactionMode::ReadCommitted);
    if (!transaction) {
        addError(check, transaction.error());
        return std::nullopt;
    }
    Result<SqlRows> rows = m_session->execute(sql);
    if (!rows) {
        addError(check, rows.error());
        return std::nullopt;
    }
    return std::move(rows).value();
}

QString SourceCheck::inSchemas() const
{
    const std::vector<QString> &schemas = m_pool.connection().schemas;
    return schemas.empty() ? QString() : QStringLiteral(" AND n.nspname::text = ANY (%1)").arg(quotedTextArray(schemas));
}

void SourceCheck::checkVersion()
{
    constexpr int oldest = 13;
    constexpr int newest = 18;
    const int version = m_session->serverVersion() / 10000;
    const QString printed = QStringLiteral("%1.%2").arg(version).arg(m_session->serverVersion() % 10000);
    if (version < oldest)
        add("version", CheckState::Failed, Text{QT_TRANSLATE_NOOP("core", "PostgreSQL %1"), printed}, QT_TRANSLATE_NOOP("core", "Versions 13 to 18 are supported: upgrade the source."));
    else if (version > newest)
        add("version", CheckState::Warning, Text{QT_TRANSLATE_NOOP("core", "PostgreSQL %1"), printed}, QT_TRANSLATE_NOOP("core", "Versions 13 to 18 are tested: look for a newer version of this program."));
    else
        add("version", CheckState::Passed, Text{QT_TRANSLATE_NOOP("core", "PostgreSQL %1"), printed});
}

void SourceCheck::checkEncoding()
{
    const auto rows = ask("encoding", QStringLiteral("SELECT current_setting('server_encoding')"));
    if (!rows)
        return;
    const QString encoding = rows->rows.at(0).at(0).value_or(QString());
    if (encoding == QLatin1String("SQL_ASCII"))
        add("encoding", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "encoding %1"), encoding}, QT_TRANSLATE_NOOP("core", "This encoding lets any bytes in: a row with text that is not UTF-8 will stop its load."));
    else
        add("encoding", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "encoding %1"), encoding});
}

void SourceCheck::checkTls()
{
    if (m_session->usesTls())
        add("tls", CheckState::Passed, QT_TRANSLATE_NOOP("core", "encrypted"));
    else if (base::isLoopbackHost(m_pool.connection().host))
        add("tls", CheckState::Passed, QT_TRANSLATE_NOOP("core", "not encrypted, on this machine"));
    else
        add("tls", CheckState::Warning, QT_TRANSLATE_NOOP("core", "not encrypted: rows cross the network in the clear"), QT_TRANSLATE_NOOP("core", "Turn TLS on at the server, then set tls-mode to \"verify-full\" and tls-root-certificate."));
}

/// Which rights are there and which are not, and the statements that give those.
struct ReadRights {
    qint64 readable = 0;   ///< tables and views, whole
    qint64 unreadable = 0; ///< not, or not whole
    QStringList names = {};
    QStringList grants = {};
    QStringList lackingSchemas = {};
};

ReadRights rightsIn(const SqlRows &rows, const QString &role)
{
    ReadRights rights;
    std::set<std::pair<QString, QString>> partlyReadable; // their columns follow one by one
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const QString schema = reader.text();
        const std::optional<QString> table = reader.optionalText();
        const std::optional<QString> column = reader.optionalText();
        const bool isHeld = reader.flag();
        const bool isInOpenSchema = !rights.lackingSchemas.contains(schema);
        const QString place = quotedIdentifier(schema) + QLatin1Char('.') + quotedIdentifier(table.value_or(QString()));
        const QString to = QStringLiteral(" TO ") + role + QLatin1Char(';');
        const QString name = model::sqlIdentifier(schema) + QLatin1Char('.') + model::sqlIdentifier(table.value_or(QString()));
        if (!table && !isHeld) {
            rights.lackingSchemas += schema;
            rights.grants += QStringLiteral("GRANT USAGE ON SCHEMA ") + quotedIdentifier(schema) + to;
        } else if (table && !column) {
            rights.readable += isHeld && isInOpenSchema ? 1 : 0;
            if (isHeld && isInOpenSchema)
                continue;
            ++rights.unreadable;
            rights.names += name;
            if (!isHeld)
                rights.grants += QStringLiteral("GRANT SELECT ON ") + place + to;
        } else if (table) {
            rights.unreadable += partlyReadable.emplace(schema, *table).second ? 1 : 0;
            if (isHeld)
                continue;
            rights.names += name + QLatin1Char('.') + model::sqlIdentifier(*column);
            rights.grants += QStringLiteral("GRANT SELECT (%1) ON %2").arg(quotedIdentifier(*column), place) + to;
        }
    }
    return rights;
}

void SourceCheck::checkReadRights()
{
    // A column is listed where its table can be read in part; where nothing of a table can be, the table is what has to be granted.
    const auto rows = ask("rights", QStringLiteral(R"(WITH relation AS (
    SELECT n.oid AS schema_id, n.nspname, c.oid, c.relname, has_table_privilege(c.oid, 'SELECT') AS is_whole, has_any_column_privilege(c.oid, 'SELECT') AS is_part FROM %1%2)
SELECT nspname, NULL, NULL, has_schema_privilege(schema_id, 'USAGE'), 0 FROM (SELECT DISTINCT schema_id, nspname FROM relation) s
UNION ALL SELECT nspname, relname, NULL, is_whole, 0 FROM relation WHERE is_whole OR NOT is_part
UNION ALL SELECT r.nspname, r.relname, a.attname, has_column_privilege(a.attrelid, a.attnum, 'SELECT'), a.attnum
  FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE r.is_part AND NOT r.is_whole
ORDER BY 1, 2 NULLS FIRST, 5)").arg(QLatin1String(relations), inSchemas()));
    if (!rows)
        return;
    const ReadRights rights = rightsIn(*rows, role());
    if (rights.unreadable > 0)
        add("rights", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "%1 tables and views can be read, %2 not or not whole: %3"), rights.readable, rights.unreadable, firstOf(rights.names)},
            {QT_TRANSLATE_NOOP("core", "Let an administrator run: %1 Or keep them out of scope."), firstOf(rights.grants, QStringLiteral(" "))});
    else if (rights.readable == 0)
        add("rights", CheckState::Warning, QT_TRANSLATE_NOOP("core", "There is no table to read."), QT_TRANSLATE_NOOP("core", "Check database and schemas in ekos.toml."));
    else
        add("rights", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "%1 tables and views can be read"), rights.readable});
}

void SourceCheck::checkRowSecurity()
{
    const auto rows = ask("row-security", QStringLiteral("SELECT n.nspname, c.relname, (SELECT json_agg(p.polname ORDER BY p.polname) FROM pg_policy p WHERE p.polrelid = c.oid) FROM %1%2 AND %3 ORDER BY 1, 2")
                                              .arg(QLatin1String(relations), inSchemas(), CatalogQueries::hidesRows()));
    if (!rows)
        return;
    QStringList names;
    for (const SqlRow &row : rows->rows) {
        RowReader reader(row);
        const QString schema = reader.text();
        const QString name = model::sqlIdentifier(schema) + QLatin1Char('.') + model::sqlIdentifier(reader.text());
        QStringList policies;
        for (const QString &policy : reader.names())
            policies += model::sqlIdentifier(policy);
        names += policies.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, policies.join(QStringLiteral(", ")));
    }
    if (names.isEmpty())
        add("row-security", CheckState::Passed, QT_TRANSLATE_NOOP("core", "no policy hides rows"));
    else
        add("row-security", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "Row security hides rows of %n table(s) from the reading role: %2"), base::Plural{qint64(names.size())}, firstOf(names)},
            {QT_TRANSLATE_NOOP("core", "Give the role a policy that shows every row, or: ALTER ROLE %1 BYPASSRLS;"), role()});
}

Result<SourceCheck::WriteTrial> SourceCheck::tryWrite()
{
    const auto schema = ask("write-refused", QStringLiteral("SELECT n.nspname FROM %1%2 ORDER BY has_schema_privilege(n.oid, 'CREATE') DESC, 1 LIMIT 1").arg(QLatin1String(relations), inSchemas()));
    const QString where = schema && !schema->rows.empty() ? RowReader(schema->rows.at(0)).text() : QStringLiteral("public");
    // The role may turn default_transaction_read_only off by itself, so the trial does: only its rights may stand in the way.
    EKOS_TRY(const Transaction transaction, Transaction::begin(*m_session, TransactionMode::ReadWriteTrial));
    const QString name = QStringLiteral("ekos_lakehouse_write_trial_") + QUuid::createUuid().toString(QUuid::Id128);
    const Result<SqlRows> made = m_session->execute(QStringLiteral("CREATE TABLE %1.%2 ()").arg(quotedIdentifier(where), quotedIdentifier(name)));
    if (!made && made.error().code == base::ErrorCode::Cancelled)
        return made.error();
    return made ? WriteTrial::Done : WriteTrial::Refused;
}

void SourceCheck::checkWriteRights()
{
    const auto rows = ask("write-refused", QStringLiteral(R"(SELECT n.nspname, c.relname FROM %1%2
   AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'INSERT, UPDATE')) ORDER BY 1, 2)").arg(QLatin1String(relations), inSchemas()));
    if (!rows)
        return;
    QStringList names;
    for (const SqlRow &row : rows->rows) {
        RowReader reader(row);
        const QString schema = reader.text();
        names += model::sqlIdentifier(schema) + QLatin1Char('.') + model::sqlIdentifier(reader.text());
    }
    if (!names.isEmpty()) {
        add("write-refused", CheckState::Failed, {QT_TRANSLATE_NOOP("core", "The role \"%1\" may change %2 tables: %3"), m_pool.connection().user, qint64(names.size()), firstOf(names)},
            {QT_TRANSLATE_NOOP("core", "Use a role of its own that may only read, or: REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM %1;"), role()});
        return;
    }
    const Result<WriteTrial> trial = tryWrite();
    if (!trial)
        addError("write-refused", trial.error());
    else if (trial.value() == WriteTrial::Done)
        add("write-refused", CheckState::Failed, {QT_TRANSLATE_NOOP("core", "The role \"%1\" could create a table (it was rolled back)."), m_pool.connection().user},
            {QT_TRANSLATE_NOOP("core", "Let an administrator run: REVOKE CREATE ON SCHEMA … FROM %1, PUBLIC;"), role()});
    else
        add("write-refused", CheckState::Passed, QT_TRANSLATE_NOOP("core", "a write was tried and refused"));
}

void SourceCheck::checkStatisticsRight()
{
    const auto rows = ask("sees-transactions", QStringLiteral("SELECT pg_has_role('pg_read_all_stats', 'USAGE')"));
    if (!rows)
        return;
    if (RowReader(rows->rows.at(0)).flag())
        add("sees-transactions", CheckState::Passed, QT_TRANSLATE_NOOP("core", "the role sees open transactions"));
    else
        add("sees-transactions", CheckState::Warning, QT_TRANSLATE_NOOP("core", "the role does not see the open transactions of others: incremental loads read an overlap again instead"),
            {QT_TRANSLATE_NOOP("core", "Let an administrator run: GRANT pg_read_all_stats TO %1;"), role()});
}

void SourceCheck::checkTime()
{
    const auto before = std::chrono::system_clock::now();
    const auto rows = ask("clock", QStringLiteral("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint"));
    if (!rows)
        return;
    const qint64 here = std::chrono::duration_cast<std::chrono::seconds>(before.time_since_epoch()).count();
    const qint64 skew = RowReader(rows->rows.at(0)).number() - here;
    if (std::abs(skew) <= largestSkewSeconds)
        add("clock", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "differs from this machine's by %1 s"), skew});
    else
        add("clock", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "differs from this machine's by %1 s"), skew}, QT_TRANSLATE_NOOP("core", "Let both machines follow a time server (NTP)."));
}

} // namespace

std::vector<ServiceCheck> checkSource(SessionPool &pool, base::RunContext &run)
{
    return SourceCheck(pool).run(run);
}

} // namespace lakehouse::adapters::postgres

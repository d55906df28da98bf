#include "adapters/postgres/connection_parameters.h"

#include "base/loopback.h"

#include <QStringList>

#include <libpq-fe.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

namespace {

/// A path below a device: it never exists, whatever a home folder holds. libpq takes an empty path for "the default".
const std::string noFile = "/dev/null/none";

/// These variables no parameter overrules: libpq looks a service up before it reads any parameter, and sends the settings after ours.
void forgetEnvironment()
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    for (const char *name : {"PGSERVICE", "PGSERVICEFILE", "PGTZ", "PGDATESTYLE", "PGGEQO"})
        if (qEnvironmentVariableIsSet(name))
            qunsetenv(name);
}

std::string inQuotes(const std::string &value)
{
    std::string quoted = "'";
    for (const char character : value) {
        if (character == '\'' || character == '\\')
            quoted += '\\';
        quoted += character;
    }
    return quoted + "'";
}

/// What the server sets before the first statement. Text of values is the same on every server: ISO dates in UTC, intervals as PostgreSQL's
/// own default prints them, floats with the shortest digits that read back equal, bytes in hexadecimal. Only pg_catalog is searched, so that
/// nobody's function or operator stands in for a built-in one and every type is printed with its schema.
std::string sessionSettings(const PostgresLimits &limits)
{
    const auto milliseconds = [](std::chrono::milliseconds time) { return std::to_string(time.count()); };
    const std::pair<const char *, std::string> settings[] = {
        {"default_transaction_read_only", "on"},
        {"statement_timeout", milliseconds(limits.statement)},
        {"lock_timeout", milliseconds(limits.lock)},
        {"idle_in_transaction_session_timeout", milliseconds(limits.idleInTransaction)},
        {"TimeZone", "UTC"},
        {"DateStyle", "ISO,MDY"},
        {"IntervalStyle", "postgres"},
        {"extra_float_digits", "1"},
        {"bytea_output", "hex"},
        {"standard_conforming_strings", "on"},
        {"search_path", "pg_catalog"},
    };
    std::string options;
    for (const auto &[name, value] : settings)
        options += std::string(options.empty() ? "" : " ") + "-c " + name + "=" + value;
    return options;
}

/// Ways to sign in that a server may ask for (libpq 16 and later; an older one does not know the parameter). Without certain encryption nobody on
/// the way, and no server that merely answers at the address, is told the password itself; over TLS a server may ask for it, as LDAP and PAM need.
std::string allowedSignIns(const model::SourceConnection &connection, const QString &tlsMode)
{
    const bool isEncrypted = tlsMode == QLatin1String("require") || tlsMode.startsWith(QLatin1String("verify"));
    return isEncrypted || base::isLoopbackHost(connection.host) ? std::string() : std::string("scram-sha-256,md5,none");
}

std::map<std::string, std::string> parameters(const model::SourceConnection &connection, const std::string &address, const PostgresLimits &limits)
{
    const QString tlsMode = connection.tlsMode.isEmpty() ? model::defaultTlsMode(connection.host) : connection.tlsMode;
    const std::string rootCertificate = connection.tlsRootCertificate.isEmpty() ? noFile : connection.tlsRootCertificate.toStdString();
    return {
        {"host", connection.host.toStdString()}, {"hostaddr", address}, {"port", std::to_string(connection.port)},
        {"dbname", connection.database.toStdString()}, {"user", connection.user.toStdString()}, {"passfile", noFile},
        {"application_name", "ekos-lakehouse"}, {"client_encoding", "UTF8"}, {"options", sessionSettings(limits)},
        {"sslmode", tlsMode.toStdString()}, {"require_auth", allowedSignIns(connection, tlsMode)}, {"sslrootcert", rootCertificate}, {"sslcert", noFile}, {"sslkey", noFile}, {"sslcrl", noFile},
        {"gssencmode", "disable"}, {"target_session_attrs", "any"}, {"min_protocol_version", "3.0"}, {"max_protocol_version", "3.0"},
        {"keepalives", "1"}, {"keepalives_idle", "30"}, {"keepalives_interval", "10"}, {"keepalives_count", "3"}, {"tcp_user_timeout", "30000"},
    };
}

Error badSetting(const base::Text &message, const base::Text &hint)
{
    return Error{ErrorCode::InvalidInput, message, hint, QStringLiteral("source")};
}

} // namespace

Result<> checkConnection(const model::SourceConnection &connection)
{
    const std::pair<const char *, QString> parts[] = {{"host", connection.host}, {"database", connection.database}, {"user", connection.user}};
    for (const auto &[name, value] : parts)
        if (value.isEmpty() || value.contains(QChar::Null))
            return badSetting({QT_TRANSLATE_NOOP("core", "The source has no usable %1."), QString::fromLatin1(name)},
                              QT_TRANSLATE_NOOP("core", "Set host:port, database and user of the source in ekos.toml."));
    if (connection.host.contains(QLatin1Char(',')) || connection.host.contains(QLatin1Char('/')) || connection.host.startsWith(QLatin1Char('@')))
        return badSetting({QT_TRANSLATE_NOOP("core", "\"%1\" is not one host name or address."), connection.host},
                          QT_TRANSLATE_NOOP("core", "Give one host, as in db.example.org:5432; a list of hosts or a socket path is not accepted."));
    if (connection.port < 1 || connection.port > 65535)
        return badSetting({QT_TRANSLATE_NOOP("core", "%1 is not a port."), connection.port}, QT_TRANSLATE_NOOP("core", "A port is a number from 1 to 65535; PostgreSQL's is 5432."));
    static const QStringList modes{QString(), QStringLiteral("disable"), QStringLiteral("allow"), QStringLiteral("prefer"), QStringLiteral("require"),
                                   QStringLiteral("verify-ca"), QStringLiteral("verify-full")};
    if (!modes.contains(connection.tlsMode))
        return badSetting({QT_TRANSLATE_NOOP("core", "\"%1\" is not a tls-mode."), connection.tlsMode},
                          QT_TRANSLATE_NOOP("core", "Write disable, allow, prefer, require, verify-ca or verify-full."));
    if (connection.tlsMode.startsWith(QLatin1String("verify")) && connection.tlsRootCertificate.isEmpty())
        return badSetting({QT_TRANSLATE_NOOP("core", "tls-mode = \"%1\" needs to know whom to trust."), connection.tlsMode},
                          QT_TRANSLATE_NOOP("core", "Set tls-root-certificate to the PEM file of the certificate authority."));
    return Ok{};
}

void withConnectionString(const model::SourceConnection &connection, const base::Secret *password, const std::string &address, const PostgresLimits &limits,
                          const std::function<void(const char *)> &use)
{
    forgetEnvironment();
    const std::map<std::string, std::string> ours = parameters(connection, address, limits);
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption *)> known(PQconndefaults(), PQconninfoFree);
    std::string text;
    for (const PQconninfoOption *option = known.get(); option && option->keyword; ++option) { // only what this version of libpq knows
        if (const auto own = ours.find(option->keyword); own != ours.end())
            text += own->first + "=" + inQuotes(own->second) + " ";
        else if (option->envvar && std::getenv(option->envvar) && std::string(option->keyword) != "password") // which follows
            text += std::string(option->keyword) + "=" + inQuotes(option->compiled ? option->compiled : "") + " ";
    }
    std::string credential = "password=''";
    if (password)
        credential = password->reveal([](const std::string &value) { return "password=" + inQuotes(value); });
    base::Secret whole(text + credential); // wiped with its copy of the password
    base::Secret copy(std::move(credential));
    whole.reveal([&](const std::string &conninfo) { use(conninfo.c_str()); });
}

} // namespace lakehouse::adapters::postgres

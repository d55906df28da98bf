#pragma once

#include "adapters/ledger_sqlite/sqlite_ledger.h"
#include "support/counting_ids.h"
#include "support/fixed_clock.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sqlite3.h>

namespace lakehouse::testsupport {

/// A ledger in a folder of its own.
struct LedgerFixture {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("ledger.sqlite"));
    FixedClock clock;
    CountingIds ids;
    base::RunContext run;

    base::Result<std::unique_ptr<ports::Ledger>> tryOpen() { return adapters::SqliteLedger::open(path, clock, ids); }
    std::unique_ptr<ports::Ledger> open()
    {
        auto ledger = tryOpen();
        return ledger ? std::move(ledger).value() : nullptr;
    }
};

inline const model::Actor anna{.systemUser = QStringLiteral("anna"), .host = QStringLiteral("host"), .gitIdentity = QStringLiteral("Anna <anna@example.org>"), .channel = QStringLiteral("cli")};

inline model::SubjectName subject(const QString &table, const QString &column = {})
{
    const auto name = model::TableName::create(QStringLiteral("public"), table).value();
    return column.isEmpty() ? model::tableSubject(QStringLiteral("film_rental"), name) : model::columnSubject(QStringLiteral("film_rental"), name, column);
}

inline model::NewFact fact(model::FactKind kind, const QString &table, const QByteArray &body)
{
    return {.kind = kind, .subject = subject(table), .body = body};
}

/// Runs SQL on the file past our code, as a person with the sqlite3 program would. The answer: SQLite's words, empty when it worked.
inline QString runSql(const QString &path, const QByteArray &sql)
{
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    char *message = nullptr;
    sqlite3_exec(database, sql.constData(), nullptr, nullptr, &message);
    const QString words = QString::fromUtf8(message);
    sqlite3_free(message);
    sqlite3_close(database);
    return words;
}

/// The first column of all rows, as text.
inline QStringList query(const QString &path, const QByteArray &sql)
{
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    QStringList values;
    const auto take = [](void *list, int columns, char **row, char **) {
        *static_cast<QStringList *>(list) += QString::fromUtf8(row[columns - 1]);
        return 0;
    };
    sqlite3_exec(database, sql.constData(), take, &values, nullptr);
    sqlite3_close(database);
    return values;
}

} // namespace lakehouse::testsupport

// The value of a result; the test fails with its error otherwise.
#define EKOS_NEED(name, ...) \
    auto name##Result = (__VA_ARGS__); \
    QVERIFY2(name##Result, name##Result ? "" : qPrintable(name##Result.error().message.toEnglish() + QLatin1Char(' ') + name##Result.error().detail)); \
    auto name = std::move(name##Result).value()

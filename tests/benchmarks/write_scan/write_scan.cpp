// How long reading N files of application source and judging 500 tables takes: lakehouse_bench_write_scan [N [S]]
// The files are made in a temporary folder, in seven languages, about 7 kB each with S statements that write. Prints a table on standard error and one JSON line on standard output.

#include "adapters/observed_files/folder_observed_files.h"
#include "rules/writes/write_behaviour.h"
#include "text/source_language.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>
#include <mutex>
#include <thread>

using namespace lakehouse;

namespace {

constexpr int tableCount = 500;
constexpr int partsOfFile = 40;

struct Kind {
    const char *ending;
    const char *begin;
    const char *part; ///< %1: a number, %2: a table
    const char *end;
};

constexpr Kind kinds[] = {
    {"java", "package shop;\npublic class A%1 {\n", "    /** Sets the state of one row, see the handbook, chapter %1. */\n    public void work%1(Connection connection, long id) {\n        LOG.info(\"working on \" + id);\n"
     "        run(connection, \"UPDATE %2 SET state = ?, \"\n            + \"updated_at = now() WHERE id = ?\", id);\n    }\n", "}\n"},
    {"kt", "package shop\nclass A%1 {\n", "    // part %1\n    fun work%1(id: Long) {\n        db.execute(\"\"\"\n            DELETE FROM %2\n             WHERE id = :id AND state = '${state}'\n        \"\"\")\n    }\n", "}\n"},
    {"py", "import db\n\n\nclass A%1:\n", "    def work%1(self, cursor, row):\n        \"\"\"Part %1 of the work.\"\"\"\n        cursor.execute(f\"INSERT INTO %2 (id, state) VALUES ({row.id}, 'new')\")\n        return [x for x in range(%1)]\n\n", ""},
    {"pl", "package A%1;\n", "sub work%1 {\n    my ($self, $id) = @_;\n    my $sql = 'UPDATE %2 SET state = 1';\n    $sql .= ' WHERE id = ?';\n    $self->{dbh}->do($sql, undef, $id);\n}\n", "1;\n"},
    {"rb", "class A%1\n", "  def work%1(id)\n    connection.execute(<<~SQL)\n      UPDATE %2 SET state = 'done', updated_at = now()\n      WHERE id = #{id}\n    SQL\n  end\n", "end\n"},
    {"ts", "import { db } from './db';\n", "export async function work%1(id: number) {\n  // part %1\n  await db.query(`UPDATE %2 SET state = $1 WHERE id = ${id}`, ['done']);\n}\n", ""},
    {"sql", "-- %1\n", "CREATE FUNCTION work%1(id bigint) RETURNS void LANGUAGE plpgsql AS $$\nBEGIN\n    UPDATE %2 SET state = 'x', updated_at = now() WHERE %2.id = work%1.id;\nEND $$;\n", ""},
};

QString tableName(int number)
{
    return QStringLiteral("table_%1").arg(number % tableCount, 3, 10, QLatin1Char('0'));
}

QString filled(const char *pattern, int number, const QString &table)
{
    return QString(QLatin1String(pattern)).replace(QLatin1String("%1"), QString::number(number)).replace(QLatin1String("%2"), table);
}

bool makeFile(const QString &folder, int number, int statements)
{
    const Kind &kind = kinds[std::size_t(number) % std::size(kinds)];
    const QString path = QStringLiteral("%1/part_%2").arg(folder).arg(number / 100);
    QFile file(QStringLiteral("%1/a%2.%3").arg(path).arg(number).arg(QLatin1String(kind.ending)));
    QString text = filled(kind.begin, number, {});
    for (int part = 0; part < partsOfFile; ++part) {
        QString code = filled(kind.part, part, tableName(number * 7 + part));
        for (const char *verb : {"UPDATE", "DELETE FROM", "INSERT INTO"})
            if (part >= statements)
                code.replace(QLatin1String(verb), QLatin1String("SELECT 1 FROM"));
        text += code;
    }
    text += QLatin1String(kind.end);
    return QDir().mkpath(path) && file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int files = argc > 1 ? std::max(1, std::atoi(argv[1])) : 10'000;
    const int statements = argc > 2 ? std::max(0, std::atoi(argv[2])) : 4;
    QTemporaryDir folder;
    for (int i = 0; i < files; ++i)
        if (!makeFile(folder.path(), i, statements))
            return 1;
    rules::WriteInput input{.watermarkColumns = {QStringLiteral("updated_at")}};
    for (int i = 0; i < tableCount; ++i)
        input.tables.push_back(model::TableName::create(QStringLiteral("public"), tableName(i)).value());
    std::mutex mutex;
    base::RunContext run;
    QElapsedTimer timer;
    timer.start();
    const auto report = adapters::FolderObservedFiles().read({.folder = folder.path(), .paths = {QStringLiteral(".")}, .isWanted = [](const QString &path) { return text::mayBeSource(path); }},
                                                             [&](const ports::ObservedFile &file) {
                                                                 rules::SourceWrites writes = rules::scanSource(file.path, file.text);
                                                                 const std::lock_guard lock(mutex);
                                                                 input.sources.push_back(std::move(writes));
                                                             }, run);
    const double readMs = double(timer.nsecsElapsed()) / 1e6;
    if (!report)
        return 1;
    timer.restart();
    const rules::WriteFindings findings = rules::writeBehaviour(input);
    const double judgeMs = double(timer.nsecsElapsed()) / 1e6;
    std::size_t evidence = 0;
    for (const model::WriteBehaviour &table : findings.tables)
        evidence += table.evidence.size();
    std::fprintf(stderr, "%d files, %.1f MB, %u processors: read and scan %.0f ms, judge %.0f ms, %zu places\n", files, double(report.value().bytes) / 1e6, std::thread::hardware_concurrency(), readMs, judgeMs, evidence);
    std::printf("{\"files\":%d,\"bytes\":%lld,\"scanMs\":%.1f,\"judgeMs\":%.1f,\"places\":%zu}\n", files, static_cast<long long>(report.value().bytes), readMs, judgeMs, evidence);
    return 0;
}

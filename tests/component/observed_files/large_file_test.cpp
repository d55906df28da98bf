#include "adapters/observed_files/folder_observed_files.h"
#include "rules/writes/write_behaviour.h"
#include "text/source_language.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse;
using adapters::FolderObservedFiles;
using ports::SkippedFile;

namespace {

constexpr qint64 limit = qint64(50) << 20;

/// Comments, and one statement as its last line. Returns the number of that line; 0 when it could not be written.
qint64 writeLarge(const QString &path, qint64 bytes, const QByteArray &statement)
{
    QByteArray text;
    text.reserve(bytes);
    const QByteArray line = "-- nothing is written here, 'not even a quote' or a \"name\" ------------------\n";
    qint64 lines = 1;
    while (text.size() + line.size() + statement.size() <= bytes) {
        text += line;
        ++lines;
    }
    text += QByteArray(bytes - text.size() - statement.size(), ' ') + statement;
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == bytes ? lines : 0;
}

} // namespace

/// A dump of 50 MB among the source: its last statement counts, and one that is larger is named.
class LargeFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastStatementCounts()
    {
        QTemporaryDir folder;
        const qint64 line = writeLarge(folder.filePath(QStringLiteral("dump.sql")), limit, "DELETE FROM public.rental WHERE id = 1;\n");
        QVERIFY(line > 600'000);
        rules::WriteInput input{.tables = {model::TableName::create(QStringLiteral("public"), QStringLiteral("rental")).value()}};
        base::RunContext run;
        QElapsedTimer timer;
        timer.start();
        const auto report = FolderObservedFiles().read({.folder = folder.path(), .paths = {QStringLiteral(".")}, .isWanted = [](const QString &path) { return text::mayBeSource(path); }},
                                                       [&](const ports::ObservedFile &file) { input.sources.push_back(rules::scanSource(file.path, file.text)); }, run);
        QVERIFY(report);
        QCOMPARE(report.value().files, 1);
        QCOMPARE(report.value().bytes, limit);
        QVERIFY(report.value().skipped.empty());
        const rules::WriteFindings findings = rules::writeBehaviour(input);
        qInfo("read and scanned in %lld ms", static_cast<long long>(timer.elapsed()));
        QCOMPARE(findings.tables.size(), std::size_t(1));
        QCOMPARE(findings.tables[0].deletes, model::DeleteClass::Hard);
        QVERIFY(std::ranges::any_of(findings.tables[0].evidence, [&](const model::Evidence &evidence) { return evidence.place == QLatin1String("dump.sql") && evidence.line == line; }));
    }

    void oneByteMoreIsNamed()
    {
        QTemporaryDir folder;
        QVERIFY(writeLarge(folder.filePath(QStringLiteral("dump.sql")), limit + 1, "DELETE FROM public.rental WHERE id = 1;\n") > 0);
        base::RunContext run;
        const auto report = FolderObservedFiles().read({.folder = folder.path(), .paths = {QStringLiteral(".")}, .isWanted = [](const QString &path) { return text::mayBeSource(path); }},
                                                       [](const ports::ObservedFile &) { QFAIL("it was read"); }, run);
        QVERIFY(report);
        QCOMPARE(report.value().files, 0);
        QCOMPARE(report.value().skipped.size(), std::size_t(1));
        QCOMPARE(report.value().skipped[0].path, QStringLiteral("dump.sql"));
        QCOMPARE(report.value().skipped[0].reason, SkippedFile::Reason::TooLarge);
        QCOMPARE(report.value().skipped[0].why.toEnglish(), QStringLiteral("It is larger than 50 MB: 51 MB."));
    }
};

QTEST_GUILESS_MAIN(LargeFileTest)
#include "large_file_test.moc"

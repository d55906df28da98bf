#include "cli/file_content.h"

#include "api/operations/evidence.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lakehouse;
using base::ErrorCode;

class FileContentTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QByteArray &content)
    {
        QFile file(m_folder.filePath(QStringLiteral("facts.jsonl")));
        if (!file.open(QFile::WriteOnly) || file.write(content) != content.size())
            qFatal("not written");
        return file.fileName();
    }
    static base::Result<app::ParsedCommand> parsed(std::vector<std::string> words)
    {
        words.insert(words.begin(), {"facts", "retract", "--reason", "a good reason"});
        EKOS_TRY(app::ParsedCommand command, app::parseCommandLine(words, api::operationTable()));
        return app::withFiles(std::move(command));
    }

private Q_SLOTS:
    /// A file without content is a file all the same, and a name without letters a name: neither means everything.
    void anEmptyFileIsAFile_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("Größe\n");
        QTest::newRow("empty") << QByteArray();
    }
    void anEmptyFileIsAFile()
    {
        QFETCH(QByteArray, content);
        const auto command = parsed({write(content).toStdString(), "--by", ""});
        QVERIFY2(command, command ? "" : qPrintable(command.error().message.toEnglish()));
        const auto &request = command.value().request.as<api::RetractFacts>();
        QCOMPARE(request.lines, std::optional(QString::fromUtf8(content)));
        QCOMPARE(request.by, std::optional(QString()));
    }

    void noFileIsNone()
    {
        const auto command = parsed({"--by", "anna"});
        QVERIFY(command);
        QVERIFY(!command.value().request.as<api::RetractFacts>().lines);
    }

    void whatIsNoTextIsRefused()
    {
        QCOMPARE(parsed({write("\xff\xfe").toStdString()}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(parsed({m_folder.filePath(QStringLiteral("nothing")).toStdString()}).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(FileContentTest)
#include "file_content_test.moc"

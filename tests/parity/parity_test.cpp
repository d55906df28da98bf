#include "parity/command_page.h"

#include "cli/command_line.h"
#include "describe/options.h"
#include "model/name.h"
#include "usecases/all_handlers.h"

#include "support/source_folder.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace lakehouse;
using namespace lakehouse::api;

namespace {

/// A product without a project: enough to see which handlers there are.
class NoProject final : public usecases::WorkspaceProvider {
public:
    base::Result<std::shared_ptr<usecases::Workspace>> open(const QString &) override { return base::Error{base::ErrorCode::NotFound, "no project here"}; }
};

QString contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Everything that tests of behaviour say: use case tests and scenarios.
QString wordsOfBehaviourTests()
{
    QString words;
    for (const char *folder : {"tests/component/usecases", "tests/scenarios"})
        for (QDirIterator files(lakehouse::testing::sourcePath(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.scenario")}, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
            words += contentOf(files.next());
    return words;
}

const describe::FieldInfo *fieldOf(const describe::TypeInfo &type, const QString &name)
{
    const auto field = std::ranges::find_if(type.fields, [&](const describe::FieldInfo &candidate) { return name == QLatin1String(candidate.name); });
    return field == type.fields.end() ? nullptr : &*field;
}

} // namespace

class ParityTest : public QObject {
    Q_OBJECT

    static void everyOperation()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < operationTable().size(); ++i)
            QTest::newRow(operationTable()[i].operation->name) << int(i);
    }
    static const OperationRow &row()
    {
        QFETCH(int, number);
        return operationTable()[std::size_t(number)];
    }

private Q_SLOTS:
    void hasAHandler_data() { everyOperation(); }
    void hasAHandler()
    {
        static NoProject nothing;
        static const usecases::HandlerRegistry registry = usecases::allHandlers(nothing);
        QVERIFY(registry.find(*row().operation));
    }

    void hasACommandLine_data() { everyOperation(); }
    void hasACommandLine()
    {
        std::vector<std::string> words;
        for (const QString &word : QString::fromLatin1(row().operation->command).split(QLatin1Char(' ')))
            words.push_back(word.toStdString());
        words.push_back("--help");
        const auto parsed = app::parseCommandLine(words, operationTable());
        QVERIFY(parsed);
        QVERIFY(parsed.value().help.contains(QLatin1String(row().operation->summary)));
    }

    void isWellDescribed_data() { everyOperation(); }
    void isWellDescribed()
    {
        const Operation &operation = *row().operation;
        static const QRegularExpression name(QStringLiteral("\\A[a-z]+\\.[a-z]+\\z"));
        QVERIFY(name.match(QLatin1String(operation.name)).hasMatch());
        QCOMPARE(findOperation(QLatin1String(operation.name)), &operation);
        const QString summary = QString::fromUtf8(operation.summary);
        QVERIFY(!summary.isEmpty() && summary[0].isUpper() && !summary.endsWith(QLatin1Char('.')));
        for (const describe::FieldInfo &field : operation.request().fields)
            QVERIFY2(*field.doc != '\0', field.name);
    }

    void hasARouteThatFitsItsEffect_data() { everyOperation(); }
    void hasARouteThatFitsItsEffect()
    {
        const Operation &operation = *row().operation;
        // What is typed to try a database does not belong into an address, which logs keep.
        const bool isAskedInABody = QLatin1String(operation.name) == QLatin1String("sources.test");
        QCOMPARE(operation.route.method, operation.effect == Effect::Question && !isAskedInABody ? "GET" : "POST");
        const QString path = QLatin1String(operation.route.path);
        QVERIFY(path.startsWith(QStringLiteral("/v1/projects/{project}/")));
        static const QRegularExpression placeholder(QStringLiteral("\\{([^}]+)\\}"));
        for (auto found = placeholder.globalMatch(path); found.hasNext();) {
            const QString name = found.next().captured(1);
            QVERIFY2(name == QLatin1String("project") || fieldOf(operation.request(), name), qPrintable(name));
        }
    }

    void changesNameWhatThePersonSaw_data() { everyOperation(); }
    void changesNameWhatThePersonSaw()
    {
        const Operation &operation = *row().operation;
        const describe::FieldInfo *reason = fieldOf(operation.request(), QStringLiteral("reason"));
        if (operation.reason == ReasonRule::Asked)
            QVERIFY(reason && &reason->type() == &describe::typeOf<model::Reason>());
        if (operation.effect == Effect::Change)
            QVERIFY(fieldOf(operation.request(), QStringLiteral("expected-digest")));
    }

    void takesWhatAnotherAnswers_data() { everyOperation(); }
    void takesWhatAnotherAnswers()
    {
        for (const describe::Spelling &spelling : row().spellings) {
            const describe::FieldInfo *field = fieldOf(row().operation->request(), QLatin1String(spelling.field));
            QVERIFY2(field, spelling.field);
            if (spelling.kind != describe::Spelling::Kind::Taken)
                continue;
            const Operation *source = findOperation(QLatin1String(spelling.option));
            QVERIFY2(source, spelling.option);
            QCOMPARE(source->effect, Effect::Question); // asking must change nothing
            const describe::FieldInfo *taken = fieldOf(source->answer(), QLatin1String(spelling.value));
            QVERIFY(taken);
            const bool mayBeMissing = taken->type().kind == describe::Kind::Optional;
            QCOMPARE(mayBeMissing ? &taken->type().inner() : &taken->type(), &field->type());
        }
    }

    void isInATestOfItsBehaviour_data() { everyOperation(); }
    void isInATestOfItsBehaviour()
    {
        static const QString words = wordsOfBehaviourTests();
        const Operation &operation = *row().operation;
        const QRegularExpression request(QStringLiteral("\\b%1\\b").arg(QLatin1String(operation.request().name)));
        QVERIFY2(words.contains(request) || words.contains(QLatin1String(operation.name)) || words.contains(QStringLiteral("ekos-lakehouse ") + QLatin1String(operation.command)),
                 "no test in tests/component/usecases or tests/scenarios names it");
    }

    void namesCommandsAndRoutesAreUnique()
    {
        std::set<QString> names, commands, routes;
        for (const OperationRow &row : operationTable()) {
            QVERIFY2(names.insert(QLatin1String(row.operation->name)).second, row.operation->name);
            QVERIFY2(commands.insert(QLatin1String(row.operation->command)).second, row.operation->command);
            QVERIFY2(routes.insert(QLatin1String(row.operation->route.method) + QLatin1String(row.operation->route.path)).second, row.operation->route.path);
        }
        for (const app::LocalCommand &local : app::localCommands())
            QVERIFY2(commands.insert(QLatin1String(local.command)).second, local.command);
        QVERIFY(!findOperation(QStringLiteral("no.such")));
    }

    void pageOfCommandsIsCurrent()
    {
        const QString path = lakehouse::testing::sourcePath("docs/user/commands.md");
        const QString page = testsupport::commandPage(operationTable());
        if (qEnvironmentVariableIntValue("LAKEHOUSE_UPDATE_GOLDEN") == 1) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(page.toUtf8());
            file.close();
        }
        for (const OperationRow &row : operationTable())
            QVERIFY2(page.contains(QStringLiteral("\n## `%1`\n").arg(QLatin1String(row.operation->command))), row.operation->command);
        QVERIFY2(contentOf(path) == page, "docs/user/commands.md is not what the operation table says; make it anew with LAKEHOUSE_UPDATE_GOLDEN=1");
    }
};

QTEST_GUILESS_MAIN(ParityTest)
#include "parity_test.moc"

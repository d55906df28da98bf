#include "api/operation.h"
#include "describe/options.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_page.h"
#include "pages/extraction/extraction_page.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/review/review_page.h"
#include "pages/sources/sources_page.h"
#include "views/support/fake_page_host.h"

#include <QRegularExpression>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {

QStringList wordsOf(const QString &text)
{
    static const QRegularExpression between(QStringLiteral("[^\\p{L}\\p{N}]+"));
    return text.toLower().split(between, Qt::SkipEmptyParts);
}

bool hasField(const api::Operation &operation, const QString &option)
{
    return std::ranges::any_of(operation.request().fields, [&](const describe::FieldInfo &field) { return option == QLatin1String(field.name); });
}

/// What the page does otherwise than by a command of its own.
bool isPartOfAnother(const QString &operation)
{
    return operation == QLatin1String("extraction.diff") // planning again reads the source and shows the same differences, table by table
        || operation == QLatin1String("facts.import")    // what another program found is taken over, and taken back, where that program runs
        || operation == QLatin1String("facts.retract");
}

} // namespace

/// A command of a page that asks for an operation is called what the command line calls it: the verb of its text is a word of the command, of the
/// option that it sets, or of the operation's summary.
class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void theSameVerbOnButtonAndCommandLine_data();
    void theSameVerbOnButtonAndCommandLine();
    void everyEffectOfAPageHasItsCommand_data();
    void everyEffectOfAPageHasItsCommand();

private:
    testsupport::FakePageHost m_host;
    SourcesPage m_sources{m_host};
    ExtractionPage m_extraction{m_host};
    PipelinePage m_pipeline{m_host};
    ReviewPage m_review{m_host};
    AnalysisPage m_analysis{m_host};
    const std::vector<const Page *> m_pages{&m_sources, &m_analysis, &m_review, &m_extraction, &m_pipeline};
};

void WordsTest::theSameVerbOnButtonAndCommandLine_data()
{
    QTest::addColumn<const CommandAction *>("command");
    for (const Page *page : m_pages)
        for (QAction *action : page->actions()) {
            const auto *command = qobject_cast<CommandAction *>(action);
            QVERIFY2(command, qPrintable(action->text()));
            if (!command->operation().isEmpty())
                QTest::newRow(qPrintable(page->id() + QLatin1Char('/') + command->id())) << command;
        }
}

void WordsTest::theSameVerbOnButtonAndCommandLine()
{
    QFETCH(const CommandAction *, command);
    const api::Operation *operation = api::findOperation(command->operation());
    QVERIFY2(operation, qPrintable(command->operation()));
    QVERIFY2(command->option().isEmpty() || hasField(*operation, command->option()), qPrintable(command->option()));
    const QString verb = wordsOf(command->text()).value(0);
    const QStringList known = wordsOf(QString::fromLatin1(operation->command) + QLatin1Char(' ') + command->option() + QLatin1Char(' ') + QString::fromUtf8(operation->summary));
    QVERIFY2(known.contains(verb), qPrintable(QStringLiteral("\"%1\" is none of: %2").arg(verb, known.join(QLatin1Char(' ')))));
}

void WordsTest::everyEffectOfAPageHasItsCommand_data()
{
    static const QStringList areas{QStringLiteral("sources"), QStringLiteral("extraction"), QStringLiteral("pipeline"), QStringLiteral("evidence"), QStringLiteral("runs"),
                                   QStringLiteral("review"), QStringLiteral("signoff"), QStringLiteral("facts")};
    QTest::addColumn<QString>("operation");
    for (const api::OperationRow &row : api::operationTable()) {
        const QString name = QString::fromLatin1(row.operation->name);
        const QString area = name.section(QLatin1Char('.'), 0, 0);
        if (row.operation->effect != api::Effect::Question && !isPartOfAnother(name) && areas.contains(area))
            QTest::newRow(row.operation->name) << name;
    }
}

void WordsTest::everyEffectOfAPageHasItsCommand()
{
    QFETCH(QString, operation);
    QStringList offered;
    for (const Page *page : m_pages)
        for (QAction *action : page->actions())
            offered += qobject_cast<CommandAction *>(action)->operation();
    QVERIFY(offered.contains(operation));
}

QTEST_MAIN(WordsTest)
#include "words_test.moc"

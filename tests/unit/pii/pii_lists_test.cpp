#include "labelled_columns.h"

#include "describe/label_of.h"
#include "rules/pii/pii_candidates.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <map>

using namespace lakehouse;
using model::PersonalData;
using rules::personalDataClasses;
using testsupport::LabelledColumn;

namespace {

/// The columns of a list by their tables, as a source has them.
std::map<QString, std::vector<LabelledColumn>> byTable(const QString &list)
{
    std::map<QString, std::vector<LabelledColumn>> tables;
    for (const LabelledColumn &column : testsupport::labelledColumns(list))
        tables[column.language + QLatin1Char('/') + column.tableName].push_back(column);
    return tables;
}

enum class Sampling { Without, With };

std::map<QString, PersonalData> found(const QString &tableName, const std::vector<LabelledColumn> &columns, Sampling sampling)
{
    model::SourceTable table;
    table.name = model::TableName::create(QStringLiteral("public"), tableName).value();
    for (const LabelledColumn &column : columns)
        table.columns.push_back(column.column);
    rules::PiiInput input{.table = table};
    const std::vector<QString> sampled = rules::piiSamplingColumns(table);
    for (const LabelledColumn &column : columns)
        if (sampling == Sampling::With && std::ranges::find(sampled, column.column.name) != sampled.end())
            input.counts[column.column.name] = testsupport::countsOf(column.values);
    std::map<QString, PersonalData> classes;
    for (const model::PiiCandidate &candidate : rules::piiCandidates(input))
        classes[candidate.column] = candidate.personalData;
    return classes;
}

struct Score {
    int right = 0;
    int missed = 0;
    int wrong = 0; ///< said to be of this class and are not
    double precision() const { return right + wrong == 0 ? 1.0 : double(right) / (right + wrong); }
    double recall() const { return right + missed == 0 ? 1.0 : double(right) / (right + missed); }
    QString line(const QString &name) const
    {
        return QStringLiteral("%1 precision %2 recall %3 (%4 right, %5 wrong, %6 missed)").arg(name, -12).arg(precision(), 0, 'f', 3).arg(recall(), 0, 'f', 3).arg(right).arg(wrong).arg(missed);
    }
};

QString nameOf(const std::optional<PersonalData> &personalData)
{
    return personalData ? describe::labelOf(*personalData) : QStringLiteral("none");
}

/// Compares one list with what is found, and prints each difference.
class Comparison {
public:
    void add(const LabelledColumn &column, const std::optional<PersonalData> &foundClass)
    {
        if (column.personalData == foundClass) {
            if (foundClass)
                ++of(*foundClass).right;
            return;
        }
        qInfo().noquote() << column.language << column.tableName << column.column.name << "is" << nameOf(column.personalData) << "found" << nameOf(foundClass);
        if (column.personalData)
            ++of(*column.personalData).missed;
        if (foundClass)
            ++of(*foundClass).wrong;
    }
    Score overall() const
    {
        Score sum;
        for (const Score &score : m_scores)
            sum = {sum.right + score.right, sum.missed + score.missed, sum.wrong + score.wrong};
        return sum;
    }
    void print(const QString &title) const
    {
        for (std::size_t place = 0; place < personalDataClasses; ++place)
            qInfo().noquote() << title << m_scores[place].line(describe::labelOf(PersonalData(place)));
        qInfo().noquote() << title << overall().line(QStringLiteral("overall"));
    }

private:
    Score &of(PersonalData personalData) { return m_scores[std::size_t(personalData)]; }
    std::array<Score, personalDataClasses> m_scores;
};

} // namespace

class PiiListsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsAreLargeAndTempting();
    void listsAreRecognised_data();
    void listsAreRecognised();
    void eachLanguageIsRecognised_data();
    void eachLanguageIsRecognised();
    void namesAloneAreRecognised();
    void tableOfSixtyColumns();
    void aValueIsClassifiedQuickly();
};

void PiiListsTest::listsAreLargeAndTempting()
{
    for (const auto &[list, fewest] : {std::pair{"labelled", 260}, {"held_out", 80}}) {
        const std::vector<LabelledColumn> columns = testsupport::labelledColumns(QString::fromLatin1(list));
        QVERIFY(std::ssize(columns) >= fewest);
        QVERIFY(std::ranges::count_if(columns, [](const LabelledColumn &column) { return !column.personalData; }) * 100 >= std::ssize(columns) * 35);
    }
}

void PiiListsTest::listsAreRecognised_data()
{
    QTest::addColumn<QString>("list");
    QTest::newRow("the list beside which the rules were written") << QStringLiteral("labelled");
    QTest::newRow("the list that was written before the rules") << QStringLiteral("held_out");
}

void PiiListsTest::listsAreRecognised()
{
    QFETCH(QString, list);
    Comparison comparison;
    for (const auto &[table, columns] : byTable(list)) {
        const std::map<QString, PersonalData> classes = found(columns.front().tableName, columns, Sampling::With);
        for (const LabelledColumn &column : columns) {
            const auto at = classes.find(column.column.name);
            comparison.add(column, at == classes.end() ? std::nullopt : std::optional(at->second));
        }
    }
    comparison.print(list);
    QVERIFY(comparison.overall().precision() >= 0.9);
    QVERIFY(comparison.overall().recall() >= 0.9);
}

void PiiListsTest::eachLanguageIsRecognised_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("fewest"); // columns of the lists
    QTest::newRow("English") << QStringLiteral("en") << 150;
    QTest::newRow("German") << QStringLiteral("de") << 50;
    QTest::newRow("French") << QStringLiteral("fr") << 35;
    QTest::newRow("Spanish") << QStringLiteral("es") << 30;
    QTest::newRow("Italian") << QStringLiteral("it") << 25;
}

/// Over both lists: each language by itself is recognised as well as all together.
void PiiListsTest::eachLanguageIsRecognised()
{
    QFETCH(QString, language);
    QFETCH(int, fewest);
    Comparison comparison;
    int compared = 0;
    for (const char *list : {"labelled", "held_out"})
        for (const auto &[table, columns] : byTable(QString::fromLatin1(list))) {
            if (columns.front().language != language)
                continue;
            const std::map<QString, PersonalData> classes = found(columns.front().tableName, columns, Sampling::With);
            for (const LabelledColumn &column : columns) {
                const auto at = classes.find(column.column.name);
                comparison.add(column, at == classes.end() ? std::nullopt : std::optional(at->second));
                ++compared;
            }
        }
    qInfo().noquote() << comparison.overall().line(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY2(compared >= fewest, qPrintable(QString::number(compared)));
    QVERIFY(comparison.overall().right > 0);
    QVERIFY(comparison.overall().precision() >= 0.9);
    QVERIFY(comparison.overall().recall() >= 0.9);
}

/// Before anything was sampled; a column that only its values betray cannot be found then.
void PiiListsTest::namesAloneAreRecognised()
{
    Comparison comparison;
    for (const auto &[table, columns] : byTable(QStringLiteral("labelled"))) {
        const std::map<QString, PersonalData> classes = found(columns.front().tableName, columns, Sampling::Without);
        for (const LabelledColumn &column : columns) {
            const auto at = classes.find(column.column.name);
            comparison.add(column, at == classes.end() ? std::nullopt : std::optional(at->second));
        }
    }
    comparison.print(QStringLiteral("names alone"));
    QVERIFY(comparison.overall().precision() >= 0.9);
    QVERIFY(comparison.overall().recall() >= 0.9);
}

void PiiListsTest::tableOfSixtyColumns()
{
    const std::vector<LabelledColumn> columns = testsupport::labelledColumns(QStringLiteral("sixty_columns"));
    QCOMPARE(std::ssize(columns), 60);
    const std::map<QString, PersonalData> classes = found(QStringLiteral("customer"), columns, Sampling::With);
    Comparison comparison;
    for (const LabelledColumn &column : columns) {
        const auto at = classes.find(column.column.name);
        comparison.add(column, at == classes.end() ? std::nullopt : std::optional(at->second));
    }
    comparison.print(QStringLiteral("sixty columns"));
    QCOMPARE(comparison.overall().wrong, 0);
    QCOMPARE(comparison.overall().missed, 0);
    QCOMPARE(comparison.overall().right, int(std::ranges::count_if(columns, [](const LabelledColumn &column) { return column.personalData.has_value(); })));
}

/// Printed, not asserted: the time is the machine's.
void PiiListsTest::aValueIsClassifiedQuickly()
{
    QStringList values;
    for (const LabelledColumn &column : testsupport::labelledColumns(QStringLiteral("labelled")))
        values += column.values;
    QElapsedTimer timer;
    timer.start();
    qint64 classified = 0;
    for (int round = 0; round < 20; ++round)
        classified += testsupport::countsOf(values).sampled;
    qInfo().noquote() << QStringLiteral("%1 values, %2 ns each").arg(classified).arg(timer.nsecsElapsed() / classified);
    QCOMPARE(classified, 20 * values.size());
}

QTEST_APPLESS_MAIN(PiiListsTest)
#include "pii_lists_test.moc"

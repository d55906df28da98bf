#include "component/types/texts.h"
#include "component/types/type_values.h"

#include "rules/catalog/type_map_postgres.h"
#include "support/source_folder.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace lakehouse;
using namespace lakehouse::tests;

namespace {

QString fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// First cells of the table between the marks of docs/user/types.md.
QStringList documentedRows()
{
    const QString page = fileText(testing::sourcePath("docs/user/types.md"));
    const QString table = page.section(textOf("<!-- types: begin"), 1).section(textOf("<!-- types: end"), 0, 0);
    QStringList rows;
    static const QRegularExpression cell(textOf("^\\| (.+?) \\| "));
    for (const QString &line : table.split(QLatin1Char('\n')))
        if (const auto match = cell.match(line); match.hasMatch() && match.captured(1) != textOf("PostgreSQL") && match.captured(1) != textOf("---"))
            rows += match.captured(1);
    return rows;
}

/// Whether a comma of an array stands outside its literals.
bool hasSeveralElements(const QString &sql)
{
    bool isInLiteral = false;
    for (const QChar letter : sql.section(QLatin1String("]::"), 0, -2)) {
        if (letter == QLatin1Char('\''))
            isInLiteral = !isInLiteral;
        else if (letter == QLatin1Char(',') && !isInLiteral)
            return true;
    }
    return false;
}

} // namespace

/// What the tests on real servers rely on: no row of the type table is without values.
class TypeValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRowOfTheDocumentationHasValues()
    {
        QSet<QString> withValues{QString::fromUtf8(ruleWithoutColumns)};
        for (const TypeColumn &column : typeColumns(1)) {
            withValues.insert(column.rule);
            QVERIFY2(column.values.size() >= drawnValues, qPrintable(column.declared));
        }
        const QStringList rows = documentedRows();
        QCOMPARE(rows.size(), qsizetype(rules::postgresTypeTable().size()));
        for (const QString &row : rows)
            QVERIFY2(withValues.contains(row), qPrintable(row + textOf(" has no values in tests/component/types")));
        QCOMPARE(withValues.size(), rows.size()); // nor are there values for what is no row
    }

    void everyTypeOfARowHasAColumn()
    {
        std::set<std::pair<QString, QString>> columns;
        for (const TypeColumn &column : typeColumns(1))
            columns.insert({column.rule, column.typeName()});
        for (const rules::TypeRule &rule : rules::postgresTypeTable())
            for (const QString &name : textOf(rule.names).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                QVERIFY2(columns.contains({textOf(rule.documented), name}), qPrintable(name));
    }

    void arraysHaveAsManyValues()
    {
        constexpr int fewestOfSeveral = 50;
        Drawing drawing(1);
        for (const TypeColumn &column : typeColumns(1)) {
            const QStringList arrays = arrayOf(column, drawing).values;
            QVERIFY2(arrays.size() >= drawnValues, qPrintable(column.declared));
            QVERIFY2(std::ranges::count_if(arrays, hasSeveralElements) >= fewestOfSeveral, qPrintable(column.declared));
        }
    }

    /// Trino's connector counts the days of such moments by the Julian calendar before October 1582.
    void momentsOfMillisecondsAreReadByQuery_data()
    {
        QTest::addColumn<int>("digits"); // -1: not declared
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<bool>("byQuery");
        QTest::addColumn<QString>("source"); // in a query
        const QString elements = textOf("(CASE WHEN \"c\" IS NOT NULL THEN coalesce((SELECT json_agg((e.v AT TIME ZONE 'UTC')::text ORDER BY e.n)::text FROM unnest(\"c\") WITH ORDINALITY AS e (v, n)), '[]') END)");
        for (int digits = 0; digits <= 6; ++digits)
            QTest::addRow("timestamptz(%d)", digits) << digits << 0 << (digits <= 3) << (digits <= 3 ? textOf("\"c\"::timestamptz") : textOf("\"c\""));
        QTest::newRow("timestamptz") << -1 << 0 << false << textOf("\"c\"");
        QTest::newRow("timestamptz(3)[]") << 3 << 1 << true << elements;
        QTest::newRow("timestamptz[]") << -1 << 1 << false << elements;
    }
    void momentsOfMillisecondsAreReadByQuery()
    {
        QFETCH(int, digits);
        QFETCH(int, dimensions);
        QFETCH(bool, byQuery);
        QFETCH(QString, source);
        model::SourceColumn column{.name = textOf("c")};
        column.type = {.schema = textOf("pg_catalog"), .name = textOf("timestamptz"), .precision = digits < 0 ? std::nullopt : std::optional<qint64>(digits), .arrayDimensions = dimensions};
        const rules::TypeMapping mapping = rules::mapPostgresType(column.type, nullptr);
        QCOMPARE(mapping.needsQuery, byQuery);
        const model::PlannedColumn planned = rules::plannedColumn(column, mapping, rules::ReadPath::Query, {});
        QCOMPARE(planned.sourceExpression, std::optional(source));
        QCOMPARE(planned.bronzeType, dimensions > 0 ? textOf("array(timestamp(6) with time zone)") : textOf("timestamp(6) with time zone"));
    }

    /// A text that is made of an element is not what the source compares.
    void elementsThatAreMadeTextsAreNotCompared()
    {
        model::SourceColumn column{.name = textOf("c")};
        column.type = {.schema = textOf("pg_catalog"), .name = textOf("tstzrange"), .kind = model::TypeKind::Range, .arrayDimensions = 1};
        const auto planned = [&] { return rules::plannedColumn(column, rules::mapPostgresType(column.type, nullptr), rules::ReadPath::Query, {}); };
        QCOMPARE(int(planned().canonical.form), int(model::CanonicalForm::NotCompared));
        QCOMPARE(planned().bronzeType, textOf("array(varchar)"));
        column.type.name = textOf("tsrange");
        QCOMPARE(int(planned().canonical.form), int(model::CanonicalForm::Array));
        column.type = {.schema = textOf("pg_catalog"), .name = textOf("interval"), .arrayDimensions = 1};
        QCOMPARE(int(planned().canonical.form), int(model::CanonicalForm::Array));
    }

    void everyPitfallHasItsRow()
    {
        constexpr int known = 34;
        const QString tests = fileText(testing::sourcePath("tests/component/types/pitfalls_live_test.cpp"));
        for (int number = 1; number <= known; ++number)
            QCOMPARE(tests.count(QStringLiteral("{\"pitfall %1: ").arg(number)), qsizetype(1));
        QCOMPARE(tests.count(textOf("{\"pitfall ")), qsizetype(known));
    }

    void aSeedDrawsTheSameValuesAgain()
    {
        const auto values = [](quint64 seed) {
            QStringList all;
            for (const TypeColumn &column : typeColumns(seed))
                all += column.values;
            return all;
        };
        QCOMPARE(values(7), values(7));
        QVERIFY(values(7) != values(8));
    }
};

QTEST_APPLESS_MAIN(TypeValuesTest)
#include "type_values_test.moc"

#include "component/types/texts.h"
#include "component/types/type_tables.h"
#include "rules/sqlgen/quoting.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;

namespace {

QString inHex(const QString &text) { return QString::fromLatin1(text.toUtf8().toHex()); }
QByteArray shown(const QString &hex) { return hex == QLatin1String("N") ? QByteArray("NULL") : QByteArray::fromHex(hex.toLatin1()); }

/// A value that bronze cannot hold, and the nearest one that it can hold as Trino prints it.
struct Unholdable {
    const char *value;
    const char *nearest = ""; ///< empty: there is none
};

/// A type with values in the way, and what a person may decide of it.
struct DecidedType {
    const char *name;      ///< of the data row
    const char *rule;
    const char *declared;
    std::vector<Unholdable> inTheWay;
    std::vector<PlanEdit> offers;
    const char *words;     ///< in the refusal, between " & "
};

const std::vector<DecidedType> &decidedTypes()
{
    using enum PlanEdit;
    static const std::vector<DecidedType> types{
        {"numeric", "numeric without precision", "numeric", {{"'NaN'"}, {"'Infinity'"}, {"'-Infinity'"}, {"'NaN'"}}, {Text, Null}, "4 values & 2 NaN & 2 infinite"},
        {"numeric(10,2)", "numeric(p,s), s ≤ p ≤ 38", "numeric(10,2)", {{"'NaN'"}, {"'nan'"}}, {Text, Null}, "2 values & 2 NaN"},
        {"numeric(50,5)", "numeric(p,s), more than 38 digits", "numeric(50,5)", {{"'1e33'"}, {"'-1e44'"}, {"'NaN'"}, {"'999999999999999999999999999999999.999995'"}}, {Text, Null},
         "4 values & 1 NaN & 3 of more than 38 digits"},
        {"date", "date", "date", {{"'infinity'", "9999-12-31"}, {"'-infinity'", "0001-01-01"}, {"'0001-12-31 BC'", "0001-01-01"}, {"'4713-01-01 BC'", "0001-01-01"}, {"'10000-01-01'", "9999-12-31"},
                                  {"'5874897-12-31'", "9999-12-31"}}, {Text, Null, Limit}, "6 values & 2 infinite & 4 before the year 1"},
        {"timestamp", "timestamp(p)", "timestamp",
         {{"'infinity'", "9999-12-31 23:59:59.999999"}, {"'-infinity'", "0001-01-01 00:00:00.000000"}, {"'0001-12-31 23:59:59.999999 BC'", "0001-01-01 00:00:00.000000"},
          {"'0044-03-15 12:00:00 BC'", "0001-01-01 00:00:00.000000"}, {"'9999-12-31 23:59:59.9999995'", "9999-12-31 23:59:59.999999"}, {"'294276-12-31 23:59:59.999999'", "9999-12-31 23:59:59.999999"}},
         {Text, Null, Limit}, "6 values & 2 infinite & 4 before the year 1"},
        {"timestamptz", "timestamp(p) with time zone", "timestamptz",
         {{"'infinity'", "9999-12-31 23:59:59.999999"}, {"'-infinity'", "0001-01-01 00:00:00.000000"}, {"'0001-01-01 00:00:00+01'", "0001-01-01 00:00:00.000000"},
          {"'9999-12-31 23:59:59.999999-01'", "9999-12-31 23:59:59.999999"}, {"'4713-01-01 00:00:00+00 BC'", "0001-01-01 00:00:00.000000"}},
         {Text, Null, Limit}, "5 values & 2 infinite & 3 before the year 1"},
        {"time", "time(p)", "time", {{"'24:00:00'", "23:59:59.999999"}, {"'23:59:59.9999995'", "23:59:59.999999"}}, {Text, Null, Limit}, "2 values & 24:00:00"},
        {"integer[]", "integer", "int4[]", {{"'{{1,2},{3,4}}'"}, {"'[0:1]={7,8}'"}, {"'[2:2]={NULL}'"}, {"'{{{1}}}'"}}, {Text, Null}, "4 values & dimension"},
        {"timestamp[]", "timestamp(p)", "timestamp[]", {{"ARRAY['infinity']::timestamp[]"}, {"ARRAY['2024-01-01', '0044-03-15 BC']::timestamp[]"}}, {Text}, "2 values & 1 infinite & 1 before"},
    };
    return types;
}

/// Words that no digit stands before: "2 values" is not in "12 values".
QRegularExpression wholeWords(const QString &words) { return QRegularExpression(textOf("(?<![0-9])") + QRegularExpression::escape(words)); }

const char *nameOf(PlanEdit decision) { return decision == PlanEdit::Text ? "text" : decision == PlanEdit::Null ? "null" : "limit"; }

} // namespace

/// Values that bronze cannot hold: refused with their number until a person decides, and then as decided, beside 200 that it can hold.
class DecidedValuesLiveTest : public QObject {
    Q_OBJECT

    struct Column {
        const DecidedType *type;
        PlanEdit decision;
    };

    PlannedTables m_tables{QStringLiteral("types_decided")};
    TypeTable m_table{.schema = QStringLiteral("decided"), .name = QStringLiteral("value")};
    std::vector<Column> m_columns;
    std::vector<PlannedTable> m_undecided; ///< as planned before any decision: one table
    std::vector<ColumnAnswers> m_answers;

    static TypeColumn columnOf(const DecidedType &type, PlanEdit decision, std::vector<TypeColumn> &known, Drawing &drawing)
    {
        const bool isArray = textOf(type.declared).endsWith(textOf("[]"));
        const QString scalar = textOf(type.declared).remove(textOf("[]"));
        TypeColumn column = *std::ranges::find_if(known, [&](const TypeColumn &one) { return one.declared == scalar && one.rule == textOf(type.rule); });
        if (isArray)
            column = arrayOf(column, drawing);
        // Of 50 digits 38 fit.
        if (scalar == textOf("numeric(50,5)"))
            for (QString &value : column.values)
                value = QStringLiteral("'%1'").arg(drawing.decimal(33, 5));
        if (decision == PlanEdit::Text)
            column.rendering = scalar == textOf("timestamptz") ? Rendering{textOf("({c} AT TIME ZONE 'UTC')::text"), textOf("{c}")} : Rendering{};
        QStringList values;
        for (const Unholdable &value : type.inTheWay)
            values += textOf(value.value);
        column.values = values + column.values;
        return column;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        const quint64 seed = Drawing::seedOfEnvironment();
        qInfo("values drawn with the seed %llu (LAKEHOUSE_TEST_SEED)", qulonglong(seed));
        Drawing drawing(seed);
        std::vector<TypeColumn> known = typeColumns(seed);
        std::vector<PlanChange> changes;
        for (const DecidedType &type : decidedTypes())
            for (const PlanEdit decision : type.offers) {
                m_columns.push_back({&type, decision});
                m_table.columns.push_back(columnOf(type, decision, known, drawing));
                changes.push_back(m_tables.change(m_table.name, decision, TypeTable::columnName(m_columns.size() - 1)));
            }
        QCOMPARE(m_tables.atSource(m_table.sql(), {textOf("TimeZone=UTC"), textOf("DateStyle=ISO")}), QByteArray());
        QCOMPARE(m_tables.plan(), QByteArray());
        QVERIFY(m_tables.find(m_table.name));
        m_undecided = {*m_tables.find(m_table.name)};
        QCOMPARE(m_tables.plan(changes), QByteArray());
        const PlannedTable *planned = m_tables.find(m_table.name);
        QVERIFY(planned && planned->refusals.empty());
        QCOMPARE(m_tables.load(planned->decision), QByteArray());
        QCOMPARE(askBothSides(m_tables, m_table, planned->decision, m_answers), QByteArray());
        QCOMPARE(m_answers.size(), m_columns.size());
    }

    void aColumnIsDecided_data()
    {
        QTest::addColumn<int>("number");
        for (const DecidedType &type : decidedTypes())
            for (const PlanEdit decision : type.offers) {
                const auto at = std::ranges::find_if(m_columns, [&](const Column &column) { return column.type == &type && column.decision == decision; }) - m_columns.begin();
                QTest::addRow("%s as %s", type.name, nameOf(decision)) << int(at);
            }
    }
    void aColumnIsDecided()
    {
        QFETCH(int, number);
        const DecidedType &type = *m_columns[std::size_t(number)].type;
        const PlanEdit decision = m_columns[std::size_t(number)].decision;
        const ColumnAnswers &one = m_answers[std::size_t(number)];
        QCOMPARE(one.planned.decided, std::optional(decision));
        qsizetype nulls = 0;
        for (qsizetype row = 0; row < one.sourceRendered.size(); ++row) {
            const bool isInTheWay = row < qsizetype(type.inTheWay.size());
            QString expected = one.sourceRendered[row];
            if (isInTheWay && decision == PlanEdit::Null)
                expected = textOf("N");
            else if (isInTheWay && decision == PlanEdit::Limit)
                expected = inHex(QString(textOf(type.inTheWay[std::size_t(row)].nearest)).remove(QRegularExpression(textOf("\\.000000$"))));
            const QByteArray where = "row " + QByteArray::number(row) + ": ";
            QVERIFY2(one.bronzeRendered[row] == expected, where + shown(one.bronzeRendered[row]) + " is not " + shown(expected));
            QVERIFY2(one.sourceText[row] == one.bronzeText[row], where + shown(one.sourceText[row]) + " is compared with " + shown(one.bronzeText[row]));
            QCOMPARE(one.sourceHash[row], one.bronzeHash[row]);
            nulls += one.bronzeRendered[row] == textOf("N") ? 1 : 0;
        }
        const qsizetype absent = m_table.rows() - one.column.values.size();
        QCOMPARE(nulls, absent + (decision == PlanEdit::Null ? qsizetype(type.inTheWay.size()) : 0));
    }

    void withoutADecisionTheColumnIsRefusedWithCounts_data() { aColumnIsDecided_data(); }
    void withoutADecisionTheColumnIsRefusedWithCounts()
    {
        QFETCH(int, number);
        const DecidedType &type = *m_columns[std::size_t(number)].type;
        const auto &refusals = m_undecided.front().refusals;
        const auto refusal = std::ranges::find_if(refusals, [&](const Refusal &one) { return one.column == TypeTable::columnName(std::size_t(number)); });
        QVERIFY(refusal != refusals.end());
        QVERIFY(refusal->offers == type.offers);
        qsizetype from = 0;
        for (const QString &word : textOf(type.words).split(textOf(" & "))) {
            from = refusal->reason.toEnglish().indexOf(wholeWords(word), from);
            QVERIFY2(from >= 0, qPrintable(refusal->reason.toEnglish()));
        }
    }

    void theDecisionSaysHowManyValues_data() { aColumnIsDecided_data(); }
    void theDecisionSaysHowManyValues()
    {
        QFETCH(int, number);
        const auto &decisions = m_tables.find(m_table.name)->decisions;
        const auto decision = std::ranges::find_if(decisions, [&](const PlannedChange &one) { return one.change.column == TypeTable::columnName(std::size_t(number)); });
        QVERIFY(decision != decisions.end() && !decision->isStale);
        const QString count = QStringLiteral("%1 values").arg(m_columns[std::size_t(number)].type->inTheWay.size());
        QVERIFY2(decision->outcome.toEnglish().contains(wholeWords(count)), qPrintable(decision->outcome.toEnglish()));
    }

    void theTableReconcilesGreen()
    {
        const auto result = m_tables.reconcile(m_tables.find(m_table.name)->decision);
        QVERIFY2(result && result.value().isGreen(), whyNotGreen(result));
        QCOMPARE(result.value().sourceRows, m_table.rows());
        QCOMPARE(result.value().bronzeRows, m_table.rows());
        QVERIFY(result.value().columnsNotCompared.empty());
    }
};

QTEST_GUILESS_MAIN(DecidedValuesLiveTest)
#include "decided_values_live_test.moc"

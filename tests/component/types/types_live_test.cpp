#include "component/types/texts.h"
#include "component/types/type_tables.h"
#include "rules/catalog/type_table_postgres.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>
#include <set>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;

namespace {

QByteArray shown(const QString &hex) { return hex == QLatin1String("N") ? QByteArray("NULL") : QByteArray::fromHex(hex.toLatin1()).left(300); }

const rules::TypeRule &ruleOf(const QString &name)
{
    const auto table = rules::postgresTypeTable();
    return *std::ranges::find_if(table, [&](const rules::TypeRule &rule) { return textOf(rule.documented) == name; });
}

/// As the table of docs/user/types.md says it, and the sentence under "How values compare" about arrays.
bool isInRowHash(const TypeColumn &column)
{
    const QString note = textOf(ruleOf(column.rule).note);
    const bool isArrayThatIsNot = column.declared.endsWith(textOf("[]")) && column.rule == textOf("tstzrange");
    return !isArrayThatIsNot && !note.contains(textOf("left out of row hashes")) && !note.contains(textOf("not compared"));
}

/// The connector shows a domain as text, which gives the value back where no setting of a session changes it.
bool isDomainReadAsText(const rules::TypeRule &rule)
{
    const QString name = textOf(rule.documented);
    return rule.connector == rules::ConnectorRead::Exact && *rule.elementSource == '\0' && name != textOf("date") && !name.startsWith(textOf("time"));
}

} // namespace

/// Each type of PostgreSQL on real servers: at least 200 values of each land and are hashed alike, whatever way they are read.
class TypesLiveTest : public QObject {
    Q_OBJECT

    PlannedTables m_tables{QStringLiteral("types_differential")};
    PlannedTables m_scales{QStringLiteral("types_scales")}; ///< a scale outside the precision keeps the connector from describing any table
    std::vector<TypeTable> m_all;
    std::map<QString, std::vector<ColumnAnswers>> m_answers; ///< by table
    std::map<QString, QByteArray> m_complaints;              ///< by table
    QString m_domains, m_scaleDomains;                       ///< SQL that makes them

    const PlannedTables &source(const TypeTable &table) const { return table.schema == m_tables.schema() ? m_tables : m_scales; }
    const PlannedTable *planned(const TypeTable &table) const { return source(table).find(table.name); }

    /// The tables that the columns make: what the connector reads, everything through the query function, domains, arrays of both, and what is refused.
    void makeTables(quint64 seed)
    {
        Drawing drawing(seed + 1);
        std::map<QString, TypeTable> made;
        const auto add = [&](const char *name, const PlannedTables &tables, const TypeColumn &column) {
            TypeTable &table = made[textOf(name)];
            table.schema = tables.schema();
            table.name = textOf(name);
            table.columns.push_back(column);
        };
        std::size_t number = 0;
        for (const TypeColumn &column : typeColumns(seed)) {
            const rules::TypeRule &rule = ruleOf(column.rule);
            if (rule.connector == rules::ConnectorRead::Refused) {
                add("refused", m_tables, column);
                continue;
            }
            TypeColumn domain = column;
            domain.declared = QStringLiteral("public.domain_%1").arg(++number);
            const bool breaksConnector = *rule.connectorType == '\0' && column.declared.startsWith(textOf("numeric"));
            (breaksConnector ? m_scaleDomains : m_domains) += QStringLiteral("CREATE DOMAIN %1 AS %2;\n").arg(domain.declared, column.declared);
            if (breaksConnector) {
                add("scales", m_scales, column);
                add("scale_domains", m_scales, domain);
                add("scale_arrays", m_scales, arrayOf(column, drawing));
                continue;
            }
            add("by_query", m_tables, column);
            const bool isOfMilliseconds = column.declared == textOf("timestamptz(3)"); // which the connector would bend
            if (rule.connector == rules::ConnectorRead::Exact && !isOfMilliseconds)
                add("by_connector", m_tables, column);
            add(isDomainReadAsText(rule) ? "domains" : "domains_by_query", m_tables, domain);
            add(rule.array == rules::ArrayRead::Refused ? "refused" : "arrays_by_query", m_tables, arrayOf(column, drawing));
            if (rule.array == rules::ArrayRead::Exact && !isOfMilliseconds)
                add("arrays", m_tables, arrayOf(column, drawing));
        }
        add("refused", m_tables, {.rule = textOf("integer"), .declared = textOf("int4"), .values = {textOf("1"), textOf("2")}}); // the rest of a table lands
        for (auto &[name, table] : made)
            m_all.push_back(std::move(table));
    }

    QString sqlOf(const PlannedTables &tables) const
    {
        QString sql;
        for (const TypeTable &table : m_all)
            if (table.schema == tables.schema())
                sql += table.sql();
        return sql;
    }

    QByteArray loadAndAsk(const TypeTable &table)
    {
        const PlannedTable *found = planned(table);
        if (!found || found->decision.mode != LoadMode::Full)
            return "it is not planned in full";
        QElapsedTimer timer;
        timer.start();
        if (const QByteArray complaint = source(table).load(found->decision); !complaint.isEmpty())
            return complaint;
        const qint64 loadMs = timer.restart();
        const QByteArray complaint = askBothSides(source(table), table, found->decision, m_answers[table.name]);
        qInfo("%s: %zu columns, %lld rows; loaded in %lld ms, read in %lld ms", qPrintable(table.name), table.columns.size(), qlonglong(table.rows()), qlonglong(loadMs), qlonglong(timer.elapsed()));
        return complaint;
    }

    /// The tables that have a column of the row.
    static std::set<QString> tablesOf(const rules::TypeRule &rule)
    {
        if (rule.connector == rules::ConnectorRead::Refused)
            return {};
        if (*rule.connectorType == '\0' && textOf(rule.documented).startsWith(textOf("numeric")))
            return {textOf("scales"), textOf("scale_domains"), textOf("scale_arrays")};
        std::set<QString> tables{textOf("by_query"), isDomainReadAsText(rule) ? textOf("domains") : textOf("domains_by_query")};
        if (rule.connector == rules::ConnectorRead::Exact)
            tables.insert(textOf("by_connector"));
        if (rule.array != rules::ArrayRead::Refused)
            tables.insert(textOf("arrays_by_query"));
        if (rule.array == rules::ArrayRead::Exact)
            tables.insert(textOf("arrays"));
        if (textOf(rule.documented) == textOf("integer"))
            tables.insert(textOf("refused"));
        return tables;
    }

    void compareValues(const QString &table, const ColumnAnswers &one)
    {
        const auto where = [&](qsizetype row) {
            return QByteArray(qPrintable(QStringLiteral("%1.%2 %3, row %4: ").arg(table, one.planned.name, one.column.declared).arg(row)))
                + (row < one.column.values.size() ? one.column.values[row].left(200).toUtf8() : QByteArray("NULL"));
        };
        const bool isObject = one.column.rule == textOf("hstore");
        QCOMPARE(one.sourceText.isEmpty(), !isInRowHash(one.column));
        QSet<QString> hashes, values;
        for (qsizetype row = 0; row < one.sourceRendered.size(); ++row) {
            const QString &source = one.sourceRendered[row];
            const QString &bronze = one.bronzeRendered[row];
            QVERIFY2((source == textOf("N")) == (row >= one.column.values.size()), where(row)); // the value came as far as the source
            if (isObject && source != textOf("N")) {
                const auto members = [](const QString &hex) { return QJsonDocument::fromJson(QByteArray::fromHex(hex.toLatin1())).object(); };
                QVERIFY2(members(source) == members(bronze), where(row) + " is " + shown(bronze));
            } else {
                QVERIFY2(source == bronze, where(row) + " is " + shown(source) + " at the source and " + shown(bronze) + " in bronze");
            }
            if (one.sourceText.isEmpty())
                continue;
            QVERIFY2(one.sourceText[row] == one.bronzeText[row], where(row) + " reads " + shown(one.sourceText[row]) + " and " + shown(one.bronzeText[row]));
            QVERIFY2(one.sourceHash[row] == one.bronzeHash[row], where(row));
            hashes.insert(one.sourceHash[row]);
            values.insert(one.bronzeRendered[row]);
        }
        QVERIFY2(one.column.values.size() >= drawnValues || one.column.values.size() == 2, where(0));
        if (!one.sourceText.isEmpty())
            QCOMPARE(hashes.size(), values.size()); // different values never hash alike
    }

    /// The bits of public.digit as Trino reads them.
    QString digitBits(const QString &catalog) const
    {
        const auto bits = m_scales.inLake(QStringLiteral("SELECT to_hex(to_ieee754_64(d)) FROM %1.public.digit").arg(catalog));
        return bits ? bits.value().rows[0][0].value_or(QString()) : QString::fromUtf8(wordsOf(bits.error()));
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        const quint64 seed = Drawing::seedOfEnvironment();
        qInfo("values drawn with the seed %llu (LAKEHOUSE_TEST_SEED)", qulonglong(seed));
        QCOMPARE(m_scales.open(), QByteArray());
        makeTables(seed);
        const QStringList settings{textOf("TimeZone=UTC"), textOf("DateStyle=ISO"), textOf("client_min_messages=error")};
        QCOMPARE(m_tables.atSource(typeSetup(seed) + m_domains + sqlOf(m_tables), settings), QByteArray());
        QCOMPARE(m_scales.atSource(m_scaleDomains + sqlOf(m_scales) + QStringLiteral("CREATE TABLE %1.plain (id integer PRIMARY KEY);\n").arg(m_scales.schema()), settings), QByteArray());
        QCOMPARE(m_tables.plan(), QByteArray());
        QCOMPARE(m_scales.plan(std::nullopt), QByteArray());
        for (const TypeTable &table : m_all)
            m_complaints[table.name] = loadAndAsk(table);
    }

    void everyTableLoads_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t at = 0; at < m_all.size(); ++at)
            QTest::newRow(qPrintable(m_all[at].name)) << int(at);
    }
    void everyTableLoads()
    {
        QFETCH(int, number);
        const TypeTable &table = m_all[std::size_t(number)];
        QCOMPARE(m_complaints.at(table.name), QByteArray());
        const bool isByQuery = std::ranges::any_of(planned(table)->decision.columns, [](const PlannedColumn &column) { return column.sourceExpression.has_value(); });
        static const QStringList byConnector{textOf("by_connector"), textOf("domains"), textOf("arrays"), textOf("refused")};
        QCOMPARE(isByQuery, !byConnector.contains(table.name)); // both ways of reading are tried
        for (const ColumnAnswers &one : m_answers.at(table.name)) {
            QCOMPARE(one.sourceRendered.size(), table.rows());
            QCOMPARE(one.bronzeRendered.size(), table.rows());
        }
    }

    /// Trino's connector cannot list the columns of a catalog with such a scale; a plan needs the list.
    void aScaleOutsideThePrecisionHidesNoOtherTable()
    {
        const auto shown = m_scales.shownByConnector();
        QVERIFY2(shown, shown ? "" : wordsOf(shown.error()));
        const auto plain = std::ranges::find_if(shown.value(), [&](const ExposedTable &one) { return one.schema == m_scales.schema() && one.table == textOf("plain"); });
        QVERIFY(plain != shown.value().end());
        QCOMPARE(plain->columns.size(), std::size_t(1));
        QCOMPARE(plain->columns[0].name, textOf("id"));
        QCOMPARE(plain->columns[0].type, textOf("integer"));
    }

    /// A database may print fewer digits than a double has, and Trino reads what is printed: docs/user/types.md says what the catalog needs then.
    void doublesKeepTheirDigits()
    {
        QCOMPARE(m_scales.atSource(textOf("ALTER DATABASE types_scales SET extra_float_digits = 0")), QByteArray());
        QCOMPARE(m_scales.atSource(textOf("CREATE TABLE public.digit (id integer PRIMARY KEY, d double precision); INSERT INTO public.digit VALUES (1, 0.1::float8 + 0.2::float8)")), QByteArray());
        const auto asBefore = qScopeGuard([&] { (void)m_scales.atSource(textOf("ALTER DATABASE types_scales RESET extra_float_digits")); });
        QCOMPARE(digitBits(textOf("types_scales")), textOf("3FD3333333333333")); // 0.3: without the option digits are lost
        const QString catalog = textOf("types_digits");
        (void)m_scales.inLake(textOf("DROP CATALOG IF EXISTS ") + catalog);
        const auto made = m_scales.inLake(m_scales.catalogStatement(catalog, textOf("?options=-c%20extra_float_digits=1")));
        QVERIFY2(made, made ? "" : wordsOf(made.error()));
        const QString bits = digitBits(catalog);
        (void)m_scales.inLake(textOf("DROP CATALOG ") + catalog);
        QCOMPARE(bits, textOf("3FD3333333333334"));
    }

    /// The row of the type table, in every table that has a column of it.
    void valuesOfEachRowOfTheTypeTable_data()
    {
        QTest::addColumn<QString>("rule");
        for (const rules::TypeRule &rule : rules::postgresTypeTable())
            QTest::newRow(rule.documented) << textOf(rule.documented);
    }
    void valuesOfEachRowOfTheTypeTable()
    {
        QFETCH(QString, rule);
        if (rule == QLatin1String(ruleWithoutColumns)) {
            QVERIFY(m_tables.atSource(textOf("CREATE TABLE public.impossible (r record)")).contains("pseudo-type"));
            QVERIFY(m_tables.atSource(textOf("CREATE TABLE public.impossible (r anyarray)")).contains("pseudo-type"));
            return;
        }
        std::set<QString> compared;
        for (const auto &[table, answers] : m_answers)
            for (const ColumnAnswers &one : answers) {
                if (one.column.rule != rule)
                    continue;
                compareValues(table, one);
                if (QTest::currentTestFailed())
                    return;
                compared.insert(table);
            }
        QVERIFY(compared == tablesOf(ruleOf(rule)));
    }

    void everyTableReconcilesGreen_data() { everyTableLoads_data(); }
    void everyTableReconcilesGreen()
    {
        QFETCH(int, number);
        const TypeTable &table = m_all[std::size_t(number)];
        const auto result = source(table).reconcile(planned(table)->decision);
        QVERIFY2(result && result.value().isGreen(), whyNotGreen(result));
        QCOMPARE(result.value().sourceRows, table.rows());
        QCOMPARE(result.value().bronzeRows, table.rows());
        QStringList notHashed;
        for (const ColumnAnswers &one : m_answers.at(table.name))
            if (!isInRowHash(one.column))
                notHashed += one.planned.name;
        QStringList named(result.value().columnsNotCompared.begin(), result.value().columnsNotCompared.end());
        notHashed.sort();
        named.sort();
        QCOMPARE(named, notHashed);
    }

    void columnsAreRefusedWhereTheTableSaysSo()
    {
        const TypeTable &table = *std::ranges::find(m_all, textOf("refused"), &TypeTable::name);
        const PlannedTable *found = planned(table);
        QVERIFY(found);
        for (std::size_t at = 0; at + 1 < table.columns.size(); ++at) {
            const auto refusal = std::ranges::find_if(found->refusals, [&](const Refusal &one) { return one.column == TypeTable::columnName(at); });
            QVERIFY2(refusal != found->refusals.end(), qPrintable(table.columns[at].declared));
            QVERIFY2(!refusal->remedy.isEmpty(), qPrintable(table.columns[at].declared));
            if (ruleOf(table.columns[at].rule).connector == rules::ConnectorRead::Refused && table.columns[at].rule != textOf("numeric(p,s), more than 38 digits"))
                QCOMPARE(refusal->reason.toEnglish(), textOf(ruleOf(table.columns[at].rule).note));
        }
        QCOMPARE(found->refusals.size(), table.columns.size() - 1);
    }
};

QTEST_GUILESS_MAIN(TypesLiveTest)
#include "types_live_test.moc"

#include "component/types/pitfall_tables.h"
#include "component/types/planned_tables.h"
#include "component/types/texts.h"
#include "rules/reconcile/canonical_text.h"
#include "rules/reconcile/reconciliation_binding.h"
#include "rules/reconcile/reconciliation_sql.h"
#include "rules/reconcile/table_reading.h"
#include "rules/sqlgen/quoting.h"

#include <QCryptographicHash>
#include <QTest>

#include <algorithm>
#include <map>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;
using rules::SqlDialect;

namespace {

/// "NULL" of an absent value; no text of these tables says so.
QStringList column(const base::Result<ports::SqlRows> &answer, std::size_t at = 0)
{
    QStringList values;
    if (!answer)
        return {QString::fromUtf8(wordsOf(answer.error()))};
    for (const auto &row : answer.value().rows)
        values += row[at].value_or(textOf("NULL"));
    return values;
}

/// Without tiers and mismatches where the comparison could not be made.
const TierResult &tierOf(const base::Result<TableReconciliation> &result, Tier tier)
{
    static const TierResult none;
    return result ? result.value().tiers[std::size_t(tier)] : none;
}
const TierResult &v2(const base::Result<TableReconciliation> &result) { return tierOf(result, Tier::V2); }
const TierResult &v3(const base::Result<TableReconciliation> &result) { return tierOf(result, Tier::V3); }

/// "key: column" of each difference of V3, sorted.
QStringList differences(const base::Result<TableReconciliation> &result)
{
    if (!result)
        return {QString::fromUtf8(wordsOf(result.error()))};
    QStringList found;
    for (const Mismatch &one : v3(result).mismatches)
        found += QStringList(one.key.begin(), one.key.end()).join(QLatin1Char('|')) + textOf(": ") + one.column.value_or(one.kind);
    found.sort();
    return found;
}

QStringList measures(const base::Result<TableReconciliation> &result, const char *ofColumn)
{
    if (!result)
        return {QString::fromUtf8(wordsOf(result.error()))};
    QStringList found;
    for (const Mismatch &one : v2(result).mismatches)
        if (one.column == textOf(ofColumn))
            found += one.measure.value_or(QString());
    return found;
}

/// As the canonical row writes a text.
QByteArray escaped(const QString &text) { return text.toUtf8().replace("\\", "\\\\").replace("\x1f", "\\s"); }

} // namespace

/// The known pitfalls of comparing rows across engines, each on real servers.
class PitfallsLiveTest : public QObject {
    Q_OBJECT

    PlannedTables m_tables{QStringLiteral("types_pitfalls")};
    std::map<QString, QByteArray> m_loaded;                                             ///< complaints by table, of those that were loaded
    std::map<QString, base::Result<TableReconciliation>> m_asLoaded;                    ///< by table
    std::map<std::pair<QString, QString>, std::pair<QStringList, QStringList>> m_texts; ///< canonical ones of both sides, by table and column

    const TableDecision &decision(const char *table) const
    {
        static const TableDecision none;
        const PlannedTable *found = m_tables.find(textOf(table));
        if (!found)
            QTest::qFail(qPrintable(QStringLiteral("the plan has no table %1").arg(QLatin1String(table))), __FILE__, __LINE__);
        return found ? found->decision : none;
    }

    void load(const char *table)
    {
        if (m_loaded.contains(textOf(table)))
            return;
        QCOMPARE(m_loaded[textOf(table)] = m_tables.load(decision(table)), QByteArray());
    }

    base::Result<TableReconciliation> reconcile(const char *table) const { return m_tables.reconcile(decision(table)); }

    /// What is found of a table before anything is changed; several pitfalls ask for it.
    const base::Result<TableReconciliation> &asLoaded(const char *table)
    {
        if (!m_asLoaded.contains(textOf(table))) {
            load(table);
            m_asLoaded.emplace(textOf(table), reconcile(table));
        }
        return m_asLoaded.at(textOf(table));
    }

    void isGreen(const char *table)
    {
        const auto &result = asLoaded(table);
        QVERIFY2(result && result.value().isGreen(), whyNotGreen(result));
    }

    void atSource(const QString &sql) { QCOMPARE(m_tables.atSource(textOf("SET search_path = pitfalls; ") + sql, {textOf("DateStyle=ISO")}), QByteArray()); }

    /// What is found of a loaded table whose source is changed; `undo` makes it what it was.
    base::Result<TableReconciliation> whileChanged(const char *table, const QString &change, const QString &undo)
    {
        load(table);
        atSource(change);
        auto result = reconcile(table);
        atSource(undo);
        return result;
    }

    const PlannedColumn &planned(const char *table, const char *name) const
    {
        static const PlannedColumn none;
        const auto &columns = decision(table).columns;
        const auto found = std::ranges::find(columns, textOf(name), &PlannedColumn::name);
        if (found == columns.end())
            QTest::qFail(qPrintable(QStringLiteral("the plan has no column %1.%2").arg(QLatin1String(table), QLatin1String(name))), __FILE__, __LINE__);
        return found == columns.end() ? none : *found;
    }
    QString text(SqlDialect dialect, const char *table, const char *name) const
    {
        const PlannedColumn &one = planned(table, name);
        return rules::canonicalText(dialect, one.canonical, rules::comparableValue(dialect, one));
    }
    QString field(SqlDialect dialect, const char *table, const char *name) const
    {
        const PlannedColumn &one = planned(table, name);
        return rules::canonicalField(dialect, one.canonical, rules::comparableValue(dialect, one));
    }
    /// A value of each row, by its key `id`, at both sides.
    std::pair<QStringList, QStringList> bothSides(const char *table, const std::function<QString(SqlDialect)> &item, const char *order = "id")
    {
        load(table);
        return {column(m_tables.query(QStringLiteral("SELECT (%1)::text FROM pitfalls.%2 ORDER BY %3").arg(item(SqlDialect::PostgreSql), QLatin1String(table), QLatin1String(order)))),
                column(m_tables.inLake(QStringLiteral("SELECT CAST(%1 AS varchar) FROM %2 ORDER BY %3").arg(item(SqlDialect::Trino), m_tables.bronze(decision(table)), QLatin1String(order))))};
    }

    /// The canonical texts of a column's first rows.
    void reads(const char *table, const char *name, const QStringList &expected)
    {
        const auto key = std::pair(textOf(table), textOf(name));
        if (!m_texts.contains(key))
            m_texts[key] = bothSides(table, [&](SqlDialect dialect) { return text(dialect, table, name); });
        const auto &[source, bronze] = m_texts.at(key);
        QCOMPARE(source.mid(0, expected.size()), expected);
        QCOMPARE(bronze.mid(0, expected.size()), expected);
        QCOMPARE(source, bronze);
    }

    // ---- how values read

    void doubleRounds()
    {
        isGreen("floating");
        QVERIFY(asLoaded("floating") && asLoaded("floating").value().columnsNotCompared == (std::vector<QString>{textOf("f"), textOf("g"), textOf("r")})); // in no hash, and said so
        QCOMPARE(column(m_tables.inLake(textOf("SELECT lower(to_hex(to_ieee754_64(f))) FROM ") + m_tables.bronze(decision("floating")) + textOf(" WHERE id = 101"))), QStringList{textOf("3fd7733333333333")});
        reads("value", "un", {textOf("1.50000000"), textOf("1.50000000"), textOf("0.36640625")}); // as a decimal it is exact
    }
    void millisecondsRead() { reads("value", "ts3", {textOf("2024-01-01 01:02:03.123000"), textOf("2024-01-01 01:02:03.000000"), textOf("1970-01-01 00:00:00.000000")}); }
    void zonedMillisecondsRound()
    {
        reads("value", "tz3", {textOf("2024-01-01 01:02:03.124000"), textOf("2024-01-01 01:02:03.123000"), textOf("2024-01-01 00:00:00.000000")}); // rounded once, by the source
        reads("value", "tz", {textOf("2024-01-01 01:02:03.123999"), textOf("2024-01-01 01:02:03.000000"), textOf("1900-01-01 00:00:00.000000")}); // and never again
    }
    void dateHasNoTime() { reads("value", "d", {textOf("2024-02-29"), textOf("0044-03-15"), textOf("1582-10-10")}); }
    void timeReads() { reads("value", "t", {textOf("12:00:00.100000"), textOf("23:59:59.999999"), textOf("00:00:00.000000")}); }
    void decimalsKeepTheirScale()
    {
        reads("value", "n", {textOf("-0.19"), textOf("0.00"), textOf("0.71"), textOf("0.00"), textOf("0.50")});
        QCOMPARE(differences(whileChanged("value", textOf("UPDATE value SET n = 0 WHERE id = 1"), textOf("UPDATE value SET n = -0.19 WHERE id = 1"))), QStringList{textOf("1: n")});
    }
    void zeroBeforeThePoint() { reads("value", "n", {textOf("-0.19"), textOf("0.00"), textOf("0.71")}); }
    void zerosAtTheEnd() { reads("value", "un", {textOf("1.50000000"), textOf("1.50000000"), textOf("0.36640625"), textOf("100.00000000"), textOf("-0.10000000")}); }
    void dateTextFollowsNoSetting()
    {
        load("value");
        for (const char *style : {"DateStyle=German", "DateStyle=SQL,DMY", "DateStyle=Postgres"}) {
            QByteArray printed;
            QCOMPARE(m_tables.atSource(QStringLiteral("SELECT %1 || ' ' || %2 FROM pitfalls.value WHERE id = 1;").arg(text(SqlDialect::PostgreSql, "value", "d"), text(SqlDialect::PostgreSql, "value", "tz3")),
                                       {textOf(style), textOf("TimeZone=America/New_York"), textOf("lc_time=C.UTF-8")}, &printed), QByteArray());
            QCOMPARE(printed.trimmed(), QByteArray("2024-02-29 2024-01-01 01:02:03.124000"));
        }
        dateHasNoTime();
    }
    void emptyTextIsNotNull()
    {
        const auto [source, bronze] = bothSides("value", [&](SqlDialect dialect) { return field(dialect, "value", "tx"); });
        QCOMPARE(source.mid(2, 4), (QStringList{QString(), textOf(" "), textOf("\\\\N"), textOf("\\N")}));
        QCOMPARE(bronze, source);
        QCOMPARE(tiersThatDiffer(whileChanged("value", textOf("UPDATE value SET tx = NULL WHERE id = 3"), textOf("UPDATE value SET tx = '' WHERE id = 3"))), textOf("V2 V3"));
    }
    void largeTextIsHashed()
    {
        isGreen("large");
        QCOMPARE(differences(whileChanged("large", textOf("UPDATE large SET document = overlay(document PLACING 'b' FROM 999999) WHERE id = 2"), textOf("UPDATE large SET document = repeat('a', 1000000) WHERE id = 2"))),
                 QStringList{textOf("2: document")});
        isGreen("larger"); // than a megabyte, which is all that Trino's concat gives
        const QString longest = textOf("UPDATE larger SET document = overlay(document PLACING '%1' FROM 1999999) WHERE id = 1");
        QCOMPARE(differences(whileChanged("larger", longest.arg(QLatin1Char('b')), longest.arg(QLatin1Char('a')))), QStringList{textOf("1: document")});
        QCOMPARE(differences(whileChanged("larger", textOf("UPDATE larger SET bytes = set_byte(bytes, 1999999, 7) WHERE id = 1"), textOf("UPDATE larger SET bytes = set_byte(bytes, 1999999, 0) WHERE id = 1"))),
                 QStringList{textOf("1: bytes")});
        QCOMPARE(differences(whileChanged("larger", textOf("UPDATE larger SET words[2] = 'c' WHERE id = 1"), textOf("UPDATE larger SET words[2] = NULL WHERE id = 1"))), QStringList{textOf("1: words")});
    }

    // ---- keys

    void keyDiffers(const char *table, const char *value, const QString &key, const QString &printedKey)
    {
        const QString condition = QStringLiteral(" WHERE %1").arg(key);
        QCOMPARE(differences(whileChanged(table, QStringLiteral("UPDATE %1 SET %2 = -%2").arg(QLatin1String(table), QLatin1String(value)) + condition,
                                          QStringLiteral("UPDATE %1 SET %2 = -%2").arg(QLatin1String(table), QLatin1String(value)) + condition)),
                 QStringList{printedKey + textOf(": ") + QLatin1String(value)});
    }
    void hyphenInKey()
    {
        isGreen("text_key");
        keyDiffers("text_key", "v", textOf("k = 'b-7'"), textOf("b-7"));
    }
    void fourDifferencesAreFour()
    {
        const QString change = textOf("UPDATE text_key SET v = -v WHERE k IN ('b-1', 'b1', 'B1 c', 'xxx')");
        isGreen("text_key");
        QCOMPARE(differences(whileChanged("text_key", change, change)), (QStringList{textOf("B1 c: v"), textOf("b-1: v"), textOf("b1: v"), textOf("xxx: v")}));
    }
    void varcharKeyFindsItsRow()
    {
        const QString value = column(m_tables.query(textOf("SELECT v FROM pitfalls.text_key WHERE k = 'b50'"))).value(0);
        const auto result = whileChanged("text_key", textOf("DELETE FROM text_key WHERE k = 'b50'"), QStringLiteral("INSERT INTO text_key VALUES ('b50', %1)").arg(value));
        QCOMPARE(differences(result), QStringList{textOf("b50: only in bronze")});
    }
    void keysOfEveryLength()
    {
        isGreen("text_key");
        for (const QString &key : {QString(), QString(1, QLatin1Char('x')), QString(299, QLatin1Char('x')), textOf("c4ca4238a0b923820dcc509a6f75849b")})
            keyDiffers("text_key", "v", QStringLiteral("k = '%1'").arg(key), key);
    }
    void signsInKey()
    {
        for (const char *key : {"'", "\\", "\x1f", "${bound}", "a\nb"})
            keyDiffers("text_key", "v", textOf("k = ") + rules::postgresLiteral(textOf(key)), textOf(key));
    }
    void upperCaseNames()
    {
        isGreen("UPPER");
        const auto result = whileChanged("UPPER", textOf("UPDATE \"UPPER\" SET \"Name\" = 'other' WHERE \"ID\" = 7"), textOf("UPDATE \"UPPER\" SET \"Name\" = 'n7' WHERE \"ID\" = 7"));
        QCOMPARE(differences(result), QStringList{textOf("7: Name")});
    }
    void naturalOrderDoesNotMatter()
    {
        for (const char *key : {"b2", "b10", "b100"})
            keyDiffers("text_key", "v", QStringLiteral("k = '%1'").arg(QLatin1String(key)), textOf(key));
    }
    void bucketsFollowNoOrder()
    {
        const auto [source, bronze] = bothSides("text_key", [&](SqlDialect dialect) { return rules::hashOf(dialect, field(dialect, "text_key", "k")); }, "v");
        const QStringList keys = column(m_tables.query(textOf("SELECT k FROM pitfalls.text_key ORDER BY v")));
        QCOMPARE(source.size(), keys.size());
        for (qsizetype at = 0; at < keys.size(); ++at) {
            const QByteArray hash = QCryptographicHash::hash(escaped(keys[at]), QCryptographicHash::Sha256).toHex();
            QCOMPARE(source[at], QString::number(hash.left(15).toLongLong(nullptr, 16))); // 60 bits of its SHA-256, as another program computes them
        }
        QCOMPARE(bronze, source);
    }
    void decimalKeyOfOtherScale()
    {
        isGreen("numeric_key");
        keyDiffers("numeric_key", "v", textOf("k = 2"), textOf("2.00"));
        keyDiffers("numeric_key", "v", textOf("k = -0.75"), textOf("-0.75"));
    }
    void collatedCompositeKey()
    {
        isGreen("composite_key");
        keyDiffers("composite_key", "v", textOf("a = 'a-b' AND b = 'X 1' AND c = 'k'"), textOf("X 1|a-b|k  "));
    }
    void grainWithDuplicates()
    {
        isGreen("grain");
        QVERIFY(decision("grain").key.empty());
        const auto result = whileChanged("grain", textOf("DELETE FROM grain WHERE ctid = (SELECT min(ctid) FROM grain WHERE a = 1)"), textOf("INSERT INTO grain VALUES (1, 'x')"));
        QCOMPARE(tiersThatDiffer(result), textOf("V1 V2 V3"));
        QCOMPARE(v3(result).mismatchesInAll, 1);
        QCOMPARE(v3(result).mismatches[0].source + v3(result).mismatches[0].bronze, textOf("12"));
        const auto moved = whileChanged("grain", textOf("UPDATE grain SET a = NULL, b = NULL WHERE a = 1"), textOf("UPDATE grain SET a = 1, b = 'x' WHERE ctid IN (SELECT ctid FROM grain WHERE a IS NULL LIMIT 2)"));
        QCOMPARE(v3(moved).mismatchesInAll, 2); // two rows became two others: neither a set of rows nor XOR would see it
    }
    void keyWithNulls()
    {
        isGreen("null_key");
        QVERIFY(decision("null_key").key.empty()); // NULL is not equal to NULL: no key
        QCOMPARE(v3(whileChanged("null_key", textOf("UPDATE null_key SET a = b, b = a WHERE v = 1"), textOf("UPDATE null_key SET a = b, b = a WHERE v = 1"))).mismatchesInAll, 2);
    }

    // ---- sums and rows

    void hashSumsAreWide()
    {
        load("many");
        const rules::ReconciliationSql sql = rules::reconciliationSql(decision("many"));
        const rules::ReconciliationBinding binding{.buckets = 16, .controlBuckets = 1};
        const auto buckets = [](const base::Result<ports::SqlRows> &answer) {
            QStringList all = column(answer, 1).value(0).split(QLatin1Char(' '));
            all.sort();
            return all;
        };
        const QStringList source = buckets(m_tables.query(rules::bindReconciliation(SqlDialect::PostgreSql, sql.checks[0].source, binding).value()));
        QCOMPARE(source.size(), qsizetype(16));
        QCOMPARE(buckets(m_tables.inLake(rules::bindReconciliation(SqlDialect::Trino, sql.checks[0].bronze, binding).value())), source);
        for (const QString &bucket : source)
            QVERIFY2(bucket.section(QLatin1Char(':'), 2).toDouble() > double(std::numeric_limits<qint64>::max()), qPrintable(bucket)); // no sum fits into 64 bits
        isGreen("many");
    }
    void toleranceOfEachColumn()
    {
        isGreen("floating");
        const auto within = whileChanged("floating", textOf("UPDATE floating SET f = f * (1 + 1e-13::float8) WHERE id <= 50"), textOf("UPDATE floating SET f = id / 7.0 WHERE id <= 50"));
        QVERIFY2(within && within.value().isGreen(), whyNotGreen(within));
        const auto beyond = whileChanged("floating", textOf("UPDATE floating SET g = g * (1 + 1e-6::float8) WHERE id <= 50"), textOf("UPDATE floating SET g = id * 1e10 WHERE id <= 50"));
        QCOMPARE(tiersThatDiffer(beyond), textOf("V2"));
        QVERIFY(!measures(beyond, "g").isEmpty() && measures(beyond, "f").isEmpty());
    }
    void concatenationKeepsBorders()
    {
        isGreen("border");
        const auto swapped = [&](int one, int other) {
            const QString change = QStringLiteral("UPDATE border SET a = o.a, b = o.b FROM border o WHERE (border.id, o.id) IN ((%1, %2), (%2, %1))").arg(one).arg(other);
            return whileChanged("border", change, change);
        };
        // The same letters in a row with its border elsewhere: the columns as a whole hold the same texts.
        for (const auto &[one, other] : {std::pair(1, 2), std::pair(3, 4), std::pair(6, 7)}) {
            const auto result = swapped(one, other);
            QCOMPARE(tiersThatDiffer(result), textOf("V3"));
            QCOMPARE(differences(result), (QStringList{QStringLiteral("%1: a").arg(one), QStringLiteral("%1: b").arg(one), QStringLiteral("%1: a").arg(other), QStringLiteral("%1: b").arg(other)}));
        }
        const auto [source, bronze] = bothSides("border", [&](SqlDialect dialect) { return rules::hashOf(dialect, rules::canonicalRow(dialect, {field(dialect, "border", "a"), field(dialect, "border", "b")})); });
        QCOMPARE(bronze, source);
        QCOMPARE(QSet<QString>(source.begin(), source.end()).size(), source.size());
    }
    void wideRowsAreCut()
    {
        isGreen("wide");
        QCOMPARE(decision("wide").columns.size(), std::size_t(272));
        QCOMPARE(differences(whileChanged("wide", textOf("UPDATE wide SET c271 = '2024-01-01' WHERE id = 7"), textOf("UPDATE wide SET c271 = NULL WHERE id = 7"))), QStringList{textOf("7: c271")});
    }
    void caseAndPaddingCount()
    {
        for (const auto &[change, undo, id] : {std::tuple("upper(tx)", "lower(tx)", 1), std::tuple("rtrim(tx)", "tx || ' '", 2)}) {
            const QString update = textOf("UPDATE value SET tx = %1 WHERE id = %2");
            QCOMPARE(differences(whileChanged("value", update.arg(QLatin1String(change)).arg(id), update.arg(QLatin1String(undo)).arg(id))), QStringList{QStringLiteral("%1: tx").arg(id)});
        }
    }
    void digitsAreNeitherCutNorRounded()
    {
        isGreen("scale");
        QCOMPARE(planned("scale", "n").bronzeType, textOf("decimal(38,2)"));
        atSource(textOf("INSERT INTO scale VALUES (3, 1.239)"));
        const QByteArray complaint = m_tables.load(decision("scale"));
        QVERIFY2(complaint.contains("pitfalls.scale.n") && complaint.contains("at most 2 digits"), complaint); // the load stops, and bronze stays
        QCOMPARE(differences(reconcile("scale")), QStringList{textOf("3: missing in bronze")});
        atSource(textOf("DELETE FROM scale WHERE id = 3"));
        const auto again = reconcile("scale");
        QVERIFY2(again && again.value().isGreen(), whyNotGreen(again));
        QCOMPARE(differences(whileChanged("scale", textOf("UPDATE scale SET n = 1.231 WHERE id = 1"), textOf("UPDATE scale SET n = 1.23 WHERE id = 1"))), QStringList{textOf("1: n")});
    }
    void notANumberIsCountedApart()
    {
        isGreen("floating"); // with NaN and infinities on both sides
        const auto result = whileChanged("floating", textOf("UPDATE floating SET f = 5 WHERE id = 102"), textOf("UPDATE floating SET f = 'NaN' WHERE id = 102"));
        QCOMPARE(tiersThatDiffer(result), textOf("V2"));
        QVERIFY(measures(result, "f").contains(textOf("not a number")));
        QVERIFY(!measures(result, "f").contains(textOf("maximum"))); // it hides no greatest number
    }
    void nullElementsAreElements()
    {
        reads("value", "numbers", {textOf(",V1,N,V3"), textOf(",N"), QString(), textOf("NULL"), textOf(",V1"), textOf("NULL"), textOf(",V1,V3")});
        reads("value", "words", {textOf(",N"), textOf(",VNULL"), textOf(",V"), QString(), textOf("NULL"), textOf(",Va,Vb"), textOf(",Va\\,b")});
        const auto result = whileChanged("value", textOf("UPDATE value SET numbers = '{1,3,NULL}' WHERE id = 1"), textOf("UPDATE value SET numbers = '{1,NULL,3}' WHERE id = 1"));
        QCOMPARE(differences(result), QStringList{textOf("1: numbers")});
    }
    void defectsOfAnEarlierComparison()
    {
        // An unconstrained numeric is hashed with its digits, not at scale 0.
        QCOMPARE(differences(whileChanged("value", textOf("UPDATE value SET un = 0.36640624 WHERE id = 3"), textOf("UPDATE value SET un = 0.36640625 WHERE id = 3"))), QStringList{textOf("3: un")});
        // A boolean that is NULL is not 'f'.
        const auto [source, bronze] = bothSides("value", [&](SqlDialect dialect) { return field(dialect, "value", "flag"); });
        QCOMPARE(source.mid(0, 3), (QStringList{textOf("true"), textOf("false"), textOf("\\N")}));
        QCOMPARE(bronze, source);
        QCOMPARE(differences(whileChanged("value", textOf("UPDATE value SET flag = false WHERE id = 3"), textOf("UPDATE value SET flag = NULL WHERE id = 3"))), QStringList{textOf("3: flag")});
        // Lengths count characters on both sides.
        const auto lengths = whileChanged("value", textOf("UPDATE value SET tx = 'é e12🦀 x' WHERE id = 8"), textOf("UPDATE value SET tx = E'é e\\u0301 🦀 \\u200b' WHERE id = 8"));
        QVERIFY(measures(lengths, "tx").isEmpty() || !measures(lengths, "tx").contains(textOf("characters"))); // eight characters before and after, of other bytes
        QCOMPARE(differences(lengths), QStringList{textOf("8: tx")});
        // A table without rows is equal to one without rows.
        isGreen("nothing");
        // A text that looks like NULL is a text.
        QCOMPARE(differences(whileChanged("value", textOf("UPDATE value SET tx = NULL WHERE id = 5"), textOf("UPDATE value SET tx = '\\N' WHERE id = 5"))), QStringList{textOf("5: tx")});
        isGreen("value");
    }
    void infinityErasAndIntervals()
    {
        reads("value", "iv", {textOf("1:0:0"), textOf("0:30:0"), textOf("0:0:2592000000000")});
        const auto one = [&](CanonicalForm form, const char *value) {
            const PlannedColumn x{.name = textOf("x"), .canonical = {.form = form}};
            return column(m_tables.query(QStringLiteral("SELECT %1 FROM (SELECT %2 AS x) AS one").arg(rules::canonicalText(SqlDialect::PostgreSql, x.canonical, rules::comparableValue(SqlDialect::PostgreSql, x)), textOf(value)))).value(0);
        };
        QCOMPARE(one(CanonicalForm::Timestamp, "'infinity'::timestamp"), textOf("infinity"));
        QCOMPARE(one(CanonicalForm::TimestampWithZone, "'-infinity'::timestamptz"), textOf("-infinity"));
        QCOMPARE(one(CanonicalForm::Date, "'infinity'::date"), textOf("infinity"));
        QCOMPARE(one(CanonicalForm::Timestamp, "'0044-03-15 BC'::timestamp"), textOf("-0043-03-15 00:00:00.000000"));
        QCOMPARE(one(CanonicalForm::Timestamp, "'0044-03-15'::timestamp"), textOf("0044-03-15 00:00:00.000000"));
        QCOMPARE(one(CanonicalForm::Date, "'0044-03-15 BC'::date"), textOf("-0043-03-15"));
        const auto result = whileChanged("value", textOf("UPDATE value SET d = '0044-03-15 BC' WHERE id = 2"), textOf("UPDATE value SET d = '0044-03-15' WHERE id = 2"));
        QCOMPARE(differences(result), QStringList{textOf("2: d")});
        QCOMPARE(differences(whileChanged("value", textOf("UPDATE value SET iv = '1 mon' WHERE id = 2"), textOf("UPDATE value SET iv = '30 days' WHERE id = 2"))), QStringList{textOf("2: iv")});
    }
    void notANumberHidesNothing()
    {
        isGreen("amount"); // row 10 holds 0.00: without it the sum is the same
        const auto alone = whileChanged("amount", textOf("UPDATE amount SET n = 'NaN' WHERE id = 10"), textOf("UPDATE amount SET n = 0 WHERE id = 10"));
        QCOMPARE(measures(alone, "n"), QStringList{textOf("not finite")});
        const auto both = whileChanged("amount", textOf("UPDATE amount SET n = CASE id WHEN 10 THEN 'NaN' ELSE n + 0.01 END WHERE id IN (10, 20)"),
                                       textOf("UPDATE amount SET n = (id - 10) * 1.25 WHERE id IN (10, 20)"));
        QCOMPARE(measures(both, "n"), (QStringList{textOf("not finite"), textOf("sum")}));
        QCOMPARE(differences(both), (QStringList{textOf("10: n"), textOf("20: n")}));
    }

    struct Pitfall {
        const char *name;
        void (PitfallsLiveTest::*shown)();
    };
    static const std::vector<Pitfall> &pitfalls();

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        QCOMPARE(m_tables.atSource(pitfallTables()), QByteArray());
        QCOMPARE(m_tables.plan(), QByteArray());
    }

    void isShown_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t at = 0; at < pitfalls().size(); ++at)
            QTest::newRow(pitfalls()[at].name) << int(at);
    }
    void isShown()
    {
        QFETCH(int, number);
        (this->*pitfalls()[std::size_t(number)].shown)();
    }

    /// PostgreSQL's side of each is shown above.
    void atOracle() { QSKIP("what the pitfalls 6, 9, 16, 18, 19 and 20 mean for an Oracle source: none can be read yet, core/rules/reconcile/canonical_text.cpp writes PostgreSQL and Trino only"); }
};

const std::vector<PitfallsLiveTest::Pitfall> &PitfallsLiveTest::pitfalls()
{
    using T = PitfallsLiveTest;
    static const std::vector<Pitfall> all{
        {"pitfall 1: a double rounds differently on two engines", &T::doubleRounds},
        {"pitfall 2: a timestamp of milliseconds reads .000000 on one side", &T::millisecondsRead},
        {"pitfall 3: milliseconds with a time zone are rounded here and cut there", &T::zonedMillisecondsRound},
        {"pitfall 4: a date reads with a time on one engine", &T::dateHasNoTime},
        {"pitfall 5: a time needs a function that one engine lacks", &T::timeReads},
        {"pitfall 6: decimals compared at scale 0, so that -0.19 is 0", &T::decimalsKeepTheirScale},
        {"pitfall 7: a hyphen in a text key sorts elsewhere", &T::hyphenInKey},
        {"pitfall 8: four differences are shown as hundreds", &T::fourDifferencesAreFour},
        {"pitfall 9: a varchar key shows every row of the other side", &T::varcharKeyFindsItsRow},
        {"pitfall 10: letters and digits of any length as a key", &T::keysOfEveryLength},
        {"pitfall 11: signs with a meaning in a key", &T::signsInKey},
        {"pitfall 12: names in upper case", &T::upperCaseNames},
        {"pitfall 13: a checksum overflows one engine's integer", &T::hashSumsAreWide},
        {"pitfall 14: a tolerance for each column of floating-point numbers", &T::toleranceOfEachColumn},
        {"pitfall 15: natural order and binary order", &T::naturalOrderDoesNotMatter},
        {"pitfall 16: .71 here and 0.71 there", &T::zeroBeforeThePoint},
        {"pitfall 17: zeros at the end of a numeric", &T::zerosAtTheEnd},
        {"pitfall 18: the text of a date follows settings", &T::dateTextFollowsNoSetting},
        {"pitfall 19: NULL here and an empty text there", &T::emptyTextIsNotNull},
        {"pitfall 20: large texts cannot be hashed", &T::largeTextIsHashed},
        {"pitfall 21: a concatenation without separator", &T::concatenationKeepsBorders},
        {"pitfall 22: parts by the order of keys break under another order", &T::bucketsFollowNoOrder},
        {"pitfall 23: 272 columns, most of them NULL", &T::wideRowsAreCut},
        {"pitfall 24: a numeric key of another scale finds no partner", &T::decimalKeyOfOtherScale},
        {"pitfall 25: trimmed and in upper case before hashing", &T::caseAndPaddingCount},
        {"pitfall 26: a key with duplicates or NULL gives nonsense silently", &T::grainWithDuplicates},
        {"pitfall 27: a key of several columns with NULL", &T::keyWithNulls},
        {"pitfall 28: a cast to decimal cuts here and rounds there", &T::digitsAreNeitherCutNorRounded},
        {"pitfall 29: the collation of a key of several columns", &T::collatedCompositeKey},
        {"pitfall 30: NaN is ordered differently", &T::notANumberIsCountedApart},
        {"pitfall 31: NULL elements of arrays", &T::nullElementsAreElements},
        {"pitfall 32: scale 0, a NULL boolean, bytes for characters, no rows, a text like NULL", &T::defectsOfAnEarlierComparison},
        {"pitfall 33: infinity is NULL, the era is lost, a month is 30 days", &T::infinityErasAndIntervals},
        {"pitfall 34: a sum over NaN hides everything else", &T::notANumberHidesNothing},
    };
    return all;
}

QTEST_GUILESS_MAIN(PitfallsLiveTest)
#include "pitfalls_live_test.moc"

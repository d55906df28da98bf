#include "text/fuzzy_match.h"

#include <QTest>

#include <algorithm>

using namespace lakehouse::text;
using namespace Qt::StringLiterals;

namespace {

QString marked(const QString &typed, const QString &name)
{
    const std::optional<FuzzyMatch> match = fuzzyMatch(typed, name);
    if (!match)
        return QStringLiteral("none");
    QString text = name;
    for (auto range = match->ranges.rbegin(); range != match->ranges.rend(); ++range) {
        text.insert(range->end(), QLatin1Char(']'));
        text.insert(range->start, QLatin1Char('['));
    }
    return text;
}

} // namespace

class FuzzyMatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void places_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing typed") << "" << "film" << "film";
        QTest::newRow("beginning") << "fil" << "public.film" << "public.[fil]m";
        QTest::newRow("starts of words") << "fa" << "public.film_actor" << "public.[f]ilm_[a]ctor";
        QTest::newRow("starts of words before early letters") << "pa" << "spam.public_actor" << "spam.[p]ublic_[a]ctor";
        QTest::newRow("camel case") << "gt" << "bigGreatTable" << "big[G]reat[T]able";
        QTest::newRow("run before scattered") << "ent" << "customer_payment_rental" << "customer_paym[ent]_rental";
        QTest::newRow("upper and lower case") << "FILM" << "film" << "[film]";
        QTest::newRow("accents") << "strasse" << u"Straße"_s << "none"; // one sign stays one sign
        QTest::newRow("accents of one letter") << "uber" << u"Über"_s << u"[Über]"_s;
        QTest::newRow("underscore is itself") << "m_a" << "film_actor" << "fil[m_a]ctor";
        QTest::newRow("underscore is no wildcard") << "fi_m" << "film" << "none";
        QTest::newRow("dollar is itself") << "a$" << "data$old" << "dat[a$]old";
        QTest::newRow("dollar is no end") << "film$" << "film" << "none";
        QTest::newRow("percent is itself") << "%" << "film" << "none";
        QTest::newRow("wrong order") << "mlif" << "film" << "none";
        QTest::newRow("too long") << "filmx" << "film" << "none";
        QTest::newRow("words in any order") << "actor film" << "public.film_actor" << "public.[film]_[actor]";
        QTest::newRow("one word is missing") << "film store" << "public.film_actor" << "none";
        QTest::newRow("empty name") << "a" << "" << "none";
    }
    void places()
    {
        QFETCH(QString, typed);
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(marked(typed, name), expected);
    }

    void order_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("exact, beginning, inside") << "film"
            << QStringList{u"film"_s, u"film_actor"_s, u"public.old_film_copies"_s, u"fast_inner_long_map"_s};
        QTest::newRow("short before long") << "rent" << QStringList{u"rental"_s, u"rental_history_of_many_years"_s};
        QTest::newRow("starts of words before a run inside") << "al" << QStringList{u"actor_language"_s, u"xyzal"_s};
    }
    void order()
    {
        QFETCH(QString, typed);
        QFETCH(QStringList, names);
        QStringList sorted = names;
        std::ranges::reverse(sorted);
        std::ranges::stable_sort(sorted, std::greater{}, [&typed](const QString &name) { return fuzzyMatch(typed, name).value().score; });
        QCOMPARE(sorted, names);
    }

    void longNamesAreCut()
    {
        QVERIFY(fuzzyMatch(u"a", QString(100'000, QLatin1Char('a'))));
        QVERIFY(!fuzzyMatch(u"b", QString(100'000, QLatin1Char('a')) + QLatin1Char('b')));
    }
};

QTEST_APPLESS_MAIN(FuzzyMatchTest)
#include "fuzzy_match_test.moc"

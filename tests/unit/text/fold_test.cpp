#include "text/fold.h"

#include <QTest>

#include <algorithm>

using namespace lakehouse;

class FoldTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void folds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("folded");
        QTest::newRow("case") << QStringLiteral("Public.FILM") << QStringLiteral("public.film");
        QTest::newRow("accents") << QStringLiteral("Ångström café") << QStringLiteral("angstrom cafe");
        QTest::newRow("accent apart") << QStringLiteral("e\u0301") << QStringLiteral("e");
        QTest::newRow("sharp s") << QStringLiteral("Straße") << QStringLiteral("strasse");
        QTest::newRow("stroke") << QStringLiteral("Łódź Øresund") << QStringLiteral("lodz oresund");
        QTest::newRow("ligature") << QStringLiteral("ﬁlm Æon") << QStringLiteral("film aeon");
        QTest::newRow("wide") << QStringLiteral("ＦＩＬＭ") << QStringLiteral("film");
        QTest::newRow("dotted i") << QStringLiteral("İstanbul ısı") << QStringLiteral("istanbul isi");
        QTest::newRow("greek") << QStringLiteral("ΛΌΓΟΣ λόγος") << QStringLiteral("λογοσ λογοσ");
        QTest::newRow("cyrillic") << QStringLiteral("Ёлка") << QStringLiteral("елка");
        QTest::newRow("signs stay") << QStringLiteral("a$b_c%d*?\\") << QStringLiteral("a$b_c%d*?\\");
        QTest::newRow("controls") << QStringLiteral("a\tb\nc\x1f") + QChar(0x1f) << QStringLiteral("a b c  ");
        QTest::newRow("controls beside accents") << QStringLiteral("é\n\x1f") << QStringLiteral("e  ");
        QTest::newRow("emoji") << QStringLiteral("a 🎬") << QStringLiteral("a 🎬");
        QTest::newRow("empty") << QString() << QString();
    }
    void folds()
    {
        QFETCH(QString, text);
        QFETCH(QString, folded);
        QCOMPARE(text::folded(text), folded);
        QByteArray bytes("x");
        text::appendFolded(bytes, text);
        QCOMPARE(bytes, "x" + folded.toUtf8());
    }

    void sortsNumbersAsPeopleCount()
    {
        const QList<QByteArray> wanted{"", "a", "p1", "p2", "p02b", "p10", "p100", "p12345678901", "p123456789012", "pa", "t_2", "t_10", "z"};
        QList<QByteArray> sorted = wanted;
        std::reverse(sorted.begin(), sorted.end());
        const auto isLess = [](const QByteArray &left, const QByteArray &right) { return text::sortKey(left) < text::sortKey(right); };
        std::sort(sorted.begin(), sorted.end(), isLess);
        QCOMPARE(sorted, wanted);
    }
};

QTEST_APPLESS_MAIN(FoldTest)
#include "fold_test.moc"

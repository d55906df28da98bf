#include "kit/bar_list.h"
#include "kit/english_plurals.h"
#include "kit/localized.h"
#include "kit/pair_bar.h"
#include "kit/sparkline.h"
#include "kit/theme.h"
#include "kit/timeline.h"

#include <QLocale>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {
struct SvgElement {
    QString name;
    QXmlStreamAttributes attributes;
    double number(const char *attribute) const { return attributes.value(QLatin1String(attribute)).toDouble(); }
};

/// Fails the test when the file is not well-formed.
std::vector<SvgElement> elementsOf(const QByteArray &svg)
{
    std::vector<SvgElement> elements;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement)
            elements.push_back({reader.name().toString(), reader.attributes()});
    if (reader.hasError())
        qFatal("%s", qPrintable(reader.errorString()));
    return elements;
}

std::vector<double> barWidths(const QByteArray &svg, ColorRole color)
{
    std::vector<double> widths;
    for (const SvgElement &element : elementsOf(svg))
        if (element.name == QStringLiteral("rect") && element.attributes.value(QLatin1String("fill")) == Theme::instance().color(color).name())
            widths.push_back(element.number("width"));
    return widths;
}

QString words(const char *text)
{
    return QString::fromUtf8(text);
}
} // namespace

class ChartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        QCoreApplication::installTranslator(&m_plurals);
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void barsBeginAtZeroAndAreOrdered()
    {
        BarList chart;
        chart.setBars(words("Tables by load mode"), {{words("full"), 100}, {words("incremental"), 200}, {words("refused"), 0}});
        QCOMPARE(chart.sentence(), words("Tables by load mode: incremental 200, full 100 and refused 0."));
        QCOMPARE(chart.accessibleDescription(), chart.sentence());
        const std::vector<double> widths = barWidths(chart.toSvg(QSize(400, 100)), ColorRole::Accent);
        QCOMPARE(widths.size(), size_t(2)); // nothing has no bar
        QVERIFY(qAbs(widths[0] - 2 * widths[1]) < 0.02);
        QCOMPARE(chart.toCsv(), QByteArray("Tables by load mode,Count\r\nincremental,200\r\nfull,100\r\nrefused,0\r\n"));
    }

    void barsMayKeepTheirOrder()
    {
        BarList chart;
        chart.setBars(words("Steps"), {{words("a"), 1}, {words("b, \"c\""), 2}}, BarList::Order::AsGiven);
        QCOMPARE(chart.toCsv(), QByteArray("Steps,Count\r\na,1\r\n\"b, \"\"c\"\"\",2\r\n"));
    }

    void aLineSaysWhereItIs()
    {
        Sparkline chart;
        QCOMPARE(chart.sentence(), words(": nothing was measured yet."));
        std::vector<Sparkline::Point> points;
        for (int i = 0; i < 10; ++i)
            points.push_back({{1'714'521'600'000'000 + i * 60'000'000LL}, double(2 + i % 3)});
        chart.setSeries(words("Lag"), points, [](double value) { return durationText(qint64(value * 1000)); });
        chart.setLimit(60);
        QVERIFY(chart.sentence().startsWith(words("Lag 2.0 s, limit 1 min 0 s, between 2.0 s and 4.0 s since ")));
        chart.setSentence(words("Lag 4 s, limit 60 s, steady for 3 days"));
        QCOMPARE(chart.accessibleDescription(), words("Lag 4 s, limit 60 s, steady for 3 days"));
        QCOMPARE(chart.table().rows.size(), size_t(10));
        const std::vector<SvgElement> elements = elementsOf(chart.toSvg(QSize(300, 40)));
        QCOMPARE(std::count_if(elements.begin(), elements.end(), [](const auto &element) { return element.name == QStringLiteral("polyline"); }), 2);
    }

    void aTimelineIsAsLongAsTheTime()
    {
        Timeline chart;
        QCOMPARE(chart.sentence(), words("No step was taken yet."));
        chart.setSteps({{words("Extract"), 0, 4'000, Status::Done}, {words("Load"), 4'000, 12'000, Status::DoneWithProblems}});
        QCOMPARE(chart.sentence(), words("2 steps in 16.0 s, the longest Load with 12.0 s. Worst: Done with problems."));
        std::vector<SvgElement> bars;
        for (const SvgElement &element : elementsOf(chart.toSvg(QSize(500, 80))))
            if (element.name == QStringLiteral("rect"))
                bars.push_back(element);
        QCOMPARE(bars.size(), size_t(3)); // the ground and two steps
        const double stroke = 1.5;        // an outlined bar is drawn inside its place
        QVERIFY(qAbs(bars[2].number("width") + stroke - 3 * bars[1].number("width")) < 0.05);
        QVERIFY(qAbs(bars[2].number("x") - stroke / 2 - (bars[1].number("x") + bars[1].number("width"))) < 0.05);
        QCOMPARE(bars[2].attributes.value(QLatin1String("fill")).toString(), words("none")); // told apart by pattern, too
    }

    void aPairSaysTheDifference()
    {
        PairBar chart;
        chart.setPair(words("sum(amount)"), {words("Source"), 67416.51, words("67,416.51")}, {words("bronze"), 67416.51, words("67,416.51")}, {});
        QVERIFY(chart.isEqual());
        QCOMPARE(chart.sentence(), words("sum(amount): Source 67,416.51, bronze 67,416.51. Equal."));
        chart.setPair(words("count"), {words("Source"), 16044, words("16,044")}, {words("bronze"), 15000, words("15,000")},
                      words("1,044 rows of the source are not in bronze."));
        QCOMPARE(chart.sentence(), words("count: Source 16,044, bronze 15,000. 1,044 rows of the source are not in bronze."));
        QCOMPARE(chart.toCsv(), QByteArray("Measure,Source,bronze,Difference\r\n"
                                           "count,\"16,044\",\"15,000\",\"1,044 rows of the source are not in bronze.\"\r\n"));
        QVERIFY(chart.toSvg(QSize(400, 100)).contains("1,044 rows of the source are not in bronze."));
    }

    void theTableShowsTheSameNumbers()
    {
        BarList chart;
        chart.setBars(words("Tables"), {{words("full"), 100}});
        QCOMPARE(chart.sizeHint().height(), Theme::instance().rowHeight());
        chart.findChild<QToolButton *>(words("chart-table-button"))->click();
        QVERIFY(chart.isTableShown());
        QVERIFY(chart.sizeHint().height() > 2 * Theme::instance().rowHeight());
        auto *table = chart.findChild<QTableWidget *>();
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->item(0, 1)->text(), words("100"));
        chart.setBars(words("Tables"), {{words("full"), 100}, {words("refused"), 3}});
        QCOMPARE(table->rowCount(), 2);
        chart.setTableShown(false);
        QCOMPARE(chart.sizeHint().height(), 2 * Theme::instance().rowHeight()); // of two bars
    }

    void namesAreNoMarkup()
    {
        BarList chart;
        chart.setBars(words("<script>"), {{words("a & <b>"), 1}});
        const QByteArray svg = chart.toSvg(QSize(400, 100));
        elementsOf(svg);
        QVERIFY(svg.contains("a &amp; &lt;b&gt;"));
    }

    void itIsPaintedAsItIsWritten()
    {
        PairBar chart;
        chart.setPair(words("count"), {words("Source"), 2}, {words("bronze"), 1}, words("One row is missing."));
        chart.resize(400, chart.sizeHint().height());
        const QImage image = chart.grab().toImage();
        const QColor accent = Theme::instance().color(ColorRole::Accent);
        int pixels = 0;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                pixels += image.pixelColor(x, y) == accent;
        QVERIFY(pixels > 500);
    }

private:
    EnglishPlurals m_plurals;
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"

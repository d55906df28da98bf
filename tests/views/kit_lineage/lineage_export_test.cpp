#include "views/kit_lineage/lineage_samples.h"

#include "kit/lineage_csv.h"
#include "kit/lineage_export.h"
#include "kit/lineage_svg.h"
#include "kit/theme.h"

#include <QApplication>
#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace std::chrono_literals;

namespace {

LineageModel modelOf(const test::Lineage &lineage)
{
    LineageModel model;
    model.setGraph(lineage.nodes, lineage.edges);
    return model;
}

/// What an SVG holds, as far as it is well formed.
struct Svg {
    QStringList nodes;
    int edges = 0;
    QString words;
    QString titles;
    QString error;
};

Svg read(const QByteArray &content)
{
    Svg svg;
    QXmlStreamReader xml(content);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QString kind = xml.attributes().value(QStringLiteral("class")).toString();
        if (kind.startsWith(QLatin1String("node")))
            svg.nodes.push_back(xml.attributes().value(QStringLiteral("data-id")).toString());
        svg.edges += kind == QLatin1String("edge") ? 1 : 0;
        if (xml.name() == QLatin1String("text"))
            svg.words += xml.readElementText();
        else if (xml.name() == QLatin1String("title"))
            svg.titles += xml.readElementText();
    }
    if (xml.hasError())
        svg.error = xml.errorString();
    svg.nodes.sort();
    return svg;
}

} // namespace

class LineageExportTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void svgOfTheWholeGraph_data();
    void svgOfTheWholeGraph();
    void svgKeepsStrangeNames();
    void pngInItsScale();
    void pngThatIsTooLargeOffersSvg();
    void impactOfTheFocus();
    void impactWithoutFocus();
    void cellsAreNoFormulas();
};

void LineageExportTest::svgOfTheWholeGraph_data()
{
    QTest::addColumn<int>("tables");
    QTest::addColumn<int>("marts");
    QTest::newRow("30 nodes") << 9 << 3;
    QTest::newRow("1 220 nodes, more than are ever drawn") << 400 << 20;
}

void LineageExportTest::svgOfTheWholeGraph()
{
    QFETCH(int, tables);
    QFETCH(int, marts);
    LineageModel model = modelOf(test::pipeline(tables, marts));
    LineageModel::State state;
    state.focus = QStringLiteral("silver/film");
    state.hops.insert(state.focus, 1);
    model.setState(state);
    LineageExport job;
    QSignalSpy ready(&job, &LineageExport::ready);
    job.start(LineageExport::Format::Svg, model, std::nullopt, QStringLiteral("Lineage of film"), 1);
    QVERIFY(job.isRunning());
    QTRY_COMPARE(ready.size(), qsizetype(1));
    QVERIFY(!job.isRunning());
    QCOMPARE(ready[0][1].toString(), QStringLiteral("svg"));
    const Svg svg = read(ready[0][0].toByteArray());
    QCOMPARE(svg.error, QString());
    QStringList expected;
    for (const GraphNode &node : model.nodes())
        expected.push_back(node.id);
    expected.sort();
    QCOMPARE(svg.nodes, expected);
    QCOMPARE(svg.edges, int(model.wholeDrawing().lines.size()));
    QVERIFY(svg.words.contains(QStringLiteral("lake.silver.film")));
    QVERIFY(svg.words.contains(QStringLiteral("Bronze")));
    QVERIFY(svg.titles.contains(QStringLiteral("SELECT * FROM film_current")));
}

void LineageExportTest::svgKeepsStrangeNames()
{
    test::Lineage lineage = test::film();
    lineage.nodes[0].label = QStringLiteral("public.<script>&\"x\" \x01");
    lineage.edges[4].how = QStringLiteral("a < b AND c > '&'");
    const LineageModel model = modelOf(lineage);
    LineageExport job;
    QSignalSpy ready(&job, &LineageExport::ready);
    job.start(LineageExport::Format::Svg, model, std::nullopt, QStringLiteral("<>"), 1);
    QTRY_COMPARE(ready.size(), qsizetype(1));
    const Svg svg = read(ready[0][0].toByteArray());
    QCOMPARE(svg.error, QString());
    QVERIFY(svg.words.contains(QStringLiteral("<script>&\"x\"")));
    QVERIFY(svg.titles.contains(QStringLiteral("a < b AND c > '&'")));
}

void LineageExportTest::pngInItsScale()
{
    const LineageModel model = modelOf(test::film());
    QSize first;
    for (const int scale : {1, 2, 3}) {
        LineageExport job;
        QSignalSpy ready(&job, &LineageExport::ready);
        job.start(LineageExport::Format::Png, model, std::nullopt, {}, scale);
        QTRY_COMPARE(ready.size(), qsizetype(1));
        const QImage image = QImage::fromData(ready[0][0].toByteArray(), "PNG");
        QVERIFY(!image.isNull());
        if (scale == 1)
            first = image.size();
        QVERIFY(qAbs(image.width() - scale * first.width()) <= scale);
        QVERIFY(qAbs(image.height() - scale * first.height()) <= scale);
        // Nothing touches the border: nothing is clipped.
        const QRgb ground = image.pixel(0, 0);
        for (int x = 0; x < image.width(); ++x) {
            QCOMPARE(image.pixel(x, 0), ground);
            QCOMPARE(image.pixel(x, image.height() - 1), ground);
        }
    }
}

void LineageExportTest::pngThatIsTooLargeOffersSvg()
{
    LineageExport job;
    QSignalSpy ready(&job, &LineageExport::ready);
    QSignalSpy refused(&job, &LineageExport::refused);
    job.start(LineageExport::Format::Png, modelOf(test::pipeline(300, 5)), std::nullopt, {}, 3);
    QTRY_COMPARE(refused.size(), qsizetype(1));
    QVERIFY(refused[0][0].toString().contains(QStringLiteral("SVG")));
    QCOMPARE(ready.size(), qsizetype(0));
}

void LineageExportTest::impactOfTheFocus()
{
    LineageModel model = modelOf(test::film());
    LineageModel::State state;
    state.focus = QStringLiteral("bronze/film");
    model.setState(state);
    const QByteArray content = LineageCsv(model).impact();
    QVERIFY(content.startsWith("\xEF\xBB\xBF"));
    const QStringList lines = QString::fromUtf8(content.mid(3)).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), qsizetype(8)); // heading, three links up, three down, the end
    QVERIFY(lines[0].startsWith(QStringLiteral("Direction,Hops,From layer,From group,From,From column,To layer")));
    QCOMPARE(lines[1], QStringLiteral("upstream,1,Source,public,public.film,film_id,Bronze,bronze_public,lake.bronze_public.film,film_id,,no,"
                                      "1 000 rows,"));
    QCOMPARE(lines[5], QStringLiteral("downstream,1,Bronze,bronze_public,lake.bronze_public.film,title,Silver,silver,lake.silver.film,title,"
                                      "\"concat(title, ' (', cast(release_year AS varchar), ')')\",no,,"));
}

void LineageExportTest::impactWithoutFocus()
{
    const QByteArray content = LineageCsv(modelOf(test::pipeline(6, 2))).impact();
    QCOMPARE(content.count("\r\n"), qsizetype(1 + 6 + 6 + 8));
}

void LineageExportTest::cellsAreNoFormulas()
{
    test::Lineage lineage = test::film();
    lineage.nodes[0].label = QStringLiteral("=HYPERLINK(\"x\")");
    lineage.nodes[1].label = QStringLiteral("@sum");
    lineage.nodes[2].label = QStringLiteral("-2+3");
    lineage.edges[0].how = QStringLiteral("'=1+1");
    const QString content = QString::fromUtf8(LineageCsv(modelOf(lineage)).impact());
    QVERIFY(content.contains(QStringLiteral("\"'=HYPERLINK(\"\"x\"\")\"")));
    QVERIFY(content.contains(QStringLiteral(",'@sum,")));
    QVERIFY(content.contains(QStringLiteral(",'-2+3,")));
    QVERIFY(content.contains(QStringLiteral(",''=1+1,"))); // taking one apostrophe away gives back what there was
}

QTEST_MAIN(LineageExportTest)
#include "lineage_export_test.moc"

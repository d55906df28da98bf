#include "views/kit_lineage/lineage_samples.h"

#include "kit/lineage_model.h"
#include "kit/lineage_rows.h"
#include "kit/lineage_scene_builder.h"
#include "kit/theme.h"

#include <QApplication>
#include <QtTest>

#include <algorithm>

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

QStringList ids(const LineageDrawing &drawing)
{
    QStringList result;
    for (const LineageDrawing::Box &box : drawing.boxes)
        result.push_back(box.id);
    result.sort();
    return result;
}

LineageModel::State around(const QString &focus, int hops)
{
    LineageModel::State state;
    state.focus = focus;
    state.hops.insert(focus, hops);
    return state;
}

const LineageDrawing::Box &boxOf(const LineageDrawing &drawing, const QString &id)
{
    return drawing.boxes[std::size_t(drawing.boxOf(id))];
}

LineageScene sceneOf(const LineageDrawing &drawing)
{
    LineageSceneBuilder builder(drawing, {});
    while (!builder.step(1s)) { }
    return builder.takeScene();
}

} // namespace

class LineageModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leavesOutWhatHasNoEnds();
    void focusAndHops();
    void directions();
    void countsWhatIsHidden();
    void collapsesGroupsWithCounts();
    void oneLineForManyColumns();
    void followsAColumn();
    void followsAColumnOneWay();
    void columnWithoutLinks();
    void unknownSaysWhy();
    void countsBoxesWithoutDrawing();
    void hopsFromFocus();
    void rowsAreTheTwin();
    void sceneHoldsEveryWord();
    void sceneOf150IsQuick();
};

void LineageModelTest::leavesOutWhatHasNoEnds()
{
    test::Lineage lineage = test::film();
    lineage.edges.push_back(test::edge(QStringLiteral("source/film"), QStringLiteral("nowhere")));
    lineage.nodes.push_back(test::node(QStringLiteral("source/film"), 3));
    const LineageModel model = modelOf(lineage);
    QCOMPARE(model.nodes().size(), std::size_t(3));
    QCOMPARE(model.edges().size(), std::size_t(6));
    QCOMPARE(model.nodes()[0].layer, 0);
}

void LineageModelTest::focusAndHops()
{
    const LineageModel model = modelOf(test::pipeline(6, 1));
    QCOMPARE(model.drawing(around(QStringLiteral("silver/store"), 1)).boxes.size(), std::size_t(2));
    const QStringList expected{QStringLiteral("bronze/store"), QStringLiteral("silver/store"), QStringLiteral("source/store")};
    QCOMPARE(ids(model.drawing(around(QStringLiteral("silver/store"), 2))), expected);
    QCOMPARE(model.drawing({}).boxes.size(), std::size_t(19)); // no focus: everything

    LineageModel::State state = around(QStringLiteral("silver/store"), 1);
    state.hops.insert(QStringLiteral("bronze/store"), 1);
    QCOMPARE(ids(model.drawing(state)), expected); // growing from a neighbour
    state.isEverything = true;
    QCOMPARE(model.drawing(state).boxes.size(), std::size_t(19));
}

void LineageModelTest::directions()
{
    const LineageModel model = modelOf(test::film());
    LineageModel::State state = around(QStringLiteral("bronze/film"), 1);
    state.direction = LineageModel::Direction::Upstream;
    QCOMPARE(ids(model.drawing(state)), (QStringList{QStringLiteral("bronze/film"), QStringLiteral("source/film")}));
    state.direction = LineageModel::Direction::Downstream;
    QCOMPARE(ids(model.drawing(state)), (QStringList{QStringLiteral("bronze/film"), QStringLiteral("silver/film")}));
    state.isEverything = true;
    state.focus = QStringLiteral("silver/film");
    QCOMPARE(ids(model.drawing(state)), QStringList{QStringLiteral("silver/film")});
}

void LineageModelTest::countsWhatIsHidden()
{
    const LineageModel model = modelOf(test::film());
    const LineageDrawing drawing = model.drawing(around(QStringLiteral("source/film"), 1));
    QCOMPARE(boxOf(drawing, QStringLiteral("bronze/film")).hiddenBefore, 0);
    QCOMPARE(boxOf(drawing, QStringLiteral("bronze/film")).hiddenAfter, 1);
    QVERIFY(boxOf(drawing, QStringLiteral("source/film")).isFocus);
}

void LineageModelTest::collapsesGroupsWithCounts()
{
    const LineageModel model = modelOf(test::pipeline(6, 0));
    LineageModel::State state;
    state.collapsed = model.allGroups();
    const LineageDrawing drawing = model.drawing(state);
    // Schemas public and archive in source and bronze, one silver.
    QCOMPARE(drawing.boxes.size(), std::size_t(5));
    const LineageDrawing::Box &box = boxOf(drawing, QStringLiteral("group:0/public"));
    QVERIFY(box.isGroup);
    QCOMPARE(box.nodes.size(), std::size_t(4));
    QCOMPARE(box.word, QStringLiteral("Source"));
    const auto line = std::find_if(drawing.lines.begin(), drawing.lines.end(), [&](const auto &it) { return drawing.boxes[it.from].id == box.id; });
    QVERIFY(line != drawing.lines.end());
    QCOMPARE(line->pairs, 4);

    state.collapsed = {QStringLiteral("group:0/public")};
    QCOMPARE(model.drawing(state).boxes.size(), std::size_t(15));
}

void LineageModelTest::oneLineForManyColumns()
{
    const LineageDrawing drawing = modelOf(test::film()).drawing({});
    QCOMPARE(drawing.lines.size(), std::size_t(2));
    QCOMPARE(drawing.lines[0].edges.size(), std::size_t(3));
    QCOMPARE(drawing.lines[0].pairs, 1);
    QVERIFY(drawing.boxes[0].columns.empty()); // folded by default
}

void LineageModelTest::followsAColumn()
{
    const LineageModel model = modelOf(test::film());
    LineageModel::State state;
    state.columnNode = QStringLiteral("silver/film");
    state.column = QStringLiteral("title");
    const LineageDrawing drawing = model.drawing(state);
    QCOMPARE(drawing.boxes.size(), std::size_t(3));
    QCOMPARE(drawing.lines.size(), std::size_t(4)); // title and release_year from source to bronze, both into title
    QCOMPARE(boxOf(drawing, QStringLiteral("silver/film")).columns.size(), std::size_t(1));
    QVERIFY(boxOf(drawing, QStringLiteral("silver/film")).columns[0].isChosen);
    QCOMPARE(boxOf(drawing, QStringLiteral("bronze/film")).columns.size(), std::size_t(2)); // film_id is not on the way
    QCOMPARE(boxOf(drawing, QStringLiteral("bronze/film")).columns[0].type, QStringLiteral("varchar"));
    for (const LineageDrawing::Line &line : drawing.lines)
        QVERIFY(line.fromColumn >= 0 && line.toColumn >= 0);
}

void LineageModelTest::followsAColumnOneWay()
{
    const LineageModel model = modelOf(test::film());
    LineageModel::State state;
    state.columnNode = QStringLiteral("bronze/film");
    state.column = QStringLiteral("film_id");
    state.direction = LineageModel::Direction::Downstream;
    QCOMPARE(ids(model.drawing(state)), (QStringList{QStringLiteral("bronze/film"), QStringLiteral("silver/film")}));
}

void LineageModelTest::columnWithoutLinks()
{
    const LineageModel model = modelOf(test::pipeline(3, 0));
    LineageModel::State state;
    state.columnNode = QStringLiteral("bronze/film");
    state.column = QStringLiteral("film_id");
    const LineageDrawing drawing = model.drawing(state);
    QCOMPARE(ids(drawing), QStringList{QStringLiteral("bronze/film")});
    QVERIFY(drawing.lines.empty());
}

void LineageModelTest::unknownSaysWhy()
{
    test::Lineage lineage = test::film();
    lineage.nodes.push_back({.id = QStringLiteral("?"), .layer = 0, .note = QStringLiteral("its SQL is built while it runs."), .isUnknown = true});
    const LineageDrawing drawing = modelOf(lineage).drawing({});
    QCOMPARE(boxOf(drawing, QStringLiteral("?")).title, QStringLiteral("Not known"));
    QCOMPARE(boxOf(drawing, QStringLiteral("?")).note, QStringLiteral("Not known, because its SQL is built while it runs."));
}

void LineageModelTest::countsBoxesWithoutDrawing()
{
    const LineageModel model = modelOf(test::pipeline(40, 5));
    LineageModel::State everything;
    LineageModel::State schemas;
    schemas.collapsed = model.allGroups();
    LineageModel::State near = around(QStringLiteral("mart/mart_0"), 2);
    near.collapsed.insert(QStringLiteral("group:2/silver"));
    for (const LineageModel::State &state : {everything, schemas, near})
        QCOMPARE(model.boxCount(state), int(model.drawing(state).boxes.size()));
}

void LineageModelTest::hopsFromFocus()
{
    const LineageModel model = modelOf(test::film());
    const std::vector<std::optional<int>> hops = model.hopsFrom(QStringLiteral("bronze/film"));
    QCOMPARE(hops, (std::vector<std::optional<int>>{-1, 0, 1}));
    QCOMPARE(model.hopsFrom(QStringLiteral("nowhere")), (std::vector<std::optional<int>>{{}, {}, {}}));
}

void LineageModelTest::rowsAreTheTwin()
{
    LineageModel model = modelOf(test::film());
    model.setState(around(QStringLiteral("bronze/film"), 1));
    const LineageRows rows(model, {QStringLiteral("bronze/film")});
    QCOMPARE(rows.count(), qsizetype(3));
    QCOMPARE(rows.id(0), QStringLiteral("bronze/film")); // the focus, then what is next to it
    QCOMPARE(rows.text(0, LineageRows::Distance), QStringLiteral("focus"));
    QCOMPARE(rows.text(0, LineageRows::Upstream), QStringLiteral("1")); // tables, not columns
    QCOMPARE(rows.text(0, LineageRows::Downstream), QStringLiteral("1"));
    QCOMPARE(rows.text(0, LineageRows::Drawn), QStringLiteral("yes"));
    QCOMPARE(rows.text(1, LineageRows::Name), QStringLiteral("public.film"));
    QCOMPARE(rows.text(1, LineageRows::Layer), QStringLiteral("Source"));
    QCOMPARE(rows.number(1, LineageRows::Distance), std::optional(-1.0));
    QCOMPARE(rows.text(2, LineageRows::Drawn), QStringLiteral("no"));
    QCOMPARE(rows.number(2, LineageRows::Distance), std::optional(1.0));
}

void LineageModelTest::sceneHoldsEveryWord()
{
    test::Lineage lineage = test::film();
    const QString longName = QStringLiteral("public.") + QString(120, QLatin1Char('x'));
    lineage.nodes[0].label = longName;
    const LineageScene scene = sceneOf(modelOf(lineage).drawing({}));
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const LineageScene::Box &box = scene.boxes[i];
        QVERIFY(scene.bounds.adjusted(-0.01, -0.01, 0.01, 0.01).contains(box.rect));
        QString words;
        for (const LineageScene::Run &run : box.runs) {
            QVERIFY(run.baseline.x() + run.width <= box.rect.right());
            QVERIFY(run.baseline.y() <= box.rect.bottom());
            words += run.text;
        }
        QVERIFY(words.contains(scene.drawing.boxes[i].word)); // the colour is never alone
        if (i == 0)
            QVERIFY2(words.contains(longName), qPrintable(words));
    }
    QCOMPARE(scene.bands.size(), std::size_t(3));
    QCOMPARE(scene.bands[1].word, QStringLiteral("Bronze"));
}

void LineageModelTest::sceneOf150IsQuick()
{
    const LineageModel model = modelOf(test::pipeline(48, 6));
    QCOMPARE(model.nodes().size(), std::size_t(150));
    QElapsedTimer timer;
    timer.start();
    const LineageScene scene = sceneOf(model.drawing({}));
    QVERIFY2(timer.elapsed() < 200, qPrintable(QString::number(timer.elapsed())));
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!scene.boxes[i].rect.intersects(scene.boxes[j].rect));
    }
}

QTEST_MAIN(LineageModelTest)
#include "lineage_model_test.moc"

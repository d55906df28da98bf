#include "views/kit_lineage/lineage_samples.h"

#include "kit/english_plurals.h"
#include "kit/lineage_view.h"
#include "kit/theme.h"

#include <QApplication>
#include <QDir>
#include <QtTest>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {

using Scene = void (*)(LineageView &view);

void three(LineageView &view)
{
    test::Lineage lineage = test::film();
    view.setGraph(lineage.nodes, lineage.edges);
    view.setFocusNode(QStringLiteral("bronze/film"));
}

void thirty(LineageView &view)
{
    test::Lineage lineage = test::pipeline(9, 3);
    view.setGraph(lineage.nodes, lineage.edges);
}

void large(LineageView &view)
{
    test::Lineage lineage = test::pipeline(48, 6);
    view.setGraph(lineage.nodes, lineage.edges);
}

void tooLarge(LineageView &view)
{
    test::Lineage lineage = test::pipeline(120, 20);
    view.setGraph(lineage.nodes, lineage.edges);
}

void focused(LineageView &view)
{
    tooLarge(view);
    view.setFocusNode(QStringLiteral("silver/film"));
}

void groups(LineageView &view)
{
    tooLarge(view);
    for (QAction *action : view.commands()) {
        if (action->objectName() == QLatin1String("lineage-groups"))
            action->trigger();
    }
}

void column(LineageView &view)
{
    three(view);
    view.setFocusColumn(QStringLiteral("silver/film"), QStringLiteral("title"));
}

void columnPanel(LineageView &view)
{
    three(view);
    for (QAction *action : view.commands()) {
        if (action->objectName() == QLatin1String("lineage-columns") || action->objectName() == QLatin1String("lineage-next-line"))
            action->trigger();
    }
}

void line(LineageView &view)
{
    three(view);
    for (QAction *action : view.commands()) {
        if (action->objectName() == QLatin1String("lineage-next-line")) {
            action->trigger();
            action->trigger();
        }
    }
}

void relations(LineageView &view)
{
    test::Lineage lineage = test::relations();
    view.setGraph(lineage.nodes, lineage.edges);
    view.setSelectedNode(QStringLiteral("public.rental"));
}

void unknown(LineageView &view)
{
    test::Lineage lineage = test::film();
    lineage.nodes.push_back({.id = QStringLiteral("source/?"), .caption = QStringLiteral("Source"), .layer = 0,
                             .note = QStringLiteral("the function public.load_film() builds its SQL while it runs."), .isUnknown = true});
    lineage.edges.push_back(test::edge(QStringLiteral("source/?"), QStringLiteral("bronze/film")));
    view.setGraph(lineage.nodes, lineage.edges);
    view.setFocusNode(QStringLiteral("bronze/film"));
}

void found(LineageView &view)
{
    thirty(view);
    view.findChild<QWidget *>(QStringLiteral("lineage-find"))->setProperty("text", QStringLiteral("rental"));
}

void list(LineageView &view)
{
    focused(view);
    view.setCurrentTab(LineageView::Tab::List);
}

void nothing(LineageView &view)
{
    view.setEmptyWords(QStringLiteral("Where the tables of pagila come from and where they go will be here."),
                       QStringLiteral("No table has been analysed yet."));
}

} // namespace

/// Pictures for people to judge; LAKEHOUSE_PICTURES names a folder to keep them in.
class LineagePictureTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void draws_data();
    void draws();
};

void LineagePictureTest::initTestCase()
{
    QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    Theme::instance().apply();
}

void LineagePictureTest::draws_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<double>("scale");
    const QSize pane(620, 640);
    const QSize wide(1240, 760);
    const struct {
        const char *name;
        Scene scene;
        QSize size;
    } rows[] = {{"three", three, pane}, {"thirty", thirty, wide}, {"large", large, wide}, {"too-large", tooLarge, pane},
                {"focused", focused, wide}, {"focused-pane", focused, pane}, {"groups", groups, wide}, {"column", column, wide},
                {"column-panel", columnPanel, wide}, {"line", line, pane}, {"relations", relations, wide}, {"unknown", unknown, wide},
                {"found", found, wide}, {"list", list, wide}, {"nothing", nothing, pane}};
    for (const auto &row : rows) {
        QTest::addRow("%s-light", row.name) << row.scene << row.size << ThemeChoice::Light << 1.0;
        QTest::addRow("%s-dark", row.name) << row.scene << row.size << ThemeChoice::Dark << 1.0;
    }
    QTest::addRow("three-large-text") << Scene(three) << wide << ThemeChoice::Light << 2.0;
}

void LineagePictureTest::draws()
{
    QFETCH(Scene, scene);
    QFETCH(QSize, size);
    QFETCH(ThemeChoice, theme);
    QFETCH(double, scale);
    Theme::instance().setChoice(theme);
    Theme::instance().setTextScale(scale);
    LineageView view;
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    scene(view);
    QTRY_VERIFY(view.isSettled());
    const auto *strip = view.findChild<QWidget *>(QStringLiteral("lineage-strip"));
    QTRY_VERIFY2(!strip->isVisible() || strip->geometry().bottom() < size.height(), qPrintable(QString::number(strip->geometry().bottom())));
    const QImage image = view.grab().toImage();
    QCOMPARE(image.size(), size);
    if (const QString folder = qEnvironmentVariable("LAKEHOUSE_PICTURES"); !folder.isEmpty())
        QVERIFY(image.save(QDir(folder).filePath(QLatin1String(QTest::currentDataTag()) + QStringLiteral(".png"))));
}

Q_DECLARE_METATYPE(Scene)

QTEST_MAIN(LineagePictureTest)
#include "lineage_picture_test.moc"

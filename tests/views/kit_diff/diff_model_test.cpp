#include "kit/diff_model.h"
#include "kit/diff_places.h"
#include "kit/diff_words.h"
#include "kit/english_plurals.h"

#include "text/diff.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace Qt::StringLiterals;

namespace {

QString numbered(int count, int changed = -1)
{
    QString text;
    for (int i = 1; i <= count; ++i)
        text += QStringLiteral("%1 %2\n").arg(i == changed ? u"LINE"_s : u"line"_s).arg(i);
    return text;
}

std::shared_ptr<const text::DiffDocument> document(std::vector<text::DiffFile> files)
{
    return std::make_shared<const text::DiffDocument>(text::diffOf(std::move(files)));
}

/// "# path" header, "… n" fold, "bN" and "aN" the lines of each side that a row shows.
QStringList shown(const DiffModel &model)
{
    QStringList rows;
    for (const DiffVisual &visual : model.rows()) {
        if (visual.kind == DiffVisual::Kind::Header)
            rows << u"# "_s + model.file(visual.file).path;
        else if (visual.kind == DiffVisual::Kind::Fold)
            rows << u"… %1"_s.arg(visual.hidden);
        else
            rows << (visual.showsBefore ? u"b%1"_s.arg(model.line(visual).before + 1) : QString())
                + (visual.showsAfter ? u"a%1"_s.arg(model.line(visual).after + 1) : QString());
    }
    return rows;
}

} // namespace

class DiffModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(new EnglishPlurals(this)); }

    void sideBySide()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, numbered(20), numbered(20, 10)}, {u"same.sql"_s, numbered(2), numbered(2)}}));
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"… 6"_s, u"b7a7"_s, u"b8a8"_s, u"b9a9"_s, u"b10a10"_s, u"b11a11"_s, u"b12a12"_s,
            u"b13a13"_s, u"… 7"_s}));
        QVERIFY(model.hasTwoSides());
    }

    void unifiedPutsRemovedBeforeAdded()
    {
        DiffModel model;
        model.setLayout(DiffLayout::Unified);
        model.setDocument(document({{u"a.sql"_s, u"x 1\nx 2\nend\n"_s, u"x 1 new\nx 2 new\nend\n"_s}}));
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"b1"_s, u"b2"_s, u"a1"_s, u"a2"_s, u"b3a3"_s}));
    }

    void extents()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, u"a\nb\n"_s, u"a\nc\nd\n"_s}, {u"new.sql"_s, {}, u"n\n"_s}, {u"same.sql"_s, u"s\n"_s, u"s\n"_s}}));
        model.setExtent(DiffExtent::WholeFile);
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"b1a1"_s, u"b2a2"_s, u"a3"_s, u"# new.sql"_s, u"a1"_s, u"# same.sql"_s, u"b1a1"_s}));
        model.setExtent(DiffExtent::BeforeOnly);
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"b1"_s, u"b2"_s, u"# same.sql"_s, u"b1"_s}));
        QVERIFY(!model.hasTwoSides());
        model.setExtent(DiffExtent::AfterOnly);
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"a1"_s, u"a2"_s, u"a3"_s, u"# new.sql"_s, u"a1"_s, u"# same.sql"_s, u"a1"_s}));
    }

    void oneVersionTakesTheWholeWidth()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, {}, u"a\n"_s}, {u"b.sql"_s, {}, u"b\n"_s}}));
        QVERIFY(!model.hasTwoSides());
        model.setDocument(document({{u"a.sql"_s, {}, u"a\n"_s}, {u"b.sql"_s, u"b\n"_s, {}}}));
        QVERIFY(model.hasTwoSides());
    }

    void foldsOpen()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, numbered(20), numbered(20, 10)}}));
        model.openFold(1);
        QCOMPARE(shown(model).mid(0, 4), (QStringList{u"# a.sql"_s, u"b1a1"_s, u"b2a2"_s, u"b3a3"_s}));
        QCOMPARE(shown(model).last(), u"… 7"_s);
        model.setAllFoldsOpen(true);
        QCOMPARE(model.count(), 21);
        model.setAllFoldsOpen(false);
        QCOMPARE(model.count(), 10);
    }

    void oneUnchangedLineIsNotFolded()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, numbered(8), numbered(8, 5)}})); // line 1 would be folded alone
        QCOMPARE(shown(model).at(1), u"b1a1"_s);
    }

    void stops()
    {
        DiffModel model;
        QString after = numbered(40, 10);
        after.replace(u"line 30\n"_s, u"LINE 30\n"_s).replace(u"line 11\n"_s, QString());
        model.setDocument(document({{u"a.sql"_s, numbered(40), after}, {u"b.sql"_s, u"x\n"_s, u"y\n"_s}}));
        const int first = model.nextStop(0);
        QCOMPARE(model.line(model.rows()[std::size_t(first)]).before + 1, 10);
        const int second = model.nextStop(first);
        QCOMPARE(model.line(model.rows()[std::size_t(second)]).before + 1, 30);
        const int third = model.nextStop(second);
        QCOMPARE(model.rows()[std::size_t(third)].file, 1);
        QCOMPARE(model.nextStop(third), -1);
        QCOMPARE(model.previousStop(third), second);
        QCOMPARE(model.previousStop(first), -1);
        // A closed file is one stop, until it is viewed.
        model.setOpen(0, false);
        QCOMPARE(model.rows()[std::size_t(model.nextStop(-1))].kind, DiffVisual::Kind::Header);
        model.setViewed(u"a.sql"_s, true);
        QCOMPARE(model.rows()[std::size_t(model.nextStop(-1))].file, 1);
    }

    void manyChangesAreListedFirst()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, {}, numbered(2000)}}));
        QVERIFY(!model.isSummary());
        model.setDocument(document({{u"a.sql"_s, {}, numbered(1500)}, {u"b.sql"_s, numbered(501), {}}}));
        QVERIFY(model.isSummary());
        QCOMPARE(shown(model), (QStringList{u"# a.sql"_s, u"# b.sql"_s}));
        model.setOpen(1, true);
        QVERIFY(!model.isSummary());
        QCOMPARE(model.count(), 503);
    }

    void viewedFilesClose()
    {
        DiffModel model;
        const auto files = document({{u"a.sql"_s, u"x\n"_s, u"y\n"_s}});
        model.setDocument(files);
        model.setViewed(u"a.sql"_s, true);
        QCOMPARE(shown(model), QStringList{u"# a.sql"_s});
        model.setDocument(files);
        QCOMPARE(shown(model), QStringList{u"# a.sql"_s});
        model.setViewed(u"a.sql"_s, false);
        QCOMPARE(model.count(), 2);
    }

    void revealOpensWhatHides()
    {
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, numbered(50), numbered(50, 25)}, {u"same.sql"_s, u"s\n"_s, u"s\n"_s}}));
        model.setOpen(0, false);
        const int visual = model.reveal(0, 2, DiffSide::After);
        QCOMPARE(model.line(model.rows()[std::size_t(visual)]).after, 2);
        QCOMPARE(model.reveal(1, 0, DiffSide::After), -1); // not listed
    }

    void spoken_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("changed") << "a 1\n" << "a 2\n" << QStringList{u"Line 1 changed from a 1 to a 2"_s};
        QTest::newRow("added") << "a\n" << "a\nb\n" << QStringList{u"Line 1: a"_s, u"Line 2 added: b"_s};
        QTest::newRow("removed") << "a\nb %1\n" << "a\n" << QStringList{u"Line 1: a"_s, u"Line 2 removed: b %1"_s};
        QTest::newRow("empty") << "\nx\n" << "\n" << QStringList{u"Line 1 empty"_s, u"Line 2 removed: x"_s};
        QTest::newRow("end of the last line") << "a" << "a\n" << QStringList{u"Line 1 changed at its end: a"_s};
    }
    void spoken()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QStringList, expected);
        DiffModel model;
        model.setDocument(document({{u"a.sql"_s, before, after}}));
        QStringList spoken;
        for (int i = 1; i < model.count(); ++i)
            spoken << spokenRow(model, model.rows()[std::size_t(i)]);
        QCOMPARE(spoken, expected);
    }

    void placesAsText()
    {
        DiffPlaces places;
        places.layout = DiffLayout::Unified;
        places.extent = DiffExtent::AfterOnly;
        places.ignoresWhitespace = true;
        places.viewed = {{u"a.sql"_s, 0xfedcba9876543210}};
        places.files = 42;
        places.open = {u"b.sql"_s};
        places.folds = {{0, 7}};
        places.file = 1;
        places.row = 9;
        places.side = DiffSide::Before;
        places.scroll = 100;
        const DiffPlaces read = DiffPlaces::fromBytes(places.toBytes());
        QCOMPARE(read.toBytes(), places.toBytes());
        QCOMPARE(read.viewed, places.viewed);
        QCOMPARE(read.folds, places.folds);
        QCOMPARE(DiffPlaces::fromBytes("no json").toBytes(), DiffPlaces{}.toBytes());
        QCOMPARE(DiffPlaces::fromBytes(R"({"layout":99,"extent":-3,"folds":[1,[2]],"file":"x"})").extent, DiffExtent::Changes);
    }

    void contentKeys()
    {
        QVERIFY(contentKey({u"a"_s, u"b"_s, u"c"_s}) == contentKey({u"a"_s, u"b"_s, u"c"_s}));
        QVERIFY(contentKey({u"a"_s, u"b"_s, u"c"_s}) != contentKey({u"a"_s, u"bc"_s, u""_s}));
        QVERIFY(contentKey({u"a"_s, {}, u"c"_s}) != contentKey({u"a"_s, u""_s, u"c"_s}));
    }
};

QTEST_GUILESS_MAIN(DiffModelTest)
#include "diff_model_test.moc"

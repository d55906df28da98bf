#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/notice_banner.h"
#include "shell/list_page.h"
#include "shell/palette_model.h"
#include "shell/palette_source.h"
#include "views/shell/console_fixture.h"

#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

class Names final : public TableRows {
public:
    explicit Names(QStringList names) : m_names(std::move(names)) {}
    qsizetype count() const override { return m_names.size(); }
    QString id(qsizetype row) const override { return m_names[row]; }
    QString text(qsizetype row, int) const override { return m_names[row]; }

private:
    QStringList m_names;
};

/// A list page of which a test says what stands in its list.
class OneListPage final : public ListPage {
public:
    explicit OneListPage(PageHost &host)
        : ListPage(host, "pipeline", {QStringLiteral("Names"), QStringLiteral("Which names are there?"), QStringLiteral("Names")},
                   new DataTable({{QStringLiteral("name"), QStringLiteral("Name")}}), new DetailPane, nullptr)
    {
        table().setPlaceholder(&waiting);
    }
    QString id() const override { return QStringLiteral("pipeline"); }
    QString selected() const override { return {}; }
    void refresh() override {}
    void arrive(QStringList names, QWidget *instead = nullptr)
    {
        table().setRows(std::make_shared<Names>(std::move(names)));
        table().setPlaceholder(instead);
        Q_EMIT settled();
    }
    DataTable &list() { return table(); }

    QLabel waiting{QStringLiteral("Reading…")};
};

/// A console whose pipeline page is such a list.
struct WithList : ConsoleFixture {
    WithList()
    {
        std::vector<PageEntry> pages = pageList();
        for (const char *id : {"sources", "extraction"})
            setFactory(pages, QString::fromLatin1(id), [this, id](PageHost &) {
                auto *made = new testsupport::TestPage(QString::fromLatin1(id));
                (QLatin1String(id) == QLatin1String("sources") ? sources : extraction) = made;
                return made;
            });
        setFactory(pages, QStringLiteral("pipeline"), [this](PageHost &host) { return page = new OneListPage(host); });
        window = std::make_unique<MainWindow>(ConsoleSetup{.workbench = workbench, .credentials = credentials, .store = store, .clock = clock,
            .actor = {.systemUser = QStringLiteral("anna")}, .project = {.id = QStringLiteral("/srv/pagila"), .name = QStringLiteral("pagila")}, .pages = std::move(pages)});
    }
    OneListPage *page = nullptr;
};

QStringList lines(const ConsoleFixture &console)
{
    QStringList lines;
    const QAbstractItemModel *model = console.find<QListView>("palette-list")->model();
    for (int row = 0; row < model->rowCount(); ++row)
        lines += model->index(row, 0).data().toString();
    return lines;
}

} // namespace

/// What a person meets first: where the focus is, what comes before everything else, what the palette lists.
class FirstStepsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFocusLeavesTheBarWhateverStandsInTheList();
    void theFocusGoesToTheButtonOfAnEmptyList();
    void titleAndContentBeginAtTheSamePlace_data();
    void titleAndContentBeginAtTheSamePlace();
    void withoutASourceEveryPageSaysWhatComesFirst();
    void aProjectWithASourceIsNotTold();
    void eachTableHasOneLineInThePalette();
    void aSourceIsCalledOne();
};

void FirstStepsTest::theFocusLeavesTheBarWhateverStandsInTheList()
{
    WithList console;
    QVERIFY(console.show());
    console.find("project-button")->setFocus();
    console.window->open({.page = QStringLiteral("pipeline")});
    QVERIFY(QApplication::focusWidget() != console.find("project-button"));
    QTRY_COMPARE(QApplication::focusWidget(), console.page); // its list is not there yet
    QLabel nothing(QStringLiteral("There is nothing."));
    console.page->arrive({}, &nothing);
    QCOMPARE(QApplication::focusWidget(), console.page);
    console.page->arrive({QStringLiteral("a"), QStringLiteral("b")});
    QTRY_VERIFY(console.page->list().isAncestorOf(QApplication::focusWidget()));
    // Who moved on meanwhile is left alone.
    console.page->list().setPlaceholder(&console.page->waiting);
    console.window->open({.page = QStringLiteral("sources")});
    console.window->open({.page = QStringLiteral("pipeline")});
    console.find("bell-button")->setFocus();
    console.page->arrive({QStringLiteral("a")});
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("bell-button"));
}

void FirstStepsTest::theFocusGoesToTheButtonOfAnEmptyList()
{
    WithList console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("pipeline")});
    QAction add(QStringLiteral("Add a name…"));
    auto *empty = new EmptyState(IconName::Plus, QStringLiteral("Here stand names."), QStringLiteral("None yet."), &add);
    console.page->arrive({}, empty);
    QTRY_COMPARE(QApplication::focusWidget(), empty->findChild<QPushButton *>());
}

void FirstStepsTest::titleAndContentBeginAtTheSamePlace_data()
{
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("left to right") << Qt::LeftToRight;
    QTest::newRow("right to left") << Qt::RightToLeft;
}

void FirstStepsTest::titleAndContentBeginAtTheSamePlace()
{
    QFETCH(Qt::LayoutDirection, direction);
    QGuiApplication::setLayoutDirection(direction);
    WithList console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("pipeline")});
    console.page->arrive({QStringLiteral("a")});
    const auto begin = [&](const QWidget *part) {
        const QRect place(part->mapTo(console.page, QPoint()), part->size());
        return direction == Qt::LeftToRight ? place.left() : place.right();
    };
    // What holds list and detail: right to left, Qt lets the part inside a splitter stand one pixel beyond it.
    QTRY_COMPARE(begin(console.page->findChild<QLabel *>(QStringLiteral("page-title"))), begin(console.page->findChild<QSplitter *>()));
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

void FirstStepsTest::withoutASourceEveryPageSaysWhatComesFirst()
{
    ConsoleFixture console;
    console.pulse.settingsDigest = QStringLiteral("sha256:1");
    console.workbench.answer<api::ListSources>(api::SourceList{.settingsDigest = QStringLiteral("sha256:1")});
    QVERIFY(console.show());
    auto *notice = console.find<NoticeBanner>("source-notice");
    QVERIFY(!notice->isVisible()); // the page of the sources has its own words
    for (const PageEntry &entry : pageList()) {
        console.window->open({.page = entry.id});
        QTRY_COMPARE(notice->isVisible(), entry.id != QLatin1String("sources"));
    }
    console.window->open({.page = QStringLiteral("extraction")});
    QVERIFY(notice->text().contains(QStringLiteral("Add a source first")));
    notice->findChild<QPushButton *>()->click();
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
    // One was added.
    console.window->open({.page = QStringLiteral("extraction")});
    console.workbench.answer<api::ListSources>(api::SourceList{.sources = {{.name = QStringLiteral("shop")}}});
    console.pulse.settingsDigest = QStringLiteral("sha256:2");
    QTRY_VERIFY(!notice->isVisible());
    QCOMPARE(console.workbench.effects(), 0);
}

void FirstStepsTest::aProjectWithASourceIsNotTold()
{
    ConsoleFixture console;
    console.pulse.settingsDigest = QStringLiteral("sha256:1");
    console.workbench.fail<api::ListSources>({.code = base::ErrorCode::InvalidInput, .message = "Line 3 of ekos.toml cannot be read.", .hint = "Mend it."});
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("extraction")});
    QTRY_COMPARE(console.workbench.calls<api::ListSources>(), 1);
    QCoreApplication::processEvents();
    QVERIFY(!console.find("source-notice")->isVisible()); // it is not known that there is none
}

void FirstStepsTest::eachTableHasOneLineInThePalette()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    console.window->open({.page = QStringLiteral("extraction")}); // two pages with the same tables
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(console.find("palette-box"), QStringLiteral("@film"));
    QCOMPARE(lines(console).count(QStringLiteral("public.film")), 1);
    QCOMPARE(lines(console).count(QStringLiteral("public.film_actor")), 1);
    const auto *model = static_cast<const PaletteModel *>(console.find<QListView>("palette-list")->model());
    QCOMPARE(model->hit(0).item.place.page, QStringLiteral("extraction")); // the page on show, where it has the table
}

void FirstStepsTest::aSourceIsCalledOne()
{
    QCOMPARE(paletteKindWord(PaletteKind::Source), QStringLiteral("Source"));
    QVERIFY(!PaletteQuery::parse(QStringLiteral("@sales")).isAbout(PaletteKind::Source)); // that asks for tables and columns
    QVERIFY(PaletteQuery::parse(QStringLiteral("sales")).isAbout(PaletteKind::Source));
}

QTEST_MAIN(FirstStepsTest)
#include "first_steps_test.moc"

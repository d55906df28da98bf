#include "list_rows.h"

#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using tests::ListRows;
using tests::named;

namespace {

std::vector<ListRows::Row> fiveRows()
{
    return {
        {QStringLiteral("public.film"), QStringLiteral("incremental"), 1000, Status::Done, QStringLiteral("Every row arrived")},
        {QStringLiteral("public.film_actor"), QStringLiteral("full"), 5462, Status::NeedsYou, {}},
        {QStringLiteral("public.rental"), QStringLiteral("full"), 16044, Status::Failed, {}},
        {QStringLiteral("public.actor"), QStringLiteral("full"), 200, Status::NeedsYou, {}},
        {QStringLiteral("audit.log"), QStringLiteral("refused"), {}, {}, {}},
    };
}

std::vector<FilterChip> chips()
{
    return {{QStringLiteral("mine"), QStringLiteral("Needs me"), [](const TableRows &rows, qsizetype row) { return rows.needsMe(row); }},
            {QStringLiteral("failed"), QStringLiteral("Failed"), tests::isFailed}};
}

QStringList numbered(int count)
{
    QStringList names;
    for (int i = 0; i < count; ++i)
        names.push_back(QStringLiteral("row %1").arg(i));
    return names;
}

} // namespace

class DataTableTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<DataTable> m_table;

    QTableView &view() { return *m_table->findChild<QTableView *>(QStringLiteral("table-rows")); }
    QLineEdit &filter() { return *m_table->findChild<QLineEdit *>(QStringLiteral("filter-text")); }
    QString counts() { return m_table->findChild<QLabel *>(QStringLiteral("table-counts"))->text(); }
    QAbstractButton &chip(const char *id) { return *m_table->findChild<QAbstractButton *>(QStringLiteral("filter-chip-") + QLatin1String(id)); }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view(), Qt::Key(key), modifiers); }
    void setFiveRows() { m_table->setRows(std::make_shared<ListRows>(fiveRows())); }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void init()
    {
        m_table = std::make_unique<DataTable>(ListRows::columns());
        m_table->resize(900, 400);
        m_table->setChips(chips());
        setFiveRows();
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
        view().setFocus();
    }

    void cleanup() { m_table.reset(); }

    void filtersAtOnceAndCounts()
    {
        QCOMPARE(m_table->shownCount(), 5);
        QCOMPARE(counts(), QStringLiteral("5 of 5"));
        filter().setText(QStringLiteral("full actor"));
        QCOMPARE(m_table->shownIds(), (QStringList{QStringLiteral("public.film_actor"), QStringLiteral("public.actor")}));
        QCOMPARE(counts(), QStringLiteral("2 of 5 · hidden by filter: 3 —"));
        auto *clear = m_table->findChild<QPushButton *>(QStringLiteral("table-clear-filter"));
        QVERIFY(clear->isVisible());
        clear->click();
        QCOMPARE(m_table->shownCount(), 5);
        QVERIFY(!clear->isVisible());
        QVERIFY(view().hasFocus());
    }

    void chipsAreToggledAndCounted()
    {
        QCOMPARE(chip("mine").text(), QStringLiteral("Needs me 2"));
        QCOMPARE(chip("failed").text(), QStringLiteral("Failed 1"));
        QCOMPARE(chip("all").text(), QStringLiteral("All 5"));
        QVERIFY(chip("all").isChecked());
        chip("mine").click();
        QCOMPARE(m_table->shownIds(), (QStringList{QStringLiteral("public.film_actor"), QStringLiteral("public.actor")}));
        chip("failed").click();
        QCOMPARE(m_table->shownCount(), 3);
        QVERIFY(!chip("all").isChecked());
        filter().setText(QStringLiteral("rental"));
        QCOMPARE(m_table->shownIds(), QStringList{QStringLiteral("public.rental")});
        QCOMPARE(chip("mine").text(), QStringLiteral("Needs me 2"));
        chip("mine").click();
        chip("failed").click();
        filter().clear();
        QCOMPARE(m_table->shownCount(), 5);
        chip("mine").click();
        chip("all").click();
        QCOMPARE(m_table->shownCount(), 5);
        QVERIFY(!chip("mine").isChecked());
    }

    void emptyAnswerOffersToClear()
    {
        filter().setText(QStringLiteral("nowhere"));
        QVERIFY(!view().isVisible());
        QCOMPARE(counts(), QStringLiteral("0 of 5 · hidden by filter: 5 —"));
        m_table->filterBar().clear();
        QVERIFY(view().isVisible());
    }

    void keysMove()
    {
        QSignalSpy current(m_table.get(), &DataTable::currentChanged);
        m_table->setCurrentId(QStringLiteral("public.film"));
        press(Qt::Key_J);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film_actor"));
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.film_actor")});
        press(Qt::Key_Down);
        press(Qt::Key_K);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film_actor"));
        press(Qt::Key_N);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.actor"));
        press(Qt::Key_N); // goes round
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film_actor"));
        press(Qt::Key_P);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.actor"));
        QCOMPARE(current.size(), 6); // the first row was current with the focus
        QCOMPARE(current.last().first().toString(), QStringLiteral("public.actor"));
    }

    void theCurrentRowIsTheSelectedOne_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("Ctrl+Home") << Qt::Key_Home;
        QTest::newRow("Ctrl+End") << Qt::Key_End;
        QTest::newRow("Ctrl+Down") << Qt::Key_Down;
    }
    void theCurrentRowIsTheSelectedOne()
    {
        QFETCH(Qt::Key, key);
        m_table->setCurrentId(QStringLiteral("public.film_actor"));
        QTest::keyClick(&view(), key, Qt::ControlModifier);
        QCOMPARE(m_table->selectedIds(), QStringList{m_table->currentId()});
    }

    void spaceCollects()
    {
        m_table->setCurrentId(QStringLiteral("public.film"));
        QCOMPARE(counts(), QStringLiteral("5 of 5"));
        press(Qt::Key_Space);
        press(Qt::Key_J);
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.film")});
        press(Qt::Key_J);
        press(Qt::Key_Space);
        QCOMPARE(m_table->selectedIds(), (QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental")}));
        QCOMPARE(counts(), QStringLiteral("5 of 5 · 2 selected"));
        press(Qt::Key_Space);
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.film")});
        press(Qt::Key_Escape);
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.rental")});
        press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_table->selectedIds(), (QStringList{QStringLiteral("public.rental"), QStringLiteral("public.actor")}));
        QTest::keyClick(&view(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_table->selectedIds().size(), 5);
    }

    void enterActivates()
    {
        QSignalSpy activated(m_table.get(), &DataTable::activated);
        m_table->setCurrentId(QStringLiteral("public.rental"));
        press(Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.first().first().toString(), QStringLiteral("public.rental"));
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(view().model()->index(0, 0)).center());
        QCOMPARE(activated.last().first().toString(), QStringLiteral("public.film"));
    }

    void slashGoesToTheFilterAndBack()
    {
        QTest::keyClick(&view(), '/');
        QVERIFY(filter().hasFocus());
        QTest::keyClicks(&filter(), QStringLiteral("jn/ actor"));
        QCOMPARE(m_table->filterBar().text(), QStringLiteral("jn/ actor"));
        filter().setText(QStringLiteral("actor"));
        QTest::keyClick(&filter(), Qt::Key_Escape);
        QVERIFY(view().hasFocus());
        QCOMPARE(m_table->filterBar().text(), QStringLiteral("actor"));
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film_actor"));
        QTest::keyClick(&view(), '/');
        QTest::keyClick(&filter(), Qt::Key_Return);
        QVERIFY(view().hasFocus());
    }

    void lettersCanBeSwitchedOff()
    {
        m_table->setCurrentId(QStringLiteral("public.film"));
        DataTable::setLetterKeysEnabled(false);
        press(Qt::Key_J);
        QTest::keyClick(&view(), '/');
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film"));
        QVERIFY(view().hasFocus());
        press(Qt::Key_Down);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film_actor"));
        DataTable::setLetterKeysEnabled(true);
    }

    void sortsByKeyAndHeader()
    {
        m_table->setCurrentId(QStringLiteral("public.film"));
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        press(Qt::Key_S, Qt::ShiftModifier);
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("public.actor"));
        QCOMPARE(m_table->shownIds().last(), QStringLiteral("audit.log"));
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film"));
        press(Qt::Key_S, Qt::ShiftModifier);
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("public.rental"));
        QCOMPARE(m_table->shownIds().last(), QStringLiteral("audit.log"));
        press(Qt::Key_S, Qt::ShiftModifier);
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("public.film"));

        QHeaderView *header = view().horizontalHeader();
        const QPoint title(header->sectionViewportPosition(0) + 20, header->height() / 2);
        const auto click = [&] { QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, title); };
        click();
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("audit.log"));
        click();
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("public.rental"));
        click();
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("public.film"));
    }

    void newRowsKeepWhatWasChosen()
    {
        filter().setText(QStringLiteral("public"));
        m_table->setCurrentId(QStringLiteral("public.rental"));
        press(Qt::Key_Space);
        press(Qt::Key_J);
        press(Qt::Key_Space);
        QSignalSpy current(m_table.get(), &DataTable::currentChanged);
        QSignalSpy selection(m_table.get(), &DataTable::selectionChanged);
        std::vector<ListRows::Row> rows = fiveRows();
        std::reverse(rows.begin(), rows.end());
        rows.push_back({QStringLiteral("public.new"), {}, {}, {}, {}});
        m_table->setRows(std::make_shared<ListRows>(rows));
        QCOMPARE(m_table->shownIds().size(), 5);
        QCOMPARE(m_table->currentId(), QStringLiteral("public.actor"));
        QCOMPARE(m_table->selectedIds(), (QStringList{QStringLiteral("public.actor"), QStringLiteral("public.rental")}));
        QCOMPARE(current.size(), 0);
        std::erase_if(rows, [](const ListRows::Row &row) { return row.name == QStringLiteral("public.actor"); });
        m_table->setRows(std::make_shared<ListRows>(rows));
        QCOMPARE(m_table->currentId(), QString());
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.rental")});
        QCOMPARE(current.size(), 1);
        QVERIFY(selection.size() >= 1);
    }

    void filterHidesAndGivesBack()
    {
        m_table->setCurrentId(QStringLiteral("public.rental"));
        press(Qt::Key_Space);
        press(Qt::Key_J);
        press(Qt::Key_Space);
        filter().setText(QStringLiteral("rental"));
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.rental")});
        QCOMPARE(m_table->currentId(), QString());
        filter().setText({});
        QCOMPARE(m_table->selectedIds(), (QStringList{QStringLiteral("public.rental"), QStringLiteral("public.actor")}));
        QCOMPARE(m_table->currentId(), QStringLiteral("public.actor"));
        // A new choice while some are hidden drops the hidden ones.
        filter().setText(QStringLiteral("film"));
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(view().model()->index(0, 0)).center());
        filter().setText({});
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.film")});
    }

    void linkToHiddenRowClearsTheFilter()
    {
        filter().setText(QStringLiteral("film"));
        m_table->setCurrentId(QStringLiteral("audit.log"));
        QCOMPARE(m_table->currentId(), QStringLiteral("audit.log"));
        QCOMPARE(m_table->filterBar().text(), QString());
    }

    void currentMayComeBeforeItsRow()
    {
        m_table->setCurrentId(QStringLiteral("row 7"));
        QCOMPARE(m_table->currentId(), QStringLiteral("public.film"));
        m_table->setRows(named(numbered(20)));
        QCOMPARE(m_table->currentId(), QStringLiteral("row 7"));
    }

    void whatComesLateIsSelectedToo()
    {
        press(Qt::Key_J);
        m_table->setCurrentId(QStringLiteral("public.late"));
        std::vector<ListRows::Row> rows = fiveRows();
        rows.push_back({QStringLiteral("public.late"), {}, {}, {}, {}});
        m_table->setRows(std::make_shared<ListRows>(rows));
        QCOMPARE(m_table->currentId(), QStringLiteral("public.late"));
        QCOMPARE(m_table->selectedIds(), QStringList{QStringLiteral("public.late")});
    }

    void whoWentElsewhereStaysThere_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("a click on the row that is current") << 0;
        QTest::newRow("Space on it") << int(Qt::Key_Space);
        QTest::newRow("Enter on it") << int(Qt::Key_Return);
        QTest::newRow("the next row") << int(Qt::Key_J);
    }
    void whoWentElsewhereStaysThere()
    {
        QFETCH(int, key);
        view().setFocus();
        m_table->setCurrentId(QStringLiteral("public.late"));
        if (key)
            press(key);
        else
            QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(view().currentIndex()).center());
        QCOMPARE(m_table->missingId(), QString());
        const QString current = m_table->currentId();
        std::vector<ListRows::Row> rows = fiveRows();
        rows.push_back({QStringLiteral("public.late"), {}, {}, {}, {}});
        m_table->setRows(std::make_shared<ListRows>(rows));
        QCOMPARE(m_table->currentId(), current);
        QCOMPARE(m_table->selectedIds(), QStringList{current});
    }

    void stateIsRestored_data()
    {
        QTest::addColumn<bool>("isBeforeRows");
        QTest::newRow("before the rows") << true;
        QTest::newRow("after the rows") << false;
    }
    void stateIsRestored()
    {
        QFETCH(bool, isBeforeRows);
        m_table->setRows(named(numbered(500)));
        view().setColumnHidden(1, true);
        view().setColumnWidth(0, 300);
        filter().setText(QStringLiteral("row"));
        m_table->filterBar().saveView(QStringLiteral("All of them"));
        view().horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);
        m_table->setCurrentId(QStringLiteral("row 100"));
        press(Qt::Key_Space);
        press(Qt::Key_J);
        press(Qt::Key_Space);
        view().verticalScrollBar()->setValue(view().verticalHeader()->sectionPosition(390));
        const QByteArray state = m_table->saveState();
        QCOMPARE(QJsonDocument::fromJson(state).object().value(QStringLiteral("top")).toString(), QStringLiteral("row 109"));

        DataTable other(ListRows::columns());
        other.resize(900, 400);
        if (isBeforeRows)
            other.restoreState(state);
        other.setRows(named(numbered(500)));
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        if (!isBeforeRows)
            other.restoreState(state);
        QCOMPARE(other.filterBar().text(), QStringLiteral("row"));
        QCOMPARE(other.filterBar().savedViews().size(), std::size_t(1));
        QCOMPARE(other.shownIds().first(), QStringLiteral("row 499"));
        QCOMPARE(other.currentId(), QStringLiteral("row 99"));
        QCOMPARE(other.selectedIds(), (QStringList{QStringLiteral("row 100"), QStringLiteral("row 99")}));
        auto *rows = other.findChild<QTableView *>(QStringLiteral("table-rows"));
        QVERIFY(rows->isColumnHidden(1));
        QCOMPARE(rows->columnWidth(0), 300);
        QCOMPARE(rows->rowAt(0), 390);
        QCOMPARE(other.saveState(), state);
    }

    void stateBeforeRowsIsNotLost()
    {
        m_table->setCurrentId(QStringLiteral("public.actor"));
        chip("mine").click();
        const QByteArray state = m_table->saveState();
        DataTable other(ListRows::columns());
        other.restoreState(state);
        const QJsonObject kept = QJsonDocument::fromJson(other.saveState()).object();
        QCOMPARE(kept.value(QStringLiteral("current")).toString(), QStringLiteral("public.actor"));
        QCOMPARE(kept.value(QStringLiteral("chips")), QJsonDocument::fromJson(state).object().value(QStringLiteral("chips")));
        other.setChips(chips());
        other.setRows(std::make_shared<ListRows>(fiveRows()));
        QCOMPARE(other.shownCount(), 2);
    }

    void stateChangedComesOnce()
    {
        QTest::qWait(0);
        QSignalSpy changed(m_table.get(), &DataTable::stateChanged);
        QTRY_VERIFY(changed.size() >= 1); // of the beginning
        changed.clear();
        filter().setText(QStringLiteral("f"));
        filter().setText(QStringLiteral("fi"));
        QTRY_COMPARE(changed.size(), 1);
    }

    void savedViews()
    {
        FilterBar &bar = m_table->filterBar();
        filter().setText(QStringLiteral("actor"));
        chip("mine").click();
        bar.saveView(QStringLiteral("Actors"));
        bar.clear();
        QCOMPARE(m_table->shownCount(), 5);
        const FilterBar::View view = bar.savedViews().front();
        bar.setFilter(view.text, view.chips);
        QCOMPARE(m_table->shownCount(), 2);
        bar.clear();
        bar.saveView(QStringLiteral("Actors"));
        QCOMPARE(bar.savedViews().size(), std::size_t(1));
        bar.removeView(QStringLiteral("Actors"));
        QVERIFY(bar.savedViews().empty());
    }

    void copies()
    {
        m_table->setCurrentId(QStringLiteral("public.film"));
        press(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("public.film"));
        press(Qt::Key_Down, Qt::ShiftModifier);
        press(Qt::Key_C, Qt::ControlModifier);
        const QString done = statusWord(Status::Done);
        const QString needsYou = statusWord(Status::NeedsYou);
        const QString tabs = QStringLiteral("Table\tLoad mode\tRows\tState\n"
                                            "public.film\tincremental\t1,000\t%1\npublic.film_actor\tfull\t5,462\t%2\n");
        QCOMPARE(QGuiApplication::clipboard()->text(), tabs.arg(done, needsYou));
        view().setColumnHidden(1, true);
        m_table->copy(TableFormat::Csv);
        const QString csv = QStringLiteral("Table,Rows,State\r\npublic.film,1000,%1\r\npublic.film_actor,5462,%2\r\n");
        QCOMPARE(QGuiApplication::clipboard()->text(), csv.arg(done, needsYou));
        m_table->copy(TableFormat::SqlList);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("'public.film', 'public.film_actor'"));
    }

    void exportsWhatTheFilterShows()
    {
        filter().setText(QStringLiteral("actor"));
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        const auto job = m_table->makeExport(TableFormat::Csv, &buffer, QStringLiteral("2024-05-01T00:00:00Z"));
        setFiveRows(); // the job keeps its rows
        filter().clear();
        QVERIFY(job->step(QDeadlineTimer(QDeadlineTimer::Forever)));
        const QByteArray heading = "\xef\xbb\xbf# Filter: actor\r\n# 2 of 5 rows, written 2024-05-01T00:00:00Z\r\nTable,Load mode,";
        QVERIFY2(buffer.data().startsWith(heading), buffer.data().constData());
        QCOMPARE(buffer.data().count("\r\n"), 5);
    }

    void longCellsAreCutAndViewed()
    {
        const QString longText = QStringLiteral("line one\n") + QString(500, QLatin1Char('x'));
        m_table->setRows(named({longText}));
        m_table->setCurrentId(longText);
        const QString shown = view().model()->index(0, 0).data().toString();
        QCOMPARE(shown.size(), 201);
        QVERIFY(shown.startsWith(QStringLiteral("line one↵x")));
        QVERIFY(shown.endsWith(QStringLiteral("…")));
        press(Qt::Key_V, Qt::ShiftModifier);
        auto *viewer = m_table->findChild<QWidget *>(QStringLiteral("value-viewer"));
        QVERIFY(viewer->isVisible());
        auto *text = viewer->findChild<QWidget *>(QStringLiteral("value-viewer-text"));
        QCOMPARE(text->property("plainText").toString(), longText);
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!viewer->isVisible());
        QVERIFY(view().hasFocus());
    }

    /// The value first, then the row or the column only when it is another one.
    void screenReadersHearTheValueFirst()
    {
        m_table->setCurrentId(QStringLiteral("public.film"));
        press(Qt::Key_Right);
        const auto spoken = [this] { return view().currentIndex().data(Qt::AccessibleTextRole).toString(); };
        QCOMPARE(spoken(), QStringLiteral("incremental, Load mode"));
        press(Qt::Key_J);
        QCOMPARE(spoken(), QStringLiteral("full, public.film_actor"));
        press(Qt::Key_Right);
        QCOMPARE(spoken(), QStringLiteral("5,462, Rows"));
        press(Qt::Key_Left);
        press(Qt::Key_Left);
        press(Qt::Key_K);
        QCOMPARE(spoken(), QStringLiteral("public.film"));
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QCOMPARE(spoken(), statusWord(Status::Done) + QStringLiteral(", State"));
        QCOMPARE(view().currentIndex().data(Qt::AccessibleDescriptionRole).toString(), QStringLiteral("Every row arrived"));
        QAccessibleInterface *table = QAccessible::queryAccessibleInterface(&view());
        QVERIFY(table && table->tableInterface());
        QCOMPARE(table->tableInterface()->cellAt(0, 3)->text(QAccessible::Name), spoken());
        m_table->setRows(named({QStringLiteral("x")}));
        m_table->setCurrentId(QStringLiteral("x"));
        QCOMPARE(view().model()->index(0, 1).data(Qt::AccessibleTextRole).toString().section(QLatin1Char(','), 0, 0), QStringLiteral("empty"));
    }

    void everyControlHasAName()
    {
        for (const QWidget *widget : m_table->findChildren<QWidget *>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            const QString name = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget))->text(QAccessible::Name);
            QVERIFY2(!name.isEmpty(), qPrintable(widget->objectName() + QLatin1Char(' ') + QLatin1String(widget->metaObject()->className())));
        }
    }

    void columnsAreChosenByKeyboard()
    {
        auto *button = m_table->findChild<QToolButton *>(QStringLiteral("table-columns"));
        button->click();
        const auto chooser = [this] { return m_table->findChild<QWidget *>(QStringLiteral("column-chooser")); };
        QVERIFY(chooser());
        QTest::keyClick(chooser()->findChild<QWidget *>(QStringLiteral("column-shown-1")), Qt::Key_Space);
        QVERIFY(view().isColumnHidden(1));
        chooser()->findChild<QWidget *>(QStringLiteral("column-width-0"))->setProperty("value", 240);
        QCOMPARE(view().columnWidth(0), 240);
        for (const char *last : {"column-shown-2", "column-shown-3"})
            QTest::keyClick(chooser()->findChild<QWidget *>(QLatin1String(last)), Qt::Key_Space);
        QWidget *first = chooser()->findChild<QWidget *>(QStringLiteral("column-shown-0"));
        QVERIFY(!first->isEnabled());
        QVERIFY(!first->toolTip().isEmpty());
        chooser()->findChild<QPushButton *>(QStringLiteral("column-reset"))->click();
        QVERIFY(!view().isColumnHidden(1));
        QCOMPARE(view().columnWidth(0), 160);
        QTRY_VERIFY(!chooser());
    }

    void densityAndTextScale()
    {
        Theme &theme = Theme::instance();
        theme.setDensity(Density::Compact);
        QCOMPARE(view().rowHeight(0), theme.rowHeight());
        theme.setTextScale(2.0);
        QCOMPARE(view().rowHeight(0), theme.rowHeight());
        QCOMPARE(view().columnWidth(0), 320);
        theme.setTextScale(1.0);
        theme.setDensity(Density::Comfortable);
        QCOMPARE(view().rowHeight(0), theme.rowHeight());
        QCOMPARE(view().columnWidth(0), 160);
    }

    void placeholderStandsForTheRows()
    {
        auto *loading = new QLabel(QStringLiteral("Reading"));
        m_table->setPlaceholder(loading);
        QVERIFY(loading->isVisible());
        QVERIFY(!view().isVisible());
        m_table->setPlaceholder(nullptr);
        QVERIFY(view().isVisible());
        m_table->setPlaceholder(loading);
        QVERIFY(loading->isVisible());
    }

    /// Many rows: nothing blocks, old rows stay until the answer is there, the last question wins.
    void manyRowsAreWorkedInSlices()
    {
        m_table->setRows(named(numbered(50000)));
        QCOMPARE(m_table->shownCount(), 50000); // needs no work
        filter().setText(QStringLiteral("row 4999"));
        filter().setText(QStringLiteral("row 49999"));
        QTRY_VERIFY(m_table->isSettled());
        QCOMPARE(m_table->shownIds(), QStringList{QStringLiteral("row 49999")});
        QStringList more = numbered(50000);
        more.push_back(QStringLiteral("row 499990"));
        m_table->setRows(named(more));
        QVERIFY(!m_table->isSettled());
        QCOMPARE(m_table->shownCount(), 1);
        m_table->setRows(named(numbered(50001))); // while the others are prepared
        QTRY_VERIFY_WITH_TIMEOUT(m_table->isSettled(), 20000);
        QCOMPARE(m_table->rows()->count(), 50001);
        QCOMPARE(m_table->shownCount(), 1);
        filter().clear();
        QTRY_VERIFY(m_table->isSettled());
        view().horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(m_table->isSettled(), 20000);
        QCOMPARE(m_table->shownIds().first(), QStringLiteral("row 50000"));
    }

    void exportIsSavedInSlices()
    {
        class Around : public QWidget, public NamesExports {
        public:
            QString exportName(ExportScope scope) const override { return scope == ExportScope::Page ? QStringLiteral("pagila-extraction") : QStringLiteral("pagila-extraction-public.film"); }
        };
        Around around;
        m_table->setParent(&around);
        const auto ofNobody = qScopeGuard([this] { m_table->setParent(nullptr); });
        QByteArray saved;
        QString name;
        m_table->setFileSaver([&](const QByteArray &content, const QString &hint) {
            saved = content;
            name = hint;
        });
        m_table->setExportName(ExportScope::Page);
        m_table->setRows(named(numbered(20000)));
        m_table->findChild<QToolButton *>(QStringLiteral("table-export"))->menu()->actions().first()->trigger();
        QVERIFY(!m_table->isSettled());
        QTRY_VERIFY_WITH_TIMEOUT(m_table->isSettled(), 20000);
        QCOMPARE(saved.count("\r\n"), 20003);
        static const QRegularExpression ofPage(QStringLiteral("\\Apagila-extraction-[0-9]{4}-[0-9]{2}-[0-9]{2}\\.csv\\z"));
        QVERIFY2(ofPage.match(name).hasMatch(), qPrintable(name));
        m_table->setRows(named(numbered(2)));
        m_table->setExportName(ExportScope::Object, QStringLiteral("columns"));
        m_table->findChild<QToolButton *>(QStringLiteral("table-export"))->menu()->actions().first()->trigger();
        QTRY_VERIFY2(name.startsWith(QStringLiteral("pagila-extraction-public.film-columns-2")), qPrintable(name));
    }

    void noRows()
    {
        m_table->setRows(nullptr);
        QCOMPARE(m_table->shownCount(), 0);
        press(Qt::Key_J);
        press(Qt::Key_N);
        press(Qt::Key_Space);
        press(Qt::Key_Return);
        m_table->copy(TableFormat::SqlList);
        QCOMPARE(m_table->currentId(), QString());
        setFiveRows();
        QCOMPARE(m_table->shownCount(), 5);
    }
};

QTEST_MAIN(DataTableTest)
#include "data_table_test.moc"

#include "kit/diff_canvas.h"
#include "kit/diff_view.h"
#include "kit/empty_state.h"
#include "kit/english_plurals.h"
#include "kit/find_bar.h"
#include "kit/loading_state.h"
#include "kit/notice_banner.h"
#include "kit/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace Qt::StringLiterals;

namespace {

QString numbered(int count, const QList<int> &changed = {})
{
    QString text;
    for (int i = 1; i <= count; ++i)
        text += QStringLiteral("%1 %2\n").arg(changed.contains(i) ? u"select other"_s : u"select a"_s).arg(i);
    return text;
}

class Opened {
public:
    Opened()
    {
        view.resize(900, 500);
        view.show();
        canvas = view.findChild<DiffCanvas *>(u"diff-canvas"_s);
        canvas->setFocus();
    }

    bool settle()
    {
        return QTest::qWaitFor([this] { return view.isSettled(); }, 10'000);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : canvas, key, modifiers);
    }
    QString copied()
    {
        QApplication::clipboard()->clear();
        press(Qt::Key_C, Qt::ControlModifier);
        return QApplication::clipboard()->text();
    }
    template<typename Widget>
    Widget *child(const char *name) const
    {
        return view.findChild<Widget *>(QString::fromUtf8(name));
    }

    DiffView view;
    DiffCanvas *canvas;
};

} // namespace

class DiffViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(this));
        Theme::instance().apply();
    }

    void emptyStates()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"select 1\n"_s, u"select 1\n"_s}});
        auto *empty = opened.child<EmptyState>("diff-empty");
        QTRY_VERIFY(empty->isVisible());
        QStringList words;
        for (const QLabel *label : empty->findChildren<QLabel *>())
            words << label->text();
        QVERIFY(words.contains(u"No difference: the approved SQL is what is proposed."_s));
        opened.view.setExtent(DiffView::Extent::WholeFile);
        QVERIFY(opened.canvas->isVisible());

        opened.view.setExtent(DiffView::Extent::Changes);
        opened.view.setFiles({{u"a.sql"_s, {}, u"select 1\n"_s}});
        QVERIFY(opened.canvas->isVisible());
        auto *notice = opened.child<NoticeBanner>("diff-all-new");
        QVERIFY(notice->isVisible());
        for (const QAction *action : opened.view.commands())
            if (action->objectName() == u"diff-layout"_s)
                QVERIFY(!action->isEnabled() && !action->toolTip().isEmpty());
        QCOMPARE(notice->text(), u"Nothing was approved yet: all of it is new."_s);
        opened.view.setFiles({{u"a.sql"_s, u"select 2\n"_s, u"select 1\n"_s}});
        QVERIFY(!notice->isVisible());
    }

    void keyboardPath()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, numbered(60), numbered(60, {20, 50})}, {u"b.sql"_s, u"x\n"_s, u"y\n"_s}});
        opened.press(Qt::Key_F7);
        QCOMPARE(opened.canvas->spoken(), u"Line 20 changed from select a 20 to select other 20"_s);
        opened.press(Qt::Key_F7);
        QCOMPARE(opened.canvas->spoken(), u"Line 50 changed from select a 50 to select other 50"_s);
        opened.press(Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE(opened.canvas->spoken(), u"Line 20 changed from select a 20 to select other 20"_s);
        opened.press(Qt::Key_Down);
        QCOMPARE(opened.canvas->spoken(), u"Line 21: select a 21"_s);
        opened.press(Qt::Key_K);
        QCOMPARE(opened.canvas->spoken(), u"Line 20 changed from select a 20 to select other 20"_s);
        opened.press(Qt::Key_D);
        QCOMPARE(opened.view.diffLayout(), DiffView::Layout::Unified);
        QVERIFY(opened.canvas->spoken().startsWith(u"Line 20 changed"_s)); // the place is kept
        opened.press(Qt::Key_D);
        QCOMPARE(opened.view.diffLayout(), DiffView::Layout::SideBySide);

        opened.press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(opened.canvas->spoken().startsWith(u"File a.sql."_s));
        opened.press(Qt::Key_Down);
        QCOMPARE(opened.canvas->spoken(), u"16 unchanged lines folded, Enter shows them."_s);
        opened.press(Qt::Key_Return);
        QCOMPARE(opened.canvas->spoken(), u"Line 1: select a 1"_s);
        opened.press(Qt::Key_Home, Qt::ControlModifier);
        opened.press(Qt::Key_Return);
        QVERIFY(opened.canvas->spoken().contains(u"Closed"_s));
        opened.press(Qt::Key_Space);
        QVERIFY(opened.view.isViewed(u"a.sql"_s));
        opened.press(Qt::Key_Down);
        QVERIFY(opened.canvas->spoken().startsWith(u"File b.sql."_s));
        opened.press(Qt::Key_W);
        QVERIFY(opened.view.isViewed(u"b.sql"_s));
    }

    void keysGoBeforeThoseOfThePage()
    {
        QWidget page;
        int pressedOnPage = 0;
        auto *action = new QAction(&page);
        action->setShortcut(Qt::Key_F7);
        connect(action, &QAction::triggered, this, [&pressedOnPage] { ++pressedOnPage; });
        page.addAction(action);
        auto *view = new DiffView(&page);
        page.resize(800, 400);
        view->resize(800, 400);
        page.show();
        view->setFiles({{u"a.sql"_s, numbered(30), numbered(30, {15})}});
        QTRY_VERIFY(view->isSettled());
        auto *canvas = view->findChild<DiffCanvas *>(u"diff-canvas"_s);
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_F7);
        QCOMPARE(pressedOnPage, 0);
        QVERIFY(canvas->spoken().startsWith(u"Line 15 changed"_s));
    }

    void copyWithoutSigns()
    {
        Opened opened;
        opened.view.setDiffLayout(DiffView::Layout::Unified);
        opened.view.setFiles({{u"a.sql"_s, u"select 1\nfrom a\nwhere x\n"_s, u"select 1\nfrom b\nwhere x\n"_s}});
        opened.press(Qt::Key_F7);
        QCOMPARE(opened.copied(), u"from a"_s);
        opened.press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(opened.copied(), u"from a\nfrom b"_s);
        opened.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(opened.copied(), u"select 1\nfrom a\nfrom b\nwhere x"_s);
        opened.view.setDiffLayout(DiffView::Layout::SideBySide);
        opened.press(Qt::Key_Left, Qt::ControlModifier);
        opened.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(opened.copied(), u"select 1\nfrom a\nwhere x"_s);
        opened.press(Qt::Key_Right, Qt::ControlModifier);
        opened.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(opened.copied(), u"select 1\nfrom b\nwhere x"_s);
        for (QAction *action : opened.view.commands())
            if (action->objectName() == u"diff-copy-with-numbers"_s)
                action->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"1\tselect 1\n2\tfrom b\n3\twhere x"_s);
    }

    void selectByMouse()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"select one\nfrom a\nwhere x\n"_s, u"select two\nfrom b\nwhere x\n"_s}});
        const Theme &theme = Theme::instance();
        const int header = theme.rowHeight() + 2 * theme.space(Space::Tight), line = theme.lineHeight(TextStyle::Mono) + 2 * theme.space(Space::Hair);
        QWidget *viewport = opened.canvas->viewport();
        const auto at = [&](int x, int row) { return QPoint(x, header + row * line + line / 2); };
        // The line numbers of the right side select whole lines, by pressing and dragging.
        const int right = viewport->width() / 2 + 12;
        QTest::mousePress(viewport, Qt::LeftButton, {}, at(right, 0));
        QTest::mouseMove(viewport, at(right, 1));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, at(right, 1));
        QCOMPARE(opened.copied(), u"select two\nfrom b"_s);
        // Text is selected on the side where it began, also when the mouse leaves it.
        QTest::mousePress(viewport, Qt::LeftButton, {}, at(viewport->width() / 2 - 10, 0));
        QTest::mouseMove(viewport, at(viewport->width() - 10, 2));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, at(viewport->width() - 10, 2));
        QCOMPARE(opened.copied(), u"\nfrom a\nwhere x"_s);
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, at(viewport->width() / 2 + 110, 1));
        QVERIFY(QStringList({u"from"_s, u"b"_s}).contains(opened.copied()));
        // The viewed box stands at the end of the header.
        QTest::mouseClick(viewport, Qt::LeftButton, {}, {viewport->width() - 20, header / 2});
        QVERIFY(opened.view.isViewed(u"a.sql"_s));
    }

    void find()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, numbered(60), numbered(60, {30})}});
        opened.press(Qt::Key_F, Qt::ControlModifier);
        auto *field = opened.child<QLineEdit>("find-field");
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, u"A 5"_s);
        QVERIFY(opened.settle());
        auto *count = opened.child<QLabel>("find-count");
        QCOMPARE(count->text(), u"11 places"_s); // 5, 50 to 59
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(opened.canvas->spoken(), u"Line 5: select a 5"_s); // was folded
        QCOMPARE(count->text(), u"1 of 11"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(opened.canvas->spoken(), u"Line 50: select a 50"_s);
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(opened.canvas->spoken(), u"Line 5: select a 5"_s);
        field->setText(u"nowhere"_s);
        QVERIFY(opened.settle());
        QCOMPARE(count->text(), u"Not found"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!opened.child<FindBar>("find-bar")->isVisible());
        QVERIFY(opened.canvas->hasFocus());
    }

    void ignoredWhitespace()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"select a,b\nfrom t\n"_s, u"select  a, b\nfrom u\n"_s}});
        QCOMPARE(opened.view.addedLines(), 2);
        opened.child<QCheckBox>("diff-ignore-whitespace-box")->click();
        QVERIFY(opened.settle());
        QCOMPARE(opened.view.addedLines(), 1);
        // A patch holds everything all the same.
        QByteArray saved;
        opened.view.setFileSaver([&saved](const QByteArray &content, const QString &) { saved = content; });
        opened.view.exportAs(DiffView::ExportFormat::Patch);
        QTRY_VERIFY(!saved.isEmpty());
        QVERIFY(saved.contains("+select  a, b\n"));
    }

    void manyChanges()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, {}, numbered(2500)}});
        QVERIFY(opened.settle());
        opened.canvas->setFocus(); // there was nothing to give it to while the window became active
        auto *notice = opened.child<NoticeBanner>("diff-summary");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains(u"2500 lines changed"_s), qPrintable(notice->text()));
        opened.press(Qt::Key_Home, Qt::ControlModifier);
        QVERIFY(opened.canvas->spoken().contains(u"New file, 2500 lines"_s));
        opened.press(Qt::Key_Return);
        QVERIFY(!notice->isVisible());
        opened.press(Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(opened.canvas->spoken(), u"Line 2500 added: select a 2500"_s);
    }

    void stateIsKept()
    {
        const std::vector<text::DiffFile> files{{u"a.sql"_s, numbered(80), numbered(80, {20, 60})}, {u"b.sql"_s, u"x\n"_s, u"y\n"_s}};
        QByteArray state;
        {
            Opened opened;
            opened.view.setFiles(files);
            opened.press(Qt::Key_D);
            opened.view.setViewed(u"b.sql"_s, true);
            opened.press(Qt::Key_F7);
            opened.press(Qt::Key_F7);
            state = opened.view.saveState();
        }
        Opened opened;
        opened.view.restoreState(state); // the files come later, as at the start of the program
        opened.view.setFiles(files);
        QVERIFY(opened.settle());
        QCOMPARE(opened.view.diffLayout(), DiffView::Layout::Unified);
        QVERIFY(opened.view.isViewed(u"b.sql"_s));
        QVERIFY(opened.canvas->spoken().startsWith(u"Line 60 changed"_s));
        QCOMPARE(opened.view.saveState(), state);

        Opened after;
        after.view.setFiles(files);
        after.view.restoreState(state); // or are there already
        QCOMPARE(after.view.saveState(), state);
        QVERIFY(after.canvas->spoken().startsWith(u"Line 60 changed"_s));
        // A file that changed since is not viewed any more.
        after.view.setFiles({files[0], {u"b.sql"_s, u"x\n"_s, u"z\n"_s}});
        QVERIFY(!after.view.isViewed(u"b.sql"_s));
        after.view.restoreState("nonsense");
        QCOMPARE(after.view.diffLayout(), DiffView::Layout::SideBySide);
    }

    void sameFilesChangeNothing()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, numbered(80), numbered(80, {20, 60})}});
        opened.press(Qt::Key_F7);
        const QByteArray state = opened.view.saveState();
        opened.view.setFiles({{u"a.sql"_s, numbered(80), numbered(80, {20, 60})}});
        QCOMPARE(opened.view.saveState(), state);
    }

    void html()
    {
        Opened opened;
        opened.view.setMessage(u"Approved <on> 3 May"_s, u"Proposed"_s);
        opened.view.setFiles({{u"a.sql"_s, u"select a < 1\n"_s, u"select a < 2\n"_s}});
        QByteArray html;
        opened.view.setFileSaver([&html](const QByteArray &content, const QString &) { html = content; });
        opened.view.exportAs(DiffView::ExportFormat::Html);
        QVERIFY(html.contains("Approved &lt;on&gt; 3 May"));
        QVERIFY(html.contains("select a &lt; <mark>1</mark>"));
        QVERIFY(html.contains("select a &lt; <mark>2</mark>"));
    }

    /// As a person does it: the menu behind "More", and what is around names the file.
    void theMenuSavesFiles_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("patch") << u"diff-save-patch"_s << u".patch"_s << QByteArray("diff --git ");
        QTest::newRow("page") << u"diff-save-html"_s << u".html"_s << QByteArray("<!DOCTYPE html>");
    }
    void theMenuSavesFiles()
    {
        QFETCH(QString, command);
        class Around : public QWidget, public NamesExports {
        public:
            QString exportName(ExportScope) const override { return u"film-rental-extraction-public.film/copy"_s; }
        };
        Around around;
        auto *view = new DiffView(&around);
        view->setFiles({{u"a.sql"_s, u"select 1\n"_s, u"select 2\n"_s}});
        around.show();
        QTRY_VERIFY(view->isSettled());
        QByteArray saved;
        QString name;
        view->setFileSaver([&](const QByteArray &content, const QString &hint) {
            saved = content;
            name = hint;
        });
        view->findChild<QToolButton *>(u"diff-more"_s)->click();
        const auto *menu = view->findChild<QMenu *>(u"diff-menu"_s);
        QVERIFY(menu);
        const QList<QAction *> items = menu->actions();
        const auto item = std::ranges::find(items, command, &QAction::objectName);
        QVERIFY(item != items.end());
        (*item)->trigger();
        QTRY_VERIFY(!saved.isEmpty());
        QFETCH(QByteArray, begin);
        QFETCH(QString, ending);
        QVERIFY2(saved.startsWith(begin), saved.left(40).constData());
        QVERIFY(saved.contains("select") && saved.contains("2"));
        const QRegularExpression named(u"\\Afilm-rental-extraction-public\\.film_copy-[0-9]{4}-[0-9]{2}-[0-9]{2}"_s + QRegularExpression::escape(ending) + u"\\z"_s); // of the day, whenever that ends
        QVERIFY2(named.match(name).hasMatch(), qPrintable(name));
    }

    void screenReader()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"a\n"_s, u"a\nb\n"_s}});
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(opened.canvas);
        QVERIFY(interface);
        QVERIFY(!interface->text(QAccessible::Name).isEmpty());
        opened.press(Qt::Key_F7);
        QCOMPARE(interface->text(QAccessible::Value), u"Line 2 added: b"_s);
        for (const QWidget *widget : opened.view.findChildren<QWidget *>())
            if (widget->focusPolicy() & Qt::TabFocus)
                QVERIFY2(!widget->accessibleName().isEmpty() || widget->inherits("QCheckBox"), qPrintable(widget->objectName()));
    }

    void hiddenCharactersAreSeen()
    {
        Opened opened;
        const QString tricky = u"select 1 \u202e-- x\r\n"_s;
        opened.view.setFiles({{u"a.sql"_s, {}, tricky}});
        opened.press(Qt::Key_F7);
        QCOMPARE(opened.copied(), tricky.chopped(1)); // copied as it is
        QVERIFY(!opened.view.grab().isNull());
    }

    void comparingCanBeStopped()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"old\n"_s, u"older\n"_s}});
        QVERIFY(opened.canvas->isVisible());
        opened.view.setFiles({{u"a.sql"_s, numbered(100'000), numbered(100'000, {5})}});
        QVERIFY2(!opened.canvas->isVisible(), "the earlier comparison is no longer what this is about");
        auto *loading = opened.view.findChild<LoadingState *>();
        QVERIFY(loading->isVisible());
        Q_EMIT loading->stopRequested();
        QVERIFY(opened.view.isSettled());
        QVERIFY(opened.child<EmptyState>("diff-stopped")->isVisible());
        opened.child<QAction>("diff-compare-again")->trigger();
        QVERIFY(opened.settle());
        QVERIFY(opened.canvas->isVisible());
        QCOMPARE(opened.view.addedLines(), 1);
    }

    /// While a long comparison is under way something else stands where the lines were.
    void theFocusComesBackToTheLines()
    {
        Opened opened;
        opened.view.setFiles({{u"a.sql"_s, u"old\n"_s, u"older\n"_s}});
        QVERIFY(opened.settle());
        opened.canvas->setFocus();
        opened.view.setFiles({{u"a.sql"_s, numbered(100'000), numbered(100'000, {5})}});
        QVERIFY(!opened.canvas->isVisible());
        QVERIFY(opened.view.focusWidget() != opened.canvas);
        QVERIFY(opened.settle());
        QCOMPARE(opened.view.window()->focusWidget(), opened.canvas);

        opened.view.setFiles({{u"a.sql"_s, numbered(100'000), numbered(100'000, {6})}});
        QVERIFY(!opened.canvas->isVisible());
        auto *box = opened.view.findChild<QComboBox *>();
        box->setFocus(); // the person went elsewhere meanwhile
        QVERIFY(opened.settle());
        QVERIFY(opened.canvas->isVisible());
        QCOMPARE(opened.view.window()->focusWidget(), box);
    }

    void largeFilesKeepThePageFree()
    {
        Opened opened;
        QElapsedTimer timer;
        timer.start();
        opened.view.setFiles({{u"a.sql"_s, numbered(200'000), numbered(200'000, {5, 100'000})}});
        QVERIFY2(timer.elapsed() < 2000, "setFiles only begins");
        QVERIFY(!opened.view.isSettled());
        QVERIFY(opened.settle());
        QCOMPARE(opened.view.addedLines(), 2);
    }
};

QTEST_MAIN(DiffViewTest)
#include "diff_view_test.moc"

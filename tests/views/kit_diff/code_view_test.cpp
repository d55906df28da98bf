#include "kit/code_edit.h"
#include "kit/code_view.h"
#include "kit/english_plurals.h"
#include "kit/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace lakehouse::views;
using namespace Qt::StringLiterals;

class CodeViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(this));
        Theme::instance().apply();
    }

    void coloursAndLines()
    {
        CodeView view;
        view.resize(600, 300);
        view.show();
        view.setText(u"select 'a'\nfrom film\n"_s);
        auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        QTRY_COMPARE(edit->document()->firstBlock().layout()->formats().size(), 2);
        const auto formats = edit->document()->firstBlock().layout()->formats();
        QCOMPARE(formats[0].format.foreground().color(), Theme::instance().color(ColorRole::SqlKeyword));
        QCOMPARE(formats[1].format.foreground().color(), Theme::instance().color(ColorRole::SqlString));
        QVERIFY(edit->isReadOnly());
        view.setHighlightedLines({{2, 2}, {7, 9}});
        QCOMPARE(edit->extraSelections().size(), 1);
        QCOMPARE(edit->extraSelections().first().cursor.blockNumber(), 1);
    }

    void currentLine()
    {
        CodeView view;
        view.setText(u"a\nb\nc\nd"_s);
        QSignalSpy moved(&view, &CodeView::currentLineChanged);
        view.showLine(3);
        QCOMPARE(view.currentLine(), 3);
        QCOMPARE(moved.size(), 1);
        view.showLine(99);
        QCOMPARE(view.currentLine(), 4);
        const QByteArray state = view.saveState();
        view.showLine(1);
        view.restoreState(state);
        QCOMPARE(view.currentLine(), 4);
        view.restoreState("x");
    }

    /// What is asked for before it is there is gone to as soon as it is.
    void longTextsAreGoneToWhenTheyAreThere()
    {
        QString text;
        for (int line = 1; line <= 100'000; ++line)
            text += u"SELECT %1\n"_s.arg(line);
        CodeView view;
        view.resize(600, 300);
        view.show();
        view.setText(text);
        auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        QVERIFY(edit->blockCount() < 100'000);
        view.setHighlightedLines({{90'000, 90'001}});
        view.showLine(90'000);
        QCOMPARE(view.currentLine(), 90'000); // the way it is kept
        const QByteArray state = view.saveState();
        QTRY_COMPARE_WITH_TIMEOUT(edit->blockCount(), 100'000, 60'000);
        QCOMPARE(edit->textCursor().blockNumber(), 89'999);
        QCOMPARE(edit->textCursor().block().text(), u"SELECT 90000"_s);
        QCOMPARE(edit->extraSelections().size(), 2);
        QVERIFY(edit->rect().contains(edit->cursorRect().center()));
        view.setText(u"SELECT 1"_s);
        view.setText(text);
        view.restoreState(state);
        QTRY_COMPARE_WITH_TIMEOUT(edit->textCursor().blockNumber(), 89'999, 60'000);
        view.setText(u"SELECT 1"_s); // in the middle of it
        QTRY_COMPARE(edit->toPlainText(), u"SELECT 1"_s);
    }

    void find()
    {
        CodeView view;
        view.resize(600, 300);
        view.show();
        view.setText(u"select film_id\nfrom film\nwhere FILM.x\n"_s);
        auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_F, Qt::ControlModifier);
        auto *field = view.findChild<QLineEdit *>(u"find-field"_s);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, u"film"_s);
        auto *count = view.findChild<QLabel *>(u"find-count"_s);
        QCOMPARE(count->text(), u"3 places"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(view.currentLine(), 1);
        QTest::keyClick(field, Qt::Key_F3);
        QCOMPARE(view.currentLine(), 2);
        QTest::keyClick(field, Qt::Key_F3);
        QTest::keyClick(field, Qt::Key_F3);
        QCOMPARE(view.currentLine(), 1); // around
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(view.currentLine(), 3);
        QCOMPARE(count->text(), u"3 of 3"_s);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(edit->hasFocus());
    }

    void copiesWhatIsThere()
    {
        CodeView view;
        view.setText(u"select\r\n\u202e1"_s);
        auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        QVERIFY(!edit->toPlainText().contains(QChar(0x202e)));
        edit->selectAll();
        edit->copy();
        QCOMPARE(QApplication::clipboard()->text(), u"select\r\n\u202e1"_s);
        QCOMPARE(view.text(), u"select\r\n\u202e1"_s);
    }

    void hasNames()
    {
        CodeView view;
        auto *edit = view.findChild<CodeEdit *>(u"code-text"_s);
        QVERIFY(!edit->accessibleName().isEmpty());
        view.setTitle(u"public.touch()"_s);
        QCOMPARE(edit->accessibleName(), u"public.touch()"_s);
    }
};

QTEST_MAIN(CodeViewTest)
#include "code_view_test.moc"

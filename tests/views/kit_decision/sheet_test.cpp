#include "views/kit_decision/shown_window.h"

#include "kit/danger_sheet.h"
#include "kit/sentence_list.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QShortcut>
#include <QSignalSpy>

using namespace lakehouse;
using namespace lakehouse::views;
using test::child;

namespace {
DangerQuestion question()
{
    return {.title = QStringLiteral("Reload bronze.rental"),
            .willHappen = {QStringLiteral("Empties bronze.rental, 16 044 rows."), QStringLiteral("The next load reads all rows.")},
            .confirmVerb = QStringLiteral("Empty and reload")};
}

struct Bench {
    test::ShownWindow window;
    QPushButton *first = window.add(new QPushButton(QStringLiteral("First")));
    QPushButton *second = window.add(new QPushButton(QStringLiteral("Second")));
};

QStringList walk(Qt::KeyboardModifiers modifiers, int steps)
{
    QStringList names;
    for (int i = 0; i < steps; ++i) {
        QTest::keyClick(QApplication::focusWidget(), modifiers ? Qt::Key_Backtab : Qt::Key_Tab, modifiers);
        names += QApplication::focusWidget()->objectName();
    }
    return names;
}
} // namespace

class SheetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void focusStartsOnCancelAndComesBack_data();
    void focusStartsOnCancelAndComesBack();
    void tabStaysInside();
    void focusFromOutsideIsTakenBack();
    void shortcutsOfTheWindowRest();
    void mouseDoesNotReachWhatIsBehind();
    void coversTheWindowAtEverySize();
    void deletesItself();
    void returnsToTheAnchorWhenTheRestIsGone();
    void saysWhatWillHappen();
    void nameHasToBeTyped();
    void reasonHasToBeLongEnough();
    void upperOneHasTheFocus();
    void isADialogForScreenReaders();
};

void SheetTest::focusStartsOnCancelAndComesBack_data()
{
    QTest::addColumn<int>("key");
    QTest::newRow("Escape") << int(Qt::Key_Escape);
    QTest::newRow("Space on Cancel") << int(Qt::Key_Space);
    QTest::newRow("Enter on Cancel") << int(Qt::Key_Return);
}

void SheetTest::focusStartsOnCancelAndComesBack()
{
    QFETCH(int, key);
    Bench bench;
    QVERIFY(bench.window.isReady());
    bench.second->setFocus();
    auto *sheet = new DangerSheet(question(), bench.first);
    QSignalSpy dismissed(sheet, &Sheet::dismissed);
    QSignalSpy closed(sheet, &Sheet::closed);
    QSignalSpy confirmed(sheet, &DangerSheet::confirmed);
    sheet->open();
    QCOMPARE(QApplication::focusWidget(), child(*sheet, "danger-cancel"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key(key));
    QCOMPARE(dismissed.count(), 1);
    QCOMPARE(closed.count(), 1);
    QCOMPARE(confirmed.count(), 0);
    QCOMPARE(QApplication::focusWidget(), bench.second);
}

void SheetTest::tabStaysInside()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    DangerQuestion asked = question();
    asked.typeToConfirm = QStringLiteral("bronze.rental");
    auto *sheet = new DangerSheet(asked, bench.first);
    sheet->open();
    const QString lines = QStringLiteral("decision-will-happen");
    const QString name = QStringLiteral("danger-name");
    const QString cancel = QStringLiteral("danger-cancel");
    QCOMPARE(walk(Qt::NoModifier, 4), QStringList({lines, name, cancel, lines})); // the confirm button waits for the name
    QCOMPARE(walk(Qt::ShiftModifier, 3), QStringList({cancel, name, lines}));
}

void SheetTest::focusFromOutsideIsTakenBack()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    auto *sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    bench.second->setFocus();
    QCOMPARE(QApplication::focusWidget(), child(*sheet, "danger-cancel"));
}

void SheetTest::shortcutsOfTheWindowRest()
{
    Bench bench;
    int fired = 0;
    for (const QKeySequence &key : {QKeySequence(Qt::Key_A), QKeySequence(Qt::Key_F6), QKeySequence(Qt::ControlModifier | Qt::Key_K)})
        connect(new QShortcut(key, &bench.window), &QShortcut::activated, this, [&fired] { ++fired; });
    QVERIFY(bench.window.isReady());
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_A);
    QCOMPARE(fired, 1);
    auto *sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_A);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_F6);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(fired, 1);
    sheet->dismiss();
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_A);
    QCOMPARE(fired, 2);
}

void SheetTest::mouseDoesNotReachWhatIsBehind()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    QSignalSpy clicked(bench.first, &QPushButton::clicked);
    const QPoint place = bench.first->mapTo(&bench.window, bench.first->rect().center());
    QTest::mouseClick(bench.window.windowHandle(), Qt::LeftButton, {}, place);
    QCOMPARE(clicked.count(), 1);
    (new DangerSheet(question(), bench.first))->open();
    QTest::mouseClick(bench.window.windowHandle(), Qt::LeftButton, {}, place);
    QCOMPARE(clicked.count(), 1);
}

void SheetTest::coversTheWindowAtEverySize()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    auto *sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    QCOMPARE(sheet->geometry(), bench.window.rect());
    bench.window.resize(300, 200);
    QTRY_COMPARE(sheet->geometry(), bench.window.rect());
    const auto *confirm = child<QPushButton>(*sheet, "danger-confirm");
    QTRY_VERIFY(bench.window.rect().contains(QRect(confirm->mapTo(&bench.window, QPoint()), confirm->size())));
}

void SheetTest::deletesItself()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    QPointer<DangerSheet> sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    sheet->dismiss();
    QTRY_VERIFY(!sheet);
}

void SheetTest::returnsToTheAnchorWhenTheRestIsGone()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    bench.second->setFocus();
    auto *sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    bench.second->hide();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), bench.first);
}

void SheetTest::saysWhatWillHappen()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    auto *sheet = new DangerSheet(question(), bench.first);
    QSignalSpy confirmed(sheet, &DangerSheet::confirmed);
    sheet->open();
    QCOMPARE(sheet->title(), QStringLiteral("Reload bronze.rental"));
    QCOMPARE(sheet->findChild<SentenceList *>()->sentences().size(), size_t(2));
    QCOMPARE(child<QPushButton>(*sheet, "danger-confirm")->text(), QStringLiteral("Empty and reload"));
    QCOMPARE(test::namelessStops(*sheet), QStringList());
    QTest::mouseClick(child<QPushButton>(*sheet, "danger-confirm"), Qt::LeftButton);
    QCOMPARE(confirmed.count(), 1);
    QCOMPARE(confirmed[0][0].toString(), QString());
}

void SheetTest::nameHasToBeTyped()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    DangerQuestion asked = question();
    asked.typeToConfirm = QStringLiteral("bronze.rental");
    auto *sheet = new DangerSheet(asked, bench.first);
    QSignalSpy confirmed(sheet, &DangerSheet::confirmed);
    sheet->open();
    const auto *confirm = child<QPushButton>(*sheet, "danger-confirm");
    auto *name = child<QLineEdit>(*sheet, "danger-name");
    QVERIFY(!confirm->isEnabled());
    QCOMPARE(child<QLabel>(*sheet, "danger-missing")->text(), QStringLiteral("Type the name exactly as it is written above."));
    QTest::keyClicks(name, QStringLiteral("Bronze.rental"));
    QVERIFY(!confirm->isEnabled());
    QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(confirmed.count(), 0);
    name->clear();
    QTest::keyClicks(name, QStringLiteral("bronze.rental"));
    QVERIFY(confirm->isEnabled());
    QVERIFY(child(*sheet, "danger-missing")->isHidden());
    QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(confirmed.count(), 1);
}

void SheetTest::reasonHasToBeLongEnough()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    DangerQuestion asked = question();
    asked.asksReason = true;
    asked.draft = QStringLiteral("not");
    auto *sheet = new DangerSheet(asked, bench.first);
    QSignalSpy confirmed(sheet, &DangerSheet::confirmed);
    QSignalSpy drafts(sheet, &DangerSheet::draftChanged);
    sheet->open();
    QCOMPARE(child<QLabel>(*sheet, "reason-count")->text(), QStringLiteral("Write 7 more characters."));
    QTest::keyClicks(child<QPlainTextEdit>(*sheet, "reason"), QStringLiteral(" needed any more"));
    QCOMPARE(drafts.last()[0].toString(), QStringLiteral("not needed any more"));
    QTest::mouseClick(child<QPushButton>(*sheet, "danger-confirm"), Qt::LeftButton);
    QCOMPARE(confirmed.count(), 1);
    QCOMPARE(confirmed[0][0].toString(), QStringLiteral("not needed any more"));
}

void SheetTest::upperOneHasTheFocus()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    auto *lower = new DangerSheet(question(), bench.first);
    lower->open();
    auto *upper = new DangerSheet(question(), bench.first);
    upper->open();
    QCOMPARE(QApplication::focusWidget(), child(*upper, "danger-cancel"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), child(*lower, "danger-cancel"));
    QVERIFY(lower->isVisible());
}

void SheetTest::isADialogForScreenReaders()
{
    Bench bench;
    QVERIFY(bench.window.isReady());
    auto *sheet = new DangerSheet(question(), bench.first);
    sheet->open();
    const QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(sheet);
    QVERIFY(spoken);
    QCOMPARE(spoken->role(), QAccessible::Dialog);
    QCOMPARE(spoken->text(QAccessible::Name), QStringLiteral("Reload bronze.rental"));
}

QTEST_MAIN(SheetTest)
#include "sheet_test.moc"

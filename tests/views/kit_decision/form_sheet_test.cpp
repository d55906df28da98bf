#include "views/kit_decision/shown_window.h"

#include "kit/form_sheet.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using test::child;

namespace {
std::vector<FormField> sourceFields()
{
    return {{.id = QStringLiteral("name"), .label = QStringLiteral("Name"), .help = QStringLiteral("How this source is called here."),
        .isRequired = true},
            {.id = QStringLiteral("kind"), .label = QStringLiteral("Engine"), .kind = FormField::Kind::Choice, .isRequired = true,
             .value = QStringLiteral("oracle"),
             .options = {{QStringLiteral("postgresql"), QStringLiteral("PostgreSQL")}, {QStringLiteral("oracle"), QStringLiteral("Oracle")}}},
            {.id = QStringLiteral("user"), .label = QStringLiteral("User")},
            {.id = QStringLiteral("secret"), .label = QStringLiteral("Password"), .kind = FormField::Kind::Secret, .isRequired = true}};
}

struct Bench {
    test::ShownWindow window;
    QPushButton *anchor = window.add(new QPushButton(QStringLiteral("Add source…")));
    FormSheet *sheet = nullptr;

    bool open()
    {
        if (!window.isReady())
            return false;
        anchor->setFocus();
        sheet = new FormSheet(anchor);
        sheet->setTitle(QStringLiteral("Add a source"));
        sheet->setFields(sourceFields());
        sheet->addExtra(QStringLiteral("test"), QStringLiteral("Test"));
        sheet->open();
        return true;
    }
    QLineEdit *line(const char *name) const { return child<QLineEdit>(*sheet, name); }
    QPushButton *button(const char *name) const { return child<QPushButton>(*sheet, name); }
    QString error(const char *name) const
    {
        const auto *label = child<QLabel>(*sheet, name);
        return label->isVisible() ? label->text() : QString();
    }
    void fill() const
    {
        QTest::keyClicks(line("field-name"), QStringLiteral(" pagila "));
        QTest::keyClicks(line("field-secret"), QStringLiteral(" s3cret"));
    }
};

QString revealed(const base::Secret &secret)
{
    return secret.reveal([](const std::string &value) { return QString::fromStdString(value); });
}
} // namespace

class FormSheetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsAtTheFirstField();
    void saysWhatIsNeededAtEachField();
    void submitsOnCtrlEnterAndStaysOpen();
    void secretIsTakenOnce();
    void hiddenFieldIsNotNeeded();
    void errorOfTheOwnerGoesWhenEdited();
    void testComesBeforeSaving();
    void busyWaitsAndOffersStop();
    void blockedSubmitSaysWhy();
    void wheelDoesNotChoose();
    void everyStopHasAName();
};

void FormSheetTest::startsAtTheFirstField()
{
    Bench bench;
    QVERIFY(bench.open());
    QCOMPARE(QApplication::focusWidget(), bench.line("field-name"));
    QCOMPARE(bench.sheet->value(QStringLiteral("kind")), QStringLiteral("oracle"));
    QStringList order;
    for (int i = 0; i < 8; ++i) {
        order += QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(order.join(QLatin1Char(' ')),
        QStringLiteral("field-name field-kind field-user field-secret show-secret form-extra-test form-cancel form-submit"));
    QCOMPARE(QApplication::focusWidget(), bench.line("field-name"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), bench.anchor);
}

void FormSheetTest::saysWhatIsNeededAtEachField()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy submitted(bench.sheet, &FormSheet::submitted);
    QTest::mouseClick(bench.button("form-submit"), Qt::LeftButton);
    QCOMPARE(submitted.count(), 0);
    QCOMPARE(bench.error("error-name"), QStringLiteral("This is needed."));
    QCOMPARE(bench.error("error-secret"), QStringLiteral("This is needed."));
    QCOMPARE(bench.error("error-user"), QString());
    QCOMPARE(QApplication::focusWidget(), bench.line("field-name"));
    QCOMPARE(bench.line("field-name")->accessibleDescription(), QStringLiteral("This is needed."));
    QTest::keyClicks(bench.line("field-name"), QStringLiteral("p"));
    QCOMPARE(bench.error("error-name"), QString());
    QCOMPARE(bench.line("field-name")->accessibleDescription(), QStringLiteral("How this source is called here."));
}

void FormSheetTest::submitsOnCtrlEnterAndStaysOpen()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy submitted(bench.sheet, &FormSheet::submitted);
    QSignalSpy closed(bench.sheet, &FormSheet::closed);
    bench.fill();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(submitted.count(), 1);
    QVERIFY(bench.sheet->isVisible());
    QCOMPARE(bench.sheet->value(QStringLiteral("name")), QStringLiteral("pagila"));
    bench.sheet->accept();
    QCOMPARE(closed.count(), 1);
    QCOMPARE(QApplication::focusWidget(), bench.anchor);
}

void FormSheetTest::secretIsTakenOnce()
{
    Bench bench;
    QVERIFY(bench.open());
    bench.fill();
    QCOMPARE(bench.line("field-secret")->echoMode(), QLineEdit::Password);
    QTest::mouseClick(child<QToolButton>(*bench.sheet, "show-secret"), Qt::LeftButton);
    QCOMPARE(bench.line("field-secret")->echoMode(), QLineEdit::Normal);
    QCOMPARE(bench.sheet->value(QStringLiteral("secret")), QString());
    QCOMPARE(revealed(bench.sheet->takeSecret(QStringLiteral("secret"))), QStringLiteral(" s3cret"));
    QCOMPARE(bench.line("field-secret")->text(), QString());
}

void FormSheetTest::hiddenFieldIsNotNeeded()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy submitted(bench.sheet, &FormSheet::submitted);
    QTest::keyClicks(bench.line("field-name"), QStringLiteral("pagila"));
    bench.sheet->setFieldVisible(QStringLiteral("secret"), false);
    QVERIFY(!bench.line("field-secret")->isVisible());
    QTest::mouseClick(bench.button("form-submit"), Qt::LeftButton);
    QCOMPARE(submitted.count(), 1);
}

void FormSheetTest::errorOfTheOwnerGoesWhenEdited()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy submitted(bench.sheet, &FormSheet::submitted);
    bench.fill();
    bench.sheet->setError(QStringLiteral("user"), QStringLiteral("This user may write. Use one that may only read."));
    QCOMPARE(bench.error("error-user"), QStringLiteral("This user may write. Use one that may only read."));
    QCOMPARE(QApplication::focusWidget(), bench.line("field-user"));
    QTest::mouseClick(bench.button("form-submit"), Qt::LeftButton);
    QCOMPARE(submitted.count(), 0);
    QTest::keyClicks(bench.line("field-user"), QStringLiteral("reader"));
    QTest::mouseClick(bench.button("form-submit"), Qt::LeftButton);
    QCOMPARE(submitted.count(), 1);
}

void FormSheetTest::testComesBeforeSaving()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy asked(bench.sheet, &FormSheet::extraRequested);
    bench.fill();
    QTest::mouseClick(bench.button("form-extra-test"), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked[0][0].toString(), QStringLiteral("test"));
    bench.sheet->setResult({{.text = QStringLiteral("Reached db.example.com as reader."), .status = Status::Done}});
    const auto *result = child<SentenceList>(*bench.sheet, "form-result");
    QVERIFY(result->isVisible());
    QCOMPARE(result->text(), QStringLiteral("Done: Reached db.example.com as reader."));
    bench.sheet->setResult({});
    QVERIFY(!result->isVisible());
}

void FormSheetTest::busyWaitsAndOffersStop()
{
    Bench bench;
    QVERIFY(bench.open());
    QSignalSpy stopped(bench.sheet, &FormSheet::stopRequested);
    QSignalSpy submitted(bench.sheet, &FormSheet::submitted);
    bench.fill();
    bench.sheet->setBusy(QStringLiteral("Connecting to db.example.com"));
    QCOMPARE(bench.error("form-status"), QStringLiteral("Connecting to db.example.com"));
    QCOMPARE(QApplication::focusWidget(), bench.button("form-stop"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(submitted.count(), 0);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(stopped.count(), 1);
    bench.sheet->setBusy({});
    QVERIFY(!bench.button("form-stop")->isVisible());
    QVERIFY(bench.sheet->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(bench.sheet->value(QStringLiteral("name")), QStringLiteral("pagila"));
}

void FormSheetTest::blockedSubmitSaysWhy()
{
    Bench bench;
    QVERIFY(bench.open());
    bench.sheet->setSubmitBlocked(QStringLiteral("Test the connection before it is saved."));
    QVERIFY(!bench.button("form-submit")->isEnabled());
    QCOMPARE(bench.error("form-status"), QStringLiteral("Test the connection before it is saved."));
    QCOMPARE(bench.button("form-submit")->accessibleDescription(), QStringLiteral("Test the connection before it is saved."));
    bench.sheet->setSubmitBlocked({});
    QVERIFY(bench.button("form-submit")->isEnabled());
}

void FormSheetTest::wheelDoesNotChoose()
{
    Bench bench;
    QVERIFY(bench.open());
    auto *choice = child<QComboBox>(*bench.sheet, "field-kind");
    const QPoint middle = choice->rect().center();
    QWheelEvent wheel(middle, choice->mapToGlobal(middle), QPoint(0, 30), QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(choice, &wheel);
    QCOMPARE(bench.sheet->value(QStringLiteral("kind")), QStringLiteral("oracle"));
}

void FormSheetTest::everyStopHasAName()
{
    Bench bench;
    QVERIFY(bench.open());
    bench.sheet->setBusy(QStringLiteral("Connecting"));
    bench.sheet->setBusy({});
    QCOMPARE(test::namelessStops(*bench.sheet), QStringList());
}

QTEST_MAIN(FormSheetTest)
#include "form_sheet_test.moc"

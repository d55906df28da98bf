#include "views/kit_decision/shown_window.h"

#include "kit/evidence_card.h"
#include "kit/evidence_view.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/quoted_code.h"
#include "kit/selectable_text.h"
#include "kit/sentence_list.h"

#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::views;
using test::child;

namespace {
base::UtcTime at(const char *text)
{
    return base::UtcTime::parse(QLatin1String(text)).value();
}

std::vector<EvidenceItem> watermarkEvidence()
{
    return {{.kind = EvidenceItem::For, .about = QStringLiteral("Watermark last_update"),
             .statement = QStringLiteral("A trigger sets it on every update."), .where = QStringLiteral("trigger last_updated on public.film"),
             .code = QStringLiteral("begin\n  new.last_update = now();\n  return new;\nend"), .line = 2, .certainty = QStringLiteral("proved"),
             .link = QStringLiteral("public.film#last_updated")},
            {.kind = EvidenceItem::Rejected, .about = QStringLiteral("Watermark release_year"),
             .statement = QStringLiteral("It is never set by an update.")},
            {.kind = EvidenceItem::Against, .about = QStringLiteral("Rows without last_update"),
             .statement = QStringLiteral("3 of 1 000 rows have none.")}};
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}
} // namespace

class EvidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void factsComeBeforeWhatWasRejected();
    void nothingObservedSaysSo();
    void quotedLineIsMarked();
    void cardsAreWalkedAndCopiedByKey();
    void linkOfAFactIsHandedOn();
    void sameEvidenceKeepsItsCards();
    void historyIsNewestFirst();
    void historyIsActivatedByKeyAndMouse();
    void historyWithoutEntriesSaysSo();
    void historyKeepsItsPlace();
    void valuesBreakAnywhereAndAreCopiedWhole();
    void longListIsFolded();
    void markedTextIsCopiedAlone();
};

void EvidenceTest::factsComeBeforeWhatWasRejected()
{
    test::ShownWindow window;
    auto *view = window.add(new EvidenceView);
    view->setItems(watermarkEvidence());
    QVERIFY(window.isReady());
    QStringList order;
    for (const EvidenceCard *card : view->findChildren<EvidenceCard *>())
        order += card->accessibleName();
    QCOMPARE(order, QStringList({QStringLiteral("Speaks for it: Watermark last_update"),
        QStringLiteral("Speaks against it: Rows without last_update"),
                                 QStringLiteral("Not taken: Watermark release_year")}));
    QCOMPARE(child<QLabel>(*view, "evidence-rejected")->text(), QStringLiteral("Why not otherwise?"));
    QCOMPARE(test::namelessStops(*view), QStringList());
}

void EvidenceTest::nothingObservedSaysSo()
{
    test::ShownWindow window;
    auto *view = window.add(new EvidenceView);
    QVERIFY(window.isReady());
    QVERIFY(child(*view, "evidence-empty")->isVisible());
    view->setItems(watermarkEvidence());
    QTRY_VERIFY(!child(*view, "evidence-empty"));
}

void EvidenceTest::quotedLineIsMarked()
{
    test::ShownWindow window;
    auto *code = window.add(new QuotedCode(QStringLiteral("a\nb\nc"), 42, 41));
    QVERIFY(window.isReady());
    QCOMPARE(code->extraSelections().size(), 1);
    QCOMPARE(code->extraSelections().first().cursor.block().text(), QStringLiteral("b"));
    QCOMPARE(code->accessibleName(), QStringLiteral("Code, line 42: b"));
    QVERIFY(code->isReadOnly());
    const auto *unmarked = window.add(new QuotedCode(QStringLiteral("a"), 0, 1));
    QCOMPARE(unmarked->extraSelections().size(), 0);
}

void EvidenceTest::cardsAreWalkedAndCopiedByKey()
{
    test::ShownWindow window;
    auto *view = window.add(new EvidenceView);
    view->setItems(watermarkEvidence());
    QVERIFY(window.isReady());
    view->setFocus();
    const auto focused = [] { return QApplication::focusWidget()->accessibleName(); };
    QCOMPARE(focused(), QStringLiteral("Speaks for it: Watermark last_update"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QStringLiteral("Speaks for it: Watermark last_update\nA trigger sets it on every update.\n"
                                         "  1  begin\n> 2    new.last_update = now();\n  3    return new;\n  4  end\n"
                                         "trigger last_updated on public.film\nHow sure: proved"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(focused(), QStringLiteral("Speaks against it: Rows without last_update"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
    QCOMPARE(focused(), QStringLiteral("Not taken: Watermark release_year"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(focused(), QStringLiteral("Not taken: Watermark release_year"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
    QCOMPARE(focused(), QStringLiteral("Speaks for it: Watermark last_update"));
    QTest::mouseClick(child<QToolButton>(*view, "evidence-copy"), Qt::LeftButton);
    QVERIFY(clipboard().startsWith(QLatin1String("Speaks for it")));
}

void EvidenceTest::linkOfAFactIsHandedOn()
{
    test::ShownWindow window;
    auto *view = window.add(new EvidenceView);
    QSignalSpy links(view, &EvidenceView::linkActivated);
    view->setItems(watermarkEvidence());
    QVERIFY(window.isReady());
    QTest::keyClick(child<QPushButton>(*view, "evidence-link"), Qt::Key_Space);
    QCOMPARE(links.count(), 1);
    QCOMPARE(links[0][0].toString(), QStringLiteral("public.film#last_updated"));
}

void EvidenceTest::sameEvidenceKeepsItsCards()
{
    test::ShownWindow window;
    auto *view = window.add(new EvidenceView);
    view->setItems(watermarkEvidence());
    QVERIFY(window.isReady());
    const QWidget *first = view->findChildren<EvidenceCard *>().constFirst();
    view->setItems(watermarkEvidence());
    QCOMPARE(view->findChildren<EvidenceCard *>().constFirst(), first);
}

void EvidenceTest::historyIsNewestFirst()
{
    test::ShownWindow window;
    auto *view = window.add(new HistoryView);
    view->setNow(at("2024-05-01T12:10:00.000000Z"));
    view->setItems({{.at = at("2024-05-01T12:00:00.000000Z"), .who = QStringLiteral("Plan"), .what = QStringLiteral("Proposed")},
                    {.at = at("2024-05-01T12:05:00.000000Z"), .who = QStringLiteral("steward"), .what = QStringLiteral("Approved the plan"),
                     .reason = QStringLiteral("Agreed with finance"), .id = QStringLiteral("42"), .status = Status::Approved}});
    QVERIFY(window.isReady());
    const auto *list = child<QListWidget>(*view, "history-list");
    QCOMPARE(list->count(), 2);
    QCOMPARE(list->item(0)->text(), QStringLiteral("Approved the plan"));
    QCOMPARE(list->item(0)->data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Approved the plan, Approved. steward, 5 minutes ago. Reason: Agreed with finance"));
    QCOMPARE(list->item(1)->text(), QStringLiteral("Proposed"));
}

void EvidenceTest::historyIsActivatedByKeyAndMouse()
{
    test::ShownWindow window;
    auto *view = window.add(new HistoryView);
    QSignalSpy activated(view, &HistoryView::activated);
    view->setItems({{.at = at("2024-05-01T12:00:00.000000Z"), .what = QStringLiteral("Proposed")},
                    {.at = at("2024-05-01T12:05:00.000000Z"), .what = QStringLiteral("Approved"), .id = QStringLiteral("42")}});
    QVERIFY(window.isReady());
    auto *list = child<QListWidget>(*view, "history-list");
    view->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated[0][0].toString(), QStringLiteral("42"));
    QTRY_VERIFY(list->visualItemRect(list->item(0)).height() > 0);
    const QPoint middle = list->visualItemRect(list->item(0)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, middle);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, middle);
    QCOMPARE(activated.count(), 2);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(activated.count(), 2); // nothing to open
}

void EvidenceTest::historyWithoutEntriesSaysSo()
{
    test::ShownWindow window;
    auto *view = window.add(new HistoryView);
    view->setEmptyText(QStringLiteral("This table was never part of a plan."));
    QVERIFY(window.isReady());
    QVERIFY(child(*view, "history-empty")->isVisible());
    QCOMPARE(child<QLabel>(*view, "history-empty")->text(), QStringLiteral("This table was never part of a plan."));
    QVERIFY(!child(*view, "history-list")->isVisible());
}

void EvidenceTest::historyKeepsItsPlace()
{
    test::ShownWindow window;
    auto *view = window.add(new HistoryView);
    std::vector<HistoryItem> items = {{.at = at("2024-05-01T12:00:00.000000Z"), .what = QStringLiteral("One"), .id = QStringLiteral("1")},
                                      {.at = at("2024-05-01T12:01:00.000000Z"), .what = QStringLiteral("Two"), .id = QStringLiteral("2")}};
    view->setItems(items);
    QVERIFY(window.isReady());
    QCOMPARE(view->currentId(), QStringLiteral("2"));
    view->setCurrentId(QStringLiteral("1"));
    items.push_back({.at = at("2024-05-01T12:02:00.000000Z"), .what = QStringLiteral("Three"), .id = QStringLiteral("3")});
    view->setItems(items);
    QCOMPARE(view->currentId(), QStringLiteral("1"));
}

void EvidenceTest::valuesBreakAnywhereAndAreCopiedWhole()
{
    test::ShownWindow window;
    window.resize(280, 300);
    auto *list = window.add(new KeyValueList);
    const QString digest = QStringLiteral("sha256:") + QString(64, QLatin1Char('a'));
    list->setItems(QList<QPair<QString, QString>>{{QStringLiteral("Number"), QStringLiteral("42")}, {QStringLiteral("Digest"), digest}});
    QVERIFY(window.isReady());
    QCOMPARE(window.width(), 280);
    const QList<SelectableText *> values = list->findChildren<SelectableText *>();
    QTRY_VERIFY(values.last()->height() >= 2 * values.first()->height());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QStringLiteral("Number: 42\nDigest: ") + digest);
}

void EvidenceTest::longListIsFolded()
{
    test::ShownWindow window;
    auto *list = window.add(new SentenceList);
    QStringList sentences;
    for (int i = 1; i <= 40; ++i)
        sentences += QStringLiteral("Table %1 changes.").arg(i);
    list->setSentences(sentences);
    QVERIFY(window.isReady());
    QCOMPARE(list->findChildren<SelectableText *>().size(), 12);
    QCOMPARE(list->text(), sentences.join(QLatin1Char('\n')));
    auto *more = child<QPushButton>(*list, "show-all");
    QCOMPARE(more->text(), QStringLiteral("Show all 40"));
    QTest::keyClick(more, Qt::Key_Space);
    QTRY_COMPARE(list->findChildren<SelectableText *>().size(), 40);
}

void EvidenceTest::markedTextIsCopiedAlone()
{
    test::ShownWindow window;
    auto *list = window.add(new SentenceList);
    list->setSentences(QStringList{QStringLiteral("first"), QStringLiteral("second")});
    QVERIFY(window.isReady());
    auto *text = list->findChildren<SelectableText *>().constLast();
    text->setFocus();
    QTest::keyClick(text, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QStringLiteral("first\nsecond"));
    text->selectAll();
    QTest::keyClick(text, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QStringLiteral("second"));
}

QTEST_MAIN(EvidenceTest)
#include "evidence_test.moc"

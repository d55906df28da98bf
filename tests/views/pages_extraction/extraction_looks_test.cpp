#include "kit/diff_view.h"
#include "kit/english_plurals.h"
#include "kit/lineage_view.h"
#include "kit/theme.h"
#include "views/pages_extraction/opened_extraction.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QApplication>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

void confirm(OpenedExtraction &opened)
{
    opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest,
        .sqlDigest = model::SqlDigest::of("sql"), .sequence = 1234, .isNew = true, .counts = samplePlan().counts});
    opened.decide(sampleReason);
    opened.settle();
}

/// Of a page that was just made from the same answers, in one of its states, once it has come to rest.
QImage pictureOf(const QString &what)
{
    OpenedExtraction opened;
    opened.select("public.film");
    opened.detail()->setCurrentTab(what);
    if (what == QLatin1String("lineage") || what == QLatin1String("history"))
        opened.settle();
    if (what == QLatin1String("approve") || what == QLatin1String("receipt"))
        opened.action("extraction.approve")->trigger();
    if (what == QLatin1String("receipt"))
        confirm(opened);
    const auto *lineage = opened.find<LineageView>("plan-lineage");
    const auto *diff = opened.find<DiffView>("sql-diff");
    const bool isAtRest = QTest::qWaitFor([&] {
        return opened.table()->isSettled() && (!diff || diff->isSettled()) && (!lineage || !lineage->drawnNodes().isEmpty());
    });
    QCoreApplication::processEvents(); // what was just laid out is drawn
    return isAtRest ? opened.page->grab().toImage() : QImage();
}

} // namespace

/// How the page looks and what it is called: names, long words, large text, right to left, pictures of each state.
class ExtractionLooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void everythingHasAName()
    {
        OpenedExtraction opened;
        opened.select("public.film");
        for (const char *tab : {"summary", "diff", "lineage", "evidence", "history"}) {
            opened.detail()->setCurrentTab(QString::fromLatin1(tab));
            QCOMPARE(namelessWidgets(*opened.page), QStringList());
        }
    }

    void longWordsFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::addColumn<bool>("isRightToLeft");
        QTest::newRow("as it is") << 1.0 << false << false;
        QTest::newRow("40 % longer") << 1.0 << true << false;
        QTest::newRow("200 % text") << 2.0 << false << false;
        QTest::newRow("right to left") << 1.0 << false << true;
    }
    void longWordsFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        QFETCH(bool, isRightToLeft);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        QGuiApplication::setLayoutDirection(isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        OpenedExtraction opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("public.film");
        const QStringList cut = cutWords(*opened.page);
        takePicture(*opened.page, QStringLiteral("extraction-%1")
            .arg(QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('-')).remove(QLatin1Char('%'))));
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        Theme::instance().setTextScale(1.0);
        QCoreApplication::removeTranslator(&words);
        QCOMPARE(cut, QStringList());
    }

    void thePictureIsTheSameTwice_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("what");
        for (const auto &[name, theme] : {std::pair("light", ThemeChoice::Light), std::pair("dark", ThemeChoice::Dark)})
            for (const char *what : {"summary", "diff", "lineage", "evidence", "history", "approve", "receipt"})
                QTest::addRow("%s %s", name, what) << theme << QString::fromLatin1(what);
    }
    void thePictureIsTheSameTwice()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, what);
        Theme::instance().setChoice(theme);
        const int flashTime = QApplication::cursorFlashTime();
        QApplication::setCursorFlashTime(0); // a text cursor that blinks is another picture each half second
        const QImage first = pictureOf(what);
        const QImage second = pictureOf(what);
        QApplication::setCursorFlashTime(flashTime);
        Theme::instance().setChoice(ThemeChoice::Light);
        QVERIFY(!first.isNull());
        QCOMPARE(first.size(), QSize(1280, 800));
        QVERIFY(first == second); // pixel by pixel
    }

    void pictures_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("what");
        for (const auto &[name, theme] : {std::pair("light", ThemeChoice::Light), std::pair("dark", ThemeChoice::Dark)})
            for (const char *what : {"summary", "diff", "lineage", "evidence", "history", "approve", "moved", "reviewed", "receipt", "empty",
                "overview", "change", "revoke"})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name), QLatin1String(what)))) << theme
                    << QString::fromLatin1(what);
    }
    void pictures()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, what);
        Theme::instance().setChoice(theme);
        const auto made = what == QLatin1String("empty")
            ? std::make_unique<OpenedExtraction>(base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}})
            : std::make_unique<OpenedExtraction>();
        OpenedExtraction &opened = *made;
        if (what != QLatin1String("empty") && what != QLatin1String("overview"))
            opened.select("public.film");
        opened.detail()->setCurrentTab(what);
        if (what == QLatin1String("lineage"))
            QTRY_VERIFY(!opened.find<LineageView>("plan-lineage")->drawnNodes().isEmpty());
        if (what == QLatin1String("change"))
            opened.action("extraction.change")->trigger();
        if (what == QLatin1String("approve") || what == QLatin1String("receipt"))
            opened.action("extraction.approve")->trigger();
        if (what == QLatin1String("revoke"))
            opened.action("extraction.revoke")->trigger();
        if (what == QLatin1String("receipt"))
            confirm(opened);
        if (what == QLatin1String("moved") || what == QLatin1String("reviewed")) {
            opened.show(movedPlan());
            opened.page->pulse(pulseOf(movedPlan()));
            opened.settle();
        }
        if (what == QLatin1String("reviewed")) {
            opened.action("extraction.review")->trigger();
            QTRY_COMPARE(opened.table()->shownCount(), 3);
        }
        QTest::qWait(0);
        takePicture(*opened.page, QStringLiteral("extraction-%1-%2").arg(what, theme == ThemeChoice::Dark ? QStringLiteral("dark")
            : QStringLiteral("light")));
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(ExtractionLooksTest)
#include "extraction_looks_test.moc"

#include "kit/detail_pane.h"
#include "kit/english_plurals.h"
#include "kit/fitting_tab_bar.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "views/pages_review/opened_review.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QLayout>
#include <QScopeGuard>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedReview;

class ReviewLooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void everythingHasAName()
    {
        Opened opened;
        opened.select("pii/public.customer.email");
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        opened.action("review.hash")->trigger();
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
    }

    void longWordsFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("as it is") << 1.0 << false;
        QTest::newRow("40 % longer") << 1.0 << true;
        QTest::newRow("200 % text") << 2.0 << false;
    }
    void longWordsFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        const auto restored = qScopeGuard([&] {
            Theme::instance().setTextScale(1.0);
            QCoreApplication::removeTranslator(&words);
        });
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("pii/public.customer.email");
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
        opened.action("review.hash")->trigger();
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void noTabIsShortened()
    {
        Opened opened;
        opened.page->resize(1058, 690); // what is left of a screen of 1280
        opened.select("pii/public.customer.email");
        const auto *bar = opened.find<DetailPane>("review-detail")->findChild<FittingTabBar *>();
        for (int tab = 0; tab < bar->count(); ++tab)
            QTRY_VERIFY2(bar->tabRect(tab).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(tab)) + 8, qPrintable(bar->tabText(tab)));
    }

    void rightToLeftTurnsThePageRound()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const auto restored = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
        Opened opened;
        opened.select("pii/public.customer.email");
        const int list = opened.items()->mapTo(opened.page.get(), QPoint()).x();
        const int detail = opened.find<DetailPane>("review-detail")->mapTo(opened.page.get(), QPoint()).x();
        QVERIFY(detail < list);
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void compactRowsAreLower()
    {
        Opened opened;
        const auto height = [&] { return opened.rows()->visualRect(opened.rows()->model()->index(0, 0)).height(); };
        QCOMPARE(height(), 32); // the tokens: comfortable
        Theme::instance().setDensity(Density::Compact);
        const auto restored = qScopeGuard([] { Theme::instance().setDensity(Density::Comfortable); });
        QCOMPARE(height(), 24);
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void subjectsAndItemsAreInViewTogether()
    {
        Opened opened;
        auto *subjects = opened.subjects()->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        const QRect last = subjects->visualRect(subjects->model()->index(5, 0));
        QVERIFY2(subjects->viewport()->rect().contains(last), qPrintable(QString::number(last.bottom())));
        QVERIFY(opened.rows()->viewport()->height() >= 4 * Theme::instance().rowHeight());
    }

    void aLowWindowScrollsInsteadOfSqueezing()
    {
        Opened opened;
        opened.select("pii/public.customer.email");
        opened.page->resize(1280, 420);
        const auto *sentences = opened.find<SentenceList>("review-sentences");
        QTRY_VERIFY2(sentences->height() >= sentences->layout()->heightForWidth(sentences->width()), qPrintable(QString::number(sentences->height())));
    }

    void thePictureIsTheSameTwice_data() { pictures_data(); }
    void thePictureIsTheSameTwice()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, shown);
        Theme::instance().setChoice(theme);
        const auto restored = qScopeGuard([] { Theme::instance().setChoice(ThemeChoice::Light); });
        const auto picture = [&shown] {
            Opened opened(decidedReview());
            bring(opened, shown);
            return opened.page->grab().toImage();
        };
        const QImage first = picture();
        const QImage second = picture();
        QCOMPARE(differingPixels(first, second), 0);
        QVERIFY(first.width() >= 1280);
    }

    void pictures_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("shown");
        for (const auto &[name, theme] : {std::pair("light", ThemeChoice::Light), std::pair("dark", ThemeChoice::Dark)})
            for (const char *shown : {"summary", "diff", "evidence", "history", "decide", "sign"})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name), QLatin1String(shown)))) << theme << QString::fromLatin1(shown);
    }
    void pictures()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, shown);
        Theme::instance().setChoice(theme);
        const auto restored = qScopeGuard([] { Theme::instance().setChoice(ThemeChoice::Light); });
        Opened opened(decidedReview());
        bring(opened, shown);
        takePicture(*opened.page, QStringLiteral("review-%1-%2").arg(shown, theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }

private:
    static SampleReview decidedReview()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Pii);
        return review;
    }
    /// A tab of the detail, or a decision that is open.
    static void bring(Opened &opened, const QString &shown)
    {
        opened.select("pii/public.customer.email");
        if (shown == QLatin1String("decide"))
            opened.action("review.redact")->trigger();
        else if (shown == QLatin1String("sign"))
            opened.action("signoff.approve")->trigger();
        else
            QVERIFY(opened.find<DetailPane>("review-detail")->setCurrentTab(shown));
        opened.settle();
    }
};

QTEST_MAIN(ReviewLooksTest)
#include "review_looks_test.moc"

#include "kit/english_plurals.h"
#include "kit/lineage_view.h"
#include "kit/theme.h"
#include "views/pages_analysis/opened_analysis.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QScopeGuard>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedAnalysis;

namespace {

constexpr std::array tabs{"summary", "lineage", "evidence", "sql", "history"};

void settleTab(Opened &opened)
{
    opened.settle();
    const auto *graph = opened.find<LineageView>("analysis-relations");
    QTRY_VERIFY(!graph || graph->isSettled());
    QCoreApplication::processEvents(); // what was just laid out is drawn
}

} // namespace

/// How the page looks and what it is called: names, long words, large text, right to left, pictures of each state.
class AnalysisLooksTest : public QObject {
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
        opened.select("public.customer");
        for (const char *tab : tabs) {
            opened.showTab(tab);
            QCOMPARE(namelessWidgets(*opened.page), QStringList());
        }
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
        opened.select("public.customer");
        for (const char *tab : tabs) {
            opened.showTab(tab);
            QTRY_COMPARE(cutWords(*opened.page), QStringList());
            takePicture(*opened.page, QStringLiteral("analysis-%1-%2").arg(QLatin1String(tab), scale > 1 ? QStringLiteral("large") : isLong ? QStringLiteral("long") : QStringLiteral("plain")));
        }
    }

    void rightToLeftTurnsThePageRound()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const auto restored = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
        Opened opened;
        opened.select("public.customer");
        const int list = opened.table()->mapTo(opened.page.get(), QPoint()).x();
        const int detail = opened.detail()->mapTo(opened.page.get(), QPoint()).x();
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

    void aLowWindowScrollsInsteadOfSqueezing()
    {
        Opened opened;
        opened.select("public.customer");
        opened.page->resize(1280, 420);
        QTRY_VERIFY(opened.columns()->height() >= 8 * Theme::instance().rowHeight());
    }

    void theFirstColumnsFitASmallScreen()
    {
        Opened opened;
        const QAbstractItemView *rows = opened.rows();
        const QRect key = rows->visualRect(rows->model()->index(0, 5));
        QVERIFY2(rows->viewport()->rect().contains(key.topLeft()) && rows->viewport()->rect().contains(key.bottomRight()), qPrintable(QString::number(key.right())));
    }

    void thePictureIsTheSameTwice_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("tab");
        for (const char *tab : tabs) {
            QTest::addRow("light %s", tab) << ThemeChoice::Light << QString::fromLatin1(tab);
            QTest::addRow("dark %s", tab) << ThemeChoice::Dark << QString::fromLatin1(tab);
        }
    }
    void thePictureIsTheSameTwice()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, tab);
        Theme::instance().setChoice(theme);
        const auto picture = [&tab] {
            Opened opened;
            opened.select("public.customer");
            opened.showTab(qPrintable(tab));
            settleTab(opened);
            return opened.page->grab().toImage();
        };
        const QImage first = picture();
        const QImage second = picture();
        Theme::instance().setChoice(ThemeChoice::Light);
        QCOMPARE(differingPixels(first, second), 0);
        QVERIFY(first.width() >= 1280);
    }

    void pictures_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("shown");
        for (const auto &[name, theme] : {std::pair("light", ThemeChoice::Light), std::pair("dark", ThemeChoice::Dark)})
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
                for (const char *shown : {"summary", "lineage", "list", "evidence", "conflict", "sql", "history", "empty", "not-analyzed", "analyzed", "gone", "overview"})
                    QTest::addRow("%s %d %s", name, size.width(), shown) << theme << size << QString::fromLatin1(shown);
    }
    void pictures()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        QFETCH(QString, shown);
        Theme::instance().setChoice(theme);
        const auto restored = qScopeGuard([] { Theme::instance().setChoice(ThemeChoice::Light); });
        SampleAnalysis sample = shown == QLatin1String("empty") ? SampleAnalysis::unread() : SampleAnalysis();
        if (shown == QLatin1String("not-analyzed"))
            sample.isAnalyzed = false;
        Opened opened(sample);
        opened.page->resize(size);
        bring(opened, shown);
        settleTab(opened);
        takePicture(*opened.page, QStringLiteral("analysis-%1-%2-%3").arg(shown, theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light")).arg(size.width()));
    }

private:
    static void bring(Opened &opened, const QString &shown)
    {
        if (shown == QLatin1String("empty") || shown == QLatin1String("overview"))
            return;
        if (shown == QLatin1String("gone"))
            return opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("public.film_archive")});
        opened.select(shown == QLatin1String("conflict") ? "public.payment" : shown == QLatin1String("history") || shown == QLatin1String("summary") ? "public.film" : "public.customer");
        if (shown == QLatin1String("list")) {
            opened.showTab("lineage");
            opened.find<LineageView>("analysis-relations")->setCurrentTab(LineageView::Tab::List);
        } else if (shown == QLatin1String("conflict")) {
            opened.showTab("evidence");
        } else if (shown == QLatin1String("analyzed")) {
            opened.host.bench.answer<api::AnalyzeSource>(sampleReport());
            opened.action("evidence.analyze")->trigger();
            QTRY_VERIFY(opened.notice()->isVisible());
        } else if (std::ranges::any_of(tabs, [&](const char *tab) { return shown == QLatin1String(tab); })) {
            opened.showTab(qPrintable(shown));
        }
    }
};

QTEST_MAIN(AnalysisLooksTest)
#include "analysis_looks_test.moc"

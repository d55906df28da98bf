#include "kit/action_button.h"
#include "kit/style_sheet.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPalette>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace lakehouse::views;

class ThemeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void cleanup()
    {
        Theme &theme = Theme::instance();
        theme.setChoice(ThemeChoice::System);
        theme.setDensity(Density::Comfortable);
        theme.setTextScale(1);
        theme.setDiffPalette(DiffPalette::GreenRed);
        theme.setMotionReduced(false);
    }

    void aChoiceReachesTheApplication()
    {
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QCOMPARE(changed.size(), 1);
        QVERIFY(Theme::instance().isDark());
        QCOMPARE(Theme::instance().color(ColorRole::Canvas), QColor(0x11, 0x15, 0x1B));
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x11, 0x15, 0x1B));
        QVERIFY(qApp->styleSheet().contains(QStringLiteral("#181e26")));
        Theme::instance().setChoice(ThemeChoice::Light);
        QCOMPARE(changed.size(), 2);
        QVERIFY(!Theme::instance().isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0xF5, 0xF6, 0xF8));
    }

    void theSameAgainChangesNothing()
    {
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        Theme::instance().setChoice(Theme::instance().choice());
        Theme::instance().setTextScale(1);
        Theme::instance().setDensity(Density::Comfortable);
        QCOMPARE(changed.size(), 0);
    }

    void followsTheSystem()
    {
        QVERIFY(!Theme::instance().isDark());
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        QPalette night;
        night.setColor(QPalette::Window, Qt::black);
        night.setColor(QPalette::WindowText, Qt::white);
        QApplication::setPalette(night);
        QTRY_VERIFY(Theme::instance().isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x11, 0x15, 0x1B)); // the theme's own night again
        QVERIFY(changed.size() >= 1);

        // The system speaks while the palette of the theme covers its own: it is light, as at the start.
        QEvent event(QEvent::ApplicationPaletteChange);
        QApplication::sendEvent(qApp, &event);
        QVERIFY(!Theme::instance().isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0xF5, 0xF6, 0xF8));
    }

    void aChoiceIsKeptWhenTheSystemChanges()
    {
        Theme::instance().setChoice(ThemeChoice::HighContrast);
        QPalette day;
        day.setColor(QPalette::Window, Qt::white);
        day.setColor(QPalette::WindowText, Qt::black);
        QApplication::setPalette(day);
        QVERIFY(Theme::instance().isHighContrast());
        QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::instance().color(ColorRole::Canvas));
    }

    void textGrowsAndRowsWithIt()
    {
        Theme &theme = Theme::instance();
        const double before = theme.font(TextStyle::Body).pointSizeF();
        QCOMPARE(theme.rowHeight(), 32);
        QCOMPARE(theme.iconSize(), 16);
        theme.setTextScale(2);
        QCOMPARE(theme.font(TextStyle::Body).pointSizeF(), 2 * before);
        QCOMPARE(QApplication::font().pointSizeF(), 2 * before);
        QCOMPARE(theme.rowHeight(), 64);
        QCOMPARE(theme.iconSize(), 32);
        QCOMPARE(theme.space(Space::Medium), 12);
        theme.setTextScale(9);
        QCOMPARE(theme.textScale(), 2.0);
        theme.setTextScale(0.1);
        QCOMPARE(theme.textScale(), 1.0);
        theme.setDensity(Density::Compact);
        QCOMPARE(theme.rowHeight(), 24);
    }

    void fontsAreRelativeToTheSystems()
    {
        const Theme &theme = Theme::instance();
        const double body = theme.font(TextStyle::Body).pointSizeF();
        QCOMPARE(theme.font(TextStyle::Caption).pointSizeF(), body * 0.85);
        QCOMPARE(theme.font(TextStyle::Heading).pointSizeF(), body * 1.15);
        QCOMPARE(theme.font(TextStyle::PageTitle).pointSizeF(), body * 1.4);
        QCOMPARE(theme.font(TextStyle::Strong).weight(), 600);
        QVERIFY(theme.font(TextStyle::Mono).fixedPitch());
    }

    void theOtherDiffColours()
    {
        Theme &theme = Theme::instance();
        theme.setChoice(ThemeChoice::Light);
        QCOMPARE(theme.color(ColorRole::DiffAdded), QColor(0xDD, 0xF4, 0xE3));
        theme.setDiffPalette(DiffPalette::BlueOrange);
        QCOMPARE(theme.color(ColorRole::DiffAdded), QColor(0xDC, 0xEB, 0xFB));
        QCOMPARE(theme.color(ColorRole::DiffRemoved), QColor(0xFF, 0xE6, 0xCC));
    }

    void motionEndsWhenItIsReduced()
    {
        Theme::instance().setMotionReduced(true);
        QVERIFY(Theme::instance().isMotionReduced());
        QCOMPARE(Theme::instance().motionMs(), 0);
    }

    void everyNameInTheStyleSheetIsKnown()
    {
        const QString sheet = themedStyleSheet(Theme::instance());
        QVERIFY(!sheet.contains(QLatin1Char('$')));
        QVERIFY(sheet.contains(QStringLiteral("QPushButton")));
    }

    void targetsAreLargeEnough_data()
    {
        QTest::addColumn<Density>("density");
        QTest::newRow("compact") << Density::Compact;
        QTest::newRow("comfortable") << Density::Comfortable;
    }
    void targetsAreLargeEnough()
    {
        QFETCH(Density, density);
        Theme::instance().setDensity(density);
        QPushButton button(QStringLiteral("Run"));
        QToolButton tool;
        tool.setIcon(icon(IconName::Bell));
        QLineEdit line;
        QComboBox box;
        box.addItem(QStringLiteral("Full"));
        QSpinBox spin;
        QCheckBox check(QStringLiteral("In scope"));
        for (QWidget *widget : std::initializer_list<QWidget *>{&button, &tool, &line, &box, &spin, &check}) {
            widget->ensurePolished();
            const QSize size = widget->sizeHint();
            QVERIFY2(size.height() >= 24 && size.width() >= 24, widget->metaObject()->className());
        }
    }

    void focusIsSeenOnEveryControl()
    {
        QWidget window;
        QPushButton button(QStringLiteral("Run"), &window);
        QToolButton tool(&window);
        QLineEdit line(&window);
        QComboBox box(&window);
        QSpinBox spin(&window);
        QCheckBox check(QStringLiteral("In scope"), &window);
        int y = 0;
        for (QWidget *widget : std::initializer_list<QWidget *>{&button, &tool, &line, &box, &spin, &check}) {
            widget->setFocusPolicy(Qt::StrongFocus);
            widget->setGeometry(10, y += 50, 160, 40);
        }
        window.resize(200, 400);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QColor ring = Theme::instance().color(ColorRole::FocusRing);
        for (QWidget *widget : std::initializer_list<QWidget *>{&button, &tool, &line, &box, &spin, &check}) {
            widget->setFocus(Qt::TabFocusReason);
            const QImage image = widget->grab().toImage();
            int pixels = 0;
            for (int x = 0; x < image.width(); ++x)
                for (int row = 0; row < image.height(); ++row)
                    pixels += image.pixelColor(x, row) == ring;
            QVERIFY2(pixels > 2 * 40, widget->metaObject()->className());
        }
    }

    void anActionButtonFollowsItsAction()
    {
        QAction action(QStringLiteral("Merge…"));
        QWidget page;
        ActionButton button(&action, ButtonKind::Primary, &page);
        QSignalSpy triggered(&action, &QAction::triggered);
        button.click();
        QCOMPARE(triggered.size(), 1);
        action.setEnabled(false);
        action.setToolTip(QStringLiteral("Two questions are still open."));
        QVERIFY(!button.isEnabled());
        QCOMPARE(button.toolTip(), QStringLiteral("Two questions are still open."));
        QCOMPARE(button.accessibleDescription(), QStringLiteral("Two questions are still open."));
        action.setVisible(false);
        QVERIFY(button.isHidden());
        action.setVisible(true);
        QVERIFY(!button.isHidden());
    }

    void aTooltipIsPlainText()
    {
        QCOMPARE(plainToolTip(QStringLiteral("short")), QStringLiteral("short"));
        QCOMPARE(plainToolTip(QStringLiteral("<b>x</b>")), QStringLiteral("<qt>&lt;b&gt;x&lt;/b&gt;</qt>"));
        QVERIFY(plainToolTip(QString(100, QLatin1Char('x'))).startsWith(QStringLiteral("<qt>")));
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"

#include "kit/icon_paths.h"
#include "kit/theme.h"

#include "support/source_folder.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

using namespace lakehouse::views;

namespace {
QString folder()
{
    return lakehouse::testing::sourcePath("resources/icons");
}

int inkedPixels(const QImage &image)
{
    int count = 0;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            count += image.pixelColor(x, y).alpha() > 0;
    return count;
}

QImage painted(IconName name, int side)
{
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintIcon(&painter, name, QRectF(0, 0, side, side), Qt::black);
    return image;
}
} // namespace

class IconsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachIconHasAPath_data()
    {
        QTest::addColumn<IconName>("name");
        for (int i = 0; i < iconCount; ++i)
            QTest::addRow("%s", iconFile(IconName(i))) << IconName(i);
    }
    void eachIconHasAPath()
    {
        QFETCH(IconName, name);
        const auto steps = iconSteps(name);
        QVERIFY(steps.size() >= 2);
        QCOMPARE(steps.front().kind, 'M');
        for (const IconStep &step : steps)
            for (const float number : step.numbers)
                QVERIFY2(number >= -0.5f && number <= 24.5f, iconFile(name));
        QVERIFY(inkedPixels(painted(name, 24)) > 20);
    }

    void filesAndNamesAgree()
    {
        QSet<QString> named;
        for (int i = 0; i < iconCount; ++i)
            named.insert(QLatin1String(iconFile(IconName(i))) + QStringLiteral(".svg"));
        QCOMPARE(int(named.size()), iconCount); // no file twice
        const QStringList files = QDir(folder()).entryList({QStringLiteral("*.svg")});
        QCOMPARE(QSet<QString>(files.begin(), files.end()), named);
    }

    void bothLicencesAreThere()
    {
        for (const char *name : {"LICENSE-LUCIDE-ISC.txt", "LICENSE-LUCIDE-FEATHER-MIT.txt"})
            QVERIFY(QFile::exists(lakehouse::testing::sourcePath("resources/licences/") + QLatin1String(name)));
    }

    void aCircleIsRound()
    {
        // "circle" is a circle of radius 10 round the middle, stroked two units wide.
        const QImage image = painted(IconName::Circle, 240);
        const auto isInked = [&image](double angle, double radius) {
            return image.pixelColor(qRound(120 + radius * qCos(angle)), qRound(120 + radius * qSin(angle))).alpha() > 200;
        };
        for (int degrees = 0; degrees < 360; degrees += 5) {
            const double angle = qDegreesToRadians(double(degrees));
            QVERIFY(isInked(angle, 100));
            QVERIFY(isInked(angle, 107));
            QVERIFY(isInked(angle, 93));
            QVERIFY(!isInked(angle, 85));
            QVERIFY(!isInked(angle, 115));
        }
    }

    void anIconFollowsTheTheme()
    {
        const QIcon bell = icon(IconName::Bell, ColorRole::Text);
        Theme::instance().setChoice(ThemeChoice::Light);
        const QImage light = bell.pixmap(24, 24).toImage();
        Theme::instance().setChoice(ThemeChoice::Dark);
        const QImage dark = bell.pixmap(24, 24).toImage();
        QCOMPARE(inkedPixels(light), inkedPixels(dark));
        QVERIFY(light != dark);
    }

    void aDisabledIconIsMuted()
    {
        Theme::instance().setChoice(ThemeChoice::Light);
        QVERIFY(icon(IconName::Bell, ColorRole::Text).pixmap(QSize(24, 24), QIcon::Disabled).toImage()
                == icon(IconName::Bell, ColorRole::TextMuted).pixmap(QSize(24, 24), QIcon::Normal).toImage());
    }
};

QTEST_MAIN(IconsTest)
#include "icons_test.moc"

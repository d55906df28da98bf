#include "kit/status_chip.h"
#include "kit/theme.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

using namespace lakehouse::views;

class StatusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words_data()
    {
        QTest::addColumn<Status>("status");
        QTest::addColumn<QString>("word");
        QTest::addColumn<IconName>("shape");
        const auto add = [](Status status, const char *word, IconName shape) { QTest::newRow(word) << status << QString::fromLatin1(word) << shape; };
        add(Status::NotStarted, "Not started", IconName::CircleDashed);
        add(Status::Ready, "Ready", IconName::Circle);
        add(Status::Running, "Running", IconName::LoaderCircle);
        add(Status::NeedsYou, "Needs you", IconName::CircleAlert);
        add(Status::Approved, "Approved", IconName::BadgeCheck);
        add(Status::Done, "Done", IconName::CircleCheck);
        add(Status::DoneWithProblems, "Done with problems", IconName::TriangleAlert);
        add(Status::Failed, "Failed", IconName::CircleX);
        add(Status::Stale, "Stale", IconName::ClockAlert);
        add(Status::Blocked, "Blocked", IconName::Ban);
        add(Status::Skipped, "Skipped", IconName::CircleSlash);
        add(Status::Unknown, "Unknown", IconName::CircleQuestion);
    }
    void words()
    {
        QFETCH(Status, status);
        QFETCH(QString, word);
        QFETCH(IconName, shape);
        QCOMPARE(statusWord(status), word);
        QCOMPARE(statusIcon(status), shape);
    }

    void aParentShowsItsWorstChild_data()
    {
        QTest::addColumn<Status>("left");
        QTest::addColumn<Status>("right");
        QTest::addColumn<Status>("expected");
        QTest::newRow("failed before done") << Status::Done << Status::Failed << Status::Failed;
        QTest::newRow("problems before done") << Status::DoneWithProblems << Status::Done << Status::DoneWithProblems;
        QTest::newRow("failed before problems") << Status::DoneWithProblems << Status::Failed << Status::Failed;
        QTest::newRow("waits for a person before running") << Status::Running << Status::NeedsYou << Status::NeedsYou;
        QTest::newRow("running before done") << Status::Done << Status::Running << Status::Running;
        QTest::newRow("not started before done") << Status::Done << Status::NotStarted << Status::NotStarted;
        QTest::newRow("done before skipped") << Status::Skipped << Status::Done << Status::Done;
        QTest::newRow("not known before done") << Status::Done << Status::Unknown << Status::Unknown;
    }
    void aParentShowsItsWorstChild()
    {
        QFETCH(Status, left);
        QFETCH(Status, right);
        QFETCH(Status, expected);
        QCOMPARE(worst(left, right), expected);
        QCOMPARE(worst(right, left), expected);
    }

    void noTwoStatusesAreEquallyBad()
    {
        for (int i = 0; i < statusCount; ++i)
            for (int j = 0; j < statusCount; ++j)
                QCOMPARE(worst(Status(i), Status(j)), worst(Status(j), Status(i)));
    }

    void aChipReadsWordAndReason()
    {
        StatusChip chip;
        chip.show(Status::Stale, {}, QStringLiteral("public.film changed 5 minutes ago"));
        QCOMPARE(chip.accessibleName(), QStringLiteral("Stale, public.film changed 5 minutes ago"));
        QCOMPARE(chip.toolTip(), QStringLiteral("public.film changed 5 minutes ago"));
        QCOMPARE(chip.focusPolicy(), Qt::TabFocus);
        QVERIFY(chip.isHidden()); // a status is no visibility
        chip.show(Status::Done, QStringLiteral("Done 37"));
        QCOMPARE(chip.accessibleName(), QStringLiteral("Done 37"));
        QCOMPARE(chip.focusPolicy(), Qt::NoFocus);
        QVERIFY(chip.sizeHint().height() >= 24);
    }

    void aPaintedChipStaysInItsCell_data()
    {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::newRow("left to right") << Qt::LeftToRight;
        QTest::newRow("right to left") << Qt::RightToLeft;
    }
    void aPaintedChipStaysInItsCell()
    {
        QFETCH(Qt::LayoutDirection, direction);
        const QRect cell(40, 10, 60, 24);
        QImage image(200, 44, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintStatusChip(&painter, cell, Status::DoneWithProblems, QStringLiteral("Done with very many problems"), direction);
        painter.end();
        bool isInked = false;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y) {
                const bool isWhite = image.pixelColor(x, y) == Qt::white;
                isInked = isInked || !isWhite;
                QVERIFY(isWhite || cell.contains(x, y));
            }
        QVERIFY(isInked);
    }

    void aChipStandsAtTheLeadingSide()
    {
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            QImage image(300, 30, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintStatusChip(&painter, image.rect(), Status::Done, QStringLiteral("Done"), direction);
            painter.end();
            QCOMPARE(image.pixelColor(10, 15) != Qt::white, direction == Qt::LeftToRight);
            QCOMPARE(image.pixelColor(290, 15) != Qt::white, direction == Qt::RightToLeft);
        }
    }
};

QTEST_MAIN(StatusTest)
#include "status_test.moc"

#include "views/console_pictures/picture_taker.h"

#include "kit/data_table.h"
#include "kit/theme.h"
#include "views/console_pictures/small_picture.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

namespace lakehouse::testsupport {

using views::Theme;
using views::ThemeChoice;

namespace {

constexpr int restMs = 300;
constexpr int mostMs = 10'000;
constexpr QSize small(1280, 800), middle(1440, 900), large(1920, 1080); // the middle one is that of recordings

QString folder()
{
    return qEnvironmentVariable("LAKEHOUSE_PICTURES");
}

void addTexts(const QAbstractItemModel &model, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            texts += model.index(row, column).data().toString();
}

/// What was just notified lies over a corner of the page for some seconds.
void closeToasts(const QWidget &window)
{
    for (QAbstractButton *button : window.findChildren<QAbstractButton *>(QStringLiteral("toast-close")))
        button->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// The window does not change any more.
QImage settledPicture(QWidget &window)
{
    QImage last;
    QElapsedTimer unchanged;
    const bool isStill = QTest::qWaitFor([&] {
        closeToasts(window);
        const QImage now = window.grab().toImage();
        if (now != last) {
            last = now;
            unchanged.start();
        }
        return unchanged.hasExpired(restMs);
    }, mostMs);
    return isStill ? last : QImage();
}

} // namespace

PictureTaker::PictureTaker(QStringList secrets) : m_secrets(std::move(secrets))
{
}

QStringList PictureTaker::textsOf(const QWidget &window)
{
    QStringList texts{window.windowTitle()};
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible())
            continue;
        texts += widget->accessibleName();
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts += label->text();
        else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
            texts += line->displayText();
        else if (const auto *plain = qobject_cast<const QPlainTextEdit *>(widget))
            texts += plain->toPlainText();
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts += button->text();
        else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model())
            addTexts(*view->model(), texts);
    }
    return texts;
}

bool PictureTaker::isWanted()
{
    return !folder().isEmpty();
}

bool PictureTaker::take(QWidget &window, const QString &name, Rests rests)
{
    if (!isWanted())
        return takeOne(window, name, small, rests);
    bool isFine = true;
    settledPicture(window); // what came on screen just now keeps the colours of its first theme when that changes before it was drawn
    for (const ThemeChoice theme : {ThemeChoice::Dark, ThemeChoice::Light}) {
        Theme::instance().setChoice(theme);
        const QString word = theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        for (const QSize size : {small, middle, large})
            isFine = takeOne(window, QStringLiteral("%1-%2-%3").arg(name, word).arg(size.width()), size, rests) && isFine;
    }
    return isFine;
}

bool PictureTaker::takeOne(QWidget &window, const QString &name, QSize size, Rests rests)
{
    window.resize(size);
    if (rests == Rests::No) {
        closeToasts(window);
        QCoreApplication::processEvents();
    }
    const QImage picture = rests == Rests::Yes ? settledPicture(window) : window.grab().toImage();
    if (picture.isNull())
        m_trouble += QStringLiteral("%1 does not come to rest. ").arg(name);
    const QString written = textsOf(window).join(QLatin1Char('\n'));
    for (const QString &secret : m_secrets)
        if (written.contains(secret))
            m_trouble += QStringLiteral("%1 shows \"%2\". ").arg(name, secret);
    if (isWanted() && !smallPicture(picture).save(QDir(folder()).filePath(name + QStringLiteral(".png")), "PNG", 0))
        m_trouble += QStringLiteral("%1 cannot be written. ").arg(name);
    return m_trouble.isEmpty();
}

} // namespace lakehouse::testsupport

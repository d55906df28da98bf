#include "views/console_pictures/picture_steps.h"

#include "kit/english_plurals.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "shell/command_action.h"

#include <QApplication>
#include <QDir>
#include <QPlainTextEdit>
#include <QSysInfo>
#include <QTest>

namespace lakehouse::testsupport {

namespace {

/// What no picture may show of the machine that it was taken on.
QStringList wordsOfThisMachine(const PictureProject &project)
{
    return {QLatin1Char('@') + QSysInfo::machineHostName(), project.folder(), QDir::homePath() + QLatin1Char('/'), QDir::tempPath() + QLatin1Char('/')};
}

} // namespace

void PictureSteps::init()
{
    if (m_isBroken)
        QSKIP("a step before failed");
}

void PictureSteps::cleanup()
{
    m_isBroken = m_isBroken || QTest::currentTestFailed();
    if (!m_isBroken || !m_window)
        return;
    qWarning("%s\non screen:\n%s", qPrintable(m_project->trouble()), qPrintable(PictureTaker::textsOf(*m_window).join(QLatin1Char('\n'))));
}

void PictureSteps::cleanupTestCase()
{
    m_window.reset();
    m_project.reset();
}

void PictureSteps::prepare()
{
    QCoreApplication::installTranslator(new views::EnglishPlurals(qApp));
    QApplication::setCursorFlashTime(0);
    views::Theme::instance().apply();
    views::Theme::instance().setChoice(views::ThemeChoice::Light);
    views::Theme::instance().setMotionReduced(true);
}

void PictureSteps::begin(PictureProject::Kind kind)
{
    m_window.reset();
    m_project = std::make_unique<PictureProject>(kind);
    m_taker = std::make_unique<PictureTaker>(wordsOfThisMachine(*m_project));
}

void PictureSteps::openWindow()
{
    m_window = m_project->open();
    m_window->resize(1280, 800);
    m_window->show();
    m_window->restorePlace();
    m_hand.take(m_window.get());
}

void PictureSteps::take(const char *name, Rests rests)
{
    QVERIFY2(m_taker->take(*m_window, QString::fromLatin1(name), rests), qPrintable(m_taker->trouble()));
}

void PictureSteps::go(const char *page, const char *object, const char *tab)
{
    m_window->open({.page = QString::fromLatin1(page), .object = QString::fromLatin1(object), .tab = QString::fromLatin1(tab)});
    QTRY_VERIFY(m_hand.visible(qPrintable(QString::fromLatin1(page) + QStringLiteral("-page"))));
}

void PictureSteps::act(const char *command)
{
    auto *action = m_hand.action(command);
    QVERIFY2(action, command);
    QTRY_VERIFY2_WITH_TIMEOUT(action->isEnabled(), qPrintable(QLatin1String(command) + QStringLiteral(": ") + action->blockedWhy()), soonMs);
    action->trigger();
}

bool PictureSteps::hasSentence(const char *list, const char *words) const
{
    const auto *sentences = m_hand.find<views::SentenceList>(list);
    return sentences && sentences->text().contains(QString::fromLatin1(words));
}

bool PictureSteps::isShown(const char *words) const
{
    return PictureTaker::textsOf(*m_window).join(QLatin1Char('\n')).contains(QString::fromLatin1(words));
}

void PictureSteps::confirm(const char *words, const char *picture)
{
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.retype(QString::fromLatin1(words)); // the reason of the last decision may stand there already
    if (picture)
        take(picture);
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
}

} // namespace lakehouse::testsupport

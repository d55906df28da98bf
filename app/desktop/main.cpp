#include "desktop/console_application.h"
#include "kit/english_plurals.h"
#include "kit/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>

#include <clocale>
#include <csignal>
#include <cstdio>

namespace {

using namespace lakehouse;

std::optional<views::ThemeChoice> themeOf(const QString &word)
{
    if (word == QLatin1String("system"))
        return views::ThemeChoice::System;
    if (word == QLatin1String("light"))
        return views::ThemeChoice::Light;
    if (word == QLatin1String("dark"))
        return views::ThemeChoice::Dark;
    if (word == QLatin1String("high-contrast"))
        return views::ThemeChoice::HighContrast;
    return std::nullopt;
}

int refuse(const QString &message)
{
    std::fputs(qPrintable(message + QLatin1Char('\n')), stderr);
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // libraries write and read numbers for other programs
    std::signal(SIGPIPE, SIG_IGN);   // a server that went away is an error of that call, not the end of the program
    QCoreApplication::setApplicationName(QStringLiteral("ekos-lakehouse-console"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("EKOS Lakehouse"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LAKEHOUSE_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("The console of EKOS Lakehouse."));
    const QCommandLineOption project(QStringLiteral("project"), QStringLiteral("The project's folder; the current folder when left out."),
                                     QStringLiteral("DIR"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("system, light, dark or high-contrast; for this time only."),
                                   QStringLiteral("THEME"));
    const QCommandLineOption link(QStringLiteral("link"), QStringLiteral("Go where a link says: ekos-lakehouse://open/…"), QStringLiteral("URL"));
    parser.addOptions({project, theme, link});
    parser.addPositionalArgument(QStringLiteral("URL"), QStringLiteral("The same as --link: how a desktop opens a link."), QStringLiteral("[URL]"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);
    const QStringList rest = parser.positionalArguments();
    const bool isLink = rest.size() == 1 && !parser.isSet(link) && rest.front().startsWith(QLatin1String("ekos-lakehouse:"));
    if (!rest.isEmpty() && !isLink)
        return refuse(QStringLiteral("\"%1\" is not understood. See --help.").arg(rest.front()));
    app::ConsoleOptions options{.link = isLink ? rest.front() : parser.value(link)};
    if (parser.isSet(project))
        options.folder = QDir(parser.value(project)).absolutePath();
    if (parser.isSet(theme) && !(options.theme = themeOf(parser.value(theme))))
        return refuse(QStringLiteral("The theme is one of system, light, dark, high-contrast."));

    views::EnglishPlurals english;
    QCoreApplication::installTranslator(&english);
    views::Theme::instance().apply();
    app::ConsoleApplication console(std::move(options), app::FileSessionStore::standardFolder());
    console.start();
    return application.exec();
}

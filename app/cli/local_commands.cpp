#include "cli/local_commands.h"

#include "base/system_clock.h"
#include "base/uuid7.h"
#include "cli/exit_code.h"
#include "cli/terminal.h"
#include "common/local_workspace.h"

#include <QDir>
#include <QFileInfo>

#include <cstdio>
#include <unistd.h>

namespace lakehouse::app {

using base::Error;
using base::ErrorCode;

namespace {

int sayError(const Error &error)
{
    std::fprintf(stderr, "%s %s\n", qUtf8Printable(printable(error.message)), qUtf8Printable(printable(error.hint)));
    return exitCode(error.code);
}

int init(const ParsedCommand &command)
{
    if (!command.localArguments.isEmpty())
        return sayError({ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "init takes no \"%1\"."), command.localArguments.front()}, QT_TRANSLATE_NOOP("core", "See: ekos-lakehouse init --help")});
    const base::SystemClock clock;
    base::Uuid7Source ids(clock);
    const QString folder = QDir(command.project.isEmpty() ? QDir::currentPath() : command.project).absolutePath();
    base::RunContext run;
    const base::Result<ports::InitReceipt> receipt = LocalWorkspaces(folder, clock, ids).init(run);
    if (!receipt)
        return sayError(receipt.error());
    if (command.output == OutputForm::Json) {
        std::printf("{\"new-settings\":%s,\"new-state\":%s}\n", receipt.value().isNewFile ? "true" : "false", receipt.value().isNewState ? "true" : "false");
        return 0;
    }
    std::printf("%s\n%s\n", receipt.value().isNewFile ? "ekos.toml written: set the source in it." : "ekos.toml was there and is kept.",
                receipt.value().isNewState ? "Project state made in .ekos/." : "Project state was there and is kept.");
    std::puts("Next: ekos-lakehouse analyze");
    return 0;
}

/// Beside the program when installed, in the source tree when built there.
QString stackScript()
{
    QStringList candidates{qEnvironmentVariable("EKOS_LH_INSTALLER_DIR")};
    candidates += QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath() + QStringLiteral("/../share/ekos-lakehouse/installer");
    candidates += QStringLiteral(LAKEHOUSE_INSTALLER_DIR);
    for (const QString &folder : candidates)
        if (const QFileInfo script(folder + QStringLiteral("/stack.sh")); !folder.isEmpty() && script.isExecutable())
            return script.canonicalFilePath();
    return {};
}

int stack(const ParsedCommand &command)
{
    const QString script = stackScript();
    if (script.isEmpty())
        return sayError({ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "installer/stack.sh was not found beside this program."),
                         QT_TRANSLATE_NOOP("core", "Name its folder: export EKOS_LH_INSTALLER_DIR=/path/to/installer")});
    std::vector<std::string> words{script.toStdString()};
    for (const QString &argument : command.localArguments)
        words.push_back(argument.toStdString());
    if (command.output == OutputForm::Json)
        words.emplace_back("--json");
    std::vector<char *> arguments;
    for (std::string &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data()); // takes this process over: its signals and exit code are the script's
    return sayError({ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be started."), script}, QT_TRANSLATE_NOOP("core", "Check that it may be executed.")});
}

} // namespace

int runLocalCommand(const ParsedCommand &command)
{
    return std::string_view(command.local->command) == "init" ? init(command) : stack(command);
}

} // namespace lakehouse::app

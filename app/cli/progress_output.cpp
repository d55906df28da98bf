#include "cli/progress_output.h"

#include "cli/terminal.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <unistd.h>

namespace lakehouse::app {

namespace {

QByteArray jsonLine(const base::Progress &progress)
{
    const QJsonObject line{{QStringLiteral("step"), progress.step}, {QStringLiteral("steps"), progress.steps}, {QStringLiteral("what"), progress.what.toEnglish()}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

ProgressOutput::ProgressOutput(ProgressForm form)
    : m_form(form), m_isTerminal(::isatty(STDERR_FILENO) != 0)
{
}

void ProgressOutput::show(const base::Progress &progress)
{
    const std::lock_guard lock(m_mutex);
    if (m_form == ProgressForm::None)
        return;
    if (m_form == ProgressForm::Json) {
        std::fputs(jsonLine(progress).constData(), stderr);
        return;
    }
    const QByteArray line = QStringLiteral("%1 of %2 · %3").arg(progress.step).arg(progress.steps).arg(printable(progress.what)).toUtf8();
    if (m_isTerminal)
        std::fprintf(stderr, "\r\033[K%s", line.constData());
    else
        std::fprintf(stderr, "%s\n", line.constData());
    std::fflush(stderr);
    m_isLineOpen = m_isTerminal;
}

void ProgressOutput::end()
{
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_isLineOpen, false))
        std::fputs("\r\033[K", stderr);
}

} // namespace lakehouse::app

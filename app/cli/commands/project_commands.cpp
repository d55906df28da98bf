#include "cli/answer_output.h"

#include "api/operations/project.h"
#include "describe/label_of.h"

namespace lakehouse::app {

using namespace api;
using namespace model;

namespace {

QString stepTitle(StepName name)
{
    switch (name) {
    case StepName::Analysis: return QStringLiteral("Analysis");
    case StepName::Documentation: return QStringLiteral("Documentation");
    case StepName::Review: return QStringLiteral("Review and sign-off");
    case StepName::Requirements: return QStringLiteral("Requirements");
    case StepName::Extraction: return QStringLiteral("Extraction");
    case StepName::BronzeAndSilver: return QStringLiteral("Bronze and silver");
    case StepName::Marts: return QStringLiteral("Marts");
    }
    return {};
}

QString workflow(const WorkflowStatus &status, const Terminal &terminal)
{
    constexpr int titleWidth = 20;
    QString lines = terminal.styled(Style::Strong, printable(status.project)) + QStringLiteral("\n\n");
    for (const WorkflowStep &step : status.steps) {
        const bool isDone = step.state == StepState::Done;
        const bool hasProblems = step.state == StepState::Problems;
        const Style style = isDone ? Style::Good : hasProblems ? Style::Bad : Style::Faint;
        const QString mark = isDone ? QStringLiteral("done") : hasProblems ? QStringLiteral("look") : QStringLiteral("open");
        lines += QStringLiteral("  %1  %2 %3 %4\n").arg(terminal.styled(style, mark)).arg(step.number).arg(stepTitle(step.name).leftJustified(titleWidth), printable(step.reason));
        if (!step.next.isEmpty())
            lines += QString(10 + titleWidth, QLatin1Char(' ')) + terminal.styled(Style::Faint, QStringLiteral("next: ") + step.next) + QLatin1Char('\n');
    }
    return lines;
}

QString pulse(const ProjectPulse &pulse)
{
    QString lines = QStringLiteral("%1 · %2\nekos.toml %3\nplan %4\nledger entries %5\n").arg(printable(pulse.project), printable(pulse.environment), printable(pulse.settingsDigest),
        pulse.plan ? pulse.plan->toString() : QStringLiteral("none")).arg(pulse.ledgerEntries);
    for (const Run &run : pulse.runs)
        lines += QStringLiteral("run %1 · %2 · %3\n").arg(run.id.toString(), run.operation, describe::labelOf(run.state));
    return lines;
}

Cell stateCell(CheckState state)
{
    switch (state) {
    case CheckState::Passed: return {QStringLiteral("ok"), Style::Good};
    case CheckState::Warning: return {QStringLiteral("warning"), Style::Warning};
    case CheckState::Failed: return {QStringLiteral("FAILED"), Style::Bad};
    case CheckState::Skipped: return {QStringLiteral("skipped"), Style::Faint};
    }
    return {};
}

} // namespace

QString checksInWords(const std::vector<ServiceCheck> &checks, const Terminal &terminal)
{
    TextTable table({{QStringLiteral("SERVICE")}, {QStringLiteral("CHECK")}, {QStringLiteral("STATE")}, {QStringLiteral("FOUND")}});
    QString remedies;
    qint64 failed = 0;
    for (const ServiceCheck &check : checks) {
        table.add({{printable(check.service)}, {printable(check.check)}, stateCell(check.state), {printable(check.finding)}});
        failed += check.state == CheckState::Failed ? 1 : 0;
        if ((check.state == CheckState::Failed || check.state == CheckState::Warning) && !check.remedy.isEmpty())
            remedies += QStringLiteral("  %1 · %2: %3\n").arg(printable(check.service), printable(check.check), printable(check.remedy));
    }
    QString lines = table.toString(terminal);
    if (!remedies.isEmpty())
        lines += QStringLiteral("\nWhat to do\n") + remedies;
    lines += QStringLiteral("\n%1 checks, %2 failed\n").arg(checks.size()).arg(failed);
    return lines;
}

QString projectAnswer(const Operation &operation, const AnyAnswer &answer, const Terminal &terminal)
{
    if (&operation == &ShowWorkflow::operation)
        return workflow(answer.as<WorkflowStatus>(), terminal);
    if (&operation == &ShowPulse::operation)
        return pulse(answer.as<ProjectPulse>());
    if (&operation == &CheckServices::operation)
        return checksInWords(answer.as<DoctorReport>().checks, terminal);
    if (&operation == &ShowConfiguration::operation)
        return printableLines(answer.as<ConfigurationText>().toml);
    return {};
}

} // namespace lakehouse::app

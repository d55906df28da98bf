#include "shell/command_action.h"

#include "api/operation.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {

QString summaryOf(const QString &operation)
{
    const api::Operation *known = api::findOperation(operation);
    return known ? QCoreApplication::translate("core", known->summary) : QString();
}

} // namespace

CommandAction::CommandAction(const QString &id, const QString &text, QObject *parent)
    : QAction(text, parent), m_id(id), m_operation(api::findOperation(id) ? id : QString()), m_explanation(summaryOf(id))
{
    setObjectName(QStringLiteral("command-") + id);
    updateTips();
}

CommandAction::CommandAction(const QString &id, IconName icon, const QString &text, QObject *parent)
    : CommandAction(id, text, parent)
{
    setIcon(views::icon(icon));
}

void CommandAction::setOperation(const char *operation, const char *option)
{
    m_operation = QString::fromLatin1(operation);
    m_option = QString::fromLatin1(option);
}

void CommandAction::setExplanation(const QString &sentence)
{
    m_explanation = sentence;
    updateTips();
}

void CommandAction::setBlocked(const QString &why)
{
    m_blockedWhy = why;
    setEnabled(why.isEmpty());
    updateTips();
}

void CommandAction::updateTips()
{
    const QString tip = m_blockedWhy.isEmpty() ? m_explanation : m_blockedWhy;
    setToolTip(tip.isEmpty() ? text() : tip);
    setStatusTip(tip);
}

QString paletteText(const QAction &action)
{
    const auto *command = qobject_cast<const CommandAction *>(&action);
    return (command ? command->paletteText() : action.text()).remove(QLatin1Char('&'));
}

QString blockedWhy(const QAction &action)
{
    if (action.isEnabled())
        return {};
    const auto *command = qobject_cast<const CommandAction *>(&action);
    return command && !command->blockedWhy().isEmpty() ? command->blockedWhy() : action.toolTip();
}

} // namespace lakehouse::views

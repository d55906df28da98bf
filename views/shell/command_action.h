#pragma once

#include "kit/icons.h"

#include <QAction>

namespace lakehouse::views {

/// Something a person can do, under the name of its operation ("pipeline.run"), or "<page>.<verb>" where the program alone is concerned.
/// A single letter as shortcut acts only while a list, diff or graph has the focus; the shell sees to that.
class CommandAction : public QAction {
    Q_OBJECT

public:
    CommandAction(const QString &id, const QString &text, QObject *parent);
    CommandAction(const QString &id, IconName icon, const QString &text, QObject *parent);

    const QString &id() const { return m_id; }
    /// The operation that it asks for, where its id is not that operation's name: several commands of a page may ask for the same one. `option` is the
    /// field of the request that this one sets, as the command line names it.
    void setOperation(const char *operation, const char *option = "");
    /// Empty for what concerns the program alone.
    const QString &operation() const { return m_operation; }
    const QString &option() const { return m_option; }
    /// What it does, in one sentence: tooltip and second line of the palette. For operations the summary is taken when this is not called.
    void setExplanation(const QString &sentence);
    const QString &explanation() const { return m_explanation; }
    /// How the palette and the shortcut sheet call it, where the words of the menu need the menu around them. The text without this.
    void setPaletteText(const QString &text) { m_paletteText = text; }
    QString paletteText() const { return m_paletteText.isEmpty() ? text() : m_paletteText; }
    /// Disables it and says why in tooltip, palette and shortcut sheet. An empty reason enables it again.
    void setBlocked(const QString &why);
    const QString &blockedWhy() const { return m_blockedWhy; }

private:
    void updateTips();

    QString m_id;
    QString m_operation;
    QString m_option;
    QString m_explanation;
    QString m_paletteText;
    QString m_blockedWhy;
};

/// Its words without the marks of mnemonics.
QString paletteText(const QAction &action);
/// The reason of a disabled action: of a CommandAction its own, else its tooltip.
QString blockedWhy(const QAction &action);

} // namespace lakehouse::views

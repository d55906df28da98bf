#pragma once

#include "views/kit_decision/shown_window.h"

#include "kit/danger_sheet.h"
#include "kit/decision_panel.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace lakehouse::test {

inline views::Decision approval()
{
    return {.id = QStringLiteral("approve"), .verb = QStringLiteral("Approve plan…"), .confirmVerb = QStringLiteral("Approve the plan"),
            .willHappen = {QStringLiteral("3 tables change how they load."), QStringLiteral("1 table is added.")}, .reasonRequired = true,
            .version = QStringLiteral("digest-1")};
}

inline views::Decision review()
{
    return {.id = QStringLiteral("review"), .verb = QStringLiteral("Review 3 changes"), .isImmediate = true, .version = QStringLiteral("digest-2"),
            .replaces = QStringLiteral("approve"),
            .moved = QStringLiteral("The plan moved while you were reading: public.film, public.rental and public.staff.")};
}

inline views::Decision reload()
{
    return {.id = QStringLiteral("reload"), .verb = QStringLiteral("Reload…"), .confirmVerb = QStringLiteral("Empty and reload"),
            .willHappen = {QStringLiteral("Empties bronze.rental, 16 044 rows; the next load reads all rows.")}, .reasonRequired = true,
            .isDangerous = true, .typeToConfirm = QStringLiteral("bronze.rental")};
}

inline const QString goodReason = QStringLiteral("Agreed with finance");

/// A decision panel in a window, with something else that can have the focus, and what it said.
struct DecisionBench {
    ShownWindow window;
    QPushButton *elsewhere = window.add(new QPushButton(QStringLiteral("Elsewhere")));
    views::DecisionPanel *panel = window.add(new views::DecisionPanel);
    QSignalSpy confirmed{panel, &views::DecisionPanel::confirmed};
    QSignalSpy cancelled{panel, &views::DecisionPanel::cancelled};
    QSignalSpy drafts{panel, &views::DecisionPanel::draftChanged};

    QPlainTextEdit *reason() const { return child<QPlainTextEdit>(*panel, "reason"); }
    QPushButton *button(const char *name) const { return child<QPushButton>(*panel, name); }
    QString words(const char *name) const
    {
        const auto *label = child<QLabel>(*panel, name);
        return label && label->isVisible() ? label->text() : QString();
    }
    void type(const QString &text) const { QTest::keyClicks(reason(), text); }
    void confirmByKey() const { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier); }
    views::DangerSheet *sheet() const
    {
        const QList<views::DangerSheet *> sheets = window.findChildren<views::DangerSheet *>();
        return sheets.isEmpty() || sheets.last()->isHidden() ? nullptr : sheets.last();
    }
};
} // namespace lakehouse::test

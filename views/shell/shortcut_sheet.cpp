#include "shell/shortcut_sheet.h"

#include "kit/plain_label.h"
#include "kit/theme.h"
#include "shell/command_action.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

ShortcutSheet::Group ShortcutSheet::groupOf(const QString &title, const QList<QAction *> &actions)
{
    Group group{.title = title};
    for (const QAction *action : actions) {
        QStringList keys;
        for (const QKeySequence &sequence : action->shortcuts())
            keys += sequence.toString(QKeySequence::NativeText);
        if (keys.isEmpty())
            continue;
        const QString why = blockedWhy(*action);
        const QString words = paletteText(*action);
        group.rows.emplace_back(keys.join(tr(" or ", "between two keys for the same")), why.isEmpty() ? words
                                : tr("%1 (not now: %2)").arg(words, why));
    }
    return group;
}

ShortcutSheet::ShortcutSheet(const std::vector<Group> &groups, QWidget *anchor)
    : Sheet(anchor)
{
    setObjectName(QStringLiteral("shortcut-sheet"));
    setTitle(tr("Keys"));
    const Theme &theme = Theme::instance();
    for (const Group &group : groups) {
        if (group.rows.empty())
            continue;
        auto *title = new PlainLabel(TextStyle::Heading);
        title->setText(group.title);
        content()->addWidget(title);
        auto *grid = new QGridLayout;
        grid->setHorizontalSpacing(theme.space(Space::Large));
        grid->setVerticalSpacing(theme.space(Space::Tight));
        grid->setColumnStretch(1, 1);
        int row = 0;
        for (const auto &[keys, words] : group.rows) {
            auto *key = new PlainLabel(TextStyle::Mono, ColorRole::TextSecondary);
            key->setWordWrap(false);
            key->setText(keys);
            auto *what = new PlainLabel;
            what->setText(words);
            grid->addWidget(key, row, 0, Qt::AlignTop);
            grid->addWidget(what, row++, 1);
        }
        content()->addLayout(grid);
        content()->addSpacing(theme.space(Space::Medium));
    }
    auto *note = new PlainLabel(TextStyle::Caption, ColorRole::TextMuted);
    note->setText(tr("Single letters act only while a list, a difference or a graph has the focus. Under \"You\" they can be switched off."));
    content()->addWidget(note);
    auto *done = new QPushButton(tr("Close"));
    done->setObjectName(QStringLiteral("shortcut-sheet-close"));
    connect(done, &QPushButton::clicked, this, &Sheet::dismiss);
    buttons()->addWidget(done);
}

} // namespace lakehouse::views

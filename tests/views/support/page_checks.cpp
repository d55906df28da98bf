#include "views/support/page_checks.h"

#include "kit/sentence_list.h"

#include <QAccessible>
#include <QAbstractButton>
#include <QCoreApplication>
#include <QDir>
#include <QLabel>
#include <QPixmap>

namespace lakehouse::testsupport {

namespace {

QString nameOf(const QWidget &widget)
{
    return widget.objectName().isEmpty() ? QString::fromLatin1(widget.metaObject()->className()) : widget.objectName();
}

} // namespace

QStringList namelessWidgets(const QWidget &root)
{
    QStringList nameless;
    for (QWidget *widget : root.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&root) || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(widget);
        if (!spoken || spoken->text(QAccessible::Name).isEmpty())
            nameless += nameOf(*widget);
    }
    return nameless;
}

QStringList cutWords(const QWidget &root)
{
    QStringList cut;
    for (const QLabel *label : root.findChildren<QLabel *>()) {
        const bool mayElide = label->wordWrap() || label->text().isEmpty() || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
        if (label->isVisibleTo(&root) && !mayElide && label->sizeHint().width() > label->width())
            cut += nameOf(*label) + QStringLiteral(": ") + label->text();
    }
    for (const QAbstractButton *button : root.findChildren<QAbstractButton *>())
        if (button->isVisibleTo(&root) && !button->text().isEmpty() && button->sizeHint().width() > button->width())
            cut += nameOf(*button) + QStringLiteral(": ") + button->text();
    return cut;
}

QString whyBlocked(const views::Page &page, const char *command)
{
    for (QAction *action : page.actions())
        if (const auto *found = qobject_cast<views::CommandAction *>(action); found && found->id() == QLatin1String(command))
            return found->blockedWhy();
    return {};
}

void takePicture(QWidget &widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("LAKEHOUSE_PICTURES");
    if (folder.isEmpty())
        return;
    QCoreApplication::processEvents(); // what was just added to a layout is shown from the event loop
    QDir().mkpath(folder);
    widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

bool isSaid(const QWidget &root, const QString &words)
{
    for (const QLabel *label : root.findChildren<QLabel *>())
        if (label->isVisible() && label->text().contains(words))
            return true;
    for (const views::SentenceList *sentences : root.findChildren<views::SentenceList *>())
        if (sentences->isVisible() && sentences->text().contains(words))
            return true;
    return false;
}

int differingPixels(const QImage &left, const QImage &right)
{
    if (left.size() != right.size())
        return left.width() * left.height();
    int differing = 0;
    for (int y = 0; y < left.height(); ++y)
        for (int x = 0; x < left.width(); ++x)
            differing += left.pixel(x, y) == right.pixel(x, y) ? 0 : 1;
    return differing;
}

} // namespace lakehouse::testsupport

#pragma once

#include "shell/page.h"

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace lakehouse::testsupport {

/// Widgets that take the focus by keyboard and have no accessible name: object names, or class names where there is none.
QStringList namelessWidgets(const QWidget &root);
/// Visible labels and buttons whose words do not fit: "name: words". Labels that wrap or elide on purpose are left out.
QStringList cutWords(const QWidget &root);
/// Why a command of the page cannot be used now; empty when it can, or is not there.
QString whyBlocked(const views::Page &page, const char *command);
/// A picture of the widget for a person to look at, when the variable LAKEHOUSE_PICTURES names a folder: <folder>/<name>.png.
void takePicture(QWidget &widget, const QString &name);

/// Whether a visible label or sentence below the widget contains the words.
bool isSaid(const QWidget &root, const QString &words);
/// How many pixels of two pictures differ; all of them when their sizes do.
int differingPixels(const QImage &left, const QImage &right);

} // namespace lakehouse::testsupport

#pragma once

#include <QStringList>
#include <QWidget>

namespace lakehouse::testsupport {

/// Widgets that take the focus by keyboard and have no accessible name: object names, or class names where there is none.
QStringList namelessWidgets(const QWidget &root);
/// Visible labels and buttons whose words do not fit: "name: words". Labels that wrap or elide on purpose are left out.
QStringList cutWords(const QWidget &root);
/// A picture of the widget for a person to look at, when the variable LAKEHOUSE_PICTURES names a folder: <folder>/<name>.png.
void takePicture(QWidget &widget, const QString &name);

} // namespace lakehouse::testsupport

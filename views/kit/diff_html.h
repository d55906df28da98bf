#pragma once

#include "text/diff_document.h"

#include <QByteArray>

namespace lakehouse::views {

/// The changes of a comparison as one HTML page that needs nothing else: signs, line numbers, changed words, in the theme's colours of now.
QByteArray diffHtml(const text::DiffDocument &document, const QString &beforeTitle, const QString &afterTitle);

} // namespace lakehouse::views

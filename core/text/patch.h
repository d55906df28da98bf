#pragma once

#include "text/diff_document.h"

#include <QByteArray>

namespace lakehouse::text {

/// The document as a unified patch in UTF-8 that `git apply` and `patch -p1` accept. Files that are the same are left out.
/// Of a document that ignores white space only the other changes are in the patch.
QByteArray unifiedPatch(const DiffDocument &document);

} // namespace lakehouse::text

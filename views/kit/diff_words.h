#pragma once

#include "kit/diff_model.h"

#include <QString>

namespace lakehouse::views {

/// What a screen reader says of a row: "Line 12 added: …", "Line 12 changed from … to …", a file's name and state, a fold.
QString spokenRow(const DiffModel &model, const DiffVisual &visual);
/// "3 lines added, 1 line removed", "new file, 12 lines"
QString fileSummary(const text::FileDiff &file);
QString foldText(int hiddenLines);
QString viewedText();
/// Behind a line that is drawn only in part, and behind a last line without a line end.
QString cutText();
QString unfinishedText();

} // namespace lakehouse::views

#pragma once

#include "text/lined_text.h"
#include "text/string_form.h"

namespace lakehouse::text {

/// Where one is in a source.
struct SourcePlace {
    qsizetype at = 0;
    qint64 line = 1;
};

/// Reads what a literal stands for, from behind its opening to behind its end or to `limit`; `place` goes along.
LinedText readString(QStringView source, SourcePlace &place, const StringForm &form, qsizetype limit);

} // namespace lakehouse::text

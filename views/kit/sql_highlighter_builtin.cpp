#include "kit/sql_highlighter.h"

namespace lakehouse::views {

std::unique_ptr<SqlHighlighter> createSqlHighlighter()
{
    return createPlainSqlHighlighter();
}

} // namespace lakehouse::views

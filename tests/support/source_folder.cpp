#include "support/source_folder.h"

namespace lakehouse::testing {

QString sourcePath(const char *path)
{
    return QStringLiteral(LAKEHOUSE_SOURCE_DIR "/") + QString::fromUtf8(path);
}

} // namespace lakehouse::testing

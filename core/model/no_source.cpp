#include "model/no_source.h"

namespace lakehouse::model {

base::Error noSource()
{
    return {base::ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "This project has no source yet."),
            QT_TRANSLATE_NOOP("core", "Add a source first: on the page Sources of the console, or with: ekos-lakehouse sources add"), QStringLiteral("source-database")};
}

bool saysNoSource(const base::Error &error)
{
    const base::Error known = noSource();
    return error.code == known.code && error.subject == known.subject && error.message == known.message;
}

} // namespace lakehouse::model

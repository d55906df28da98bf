#pragma once

#include "base/result.h"
#include "shell/place.h"

namespace lakehouse::views {

/// A place of a project as text: `ekos-lakehouse://open/<project>/<page>/<object>?tab=…&filter=…`, percent-encoded UTF-8.
struct DeepLink {
    QString project = {};
    Place place = {};

    QString toText() const;
    /// Strict, since links come from anywhere: only this scheme, only "open", only "tab" and "filter", each once, and no control characters.
    /// Fails with InvalidInput.
    static base::Result<DeepLink> parse(const QString &text);
    friend bool operator==(const DeepLink &, const DeepLink &) = default;
};

} // namespace lakehouse::views

#pragma once

namespace lakehouse::views {

/// Lets screen readers read the current row of a comparison as its value. Idempotent.
void installDiffAccessible();

} // namespace lakehouse::views

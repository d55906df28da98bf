#pragma once

#include "shell/page_list.h"

namespace lakehouse::app {

/// The pages of this program; those without a factory say what will be there.
std::vector<views::PageEntry> consolePages();

} // namespace lakehouse::app

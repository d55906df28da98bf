#pragma once

#include "ports/observed_files.h"

#include <string>

namespace lakehouse::adapters {

struct FoundFile {
    QString path = {};        ///< as it is named to others
    std::string location = {};///< absolute, in the bytes of the file system: not every name is a text
};

struct SourceWalk {
    std::vector<FoundFile> files = {};               ///< by path, each place once
    std::vector<ports::SkippedFile> skipped = {};
};

/// Finds the wanted files of a request without opening them.
base::Result<SourceWalk> walkSource(const ports::ObserveRequest &request, const base::CancelToken &cancel);

} // namespace lakehouse::adapters

#pragma once

#include "ports/observed_files.h"

namespace lakehouse::adapters {

/// Source in folders of this machine.
class FolderObservedFiles : public ports::ObservedFiles {
public:
    base::Result<ports::ObservedReport> read(const ports::ObserveRequest &request, const std::function<void(const ports::ObservedFile &)> &visit, base::RunContext &run) override;
};

} // namespace lakehouse::adapters

#pragma once

#include "api/operations/pipeline.h"

#include <QList>
#include <QPair>
#include <QString>

namespace lakehouse::views {

/// What came of it, for its receipt.
using ReceiptLines = QList<QPair<QString, QString>>;
ReceiptLines reloadLines(const model::ReloadRequest &request);
ReceiptLines deleteLines(const model::DeleteReport &report);
ReceiptLines loadLines(const model::LoadReport &report);
/// What became of files and snapshots, and which tables were left alone or failed.
ReceiptLines maintenanceLines(const api::MaintenanceReport &report);

} // namespace lakehouse::views

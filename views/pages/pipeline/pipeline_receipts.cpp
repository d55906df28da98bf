#include "pages/pipeline/pipeline_receipts.h"

#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {
QString words(const char *source)
{
    return QCoreApplication::translate("PipelineReceipts", source);
}
}

ReceiptLines reloadLines(const model::ReloadRequest &request)
{
    return {{words(QT_TRANSLATE_NOOP("PipelineReceipts", "Reason")), request.reason.toString()}, {words(QT_TRANSLATE_NOOP("PipelineReceipts", "By")), request.actor},
            {words(QT_TRANSLATE_NOOP("PipelineReceipts", "At")), localized(request.atUtc)}};
}

ReceiptLines deleteLines(const model::DeleteReport &report)
{
    const bool isKept = report.purged > 0;
    ReceiptLines lines{{isKept ? words(QT_TRANSLATE_NOOP("PipelineReceipts", "Marked as purged, rows kept")) : words(QT_TRANSLATE_NOOP("PipelineReceipts", "Marked as deleted")),
                        words(QT_TRANSLATE_NOOP("PipelineReceipts", "%1 of %2 keys")).arg(countText(isKept ? report.purged : report.deleted), countText(report.liveRows))},
        {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Returned")), countText(report.returned)}, {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Missed before")), countText(report.inserted)},
        {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Rows in the source")), countText(report.sourceRows)},
        {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Buckets that differed")), words(QT_TRANSLATE_NOOP("PipelineReceipts", "%1 of %2")).arg(countText(report.differingBuckets), countText(report.buckets))},
        {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Keys read")), words(QT_TRANSLATE_NOOP("PipelineReceipts", "%1 in the source, %2 in bronze")).arg(countText(report.sourceKeysRead), countText(report.bronzeKeysRead))},
        {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Took")), durationText(report.durationMs)}};
    if (report.accepted)
        lines.push_back({words(QT_TRANSLATE_NOOP("PipelineReceipts", "Accepted, since")), report.accepted->toString()});
    return lines;
}

ReceiptLines loadLines(const model::LoadReport &report)
{
    return {{words(QT_TRANSLATE_NOOP("PipelineReceipts", "Rows loaded")), countText(report.rowsLoaded)}, {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Took")), durationText(report.durationMs)}};
}

ReceiptLines maintenanceLines(const api::MaintenanceReport &report)
{
    api::TableStorage before, after;
    QStringList held;
    ReceiptLines failed;
    for (const api::TableMaintenance &table : report.tables) {
        if (table.before && table.after) {
            before = {before.files + table.before->files, before.snapshots + table.before->snapshots};
            after = {after.files + table.after->files, after.snapshots + table.after->snapshots};
        }
        if (table.end == api::MaintenanceEnd::Held)
            held += table.table.toString();
        if (table.end == api::MaintenanceEnd::Failed)
            failed.push_back({words(QT_TRANSLATE_NOOP("PipelineReceipts", "%1 failed")).arg(table.table.toString()), localized(table.message)});
    }
    const auto change = [](qint64 from, qint64 to) { return words(QT_TRANSLATE_NOOP("PipelineReceipts", "%1 before, %2 now")).arg(countText(from), countText(to)); };
    ReceiptLines lines{{words(QT_TRANSLATE_NOOP("PipelineReceipts", "Files")), change(before.files, after.files)}, {words(QT_TRANSLATE_NOOP("PipelineReceipts", "Snapshots")), change(before.snapshots, after.snapshots)}};
    if (!held.isEmpty())
        lines.push_back({words(QT_TRANSLATE_NOOP("PipelineReceipts", "Held by another run, for next time")), held.join(QStringLiteral(", "))});
    return lines + failed;
}

} // namespace lakehouse::views

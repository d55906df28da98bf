#include "kit/file_saver.h"

#include <QDate>
#include <QFileDialog>
#include <QWidget>

namespace lakehouse::views {

FileSaver systemFileSaver()
{
    return [](const QByteArray &content, const QString &name) { QFileDialog::saveFileContent(content, name); };
}

QString exportNameAround(const QWidget &widget, ExportScope scope)
{
    for (const QWidget *around = &widget; around; around = around->parentWidget())
        if (const auto *namer = dynamic_cast<const NamesExports *>(around))
            return namer->exportName(scope);
    return {};
}

QString exportFileName(const QString &name, const QDate &day, const QString &ending)
{
    static const QString kept = QStringLiteral("/\\:*?\"<>|");
    QString safe = name.simplified();
    for (QChar &sign : safe)
        if (kept.contains(sign) || !sign.isPrint())
            sign = QLatin1Char('_');
    return QStringLiteral("%1-%2.%3").arg(safe, day.toString(Qt::ISODate), ending);
}

} // namespace lakehouse::views

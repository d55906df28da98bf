#include "pages/sources/catalog_settings.h"

#include "model/catalog_settings.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::CheckState;
using model::ServiceCheck;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("CatalogSettings", source);
}

bool isAsked(const ServiceCheck &check, const QString &line)
{
    return check.check == QLatin1String("type-mapping")
        && std::ranges::any_of(check.remedy.arguments, [&line](const base::TextArgument &argument) {
               const auto *text = std::get_if<QString>(&argument);
               return text && *text == line;
           });
}

bool isAnswered(const ServiceCheck &check)
{
    return check.check == QLatin1String("type-mapping") && check.state != CheckState::Skipped
        && (check.state == CheckState::Passed || std::ranges::any_of(model::columnSettings, [&check](const model::CatalogSetting &setting) { return isAsked(check, QLatin1String(setting.fileLine)); }));
}

} // namespace

std::vector<Sentence> catalogSettings(const api::SourceRow &row, const api::SourceTest *test)
{
    std::vector<Sentence> lines;
    if (!row.isExtracted)
        return lines;
    lines.push_back({.text = words(QT_TRANSLATE_NOOP("CatalogSettings", "Settings that the Trino catalog %1 needs:")).arg(row.trinoCatalog)});
    const bool isKnown = test && std::ranges::any_of(test->checks, isAnswered);
    for (const model::CatalogSetting &setting : model::columnSettings) {
        const QString line = QString::fromLatin1(setting.fileLine);
        if (!isKnown)
            lines.push_back({.text = words(QT_TRANSLATE_NOOP("CatalogSettings", "%1: not tried")).arg(line), .status = Status::Unknown});
        else if (std::ranges::any_of(test->checks, [&line](const ServiceCheck &check) { return isAsked(check, line); }))
            lines.push_back({.text = words(QT_TRANSLATE_NOOP("CatalogSettings", "%1: missing")).arg(line), .status = Status::Failed});
        else
            lines.push_back({.text = words(QT_TRANSLATE_NOOP("CatalogSettings", "%1: present, or not known to this catalog")).arg(line), .status = Status::Done});
    }
    return lines;
}

} // namespace lakehouse::views

#include "rules/planning/label_renames.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using EnumName = std::pair<QString, QString>; // schema, name

struct Rename {
    QString before;
    QString after;
    base::UtcTime seenAtUtc;
};

bool holds(const std::vector<QString> &labels, const QString &label) { return std::ranges::find(labels, label) != labels.end(); }

/// What the label at a place is called now, or nothing when it is still there. A renamed label keeps its place, so that with equally many labels the
/// place says which one it is; else it is one of those that appeared.
QString newLabel(const LabelReading &before, const LabelReading &after, std::size_t place)
{
    if (before.labels.size() == after.labels.size())
        return after.labels[place] == before.labels[place] ? QString() : after.labels[place];
    if (holds(after.labels, before.labels[place]))
        return {};
    QStringList appeared;
    for (const QString &label : after.labels)
        if (!holds(before.labels, label))
            appeared += label;
    if (appeared.isEmpty()) // the type was made anew
        appeared = QStringList(after.labels.begin(), after.labels.end());
    return appeared.join(QStringLiteral(" or "));
}

} // namespace

std::vector<LabelRename> labelRenames(const model::CatalogSnapshot &catalog, const std::vector<LabelReading> &readings)
{
    std::map<EnumName, const LabelReading *> last;
    std::map<EnumName, std::vector<Rename>> renames;
    for (const LabelReading &reading : readings) {
        const EnumName name{reading.schema, reading.name};
        if (const LabelReading *before = std::exchange(last[name], &reading))
            for (std::size_t i = 0; i < before->labels.size(); ++i)
                if (const QString label = newLabel(*before, reading, i); !label.isEmpty())
                    renames[name].push_back({before->labels[i], label, reading.readAtUtc});
    }
    std::vector<LabelRename> found;
    for (const model::SourceTable &table : catalog.tables)
        for (const model::SourceColumn &column : table.columns)
            if (const auto known = renames.find({column.type.schema, column.type.name}); column.type.kind == model::TypeKind::Enum && known != renames.end())
                for (const Rename &rename : known->second)
                    found.push_back({table.name, column.name, rename.before, rename.after, rename.seenAtUtc});
    return found;
}

} // namespace lakehouse::rules

#include "pages/analysis/analysis_relations.h"

#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using api::RelationBasis;
using api::TableRelation;

namespace {

constexpr QLatin1String noteSeparator("; ");

QString words(const char *source)
{
    return QCoreApplication::translate("AnalysisRelations", source);
}

QString basisWord(const TableRelation &relation)
{
    switch (relation.basis) {
    case RelationBasis::Declared: return words(QT_TRANSLATE_NOOP("AnalysisRelations", "declared"));
    case RelationBasis::NotValidated: return words(QT_TRANSLATE_NOOP("AnalysisRelations", "not validated"));
    case RelationBasis::Inferred: return words(QT_TRANSLATE_NOOP("AnalysisRelations", "inferred"));
    }
    return {};
}

QString joinOf(const TableRelation &relation)
{
    QStringList equal;
    for (std::size_t i = 0; i < relation.columns.size(); ++i)
        if (i < relation.referencedColumns.size())
            equal += model::columnPlace(relation.table, relation.columns[i]) + QStringLiteral(" = ") + model::columnPlace(relation.referenced, relation.referencedColumns[i]);
    return equal.join(QStringLiteral("\nAND "));
}

/// For the list, where no line is drawn. Short: it makes the box as wide, and the columns stand with the line.
QString noteOf(const TableRelation &relation)
{
    if (relation.table != relation.referenced && relation.hasOrphans)
        return words(QT_TRANSLATE_NOOP("AnalysisRelations", "%1, orphans")).arg(basisWord(relation));
    if (relation.table != relation.referenced)
        return basisWord(relation);
    return words(QT_TRANSLATE_NOOP("AnalysisRelations", "%1, to itself by %2")).arg(basisWord(relation), model::namesListed(relation.columns));
}

QString captionOf(const model::TableName &name, const ReadAnalysisPointer &analysis)
{
    const api::AnalyzedTable *row = analysis ? analysis->find(name.toString()) : nullptr;
    return row ? kindWord(row->kind) : words(QT_TRANSLATE_NOOP("AnalysisRelations", "Not in what was read"));
}

} // namespace

std::vector<GraphNode> relationNodes(const ReadTable &table, const ReadAnalysisPointer &analysis)
{
    const model::TableName &own = table.analysis.table.name;
    std::vector<GraphNode> nodes;
    const auto nodeOf = [&](const model::TableName &name) -> GraphNode & {
        const QString id = name.toString();
        const auto found = std::ranges::find(nodes, id, &GraphNode::id);
        if (found != nodes.end())
            return *found;
        return nodes.emplace_back(GraphNode{.id = id, .label = id, .caption = captionOf(name, analysis), .group = name.schema(), .layer = -1, .color = ColorRole::LayerSource});
    };
    for (const model::SourceColumn &column : table.analysis.table.columns)
        nodeOf(own).columns.emplace_back(column.name, column.type.declared);
    for (const TableRelation &relation : table.analysis.relations) {
        const bool isToIt = relation.referenced == own && relation.table != own;
        GraphNode &other = nodeOf(isToIt ? relation.table : relation.referenced);
        const QString note = noteOf(relation);
        if (QStringList notes = other.note.split(QString(noteSeparator), Qt::SkipEmptyParts); !notes.contains(note))
            other.note = (notes << note).join(noteSeparator);
        if (other.id == own.toString())
            continue;
        for (const QString &column : isToIt ? relation.columns : relation.referencedColumns)
            if (std::ranges::find(other.columns, column, &std::pair<QString, QString>::first) == other.columns.end())
                other.columns.emplace_back(column, QString());
    }
    return nodes;
}

std::vector<GraphEdge> relationEdges(const ReadTable &table)
{
    std::vector<GraphEdge> edges;
    for (const TableRelation &relation : table.analysis.relations) {
        GraphEdge edge{.from = relation.table.toString(), .to = relation.referenced.toString(), .how = joinOf(relation), .label = basisWord(relation),
                       .isInferred = relation.basis == RelationBasis::Inferred};
        if (relation.columns.size() == 1 && relation.referencedColumns.size() == 1) {
            edge.fromColumn = relation.columns.front();
            edge.toColumn = relation.referencedColumns.front();
        }
        edges.push_back(std::move(edge));
    }
    return edges;
}

} // namespace lakehouse::views

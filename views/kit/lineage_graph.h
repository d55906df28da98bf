#pragma once

#include "kit/tokens.h"

#include <QString>

#include <utility>
#include <vector>

namespace lakehouse::views {

/// A table, view or anything else that a lineage view draws as one box.
struct GraphNode {
    QString id = {};      ///< unique and stable between refreshes
    QString label = {};   ///< the name as people write it: "public.film"
    QString caption = {}; ///< the word of its layer, translated: "Bronze"; stands wherever its colour does
    QString group = {};   ///< what collapses together inside a layer: the schema; empty: nothing
    int layer = 0;        ///< 0 is furthest left; -1: wherever its edges put it
    ColorRole color = ColorRole::LayerSource;
    QString note = {};    ///< one line more; of an unknown node, why it is not known
    bool isUnknown = false;
    std::vector<std::pair<QString, QString>> columns = {}; ///< name and type, in the order of the table
};

/// Data flows from one node to another; with both columns, from column to column.
struct GraphEdge {
    QString from = {};
    QString to = {};
    QString fromColumn = {};
    QString toColumn = {};
    QString how = {};         ///< SQL of what happens on the way; empty: taken over as it is
    QString label = {};       ///< a word or two beside the line: "inferred"
    bool isInferred = false;  ///< drawn dashed; say so in the label
};

} // namespace lakehouse::views

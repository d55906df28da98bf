#pragma once

#include "kit/tokens.h"

#include <QString>

#include <vector>

namespace lakehouse::views {

/// What a lineage view draws, before it has places: boxes and lines with their words.
struct LineageDrawing {
    struct Column {
        QString name = {};
        QString type = {};
        bool isChosen = false;
    };
    struct Box {
        QString id = {};             ///< of the node, or of the group
        QString title = {};
        QString word = {};           ///< of its layer
        QString note = {};
        ColorRole color = ColorRole::LayerSource;
        int layer = 0;
        bool isUnknown = false;
        bool isFocus = false;
        bool isGroup = false;
        int hiddenBefore = 0;        ///< neighbours that are not drawn
        int hiddenAfter = 0;
        std::vector<int> nodes = {}; ///< numbers of the nodes that it stands for
        std::vector<Column> columns = {};
    };
    struct Line {
        int from = 0;
        int to = 0;
        int fromColumn = -1; ///< number in the columns of the box; -1: the box as a whole
        int toColumn = -1;
        std::vector<int> edges = {}; ///< numbers of the edges that it stands for
        int pairs = 1;               ///< of nodes that they join
        QString label = {};
        bool isInferred = false;
    };

    std::vector<Box> boxes = {};
    std::vector<Line> lines = {};

    /// -1 when it is not drawn.
    int boxOf(const QString &id) const;
    /// Numbers of the lines that leave or arrive, in the order they were drawn.
    std::vector<int> linesOf(int box) const;
};

} // namespace lakehouse::views

#pragma once

#include <QString>

namespace lakehouse::views {

/// A project that can be opened.
struct ProjectChoice {
    QString id = {};    ///< what is handed back: a folder, or a project at a server
    QString name = {};
    QString place = {}; ///< where it is, in words
    friend bool operator==(const ProjectChoice &, const ProjectChoice &) = default;
};

} // namespace lakehouse::views

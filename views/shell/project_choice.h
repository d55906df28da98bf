#pragma once

#include <QString>

#include <optional>

namespace lakehouse::views {

/// A project that can be opened.
struct ProjectChoice {
    QString id = {};    ///< what is handed back: a folder, or a project at a server
    QString name = {};
    QString place = {}; ///< where it is, in words
    QString environment = {}; ///< "test" | "production"; empty: it was never open here
    std::optional<QString> sources = {}; ///< names of the databases that it reads, empty when there is none; nothing: it was never open here
    friend bool operator==(const ProjectChoice &, const ProjectChoice &) = default;
};

} // namespace lakehouse::views

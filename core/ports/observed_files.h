#pragma once

#include "base/run_context.h"

#include <QString>

#include <functional>
#include <vector>

namespace lakehouse::ports {

struct ObserveRequest {
    QString folder = {};                                   ///< absolute: where relative paths begin
    /// Files, folders, and patterns for either: * and ? stand for characters of one name, ** for any folders. With "!" before it a path or pattern is left out.
    std::vector<QString> paths = {};
    std::function<bool(const QString &path)> isWanted = {};///< by the name of a file; others are not opened
};

struct ObservedFile {
    QString path = {};  ///< as the request leads to it, with "/": "src/Order.java", "../shop/src/Order.java"
    QString text = {};
};

/// A file that was wanted and not read.
struct SkippedFile {
    enum class Reason { TooLarge, Binary, Unreadable, LinkToOutside };
    QString path = {};
    Reason reason = Reason::Unreadable;
    base::Text why = {};
    friend bool operator==(const SkippedFile &, const SkippedFile &) = default;
};

struct ObservedReport {
    qint64 files = 0;                                      ///< read
    qint64 bytes = 0;
    std::vector<SkippedFile> skipped = {};                 ///< by path
    friend bool operator==(const ObservedReport &, const ObservedReport &) = default;
};

/// The source of the application that writes to the database.
class ObservedFiles {
public:
    virtual ~ObservedFiles() = default;
    /// Reads each wanted file once and hands it over; `visit` is called from several threads at once, in no order. Folders of tools and of other people's code are
    /// passed by unless a path begins inside of one: .git, node_modules, vendor, build, target, __pycache__ and the like. Texts are UTF-8, UTF-16 with its mark, or
    /// Latin-1. Files above 50 MB, binary ones, unreadable ones and links that lead out of their path are left out and named.
    /// Fails with NotFound when a path is not there or a pattern finds nothing, since what is not read would seem not to write; with NotAllowed for a folder that
    /// cannot be listed.
    virtual base::Result<ObservedReport> read(const ObserveRequest &request, const std::function<void(const ObservedFile &)> &visit, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports

#include "adapters/observed_files/source_walk.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <filesystem>
#include <set>

namespace lakehouse::adapters {

namespace fs = std::filesystem;

using base::Error;
using base::ErrorCode;
using base::Result;
using ports::SkippedFile;

namespace {

/// Tools keep their own files there, and code that somebody else wrote.
bool isPassedBy(const QString &folder)
{
    static const std::set<QString> names{QStringLiteral(".git"), QStringLiteral(".hg"), QStringLiteral(".svn"), QStringLiteral(".ekos"), QStringLiteral(".idea"), QStringLiteral(".gradle"),
                                         QStringLiteral(".venv"), QStringLiteral(".tox"), QStringLiteral("node_modules"), QStringLiteral("bower_components"), QStringLiteral("vendor"),
                                         QStringLiteral("build"), QStringLiteral("target"), QStringLiteral("__pycache__"), QStringLiteral("site-packages")};
    return names.contains(folder);
}

bool isPattern(const QString &path)
{
    return path.contains(QLatin1Char('*')) || path.contains(QLatin1Char('?'));
}

/// What matches a pattern, and everything below it.
QRegularExpression expressionOf(const QString &pattern)
{
    QString expression = QRegularExpression::escape(pattern);
    expression.replace(QLatin1String("\\*\\*\\/"), QLatin1String("(?:[^/]+/)<any>")).replace(QLatin1String("\\*\\*"), QLatin1String(".<any>"));
    expression.replace(QLatin1String("\\*"), QLatin1String("[^/]*")).replace(QLatin1String("\\?"), QLatin1String("[^/]")).replace(QLatin1String("<any>"), QLatin1String("*"));
    return QRegularExpression(QRegularExpression::anchoredPattern(expression + QLatin1String("(?:/.*)?")), QRegularExpression::DotMatchesEverythingOption);
}

/// The folders of a pattern up to its first sign.
QString beginOf(const QString &pattern)
{
    QStringList folders;
    for (const QString &folder : pattern.split(QLatin1Char('/'))) {
        if (isPattern(folder))
            break;
        folders << folder;
    }
    const QString begin = folders.join(QLatin1Char('/'));
    return begin.isEmpty() ? (pattern.startsWith(QLatin1Char('/')) ? QStringLiteral("/") : QStringLiteral(".")) : begin;
}

QString joined(const QString &folder, const QString &name)
{
    return folder == QLatin1String(".") ? name : folder.endsWith(QLatin1Char('/')) ? folder + name : folder + QLatin1Char('/') + name;
}

class Walker {
public:
    Walker(const ports::ObserveRequest &request, const base::CancelToken &cancel) : m_request(request), m_cancel(cancel)
    {
        for (const QString &path : request.paths)
            if (path.startsWith(QLatin1Char('!')))
                m_excluded.push_back(expressionOf(QDir::cleanPath(path.mid(1))));
    }

    Result<SourceWalk> run()
    {
        for (const QString &path : m_request.paths)
            if (!path.startsWith(QLatin1Char('!')))
                EKOS_CHECK(take(QDir::cleanPath(path)));
        std::sort(m_walk.files.begin(), m_walk.files.end(), [](const FoundFile &left, const FoundFile &right) { return left.path < right.path; });
        return std::move(m_walk);
    }

private:
    Error notThere(const QString &path) const
    {
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 of [observe] paths is not there."), path},
                     QT_TRANSLATE_NOOP("core", "Correct the path in ekos.toml. Source that is not read would seem not to write to any table."), path};
    }

    Result<> take(const QString &path)
    {
        const bool hasPattern = isPattern(path);
        const QString begin = hasPattern ? beginOf(path) : path;
        std::error_code error;
        const QString absolute = QDir(m_request.folder).absoluteFilePath(begin);
        m_root = fs::canonical(QFile::encodeName(absolute).toStdString(), error);
        if (error)
            return notThere(path);
        m_only = hasPattern ? std::optional(expressionOf(path)) : std::nullopt;
        m_isMatched = !hasPattern;
        if (fs::is_directory(m_root, error))
            EKOS_CHECK(folder(begin, m_root));
        else
            file(begin, m_root);
        return m_isMatched ? Result<>(base::Ok{}) : notThere(path);
    }

    bool isExcluded(const QString &path) const
    {
        return std::any_of(m_excluded.begin(), m_excluded.end(), [&](const QRegularExpression &excluded) { return excluded.match(path).hasMatch(); });
    }

    Result<> folder(const QString &path, const fs::path &location)
    {
        EKOS_CHECK(m_cancel.check());
        std::error_code error;
        fs::directory_iterator entries(location, error);
        for (; !error && entries != fs::directory_iterator(); entries.increment(error))
            EKOS_CHECK(entry(path, *entries));
        if (error)
            return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The folder %1 cannot be listed."), path},
                         QT_TRANSLATE_NOOP("core", "Give the user who runs this program the right to read it, or leave it out with \"!\" in [observe] paths."), path,
                         QString::fromLocal8Bit(error.message().c_str())};
        return base::Ok{};
    }

    Result<> entry(const QString &path, const fs::directory_entry &found)
    {
        const QString name = QFile::decodeName(found.path().filename().c_str());
        const QString inner = joined(path, name);
        std::error_code error;
        const fs::file_type type = found.symlink_status(error).type();
        if (isExcluded(inner))
            return base::Ok{};
        if (type == fs::file_type::symlink)
            link(inner, found.path());
        else if (type != fs::file_type::directory)
            file(inner, found.path());
        else if (!isPassedBy(name))
            return folder(inner, found.path());
        return base::Ok{};
    }

    /// What a link leads to inside of its path is found under its own name.
    void link(const QString &path, const fs::path &location)
    {
        std::error_code error;
        const fs::path target = fs::canonical(location, error);
        const bool isInside = !error && std::mismatch(m_root.begin(), m_root.end(), target.begin(), target.end()).first == m_root.end();
        const bool isWanted = (!error && fs::is_directory(target, error)) || m_request.isWanted(path);
        if (isInside || !isWanted || (m_only && !m_only->match(path).hasMatch()))
            return;
        m_walk.skipped.push_back({path, SkippedFile::Reason::LinkToOutside, target.empty() ? base::Text(QT_TRANSLATE_NOOP("core", "It is a link that leads nowhere."))
                                                                                          : base::Text(QT_TRANSLATE_NOOP("core", "It is a link to a place outside of its path: name that place in [observe] paths."))});
    }

    void file(const QString &path, const fs::path &location)
    {
        if ((m_only && !m_only->match(path).hasMatch()) || isExcluded(path))
            return;
        m_isMatched = true;
        if (m_request.isWanted(path) && m_seen.insert(location.native()).second)
            m_walk.files.push_back({path, location.native()});
    }

    const ports::ObserveRequest &m_request;
    const base::CancelToken &m_cancel;
    std::vector<QRegularExpression> m_excluded;
    std::optional<QRegularExpression> m_only;
    fs::path m_root;
    bool m_isMatched = false;
    std::set<std::string> m_seen;
    SourceWalk m_walk;
};

} // namespace

Result<SourceWalk> walkSource(const ports::ObserveRequest &request, const base::CancelToken &cancel)
{
    return Walker(request, cancel).run();
}

} // namespace lakehouse::adapters

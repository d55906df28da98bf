#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QDate;
class QWidget;

namespace lakehouse::views {

/// Takes the content of a file that a person asked for. `nameHint` is the name that is proposed for it.
using FileSaver = std::function<void(const QByteArray &content, const QString &nameHint)>;

/// Asks the person for a place; in a browser the file is downloaded.
FileSaver systemFileSaver();

/// What an exported file is about.
enum class ExportScope {
    Page,  ///< all that a page lists
    Object ///< what is selected on it
};

/// A widget that knows what is on screen in it.
class NamesExports {
public:
    virtual ~NamesExports() = default;
    /// Project, page and object: "film-rental-extraction-public.film"; of a page without its object.
    virtual QString exportName(ExportScope scope) const = 0;
};

/// What the nearest widget around this one that names exports says; empty: there is none.
QString exportNameAround(const QWidget &widget, ExportScope scope = ExportScope::Object);
/// "film-rental-extraction-public.film-2026-11-30.svg". Signs that a file system keeps for itself become "_".
QString exportFileName(const QString &name, const QDate &day, const QString &ending);

} // namespace lakehouse::views

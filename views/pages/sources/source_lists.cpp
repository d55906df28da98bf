#include "pages/sources/source_lists.h"

#include "kit/localized.h"

#include <QCoreApplication>
#include <QStringList>

namespace lakehouse::views {

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("SourceLists", source);
}

TableColumn columnOf(const char *id, const char *title, CellKind kind, int width)
{
    return {QString::fromLatin1(id), words(title), {}, kind, width, false};
}

} // namespace

std::vector<TableColumn> RightRows::columns()
{
    return {columnOf("state", QT_TRANSLATE_NOOP("SourceLists", "Held"), CellKind::Status, 130), columnOf("right", QT_TRANSLATE_NOOP("SourceLists", "Right"), CellKind::Text, 90),
            columnOf("object", QT_TRANSLATE_NOOP("SourceLists", "On"), CellKind::Text, 200), columnOf("grant", QT_TRANSLATE_NOOP("SourceLists", "Statement that grants it"), CellKind::Text, 420)};
}

QString RightRows::idOf(const api::SourceRight &right)
{
    return right.right + QLatin1Char(' ') + right.object;
}

QString RightRows::text(qsizetype row, int column) const
{
    const api::SourceRight &right = m_rights[std::size_t(row)];
    switch (column) {
    case 0: return right.isHeld ? words(QT_TRANSLATE_NOOP("SourceLists", "held")) : words(QT_TRANSLATE_NOOP("SourceLists", "missing"));
    case 1: return right.right;
    case 2: return right.object;
    case 3: return right.grant;
    default: return {};
    }
}

std::optional<Status> RightRows::status(qsizetype row, int column) const
{
    return column == 0 ? std::optional(m_rights[std::size_t(row)].isHeld ? Status::Done : Status::NeedsYou) : std::nullopt;
}

std::vector<TableColumn> TypeRows::columns()
{
    return {columnOf("type", QT_TRANSLATE_NOOP("SourceLists", "Type"), CellKind::Text, 160), columnOf("columns", QT_TRANSLATE_NOOP("SourceLists", "Columns"), CellKind::Number, 90),
            columnOf("examples", QT_TRANSLATE_NOOP("SourceLists", "For example"), CellKind::Text, 260), columnOf("reason", QT_TRANSLATE_NOOP("SourceLists", "Why not"), CellKind::Text, 360)};
}

QString TypeRows::text(qsizetype row, int column) const
{
    const api::UnsupportedType &type = m_types[std::size_t(row)];
    switch (column) {
    case 0: return type.type;
    case 1: return countText(type.columns);
    case 2: return QStringList(type.examples.begin(), type.examples.end()).join(QStringLiteral(", "));
    case 3: return localized(type.reason);
    default: return {};
    }
}

std::optional<double> TypeRows::number(qsizetype row, int column) const
{
    return column == 1 ? std::optional(double(m_types[std::size_t(row)].columns)) : std::nullopt;
}

} // namespace lakehouse::views

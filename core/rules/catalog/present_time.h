#pragma once

#include <QJsonObject>
#include <QString>

namespace lakehouse::rules {

/// Whether the zone of a time is part of the column.
enum class TimeColumn { WithZone, WithoutZone };

/// How unqualified names of functions resolve: pg_catalog comes first unless the function's own search_path says otherwise.
enum class NameTrust { PgCatalogFirst, OnlyQualified };

/// What a right side gives the column.
enum class AssignedTime {
    Present,         ///< the present, and the same in every session
    SessionDependent,///< the present, in the time zone of whichever session runs it
    OtherZone,       ///< the present, in a fixed zone other than UTC, whose clock may go back
    Other            ///< not known to be the present
};

/// Classifies the text of an assignment as PL/pgSQL keeps it: "NEW.last_update := now()". `parseMode` is the parser's own number.
AssignedTime assignedTime(const QString &assignment, int parseMode, TimeColumn column, NameTrust trust);

} // namespace lakehouse::rules

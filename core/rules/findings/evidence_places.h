#pragma once

#include "model/catalog.h"
#include "model/evidence.h"

namespace lakehouse::rules {

/// How findings name what they rest on, so that one thing has one place. `detail` is in the words of the place.

/// "column public.film.title"
model::Evidence columnEvidence(const model::TableName &table, const QString &column, const QString &detail);
/// "table public.film"; a view is a table here too
model::Evidence tableEvidence(const model::TableName &table, const QString &detail);
/// "comment on column public.film.title"; of the table without a column
model::Evidence commentEvidence(const model::TableName &table, const std::optional<QString> &column, const QString &comment);
/// "check film_rating_check"
model::Evidence checkEvidence(const model::SourceCheck &check);

} // namespace lakehouse::rules

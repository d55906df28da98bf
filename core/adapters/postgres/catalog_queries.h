#pragma once

#include <QString>

#include <vector>

namespace lakehouse::adapters::postgres {

/// The SQL that reads the catalog of PostgreSQL 13 to 18. All of it runs with search_path = pg_catalog.
/// A *unit* is what is read as one table: no partition (its root is the unit), nothing of a system schema, nothing that belongs to an extension.
class CatalogQueries {
public:
    /// `schemas` empty: all but the system's.
    CatalogQueries(int serverVersion, const std::vector<QString> &schemas);

    static QString session();
    static QString schemas();
    QString relationCodes() const; ///< every relkind that occurs
    QString units() const;
    QString columns() const;       ///< of units and own composite types, dropped ones as well
    QString types() const;
    QString enumLabels() const;
    QString ownTypes() const;      ///< enums, domains, composite and range types of the schemas
    QString indexes() const;       ///< keys among them
    QString constraints() const;   ///< of units and of own domains
    QString inheritance() const;
    QString triggers() const;
    QString routines() const;      ///< of the schemas, and trigger functions wherever they stand
    QString sequences() const;
    QString policies() const;
    QString statistics() const;
    QString partitionTriggers() const; ///< of each unit with partitions: whether they have exactly its row triggers
    QString counts() const; ///< kind and count(*), found in another way than the rows themselves
    QString versions() const; ///< of each unit a text that changes when its columns do; the last value of a row of `units` is the same
    QString sizes() const;  ///< may wait for locks; runs outside the snapshot
    static QString hidesRows(); ///< condition on `c`, a row of pg_class: policies hide rows from this role

private:
    QString isOwn(const char *catalog, const char *oid) const;
    QString unitIds() const;
    QString ownTypeIds() const;
    QString compositeIds() const;
    QString notUsed() const;
    QString version() const;

    int m_serverVersion;
    QString m_schemaFilter;
};

} // namespace lakehouse::adapters::postgres

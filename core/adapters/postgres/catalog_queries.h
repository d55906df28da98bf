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
    QString columns() const;
    QString types() const;
    QString enumLabels() const;
    QString keys() const;
    QString constraints() const;
    QString inheritance() const;
    QString triggers() const;
    QString functions() const;
    QString partitionTriggers() const; ///< of each unit with partitions: whether they have exactly its row triggers
    QString counts() const; ///< kind and count(*), found in another way than the rows themselves
    QString sizes() const;  ///< may wait for locks; runs outside the snapshot

private:
    QString unitIds() const;

    int m_serverVersion;
    QString m_schemaFilter;
};

} // namespace lakehouse::adapters::postgres

#pragma once

#include <QProcess>
#include <QString>

namespace lakehouse::testsupport {

/// A source of its own on the native stack, with one name on every machine since pictures show it: its database may be changed as the application
/// of a garden shop would. What a killed test left goes with the next.
class GardenSource {
public:
    /// What the Trino catalog that reads it is told about types.
    enum class Catalog { Complete, WithoutArrays };

    ~GardenSource();
    /// Database, reading role and catalog. Empty when it worked, else what went wrong.
    QString make();
    /// The catalog anew.
    QString makeCatalog(Catalog kind);
    /// As the owner of the database. Empty when it worked.
    QString sql(const QString &statement) const;

    static QString name() { return QStringLiteral("garden_shop"); }
    static QString reader() { return QStringLiteral("garden_reader"); }
    static QString address(); ///< host:port/database
    /// installer/stack.sh, which knows how its servers are reached. Empty when it worked.
    static QString stack(const QStringList &arguments);

private:
    void remove();
    bool m_isMade = false;
};

/// Another session that has the table for itself: whoever reads it waits. Ends with the object.
class GardenLock {
public:
    explicit GardenLock(const QString &table);
    ~GardenLock();
    bool isHeld() const { return m_isHeld; }

private:
    QProcess m_session;
    bool m_isHeld = false;
};

} // namespace lakehouse::testsupport

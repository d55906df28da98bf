#pragma once

#include "support/stack_process.h"

#include <QTemporaryDir>

#include <functional>

namespace lakehouse::testsupport {

/// A project folder of its own with a source database, a reading role, a Trino catalog, bronze schemas and a Dagster code location of its own
/// on the native stack; all of it goes with the object. The names hold the number of this process: what a killed test left is removed by the next.
class StackProject {
public:
    /// Why there is no stack to test on, as a sentence; empty when there is one.
    static QString whyNot();

    StackProject();
    ~StackProject();
    /// Makes database, role, catalog and the settings without a source. Empty when all of it is there, else what went wrong.
    QString make();
    /// The settings; before that the folder is no project.
    void writeSettings() const;

    QString folder() const { return m_folder.path(); }
    const QString &name() const { return m_name; }                  ///< of the source, the database, the catalog and the reading role
    QString projectName() const;                                    ///< also of the code location
    QString address() const;                                        ///< host:port/database
    QString password() const { return m_password; }
    static QString passwordVariable() { return QStringLiteral("EKOS_LH_PG_PASSWORD"); } ///< the one that the processes of Dagster have
    QString bronzeSchema() const { return m_name + QStringLiteral("_shop"); }

    /// As a person would in another terminal; the password is in its environment. The event loop turns meanwhile.
    Finished cli(const QStringList &arguments) const;
    /// SQL in the source, as its owner.
    Finished source(const QString &sql, const QString &database = {}) const;
    Finished trino(const QString &sql) const;
    /// Dagster loads the generated project.
    Finished registerCode() const;
    /// Called before a program is started, which holds up the thread that does it.
    void setBeforeStart(std::function<void()> call) { m_beforeStart = std::move(call); }

private:
    Finished run(const QString &program, const QStringList &arguments, const QByteArray &input = {}) const;
    Finished stack(const QStringList &arguments) const;
    QString makeDatabase() const;
    void sweep() const;
    void remove(const QString &name) const;

    QTemporaryDir m_folder;
    QString m_name;
    QString m_password;
    std::function<void()> m_beforeStart;
};

} // namespace lakehouse::testsupport

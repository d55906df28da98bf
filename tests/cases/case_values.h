#pragma once

#include "api/operations/extraction.h"
#include "api/operations/sources.h"
#include "cases/case_line.h"
#include "cases/case_project.h"

#include <QJsonObject>

#include <map>

namespace lakehouse::cases {

/// One reading of the source with everything that follows from it, asked for as the aspects of lines name it.
class CaseValues {
public:
    CaseValues(const testing::PostgresCluster &cluster, const QString &database, const QString &settings) : m_cluster(cluster), m_database(database), m_project(cluster, database, settings) {}

    /// Draws all conclusions; without it there are a plan and its aspects only. Ends with a plan. May come again after the source has changed.
    base::Result<> analyze();
    base::Result<> plan();
    /// Keeps that a load brought every row of each planned table.
    base::Result<> noteLoads();
    /// Changes the plan as a person would, each line of `decisions` after the other.
    base::Result<> decide(const QString &decisions);
    /// Fails with NotFound when the line names something that is not there, with InvalidInput when it asks for what nobody knows.
    base::Result<QString> value(const Line &line);

private:
    base::Result<const api::TableDetail *> table(const model::TableSelector &selector);
    base::Result<QString> tableValue(const Line &line);
    base::Result<QString> columnValue(const Line &line);
    base::Result<QString> columnOnServer(const model::TableDecision &table, const model::PlannedColumn &column, const QString &aspect) const;
    base::Result<QString> factValue(const Line &line);
    base::Result<QString> reviewValue(const Line &line);
    base::Result<QString> trialValue(const Line &line);
    base::Result<QString> analysisValue(const Line &line);
    base::Result<QString> serverValue(const Line &line) const;
    base::Result<QString> asked(const QString &sql) const;
    base::Result<> readFacts();
    base::Result<> record(const std::vector<model::PlanChange> &changes);
    bool areNamesFit(const model::TableDecision &table) const;

    const testing::PostgresCluster &m_cluster;
    QString m_database;
    CaseProject m_project;
    std::vector<api::PlanRow> m_planned;
    std::map<QString, api::TableDetail> m_tables; ///< as they were asked for
    std::map<QString, QJsonObject> m_facts;       ///< bodies by kind and subject
    std::optional<api::SourceTest> m_trial;
    QString m_incompleteCounts;
};

/// Whether a value is what a line expects.
bool isAsExpected(const QString &value, const QString &expected, const QString &aspect);

} // namespace lakehouse::cases

#pragma once

#include "api/operations/analysis.h"
#include "api/operations/evidence.h"
#include "support/scripted_workbench.h"

#include <map>

namespace lakehouse::testsupport {

/// A film rental as an analysis found it: what the operations answer about it.
class SampleAnalysis {
public:
    struct Table {
        api::AnalyzedTable row = {};
        api::TableAnalysis detail = {};
    };

    /// Seven tables and a view: public.actor, public.customer, public.film, public.film_list (the view), public.note, public.payment, public.rental
    /// and sales.invoice.
    SampleAnalysis();
    /// A source that was never read.
    static SampleAnalysis unread();

    Table &table(const char *name) { return m_tables.at(QString::fromLatin1(name)); }
    void remove(const char *name);
    base::Result<api::AnalysisPage> show(const api::ShowAnalysis &request) const;
    base::Result<api::LedgerTimeline> timeline(const api::ShowTimeline &request) const;
    /// Answers every question of the page by this, which lives as long as the bench.
    void answerOn(ScriptedWorkbench &bench);

    bool isRead = true;
    bool isAnalyzed = true;
    QByteArray reading = "first";          ///< another word is another reading of the source
    qint64 mostOnPage = 10'000;            ///< however many are asked for
    qint64 mostEntries = 1'000;
    std::map<QString, std::vector<api::TimelineEntry>> entries = {}; ///< by table

private:
    explicit SampleAnalysis(int) {}
    void addActor();
    void addCustomer();
    void addFilm();
    void addFilmList();
    void addNote();
    void addPayment();
    void addRental();
    void addInvoice();
    Table &add(const char *schema, const char *table, qint64 rows);
    void addHistory();

    std::map<QString, Table> m_tables; ///< by name
};

/// When the rows of the sample were looked at: 14 November 2023, 22:13 UTC.
base::UtcTime profiledAt();
model::TableName nameOf(const char *schema, const char *table);
/// Two things are new and one is gone.
api::AnalysisReport sampleReport();

} // namespace lakehouse::testsupport

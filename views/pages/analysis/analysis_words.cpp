#include "pages/analysis/analysis_words.h"

#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

using api::AnalyzedTable;
using model::Confidence;
using model::DeleteClass;
using model::FactKind;
using model::InsertClass;
using model::PersonalData;
using model::TableKind;
using model::UpdateClass;
using model::WatermarkProof;

namespace {

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("AnalysisWords", source, nullptr, int(count));
}

QString insertWords(InsertClass inserts)
{
    return inserts == InsertClass::Seen ? words(QT_TRANSLATE_NOOP("AnalysisWords", "inserts")) : words(QT_TRANSLATE_NOOP("AnalysisWords", "no inserts"));
}

QString updateWords(UpdateClass updates)
{
    switch (updates) {
    case UpdateClass::PoOnly: return words(QT_TRANSLATE_NOOP("AnalysisWords", "updates by the persistence layer"));
    case UpdateClass::RawSqlSetsUpdated: return words(QT_TRANSLATE_NOOP("AnalysisWords", "updates set the watermark"));
    case UpdateClass::RawSqlOmitsUpdated: return words(QT_TRANSLATE_NOOP("AnalysisWords", "updates leave the watermark out"));
    case UpdateClass::NoneSeen: return words(QT_TRANSLATE_NOOP("AnalysisWords", "no updates"));
    }
    return {};
}

QString deleteWords(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never: return words(QT_TRANSLATE_NOOP("AnalysisWords", "no deletes"));
    case DeleteClass::Soft: return words(QT_TRANSLATE_NOOP("AnalysisWords", "deletes only mark"));
    case DeleteClass::Hard: return words(QT_TRANSLATE_NOOP("AnalysisWords", "deletes"));
    case DeleteClass::PurgeOnly: return words(QT_TRANSLATE_NOOP("AnalysisWords", "deletes by housekeeping"));
    }
    return {};
}

QString insertSentence(InsertClass inserts)
{
    return inserts == InsertClass::Seen ? words(QT_TRANSLATE_NOOP("AnalysisWords", "The application inserts rows."))
                                        : words(QT_TRANSLATE_NOOP("AnalysisWords", "No insert was seen in the code of the application."));
}

QString updateSentence(UpdateClass updates)
{
    switch (updates) {
    case UpdateClass::PoOnly: return words(QT_TRANSLATE_NOOP("AnalysisWords", "It updates rows only through its persistence layer, which sets the watermark."));
    case UpdateClass::RawSqlSetsUpdated: return words(QT_TRANSLATE_NOOP("AnalysisWords", "It updates rows by statements that all set the watermark."));
    case UpdateClass::RawSqlOmitsUpdated: return words(QT_TRANSLATE_NOOP("AnalysisWords", "At least one statement updates rows and leaves the watermark out."));
    case UpdateClass::NoneSeen: return words(QT_TRANSLATE_NOOP("AnalysisWords", "No update was seen."));
    }
    return {};
}

QString deleteSentence(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never: return words(QT_TRANSLATE_NOOP("AnalysisWords", "It never deletes a row."));
    case DeleteClass::Soft: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Deleting only marks a row by a column."));
    case DeleteClass::Hard: return words(QT_TRANSLATE_NOOP("AnalysisWords", "It deletes rows."));
    case DeleteClass::PurgeOnly: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Rows are deleted only by housekeeping."));
    }
    return {};
}

} // namespace

bool hasRowsToLookAt(TableKind kind)
{
    return kind != TableKind::View && kind != TableKind::ForeignTable;
}

bool lacksKey(const AnalyzedTable &table)
{
    return model::holdsRows(table.kind) && table.key.empty();
}

bool isRefusedInPart(const AnalyzedTable &table)
{
    return model::holdsRows(table.kind) && (table.isRefused || table.refusedColumns > 0);
}

bool isNotProfiled(const AnalyzedTable &table)
{
    return hasRowsToLookAt(table.kind) && !table.profiledAtUtc;
}

bool needsLook(const AnalyzedTable &table)
{
    return table.conflicts > 0 || table.personalData > 0 || lacksKey(table) || isRefusedInPart(table) || isNotProfiled(table);
}

namespace {

/// What of a table is worth a look, from the worst to the least.
enum class Look { Refused, Conflicts, NoKey, RefusedColumns, NotProfiled, PersonalData, Derived, Nothing };

Look firstLook(const AnalyzedTable &table)
{
    const bool isOwn = model::holdsRows(table.kind);
    if (isOwn && table.isRefused)
        return Look::Refused;
    if (table.conflicts > 0)
        return Look::Conflicts;
    if (lacksKey(table))
        return Look::NoKey;
    if (isRefusedInPart(table))
        return Look::RefusedColumns;
    if (isNotProfiled(table))
        return Look::NotProfiled;
    if (table.personalData > 0)
        return Look::PersonalData;
    return isOwn ? Look::Nothing : Look::Derived;
}

} // namespace

QString stateWord(const AnalyzedTable &table)
{
    switch (firstLook(table)) {
    case Look::Refused: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Refused"));
    case Look::Conflicts: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Conflicts"));
    case Look::NoKey: return words(QT_TRANSLATE_NOOP("AnalysisWords", "No key"));
    case Look::RefusedColumns: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Partly refused"));
    case Look::NotProfiled: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Not yet"));
    case Look::PersonalData: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Personal data"));
    case Look::Derived: return table.kind == TableKind::ForeignTable ? words(QT_TRANSLATE_NOOP("AnalysisWords", "Elsewhere")) : words(QT_TRANSLATE_NOOP("AnalysisWords", "Derived"));
    case Look::Nothing: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Known"));
    }
    return {};
}

Status stateOf(const AnalyzedTable &table)
{
    switch (firstLook(table)) {
    case Look::Refused: return Status::Blocked;
    case Look::Conflicts:
    case Look::NoKey:
    case Look::PersonalData: return Status::NeedsYou;
    case Look::RefusedColumns: return Status::DoneWithProblems;
    case Look::NotProfiled: return Status::NotStarted;
    case Look::Derived: return Status::Skipped;
    case Look::Nothing: return Status::Done;
    }
    return Status::Unknown;
}

QString stateReason(const AnalyzedTable &table)
{
    QStringList said;
    if (!model::holdsRows(table.kind))
        said += table.kind == TableKind::ForeignTable ? words(QT_TRANSLATE_NOOP("AnalysisWords", "Its rows belong to another server, so it is not loaded from here."))
                                                      : words(QT_TRANSLATE_NOOP("AnalysisWords", "It shows rows of other tables, so it is not loaded itself."));
    else if (table.isRefused)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "It cannot be loaded: its columns say why, and what would lift it."));
    if (table.conflicts > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "%n conflict(s) between pieces of evidence."), table.conflicts);
    if (lacksKey(table))
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "Nothing tells its rows apart."));
    if (model::holdsRows(table.kind) && !table.isRefused && table.refusedColumns > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s) that no type of the lake holds faithfully."), table.refusedColumns);
    if (isNotProfiled(table))
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "Its rows were not looked at yet."));
    if (table.personalData > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s) that may hold personal data."), table.personalData);
    if (said.isEmpty())
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "Nothing about it needs a look."));
    return said.join(QLatin1Char(' '));
}

QString changesWords(const AnalyzedTable &table)
{
    if (!model::holdsRows(table.kind))
        return {};
    if (!table.inserts || !table.updates || !table.deletes)
        return words(QT_TRANSLATE_NOOP("AnalysisWords", "not known"));
    return QStringList{insertWords(*table.inserts), updateWords(*table.updates), deleteWords(*table.deletes)}.join(QStringLiteral(", "));
}

QString changesReason(const AnalyzedTable &table)
{
    if (!model::holdsRows(table.kind))
        return {};
    if (!table.inserts || !table.updates || !table.deletes)
        return words(QT_TRANSLATE_NOOP("AnalysisWords", "No code of the application that writes it was read. [observe] of ekos.toml says where it looks."));
    return QStringList{insertSentence(*table.inserts), updateSentence(*table.updates), deleteSentence(*table.deletes)}.join(QLatin1Char(' '));
}

QString kindWord(TableKind kind)
{
    switch (kind) {
    case TableKind::Table: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Table"));
    case TableKind::PartitionedTable: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Partitioned table"));
    case TableKind::View: return words(QT_TRANSLATE_NOOP("AnalysisWords", "View"));
    case TableKind::MaterializedView: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Materialized view"));
    case TableKind::ForeignTable: return words(QT_TRANSLATE_NOOP("AnalysisWords", "Foreign table"));
    }
    return {};
}

QString provedByWords(WatermarkProof proof)
{
    switch (proof) {
    case WatermarkProof::Trigger: return words(QT_TRANSLATE_NOOP("AnalysisWords", "a trigger"));
    case WatermarkProof::Application: return words(QT_TRANSLATE_NOOP("AnalysisWords", "the application"));
    case WatermarkProof::Person: return words(QT_TRANSLATE_NOOP("AnalysisWords", "nothing"));
    }
    return {};
}

QString personalDataWord(PersonalData kind)
{
    switch (kind) {
    case PersonalData::Email: return words(QT_TRANSLATE_NOOP("AnalysisWords", "e-mail address"));
    case PersonalData::Phone: return words(QT_TRANSLATE_NOOP("AnalysisWords", "phone number"));
    case PersonalData::PersonName: return words(QT_TRANSLATE_NOOP("AnalysisWords", "name of a person"));
    case PersonalData::Address: return words(QT_TRANSLATE_NOOP("AnalysisWords", "address"));
    case PersonalData::BirthDate: return words(QT_TRANSLATE_NOOP("AnalysisWords", "date of birth"));
    case PersonalData::NationalId: return words(QT_TRANSLATE_NOOP("AnalysisWords", "national identity number"));
    case PersonalData::Iban: return words(QT_TRANSLATE_NOOP("AnalysisWords", "bank account"));
    case PersonalData::PaymentCard: return words(QT_TRANSLATE_NOOP("AnalysisWords", "payment card"));
    case PersonalData::IpAddress: return words(QT_TRANSLATE_NOOP("AnalysisWords", "network address"));
    case PersonalData::Credential: return words(QT_TRANSLATE_NOOP("AnalysisWords", "password or key"));
    case PersonalData::FreeText: return words(QT_TRANSLATE_NOOP("AnalysisWords", "free text"));
    }
    return {};
}

QString confidenceWord(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Weak: return words(QT_TRANSLATE_NOOP("AnalysisWords", "weak"));
    case Confidence::Likely: return words(QT_TRANSLATE_NOOP("AnalysisWords", "likely"));
    case Confidence::Certain: return words(QT_TRANSLATE_NOOP("AnalysisWords", "certain"));
    }
    return {};
}

QString factWord(FactKind kind, qint64 count)
{
    switch (kind) {
    case FactKind::Table: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n table(s)"), count);
    case FactKind::Column: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s)"), count);
    case FactKind::Key: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n key(s)"), count);
    case FactKind::ForeignKey: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n foreign key(s)"), count);
    case FactKind::Check: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n check(s)"), count);
    case FactKind::Trigger: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n trigger(s)"), count);
    case FactKind::Routine: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n routine(s)"), count);
    case FactKind::View: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n view(s)"), count);
    case FactKind::Index: return words(QT_TRANSLATE_NOOP("AnalysisWords", "indexes: %n"), count);
    case FactKind::Policy: return words(QT_TRANSLATE_NOOP("AnalysisWords", "row security rules: %n"), count);
    case FactKind::TableProfile: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n look(s) at the rows"), count);
    case FactKind::ColumnProfile: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n measured column(s)"), count);
    case FactKind::PiiCandidate: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s) that may hold personal data"), count);
    case FactKind::ScopeProposal: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n proposal(s) whether to load it"), count);
    case FactKind::Conflict: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n conflict(s)"), count);
    case FactKind::IdentityCandidate: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n question(s) of identity"), count);
    case FactKind::WriteBehaviour: return words(QT_TRANSLATE_NOOP("AnalysisWords", "write behaviour: %n"), count);
    case FactKind::GlossaryTerm: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n term(s)"), count);
    case FactKind::EnumMeaning: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n list(s) of codes"), count);
    case FactKind::FlagColumn: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n flag(s)"), count);
    case FactKind::LogicalForeignKey: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n inferred relation(s)"), count);
    case FactKind::MandatoryColumn: return words(QT_TRANSLATE_NOOP("AnalysisWords", "%n mandatory column(s)"), count);
    default: return words(QT_TRANSLATE_NOOP("AnalysisWords", "others: %n"), count);
    }
}

QString totalsLine(const api::AnalysisPage &page)
{
    const api::AnalysisTotals &totals = page.totals;
    const QString engine = page.engine == QLatin1String("postgresql") ? QStringLiteral("PostgreSQL") : page.engine == QLatin1String("oracle") ? QStringLiteral("Oracle") : page.engine;
    const QStringList parts{
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%1, %2 %3, read at %4")).arg(page.database, engine, page.serverVersion.section(QLatin1Char(' '), 0, 0), localized(page.readAtUtc)),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n table(s)"), totals.tables),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s)"), totals.columns),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n routine(s)"), totals.routines),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n table(s) profiled"), totals.profiled),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n proved watermark(s)"), totals.watermarks),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n column(s) that may hold personal data"), totals.personalData),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n conflict(s)"), totals.conflicts),
        words(QT_TRANSLATE_NOOP("AnalysisWords", "%n table(s) without a key"), totals.withoutKey),
    };
    return parts.join(QStringLiteral(" · "));
}

QString reportSentence(const api::AnalysisReport &report)
{
    qint64 read = 0;
    qint64 found = 0;
    qint64 gone = 0;
    qint64 skipped = 0;
    qint64 unresolved = 0;
    QStringList names;
    for (const api::DatabaseAnalysis &database : report.databases) {
        names += database.database;
        read += database.newEntries;
        found += database.findings.newEntries;
        gone += database.retractions + database.findings.retractions;
        skipped += qint64(database.findings.skippedFiles.size());
        unresolved += database.findings.unresolvedWrites;
    }
    const QString name = names.join(QStringLiteral(", "));
    QStringList said{read + found + gone == 0
        ? words(QT_TRANSLATE_NOOP("AnalysisWords", "%1 was analyzed, and nothing is other than it was known already.")).arg(name)
        : words(QT_TRANSLATE_NOOP("AnalysisWords", "%1 was analyzed. New or other than before: %2 in the catalog, %3 among the findings. Gone: %4."))
              .arg(name, countText(read), countText(found), countText(gone))};
    if (skipped > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "%n file(s) of the application could not be read."), skipped);
    if (unresolved > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "%n statement(s) write to a table that is not known beyond doubt."), unresolved);
    if (skipped + unresolved > 0)
        said += words(QT_TRANSLATE_NOOP("AnalysisWords", "The log of the run names each."));
    return said.join(QLatin1Char(' '));
}

Status reportStatus(const api::AnalysisReport &report)
{
    for (const api::DatabaseAnalysis &database : report.databases)
        if (!database.findings.skippedFiles.empty() || database.findings.unresolvedWrites > 0)
            return Status::DoneWithProblems;
    return Status::Done;
}

} // namespace lakehouse::views

#include "usecases/evidence/ledger_subjects.h"

#include "describe/label_of.h"
#include "model/fact.h"
#include "rules/planning/plan_diff.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::labelOf;

namespace {

constexpr qint64 all = std::numeric_limits<qint64>::max();
constexpr FactKind kindsOfReview[] = {FactKind::Decision, FactKind::SignOff, FactKind::ReviewComment, FactKind::ReviewAssignment};

std::optional<ReviewSubject> reviewSubject(const QString &word)
{
    for (const ReviewSubject subject : allReviewSubjects)
        if (word.compare(labelOf(subject), Qt::CaseInsensitive) == 0)
            return subject;
    return std::nullopt;
}

Result<std::vector<TableName>> namesOf(const std::vector<LedgerEntry> &entries)
{
    std::vector<TableName> names;
    for (const LedgerEntry &entry : entries) {
        EKOS_TRY(TableName name, TableName::create(entry.subject.schema, entry.subject.object));
        names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    const auto doubled = std::ranges::unique(names);
    names.erase(doubled.begin(), doubled.end());
    return names;
}

/// The tables that the ledger knows of, and those that it ever knew; each list is read when it is needed, and once.
class KnownTables {
public:
    KnownTables(ports::Ledger &ledger, RunContext &run) : m_ledger(ledger), m_run(run) {}

    Result<TableName> find(const QString &text)
    {
        EKOS_TRY(const TableSelector selector, TableSelector::parse(text));
        if (!m_current) {
            EKOS_TRY(const std::vector<LedgerEntry> entries, m_ledger.currentOfKind(FactKind::Table, m_run));
            EKOS_TRY(m_current, namesOf(entries));
        }
        Result<TableName> found = rules::resolveTable(selector, *m_current);
        if (found || found.error().code != ErrorCode::NotFound)
            return found;
        if (!m_ever) {
            EKOS_TRY(const std::vector<LedgerEntry> entries, m_ledger.entries({.kind = FactKind::Table, .limit = all}, m_run));
            EKOS_TRY(m_ever, namesOf(entries));
        }
        return rules::resolveTable(selector, *m_ever);
    }

    /// What a name that was not found is near to.
    QStringList near(const QString &word) const { return m_ever ? rules::nearNames(word, *m_ever) : QStringList(); }

private:
    ports::Ledger &m_ledger;
    RunContext &m_run;
    std::optional<std::vector<TableName>> m_current;
    std::optional<std::vector<TableName>> m_ever;
};

QString joined(const std::vector<QString> &names)
{
    QStringList parts;
    for (const QString &name : names)
        parts += sqlIdentifier(name);
    return parts.join(QLatin1Char('.'));
}

/// The column as the ledger knows it: as typed, else in any case when only one fits.
Result<KnownSubject> columnOf(const TableName &table, const QString &typed, const api::LedgerSubject &subject, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.entries({.kind = FactKind::Column, .table = table, .limit = all}, run));
    QStringList folded;
    QStringList columns;
    for (const LedgerEntry &entry : entries) {
        if (entry.subject.part == typed)
            return KnownSubject{.table = table, .column = typed};
        columns += sqlIdentifier(entry.subject.part);
        if (entry.subject.part.compare(typed, Qt::CaseInsensitive) == 0 && !folded.contains(entry.subject.part))
            folded += entry.subject.part;
    }
    if (folded.size() == 1)
        return KnownSubject{.table = table, .column = folded.front()};
    columns.removeDuplicates();
    constexpr qsizetype mostNamed = 12;
    if (columns.size() > mostNamed)
        columns = columns.first(mostNamed) << QStringLiteral("…");
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The ledger knows no column %1 of %2."), sqlIdentifier(typed), table.toString()},
                 {QT_TRANSLATE_NOOP("core", "Its columns: %1."), columns.join(QStringLiteral(", "))}, subject.toString()};
}

Error unknown(const api::LedgerSubject &subject, const QStringList &near)
{
    QStringList words;
    for (const ReviewSubject review : allReviewSubjects)
        words += labelOf(review);
    const base::Text hint = !near.isEmpty() ? base::Text{QT_TRANSLATE_NOOP("core", "Did you mean %1?"), near.join(QStringLiteral(", "))}
                                            : base::Text{QT_TRANSLATE_NOOP("core", "Name a table or a column that ekos-lakehouse analysis show lists, or a subject of the review: %1."), words.join(QStringLiteral(", "))};
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The ledger knows nothing that is called %1."), subject.toString()}, hint, subject.toString()};
}

/// Whether `name` stands in `text` and neither begins nor ends inside of a longer word.
bool holdsName(const QString &text, const QString &name)
{
    for (qsizetype at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        const auto goesOn = [&](qsizetype place) { return place >= 0 && place < text.size() && (text[place].isLetterOrNumber() || text[place] == QLatin1Char('_')); };
        if (!goesOn(at - 1) && !goesOn(at + name.size()))
            return true;
    }
    return false;
}

} // namespace

Result<KnownSubject> knownSubject(const api::LedgerSubject &subject, ports::Ledger &ledger, RunContext &run)
{
    const std::vector<QString> &names = subject.names();
    if (names.size() == 1)
        if (const auto review = reviewSubject(names.front()))
            return KnownSubject{.review = review};
    KnownTables tables(ledger, run);
    if (names.size() < 3) {
        const Result<TableName> table = tables.find(subject.toString());
        if (table)
            return KnownSubject{.table = table.value()};
        if (table.error().code != ErrorCode::NotFound)
            return table.error();
        if (names.size() == 1)
            return unknown(subject, tables.near(names.front()));
    }
    const std::vector<QString> ofTable(names.begin(), names.end() - 1);
    const Result<TableName> table = tables.find(joined(ofTable));
    if (!table)
        return table.error().code == ErrorCode::NotFound ? unknown(subject, tables.near(names[1])) : table.error();
    return columnOf(table.value(), names.back(), subject, ledger, run);
}

Result<std::vector<LedgerEntry>> entriesAbout(const KnownSubject &subject, const std::optional<FactKind> &kind, qint64 after, qint64 limit, ports::Ledger &ledger, RunContext &run)
{
    if (!subject.review && !subject.column)
        return ledger.entries({.kind = kind, .table = subject.table, .afterSequence = after, .limit = limit}, run);
    std::vector<LedgerEntry> entries;
    if (!subject.review) {
        EKOS_TRY(entries, ledger.entries({.kind = kind, .table = subject.table, .afterSequence = after, .limit = all}, run));
        std::erase_if(entries, [&](const LedgerEntry &entry) { return (isImportedFact(entry.subject) ? partOfImported(entry.subject) : entry.subject.part) != *subject.column; });
    } else {
        for (const FactKind one : kindsOfReview) {
            if (kind && *kind != one)
                continue;
            EKOS_TRY(std::vector<LedgerEntry> found, ledger.entries({.kind = one, .afterSequence = after, .limit = all}, run));
            std::erase_if(found, [&](const LedgerEntry &entry) { return entry.subject.kind != SubjectKind::Review || entry.subject.part != labelOf(*subject.review); });
            std::ranges::move(found, std::back_inserter(entries));
        }
        std::ranges::sort(entries, {}, &LedgerEntry::sequence);
    }
    if (qint64(entries.size()) > limit)
        entries.resize(std::size_t(limit));
    return entries;
}

bool isItemAbout(const QString &item, const KnownSubject &subject)
{
    if (!subject.table)
        return false;
    const QString table = subject.table->toString();
    return holdsName(item, subject.column ? table + QLatin1Char('.') + sqlIdentifier(*subject.column) : table);
}

} // namespace lakehouse::usecases

#include "usecases/review/review_table.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "text/csv.h"
#include "usecases/authorisation.h"
#include "usecases/review/decide.h"
#include "usecases/review/show.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::labelOf;

namespace {

// Subject, item, decision and reason are read back; the others are there to decide by.
constexpr const char *columns[] = {"subject", "item", "finding", "evidence", "proposal", "decision", "reason", "decided-by"};

QString evidenceInWords(const std::vector<Evidence> &evidence)
{
    QStringList places;
    for (const Evidence &piece : evidence)
        places += piece.line > 0 ? QStringLiteral("%1:%2").arg(piece.place).arg(piece.line) : piece.place;
    return places.join(QStringLiteral("; "));
}

/// Where each column stands in a header; those that are not known are left alone.
struct Header {
    std::array<qsizetype, std::size(columns)> places = {};
    qsizetype at(const char *column) const
    {
        return places[std::size_t(std::ranges::find(columns, std::string_view(column)) - std::begin(columns))];
    }
};

/// Refuses what a spreadsheet of another country writes in place of commas, by its name.
Result<> checkSeparator(const QString &csv)
{
    QString first = csv.left(csv.indexOf(QLatin1Char('\n'))).trimmed();
    first.remove(QLatin1Char('"'));
    const auto isSeparatedBy = [&](char separator) { return first.split(QLatin1Char(separator)).contains(QLatin1String("item")); };
    if (isSeparatedBy(',') || (!isSeparatedBy(';') && !isSeparatedBy('\t')))
        return base::Ok{};
    return Error{ErrorCode::InvalidInput, isSeparatedBy(';') ? base::Text(QT_TRANSLATE_NOOP("core", "The columns of the table are separated by semicolons, where commas are asked for."))
                                                            : base::Text(QT_TRANSLATE_NOOP("core", "The columns of the table are separated by tabs, where commas are asked for.")),
                 QT_TRANSLATE_NOOP("core", "Save it as CSV in UTF-8 with the comma as its separator: a spreadsheet asks for it, or goes by the region of the computer.")};
}

Result<Header> readHeader(const text::CsvRecord &record)
{
    Header header;
    header.places.fill(-1);
    for (std::size_t i = 0; i < record.fields.size(); ++i)
        for (std::size_t column = 0; column < std::size(columns); ++column)
            if (record.fields[i].trimmed() == QLatin1String(columns[column]))
                header.places[column] = qsizetype(i);
    for (const char *needed : {"subject", "item", "decision"})
        if (header.at(needed) < 0)
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The first line has no column \"%1\"."), QString::fromLatin1(needed)},
                         QT_TRANSLATE_NOOP("core", "Make the table with: ekos-lakehouse review export")};
    return header;
}

QString fieldOf(const text::CsvRecord &record, qsizetype place)
{
    return place >= 0 && place < qsizetype(record.fields.size()) ? text::withoutFormulaGuard(record.fields[std::size_t(place)]) : QString();
}

/// One line of the table as a decision; nothing when it decides nothing. The error says what is wrong without its line.
Result<std::optional<NewDecision>> readLine(const text::CsvRecord &record, const Header &header, const Reason &otherwise, const ReviewState &state)
{
    const QString decision = fieldOf(record, header.at("decision")).trimmed();
    const QString subjectWord = fieldOf(record, header.at("subject")).trimmed();
    ReviewSubject subject = ReviewSubject::Scope;
    if (!describe::readWord(subjectWord, describe::typeOf<ReviewSubject>(), &subject))
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a subject of the review."), subjectWord.left(80)}};
    EKOS_TRY(const ReviewItem *item, itemOf(fieldOf(record, header.at("item")), subject, state));
    if (decision.isEmpty())
        return std::optional<NewDecision>();
    EKOS_TRY(const ReviewVerdict verdict, ReviewVerdict::parse(decision));
    EKOS_CHECK(rules::checkVerdict(*item, verdict));
    const Result<Reason> own = Reason::parse(fieldOf(record, header.at("reason")));
    if (!own && own.error().code != ErrorCode::NeedsReason) // only an empty one gives way to that of the whole table
        return own.error();
    return std::optional(NewDecision{subject, item->item, verdict, own ? own.value() : otherwise});
}

struct ReadTable {
    std::vector<NewDecision> decisions = {};
    ReviewImported report = {};
};

void addDecision(ReadTable &table, NewDecision decision, qsizetype line, const ReviewState &state)
{
    const ReviewItem &item = *state.of(decision.subject).find(decision.item);
    if (isStanding(item, decision.verdict)) {
        ++table.report.unchanged;
        return;
    }
    const std::optional<ReviewVerdict> before = item.decision ? std::optional(item.decision->verdict) : std::nullopt;
    table.report.changes.push_back({qint64(line), decision.subject, decision.item, before, decision.verdict});
    table.decisions.push_back(std::move(decision));
}

/// The whole table or nothing: every bad line is named.
Result<ReadTable> readTable(const ImportReview &request, const ReviewState &state)
{
    constexpr qsizetype problemsShown = 20;
    EKOS_CHECK(checkSeparator(request.csv));
    const text::CsvContent content = text::readCsv(request.csv);
    if (content.records.empty())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The table is empty."), QT_TRANSLATE_NOOP("core", "Make it with: ekos-lakehouse review export")};
    EKOS_TRY(const Header header, readHeader(content.records.front()));
    ReadTable table;
    QStringList problems;
    std::set<std::pair<ReviewSubject, QString>> seen;
    for (auto record = content.records.begin() + 1; record != content.records.end(); ++record) {
        Result<std::optional<NewDecision>> decision = readLine(*record, header, request.reason, state);
        if (!decision)
            problems += QStringLiteral("%1: %2").arg(record->line).arg(decision.error().message.toEnglish());
        else if (!decision.value())
            ++table.report.unchanged;
        else if (!seen.emplace(decision.value()->subject, decision.value()->item).second)
            problems += QStringLiteral("%1: %2 is decided twice").arg(record->line).arg(decision.value()->item);
        else
            addDecision(table, *std::move(decision).value(), record->line, state);
    }
    if (content.problem)
        problems += QStringLiteral("%1: %2").arg(content.problem->line).arg(content.problem->kind == text::CsvProblem::Kind::UnclosedQuote ? QStringLiteral("a quoted cell does not end")
                                                                                                                                          : QStringLiteral("text follows a quoted cell"));
    if (problems.isEmpty())
        return table;
    const qint64 count = problems.size();
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%n line(s) cannot be taken over; nothing was changed."), base::Plural{count}},
                 QT_TRANSLATE_NOOP("core", "Mend the lines that are named, and try again with --dry-run."), {}, problems.first(std::min<qsizetype>(problemsShown, count)).join(QLatin1Char('\n'))};
}

} // namespace

Result<ReviewTable> exportReview(const ExportReview &request, const ReviewState &state)
{
    std::vector<QString> header;
    for (const char *column : columns)
        header.push_back(QString::fromLatin1(column));
    ReviewTable table{.csv = text::csvLine(header)};
    for (const ReviewSubject subject : allReviewSubjects) {
        if (request.subject && *request.subject != subject)
            continue;
        for (const ReviewItem &item : state.of(subject).items) {
            const auto decided = [&](auto value) { return item.decision ? value(*item.decision) : QString(); };
            table.csv += text::csvLine({labelOf(subject), item.item, item.finding.toEnglish(), evidenceInWords(item.evidence), item.proposal.toString(),
                decided([](const ReviewDecision &decision) { return decision.verdict.toString(); }), decided([](const ReviewDecision &decision) { return decision.reason.toString(); }),
                decided([](const ReviewDecision &decision) { return decision.actor; })});
            ++table.items;
        }
    }
    return table;
}

Result<ReviewImported> importReview(const ImportReview &request, const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    EKOS_TRY(const ReviewStatePointer state, reviews.read(context.project, workspace, run));
    EKOS_CHECK(checkReviewCurrent(request.expectedDigest, *state));
    EKOS_TRY(ReadTable table, readTable(request, *state));
    for (const NewDecision &decision : table.decisions)
        EKOS_CHECK(checkReason(decision.reason, context, workspace, run));
    EKOS_CHECK(checkMayDecide(context));
    table.report.isDryRun = request.dryRun;
    table.report.digest = state->digest;
    if (request.dryRun || table.decisions.empty())
        return table.report;
    return recorded<ReviewImported>(workspace, ImportReview::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ReviewImported>> {
        EKOS_CHECK(recordDecisions(table.decisions, *state, recorder, workspace, run));
        EKOS_TRY(const ReviewStatePointer after, reviews.read(context.project, workspace, run));
        table.report.digest = after->digest;
        return Recorded<ReviewImported>{table.report, {QT_TRANSLATE_NOOP("core", "%n decision(s) taken over from a table."), base::Plural{qint64(table.decisions.size())}}};
    });
}

} // namespace lakehouse::usecases

#include "cases/case_values.h"

#include "api/operations/evidence.h"
#include "api/operations/review.h"
#include "cases/plan_aspects.h"
#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "rules/reconcile/canonical_text.h"
#include "rules/sqlgen/quoting.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

namespace lakehouse::cases {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::labelOf;
using namespace api;
using namespace model;

namespace {

const QString nothing = orNone({});

QString text(const char *words) { return QString::fromUtf8(words); }

Error noSuchAspect(const Line &line)
{
    return {ErrorCode::InvalidInput, {"No aspect \"%1\" of %2.", text(line.aspect), text(line.what)}, {}};
}

QString sqlName(const TableName &table)
{
    return rules::postgresIdentifier(table.schema()) + QLatin1Char('.') + rules::postgresIdentifier(table.table());
}

/// What stands under a path of a JSON value; of a list, of each element.
QString underPath(const QJsonValue &value, const QStringList &path)
{
    if (value.isArray()) {
        QStringList parts;
        for (const QJsonValue &element : value.toArray())
            parts += underPath(element, path);
        return parts.join(QStringLiteral(", "));
    }
    if (!path.isEmpty())
        return value.isObject() ? underPath(value.toObject().value(path.front()), path.mid(1)) : QString();
    if (value.isBool())
        return yesNo(value.toBool());
    return value.isObject() ? QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact)) : value.toVariant().toString();
}

/// The statement that Trino hands down to the source.
std::optional<QString> pushedStatement(const std::vector<SqlText> &files)
{
    static const QRegularExpression pushed(QStringLiteral("system\\.query\\(query => '([^']*+(?:''[^']*+)*+)'\\)"));
    for (const SqlText &file : files)
        if (const QRegularExpressionMatch match = pushed.match(file.text); match.hasMatch())
            return match.captured(1).replace(QStringLiteral("''"), QStringLiteral("'"));
    return std::nullopt;
}

bool isForPeople(const QString &aspect)
{
    static const QStringList aspects{text("reason"), text("refusal"), text("remedy"), text("why"), text("warning"), text("finding"), text("evidence"),
                                     text("effects"), text("grant"), text("reading"), text("key reason"), text("watermark proof")};
    return aspects.contains(aspect) || aspect.endsWith(QLatin1String("expression")) || aspect == QLatin1String("definition") || aspect == QLatin1String("exclusion");
}

bool holdsInOrder(const QString &words, const QStringList &parts)
{
    qsizetype at = 0;
    for (const QString &part : parts) {
        const qsizetype found = words.indexOf(part, at, Qt::CaseInsensitive);
        if (found < 0)
            return false;
        at = found + part.size();
    }
    return true;
}

} // namespace

bool isAsExpected(const QString &value, const QString &expected, const QString &aspect)
{
    const QStringList alternatives = expected.split(QStringLiteral(" || "));
    return std::ranges::any_of(alternatives, [&](const QString &one) {
        return value == one || (isForPeople(aspect) && one != nothing && value != nothing && holdsInOrder(value, one.split(QStringLiteral(" & "))));
    });
}

Result<> CaseValues::analyze()
{
    static const QStringList onlyCounted{text("collation"), text("extension"), text("foreign-server")}; // kinds that the program has no use for
    EKOS_TRY(const AnalysisReport report, m_project.ask(AnalyzeSource{}));
    for (const ObjectCount &count : report.databases.front().counts)
        if (count.read != count.counted && !onlyCounted.contains(count.kind))
            m_incompleteCounts += QStringLiteral("%1: %2 of %3 ").arg(count.kind).arg(count.read).arg(count.counted);
    EKOS_CHECK(readFacts());
    return plan();
}

Result<> CaseValues::plan()
{
    EKOS_TRY(PlanSummary summary, m_project.ask(MakePlan{}));
    m_planned = std::move(summary.tables);
    m_tables.clear();
    return base::Ok{};
}

Result<> CaseValues::noteLoads()
{
    RunContext run;
    EKOS_TRY(const std::shared_ptr<usecases::Workspace> workspace, m_project.open({}));
    EKOS_TRY(ports::RunStore *runs, workspace->runs(run));
    for (const PlanRow &row : m_planned)
        EKOS_CHECK(runs->addLoadReport({.table = row.table, .run = RunId(workspace->ids().next())}));
    return base::Ok{};
}

Result<> CaseValues::decide(const QString &decisions)
{
    std::vector<PlanChange> ofColumns;
    for (const QString &line : decisions.split(QLatin1Char('\n'))) {
        const QString where = line.section(QLatin1Char(' '), 1);
        constexpr PlanEdit edits[] = {PlanEdit::Undo, PlanEdit::Text, PlanEdit::Null, PlanEdit::Limit, PlanEdit::AcceptRowSecurity};
        const auto edit = std::ranges::find(edits, line.section(QLatin1Char(' '), 0, 0), [](PlanEdit one) { return labelOf(one); });
        if (edit == std::end(edits))
            return Error{ErrorCode::InvalidInput, {"Nobody decides so: %1", line}, {}};
        ChangeExtraction change{.edit = *edit, .reason = Reason::parse(QStringLiteral("the shop knows them")).value()};
        if (where.count(QLatin1Char('.')) > 1) {
            EKOS_TRY(const ColumnSelector column, ColumnSelector::parse(where));
            change.table = column.table;
            change.column = column.column;
        } else {
            EKOS_TRY(change.table, TableSelector::parse(where));
        }
        if (change.column && *edit != PlanEdit::Undo) {
            EKOS_TRY(const TableName name, TableName::create(change.table.schema().value_or(QString()), change.table.table()));
            ofColumns.push_back({name, *edit, change.reason, QStringLiteral("anna@desk (cli)"), {}, change.column});
            continue;
        }
        EKOS_CHECK(record(std::exchange(ofColumns, {})));
        EKOS_TRY(const ExtractionPage page, m_project.ask(ShowExtraction{}));
        change.expectedDigest = page.digest;
        EKOS_CHECK(m_project.ask(change));
    }
    EKOS_CHECK(record(ofColumns));
    return plan();
}

/// As the command would, all at once: it makes a plan after each.
Result<> CaseValues::record(const std::vector<PlanChange> &changes)
{
    if (changes.empty())
        return base::Ok{};
    base::RunContext run;
    EKOS_TRY(const auto workspace, m_project.open({}));
    EKOS_TRY(ports::Ledger *ledger, workspace->ledger(run));
    EKOS_TRY(const ports::LoadedSettings loaded, workspace->settings(run));
    EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
    std::vector<NewFact> facts;
    for (const PlanChange &change : changes)
        facts.push_back({FactKind::PlanChange, columnSubject(connection.alias, change.table, *change.column), describe::canonicalJson(change), {}});
    EKOS_CHECK(ledger->append(facts, {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk"), .channel = QStringLiteral("cli")}, run));
    return base::Ok{};
}

Result<> CaseValues::readFacts()
{
    m_facts.clear();
    std::optional<qint64> after = 0;
    while (after) {
        EKOS_TRY(const LedgerPage page, m_project.ask(ShowLedger{.after = *after, .limit = 500}));
        for (const LedgerLine &line : page.entries) {
            const QJsonObject body = QJsonDocument::fromJson(line.body.toUtf8()).object();
            if (line.kind == FactKind::Retraction)
                m_facts.erase(body.value(QLatin1String("kind")).toString() + QLatin1Char(' ') + line.subject);
            else
                m_facts[labelOf(line.kind) + QLatin1Char(' ') + line.subject] = body;
        }
        after = page.next;
    }
    return base::Ok{};
}

Result<QString> CaseValues::value(const Line &line)
{
    const QString what = text(line.what);
    if (what == QLatin1String("table"))
        return tableValue(line);
    if (what == QLatin1String("column"))
        return columnValue(line);
    if (what == QLatin1String("fact"))
        return factValue(line);
    if (what == QLatin1String("review"))
        return reviewValue(line);
    if (what == QLatin1String("rights") || what == QLatin1String("check"))
        return trialValue(line);
    if (what == QLatin1String("analysis"))
        return analysisValue(line);
    return serverValue(line);
}

Result<const TableDetail *> CaseValues::table(const TableSelector &selector)
{
    const auto known = m_tables.find(selector.toString());
    if (known != m_tables.end())
        return &known->second;
    EKOS_TRY(const ExtractionPage page, m_project.ask(ShowExtraction{.table = selector, .allSql = true}));
    return &m_tables.emplace(selector.toString(), page.detail.value()).first->second;
}

/// Every engine and file system takes the names of the table's place, and no other table lands there.
bool CaseValues::areNamesFit(const TableDecision &table) const
{
    static const QRegularExpression plain(QStringLiteral("^[a-z0-9][a-z0-9_]{0,62}$"));
    constexpr qsizetype longestFileName = 255;
    const TablePlaces &places = table.places;
    const QStringList folders = places.fileSlug.split(QLatin1Char('/'));
    const bool areFolders = std::ranges::all_of(folders, [](const QString &name) { return !name.isEmpty() && name.toUtf8().size() <= longestFileName; });
    const auto own = std::ranges::find(m_planned, table.table, &PlanRow::table);
    return plain.match(places.bronzeSchema).hasMatch() && plain.match(places.bronzeTable).hasMatch() && areFolders && own != m_planned.end()
           && std::ranges::count(m_planned, own->bronze, &PlanRow::bronze) == 1;
}

Result<QString> CaseValues::tableValue(const Line &line)
{
    const QString aspect = text(line.aspect);
    EKOS_TRY(const TableSelector selector, TableSelector::parse(text(line.where)));
    const bool isPlanned = std::ranges::any_of(m_planned, [&](const PlanRow &row) { return row.table.schema() == selector.schema() && row.table.table() == selector.table(); });
    if (aspect == QLatin1String("mode") && !isPlanned)
        return QStringLiteral("absent");
    EKOS_TRY(const TableDetail *detail, table(selector));
    if (const auto value = tableAspect(detail->planned, aspect))
        return *value;
    if (aspect == QLatin1String("names fit"))
        return yesNo(areNamesFit(detail->planned.decision));
    if (aspect != QLatin1String("pushed rows"))
        return noSuchAspect(line);
    const auto statement = pushedStatement(detail->sql);
    return statement ? asked(QStringLiteral("SELECT count(pushed_rows) FROM (%1 OFFSET 0) AS pushed_rows").arg(*statement)) : Result<QString>(nothing);
}

Result<QString> CaseValues::columnValue(const Line &line)
{
    const QString aspect = text(line.aspect);
    EKOS_TRY(const ColumnSelector selector, ColumnSelector::parse(text(line.where)));
    EKOS_TRY(const TableDetail *detail, table(selector.table));
    const auto &columns = detail->planned.decision.columns;
    const auto column = std::ranges::find(columns, selector.column, &PlannedColumn::name);
    if (column == columns.end())
        return Error{ErrorCode::NotFound, {"The plan has no column %1.", text(line.where)}, {}};
    if (const auto value = columnAspect(detail->planned, *column, aspect))
        return *value;
    if (aspect == QLatin1String("read") || aspect == QLatin1String("canonical") || aspect == QLatin1String("distinct"))
        return columnOnServer(detail->planned.decision, *column, aspect);
    return noSuchAspect(line);
}

Result<QString> CaseValues::columnOnServer(const TableDecision &table, const PlannedColumn &column, const QString &aspect) const
{
    if (column.fidelity == Fidelity::Refused)
        return QStringLiteral("(refused)");
    const QString name = rules::postgresIdentifier(column.name);
    QString value = QStringLiteral("coalesce((%1)::text, 'NULL')").arg(column.sourceExpression.value_or(name));
    if (aspect != QLatin1String("read"))
        value = rules::canonicalField(rules::SqlDialect::PostgreSql, column.canonical, rules::comparableValue(rules::SqlDialect::PostgreSql, column));
    const QString result = aspect == QLatin1String("distinct") ? QStringLiteral("count(DISTINCT %1)").arg(value)
                                                               : QStringLiteral("string_agg(%1, '|' ORDER BY %2)").arg(value, rules::postgresIdentifier(table.columns.front().name));
    EKOS_TRY(const QString answer, asked(QStringLiteral("SELECT '[' || %1 || ']' FROM %2").arg(result, sqlName(table.table)))); // in brackets, since blanks at the ends count
    return answer.mid(1, answer.size() - 2);
}

Result<QString> CaseValues::factValue(const Line &line)
{
    const auto fact = m_facts.find(text(line.where));
    if (QLatin1String(line.aspect) == QLatin1String("there"))
        return yesNo(fact != m_facts.end());
    if (fact == m_facts.end())
        return Error{ErrorCode::NotFound, {"The ledger has no %1.", text(line.where)}, {}};
    return orNone(underPath(fact->second, text(line.aspect).split(QLatin1Char('.'))));
}

Result<QString> CaseValues::reviewValue(const Line &line)
{
    const QString where = text(line.where);
    const QString name = where.section(QLatin1Char(' '), 0, 0);
    const auto subject = std::ranges::find(allReviewSubjects, name, [](ReviewSubject one) { return labelOf(one); });
    if (subject == allReviewSubjects.end())
        return noSuchAspect(line);
    const Result<ReviewPage> page = m_project.ask(ShowReview{.subject = *subject, .item = where.section(QLatin1Char(' '), 1)});
    if (!page && page.error().code == ErrorCode::NotFound && QLatin1String(line.expected) == nothing)
        return nothing;
    if (!page)
        return page.error();
    const ReviewItem &item = page.value().detail.value().item;
    const QString aspect = text(line.aspect);
    if (aspect == QLatin1String("proposal"))
        return item.proposal.toString();
    if (aspect == QLatin1String("finding"))
        return item.finding.toEnglish();
    if (aspect == QLatin1String("effects"))
        return inLines(item.effects);
    QStringList evidence;
    for (const Evidence &piece : item.evidence)
        evidence += QStringLiteral("%1 %2: %3, %4 rows").arg(labelOf(piece.kind), piece.place, piece.detail).arg(piece.rows);
    return orNone(evidence.join(QLatin1Char('\n')));
}

Result<QString> CaseValues::trialValue(const Line &line)
{
    if (!m_trial) {
        EKOS_TRY(m_trial, m_project.ask(TestSource{}));
    }
    const QString where = text(line.where);
    if (QLatin1String(line.what) == QLatin1String("rights")) {
        const auto right = std::ranges::find(m_trial->rights, where, &SourceRight::object);
        return right == m_trial->rights.end() ? nothing : right->isHeld ? QStringLiteral("held") : right->grant;
    }
    const auto check = std::ranges::find(m_trial->checks, where, &ServiceCheck::check);
    if (check == m_trial->checks.end())
        return Error{ErrorCode::NotFound, {"The trial has no line %1.", where}, {}};
    const QString aspect = text(line.aspect);
    return aspect == QLatin1String("state") ? labelOf(check->state) : aspect == QLatin1String("finding") ? check->finding.toEnglish() : check->remedy.toEnglish();
}

Result<QString> CaseValues::analysisValue(const Line &line)
{
    if (QLatin1String(line.aspect) == QLatin1String("complete"))
        return m_incompleteCounts.isEmpty() ? QStringLiteral("yes") : m_incompleteCounts;
    EKOS_TRY(const AnalysisReport again, m_project.ask(AnalyzeSource{}));
    const DatabaseAnalysis &database = again.databases.front();
    return QString::number(database.newEntries + database.retractions + database.findings.newEntries + database.findings.retractions);
}

/// Updates rows in different ways, among them one that changes nothing, and looks whether each has the present time now.
Result<QString> CaseValues::serverValue(const Line &line) const
{
    const QString table = text(line.where);
    EKOS_TRY(const QString moved, asked(QStringLiteral(R"(BEGIN;
SET LOCAL timezone = 'UTC';
SET LOCAL session_replication_role = replica;
INSERT INTO %1 (id, v, changed) SELECT id, 'b', '2000-01-01' FROM generate_series(1, 6) AS id;
SET LOCAL session_replication_role = origin;
UPDATE %1 SET v = 'a' WHERE id = 1;
UPDATE %1 SET v = 'b' WHERE id = 2;
UPDATE %1 SET v = '' WHERE id = 3;
UPDATE %1 SET v = NULL WHERE id = 4;
UPDATE %1 SET v = v WHERE id = 5;
UPDATE %1 SET id = id WHERE id = 6;
SELECT bool_and(changed::timestamptz > now() - interval '1 minute') FROM %1;
ROLLBACK;)").arg(table)));
    return moved == QLatin1String("t") ? QStringLiteral("always") : QStringLiteral("not always");
}

Result<QString> CaseValues::asked(const QString &sql) const
{
    QString error;
    const QString answer = m_cluster.run(sql, m_database, &error);
    if (!error.isEmpty())
        return Error{ErrorCode::ExternalFailure, {"The server refuses %1: %2", sql, error}, {}};
    return answer;
}

} // namespace lakehouse::cases

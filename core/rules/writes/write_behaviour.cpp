#include "rules/writes/write_behaviour.h"

#include "rules/writes/table_resolver.h"
#include "rules/writes/write_words.h"

#include <QStringList>

#include <algorithm>
#include <set>
#include <tuple>

namespace lakehouse::rules {

using base::Text;
using model::Evidence;
using model::TableName;
using model::WriteBehaviour;

namespace {

// What a piece of evidence says for a person. By it a later analysis tells what earlier evidence was about.
const char insertsRows[] = QT_TRANSLATE_NOOP("core", "It inserts rows.");
const char mayUpdateRows[] = QT_TRANSLATE_NOOP("core", "It may update rows: %1.");
const char updatesAndSets[] = QT_TRANSLATE_NOOP("core", "It updates rows and sets %1.");
const char updatesWhatIsNotSeen[] = QT_TRANSLATE_NOOP("core", "It updates rows; not all columns that it sets can be seen, and %1 is not among those that can.");
const char updatesAndLeavesOut[] = QT_TRANSLATE_NOOP("core", "It updates rows and leaves %1 out.");
const char marksRows[] = QT_TRANSLATE_NOOP("core", "It marks rows as deleted by %1.");
const char mayDeleteRows[] = QT_TRANSLATE_NOOP("core", "It may delete rows: %1.");
const char deletesRows[] = QT_TRANSLATE_NOOP("core", "It deletes rows.");
const char deletesAsHousekeeping[] = QT_TRANSLATE_NOOP("core", "It deletes rows as housekeeping.");
const char isOfAClass[] = QT_TRANSLATE_NOOP("core", "Rows of the table are objects of the class %1.");

/// What is known of one table while sources are read.
struct Observed {
    bool isInserted = false;
    bool isKept = false;        ///< by a class of a persistence layer
    bool isSet = false;         ///< an update sets the watermark
    bool isOmitted = false;
    bool isMarked = false;      ///< as deleted
    bool isDeleted = false;
    bool isPurged = false;
    std::vector<Evidence> evidence = {};
};

bool isBefore(const Evidence &left, const Evidence &right)
{
    return std::tie(left.kind, left.place, left.line, left.detail) < std::tie(right.kind, right.place, right.line, right.detail);
}

void sortOut(std::vector<Evidence> &evidence)
{
    std::sort(evidence.begin(), evidence.end(), isBefore);
    evidence.erase(std::unique(evidence.begin(), evidence.end()), evidence.end());
}

/// Which of two classes comes first, the worst one first.
template<typename Class>
Class worse(std::initializer_list<Class> order, Class left, Class right)
{
    return *std::find_if(order.begin(), order.end(), [&](Class one) { return one == left || one == right; });
}

/// Queries of JPA name the column updated_at by its property, updatedAt.
bool isCalled(const QString &name, const QString &column)
{
    return name.compare(column, Qt::CaseInsensitive) == 0 || snakeCase(name).compare(column, Qt::CaseInsensitive) == 0;
}

QString namesOf(const std::vector<QString> &names)
{
    return QStringList(names.begin(), names.end()).join(QLatin1String(", "));
}

WriteBehaviour judged(const TableName &table, Observed observed)
{
    using model::DeleteClass;
    using model::UpdateClass;
    std::vector<Evidence> &evidence = observed.evidence;
    sortOut(evidence);
    return {.table = table,
            .inserts = observed.isInserted ? model::InsertClass::Seen : model::InsertClass::NoneSeen,
            .updates = observed.isOmitted   ? UpdateClass::RawSqlOmitsUpdated
                       : observed.isSet     ? UpdateClass::RawSqlSetsUpdated
                       : observed.isKept    ? UpdateClass::PoOnly
                                            : UpdateClass::NoneSeen,
            .deletes = observed.isDeleted   ? DeleteClass::Hard
                       : observed.isPurged  ? DeleteClass::PurgeOnly
                       : observed.isMarked  ? DeleteClass::Soft
                                            : DeleteClass::Never,
            .evidence = std::move(evidence)};
}

/// Adds what a piece of evidence says; false: it says nothing that is known here.
bool note(const Evidence &piece, Observed &observed)
{
    const auto says = [&](const char *sentence) { return piece.statement.source == QLatin1String(sentence); };
    if (says(insertsRows))
        observed.isInserted = true;
    else if (says(isOfAClass))
        observed.isKept = true;
    else if (says(updatesAndSets))
        observed.isSet = true;
    else if (says(updatesAndLeavesOut) || says(updatesWhatIsNotSeen) || says(mayUpdateRows))
        observed.isOmitted = true;
    else if (says(marksRows))
        observed.isMarked = true;
    else if (says(deletesRows) || says(mayDeleteRows))
        observed.isDeleted = true;
    else if (says(deletesAsHousekeeping))
        observed.isPurged = true;
    else
        return false;
    return true;
}

class Judge {
public:
    explicit Judge(const WriteInput &input) : m_input(input), m_resolver(input.tables, input.sources)
    {
        for (const TableName &table : input.tables)
            m_observed[table];
    }

    WriteFindings run()
    {
        for (const SourceWrites &source : m_input.sources) {
            for (const WrittenStatement &statement : source.statements)
                count(source, statement, m_resolver.find(statement.table));
            for (const PersistenceCall &call : source.calls)
                if (const auto answer = m_resolver.findClass(call.className); answer.table)
                    count(source, call.statement, answer);
                else
                    countPerhaps(source, call.statement, answer.candidates, Text(QT_TRANSLATE_NOOP("core", "several tables have a class %1"), call.className));
            for (const PersistentClass &persistent : source.classes)
                if (const auto answer = m_resolver.findOwn(persistent); answer.table)
                    keep(source, persistent, m_observed[*answer.table]);
        }
        std::sort(m_findings.unresolved.begin(), m_findings.unresolved.end(), [](const UnresolvedWrite &left, const UnresolvedWrite &right) {
            return isBefore(left.evidence, right.evidence) || (!isBefore(right.evidence, left.evidence) && left.name < right.name);
        });
        for (auto &[table, observed] : m_observed)
            m_findings.tables.push_back(judged(table, std::move(observed)));
        return std::move(m_findings);
    }

private:
    Evidence evidence(const SourceWrites &source, qint64 line, const QString &detail, Text statement) const
    {
        return {.kind = source.kind, .place = source.place, .detail = detail, .line = line, .statement = std::move(statement)};
    }

    void count(const SourceWrites &source, const WrittenStatement &statement, const TableResolver::Answer &answer)
    {
        if (answer.table) {
            Observed &observed = m_observed[*answer.table];
            if (statement.operation == WriteOperation::Insert)
                countInsert(source, statement, observed);
            else if (statement.operation == WriteOperation::Update)
                countUpdate(source, statement, observed);
            else
                countDelete(source, statement, observed);
            return;
        }
        if (!statement.table.empty() && answer.candidates.empty())
            return;
        QStringList name;
        for (const WrittenName &part : statement.table)
            name << part.text;
        const bool isPutTogether = statement.table.empty();
        if (isPutTogether)
            countPerhaps(source, statement, tablesBeside(statement), QT_TRANSLATE_NOOP("core", "the table's name is put together while the program runs, and this one stands beside it"));
        else
            countPerhaps(source, statement, answer.candidates, Text(QT_TRANSLATE_NOOP("core", "several tables are called %1"), name.join(QLatin1Char('.'))));
        m_findings.unresolved.push_back({isPutTogether ? UnresolvedWrite::Reason::PutTogether : UnresolvedWrite::Reason::SeveralTables, name.join(QLatin1Char('.')), answer.candidates,
                                         evidence(source, statement.line, statement.verb,
                                                  isPutTogether ? Text(QT_TRANSLATE_NOOP("core", "The table's name is put together while the program runs."))
                                                                : Text(QT_TRANSLATE_NOOP("core", "Several tables are called %1."), name.join(QLatin1Char('.'))))});
    }

    /// Tables whose names stand where a statement's own is put together.
    std::vector<TableName> tablesBeside(const WrittenStatement &statement)
    {
        std::set<TableName> tables;
        for (const std::vector<WrittenName> &name : statement.mayMean) {
            const TableResolver::Answer answer = m_resolver.find(name);
            if (answer.table)
                tables.insert(*answer.table);
            tables.insert(answer.candidates.begin(), answer.candidates.end());
        }
        return {tables.begin(), tables.end()};
    }

    /// A statement that may be meant for each of these tables: that rows stay, or go only as housekeeping, and that an update is seen, is then said of none.
    void countPerhaps(const SourceWrites &source, const WrittenStatement &statement, const std::vector<TableName> &tables, const Text &why)
    {
        if (statement.operation == WriteOperation::Insert)
            return;
        for (const TableName &table : tables) {
            Observed &observed = m_observed[table];
            const bool isDelete = statement.operation == WriteOperation::Delete;
            observed.isDeleted = observed.isDeleted || isDelete;
            observed.isOmitted = observed.isOmitted || !isDelete;
            observed.evidence.push_back(evidence(source, statement.line, QLatin1String("perhaps ") + statement.verb,
                                                 isDelete ? Text(mayDeleteRows, why) : Text(mayUpdateRows, why)));
        }
    }

    void countInsert(const SourceWrites &source, const WrittenStatement &statement, Observed &observed)
    {
        observed.isInserted = true;
        observed.evidence.push_back(evidence(source, statement.line, statement.verb, insertsRows));
    }

    /// The first watermark column that a statement sets to a new value; empty when there is none.
    QString watermarkOf(const WrittenStatement &statement) const
    {
        for (const QString &watermark : m_input.watermarkColumns)
            for (const SetColumn &column : statement.columns)
                if (isCalled(column.name.text, watermark) && givesNewValue(column))
                    return watermark;
        return {};
    }

    void countUpdate(const SourceWrites &source, const WrittenStatement &statement, Observed &observed)
    {
        const QString watermark = watermarkOf(statement);
        const auto mark = std::find_if(statement.columns.begin(), statement.columns.end(), marksDeleted);
        const bool isMarked = mark != statement.columns.end();
        observed.isSet = observed.isSet || !watermark.isEmpty();
        observed.isOmitted = observed.isOmitted || watermark.isEmpty();
        observed.isMarked = observed.isMarked || isMarked;
        const QString names = m_input.watermarkColumns.empty() ? QStringLiteral("the watermark") : namesOf(m_input.watermarkColumns);
        QString detail = statement.verb;
        Text text;
        if (!watermark.isEmpty()) {
            detail += QLatin1String(" sets ") + watermark;
            text = Text(updatesAndSets, watermark);
        } else if (statement.hasOpenColumns) {
            detail += QLatin1String(" may leave ") + names + QLatin1String(" out");
            text = Text(updatesWhatIsNotSeen, names);
        } else {
            detail += QLatin1String(" leaves ") + names + QLatin1String(" out");
            text = Text(updatesAndLeavesOut, names);
        }
        observed.evidence.push_back(evidence(source, statement.line, detail, std::move(text)));
        if (isMarked)
            observed.evidence.push_back(evidence(source, statement.line, QLatin1String("marks deleted by ") + mark->name.text, Text(marksRows, mark->name.text)));
    }

    static bool isHousekeepingIn(const SourceWrites &source, const WrittenStatement &statement)
    {
        return isHousekeeping(source.kind == model::EvidenceKind::SourceFile ? source.place : QString(), statement.scope);
    }

    void countDelete(const SourceWrites &source, const WrittenStatement &statement, Observed &observed)
    {
        const bool isPurge = isHousekeepingIn(source, statement);
        observed.isPurged = observed.isPurged || isPurge;
        observed.isDeleted = observed.isDeleted || !isPurge;
        observed.evidence.push_back(evidence(source, statement.line, isPurge ? statement.verb + QLatin1String(" in housekeeping") : statement.verb,
                                             isPurge ? Text(deletesAsHousekeeping) : Text(deletesRows)));
    }

    void keep(const SourceWrites &source, const PersistentClass &persistent, Observed &observed)
    {
        observed.isKept = true;
        observed.evidence.push_back(evidence(source, persistent.line, QLatin1String("class ") + persistent.name,
                                             Text(isOfAClass, persistent.name)));
    }

    const WriteInput &m_input;
    TableResolver m_resolver;
    std::map<TableName, Observed> m_observed;
    WriteFindings m_findings;
};

} // namespace

WriteFindings writeBehaviour(const WriteInput &input)
{
    return Judge(input).run();
}

WriteBehaviour mergedBehaviour(const WriteBehaviour &known, const std::vector<Evidence> &kept, const WriteBehaviour &seen)
{
    using model::DeleteClass;
    using model::InsertClass;
    using model::UpdateClass;
    Observed observed;
    bool isUnderstood = true;
    for (const Evidence &piece : kept)
        isUnderstood = note(piece, observed) && isUnderstood;
    const WriteBehaviour stands = isUnderstood ? judged(known.table, std::move(observed)) : known;
    std::vector<Evidence> evidence = seen.evidence;
    evidence.insert(evidence.end(), kept.begin(), kept.end());
    sortOut(evidence);
    return {.table = seen.table,
            .inserts = worse({InsertClass::Seen, InsertClass::NoneSeen}, stands.inserts, seen.inserts),
            .updates = worse({UpdateClass::RawSqlOmitsUpdated, UpdateClass::RawSqlSetsUpdated, UpdateClass::PoOnly, UpdateClass::NoneSeen}, stands.updates, seen.updates),
            .deletes = worse({DeleteClass::Hard, DeleteClass::PurgeOnly, DeleteClass::Soft, DeleteClass::Never}, stands.deletes, seen.deletes),
            .evidence = std::move(evidence)};
}

} // namespace lakehouse::rules

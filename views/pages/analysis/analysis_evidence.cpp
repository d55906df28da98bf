#include "pages/analysis/analysis_evidence.h"

#include "kit/localized.h"
#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::ConflictKind;
using model::Evidence;
using model::EvidenceKind;
using model::SourceTrigger;
using model::sqlIdentifier;

namespace {

constexpr int linesAround = 6;
constexpr std::size_t mostPlaces = 50; ///< of one finding; a statement may stand in hundreds of files

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("AnalysisEvidence", source, nullptr, int(count));
}

QString kindWord(EvidenceKind kind)
{
    switch (kind) {
    case EvidenceKind::Catalog: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "catalog"));
    case EvidenceKind::Comment: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "comment"));
    case EvidenceKind::Constraint: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "constraint"));
    case EvidenceKind::Trigger: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "trigger"));
    case EvidenceKind::Routine: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "routine"));
    case EvidenceKind::View: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "view"));
    case EvidenceKind::Statistics: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "statistics of the source"));
    case EvidenceKind::Sample: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "sample of rows"));
    case EvidenceKind::FullScan: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "all rows"));
    case EvidenceKind::SourceFile: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "code of the application"));
    case EvidenceKind::Dictionary: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "dictionary of the application"));
    case EvidenceKind::ImportedFact: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "imported fact"));
    }
    return {};
}

QString conflictWords(const model::Conflict &conflict)
{
    switch (conflict.kind) {
    case ConflictKind::DuplicatesInUnique: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Conflict in %1: said to be unique, with duplicates")).arg(conflict.about);
    case ConflictKind::NullsInMandatory: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Conflict in %1: said to be mandatory, with NULLs")).arg(conflict.about);
    case ConflictKind::OrphansOfForeignKey: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Conflict in %1: rows that lead nowhere")).arg(conflict.about);
    case ConflictKind::TwoDefinitions: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Conflict in %1: two definitions of one term")).arg(conflict.about);
    case ConflictKind::OtherDefinition: return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Conflict in %1: defined otherwise in the code of the application")).arg(conflict.about);
    }
    return {};
}

QString keyWords(const model::KeyCandidate &key)
{
    const QString columns = model::namesListed(key.columns);
    if (key.rows == 0)
        return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1: not counted")).arg(columns);
    return words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1: %2 rows, %3 too many, %4 with NULL")).arg(columns, countText(key.rows), countText(key.duplicates), countText(key.nulls));
}

/// Where a text names the line of a trigger's function: "trigger last_updated, function public.last_updated(), line 3". 0: it does not.
int quotedLine(const QString &text, const SourceTrigger &trigger)
{
    const QString name = sqlIdentifier(trigger.functionSchema) + QLatin1Char('.') + sqlIdentifier(trigger.functionName);
    const qsizetype at = text.indexOf(name);
    if (at < 0 || !text.contains(QStringLiteral("trigger ") + trigger.name, Qt::CaseInsensitive))
        return 0;
    constexpr QLatin1String line(", line ");
    const qsizetype from = text.indexOf(line, at);
    if (from < 0)
        return 0;
    qsizetype end = from + line.size();
    while (end < text.size() && text[end].isDigit())
        ++end;
    return QStringView(text).mid(from + line.size(), end - from - line.size()).toInt();
}

class EvidenceOfTable {
public:
    explicit EvidenceOfTable(const ReadTable &table) : m_analysis(table.analysis), m_table(table.analysis.table), m_row(table.row), m_isQuoted(m_table.triggers.size()) {}

    std::vector<EvidenceItem> make()
    {
        for (const model::Conflict &conflict : m_analysis.conflicts)
            addConflict(conflict);
        for (const model::IdentityCandidate &identity : m_analysis.identity)
            addIdentity(identity);
        addReasons();
        addFindings();
        addWrites();
        addConstraints();
        for (std::size_t i = 0; i < m_table.triggers.size(); ++i)
            if (!m_isQuoted[i])
                addTrigger(m_table.triggers[i]);
        for (const model::PlanWarning &warning : m_analysis.planned.warnings)
            m_items.push_back({.kind = EvidenceItem::Against, .about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Worth a look")), .statement = localized(warning)});
        for (const model::Refusal &refusal : m_analysis.planned.refusals)
            addRefusal(refusal);
        return std::move(m_items);
    }

private:
    void addReasons()
    {
        for (const model::PlanReason &reason : m_analysis.planned.reasons) {
            EvidenceItem item{.kind = EvidenceItem::For, .statement = localized(reason.statement), .where = reason.evidence};
            if (reason.about == QLatin1String("mode"))
                continue; // how it loads is the plan's to say
            if (reason.about == QLatin1String("key"))
                item.about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Key"));
            else if (reason.about == QLatin1String("watermark"))
                item.about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Watermark"));
            else if (reason.about == QLatin1String("watermark-candidate"))
                item.about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Watermark that nothing proves"));
            else if (reason.about == QLatin1String("reading"))
                item.about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "How it is read"));
            else
                item.about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Column %1")).arg(sqlIdentifier(reason.about));
            const bool isOfTable = reason.about == QLatin1String("key") || reason.about == QLatin1String("watermark");
            if (isOfTable && reason.evidence.isEmpty())
                item.kind = EvidenceItem::Against; // it was looked for and not found
            quote(reason.evidence + QLatin1Char('\n') + reason.statement.toEnglish(), item);
            m_items.push_back(std::move(item));
        }
    }

    void quote(const QString &text, EvidenceItem &item)
    {
        for (std::size_t i = 0; i < m_table.triggers.size(); ++i) {
            const SourceTrigger &trigger = m_table.triggers[i];
            const int line = quotedLine(text, trigger);
            const QStringList lines = trigger.functionSource.split(QLatin1Char('\n'));
            if (line < 1 || line > lines.size())
                continue;
            m_isQuoted[i] = true;
            item.firstLine = std::max(1, line - linesAround);
            item.code = lines.mid(item.firstLine - 1, 2 * linesAround + 1).join(QLatin1Char('\n'));
            item.line = line;
            return;
        }
    }

    EvidenceItem pieceOf(const Evidence &piece, const QString &about, EvidenceItem::Kind kind) const
    {
        EvidenceItem item{.kind = kind, .about = about, .statement = localized(piece.statement),
                          .where = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1: %2")).arg(kindWord(piece.kind), piece.place)};
        if (piece.line > 0)
            item.where = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1: %2, line %3")).arg(kindWord(piece.kind), piece.place, QString::number(piece.line));
        if (item.statement.isEmpty())
            item.statement = piece.detail;
        if (piece.rows > 0)
            item.certainty = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "seen in %1 rows")).arg(countText(piece.rows));
        item.at = m_row.profiledAtUtc && (piece.kind == EvidenceKind::Sample || piece.kind == EvidenceKind::FullScan) ? m_row.profiledAtUtc : std::nullopt;
        return item;
    }

    /// A finding, and each place that it rests on as a card of its own.
    void addFinding(const QString &about, const std::vector<Evidence> &evidence, const QString &certainty = {}, EvidenceItem::Kind kind = EvidenceItem::For)
    {
        if (evidence.empty())
            m_items.push_back({.kind = kind, .about = about, .statement = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Nothing is kept of what it rests on.")), .certainty = certainty});
        for (std::size_t i = 0; i < std::min(evidence.size(), mostPlaces); ++i) {
            EvidenceItem item = pieceOf(evidence[i], about, kind);
            if (!certainty.isEmpty())
                item.certainty = item.certainty.isEmpty() ? certainty : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1, %2")).arg(certainty, item.certainty);
            m_items.push_back(std::move(item));
        }
        if (evidence.size() > mostPlaces)
            m_items.push_back({.kind = EvidenceItem::Note, .about = about,
                               .statement = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%n more place(s). The command line lists all: ekos-lakehouse analysis show %1"),
                                                  qint64(evidence.size() - mostPlaces)).arg(m_table.name.toString())});
    }

    void addSide(const QString &about, const base::Text &statement, const std::vector<Evidence> &evidence)
    {
        if (evidence.empty())
            m_items.push_back({.kind = EvidenceItem::Against, .about = about, .statement = localized(statement)});
        for (const Evidence &piece : evidence) {
            EvidenceItem item = pieceOf(piece, about, EvidenceItem::Against);
            item.statement = localized(statement);
            m_items.push_back(std::move(item));
        }
    }

    void addConflict(const model::Conflict &conflict)
    {
        const QString about = conflictWords(conflict);
        addSide(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1 · one side")).arg(about), conflict.first, conflict.firstEvidence);
        addSide(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1 · the other side")).arg(about), conflict.second, conflict.secondEvidence);
    }

    void addFindings()
    {
        for (const model::PiiCandidate &candidate : m_analysis.personalData)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Personal data in %1: %2")).arg(sqlIdentifier(candidate.column), personalDataWord(candidate.personalData)), candidate.evidence,
                       confidenceWord(candidate.confidence));
        for (const model::CodeList &list : m_analysis.codeLists)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Codes of %1")).arg(sqlIdentifier(list.column)), list.evidence, classWord(list.evidenceClass));
        for (const model::FlagColumn &flag : m_analysis.flags)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Flag %1")).arg(sqlIdentifier(flag.column)), flag.evidence, classWord(flag.evidenceClass));
        for (const model::MandatoryColumn &column : m_analysis.mandatoryColumns)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Mandatory for the application: %1")).arg(sqlIdentifier(column.column)), column.evidence);
        for (const model::GlossaryTerm &term : m_analysis.terms)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Term %1: %2")).arg(term.term, term.definition), term.evidence);
        if (m_analysis.scope)
            addFinding(m_analysis.scope->choice == model::ScopeChoice::In ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Proposed in scope"))
                                                                          : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Proposed out of scope")), m_analysis.scope->evidence);
    }

    static QString classWord(model::EvidenceClass evidence)
    {
        return evidence == model::EvidenceClass::Database ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "enforced by the database"))
                                                          : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "said by the application"));
    }

    void addIdentity(const model::IdentityCandidate &identity)
    {
        const bool isKey = identity.question == model::IdentityQuestion::NoKey;
        EvidenceItem item{.kind = EvidenceItem::Against, .about = isKey ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "No usable key"))
                                                                         : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "One thing under several names"))};
        QStringList said;
        for (const model::KeyCandidate &key : identity.candidates)
            said += keyWords(key);
        for (const model::TableName &other : identity.others)
            said += other.toString();
        item.statement = said.isEmpty() ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Nothing was found that tells its rows apart.")) : said.join(QStringLiteral("; "));
        m_items.push_back(item);
        if (!identity.evidence.empty())
            addFinding(item.about, identity.evidence, {}, EvidenceItem::Against);
    }

    void addWrites()
    {
        if (m_analysis.writes)
            addFinding(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Changes: %1")).arg(changesWords(m_row)), m_analysis.writes->evidence);
    }

    void addConstraint(const QString &about, const QString &statement, bool isValidated)
    {
        m_items.push_back({.kind = EvidenceItem::Note, .about = about, .statement = statement, .where = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "constraint of the source")),
                           .certainty = isValidated ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "holds for every row")) : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "holds for new rows only"))});
    }

    void addConstraints()
    {
        for (const model::SourceKey &key : m_table.keys) {
            const QString columns = key.hasExpressions ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Over an expression")) : model::namesListed(key.columns);
            const QString about = key.isPrimary ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Primary key %1")) : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Unique key %1"));
            addConstraint(about.arg(sqlIdentifier(key.name)),
                          key.predicate ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1, only where %2")).arg(columns, *key.predicate) : columns, !key.predicate);
        }
        for (const model::SourceForeignKey &key : m_table.foreignKeys)
            addConstraint(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Foreign key %1")).arg(sqlIdentifier(key.name)),
                          words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1 leads to %2 of %3"))
                              .arg(model::namesListed(key.columns), model::namesListed(key.referencedColumns), key.referenced.toString()),
                          key.isValidated);
        for (const model::SourceCheck &check : m_table.checks)
            addConstraint(words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Check %1")).arg(sqlIdentifier(check.name)), check.expression, check.isValidated);
    }

    void addTrigger(const SourceTrigger &trigger)
    {
        EvidenceItem item{.kind = EvidenceItem::Note, .about = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Trigger %1")).arg(sqlIdentifier(trigger.name)),
                          .statement = trigger.enabled == model::TriggerEnabled::Disabled ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "It is switched off at the source."))
                                                                                          : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "It runs this function; nothing above rests on it.")),
                          .where = sqlIdentifier(trigger.functionSchema) + QLatin1Char('.') + sqlIdentifier(trigger.functionName) + QStringLiteral("()"), .code = trigger.functionSource};
        m_items.push_back(std::move(item));
    }

    void addRefusal(const model::Refusal &refusal)
    {
        m_items.push_back({.kind = EvidenceItem::Rejected,
                           .about = refusal.column ? words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Load column %1")).arg(sqlIdentifier(*refusal.column))
                                                   : words(QT_TRANSLATE_NOOP("AnalysisEvidence", "Load the table")),
                           .statement = words(QT_TRANSLATE_NOOP("AnalysisEvidence", "%1 What would lift it: %2")).arg(localized(refusal.reason), localized(refusal.remedy))});
    }

    const api::TableAnalysis &m_analysis;
    const model::SourceTable &m_table;
    const api::AnalyzedTable &m_row;
    std::vector<EvidenceItem> m_items;
    std::vector<bool> m_isQuoted; ///< by trigger
};

} // namespace

std::vector<EvidenceItem> evidenceOf(const ReadTable &table)
{
    return EvidenceOfTable(table).make();
}

} // namespace lakehouse::views

#include "pages/extraction/extraction_words.h"

#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

using api::ApprovalState;

namespace {

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("ExtractionWords", source, nullptr, count);
}

QString listed(const std::vector<QString> &names)
{
    return QStringList(names.begin(), names.end()).join(QStringLiteral(", "));
}

QString inWords(const QStringList &first, qint64 count)
{
    const QString names = first.join(QStringLiteral(", "));
    return count > first.size() ? words(QT_TRANSLATE_NOOP("ExtractionWords", "%1 and %n more"), int(count - first.size())).arg(names) : names;
}

Sentence approvalSentence(ApprovalState state)
{
    switch (state) {
    case ApprovalState::None: return {.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "No plan is approved.")), .status = Status::NeedsYou};
    case ApprovalState::Current: return {.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "Exactly this plan and its SQL are approved.")),
        .status = Status::Approved};
    case ApprovalState::Moved: return {.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "The plan moved since it was approved last.")),
        .status = Status::NeedsYou};
    case ApprovalState::SettingsMoved:
        return {.text = words(QT_TRANSLATE_NOOP("ExtractionWords",
            "ekos.toml was changed since this plan was made; only a new plan can be approved. Plan again.")), .status = Status::Stale};
    }
    return {};
}

/// What every receipt begins with. Why and when are left out where they are not known.
QList<QPair<QString, QString>> signatureLines(qint64 sequence, const HistoryItem &signature)
{
    QList<QPair<QString, QString>> lines{{words(QT_TRANSLATE_NOOP("ExtractionWords", "Ledger number")), QString::number(sequence)},
                                         {words(QT_TRANSLATE_NOOP("ExtractionWords", "Person")), signature.who}};
    if (!signature.reason.isEmpty())
        lines += {words(QT_TRANSLATE_NOOP("ExtractionWords", "Reason")), signature.reason};
    if (signature.at != base::UtcTime())
        lines += {words(QT_TRANSLATE_NOOP("ExtractionWords", "At")), localized(signature.at)};
    return lines;
}

QString bothStay()
{
    return words(QT_TRANSLATE_NOOP("ExtractionWords",
        "The change and its undoing both stay in the ledger. The source is read again, and the plan has another digest then."));
}

} // namespace

QString namesInWords(const QStringList &names)
{
    return inWords(names.mid(0, TablesOfKind::mostNames), names.size());
}

QString movedSentence(const PlanMoves &moves)
{
    if (moves.isEmpty())
        return words(QT_TRANSLATE_NOOP("ExtractionWords", "The plan moved while you were reading. What moved is being read."));
    QString sentence = words(QT_TRANSLATE_NOOP("ExtractionWords", "The plan moved while you were reading: %n table(s), %1."), moves.count())
        .arg(namesInWords(moves.all));
    if (!moves.removed.isEmpty())
        sentence += QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("ExtractionWords", "No longer there: %1.")).arg(namesInWords(moves.removed));
    return sentence;
}

std::vector<Sentence> planSentences(const ExtractionState &state)
{
    const ReadPlan &plan = *state.plan;
    std::vector<Sentence> sentences{{.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "Select a table to see how it loads and why."))},
                                    {.text = words(QT_TRANSLATE_NOOP("ExtractionWords",
                                        "Plan %1 has %2 tables: %3 full, %4 incremental, %5 refused."))
                                                 .arg(plan.digest.toShortString(), countText(qint64(plan.tables.size())), countText(plan.counts.full),
                                                     countText(plan.counts.incremental), countText(plan.counts.refused))},
                                    approvalSentence(plan.approval)};
    if (plan.counts.refusedColumns > 0)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "Not loaded: %n column(s)."), int(plan.counts.refusedColumns)),
            .status = Status::Blocked});
    if (plan.needing > 0)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ExtractionWords",
            "Needing you before an approval: %n table(s). N and P lead from one to the next."), int(plan.needing)), .status = Status::NeedsYou});
    for (const base::Text &warning : plan.warnings)
        sentences.push_back({.text = localized(warning), .status = Status::NeedsYou});
    if (!state.reviewed.removed.isEmpty())
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ExtractionWords", "No longer there: %1.")).arg(namesInWords(state.reviewed.removed)),
            .status = Status::Stale});
    return sentences;
}

QString planSummary(const ReadPlan &plan)
{
    return words(QT_TRANSLATE_NOOP("ExtractionWords", "Plan %1: %2 full, %3 incremental, %4 refused. %5"))
        .arg(plan.digest.toShortString(), countText(plan.counts.full), countText(plan.counts.incremental), countText(plan.counts.refused),
            approvalSentence(plan.approval).text);
}

QStringList approveConsequences(const ReadPlan &plan)
{
    QStringList lines;
    const auto add = [&lines](const char *source, qint64 count) {
        if (count > 0)
            lines += words(source, int(count));
    };
    const auto name = [&lines](const char *source, const TablesOfKind &found) {
        if (found.count > 0)
            lines += words(source, int(found.count)).arg(inWords(found.first, found.count));
    };
    add(QT_TRANSLATE_NOOP("ExtractionWords", "In full, each load reading every row: %n table(s)."), plan.counts.full);
    add(QT_TRANSLATE_NOOP("ExtractionWords", "Incrementally, each load reading what changed: %n table(s)."), plan.counts.incremental);
    name(QT_TRANSLATE_NOOP("ExtractionWords", "Refused and not loaded: %n table(s), %1."), plan.refused);
    add(QT_TRANSLATE_NOOP("ExtractionWords", "Refused and not loaded: %n column(s)."), plan.counts.refusedColumns);
    name(QT_TRANSLATE_NOOP("ExtractionWords", "Against the facts, as a person asked: %n table(s), %1."), plan.againstFacts);
    name(QT_TRANSLATE_NOOP("ExtractionWords", "New since the last approval: %n table(s), %1."), plan.added);
    name(QT_TRANSLATE_NOOP("ExtractionWords", "Changed since the last approval: %n table(s), %1."), plan.changed);
    name(QT_TRANSLATE_NOOP("ExtractionWords", "Changes by people that no longer fit and are not applied: %n table(s), %1."), plan.stale);
    if (plan.approval == ApprovalState::Moved && plan.added.count + plan.changed.count == 0)
        lines += words(QT_TRANSLATE_NOOP("ExtractionWords",
            "No table is new or changed since the last approval: a table went, or this version of the program writes other SQL."));
    add(QT_TRANSLATE_NOOP("ExtractionWords", "About the whole plan: %n note(s), in the summary."), qint64(plan.warnings.size()));
    lines += words(QT_TRANSLATE_NOOP("ExtractionWords", "You agree to exactly plan %1 and the SQL made of it. Nothing is loaded by this."))
        .arg(plan.digest.toShortString());
    return lines;
}

QStringList revokeConsequences(const model::PlanDigest &approved)
{
    return {words(QT_TRANSLATE_NOOP("ExtractionWords", "Plan %1 is not approved any more, and no earlier approval takes its place.")).arg(approved.toShortString()),
            words(QT_TRANSLATE_NOOP("ExtractionWords",
                "Where ekos.toml sets require-plan-approval, no pipeline is generated until a plan is approved again.")),
            words(QT_TRANSLATE_NOOP("ExtractionWords",
                "What was generated and loaded stays. The approval and its revocation both stay in the ledger."))};
}

QStringList fullConsequences(const api::PlanRow &row)
{
    const QString name = row.table.toString();
    const QString rows = row.estimatedRows < 0 ? QString() : countText(row.estimatedRows);
    return {rows.isEmpty() ? words(QT_TRANSLATE_NOOP("ExtractionWords", "Each load reads every row of %1 and replaces the bronze table.")).arg(name)
                           : words(QT_TRANSLATE_NOOP("ExtractionWords", "Each load reads every row of %1, about %2, and replaces the bronze table."))
                               .arg(name, rows),
            untilUndone()};
}

QStringList incrementalConsequences(const api::PlanRow &row, const QString &column, bool isProved, const QString &provedBy)
{
    const QString name = row.table.toString();
    QStringList lines{words(QT_TRANSLATE_NOOP("ExtractionWords",
        "Each load reads the rows of %1 whose %2 moved since the last load, and merges them by %3.")).arg(name, column, listed(row.key))};
    lines += isProved ? words(QT_TRANSLATE_NOOP("ExtractionWords", "Every update moves %1; that is proved by %2.")).arg(column, provedBy)
                      : words(QT_TRANSLATE_NOOP("ExtractionWords",
                          "This goes against the facts: nothing proves that every update moves %1. An update that does not move it is never seen."))
                          .arg(column);
    lines += untilUndone();
    return lines;
}

QStringList undoConsequences(const api::PlanRow &row, const std::vector<model::PlanChange> &ofTable)
{
    QStringList lines;
    if (row.change)
        lines += words(QT_TRANSLATE_NOOP("ExtractionWords", "The change by %1 is taken back; the facts alone decide how %2 loads."))
            .arg(row.change->actor, row.table.toString());
    for (const model::PlanChange &change : ofTable) {
        const auto said = [&](const char *source) { return words(source).arg(change.actor, row.table.toString()); };
        switch (aspectOf(change.edit)) {
        case model::PlanAspect::RowSecurity:
            lines += said(QT_TRANSLATE_NOOP("ExtractionWords",
                "That %1 accepted the row security of %2 is taken back; while it hides rows from the reading role, the table is not loaded."));
            break;
        case model::PlanAspect::Deletes:
            lines += said(QT_TRANSLATE_NOOP("ExtractionWords", "What %1 decided about deletes of %2 is taken back; the facts alone say how often they are looked for."));
            break;
        case model::PlanAspect::Purges:
            lines += said(QT_TRANSLATE_NOOP("ExtractionWords",
                "What %1 decided about purged rows of %2 is taken back; ekos.toml or the facts say whether they stay. Where they do not, the next load replaces the table."));
            break;
        case model::PlanAspect::Mode:
        case model::PlanAspect::Column: break;
        }
    }
    lines += bothStay();
    return lines;
}

QStringList undoColumnConsequences(const QString &table, const QString &column)
{
    return {words(QT_TRANSLATE_NOOP("ExtractionWords",
        "What was decided about column %1 of %2 is taken back; while bronze cannot hold one of its values, the column is not loaded.")).arg(column, table),
            bothStay()};
}

QString untilUndone()
{
    return words(QT_TRANSLATE_NOOP("ExtractionWords",
        "Every later plan keeps this until it is undone. The source is read again, and the plan has another digest then."));
}

QStringList planConsequences(const ExtractionState &state)
{
    QStringList lines{words(QT_TRANSLATE_NOOP("ExtractionWords",
        "The catalog of the source is read again, and every table is decided anew. Changes by people are applied again.")),
                      words(QT_TRANSLATE_NOOP("ExtractionWords", "Nothing is loaded, and no approval is taken back."))};
    if (state.plan)
        lines += words(QT_TRANSLATE_NOOP("ExtractionWords", "What moves against plan %1 is shown next.")).arg(state.plan->digest.toShortString());
    return lines;
}

QStringList generateConsequences(const ReadPlan &plan)
{
    return {words(QT_TRANSLATE_NOOP("ExtractionWords",
        "The SQL, the lock files and the Dagster project of %n table(s) are written into the pipeline repository, as one commit."),
                  int(plan.counts.full + plan.counts.incremental)),
            words(QT_TRANSLATE_NOOP("ExtractionWords", "It is exactly the approved plan %1. A generated file that was edited by hand stops this."))
                .arg(plan.digest.toShortString()),
            words(QT_TRANSLATE_NOOP("ExtractionWords", "Nothing is loaded: that is done when the pipeline runs."))};
}

QList<QPair<QString, QString>> receiptLines(const api::ApprovalReceipt &receipt, const HistoryItem &signature, const QString &link)
{
    QList<QPair<QString, QString>> lines = signatureLines(receipt.sequence, signature);
    lines += {{words(QT_TRANSLATE_NOOP("ExtractionWords", "Plan")), receipt.digest.toString()},
              {words(QT_TRANSLATE_NOOP("ExtractionWords", "SQL")), receipt.sqlDigest.toString()},
              {words(QT_TRANSLATE_NOOP("ExtractionWords", "Tables")), words(QT_TRANSLATE_NOOP("ExtractionWords", "%1 full, %2 incremental, %3 refused"))
                   .arg(countText(receipt.counts.full), countText(receipt.counts.incremental), countText(receipt.counts.refused))},
              {words(QT_TRANSLATE_NOOP("ExtractionWords", "Link")), link}};
    return lines;
}

QList<QPair<QString, QString>> revocationLines(const api::RevocationReceipt &receipt, const HistoryItem &signature, const QString &link)
{
    QList<QPair<QString, QString>> lines = signatureLines(receipt.sequence, signature);
    lines += {{words(QT_TRANSLATE_NOOP("ExtractionWords", "Plan")), receipt.digest.toString()},
              {words(QT_TRANSLATE_NOOP("ExtractionWords", "Link")), link}};
    return lines;
}

QString changedTitle(model::PlanEdit edit, const QString &about)
{
    using model::PlanEdit;
    switch (edit) {
    case PlanEdit::Text: return words(QT_TRANSLATE_NOOP("ExtractionWords", "%1 lands as text")).arg(about);
    case PlanEdit::Null: return words(QT_TRANSLATE_NOOP("ExtractionWords", "Values of %1 that bronze cannot hold become NULL")).arg(about);
    case PlanEdit::Limit: return words(QT_TRANSLATE_NOOP("ExtractionWords", "Values of %1 that bronze cannot hold become the nearest one")).arg(about);
    case PlanEdit::AcceptRowSecurity:
        return words(QT_TRANSLATE_NOOP("ExtractionWords", "%1 loads the rows that row security shows the reading role")).arg(about);
    case PlanEdit::DeletesEveryRun: return words(QT_TRANSLATE_NOOP("ExtractionWords", "Deletes of %1 are looked for after each load")).arg(about);
    case PlanEdit::DeletesAudit: return words(QT_TRANSLATE_NOOP("ExtractionWords", "Deletes of %1 are looked for now and then")).arg(about);
    case PlanEdit::KeepPurged: return words(QT_TRANSLATE_NOOP("ExtractionWords", "Rows of %1 that the source no longer has stay in bronze")).arg(about);
    case PlanEdit::RemovePurged: return words(QT_TRANSLATE_NOOP("ExtractionWords", "What the source deletes of %1 is deleted in bronze too")).arg(about);
    case PlanEdit::Undo: return words(QT_TRANSLATE_NOOP("ExtractionWords", "The decision about %1 is taken back")).arg(about);
    case PlanEdit::Full:
    case PlanEdit::Incremental: break;
    }
    return {};
}

QString generatedWords(const api::GenerateReceipt &receipt)
{
    if (!receipt.isNew)
        return words(QT_TRANSLATE_NOOP("ExtractionWords", "Everything stood there already: %n table(s) in commit %1."), int(receipt.tables))
            .arg(receipt.commit.left(12));
    QString text = words(QT_TRANSLATE_NOOP("ExtractionWords", "%n table(s) in %1 files, %2 of them other than before: commit %3 in %4."),
        int(receipt.tables))
                       .arg(countText(receipt.files), countText(qint64(receipt.changedPaths.size())), receipt.commit.left(12), receipt.folder);
    if (!receipt.refused.empty())
        text += QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("ExtractionWords", "Refused: %n table(s)."), int(receipt.refused.size()));
    if (!receipt.reloads.empty())
        text += QLatin1Char(' ')
            + words(QT_TRANSLATE_NOOP("ExtractionWords", "Reading every row at the next load, since a rule for a column is newer: %n table(s)."),
            int(receipt.reloads.size()));
    return text;
}

} // namespace lakehouse::views

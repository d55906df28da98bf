#pragma once

#include "kit/history_view.h"
#include "kit/sentence_list.h"
#include "pages/extraction/extraction_presenter.h"

namespace lakehouse::views {

/// "public.film, public.rental and 3 more"
QString namesInWords(const QStringList &names);
/// "The plan moved while you were reading: 3 tables: public.film, public.rental, public.staff."
QString movedSentence(const PlanMoves &moves);
/// The whole plan: how many tables load how, how it stands to its approval, what is worth a look.
std::vector<Sentence> planSentences(const ExtractionState &state);
/// One sentence beside the verbs: what approving would agree to.
QString planSummary(const ReadPlan &plan);

/// What happens when the plan is approved, an approval revoked, a table changed, the plan made anew, the pipeline generated: for the box above the
/// button.
QStringList approveConsequences(const ReadPlan &plan);
QStringList revokeConsequences(const model::PlanDigest &approved);
QStringList fullConsequences(const api::PlanRow &row);
QStringList incrementalConsequences(const api::PlanRow &row, const QString &column, bool isProved, const QString &provedBy);
/// `acceptance`: of row security, which is taken back with the change of the mode; nullptr: nobody accepted any.
QStringList undoConsequences(const api::PlanRow &row, const std::vector<model::PlanChange> &ofTable);
QStringList undoColumnConsequences(const QString &table, const QString &column);
/// How long a change of the plan holds, and what comes with it.
QString untilUndone();
QStringList planConsequences(const ExtractionState &state);
QStringList generateConsequences(const ReadPlan &plan);

/// The lines of a receipt, as names and values. `signature` has who, why and when, as far as that is known; `link` leads to the plan.
QList<QPair<QString, QString>> receiptLines(const api::ApprovalReceipt &receipt, const HistoryItem &signature, const QString &link);
QList<QPair<QString, QString>> revocationLines(const api::RevocationReceipt &receipt, const HistoryItem &signature, const QString &link);
/// The title of its receipt; `about` names the column, or the table.
QString changedTitle(model::PlanEdit edit, const QString &about);
QString generatedWords(const api::GenerateReceipt &receipt);

} // namespace lakehouse::views

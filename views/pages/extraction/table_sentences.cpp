#include "pages/extraction/table_sentences.h"

#include "kit/localized.h"
#include "pages/extraction/extraction_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::Fidelity;
using model::LoadMode;
using model::PlannedColumn;
using model::PlannedTable;
using model::WatermarkProof;

namespace {

constexpr QLatin1String watermarkAbout("watermark");
constexpr QLatin1String watermarkCandidate("watermark-candidate");

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("TableSentences", source, nullptr, count);
}

QString listed(const std::vector<QString> &names)
{
    QStringList quoted;
    for (const QString &name : names)
        quoted += model::sqlIdentifier(name);
    return quoted.join(QStringLiteral(", "));
}

class Sentences {
public:
    Sentences(const api::TableDetail &detail, const api::PlanRow &row) : m_detail(detail), m_table(detail.planned),
        m_decision(detail.planned.decision), m_row(row) {}

    std::vector<Sentence> make()
    {
        addMode();
        if (m_decision.mode != LoadMode::Refused) {
            addReading();
            addKey();
            addWatermark();
            addDeletes();
            addLanding();
        }
        addRefusals();
        addAmount();
        for (const model::PlanWarning &warning : m_table.warnings)
            add(localized(warning), Status::NeedsYou);
        addChange();
        addApproval();
        return std::move(m_sentences);
    }

private:
    void add(const QString &text, std::optional<Status> status = {}) { m_sentences.push_back({.text = text, .status = status}); }
    QString name() const { return m_decision.table.toString(); }

    void addMode()
    {
        const QString why = localized(m_row.why);
        switch (m_decision.mode) {
        case LoadMode::Full:
            if (m_decision.keepsPurged())
                add(words(QT_TRANSLATE_NOOP("TableSentences", "Each load reads every row of %1 and merges them by %2.")).arg(name(), listed(m_decision.key)));
            else
                add(words(QT_TRANSLATE_NOOP("TableSentences", "Each load reads every row of %1 and replaces the bronze table in one step.")).arg(name()));
            add(why);
            break;
        case LoadMode::Incremental:
            add(words(QT_TRANSLATE_NOOP("TableSentences",
                "Each load reads the rows of %1 whose %2 moved since the last load, and merges them by %3."))
                    .arg(name(), model::sqlIdentifier(m_row.watermark.value_or(QString())), listed(m_decision.key)));
            break;
        case LoadMode::Refused:
            add(words(QT_TRANSLATE_NOOP("TableSentences", "%1 is not loaded: %2")).arg(name(), why), Status::Blocked);
            break;
        }
    }

    void addReading()
    {
        const qint64 loaded = std::ranges::count_if(m_decision.columns,
            [](const PlannedColumn &column) { return column.fidelity != Fidelity::Refused; });
        add(words(QT_TRANSLATE_NOOP("TableSentences", "%1 of its %2 columns are read, through Trino's catalog %3."))
                .arg(countText(loaded), countText(qint64(m_decision.columns.size())), m_decision.places.trinoCatalog));
    }

    void addKey()
    {
        if (const model::PlanReason *reason = reasonAbout(m_table, QStringLiteral("key")))
            add(localized(reason->statement));
        else if (!m_decision.key.empty())
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Rows are told apart by %1.")).arg(listed(m_decision.key)));
    }

    void addWatermark()
    {
        if (!m_decision.watermark)
            return;
        const QString column = model::sqlIdentifier(m_decision.watermark->column);
        switch (m_decision.watermark->proof) {
        case WatermarkProof::Trigger:
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Every update moves %1; that is proved by %2."))
                .arg(column, m_decision.watermark->provedBy), Status::Done);
            break;
        case WatermarkProof::Application:
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Every update moves %1 as long as the application makes it: %2."))
                .arg(column, m_decision.watermark->provedBy));
            break;
        case WatermarkProof::Person:
            add(words(QT_TRANSLATE_NOOP("TableSentences",
                "Against the facts: nothing proves that every update moves %1. An update that does not move it is never seen.")).arg(column),
                Status::NeedsYou);
            break;
        }
        add(words(QT_TRANSLATE_NOOP("TableSentences",
            "Where it is not certain up to when the rows are complete, a load reads the last %n minute(s) before its watermark again."),
            int(m_decision.lateArrivalMinutes)));
    }

    void addDeletes()
    {
        for (const char *about : {"purges", "deletes"})
            if (const model::PlanReason *reason = reasonAbout(m_table, QLatin1String(about)))
                add(localized(reason->statement));
    }

    void addLanding()
    {
        add(words(QT_TRANSLATE_NOOP("TableSentences", "It lands in %1.")).arg(m_row.bronze));
        const auto count = [this](Fidelity fidelity) { return int(std::ranges::count(m_decision.columns, fidelity, &PlannedColumn::fidelity)); };
        const int widened = count(Fidelity::Widening), decided = count(Fidelity::Decided);
        const int byPerson = int(std::ranges::count_if(m_decision.columns, [](const PlannedColumn &column) { return column.fidelity == Fidelity::Decided && column.decided; }));
        if (widened + decided == 0)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Every value arrives exactly as it is in the source.")));
        if (widened > 0)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "In a wider type, without losing a value: %n column(s)."), widened));
        if (decided > byPerson)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "In a form that a rule decided, as the evidence says: %n column(s)."), decided - byPerson));
        if (byPerson > 0)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "In a form that a person decided, as stands below: %n column(s)."), byPerson));
        std::vector<QString> notCompared;
        for (const PlannedColumn &column : m_decision.columns)
            if (column.fidelity != Fidelity::Refused && column.canonical.form == model::CanonicalForm::NotCompared)
                notCompared.push_back(column.name);
        if (!notCompared.empty())
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Loaded and not compared with the source: %1.")).arg(listed(notCompared)));
    }

    void addRefusals()
    {
        std::vector<QString> undecided;
        for (const model::Refusal &refusal : m_table.refusals) {
            if (refusal.column && !refusal.offers.empty()) { // told with what may be decided, below
                undecided.push_back(*refusal.column);
                continue;
            }
            const QString remedy = localized(refusal.remedy);
            if (refusal.column)
                add(words(QT_TRANSLATE_NOOP("TableSentences", "Column %1 is not loaded: %2 What would lift it: %3"))
                    .arg(model::sqlIdentifier(*refusal.column), localized(refusal.reason), remedy), Status::Blocked);
            else
                add(words(QT_TRANSLATE_NOOP("TableSentences", "What would lift it: %1")).arg(remedy));
        }
        if (!undecided.empty())
            add(words(QT_TRANSLATE_NOOP("TableSentences", "Not loaded until somebody decides what becomes of values: %1. What may be decided stands below."))
                .arg(listed(undecided)), Status::NeedsYou);
    }

    void addAmount()
    {
        if (m_table.estimatedRows < 0)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "How many rows it has is not known: the source has no statistics of it.")));
        else
            add(words(QT_TRANSLATE_NOOP("TableSentences", "By the source's statistics it has about %1 rows and takes %2 there."))
                    .arg(countText(m_table.estimatedRows), byteText(std::max<qint64>(m_table.estimatedBytes, 0))));
    }

    void addChange()
    {
        if (!m_row.change)
            return;
        const model::PlanChange &change = *m_row.change;
        const QString wanted = change.edit == model::PlanEdit::Full ? modeWord(LoadMode::Full) : modeWord(LoadMode::Incremental);
        if (m_row.isChangeStale)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "%1 set it to %2 at %3 (%4). That no longer fits and is not applied. %5"))
                .arg(change.actor, wanted, localized(change.atUtc), change.reason.toString(), localized(m_row.why)),
                Status::Stale);
        else
            add(words(QT_TRANSLATE_NOOP("TableSentences", "%1 set it to %2 at %3: %4")).arg(change.actor, wanted, localized(change.atUtc),
                change.reason.toString()));
    }

    void addApproval()
    {
        const auto &approved = m_detail.approved;
        if (!approved) {
            add(words(QT_TRANSLATE_NOOP("TableSentences", "No plan is approved.")));
            return;
        }
        add(words(QT_TRANSLATE_NOOP("TableSentences", "%1 approved plan %2 at %3: %4"))
                .arg(approved->actor, approved->planDigest.toShortString(), localized(approved->atUtc), approved->reason.toString()));
        if (m_row.move == api::PlanMove::Same)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "The table loads as it was approved then.")), Status::Approved);
        else if (m_row.move == api::PlanMove::New)
            add(words(QT_TRANSLATE_NOOP("TableSentences", "The table was not part of that plan.")), Status::NeedsYou);
        else
            add(words(QT_TRANSLATE_NOOP("TableSentences", "%n thing(s) about the table moved since: see the SQL diff."),
                int(approved->differences.size())), Status::NeedsYou);
    }

    const api::TableDetail &m_detail;
    const PlannedTable &m_table;
    const model::TableDecision &m_decision;
    const api::PlanRow &m_row;
    std::vector<Sentence> m_sentences;
};

} // namespace

const model::PlanReason *reasonAbout(const PlannedTable &table, const QString &about)
{
    const auto found = std::ranges::find(table.reasons, about, &model::PlanReason::about);
    return found == table.reasons.end() ? nullptr : &*found;
}

std::vector<Sentence> tableSentences(const api::TableDetail &detail, const api::PlanRow &row)
{
    return Sentences(detail, row).make();
}

WatermarkOffer watermarkOffer(const PlannedTable &table)
{
    if (table.decision.watermark)
        return {table.decision.watermark->column, table.decision.watermark->proof != WatermarkProof::Person, table.decision.watermark->provedBy};
    const model::PlanReason *proved = reasonAbout(table, watermarkAbout);
    if (proved && !proved->evidence.isEmpty()) {
        // Set to full by a person: the statement names the column, the evidence what proves it.
        const QString *column = proved->statement.arguments.empty() ? nullptr : std::get_if<QString>(&proved->statement.arguments.front());
        return {column ? *column : QString(), true, proved->evidence};
    }
    const model::PlanReason *candidate = reasonAbout(table, watermarkCandidate);
    return candidate ? WatermarkOffer{candidate->evidence, false, {}} : WatermarkOffer{};
}

} // namespace lakehouse::views

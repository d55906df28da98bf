#include "rules/pii/pii_candidates.h"

#include "rules/findings/evidence_places.h"
#include "rules/pii/column_classes.h"
#include "rules/pii/column_names.h"

#include <algorithm>
#include <optional>

namespace lakehouse::rules {

using model::Confidence;
using model::Evidence;
using model::EvidenceKind;
using model::PersonalData;
using model::PiiCandidate;
using model::SourceColumn;
using model::SourceTable;

namespace {

/// Fewer values say nothing against a name.
constexpr qint64 enoughToDeny = 5;
/// Of values that prove themselves, and of others.
constexpr qint64 fewToShow = 3;
constexpr qint64 enoughToShow = 8;

/// Texts that are written so for nothing else.
constexpr PersonalDataSet selfEvident{PersonalData::Email, PersonalData::Iban, PersonalData::Credential};

/// The sample of one column; shares are of the values that are not blank.
class Sample {
public:
    explicit Sample(const ValueCounts *counts) : m_counts(counts) {}

    qint64 sampled() const { return m_counts ? m_counts->sampled : 0; }
    qint64 filled() const { return m_counts ? m_counts->sampled - m_counts->blank : 0; }
    qint64 distinctive(PersonalData personalData) const { return m_counts ? m_counts->distinctive[std::size_t(personalData)] : 0; }
    qint64 plausible(PersonalData personalData) const { return m_counts ? m_counts->plausible[std::size_t(personalData)] : 0; }
    bool isAtLeast(qint64 count, int percent) const { return filled() > 0 && count * 100 >= filled() * percent; }

    /// What the values show by themselves, whatever the column is called.
    std::optional<PersonalData> shown(const PersonalDataSet &possible) const
    {
        std::optional<PersonalData> best;
        for (std::size_t place = 0; place < personalDataClasses; ++place) {
            const PersonalData personalData = PersonalData(place);
            const bool isSelfEvident = selfEvident.contains(personalData);
            if (possible.contains(personalData) && filled() >= (isSelfEvident ? fewToShow : enoughToShow) && isAtLeast(distinctive(personalData), isSelfEvident ? 60 : 85)
                && (!best || distinctive(personalData) > distinctive(*best)))
                best = personalData;
        }
        return best;
    }

private:
    const ValueCounts *m_counts;
};

Evidence sampleEvidence(const SourceTable &table, const SourceColumn &column, const Sample &sample, qint64 matched)
{
    return {.kind = EvidenceKind::Sample, .place = QStringLiteral("column ") + model::columnPlace(table.name, column.name), .rows = sample.sampled(),
            .statement = {QT_TRANSLATE_NOOP("core", "%1 of %n sampled value(s) look like it."), matched, base::Plural{sample.sampled()}}};
}

/// How sure a name is once values were looked at; empty: they are something else.
std::optional<Confidence> confidenceOf(const NameClue &clue, const Sample &sample)
{
    const Confidence alone = clue.isStrong ? Confidence::Likely : Confidence::Weak;
    const qint64 matched = sample.plausible(clue.personalData);
    if (sample.filled() == 0 || !clue.isProvable)
        return alone;
    if (!sample.isAtLeast(matched, 5))
        return sample.filled() < enoughToDeny ? std::optional(Confidence::Weak) : std::nullopt;
    if (sample.filled() >= fewToShow && sample.isAtLeast(matched, 80))
        return clue.isStrong ? Confidence::Certain : Confidence::Likely;
    return alone;
}

class ColumnCase {
public:
    ColumnCase(const SourceTable &table, const SourceColumn &column, const NameContext &context, const ValueCounts *counts)
        : m_table(table), m_column(column), m_sample(counts), m_classes(classesOfType(column.type)), m_names(readNames(table, column, context))
    {
    }

    std::optional<PiiCandidate> decide() const
    {
        if (m_classes.possible.isEmpty())
            return std::nullopt;
        if (const std::optional<PersonalData> shown = isText() ? shownBySample() : std::nullopt)
            return bySample(*shown);
        if (m_names.clue)
            return byName(*m_names.clue);
        return byOther();
    }

private:
    bool isText() const { return m_classes.reading == ValueReading::Always; }

    /// What the values show, unless the name already says the same.
    std::optional<PersonalData> shownBySample() const
    {
        const std::optional<PersonalData> shown = m_sample.shown(m_classes.possible);
        if (!shown || *shown == PersonalData::FreeText || m_names.excluded.contains(*shown) || (m_names.clue && m_names.clue->personalData == *shown))
            return std::nullopt;
        return shown;
    }

    PiiCandidate candidate(PersonalData personalData, Confidence confidence, qint64 matched) const
    {
        PiiCandidate result{.table = m_table.name, .column = m_column.name, .personalData = personalData, .confidence = confidence, .sampled = m_sample.sampled(), .matched = matched};
        if (m_sample.sampled() > 0)
            result.evidence.push_back(sampleEvidence(m_table, m_column, m_sample, matched));
        return result;
    }

    PiiCandidate bySample(PersonalData personalData) const
    {
        const qint64 matched = m_sample.distinctive(personalData);
        const bool isCertain = selfEvident.contains(personalData) && m_sample.filled() >= enoughToShow && m_sample.isAtLeast(matched, 95);
        return candidate(personalData, isCertain ? Confidence::Certain : Confidence::Likely, matched);
    }

    std::optional<PiiCandidate> byName(const NameClue &clue) const
    {
        const std::optional<Confidence> confidence = confidenceOf(clue, m_sample);
        if (!confidence)
            return std::nullopt;
        PiiCandidate result = candidate(clue.personalData, *confidence, m_sample.plausible(clue.personalData));
        result.evidence.insert(result.evidence.begin(), m_names.evidence.begin(), m_names.evidence.end());
        return result;
    }

    /// Neither name nor values are sure: a type made for addresses of machines, sentences of unknown authors, e-mail among other texts.
    std::optional<PiiCandidate> byOther() const
    {
        if (m_column.type.name == QLatin1String("inet") && !m_names.excluded.contains(PersonalData::IpAddress)) {
            PiiCandidate result = candidate(PersonalData::IpAddress, Confidence::Weak, m_sample.plausible(PersonalData::IpAddress));
            result.evidence.push_back({.kind = EvidenceKind::Catalog, .place = QStringLiteral("type ") + m_column.type.declared,
                                       .statement = {QT_TRANSLATE_NOOP("core", "The type is made for it.")}});
            return result;
        }
        if (!isText())
            return std::nullopt;
        const qint64 addresses = m_sample.distinctive(PersonalData::Email);
        if (addresses >= fewToShow && m_sample.isAtLeast(addresses, 10))
            return candidate(PersonalData::Email, Confidence::Weak, addresses);
        const qint64 sentences = m_sample.distinctive(PersonalData::FreeText);
        if (m_sample.filled() >= enoughToShow && m_sample.isAtLeast(sentences, 60) && !m_names.excluded.contains(PersonalData::FreeText))
            return candidate(PersonalData::FreeText, Confidence::Weak, sentences);
        return std::nullopt;
    }

    const SourceTable &m_table;
    const SourceColumn &m_column;
    Sample m_sample;
    ColumnClasses m_classes;
    ColumnNames m_names;
};

} // namespace

std::vector<PiiCandidate> piiCandidates(const PiiInput &input)
{
    std::vector<PiiCandidate> candidates;
    const NameContext context = contextOf(input.table);
    for (const SourceColumn &column : input.table.columns) {
        const auto counts = input.counts.find(column.name);
        if (std::optional<PiiCandidate> candidate = ColumnCase(input.table, column, context, counts == input.counts.end() ? nullptr : &counts->second).decide())
            candidates.push_back(std::move(*candidate));
    }
    return candidates;
}

std::vector<QString> piiSamplingColumns(const SourceTable &table)
{
    std::vector<QString> columns;
    const NameContext context = contextOf(table);
    for (const SourceColumn &column : table.columns) {
        const ColumnClasses classes = classesOfType(column.type);
        if (!column.isReadable || classes.possible.isEmpty() || classes.reading == ValueReading::Never)
            continue;
        if (classes.reading == ValueReading::Always || readNames(table, column, context).clue)
            columns.push_back(column.name);
    }
    return columns;
}

} // namespace lakehouse::rules

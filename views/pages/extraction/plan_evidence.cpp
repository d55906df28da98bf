#include "pages/extraction/plan_evidence.h"

#include "kit/localized.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::LoadMode;
using model::PlanReason;

namespace {

constexpr int linesAround = 6;

QString words(const char *source)
{
    return QCoreApplication::translate("PlanEvidence", source);
}

/// The line of the function that a text quotes: "trigger last_updated, function public.last_updated(), line 3"; 0: none.
int quotedLine(const QString &text, const api::SourceFunction &function)
{
    const qsizetype at = text.indexOf(function.name);
    if (at < 0)
        return 0;
    QStringView rest = QStringView(text).mid(at + function.name.size());
    if (rest.startsWith(QLatin1String("()")))
        rest = rest.mid(2);
    constexpr QLatin1String line(", line ");
    if (!rest.startsWith(line))
        return 0;
    rest = rest.mid(line.size());
    qsizetype digits = 0;
    while (digits < rest.size() && rest[digits].isDigit())
        ++digits;
    return rest.left(digits).toInt();
}

class Evidence {
public:
    explicit Evidence(const api::TableDetail &detail) : m_detail(detail), m_table(detail.planned), m_isQuoted(detail.functions.size()) {}

    std::vector<EvidenceItem> make()
    {
        for (const PlanReason &reason : m_table.reasons)
            addReason(reason);
        for (const model::PlanWarning &warning : m_table.warnings)
            m_items.push_back({.kind = EvidenceItem::Against, .about = words(QT_TRANSLATE_NOOP("PlanEvidence", "Worth a look")),
                .statement = localized(warning)});
        for (const model::Refusal &refusal : m_table.refusals)
            addRefusal(refusal);
        for (std::size_t i = 0; i < m_detail.functions.size(); ++i)
            if (!m_isQuoted[i])
                addFunction(m_detail.functions[i]);
        return std::move(m_items);
    }

private:
    QString aboutWords(const QString &about) const
    {
        if (about == QLatin1String("mode"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Load mode"));
        if (about == QLatin1String("key"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Key"));
        if (about == QLatin1String("watermark"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Watermark"));
        if (about == QLatin1String("watermark-candidate"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Watermark against the facts"));
        if (about == QLatin1String("deletes"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Deletes"));
        if (about == QLatin1String("purges"))
            return words(QT_TRANSLATE_NOOP("PlanEvidence", "Purged rows"));
        return words(QT_TRANSLATE_NOOP("PlanEvidence", "Column %1")).arg(model::sqlIdentifier(about));
    }

    /// A key or watermark that was looked for and not found has no evidence.
    bool isLacking(const PlanReason &reason) const
    {
        return reason.evidence.isEmpty() && (reason.about == QLatin1String("key") || reason.about == QLatin1String("watermark"));
    }

    void addReason(const PlanReason &reason)
    {
        EvidenceItem item{.kind = EvidenceItem::For, .about = aboutWords(reason.about), .statement = localized(reason.statement),
            .where = reason.evidence};
        if (isLacking(reason) && m_table.decision.mode == LoadMode::Incremental) {
            item.kind = EvidenceItem::Against;
        } else if (isLacking(reason)) {
            item.kind = EvidenceItem::Rejected;
            item.about = words(QT_TRANSLATE_NOOP("PlanEvidence", "Load incrementally"));
        } else if (reason.about == QLatin1String("watermark-candidate")) {
            item.kind = EvidenceItem::Note;
        }
        if (reason.about != QLatin1String("mode")) // what proves the watermark stands with the watermark
            quote(reason.evidence + QLatin1Char('\n') + reason.statement.toEnglish(), item);
        m_items.push_back(std::move(item));
    }

    void quote(const QString &text, EvidenceItem &item)
    {
        for (std::size_t i = 0; i < m_detail.functions.size(); ++i) {
            const api::SourceFunction &function = m_detail.functions[i];
            const int line = quotedLine(text, function);
            const QStringList lines = function.body.split(QLatin1Char('\n'));
            if (line < 1 || line > lines.size())
                continue;
            m_isQuoted[i] = true;
            item.firstLine = std::max(1, line - linesAround);
            item.code = lines.mid(item.firstLine - 1, 2 * linesAround + 1).join(QLatin1Char('\n'));
            item.line = line;
            if (item.where.isEmpty())
                item.where = words(QT_TRANSLATE_NOOP("PlanEvidence", "trigger %1, function %2, line %3"))
                    .arg(function.trigger, function.name, QString::number(line));
            return;
        }
    }

    void addRefusal(const model::Refusal &refusal)
    {
        m_items.push_back({.kind = EvidenceItem::Rejected,
                           .about = refusal.column ? words(QT_TRANSLATE_NOOP("PlanEvidence", "Load column %1"))
                               .arg(model::sqlIdentifier(*refusal.column)) : words(QT_TRANSLATE_NOOP("PlanEvidence", "Load the table")),
                           .statement = words(QT_TRANSLATE_NOOP("PlanEvidence", "%1 What would lift it: %2"))
                               .arg(localized(refusal.reason), localized(refusal.remedy))});
    }

    void addFunction(const api::SourceFunction &function)
    {
        m_items.push_back({.kind = EvidenceItem::Note, .about = words(QT_TRANSLATE_NOOP("PlanEvidence", "Trigger %1")).arg(function.trigger),
                           .statement = words(QT_TRANSLATE_NOOP("PlanEvidence", "It runs this function; nothing above rests on it.")),
                               .where = function.name, .code = function.body});
    }

    const api::TableDetail &m_detail;
    const model::PlannedTable &m_table;
    std::vector<bool> m_isQuoted; ///< by function
    std::vector<EvidenceItem> m_items;
};

} // namespace

std::vector<EvidenceItem> evidenceOf(const api::TableDetail &detail)
{
    return Evidence(detail).make();
}

} // namespace lakehouse::views

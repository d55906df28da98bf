#include "text/csv.h"

namespace lakehouse::text {

namespace {

/// Apostrophes, none or more, and then what spreadsheets take for the beginning of a formula (OWASP, CSV injection). With those that have
/// apostrophes already guarded too, taking one away gives back what there was.
bool wantsGuard(QStringView field)
{
    constexpr QStringView signs(u"=+-@\t\r");
    while (field.startsWith(QLatin1Char('\'')))
        field = field.sliced(1);
    return !field.isEmpty() && signs.contains(field.front());
}

class CsvReader {
public:
    explicit CsvReader(QStringView text) : m_text(text) {}

    CsvContent read()
    {
        if (m_text.startsWith(QChar(0xfeff)))
            ++m_at;
        while (m_at < m_text.size() && !m_content.problem)
            readRecord();
        return std::move(m_content);
    }

private:
    bool isAtLineEnd() const { return m_text[m_at] == QLatin1Char('\n') || m_text[m_at] == QLatin1Char('\r'); }

    void skipLineEnd()
    {
        if (m_text[m_at] == QLatin1Char('\r') && m_at + 1 < m_text.size() && m_text[m_at + 1] == QLatin1Char('\n'))
            ++m_at;
        ++m_at;
        ++m_line;
    }

    void readRecord()
    {
        CsvRecord record{.line = m_line};
        while (true) {
            std::optional<QString> field = m_at < m_text.size() && m_text[m_at] == QLatin1Char('"') ? quotedField() : plainField();
            if (!field)
                return;
            record.fields.push_back(*std::move(field));
            if (m_at == m_text.size())
                break;
            if (m_text[m_at] == QLatin1Char(',')) {
                ++m_at;
                continue;
            }
            skipLineEnd();
            break;
        }
        if (record.fields.size() > 1 || !record.fields.front().isEmpty())
            m_content.records.push_back(std::move(record));
    }

    QString plainField()
    {
        const qsizetype start = m_at;
        while (m_at < m_text.size() && m_text[m_at] != QLatin1Char(',') && !isAtLineEnd())
            ++m_at;
        return m_text.sliced(start, m_at - start).toString();
    }

    std::optional<QString> quotedField()
    {
        const qsizetype openedOn = m_line;
        QString field;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            const QChar letter = m_text[m_at];
            if (letter == QLatin1Char('"')) {
                if (m_at + 1 < m_text.size() && m_text[m_at + 1] == QLatin1Char('"')) {
                    field += letter;
                    ++m_at;
                    continue;
                }
                ++m_at;
                if (m_at == m_text.size() || m_text[m_at] == QLatin1Char(',') || isAtLineEnd())
                    return field;
                m_content.problem = CsvProblem{CsvProblem::Kind::TextAfterQuote, m_line};
                return std::nullopt;
            }
            if (letter == QLatin1Char('\n') || (letter == QLatin1Char('\r') && (m_at + 1 == m_text.size() || m_text[m_at + 1] != QLatin1Char('\n'))))
                ++m_line;
            field += letter;
        }
        m_content.problem = CsvProblem{CsvProblem::Kind::UnclosedQuote, openedOn};
        return std::nullopt;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    qsizetype m_line = 1;
    CsvContent m_content;
};

bool needsQuotes(const QString &field)
{
    return field.contains(QLatin1Char(',')) || field.contains(QLatin1Char('"')) || field.contains(QLatin1Char('\n')) || field.contains(QLatin1Char('\r'));
}

} // namespace

CsvContent readCsv(QStringView text)
{
    return CsvReader(text).read();
}

QString csvLine(const std::vector<QString> &fields)
{
    QString line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        QString field = wantsGuard(fields[i]) ? QLatin1Char('\'') + fields[i] : fields[i];
        if (needsQuotes(field))
            field = QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
        line += (i == 0 ? QString() : QStringLiteral(",")) + field;
    }
    return line + QStringLiteral("\r\n");
}

QString withoutFormulaGuard(const QString &field)
{
    return field.startsWith(QLatin1Char('\'')) && wantsGuard(field) ? field.sliced(1) : field;
}

} // namespace lakehouse::text

#include "cli/answer_output.h"

#include "base/english_plural.h"
#include "describe/canonical_json.h"

namespace lakehouse::app {

QString answerInWords(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal)
{
    for (const auto area : {projectAnswer, sourceAnswer, evidenceAnswer, analysisAnswer, reviewAnswer, extractionAnswer, pipelineAnswer})
        if (const QString words = area(operation, answer, terminal); !words.isEmpty())
            return words;
    QString lines;
    for (const describe::FieldInfo &field : answer.type().fields)
        lines += QStringLiteral("%1: %2\n").arg(QString::fromUtf8(field.name), printable(QString::fromUtf8(describe::canonicalJson(field.type(), describe::at(field, answer.data())))));
    return lines;
}

QString counted(qint64 number, const char *thing)
{
    return grouped(number) + QLatin1Char(' ') + base::englishPlural(QString::fromLatin1(thing), number);
}

QString counted(qint64 number, const char *one, const char *several)
{
    return grouped(number) + QLatin1Char(' ') + QLatin1String(number == 1 ? one : several);
}

} // namespace lakehouse::app

#include "kit/diff_html.h"

#include "kit/diff_words.h"
#include "kit/shown_text.h"
#include "kit/theme.h"

#include "text/word_diff.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {

using text::DiffRow;
using text::DiffRowKind;
using text::FileDiff;

QString colour(ColorRole role)
{
    return Theme::instance().color(role).name();
}

QString style()
{
    const QString rules = QStringLiteral(
        "body{font-family:sans-serif;background:%1;color:%2}table{border-collapse:collapse;width:100%;font-family:monospace;white-space:pre-wrap}"
        "td{padding:0 .5em;vertical-align:top}td.n{text-align:right;color:%3;user-select:none}td.s{user-select:none}"
        ".del{background:%4}.add{background:%5}.del mark{background:%6;color:inherit}.add mark{background:%7;color:inherit}"
        ".del td.s{border-left:4px solid %8}.add td.s{border-left:4px solid %9}");
    return rules.arg(colour(ColorRole::Surface), colour(ColorRole::Text), colour(ColorRole::TextSecondary), colour(ColorRole::DiffRemoved),
                     colour(ColorRole::DiffAdded), colour(ColorRole::DiffRemovedWord), colour(ColorRole::DiffAddedWord),
                     colour(ColorRole::DiffRemovedBar), colour(ColorRole::DiffAddedBar));
}

QString marked(QStringView line, const std::vector<text::TextRange> &ranges)
{
    QString html;
    qsizetype at = 0;
    for (const text::TextRange &range : ranges) {
        html += shownText(line.mid(at, range.start - at)).toHtmlEscaped();
        html += QLatin1String("<mark>") + shownText(line.mid(range.start, range.length)).toHtmlEscaped() + QLatin1String("</mark>");
        at = range.end();
    }
    return html + shownText(line.mid(at)).toHtmlEscaped();
}

void appendRow(QString &html, const char *kind, const QString &sign, int before, int after, const QString &content)
{
    const auto number = [](int line) { return line < 0 ? QString() : QString::number(line + 1); };
    html += QLatin1String("<tr class=\"") + QLatin1String(kind) + QLatin1String("\"><td class=\"n\">") + number(before)
        + QLatin1String("</td><td class=\"n\">") + number(after)
        + QLatin1String("</td><td class=\"s\">") + sign + QLatin1String("</td><td>") + content + QLatin1String("</td></tr>\n");
}

void appendChanges(QString &html, const FileDiff &file, qsizetype first, qsizetype end)
{
    const auto marksOf = [&file](const DiffRow &row) {
        return row.kind == DiffRowKind::Changed ? text::wordMarks(file.before.line(row.before), file.after.line(row.after)) : text::WordMarks{};
    };
    for (qsizetype i = first; i < end; ++i)
        if (const DiffRow &row = file.rows[std::size_t(i)]; row.before >= 0)
            appendRow(html, "del", QString(QChar(0x2212)), row.before, -1, marked(file.before.line(row.before), marksOf(row).before));
    for (qsizetype i = first; i < end; ++i)
        if (const DiffRow &row = file.rows[std::size_t(i)]; row.after >= 0)
            appendRow(html, "add", QStringLiteral("+"), -1, row.after, marked(file.after.line(row.after), marksOf(row).after));
}

void appendFile(QString &html, const FileDiff &file)
{
    html += QLatin1String("<h2>") + shownText(file.path).toHtmlEscaped() + QLatin1String("</h2>\n<p>") + fileSummary(file).toHtmlEscaped()
        + QLatin1String("</p>\n<table>\n");
    qsizetype shown = 0;
    for (const text::DiffHunk &hunk : file.hunks) {
        if (hunk.firstRow > shown)
            appendRow(html, "fold", {}, -1, -1, foldText(int(hunk.firstRow - shown)).toHtmlEscaped());
        for (qsizetype row = hunk.firstRow; row < hunk.endRow();) {
            const DiffRow &line = file.rows[std::size_t(row)];
            if (line.kind == DiffRowKind::Same) {
                appendRow(html, "same", {}, line.before, line.after, marked(file.after.line(line.after), {}));
                ++row;
                continue;
            }
            qsizetype end = row;
            while (end < hunk.endRow() && file.rows[std::size_t(end)].kind != DiffRowKind::Same)
                ++end;
            appendChanges(html, file, row, end);
            row = end;
        }
        shown = hunk.endRow();
    }
    if (shown < qsizetype(file.rows.size()))
        appendRow(html, "fold", {}, -1, -1, foldText(int(qsizetype(file.rows.size()) - shown)).toHtmlEscaped());
    html += QLatin1String("</table>\n");
}

} // namespace

QByteArray diffHtml(const text::DiffDocument &document, const QString &beforeTitle, const QString &afterTitle)
{
    const QString title = QCoreApplication::translate("DiffHtml", "Changes from %1 to %2").arg(beforeTitle, afterTitle).toHtmlEscaped();
    QString html = QLatin1String("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>") + title + QLatin1String("</title><style>") + style()
        + QLatin1String("</style></head><body>\n<h1>") + title + QLatin1String("</h1>\n");
    for (const FileDiff &file : document.files)
        if (!file.isSame())
            appendFile(html, file);
    html += QLatin1String("</body></html>\n");
    return html.toUtf8();
}

} // namespace lakehouse::views

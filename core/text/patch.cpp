#include "text/patch.h"

#include <algorithm>

namespace lakehouse::text {

namespace {

/// Names with quotes, backslashes or control characters are written the way Git writes them.
QByteArray quoted(const QString &name)
{
    const QByteArray bytes = name.toUtf8();
    const auto isPlain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7f; };
    if (std::ranges::all_of(bytes, isPlain))
        return bytes;
    QByteArray text = "\"";
    for (const char c : bytes) {
        if (isPlain(c))
            text += c;
        else if (c == '"' || c == '\\')
            (text += '\\') += c;
        else
            text += '\\' + QByteArray::number(static_cast<unsigned char>(c), 8).rightJustified(3, '0');
    }
    text += '"';
    return text;
}

/// A name with spaces ends with a tab, so that `patch` knows its end.
QByteArray headerName(const char *side, const QString &path)
{
    const QByteArray name = quoted(QLatin1String(side) + path);
    return path.contains(QLatin1Char(' ')) && !name.startsWith('"') ? name + '\t' : name;
}

QByteArray rangeText(qsizetype firstLine, qsizetype count)
{
    // Without lines the number is that of the line before.
    const QByteArray start = QByteArray::number(count == 0 ? firstLine : firstLine + 1);
    return count == 1 ? start : start + ',' + QByteArray::number(count);
}

void appendLine(QByteArray &patch, char sign, const TextLines &lines, int index)
{
    patch += sign;
    patch += lines.line(index).toUtf8();
    patch += '\n';
    if (index + 1 == lines.count() && !lines.hasFinalNewline())
        patch += "\\ No newline at end of file\n";
}

/// Removed lines of a run of changes come before its added lines.
void appendChanges(QByteArray &patch, const FileDiff &file, qsizetype first, qsizetype end)
{
    for (qsizetype row = first; row < end; ++row)
        if (const DiffRow &line = file.rows[std::size_t(row)]; line.before >= 0)
            appendLine(patch, '-', file.before, line.before);
    for (qsizetype row = first; row < end; ++row)
        if (const DiffRow &line = file.rows[std::size_t(row)]; line.after >= 0)
            appendLine(patch, '+', file.after, line.after);
}

void appendHunk(QByteArray &patch, const FileDiff &file, const DiffHunk &hunk)
{
    // Lines above the hunk on each side: the hunk may begin with lines of one side only.
    qsizetype beforeCount = 0, afterCount = 0, beforeFirst = -1, afterFirst = -1;
    for (qsizetype row = hunk.firstRow; row < hunk.endRow(); ++row) {
        const DiffRow &line = file.rows[std::size_t(row)];
        if (line.before >= 0 && beforeCount++ == 0)
            beforeFirst = line.before;
        if (line.after >= 0 && afterCount++ == 0)
            afterFirst = line.after;
    }
    const DiffRow above = hunk.firstRow > 0 ? file.rows[std::size_t(hunk.firstRow) - 1] : DiffRow{};
    patch += "@@ -" + rangeText(beforeFirst < 0 ? above.before + 1 : beforeFirst, beforeCount);
    patch += " +" + rangeText(afterFirst < 0 ? above.after + 1 : afterFirst, afterCount) + " @@\n";
    for (qsizetype row = hunk.firstRow; row < hunk.endRow();) {
        if (const DiffRow &line = file.rows[std::size_t(row)]; line.kind == DiffRowKind::Same) {
            appendLine(patch, ' ', file.before, line.before);
            ++row;
            continue;
        }
        qsizetype end = row;
        while (end < hunk.endRow() && file.rows[std::size_t(end)].kind != DiffRowKind::Same)
            ++end;
        appendChanges(patch, file, row, end);
        row = end;
    }
}

} // namespace

QByteArray unifiedPatch(const DiffDocument &document)
{
    QByteArray patch;
    for (const FileDiff &file : document.files) {
        if (file.isSame())
            continue;
        patch += "diff --git " + quoted(QLatin1String("a/") + file.path) + ' ' + quoted(QLatin1String("b/") + file.path) + '\n';
        if (!file.existsBefore)
            patch += "new file mode 100644\n";
        else if (!file.existsAfter)
            patch += "deleted file mode 100644\n";
        if (file.hunks.empty())
            continue;
        patch += "--- " + (file.existsBefore ? headerName("a/", file.path) : QByteArray("/dev/null")) + '\n';
        patch += "+++ " + (file.existsAfter ? headerName("b/", file.path) : QByteArray("/dev/null")) + '\n';
        for (const DiffHunk &hunk : file.hunks)
            appendHunk(patch, file, hunk);
    }
    return patch;
}

} // namespace lakehouse::text

#include "adapters/project/settings_editor.h"

#include "adapters/project/settings_writer.h"
#include "adapters/project/text_edits.h"
#include "describe/describe.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using describe::FieldInfo;
using model::DatabaseEntry;
using ports::DatabaseChange;
using Form = SettingSyntax::Form;

namespace {

const QString fileName = QStringLiteral("ekos.toml");

Error onlyByHand()
{
    return Error{ErrorCode::Unsupported, QT_TRANSLATE_NOOP("core", "ekos.toml is written in a form that this program does not change."),
                 QT_TRANSLATE_NOOP("core", "Change the entry of [[databases]] and source-database in an editor; docs/user/configuration.md shows each key."), fileName};
}

std::span<const FieldInfo> entryFields() { return describe::typeOf<DatabaseEntry>().fields; }

/// The value as TOML; empty when there is nothing to write.
QByteArray valueText(const FieldInfo &field, const DatabaseEntry &entry)
{
    const void *value = describe::at(field, &entry);
    if (field.type().kind == describe::Kind::String) {
        const QString &text = *static_cast<const QString *>(value);
        return text.isEmpty() ? QByteArray() : tomlText(text).toUtf8();
    }
    QStringList items;
    for (const QString &item : *static_cast<const std::vector<QString> *>(value))
        items += tomlText(item);
    return items.isEmpty() ? QByteArray() : '[' + items.join(QStringLiteral(", ")).toUtf8() + ']';
}

QByteArray assignment(const FieldInfo &field, const DatabaseEntry &entry) { return QByteArray(field.name) + " = " + valueText(field, entry); }

QByteArray inlineTable(const DatabaseEntry &entry)
{
    QByteArrayList parts;
    for (const FieldInfo &field : entryFields())
        if (!valueText(field, entry).isEmpty())
            parts += assignment(field, entry);
    return "{ " + parts.join(", ") + " }";
}

/// The edits of one change, guided by where things stand.
class Editor {
public:
    Editor(const QByteArray &toml, const SettingSyntax &root) : m_edits(toml), m_root(root), m_databases(root.find("databases")) {}

    void add(const DatabaseEntry &entry);
    void rewrite(qsizetype index, const DatabaseEntry &before, const DatabaseEntry &after);
    void removeEntry(qsizetype index);
    /// False: only a person can.
    bool setExtracted(const QString &name);
    QByteArray result() const { return m_edits.result(); }

private:
    void rewriteLines(const SettingSyntax &syntax, const DatabaseEntry &before, const DatabaseEntry &after);
    void rewriteInline(const SettingSyntax &syntax, const DatabaseEntry &before, const DatabaseEntry &after);
    void removeElement(qsizetype index);
    void appendBlock(qsizetype below, const QByteArray &heading, const QByteArrayList &lines);
    /// Whether the table has a heading of its own, "[extensions.lakehouse]", and is not only implied by that of another.
    bool hasHeading(const SettingSyntax &table, qsizetype parts) const;
    static qsizetype lastEnd(const SettingSyntax &table)
    {
        return table.inner.empty() ? table.end : std::max(table.end, std::ranges::max(table.inner, {}, &SettingSyntax::end).end);
    }

    TextEdits m_edits;
    const SettingSyntax &m_root;
    const SettingSyntax *m_databases;
};

void Editor::appendBlock(qsizetype below, const QByteArray &heading, const QByteArrayList &lines)
{
    const QByteArray end = m_edits.lineEnd();
    const QByteArray text = heading + end + lines.join(end);
    m_edits.insertLinesBelow(below, m_edits.text().trimmed().isEmpty() ? text : end + text, TextEdits::Lines::OfATableOfTheirOwn);
}

void Editor::add(const DatabaseEntry &entry)
{
    if (m_databases && (m_databases->inner.empty() || m_databases->inner.back().form == Form::InlineTable)) {
        const QByteArray table = inlineTable(entry);
        if (m_databases->inner.empty())
            return m_edits.insert(m_databases->begin + 1, table);
        const SettingSyntax &last = m_databases->inner.back();
        const bool beginsLine = m_edits.statementBegin(last.begin) == last.begin;
        return m_edits.insert(last.end, "," + (beginsLine ? m_edits.lineEnd() + m_edits.indentation(last.begin) : QByteArray(" ")) + table);
    }
    QByteArrayList lines;
    for (const FieldInfo &field : entryFields())
        if (!valueText(field, entry).isEmpty())
            lines += assignment(field, entry);
    appendBlock(m_databases ? lastEnd(m_databases->inner.back()) : m_edits.text().size(), "[[databases]]", lines);
}

void Editor::rewrite(qsizetype index, const DatabaseEntry &before, const DatabaseEntry &after)
{
    const SettingSyntax &syntax = m_databases->inner[std::size_t(index)];
    if (syntax.form == Form::InlineTable)
        rewriteInline(syntax, before, after);
    else
        rewriteLines(syntax, before, after);
}

void Editor::rewriteLines(const SettingSyntax &syntax, const DatabaseEntry &before, const DatabaseEntry &after)
{
    qsizetype above = syntax.end; // the heading, or the key that comes before
    for (const FieldInfo &field : entryFields()) {
        const SettingSyntax *value = syntax.find(field.name);
        const QByteArray text = valueText(field, after);
        const bool isMoved = text != valueText(field, before);
        if (value && isMoved && text.isEmpty())
            m_edits.remove(m_edits.statementBegin(value->keyBegin), value->end);
        else if (value && isMoved)
            m_edits.replace(value->begin, value->end, text);
        else if (!value && !text.isEmpty())
            m_edits.insertLinesBelow(above, m_edits.indentation(above) + assignment(field, after));
        if (value)
            above = value->end;
    }
}

/// A table in braces has no comments but in its lists, so that it may be put together anew; values that stay are taken over as they are.
void Editor::rewriteInline(const SettingSyntax &syntax, const DatabaseEntry &before, const DatabaseEntry &after)
{
    QByteArrayList parts;
    for (const FieldInfo &field : entryFields()) {
        const SettingSyntax *value = syntax.find(field.name);
        const QByteArray text = valueText(field, after);
        if (value && text == valueText(field, before))
            parts += m_edits.text().mid(value->keyBegin, value->end - value->keyBegin);
        else if (!text.isEmpty())
            parts += assignment(field, after);
    }
    const auto staysOrStaysAway = [&](const FieldInfo &field) { return bool(syntax.find(field.name)) == !valueText(field, after).isEmpty(); };
    if (!std::ranges::all_of(entryFields(), staysOrStaysAway))
        return m_edits.replace(syntax.begin, syntax.end, "{ " + parts.join(", ") + " }");
    for (const FieldInfo &field : entryFields())
        if (const SettingSyntax *value = syntax.find(field.name); value && valueText(field, after) != valueText(field, before))
            m_edits.replace(value->begin, value->end, valueText(field, after));
}

void Editor::removeEntry(qsizetype index)
{
    const SettingSyntax &syntax = m_databases->inner[std::size_t(index)];
    if (syntax.form == Form::InlineTable)
        return removeElement(index);
    m_edits.remove(syntax.begin, syntax.end);
    for (const SettingSyntax &value : syntax.inner)
        m_edits.remove(m_edits.statementBegin(value.keyBegin), value.end);
    if (m_edits.isLastOnLine(lastEnd(syntax)))
        m_edits.removeBlankLinesAfter(lastEnd(syntax));
}

void Editor::removeElement(qsizetype index)
{
    const auto &elements = m_databases->inner;
    const SettingSyntax &element = elements[std::size_t(index)];
    const QByteArray &text = m_edits.text();
    const qsizetype following = index + 1 < qsizetype(elements.size()) ? elements[std::size_t(index) + 1].begin : m_databases->end - 1;
    qsizetype comma = element.end;
    while (comma < following && text[comma] != ',' && text[comma] != '#')
        ++comma;
    if (comma < following && text[comma] == ',') {
        qsizetype end = comma + 1;
        while (!m_edits.isLastOnLine(comma + 1) && (text[end] == ' ' || text[end] == '\t'))
            ++end;
        return m_edits.remove(element.begin, end);
    }
    m_edits.remove(index > 0 ? elements[std::size_t(index) - 1].end : element.begin, element.end);
}

bool Editor::hasHeading(const SettingSyntax &table, qsizetype parts) const
{
    const QByteArray heading = m_edits.text().mid(table.begin, table.end - table.begin);
    if (!heading.startsWith('[') || heading.startsWith("[["))
        return false;
    const Result<ReadSettings> alone = readSettings(heading, fileName);
    if (!alone)
        return false;
    qsizetype depth = 0;
    for (const SettingSyntax *inner = &alone.value().syntax; !inner->inner.empty(); inner = &inner->inner.front())
        ++depth;
    return depth == parts;
}

bool Editor::setExtracted(const QString &name)
{
    const QByteArray line = "source-database = " + tomlText(name).toUtf8();
    const SettingSyntax *extensions = m_root.find("extensions");
    const SettingSyntax *lakehouse = extensions ? extensions->find("lakehouse") : nullptr;
    if (const SettingSyntax *value = lakehouse ? lakehouse->find("source-database") : nullptr) {
        m_edits.replace(value->begin, value->end, tomlText(name).toUtf8());
        return true;
    }
    if ((extensions && extensions->form != Form::Table) || (lakehouse && lakehouse->form == Form::InlineTable && lakehouse->inner.empty()))
        return false;
    if (lakehouse && lakehouse->form == Form::InlineTable) {
        m_edits.insert(lakehouse->inner.back().end, ", " + line);
        return true;
    }
    const SettingSyntax *last = nullptr; // key of the table itself
    for (const SettingSyntax &value : lakehouse ? lakehouse->inner : std::vector<SettingSyntax>())
        if (value.form != Form::Table)
            last = &value;
    if (last) {
        const qsizetype begin = m_edits.statementBegin(last->keyBegin);
        m_edits.insertLinesBelow(last->end, m_edits.indentation(begin) + m_edits.text().mid(begin, last->keyBegin - begin) + line);
    } else if (lakehouse && hasHeading(*lakehouse, 2)) {
        m_edits.insertLinesBelow(lakehouse->end, m_edits.indentation(lakehouse->begin) + line);
    } else {
        appendBlock(m_edits.text().size(), "[extensions.lakehouse]", {line});
    }
    return true;
}

/// A page shows the default tls-mode as if it were written, and gives it back with any edit. It stays unwritten: the default follows the host.
DatabaseEntry withoutShownDefault(DatabaseEntry entry, const DatabaseEntry &before)
{
    const Result<model::SourceConnection> was = model::entrySource(before);
    if (before.tlsMode.isEmpty() && was && entry.tlsMode == model::defaultTlsMode(was.value().host))
        entry.tlsMode.clear();
    return entry;
}

} // namespace

Result<QByteArray> withDatabaseChange(const QByteArray &toml, const ReadSettings &read, const DatabaseChange &change)
{
    SettingsFile wanted = read.file;
    const auto entry = std::ranges::find(wanted.databases, change.entry.name, &DatabaseEntry::name);
    const bool isThere = entry != wanted.databases.end();
    if (isThere && change.kind == DatabaseChange::Kind::Add)
        return Error{ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("core", "ekos.toml has a source with the name \"%1\" already."), change.entry.name},
                     QT_TRANSLATE_NOOP("core", "Choose another name, or change the one that is there."), change.entry.name};
    if (!isThere && change.kind != DatabaseChange::Kind::Add)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "ekos.toml has no entry of [[databases]] with the name \"%1\"."),
                                           change.entry.name},
                     QT_TRANSLATE_NOOP("core", "See the names with: ekos-lakehouse sources list"), change.entry.name};
    Editor editor(toml, read.syntax);
    if (change.extract && !editor.setExtracted(change.entry.name))
        return onlyByHand();
    if (change.extract)
        wanted.extensions.lakehouse.sourceDatabase = change.entry.name;
    switch (change.kind) {
    case DatabaseChange::Kind::Add:
        editor.add(change.entry);
        wanted.databases.push_back(change.entry);
        break;
    case DatabaseChange::Kind::Rewrite:
        {
            const DatabaseEntry after = withoutShownDefault(change.entry, *entry);
            editor.rewrite(entry - wanted.databases.begin(), *entry, after);
            *entry = after;
        }
        break;
    case DatabaseChange::Kind::Remove:
        editor.removeEntry(entry - wanted.databases.begin());
        wanted.databases.erase(entry);
        break;
    }
    QByteArray changed = editor.result();
    EKOS_TRY(const ReadSettings again, readSettings(changed, fileName));
    if (again.file != wanted)
        return onlyByHand();
    return changed;
}

} // namespace lakehouse::adapters

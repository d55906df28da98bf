#include "adapters/ledger_sqlite/ledger_row.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <algorithm>

namespace lakehouse::adapters {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

const TypeInfo &typeOf(Describe<LedgerRow::Subject>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerRow::Subject::id>("id", "column subject of the entry"),
        field<&LedgerRow::Subject::database>("database", "column database of the subject"),
        field<&LedgerRow::Subject::schema>("schema", "column schema of the subject"),
        field<&LedgerRow::Subject::object>("object", "column object of the subject"),
        field<&LedgerRow::Subject::kind>("kind", "column kind of the subject"),
        field<&LedgerRow::Subject::part>("part", "column part of the subject"),
    };
    static constexpr TypeInfo info = structure<LedgerRow::Subject>("LedgerRowSubject", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LedgerRow>)
{
    static constexpr FieldInfo fields[] = {
        field<&LedgerRow::sequence>("seq", "column seq"),
        field<&LedgerRow::id>("id", "column id"),
        field<&LedgerRow::kind>("kind", "column kind"),
        field<&LedgerRow::subject>("subject", "the row of the subject"),
        field<&LedgerRow::body>("body", "column body, in base 64"),
        field<&LedgerRow::recordedAt>("recorded-at", "column recorded_at"),
        field<&LedgerRow::actor>("actor", "column actor, as text"),
        field<&LedgerRow::run>("run", "column run; left out when NULL"),
        field<&LedgerRow::previous>("prev", "column prev; left out when NULL"),
    };
    static constexpr TypeInfo info = structure<LedgerRow>("LedgerRow", fields);
    return info;
}

model::EntryHash LedgerRow::hash() const
{
    return model::EntryHash::of(canonicalJson(*this));
}

LedgerRow readRow(const SqliteStatement &row)
{
    return {.sequence = row.integer(0), .id = row.text(1), .kind = row.text(2),
            .subject = {row.text(3), row.text(4), row.text(5), row.text(6), row.text(7), row.text(8)},
            .body = row.bytes(9), .recordedAt = row.integer(10), .actor = row.text(11), .run = row.optionalText(12), .previous = row.optionalText(13)};
}

namespace {

template<typename Kind>
Result<> readKind(const QString &word, Kind &kind)
{
    if (readWord(word, describe::typeOf<Kind>(), &kind))
        return Ok{};
    return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "The ledger holds a fact of a kind that this program does not know: \"%1\"."), word},
                 QT_TRANSLATE_NOOP("core", "Install the newer version of ekos-lakehouse that wrote it.")};
}

Error unreadable(qint64 sequence, const Error &why)
{
    return {.code = ErrorCode::Corrupt, .message = {QT_TRANSLATE_NOOP("core", "Entry %1 of the ledger cannot be read: %2"), sequence, why.message},
            .hint = QT_TRANSLATE_NOOP("core", "Run \"ekos-lakehouse ledger verify\" to see what is damaged, and put the newest good back-up in its place."), .detail = why.detail};
}

Result<> fill(const LedgerRow &row, const QString &hash, model::LedgerEntry &entry)
{
    EKOS_TRY(entry.actor, readJson<model::Actor>(row.actor.toUtf8()));
    if (row.run) {
        EKOS_TRY(entry.run, model::RunId::parse(*row.run));
    }
    if (row.previous) {
        EKOS_TRY(entry.previous, model::EntryHash::parse(*row.previous));
    }
    EKOS_TRY(entry.hash, model::EntryHash::parse(hash));
    return Ok{};
}

} // namespace

Result<model::LedgerEntry> readEntry(const SqliteStatement &columns)
{
    const LedgerRow row = readRow(columns);
    if (columns.isNull(4))
        return unreadable(row.sequence, {.message = QT_TRANSLATE_NOOP("core", "its subject is missing.")});
    model::LedgerEntry entry;
    entry.sequence = row.sequence;
    entry.id = row.id;
    entry.subject = {.database = row.subject.database, .schema = row.subject.schema, .object = row.subject.object, .part = row.subject.part};
    entry.body = row.body;
    entry.recordedAtUtc = {row.recordedAt};
    EKOS_CHECK(readKind(row.kind, entry.kind));
    EKOS_CHECK(readKind(row.subject.kind, entry.subject.kind));
    if (const Result<> filled = fill(row, columns.text(ledgerHashColumn), entry); !filled)
        return unreadable(row.sequence, filled.error());
    return entry;
}

QString toWord(model::FactKind kind)
{
    const auto &labels = describe::typeOf<model::FactKind>().labels;
    return QString::fromLatin1(std::ranges::find(labels, qint64(kind), &LabelInfo::value)->label);
}

} // namespace lakehouse::adapters

#include "adapters/project/plan_files.h"

#include "adapters/project/project_files.h"
#include "base/file_digest.h"
#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <QFile>

#include <sys/stat.h>

#include <charconv>

namespace lakehouse::adapters {

using base::Ok;
using base::Result;
using ports::ListedTable;
using ports::PlanCopy;
using ports::PlanList;

namespace {

constexpr qint64 listFormat = 1;
constexpr qint64 fileLimit = qint64(1) << 30; // bytes; about 100,000 tables
constexpr qint64 startBytes = 64 << 10;       // where a head is expected to end

/// The first line of a list: which file it belongs to.
struct ListHeader {
    qint64 formatVersion = listFormat;
    qint64 bytes = 0;       ///< of the plan's file
    QString digest = {};    ///< of these bytes
    QString stamp = {};     ///< of the file when it was seen to hold them
};

const describe::TypeInfo &typeOf(describe::Describe<ListHeader>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {
        field<&ListHeader::formatVersion>("format-version", "version of this form"),
        field<&ListHeader::bytes>("bytes", "of the plan's file"),
        field<&ListHeader::digest>("digest", "of these bytes"),
        field<&ListHeader::stamp>("stamp", "of the file when it was seen to hold them"),
    };
    static constexpr TypeInfo info = structure<ListHeader>("ListHeader", fields);
    return info;
}

/// Changes whenever a file is replaced or written to: the time of change cannot be set by hand. Empty: there is no such file.
QByteArray stampOf(const struct stat &status)
{
    return QByteArray::number(qint64(status.st_size)) + '-' + QByteArray::number(quint64(status.st_dev)) + '-' + QByteArray::number(quint64(status.st_ino)) + '-'
        + QByteArray::number(qint64(status.st_mtim.tv_sec)) + '.' + QByteArray::number(qint64(status.st_mtim.tv_nsec)) + '-'
        + QByteArray::number(qint64(status.st_ctim.tv_sec)) + '.' + QByteArray::number(qint64(status.st_ctim.tv_nsec));
}

QByteArray stampAt(const QString &path)
{
    struct stat status{};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? stampOf(status) : QByteArray();
}

QByteArray stampOf(const QFile &file)
{
    struct stat status{};
    return ::fstat(file.handle(), &status) == 0 ? stampOf(status) : QByteArray();
}

/// The stamp of a file that holds exactly these bytes; empty when it does not, or is not there.
QByteArray stampHolding(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() != bytes.size())
        return {};
    const QByteArray stamp = stampOf(file);
    return file.readAll() == bytes && stampOf(file) == stamp ? stamp : QByteArray();
}

/// The document of a plan, the same as its canonical JSON in the frame of the format, and where each table stands in it.
QByteArray documentOf(const model::ExtractionPlan &plan, std::vector<ListedTable> *places)
{
    static const QByteArray noTables = "\"tables\":[]"; // a text of JSON never holds it: there a quote is escaped
    const model::ExtractionPlan frame{.database = plan.database, .engine = plan.engine, .catalogDigest = plan.catalogDigest, .settingsDigest = plan.settingsDigest,
                                      .madeAtUtc = plan.madeAtUtc, .warnings = plan.warnings};
    QByteArray document = "{\"format-version\":" + QByteArray::number(planFormat) + ",\"plan\":" + describe::canonicalJson(frame) + '}';
    const qsizetype at = document.indexOf(noTables) + noTables.size() - 1;
    const QByteArray rest = document.mid(at);
    document.truncate(at);
    for (std::size_t i = 0; i < plan.tables.size(); ++i) {
        if (i > 0)
            document += ',';
        const QByteArray table = describe::canonicalJson(plan.tables[i]);
        if (places) {
            (*places)[i].offset = document.size();
            (*places)[i].length = table.size();
        }
        document += table;
    }
    return document + rest;
}

/// "<offset> <length> <digest> <table>\t<row>"; canonical JSON has no line break and no tab of its own.
QByteArray lineOf(const ListedTable &table)
{
    return QByteArray::number(table.offset) + ' ' + QByteArray::number(table.length) + ' ' + table.digest.toString().toLatin1() + ' ' + describe::canonicalJson(table.table) + '\t' + table.row + '\n';
}

/// Takes the next word of a line, up to `end`; the line is left without it.
QByteArrayView takeWord(QByteArrayView &line, char end)
{
    const qsizetype at = std::max<qsizetype>(0, line.indexOf(end));
    const QByteArrayView word = line.first(at);
    line = line.sliced(std::min(at + 1, line.size()));
    return word;
}

bool readNumber(QByteArrayView word, qint64 &number)
{
    const auto [end, problem] = std::from_chars(word.begin(), word.end(), number);
    return problem == std::errc() && end == word.end() && number >= 0;
}

std::optional<ListedTable> tableOf(QByteArrayView line)
{
    ListedTable table;
    const bool areNumbers = readNumber(takeWord(line, ' '), table.offset) && readNumber(takeWord(line, ' '), table.length);
    const auto digest = model::TableDigest::parse(QString::fromLatin1(takeWord(line, ' ')));
    const auto name = describe::readJson<model::TableName>(takeWord(line, '\t').toByteArray());
    if (!areNumbers || !digest || !name)
        return std::nullopt;
    table.digest = digest.value();
    table.table = name.value();
    table.row = line.toByteArray();
    return table;
}

/// A list file in its parts.
struct ListFile {
    ListHeader header = {};
    QByteArray head = {};
    QByteArrayView lines = {}; ///< of the tables; of the bytes that were read
};

std::optional<ListFile> partsOf(const QByteArray &bytes)
{
    const qsizetype headerEnd = bytes.indexOf('\n');
    const qsizetype headEnd = headerEnd < 0 ? -1 : bytes.indexOf('\n', headerEnd + 1);
    if (headEnd < 0)
        return std::nullopt;
    auto header = describe::readJson<ListHeader>(bytes.first(headerEnd));
    if (!header || header.value().formatVersion != listFormat)
        return std::nullopt;
    return ListFile{std::move(header).value(), bytes.mid(headerEnd + 1, headEnd - headerEnd - 1), QByteArrayView(bytes).sliced(headEnd + 1)};
}

std::shared_ptr<PlanList> listOf(const ListFile &file)
{
    auto list = std::make_shared<PlanList>();
    list->head = file.head;
    for (QByteArrayView lines = file.lines; !lines.isEmpty();) {
        std::optional<ListedTable> table = tableOf(takeWord(lines, '\n'));
        if (!table)
            return nullptr;
        list->tables.push_back(std::move(*table));
    }
    return list;
}

QByteArray bytesOf(const QString &path)
{
    Result<std::optional<QByteArray>> bytes = readWhole(path, fileLimit);
    return bytes ? std::move(bytes).value().value_or(QByteArray()) : QByteArray();
}

bool hasDocument(PlanCopy copy) { return copy != PlanCopy::Generated; }

} // namespace

QString PlanFiles::documentPath(PlanCopy copy) const
{
    return m_folder + (copy == PlanCopy::Proposal ? QStringLiteral("/plan.json") : QStringLiteral("/approved.json"));
}

QString PlanFiles::listPath(PlanCopy copy) const
{
    switch (copy) {
    case PlanCopy::Proposal: return m_folder + QStringLiteral("/plan.list");
    case PlanCopy::Approved: return m_folder + QStringLiteral("/approved.list");
    case PlanCopy::Generated: break;
    }
    return m_folder + QStringLiteral("/generated.list");
}

Result<> PlanFiles::savePlan(PlanCopy copy, const model::ExtractionPlan &plan, PlanList list)
{
    const bool isListed = !list.head.isEmpty();
    const QByteArray bytes = documentOf(plan, isListed ? &list.tables : nullptr);
    EKOS_CHECK(writeWhole(documentPath(copy), bytes, 0600, IfThere::Replace));
    if (!isListed) {
        QFile::remove(listPath(copy));
        return Ok{};
    }
    writeList(copy, bytes, std::move(list));
    return Ok{};
}

void PlanFiles::saveList(PlanCopy copy, const model::ExtractionPlan *plan, PlanList list)
{
    const QByteArray bytes = plan ? documentOf(*plan, &list.tables) : QByteArray();
    writeList(copy, bytes, std::move(list));
}

/// Whatever goes wrong here costs time and nothing else: the plan is read whole then.
void PlanFiles::writeList(PlanCopy copy, const QByteArray &documentBytes, PlanList list)
{
    if (hasDocument(copy)) {
        list.document = stampHolding(documentPath(copy), documentBytes);
        if (list.document.isEmpty())
            return; // it is another plan's file by now, or was written to by hand
    }
    const ListHeader header{.bytes = documentBytes.size(), .digest = base::fileDigest(documentBytes), .stamp = QString::fromLatin1(list.document)};
    QByteArray bytes = describe::canonicalJson(header) + '\n' + list.head + '\n';
    for (const ListedTable &table : list.tables)
        bytes += lineOf(table);
    const auto written = writeWhole(listPath(copy), bytes, 0600, IfThere::Replace);
    const QByteArray listStamp = written ? stampHolding(listPath(copy), bytes) : stampAt(listPath(copy));
    const std::lock_guard lock(m_mutex);
    m_known[copy] = {std::make_shared<const PlanList>(std::move(list)), listStamp};
}

std::shared_ptr<const PlanList> PlanFiles::known(PlanCopy copy, const QByteArray &document, const QByteArray &listStamp)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(copy);
    const bool fits = found != m_known.end() && found->second.list->document == document && found->second.listStamp == listStamp;
    return fits ? found->second.list : nullptr;
}

std::optional<QByteArray> PlanFiles::head(PlanCopy copy)
{
    const QByteArray document = hasDocument(copy) ? stampAt(documentPath(copy)) : QByteArray();
    if (const auto list = known(copy, document, stampAt(listPath(copy))))
        return list->head;
    QFile file(listPath(copy));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray start = file.read(startBytes);
    if (const auto parts = partsOf(start); parts && parts->header.stamp.toLatin1() == document)
        return parts->head;
    const auto whole = list(copy);
    return whole ? std::optional(whole->head) : std::nullopt;
}

std::shared_ptr<const PlanList> PlanFiles::list(PlanCopy copy)
{
    const QByteArray document = hasDocument(copy) ? stampAt(documentPath(copy)) : QByteArray();
    if (hasDocument(copy) && document.isEmpty())
        return nullptr;
    const QByteArray listStamp = stampAt(listPath(copy));
    if (auto list = known(copy, document, listStamp))
        return list;
    const QByteArray bytes = bytesOf(listPath(copy));
    const std::optional<ListFile> parts = partsOf(bytes);
    if (!parts)
        return nullptr;
    if (parts->header.stamp.toLatin1() != document) { // a copy of the project has other stamps
        const QByteArray whole = bytesOf(documentPath(copy));
        if (whole.size() != parts->header.bytes || base::fileDigest(whole) != parts->header.digest)
            return nullptr;
    }
    const std::shared_ptr<PlanList> list = listOf(*parts);
    if (!list)
        return nullptr;
    list->document = document;
    const std::lock_guard lock(m_mutex);
    m_known[copy] = {list, listStamp};
    return list;
}

std::optional<model::PlannedTable> PlanFiles::table(PlanCopy copy, const PlanList &list, const ListedTable &table) const
{
    QFile file(documentPath(copy));
    if (table.length == 0 || !file.open(QIODevice::ReadOnly) || stampOf(file) != list.document || !file.seek(table.offset))
        return std::nullopt;
    auto planned = describe::readJson<model::PlannedTable>(file.read(table.length));
    const bool fits = planned && planned.value().decision.table == table.table && planned.value().digest() == table.digest;
    return fits ? std::optional(std::move(planned).value()) : std::nullopt;
}

} // namespace lakehouse::adapters

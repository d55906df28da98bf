#include "rules/reconcile/row_differences.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using model::Mismatch;
using model::Tier;

namespace {

struct Pair {
    std::vector<const RowImage *> source;
    std::vector<const RowImage *> bronze;
};

std::vector<QString> sortedHashes(const std::vector<const RowImage *> &rows)
{
    std::vector<QString> hashes;
    for (const RowImage *row : rows)
        hashes.push_back(row->rowHash);
    std::ranges::sort(hashes);
    return hashes;
}

std::vector<Mismatch> differencesOf(const Pair &pair, const std::vector<QString> &columns)
{
    const RowImage &any = pair.source.empty() ? *pair.bronze.front() : *pair.source.front();
    Mismatch mismatch{.tier = Tier::V3, .bucket = any.bucket, .key = any.key};
    if (pair.source.size() != pair.bronze.size()) {
        mismatch.kind = pair.bronze.empty() ? QStringLiteral("missing in bronze") : pair.source.empty() ? QStringLiteral("only in bronze") : QStringLiteral("count");
        mismatch.source = QString::number(pair.source.size());
        mismatch.bronze = QString::number(pair.bronze.size());
        return {mismatch};
    }
    if (sortedHashes(pair.source) == sortedHashes(pair.bronze))
        return {};
    mismatch.kind = QStringLiteral("differs");
    std::vector<Mismatch> found;
    const std::vector<QString> &left = pair.source.front()->hashes;
    const std::vector<QString> &right = pair.bronze.front()->hashes;
    for (std::size_t at = 0; pair.source.size() == 1 && at < std::min({columns.size(), left.size(), right.size()}); ++at)
        if (left[at] != right[at]) {
            mismatch.column = columns[at];
            found.push_back(mismatch);
        }
    if (found.empty())
        found.push_back(mismatch); // several rows of one key: which of them belong together is not known
    return found;
}

} // namespace

RowDifferences rowDifferences(const std::vector<RowImage> &source, const std::vector<RowImage> &bronze, const std::vector<QString> &columns,
                              qint64 keysReported)
{
    std::map<std::pair<qint64, QString>, Pair> pairs;
    for (const RowImage &row : source)
        pairs[{row.bucket, row.keyHash}].source.push_back(&row);
    for (const RowImage &row : bronze)
        pairs[{row.bucket, row.keyHash}].bronze.push_back(&row);
    RowDifferences differences;
    qint64 keys = 0;
    for (const auto &[key, pair] : pairs) {
        const std::vector<Mismatch> found = differencesOf(pair, columns);
        differences.inAll += qint64(found.size());
        if (!found.empty() && ++keys <= keysReported)
            differences.mismatches.insert(differences.mismatches.end(), found.begin(), found.end());
    }
    return differences;
}

} // namespace lakehouse::rules

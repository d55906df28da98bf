#include "kit/row_ids.h"

#include <QHash>

namespace lakehouse::views {

std::vector<qint64> rowsOfIds(const TableRows &rows, const QStringList &ids, const std::vector<qint64> &guesses)
{
    const qint64 count = rows.count();
    std::vector<qint64> found(std::size_t(ids.size()), -1);
    QMultiHash<QString, std::size_t> open;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const QString &id = ids[qsizetype(i)];
        const qint64 guess = i < guesses.size() ? guesses[i] : -1;
        if (guess >= 0 && guess < count && rows.id(guess) == id)
            found[i] = guess;
        else if (!id.isEmpty())
            open.insert(id, i);
    }
    for (qint64 row = 0; row < count && !open.isEmpty(); ++row) {
        const QString id = rows.id(row);
        const auto [begin, end] = open.equal_range(id);
        if (begin == end)
            continue;
        for (auto place = begin; place != end; ++place)
            found[place.value()] = row;
        open.remove(id);
    }
    return found;
}

} // namespace lakehouse::views

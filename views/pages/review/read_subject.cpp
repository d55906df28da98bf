#include "pages/review/read_subject.h"

#include "describe/label_of.h"

#include <algorithm>

namespace lakehouse::views {

using api::ReviewRow;
using model::ReviewSubject;

const ReviewRow *ReadSubject::find(const QString &item) const
{
    const auto found = std::ranges::lower_bound(m_rows, item, {}, &ReviewRow::item);
    return found != m_rows.end() && found->item == item ? &*found : nullptr;
}

void ReadSubject::add(const api::ReviewPage &page)
{
    m_digest = page.digest;
    m_standing = page.standing;
    m_events = page.events;
    m_rows.reserve(std::size_t(std::max<qint64>(page.matching, 0)));
    m_rows.insert(m_rows.end(), page.items.begin(), page.items.end());
}

void ReadSubject::finish()
{
    if (!std::ranges::is_sorted(m_rows, {}, &ReviewRow::item))
        std::ranges::sort(m_rows, {}, &ReviewRow::item);
    m_decidable = std::ranges::count_if(m_rows, [](const ReviewRow &row) { return row.presence != model::ReviewPresence::Gone; });
    m_ids.clear();
    m_ids.reserve(m_rows.size());
    const QString prefix = subjectId(m_subject) + QLatin1Char('/');
    for (const ReviewRow &row : m_rows)
        m_ids.push_back(prefix + row.item);
}

QStringList ReviewMoves::all() const
{
    QStringList names = inReview + gone;
    names.sort();
    return names;
}

ReviewMoves movesBetween(const ReadSubject &before, const ReadSubject &after)
{
    ReviewMoves moves;
    auto left = before.rows().begin();
    auto right = after.rows().begin();
    while (left != before.rows().end() || right != after.rows().end()) {
        if (right == after.rows().end() || (left != before.rows().end() && left->item < right->item)) {
            moves.gone += (left++)->item;
        } else if (left == before.rows().end() || right->item < left->item) {
            moves.inReview += (right++)->item;
        } else {
            if (*left != *right)
                moves.inReview += right->item;
            ++left;
            ++right;
        }
    }
    return moves;
}

SubjectPage pageOf(const api::ReviewPage &answer, std::shared_ptr<ReadSubject> partial, const ReadSubjectPointer &known)
{
    partial->add(answer);
    SubjectPage page{.subject = std::move(partial), .digest = answer.digest, .next = answer.next, .known = known};
    if (page.next)
        return page;
    page.subject->finish();
    if (known && known->subject() == page.subject->subject())
        page.moves = movesBetween(*known, *page.subject);
    return page;
}

QString subjectId(ReviewSubject subject)
{
    return describe::labelOf(subject);
}

QString rowIdOf(ReviewSubject subject, const QString &item)
{
    return subjectId(subject) + QLatin1Char('/') + item;
}

std::optional<std::pair<ReviewSubject, QString>> partsOfRowId(const QString &id)
{
    const qsizetype slash = id.indexOf(QLatin1Char('/'));
    const QString name = slash < 0 ? id : id.left(slash);
    const auto subject = std::ranges::find(model::allReviewSubjects, name, subjectId);
    if (subject == model::allReviewSubjects.end())
        return std::nullopt;
    return std::pair(*subject, slash < 0 ? QString() : id.sliced(slash + 1));
}

} // namespace lakehouse::views

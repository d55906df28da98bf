#pragma once

#include "api/operations/review.h"

#include <QStringList>

#include <memory>

namespace lakehouse::views {

/// The items of one subject as they were read, by name. Never changes: another reading is another object, so that a list of very many items is made
/// once, on whatever thread its answers came, and shared from then on.
class ReadSubject {
public:
    explicit ReadSubject(model::ReviewSubject subject) : m_subject(subject) {}

    model::ReviewSubject subject() const { return m_subject; }
    /// Of the whole review that they are from.
    const model::ReviewDigest &digest() const { return m_digest; }
    const api::SubjectStanding &standing() const { return m_standing; }
    const std::vector<api::ReviewRow> &rows() const { return m_rows; }
    /// Of the rows, how many are to be decided: all but those that are gone.
    qsizetype decidable() const { return m_decidable; }
    /// What was done with the subject as a whole, oldest first.
    const std::vector<api::SubjectEvent> &events() const { return m_events; }
    /// Of the row at this place among all subjects: see rowIdOf.
    const QString &id(qsizetype row) const { return m_ids[std::size_t(row)]; }
    /// nullptr: the subject has no such item.
    const api::ReviewRow *find(const QString &item) const;
    /// While it is being read, page by page.
    void add(const api::ReviewPage &page);
    void finish();

private:
    model::ReviewSubject m_subject;
    model::ReviewDigest m_digest = {};
    api::SubjectStanding m_standing = {};
    std::vector<api::ReviewRow> m_rows;
    std::vector<QString> m_ids;
    qsizetype m_decidable = 0;
    std::vector<api::SubjectEvent> m_events;
};
using ReadSubjectPointer = std::shared_ptr<const ReadSubject>;

/// The items that are other in one reading of a subject than in another, by name.
struct ReviewMoves {
    QStringList inReview = {}; ///< new, or found or decided otherwise
    QStringList gone = {};

    int count() const { return int(inReview.size() + gone.size()); }
    bool isEmpty() const { return count() == 0; }
    QStringList all() const;
    friend bool operator==(const ReviewMoves &, const ReviewMoves &) = default;
};

ReviewMoves movesBetween(const ReadSubject &before, const ReadSubject &after);

/// One page of a reading.
struct SubjectPage {
    std::shared_ptr<ReadSubject> subject = {};
    model::ReviewDigest digest = {};
    std::optional<QString> next = {};
    ReadSubjectPointer known = {}; ///< what the whole was compared with
    ReviewMoves moves = {};        ///< from `known`, when nothing follows
};

/// Adds an answer to what was read before, and compares the whole with what is known once nothing follows; on whatever thread the answer came, so that
/// the one that paints stays free.
SubjectPage pageOf(const api::ReviewPage &answer, std::shared_ptr<ReadSubject> partial, const ReadSubjectPointer &known);

/// "scope", as the command line has it.
QString subjectId(model::ReviewSubject subject);
/// "scope/public.film": names an item among all subjects.
QString rowIdOf(model::ReviewSubject subject, const QString &item);
/// The two halves of such an id, or of a subject's alone: the item is empty then. Nothing: no subject is called so.
std::optional<std::pair<model::ReviewSubject, QString>> partsOfRowId(const QString &id);

} // namespace lakehouse::views

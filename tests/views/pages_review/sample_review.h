#pragma once

#include "api/operations/review.h"
#include "support/scripted_workbench.h"

namespace lakehouse::testsupport {

/// A review that behaves: decisions, sign-offs and comments change it as the rules say, and its digest moves with what is decided.
class SampleReview {
public:
    struct Subject {
        std::vector<api::ReviewItemDetail> items = {};
        model::SignOffState state = model::SignOffState::NotSigned;
        std::vector<QString> moved = {};
        std::optional<QString> signedBy = {};
        std::optional<base::UtcTime> signedAtUtc = {};
        std::optional<QString> assignee = {};
        std::vector<api::SubjectEvent> events = {};
        std::optional<base::Text> notAllowed = {};
        qint64 withoutEvidence = 0;
    };

    /// Four tables, two personal columns, an identity, a table that is written to, a term; no conflict. One table is decided.
    SampleReview();
    /// Six subjects without an item.
    static SampleReview empty();

    Subject &of(model::ReviewSubject subject) { return m_subjects[std::size_t(subject)]; }
    const Subject &of(model::ReviewSubject subject) const { return m_subjects[std::size_t(subject)]; }
    api::ReviewItemDetail &item(model::ReviewSubject subject, const char *name);
    /// What somebody else decides meanwhile.
    void decide(model::ReviewSubject subject, const char *name, const model::ReviewVerdict &verdict, const char *actor = "ben@build.example.com (cli)");
    void decideAll(model::ReviewSubject subject);
    /// Another reading does not find an item that was signed: nothing is left to decide about it, and the sign-off is stale.
    void vanish(model::ReviewSubject subject, const char *name);

    model::ReviewDigest digest() const;
    model::ReviewDigest digest(model::ReviewSubject subject) const;
    api::SubjectStanding standing(model::ReviewSubject subject) const;
    api::ReviewOverview overview() const;
    base::Result<api::ReviewPage> show(const api::ShowReview &request) const;
    /// Answers every operation of the review by this, which lives as long as the bench.
    void answerOn(ScriptedWorkbench &bench);

    bool isAnalyzed = true;
    bool isSignoffRequired = false;

private:
    explicit SampleReview(int) {}
    base::Result<api::ReviewDecided> decided(const api::DecideReview &request);
    base::Result<api::ReviewImported> imported(const api::ImportReview &request);
    base::Result<api::SignOffReceipt> signedOff(const api::ApproveSignOff &request);
    base::Result<api::SignOffReceipt> revoked(const api::RevokeSignOff &request);
    void record(api::ReviewItemDetail &item, const model::ReviewVerdict &verdict, const QString &reason, const QString &actor);

    std::array<Subject, model::allReviewSubjects.size()> m_subjects = {};
    qint64 m_sequence = 100;
};

base::UtcTime reviewTime(int minutes);
base::Error movedReview();

} // namespace lakehouse::testsupport

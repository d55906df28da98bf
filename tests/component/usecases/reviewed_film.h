#pragma once

#include "api/operations/evidence.h"
#include "api/operations/review.h"
#include "component/usecases/film_project.h"
#include "usecases/evidence/finding_facts.h"

namespace lakehouse::testsupport {

/// The film rental with findings in its ledger: one item in each subject of the review, two in scope and personal data.
struct ReviewedFilm : FilmProject {
    ReviewedFilm()
    {
        const auto analyzed = doors.ask(api::AnalyzeSource{});
        Q_ASSERT(analyzed);
        observe(usecases::factOf(database, model::ScopeProposal{.table = tableName("film"), .why = "A table of the application.", .evidence = {at("table public.film")}}));
        observe(usecases::factOf(database, model::ScopeProposal{.table = tableName("actor"), .choice = model::ScopeChoice::Out, .why = "Looks like a copy.", .evidence = {at("table public.actor")}}));
        observe(usecases::factOf(database, title()));
        observe(usecases::factOf(database, model::PiiCandidate{.table = tableName("actor"), .column = QStringLiteral("name"), .personalData = model::PersonalData::PersonName,
            .confidence = model::Confidence::Likely, .evidence = {at("column public.actor.name")}}));
        observe(usecases::factOf(database, model::Conflict{.table = tableName("film"), .kind = model::ConflictKind::NullsInMandatory, .about = QStringLiteral("title"), .first = "The dictionary wants it filled.",
            .second = "NULLs were measured.", .firstEvidence = {at("AD_Column")}, .secondEvidence = {at("column public.film.title")}}));
        observe(usecases::factOf(database, model::IdentityCandidate{.table = tableName("actor"), .candidates = {{.columns = {QStringLiteral("actor_id")}, .rows = 10, .isComplete = true}}, .evidence = {at("table public.actor")}}));
        observe(usecases::factOf(database, writes(12)));
        observe(usecases::factOf(database, model::GlossaryTerm{.term = QStringLiteral("rental"), .definition = QStringLiteral("what is lent"), .evidence = {at("comment on table public.film")}}));
    }

    static model::Evidence at(const char *place, qint64 line = 0) { return {.kind = model::EvidenceKind::SourceFile, .place = QString::fromUtf8(place), .detail = QStringLiteral("seen"), .line = line}; }
    static model::PiiCandidate title()
    {
        return {.table = tableName("film"), .column = QStringLiteral("title"), .personalData = model::PersonalData::Email, .confidence = model::Confidence::Weak, .evidence = {at("column public.film.title")}};
    }
    /// The same write, at a line of its own.
    static model::WriteBehaviour writes(qint64 line)
    {
        return {.table = tableName("film"), .inserts = model::InsertClass::Seen, .updates = model::UpdateClass::RawSqlOmitsUpdated, .deletes = model::DeleteClass::Never, .evidence = {at("src/Film.java", line)}};
    }

    void observe(const model::NewFact &fact)
    {
        base::RunContext run;
        const auto written = project.workspace().ledger(run).value()->append({fact}, person("anna"), run);
        Q_ASSERT(written);
    }

    /// What a complete analysis does when it finds nothing of a kind any more but these subjects.
    void vanish(model::FactKind kind, const std::vector<model::SubjectName> &stillFound = {})
    {
        base::RunContext run;
        const auto retracted = project.workspace().ledger(run).value()->retractOthers(database, {kind}, stillFound, person("anna"), run);
        Q_ASSERT(retracted);
    }
    model::SubjectName actorName() const
    {
        return usecases::factOf(database, model::PiiCandidate{.table = tableName("actor"), .column = QStringLiteral("name")}).subject;
    }

    base::Result<api::ReviewOverview> review() { return doors.ask(api::ListReview{}); }
    model::ReviewDigest digest() { return review().value().digest; }
    api::ReviewPage page(model::ReviewSubject subject, bool isMovedOnly = false) { return doors.ask(api::ShowReview{.subject = subject, .moved = isMovedOnly}).value(); }
    api::SubjectStanding standing(model::ReviewSubject subject) { return review().value().subjects.at(std::size_t(subject)); }

    base::Result<api::ReviewDecided> decide(model::ReviewSubject subject, const char *item, const char *verdict, const model::Actor &actor = person("anna"), Door door = Door::InProcess)
    {
        return doors.ask(api::DecideReview{.expectedDigest = digest(), .subject = subject, .item = {QString::fromUtf8(item)}, .decision = model::ReviewVerdict::parse(QString::fromUtf8(verdict)).value(),
            .reason = reason()}, door, actor);
    }
    base::Result<> decideAllAsProposed(const model::Actor &actor = person("anna"))
    {
        for (const model::ReviewSubject subject : model::allReviewSubjects) {
            if (standing(subject).open > 0)
                EKOS_CHECK(doors.ask(api::DecideReview{.expectedDigest = digest(), .subject = subject, .filter = QString(), .open = true, .asProposed = true, .reason = reason()}, Door::InProcess, actor));
        }
        return base::Ok{};
    }
    base::Result<api::SignOffReceipt> sign(std::vector<model::ReviewSubject> subjects, const model::Actor &actor = person("anna"), Door door = Door::InProcess)
    {
        return doors.ask(api::ApproveSignOff{.expectedDigest = digest(), .subject = std::move(subjects), .reason = reason()}, door, actor);
    }
    base::Result<api::SignOffReceipt> signAll(const model::Actor &actor = person("anna"))
    {
        return doors.ask(api::ApproveSignOff{.expectedDigest = digest(), .all = true, .reason = reason()}, Door::InProcess, actor);
    }
    base::Result<api::SignOffReceipt> revoke(model::ReviewSubject subject, const model::Actor &actor = person("anna"))
    {
        return doors.ask(api::RevokeSignOff{.expectedDigest = digest(), .subject = {subject}, .reason = reason()}, Door::InProcess, actor);
    }

    QString database = QStringLiteral("film_rental");
};

} // namespace lakehouse::testsupport

#include "rules/review/sign_off.h"

#include <QTest>

using namespace lakehouse::model;
using namespace lakehouse::rules;

namespace {

TableName table(const char *name) { return TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value(); }

SignedItem item(const char *name, const char *verdict, const char *digest = "as it was", const char *tableName = "customer", std::optional<QString> column = {})
{
    return {QString::fromUtf8(name), table(tableName), std::move(column), ReviewVerdict::parse(QString::fromLatin1(verdict)).value(), ReviewItemDigest::of(digest)};
}

SignedState state(ReviewSubject subject, std::vector<SignedItem> items) { return {subject, std::move(items)}; }

SignOffHistory signedAs(const SignedState &state, qint64 approvedAt = 10, qint64 revokedAt = 0)
{
    return {SignOffFact{.subject = state.subject, .digest = state.digest(), .items = qint64(state.items.size())}, approvedAt, state, revokedAt};
}

} // namespace

class SignOffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stands()
    {
        const SignedState current = state(ReviewSubject::Scope, {item("a", "in"), item("b", "out")});
        QCOMPARE(signOffStanding(current, {}).state, SignOffState::NotSigned);
        QCOMPARE(signOffStanding(current, signedAs(current)).state, SignOffState::Signed);
        QCOMPARE(signOffStanding(current, signedAs(current, 10, 11)).state, SignOffState::Revoked);
        QCOMPARE(signOffStanding(current, signedAs(current, 12, 11)).state, SignOffState::Signed); // signed again
    }

    void namesExactlyWhatMoved()
    {
        const SignedState before = state(ReviewSubject::Scope, {item("a", "in"), item("b", "out"), item("c", "in"), item("d", "in")});
        const SignedState now = state(ReviewSubject::Scope, {item("a", "in"), item("b", "in", "decided anew"), item("d", "in"), item("e", "in")});
        const SignOffStanding standing = signOffStanding(now, signedAs(before));
        QCOMPARE(standing.state, SignOffState::Stale);
        QCOMPARE(standing.moved, (std::vector<QString>{QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("e")})); // other, gone, new
    }

    void aSubjectWithoutItemsCanBeSigned()
    {
        const SignedState nothing = state(ReviewSubject::Conflicts, {});
        QCOMPARE(signOffStanding(nothing, signedAs(nothing)).state, SignOffState::Signed);
        const SignOffStanding standing = signOffStanding(state(ReviewSubject::Conflicts, {item("x", "open")}), signedAs(nothing));
        QCOMPARE(standing.state, SignOffState::Stale);
        QCOMPARE(standing.moved, std::vector<QString>{QStringLiteral("x")});
    }

    void emptyStatesOfTwoSubjectsAreNotTheSame()
    {
        QVERIFY(state(ReviewSubject::Conflicts, {}).digest() != state(ReviewSubject::Identity, {}).digest());
    }

    void whatIsInForce_data()
    {
        QTest::addColumn<int>("standing");
        QTest::addColumn<bool>("isAll");
        QTest::newRow("signed") << int(SignOffState::Signed) << true;
        QTest::newRow("stale") << int(SignOffState::Stale) << false;
        QTest::newRow("revoked") << int(SignOffState::Revoked) << false;
    }
    void whatIsInForce()
    {
        QFETCH(int, standing);
        QFETCH(bool, isAll);
        const SignedState scope = state(ReviewSubject::Scope, {item("public.log", "out", "x", "log"), item("public.customer", "in")});
        const SignedState pii = state(ReviewSubject::Pii, {item("public.customer.email", "hash", "x", "customer", QStringLiteral("email")), item("public.customer.note", "redact", "x", "customer", QStringLiteral("note")),
                                                           item("public.customer.name", "keep", "x", "customer", QStringLiteral("name"))});
        const SignedState writes = state(ReviewSubject::WriteBehaviour, {item("public.queue", "update=po_only,delete=purge_only", "x", "queue"), item("public.customer", "update=po_only")});
        const SignedState identity = state(ReviewSubject::Identity, {item("public.b6", "key:id", "x", "b6")});
        std::vector<SignedSubject> subjects;
        for (const SignedState *signedState : {&scope, &pii, &writes, &identity})
            subjects.push_back({SignOffState(standing), signedState});
        const DecisionsInForce inForce = decisionsInForce(subjects);
        QCOMPARE(inForce.outOfScope, std::vector<TableName>{table("log")});
        QCOMPARE(inForce.masks, (std::vector<MaskedColumn>{{table("customer"), QStringLiteral("email"), Mask::Hash}, {table("customer"), QStringLiteral("note"), Mask::Redact}}));
        QCOMPARE(inForce.keys.size(), isAll ? 1u : 0u);
        QCOMPARE(inForce.classes.size(), isAll ? 2u : 1u);
        const auto queue = std::ranges::find(inForce.classes, table("queue"), &DecidedClasses::table);
        QCOMPARE(queue->deletes, std::optional(DeleteClass::PurgeOnly)); // retained rows stay retained
        QCOMPARE(queue->updates.has_value(), isAll);
    }

    void whatWasSignedBeforeARevokedSignOffStillTakesAway()
    {
        const auto email = [](const char *verdict) { return item("public.customer.email", verdict, "x", "customer", QStringLiteral("email")); };
        const auto note = [](const char *verdict) { return item("public.customer.note", verdict, "x", "customer", QStringLiteral("note")); };
        const SignedState lifted = state(ReviewSubject::Pii, {email("keep"), note("hash")});
        const SignedState before = state(ReviewSubject::Pii, {email("hash"), note("redact")});
        const DecisionsInForce masked = decisionsInForce({{SignOffState::Revoked, &lifted, {&before}}});
        QCOMPARE(masked.masks, (std::vector<MaskedColumn>{{table("customer"), QStringLiteral("email"), Mask::Hash}, {table("customer"), QStringLiteral("note"), Mask::Redact}})); // of two the one that shows less

        const SignedState in = state(ReviewSubject::Scope, {item("public.log", "in", "x", "log"), item("public.tmp", "out", "x", "tmp")});
        const SignedState out = state(ReviewSubject::Scope, {item("public.log", "out", "x", "log"), item("public.tmp", "out", "x", "tmp")});
        QCOMPARE(decisionsInForce({{SignOffState::Revoked, &in, {&out}}}).outOfScope, (std::vector<TableName>{table("log"), table("tmp")})); // each once

        const SignedState hard = state(ReviewSubject::WriteBehaviour, {item("public.queue", "update=po_only,delete=hard", "x", "queue")});
        const SignedState purged = state(ReviewSubject::WriteBehaviour, {item("public.queue", "update=po_only,delete=purge_only", "x", "queue")});
        QCOMPARE(decisionsInForce({{SignOffState::Revoked, &hard, {&purged, &purged}}}).classes, (std::vector<DecidedClasses>{{table("queue"), {}, DeleteClass::PurgeOnly}}));
    }

    void nothingIsInForceBeforeTheFirstSignOff()
    {
        QCOMPARE(decisionsInForce({{SignOffState::NotSigned, nullptr}}), DecisionsInForce{});
    }
};

QTEST_GUILESS_MAIN(SignOffTest)
#include "sign_off_test.moc"

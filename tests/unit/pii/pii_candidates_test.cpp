#include "labelled_columns.h"

#include "describe/canonical_json.h"
#include "rules/pii/folded_words.h"
#include "rules/pii/pii_candidates.h"

#include <QTest>

using namespace lakehouse;
using model::Confidence;
using model::EvidenceKind;
using model::PersonalData;
using model::PiiCandidate;
using model::SourceTable;
using testsupport::countsOf;

namespace {

/// A table to ask about, column by column.
class TableCase {
public:
    explicit TableCase(const char *name) { m_table.name = model::TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value(); }
    TableCase &column(const char *name, const char *type, const char *comment = nullptr)
    {
        model::SourceColumn column{.name = QString::fromUtf8(name), .position = std::ssize(m_table.columns) + 1, .type = testsupport::typeOf(QString::fromLatin1(type))};
        if (comment)
            column.comment = QString::fromUtf8(comment);
        m_table.columns.push_back(column);
        return *this;
    }
    /// Of the last column, `times` over.
    TableCase &values(const QStringList &values, int times = 1)
    {
        QStringList all;
        for (int time = 0; time < times; ++time)
            all += values;
        m_counts[m_table.columns.back().name] = countsOf(all);
        return *this;
    }
    SourceTable &table() { return m_table; }
    std::vector<PiiCandidate> candidates() const { return rules::piiCandidates({m_table, m_counts}); }
    /// Of the only column.
    std::optional<PiiCandidate> candidate() const
    {
        const std::vector<PiiCandidate> all = candidates();
        return all.empty() ? std::nullopt : std::optional(all.front());
    }

private:
    SourceTable m_table;
    std::map<QString, rules::ValueCounts> m_counts;
};

const QStringList addresses{QStringLiteral("a@example.org"), QStringLiteral("b@example.org"), QStringLiteral("c@example.org"), QStringLiteral("d@example.org")};
const QStringList codes{QStringLiteral("A1"), QStringLiteral("B2"), QStringLiteral("C3"), QStringLiteral("D4")};

std::vector<EvidenceKind> kinds(const PiiCandidate &candidate)
{
    std::vector<EvidenceKind> all;
    for (const model::Evidence &evidence : candidate.evidence)
        all.push_back(evidence.kind);
    return all;
}

} // namespace

class PiiCandidatesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreTakenApart_data();
    void namesAreTakenApart();
    void longCompoundsTakeNoTime();
    void typesBoundWhatIsPossible_data();
    void typesBoundWhatIsPossible();
    void nameAloneIsLikely();
    void nameAndValuesAreCertain();
    void valuesTakeAWrongNameAway();
    void fewValuesOnlyMakeItWeak();
    void valuesAloneAreEnough();
    void valuesGoBeforeTheName();
    void someAddressesAmongOtherTextsAreWeak();
    void commentIsEvidence();
    void nameAndCommentTogetherAreStronger();
    void domainIsEvidence();
    void postCodesAreClearBesideTheRestOfAnAddress();
    void referencesAreNoNumbersOfPersons();
    void addressesOfMachinesAreNotPersonal();
    void sharedFirstWordSaysNothing();
    void nothingOfAValueIsKept();
    void samplingAsksForWhatHelps();
    void emptyTableHasNone();
};

void PiiCandidatesTest::namesAreTakenApart_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *name, std::initializer_list<const char *> words) {
        QStringList list;
        for (const char *word : words)
            list += QString::fromUtf8(word);
        QTest::newRow(name) << QString::fromUtf8(name) << list;
    };
    row("first_name", {"first", "name"});
    row("firstName", {"first", "name"});
    row("FIRST-NAME", {"first", "name"});
    row("IPAddress2", {"ip", "address"});
    row("address1", {"address"});
    row("Straße_Hausnr.", {"strasse", "hausnr"});
    row("prénom", {"prenom"});
    row("pre\314\201Nom", {"pre", "nom"}); // é as two characters
    row("PRE\314\201Nom", {"pre", "nom"});
    row("\342\235\244\357\270\217_name", {"name"}); // a picture and the mark of its colour
    row("contraseña", {"contrasena"});
    row("card_last4", {"card", "masked", "last"});
    row("Customer Name", {"customer", "name"});
    row("", {});
    row("__$__", {});
}

void PiiCandidatesTest::namesAreTakenApart()
{
    QFETCH(QString, name);
    QFETCH(QStringList, words);
    QCOMPARE(rules::foldedWords(name), words);
}

/// Its parts can be taken apart in more ways than could ever be tried.
void PiiCandidatesTest::longCompoundsTakeNoTime()
{
    const rules::Meanings meanings = rules::meaningsOf({QStringLiteral("namen").repeated(12) + QStringLiteral("xq")});
    QCOMPARE(meanings.unknown(), 1);
}

void PiiCandidatesTest::typesBoundWhatIsPossible_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("isCandidate");
    const auto row = [](const char *name, const char *type, bool isCandidate) { QTest::addRow("%s %s", name, type) << QByteArray(name) << QByteArray(type) << isCandidate; };
    row("email", "text", true);
    row("email", "citext", true);
    row("email", "varchar(1)", false);
    row("email", "bool", false);
    row("email", "int4", false);
    row("email", "timestamptz", false);
    row("email", "jsonb", true);
    row("email", "text[]", true);
    row("email", "bytea", false);
    row("iban", "varchar(10)", false);
    row("iban", "varchar(34)", true);
    row("password_hash", "bytea", true);
    row("phone", "int8", true);
    row("phone", "int2", false);
    row("phone", "numeric(12,0)", true);
    row("phone", "numeric(12,2)", false);
    row("phone", "float8", false);
    row("birth_date", "date", true);
    row("birth_date", "bool", false);
    row("birth_date", "time", false);
    row("birth_year", "int2", true);
    row("ssn", "int4", true);
    row("credit_card_number", "int8", true);
    row("credit_card_number", "int4", false);
    row("first_name", "date", false);
    row("first_name", "uuid", false);
    row("notes", "text", true);
    row("notes", "varchar(20)", false);
    row("client_ip", "inet", true);
    row("client_ip", "int8", false);
    row("home_address", "int4", false);
    row("zip_code", "int4", true);
}

void PiiCandidatesTest::typesBoundWhatIsPossible()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, type);
    QFETCH(bool, isCandidate);
    QCOMPARE(TableCase("customer").column(name.constData(), type.constData()).candidate().has_value(), isCandidate);
}

void PiiCandidatesTest::nameAloneIsLikely()
{
    const std::optional<PiiCandidate> candidate = TableCase("Customer.EU").column("E-Mail", "text").candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Email);
    QCOMPARE(candidate->confidence, Confidence::Likely);
    QCOMPARE(candidate->sampled, 0);
    QCOMPARE(kinds(*candidate), std::vector{EvidenceKind::Catalog});
    QCOMPARE(candidate->evidence.front().place, QStringLiteral("column public.\"Customer.EU\".\"E-Mail\""));
}

void PiiCandidatesTest::nameAndValuesAreCertain()
{
    const std::optional<PiiCandidate> candidate = TableCase("customer").column("email", "text").values(addresses + QStringList{QString()}).candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->confidence, Confidence::Certain);
    QCOMPARE(candidate->sampled, 5);
    QCOMPARE(candidate->matched, 4);
    QCOMPARE(kinds(*candidate), (std::vector{EvidenceKind::Catalog, EvidenceKind::Sample}));
    QCOMPARE(candidate->evidence.back().rows, 5);
    QCOMPARE(candidate->evidence.back().statement.toEnglish(), QStringLiteral("4 of 5 sampled values look like it."));
}

void PiiCandidatesTest::valuesTakeAWrongNameAway()
{
    QVERIFY(!TableCase("customer").column("email", "text").values(codes, 2).candidate());
    QVERIFY(!TableCase("customer").column("birth_date", "varchar(20)").values(codes, 2).candidate());
    QVERIFY(TableCase("customer").column("email", "text").values({QString(), QStringLiteral("-")}, 10).candidate()); // blank values say nothing
}

void PiiCandidatesTest::fewValuesOnlyMakeItWeak()
{
    const std::optional<PiiCandidate> candidate = TableCase("customer").column("email", "text").values(codes).candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->confidence, Confidence::Weak);
}

void PiiCandidatesTest::valuesAloneAreEnough()
{
    const std::optional<PiiCandidate> candidate = TableCase("t17").column("c4", "text").values(addresses, 3).candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Email);
    QCOMPARE(candidate->confidence, Confidence::Certain);
    QCOMPARE(kinds(*candidate), std::vector{EvidenceKind::Sample});
    QVERIFY(!TableCase("t17").column("c4", "text").values(addresses.first(2)).candidate());
}

void PiiCandidatesTest::valuesGoBeforeTheName()
{
    const std::optional<PiiCandidate> candidate = TableCase("customer").column("contact_address", "text").values(addresses, 3).candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Email);
}

void PiiCandidatesTest::someAddressesAmongOtherTextsAreWeak()
{
    const std::optional<PiiCandidate> candidate = TableCase("t17").column("c4", "text").values(addresses + codes + codes + codes).candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Email);
    QCOMPARE(candidate->confidence, Confidence::Weak);
    QCOMPARE(candidate->matched, 4);
}

void PiiCandidatesTest::commentIsEvidence()
{
    const std::optional<PiiCandidate> candidate = TableCase("stamm").column("f7", "text", "Telefonnummer des Kunden. Format wie im Altsystem.").candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Phone);
    QCOMPARE(kinds(*candidate), std::vector{EvidenceKind::Comment});
    QCOMPARE(candidate->evidence.front().place, QStringLiteral("comment on column public.stamm.f7"));
    QVERIFY(!TableCase("stamm").column("f7", "text", "Name der Warengruppe").candidate());
}

void PiiCandidatesTest::nameAndCommentTogetherAreStronger()
{
    QCOMPARE(TableCase("customer").column("city", "text").candidate()->confidence, Confidence::Weak);
    const std::optional<PiiCandidate> candidate = TableCase("customer").column("city", "text", "City of the postal address").candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->confidence, Confidence::Likely);
    QCOMPARE(kinds(*candidate), (std::vector{EvidenceKind::Catalog, EvidenceKind::Comment}));
}

void PiiCandidatesTest::domainIsEvidence()
{
    TableCase stamm("stamm");
    stamm.column("f7", "text").table().columns.front().type.domain = QStringLiteral("public.email_address");
    const std::optional<PiiCandidate> candidate = stamm.candidate();
    QVERIFY(candidate);
    QCOMPARE(candidate->personalData, PersonalData::Email);
    QCOMPARE(candidate->evidence.front().place, QStringLiteral("domain public.email_address"));
    stamm.table().columns.front().type.domain = QStringLiteral("app.\"email_address.v2\"");
    QVERIFY(stamm.candidate());
    stamm.table().columns.front().type.domain = QStringLiteral("app.\"v2.email\""); // not "v2"
    QVERIFY(stamm.candidate());
    stamm.table().columns.front().type.domain = QStringLiteral("\"contact.email\".\"v2\""); // the schema says nothing
    QVERIFY(!stamm.candidate());
}

void PiiCandidatesTest::postCodesAreClearBesideTheRestOfAnAddress()
{
    const auto confidence = [](const TableCase &table) {
        const auto all = table.candidates();
        const auto found = std::ranges::find(all, PersonalData::Address, &PiiCandidate::personalData);
        return found == all.end() ? std::nullopt : std::optional(found->confidence);
    };
    QVERIFY(!confidence(TableCase("film").column("zip_code", "text")));
    QCOMPARE(confidence(TableCase("customer").column("zip_code", "text")), std::optional(Confidence::Weak));
    QCOMPARE(confidence(TableCase("customer").column("cap", "text")), std::optional(Confidence::Weak)); // Italy's post codes, or a limit
    QCOMPARE(confidence(TableCase("customer").column("billing_code", "text")), std::optional(Confidence::Weak));
    QCOMPARE(confidence(TableCase("address").column("zip_code", "text")), std::optional(Confidence::Likely));
    QCOMPARE(confidence(TableCase("customer").column("zip_code", "text").column("street", "text")), std::optional(Confidence::Likely));
}

void PiiCandidatesTest::referencesAreNoNumbersOfPersons()
{
    TableCase customer("customer");
    customer.column("phone", "int8");
    QVERIFY(customer.candidate());
    customer.table().foreignKeys.push_back({.name = QStringLiteral("fk"), .columns = {QStringLiteral("phone")}});
    QVERIFY(!customer.candidate());
}

void PiiCandidatesTest::addressesOfMachinesAreNotPersonal()
{
    const QStringList values{QStringLiteral("192.168.0.1"), QStringLiteral("192.168.0.2")};
    QVERIFY(!TableCase("network_device").column("ip_address", "inet").values(values, 6).candidate());
    QVERIFY(!TableCase("network_device").column("ip_address", "text").values(values, 6).candidate());
    QVERIFY(!TableCase("inventory").column("ip", "text", "Management address of the server").values(values, 6).candidate());
    QCOMPARE(TableCase("login").column("origin", "inet").values(values, 6).candidate()->personalData, PersonalData::IpAddress);
    QCOMPARE(TableCase("login").column("client_ip", "text").values(values, 6).candidate()->confidence, Confidence::Certain);
}

void PiiCandidatesTest::sharedFirstWordSaysNothing()
{
    const std::vector<PiiCandidate> candidates =
        TableCase("kontakt").column("dat_email", "text").column("dat_telefon", "text").column("dat_gruppe", "text").column("dat_angelegt", "date").candidates();
    QCOMPARE(candidates.size(), 2U);
    QCOMPARE(candidates[0].personalData, PersonalData::Email);
    QCOMPARE(candidates[1].personalData, PersonalData::Phone);
}

/// What is written to the ledger, shown and logged is the candidate: no value may be in it.
void PiiCandidatesTest::nothingOfAValueIsKept()
{
    int candidates = 0;
    for (const testsupport::LabelledColumn &labelled : testsupport::labelledColumns(QStringLiteral("labelled"))) {
        SourceTable table;
        table.name = model::TableName::create(QStringLiteral("public"), labelled.tableName).value();
        table.columns.push_back(labelled.column);
        for (const PiiCandidate &candidate : rules::piiCandidates({table, {{labelled.column.name, countsOf(labelled.values)}}})) {
            ++candidates;
            QString words = QString::fromUtf8(describe::canonicalJson(candidate));
            for (const model::Evidence &evidence : candidate.evidence)
                words += evidence.statement.toEnglish();
            for (const QString &value : labelled.values)
                QVERIFY2(value.size() < 5 || !words.contains(value), qPrintable(labelled.column.name));
        }
    }
    QVERIFY(candidates > 100);
}

void PiiCandidatesTest::samplingAsksForWhatHelps()
{
    TableCase customer("customer");
    customer.column("id", "int8").column("c1", "text").column("flag", "char(1)").column("phone", "int8").column("amount", "numeric(12,2)").column("birth_date", "date");
    customer.column("due_date", "date").column("password_hash", "bytea").column("origin", "inet").column("emails", "text[]").column("address", "jsonb").column("hidden", "text");
    customer.table().columns.back().isReadable = false;
    QCOMPARE(rules::piiSamplingColumns(customer.table()), (std::vector{QStringLiteral("c1"), QStringLiteral("phone"), QStringLiteral("birth_date"), QStringLiteral("origin")}));
}

void PiiCandidatesTest::emptyTableHasNone()
{
    QVERIFY(TableCase("customer").candidates().empty());
    QVERIFY(rules::piiSamplingColumns(TableCase("customer").table()).empty());
}

QTEST_APPLESS_MAIN(PiiCandidatesTest)
#include "pii_candidates_test.moc"

#include "component/usecases/dictionary_source.h"

#include <QTest>

using namespace lakehouse;
using testsupport::dictionaryFacts;
using testsupport::DictionarySource;
using testsupport::Ended;
using testsupport::OwnProgram;

namespace {

QString placeOf(const QJsonObject &body) { return body[QStringLiteral("table")].toString() + QLatin1Char('.') + body[QStringLiteral("column")].toString(); }

QString joined(const QJsonValue &list)
{
    QStringList words;
    for (const QJsonValue &word : list.toArray())
        words += word.toString();
    return words.join(QStringLiteral(", "));
}

QString flagInWords(const QJsonObject &body) { return placeOf(body) + QStringLiteral(": ") + body[QStringLiteral("yes")].toString() + QLatin1Char('/') + body[QStringLiteral("no")].toString(); }

QString codesInWords(const QJsonObject &body)
{
    QStringList codes;
    for (const QJsonValue &code : body[QStringLiteral("codes")].toArray())
        codes += code[QStringLiteral("code")].toString() + QLatin1Char('=') + code[QStringLiteral("meaning")].toString();
    return placeOf(body) + QStringLiteral(": ") + codes.join(QStringLiteral(", "));
}

QString relationInWords(const QJsonObject &body)
{
    return QStringLiteral("%1(%2) -> %3(%4)").arg(body[QStringLiteral("table")].toString(), joined(body[QStringLiteral("columns")]), body[QStringLiteral("referenced")].toString(), joined(body[QStringLiteral("referenced-columns")]));
}

QString scopeInWords(const QJsonObject &body) { return body[QStringLiteral("table")].toString() + QLatin1Char(' ') + body[QStringLiteral("choice")].toString(); }

QStringList lines(std::initializer_list<const char *> all)
{
    QStringList sorted;
    for (const char *line : all)
        sorted += QString::fromUtf8(line);
    sorted.sort();
    return sorted;
}

} // namespace

/// The dictionaries of two applications on a server, read by the program as it is delivered: what they say stands in the ledger.
class DictionaryLiveTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;
    std::unique_ptr<OwnProgram> m_project;

private Q_SLOTS:
    void initTestCase()
    {
        QString reason;
        m_cluster = testing::PostgresCluster::start({}, &reason);
        if (!m_cluster)
            QSKIP(qPrintable(reason));
        QCOMPARE(OwnProgram::makeReader(*m_cluster), QString());
        QCOMPARE(DictionarySource::create(*m_cluster, QStringLiteral("erp")), QString());
        m_project = std::make_unique<OwnProgram>(*m_cluster, QStringLiteral("erp"), QByteArray());
        QCOMPARE(m_project->run({QStringLiteral("init")}).exitCode, 0);
        const Ended analyzed = m_project->run({QStringLiteral("analyze")});
        QVERIFY2(analyzed.exitCode == 0, qPrintable(analyzed.inWords()));
    }

    void flags()
    {
        QCOMPARE(dictionaryFacts(*m_project, "flag-column", flagInWords), lines({"adempiere.c_bpartner.iscustomer: Y/N", "adempiere.c_order.isactive: Y/N", "adempiere.c_order.issotrx: Y/N"}));
    }

    void codes()
    {
        QCOMPARE(dictionaryFacts(*m_project, "enum-meaning", codesInWords), lines({"adempiere.c_order.deliveryrule: A=Availability, F=Force",
                                                                                   "adempiere.c_order.docstatus: ?\?=Unknown, CO=Completed, DR=Drafted, VO=Voided",
                                                                                   "public.res_partner.type: contact=Contact, invoice=Invoice Address",
                                                                                   "public.sale_order.state: draft=Quotation, sent=Quotation Sent, sale=Sales Order, cancel=Cancelled"}));
    }

    void relations()
    {
        QCOMPARE(dictionaryFacts(*m_project, "logical-foreign-key", relationInWords),
                 lines({"adempiere.c_bpartner(bpartner_parent_id) -> adempiere.c_bpartner(c_bpartner_id)", "adempiere.c_order(bill_bpartner_id) -> adempiere.c_bpartner(c_bpartner_id)",
                        "adempiere.c_order(c_bpartner_id) -> adempiere.c_bpartner(c_bpartner_id)", "adempiere.c_order(c_location_id) -> adempiere.c_location(c_location_id)",
                        "adempiere.c_order(salesrep_id) -> adempiere.ad_user(ad_user_id)", "public.res_partner(country_id) -> public.res_country(id)",
                        "public.res_partner(parent_id) -> public.res_partner(id)", "public.sale_order(partner_id) -> public.res_partner(id)"}));
    }

    void mandatoryColumns()
    {
        QCOMPARE(dictionaryFacts(*m_project, "mandatory-column", placeOf), lines({"adempiere.c_bpartner.name", "adempiere.c_order.c_bpartner_id", "adempiere.c_order.deliveryrule", "adempiere.c_order.m_warehouse_id",
                                                                                  "public.res_country.code", "public.sale_order.date_order"}));
    }

    void scope()
    {
        QCOMPARE(dictionaryFacts(*m_project, "scope-proposal", scopeInWords), lines({"adempiere.i_order out", "adempiere.t_aging out", "public.base_language_install out"}));
    }

    void aSecondReadingAddsNothing()
    {
        const Ended again = m_project->run({QStringLiteral("analyze"), QStringLiteral("--json")});
        QVERIFY2(again.exitCode == 0, qPrintable(again.inWords()));
        const QJsonValue database = again.json().value(QStringLiteral("databases")).toArray().first();
        QCOMPARE(database[QStringLiteral("findings")][QStringLiteral("new-entries")].toInt(-1), 0);
        QCOMPARE(database[QStringLiteral("findings")][QStringLiteral("retractions")].toInt(-1), 0);
    }
};

QTEST_GUILESS_MAIN(DictionaryLiveTest)
#include "dictionary_live_test.moc"

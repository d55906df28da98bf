#include "component/usecases/dictionary_source.h"

#include <QTest>

using namespace lakehouse;
using testsupport::DictionarySource;
using testsupport::Ended;
using testsupport::OwnProgram;

/// A dictionary of which one table may not be read says nothing: that is said, and what it said before stands.
class DictionaryRightsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<testing::PostgresCluster> m_cluster;

private Q_SLOTS:
    void initTestCase()
    {
        QString reason;
        m_cluster = testing::PostgresCluster::start({}, &reason);
        if (!m_cluster)
            QSKIP(qPrintable(reason));
        QCOMPARE(OwnProgram::makeReader(*m_cluster), QString());
    }

    void withoutOneRightNothingIsTakenBack_data()
    {
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("table");
        QTest::newRow("a table") << QStringLiteral("SELECT ON adempiere.ad_ref_list") << QStringLiteral("adempiere") << QStringLiteral("ad_ref_list");
        QTest::newRow("the first table") << QStringLiteral("SELECT ON adempiere.ad_table") << QStringLiteral("adempiere") << QStringLiteral("ad_table");
        QTest::newRow("a table of Odoo") << QStringLiteral("SELECT ON public.ir_model_fields") << QStringLiteral("public") << QStringLiteral("ir_model_fields");
        QTest::newRow("a table that older Odoo has not") << QStringLiteral("SELECT ON public.ir_model_fields_selection") << QStringLiteral("public") << QStringLiteral("ir_model_fields_selection");
    }
    void withoutOneRightNothingIsTakenBack()
    {
        QFETCH(QString, right);
        QFETCH(QString, schema);
        QFETCH(QString, table);
        const QString database = QStringLiteral("erp_") + table;
        QCOMPARE(DictionarySource::create(*m_cluster, database), QString());
        const OwnProgram project(*m_cluster, database, {});
        QCOMPARE(project.run({QStringLiteral("init")}).exitCode, 0);
        QCOMPARE(project.run({QStringLiteral("analyze")}).exitCode, 0);
        const auto facts = [&] {
            QString all;
            for (const char *kind : {"flag-column", "enum-meaning", "logical-foreign-key", "mandatory-column", "glossary-term", "retraction"})
                all += project.said({QStringLiteral("ledger"), QStringLiteral("show"), QStringLiteral("--limit"), QStringLiteral("1000"), QStringLiteral("--json"), QStringLiteral("--kind"), QString::fromLatin1(kind)});
            return all;
        };
        const QString before = facts();
        QVERIFY(before.contains(QStringLiteral("enum-meaning")));
        QString error;
        m_cluster->run(QStringLiteral("REVOKE %1 FROM reader").arg(right), database, &error);
        QCOMPARE(error, QString());
        const Ended again = project.run({QStringLiteral("analyze"), QStringLiteral("--json")});
        QVERIFY2(again.exitCode == 0, qPrintable(again.inWords()));
        QCOMPARE(facts(), before);
        const QString run = again.json().value(QStringLiteral("run")).toString();
        const Ended log = project.run({QStringLiteral("runs"), QStringLiteral("show"), run});
        QVERIFY2(log.out.contains(QStringLiteral("The dictionary of")) && log.out.contains(table), qPrintable(log.inWords()));
    }
};

QTEST_GUILESS_MAIN(DictionaryRightsTest)
#include "dictionary_rights_test.moc"

#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/status.h"
#include "pages/sources/sources_table.h"
#include "shell/command_action.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QTest>

namespace lakehouse::testsupport {

using views::DataTable;
using views::SourceColumn;

namespace {

constexpr int answerMs = 30'000;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void ConsoleChain::sourceIsTriedBeforeItIsSaved()
{
    QVERIFY(m_hand.visible<views::NoticeBanner>("keyring-notice"));
    QVERIFY(m_hand.command(QStringLiteral("Add source")));
    QTRY_VERIFY(m_hand.visible("source-form"));
    QVERIFY(m_hand.tabTo("field-name"));
    m_hand.type(m_project->name());
    QVERIFY(m_hand.tabTo("field-connect"));
    m_hand.type(m_project->address());
    QVERIFY(m_hand.tabTo("field-user"));
    m_hand.type(m_project->name());
    QVERIFY(m_hand.tabTo("field-password"));
    m_hand.type(QStringLiteral("not the password"));
    QVERIFY(m_hand.tabTo("field-password-env"));
    m_hand.retype(StackProject::passwordVariable());
    QVERIFY(m_hand.tabTo("field-schemas"));
    m_hand.type(QStringLiteral("shop"));

    const auto result = [this] { return m_hand.find<views::SentenceList>("form-result")->text(); };
    QVERIFY(m_hand.tabTo("form-extra-test"));
    m_hand.press(Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(result().contains(QStringLiteral("password")), answerMs);
    QVERIFY2(result().contains(m_project->address() + QStringLiteral(" answers")), qPrintable(result()));
    QVERIFY(!result().contains(QStringLiteral("not the password")));

    QVERIFY(m_hand.tabTo("field-password"));
    m_hand.retype(m_project->password());
    QVERIFY(m_hand.tabTo("form-extra-test"));
    m_hand.press(Qt::Key_Space);
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains(QStringLiteral("1 right is missing")), qPrintable(result()), answerMs);
    QVERIFY2(result().contains(QStringLiteral("A write was tried and refused")), qPrintable(result()));
    QVERIFY(!contentOf(m_project->folder() + QStringLiteral("/ekos.toml")).contains("[[databases]]"));

    QCOMPARE(m_hand.find<QComboBox>("field-keep")->currentData().toString(), QStringLiteral("session")); // no keyring here
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!m_hand.visible("source-form"), answerMs);
    const auto *table = m_hand.find<DataTable>("sources-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 1, answerMs);
    QCOMPARE(table->rows()->id(0), m_project->name());
    const auto secret = [&] { return cell(*table, m_project->name(), int(SourceColumn::Secret)); };
    QTRY_VERIFY2(secret().contains(QStringLiteral("until the console closes")), qPrintable(secret()));
    QCOMPARE(cell(*table, m_project->name(), int(SourceColumn::TrinoCatalog)), m_project->name()); // the first source is the extracted one
    const QByteArray settings = contentOf(m_project->folder() + QStringLiteral("/ekos.toml"));
    QVERIFY(settings.startsWith("# written by a person\n"));
    QVERIFY2(settings.contains("password-env = \"EKOS_LH_PG_PASSWORD\""), settings.constData());
    QVERIFY(!settings.contains('"' + m_project->password().toUtf8() + '"'));
}

void ConsoleChain::lackingRightIsNamedWithItsGrant()
{
    auto *table = m_hand.find<DataTable>("sources-table");
    QVERIFY(m_hand.moveTo(*table, m_project->name()));
    m_hand.press(Qt::Key_T);
    auto *rights = m_hand.find<DataTable>("rights");
    QTRY_VERIFY_WITH_TIMEOUT(rights->rows() && rights->rows()->count() > 0, answerMs);
    auto *detail = m_hand.find<views::DetailPane>("source-detail");
    m_hand.press(Qt::Key_Return); // into the detail
    for (int i = 0; i < 4 && detail->currentTab() != QLatin1String("rights"); ++i)
        m_hand.press(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(detail->currentTab(), QStringLiteral("rights"));
    const QString grant = QStringLiteral("GRANT SELECT ON TABLE \"shop\".\"wage\" TO \"%1\";").arg(m_project->name());
    QString offered;
    for (int column = 0; column < 8; ++column)
        if (const QString text = rights->rows()->text(0, column); text.startsWith(QLatin1String("GRANT"))) // those that lack come first
            offered = text;
    QCOMPARE(offered, grant);
    QVERIFY(rights->rows()->needsMe(0));

    const Finished granted = m_project->source(offered);
    QVERIFY2(granted.isFine(), qPrintable(granted.words()));
    QVERIFY(m_hand.moveTo(*table, m_project->name()));
    m_hand.press(Qt::Key_T);
    QTRY_VERIFY_WITH_TIMEOUT(!rights->rows()->needsMe(0), answerMs);
    QTRY_VERIFY2(m_hand.find<views::SentenceList>("source-checks")->text().contains(QStringLiteral("rights that reading needs are held")),
                 qPrintable(m_hand.find<views::SentenceList>("source-checks")->text()));
    const auto *types = m_hand.find<DataTable>("types");
    QCOMPARE(types->rows()->count(), 1);
    QCOMPARE(types->rows()->id(0), QStringLiteral("regclass"));
}

void ConsoleChain::catalogIsRead()
{
    const auto *table = m_hand.find<DataTable>("sources-table");
    QCOMPARE(cell(*table, m_project->name(), int(SourceColumn::Tables)), QString()); // not read yet
    QVERIFY(m_hand.click(m_hand.visible("command-evidence.analyze-button")));
    QTRY_COMPARE_WITH_TIMEOUT(cell(*table, m_project->name(), int(SourceColumn::Tables)), QStringLiteral("6"), answerMs); // without the view
    QVERIFY(!cell(*table, m_project->name(), int(SourceColumn::LastRead)).isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("evidence.analyze"), answerMs);
}

} // namespace lakehouse::testsupport

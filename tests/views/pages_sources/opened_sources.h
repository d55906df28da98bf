#pragma once

#include "kit/data_table.h"
#include "pages/sources/source_form.h"
#include "pages/sources/sources_page.h"
#include "views/support/fake_page_host.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

namespace lakehouse::testsupport {

inline api::SourceList sampleList()
{
    api::SourceRow sales{.name = QStringLiteral("sales"), .engine = QStringLiteral("postgresql"), .address = QStringLiteral("db.example.com:5432/sales"), .user = QStringLiteral("reader"),
                         .passwordEnv = QStringLiteral("EKOS_SALES_PASSWORD"), .secret = model::SecretPlace::Keychain, .isExtracted = true, .trinoCatalog = QStringLiteral("sales"),
                         .serverVersion = QStringLiteral("15.8"), .lastReadAtUtc = base::UtcTime{1'699'999'000'000'000}, .tables = 24, .columns = 210};
    api::SourceRow archive = sales;
    archive.name = QStringLiteral("archive");
    archive.secret = model::SecretPlace::Missing;
    archive.isExtracted = false;
    archive.lastReadAtUtc.reset();
    return {.settingsDigest = QStringLiteral("sha256:aa"), .sources = {archive, sales}};
}

inline api::SourceTest goodTest()
{
    const auto passed = [](const char *check, base::Text finding) {
        return model::ServiceCheck{.service = QStringLiteral("source"), .check = QString::fromLatin1(check), .finding = std::move(finding)};
    };
    return {.name = QStringLiteral("sales"), .address = QStringLiteral("db.example.com:5432/sales"), .user = QStringLiteral("reader"), .testedAtUtc = {1'700'000'000'000'000},
            .checks = {passed("answers", QT_TRANSLATE_NOOP("core", "It answers.")), passed("write-refused", QT_TRANSLATE_NOOP("core", "A write was refused."))},
            .rights = {{.object = QStringLiteral("schema public"), .right = QStringLiteral("USAGE"), .isHeld = true}}, .tables = 24};
}

inline api::SourceTest lackingTest()
{
    api::SourceTest test = goodTest();
    test.rights.insert(test.rights.begin(), {.object = QStringLiteral("public.staff"), .right = QStringLiteral("SELECT"), .isHeld = false, .grant = QStringLiteral("GRANT SELECT ON public.staff TO reader;")});
    test.unsupportedTypes = {{.type = QStringLiteral("tsvector"), .columns = 1, .examples = {QStringLiteral("public.film.fulltext")}, .reason = {QT_TRANSLATE_NOOP("core", "It is made for searching.")}}};
    return test;
}

/// The page in a window of the size of a small screen, its sources on screen.
struct OpenedSources {
    explicit OpenedSources(api::SourceList list = sampleList())
    {
        host.bench.answer<api::ListSources>(std::move(list));
        host.bench.answer<api::ShowLedger>(api::LedgerPage{});
        host.bench.answer<api::TestSource>(goodTest());
        page = std::make_unique<views::SourcesPage>(host);
        page->resize(1280, 800);
        page->show();
        QSignalSpy settled(page.get(), &views::Page::settled);
        page->refresh();
        isSettled = settled.wait();
    }
    template<typename Widget>
    Widget *find(const char *name) const { return page->window()->findChild<Widget *>(QString::fromLatin1(name)); }
    views::CommandAction *action(const char *id) const
    {
        for (QAction *action : page->actions())
            if (auto *command = qobject_cast<views::CommandAction *>(action); command && command->id() == QLatin1String(id))
                return command;
        return nullptr;
    }
    void select(const char *source)
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        find<views::DataTable>("sources-table")->setCurrentId(QString::fromLatin1(source));
        settled.wait();
    }
    views::SourceForm *fillForm()
    {
        action("sources.add")->trigger();
        auto *form = find<views::SourceForm>("source-form");
        form->setValue(QStringLiteral("name"), QStringLiteral("shop"));
        form->setValue(QStringLiteral("connect"), QStringLiteral("shop.example.com:5432/shop"));
        form->setValue(QStringLiteral("user"), QStringLiteral("reader"));
        QTest::keyClicks(form->findChild<QLineEdit *>(QStringLiteral("field-password")), QStringLiteral("s3cret"));
        return form;
    }

    /// Nothing is asked for any more.
    void settle()
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        settled.wait(150);
        QTRY_VERIFY(find<views::DataTable>("sources-table")->isSettled());
    }

    FakePageHost host;
    std::unique_ptr<views::SourcesPage> page;
    bool isSettled = false;
};

} // namespace lakehouse::testsupport

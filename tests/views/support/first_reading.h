#pragma once

#include "kit/error_banner.h"
#include "kit/loading_state.h"
#include "shell/page.h"
#include "views/support/fake_page_host.h"
#include "views/support/page_checks.h"

#include <QPushButton>
#include <QTest>

namespace lakehouse::testsupport {

/// What holds of every page before anything was read. `Question` reads its list; `command` is an operation that waits for it.
template<typename PageType, api::OperationRequest Question>
struct FirstReading {
    static void stopEndsIt(const char *command)
    {
        FakePageHost host;
        host.bench.hold<Question>();
        PageType page(host);
        page.show();
        page.refresh();
        QTRY_COMPARE(host.bench.calls<Question>(), 1);
        auto *loading = page.template findChild<views::LoadingState *>();
        QVERIFY(loading->stage() != views::LoadingState::Stage::Idle);
        QVERIFY(whyBlocked(page, command).contains(QStringLiteral("being read")));
        loading->template findChild<QPushButton *>(QStringLiteral("loading-stop"))->click(); // it is there before it is shown
        QCOMPARE(loading->stage(), views::LoadingState::Stage::Idle);
        QVERIFY(host.bench.lastContext<Question>().cancel.isCancelled());
        QVERIFY(!whyBlocked(page, command).contains(QStringLiteral("being read")));
        page.refresh();
        QTRY_COMPARE(host.bench.calls<Question>(), 2);
    }

    static void aFailureEndsIt(const char *command)
    {
        FakePageHost host;
        host.bench.fail<Question>({base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml names no source.")}, {QT_TRANSLATE_NOOP("core", "Add one.")}});
        PageType page(host);
        page.show();
        page.refresh();
        auto *banner = page.template findChild<views::ErrorBanner *>(QStringLiteral("error"));
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(page.template findChild<views::LoadingState *>()->stage(), views::LoadingState::Stage::Idle);
        const QString why = whyBlocked(page, command);
        QVERIFY2(!why.isEmpty() && !why.contains(QStringLiteral("being read")), qPrintable(why));
    }
};

} // namespace lakehouse::testsupport

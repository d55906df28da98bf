#pragma once

#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "pages/review/review_page.h"
#include "views/pages_review/sample_review.h"
#include "views/support/fake_page_host.h"

#include <QAbstractItemView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

namespace lakehouse::testsupport {

/// The page in a window of the size of a small screen, its review on screen.
struct OpenedReview {
    explicit OpenedReview(SampleReview sample = {}, std::map<QString, QString> drafts = {}) : review(std::move(sample))
    {
        host.drafts = std::move(drafts);
        review.answerOn(host.bench);
        host.bench.answer<api::ShowLineage>(model::Lineage{});
        page = std::make_unique<views::ReviewPage>(host);
        page->resize(1280, 800);
        page->show();
        QSignalSpy settled(page.get(), &views::Page::settled);
        page->refresh();
        isSettled = settled.wait();
    }

    template<typename Widget>
    Widget *find(const char *name) const { return page->findChild<Widget *>(QString::fromLatin1(name)); }
    views::DataTable *items() const { return find<views::DataTable>("review-table"); }
    views::DataTable *subjects() const { return find<views::DataTable>("review-subjects"); }
    views::DecisionPanel *decisions() const { return find<views::DecisionPanel>("decisions"); }
    QAbstractItemView *rows() const { return items()->template findChild<QAbstractItemView *>(QStringLiteral("table-rows")); }
    views::CommandAction *action(const char *id) const
    {
        for (QAction *action : page->actions())
            if (auto *command = qobject_cast<views::CommandAction *>(action); command && command->id() == QLatin1String(id))
                return command;
        return nullptr;
    }
    /// "scope/public.film"
    void select(const char *item)
    {
        page->setPlace({.page = page->id(), .object = QString::fromLatin1(item)});
        QTRY_COMPARE(page->place().object, QString::fromLatin1(item));
        QTRY_COMPARE(items()->currentId(), QString::fromLatin1(item));
        settle();
    }
    /// Nothing is asked for any more.
    void settle()
    {
        QSignalSpy settled(page.get(), &views::Page::settled);
        settled.wait(150);
        QTRY_VERIFY(items()->isSettled());
    }
    void type(const char *reason)
    {
        auto *edit = decisions()->template findChild<QPlainTextEdit *>(QStringLiteral("reason"));
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromLatin1(reason));
    }
    void confirm() { QTest::keyClick(decisions(), Qt::Key_Return, Qt::ControlModifier); }
    /// With what is typed, by keys alone.
    void decide(const char *command, const char *reason)
    {
        action(command)->trigger();
        QCOMPARE(decisions()->openId(), QStringLiteral("review.decide"));
        type(reason);
        confirm();
        QTRY_VERIFY(decisions()->openId().isEmpty());
        settle();
    }

    FakePageHost host;
    SampleReview review;
    std::unique_ptr<views::ReviewPage> page;
    bool isSettled = false;
};

} // namespace lakehouse::testsupport

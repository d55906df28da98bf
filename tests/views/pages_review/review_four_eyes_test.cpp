#include "component/usecases/reviewed_film.h"
#include "kit/decision_panel.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/theme.h"
#include "pages/review/review_page.h"
#include "usecases/all_handlers.h"
#include "views/support/working_host.h"

#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

/// Signing on the page, with the handlers, the ledger and the rules of the program behind it.
class ReviewFourEyesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void whoDecidedDoesNotSign_data()
    {
        QTest::addColumn<bool>("isDecidedByAnother");
        QTest::newRow("who decided") << false;
        QTest::newRow("another person") << true;
    }
    void whoDecidedDoesNotSign()
    {
        QFETCH(bool, isDecidedByAnother);
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        WorkingHost host(usecases::allHandlers(film.project));
        const Actor signer = host.call({}).actor;
        QVERIFY(film.decideAllAsProposed(isDecidedByAnother ? person("berta") : signer));

        ReviewPage page(host);
        page.resize(1280, 800);
        page.show();
        QSignalSpy settled(&page, &Page::settled);
        page.refresh();
        QVERIFY(settled.wait());
        auto *decisions = page.findChild<DecisionPanel *>(QStringLiteral("decisions"));
        if (!isDecidedByAnother) {
            QTRY_VERIFY(command(page, "signoff.approve")->blockedWhy().contains(QStringLiteral("another person signs it (four-eyes)")));
            command(page, "signoff.approve")->trigger();
            QVERIFY(decisions->openId().isEmpty()); // refused before anything is typed
            const auto forged = film.sign({ReviewSubject::Scope}, signer, Door::Loopback); // the same person, past the page
            QCOMPARE(forged.error().code, base::ErrorCode::RefusedByRule);
            QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::NotSigned);
            return;
        }
        QTRY_VERIFY(command(page, "signoff.approve")->isEnabled());
        command(page, "signoff.approve")->trigger();
        QCOMPARE(decisions->openId(), QStringLiteral("signoff.approve"));
        QTest::keyClicks(decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason")), QStringLiteral("Read with the team."));
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Signed);
        QTRY_VERIFY(decisions->openId().isEmpty());
    }

    void whoseRuleComesWhileTypingIsRefused()
    {
        ReviewedFilm film;
        WorkingHost host(usecases::allHandlers(film.project));
        QVERIFY(film.decideAllAsProposed(host.call({}).actor));
        ReviewPage page(host);
        page.resize(1280, 800);
        page.show();
        QSignalSpy settled(&page, &Page::settled);
        page.refresh();
        QVERIFY(settled.wait());
        auto *decisions = page.findChild<DecisionPanel *>(QStringLiteral("decisions"));
        QTRY_VERIFY(command(page, "signoff.approve")->isEnabled());
        command(page, "signoff.approve")->trigger();
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        QTest::keyClicks(decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason")), QStringLiteral("Read with the team."));
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        auto *error = decisions->findChild<ErrorBanner *>();
        QTRY_VERIFY(error->isVisible());
        QVERIFY2(error->message().contains(QStringLiteral("another person signs it")), qPrintable(error->message()));
        QCOMPARE(decisions->draft(QStringLiteral("signoff.approve")), QStringLiteral("Read with the team.")); // what was typed stays
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::NotSigned);
    }

private:
    static CommandAction *command(const Page &page, const char *id)
    {
        for (QAction *action : page.actions())
            if (auto *found = qobject_cast<CommandAction *>(action); found && found->id() == QLatin1String(id))
                return found;
        return nullptr;
    }
};

QTEST_MAIN(ReviewFourEyesTest)
#include "review_four_eyes_test.moc"

#include "shell/deep_link.h"
#include "shell/notification_book.h"
#include "shell/page_list.h"
#include "shell/palette_search.h"
#include "shell/router.h"
#include "shell/run_log_model.h"
#include "shell/run_words.h"
#include "shell/session_state.h"
#include "support/source_folder.h"
#include "views/shell/console_parts.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace lakehouse;
using namespace lakehouse::views;

namespace {

PaletteItem table(const char *name)
{
    return {.kind = PaletteKind::Table, .id = QString::fromUtf8(name), .title = QString::fromUtf8(name)};
}

QStringList titles(const std::vector<PaletteHit> &hits)
{
    QStringList words;
    for (const PaletteHit &hit : hits)
        words += hit.item.title;
    return words;
}

model::RunEvent line(qint64 sequence, model::EventLevel level, const char *subject)
{
    return {.sequence = sequence, .level = level, .stage = QStringLiteral("load"), .subject = QString::fromLatin1(subject),
            .message = "Rows are read."};
}

} // namespace

class ShellPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linkComesBackAsItWas_data();
    void linkComesBackAsItWas();
    void theDesktopKnowsTheLinks();
    void linkIsRefused_data();
    void linkIsRefused();
    void historyGoesBackAndForward();
    void movingInsideAPageAddsNoHistory();
    void sessionSurvivesWithoutAnOrderlyEnd();
    void sessionKeepsProjectsAndPeopleApart();
    void valueOfAnotherVersionIsIgnored();
    void prefixSaysWhatIsMeant_data();
    void prefixSaysWhatIsMeant();
    void underscoreStandsForItself();
    void accentsDoNotMatter();
    void recentStandsFirst();
    void aStoppedRunIsCalledStopped();
    void doneNotificationsFold();
    void newerOfTheSameRunReplacesTheOlder();
    void logCountsWhatItHides();
    void logGoesOnWithoutBeginningAnew();
    void pagesStandInOrder();
};

void ShellPartsTest::linkComesBackAsItWas_data()
{
    QTest::addColumn<QString>("project");
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *project, const char *object, const char *tab, const char *filter, const char *text) {
        QTest::newRow(name) << QString::fromUtf8(project) << QString::fromUtf8(object) << QString::fromUtf8(tab) << QString::fromUtf8(filter)
            << QString::fromUtf8(text);
    };
    row("page alone", "pagila", "", "", "", "ekos-lakehouse://open/pagila/extraction");
    row("object and tab", "pagila", "public.film", "diff", "", "ekos-lakehouse://open/pagila/extraction/public.film?tab=diff");
    row("filter with every sign", "pagila", "", "", "mode:full a&b=c#d%20+ e/f?",
        "ekos-lakehouse://open/pagila/extraction?filter=mode%3Afull%20a%26b%3Dc%23d%2520%2B%20e%2Ff%3F");
    row("names with a slash, a space and letters beyond ASCII", "Gehälter 2024", "public.Straße/7", "", "",
        "ekos-lakehouse://open/Geh%C3%A4lter%202024/extraction/public.Stra%C3%9Fe%2F7");
}

void ShellPartsTest::linkComesBackAsItWas()
{
    QFETCH(QString, project);
    QFETCH(QString, object);
    QFETCH(QString, tab);
    QFETCH(QString, filter);
    const DeepLink link{project, {.page = QStringLiteral("extraction"), .object = object, .tab = tab, .filter = filter}};
    QTEST(link.toText(), "text");
    const base::Result<DeepLink> back = DeepLink::parse(link.toText());
    QVERIFY(back);
    QCOMPARE(back.value(), link);
}

/// The file that is installed for it names the scheme of the links, and a command line that the program understands.
void ShellPartsTest::theDesktopKnowsTheLinks()
{
    QFile file(lakehouse::testing::sourcePath("resources/desktop/ekos-lakehouse-console.desktop"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    QCOMPARE(lines.front(), QStringLiteral("[Desktop Entry]"));
    const QString scheme = DeepLink{QStringLiteral("p"), {.page = QStringLiteral("sources")}}.toText().section(QLatin1Char(':'), 0, 0);
    QVERIFY(lines.contains(QStringLiteral("MimeType=x-scheme-handler/%1;").arg(scheme)));
    QVERIFY(lines.contains(QStringLiteral("Exec=ekos-lakehouse-console %u")));
    QVERIFY(lines.contains(QStringLiteral("Type=Application")));
}

void ShellPartsTest::linkIsRefused_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *text) { QTest::newRow(name) << QString::fromUtf8(text); };
    row("empty", "");
    row("web address", "https://example.com/open/pagila/extraction");
    row("file", "file:///etc/passwd");
    row("script", "javascript:alert(1)");
    row("scheme in capitals", "EKOS-LAKEHOUSE://open/pagila/extraction");
    row("another verb", "ekos-lakehouse://approve/pagila/extraction");
    row("no page", "ekos-lakehouse://open/pagila");
    row("empty page", "ekos-lakehouse://open/pagila/");
    row("too many parts", "ekos-lakehouse://open/pagila/extraction/a/b");
    row("page that climbs", "ekos-lakehouse://open/pagila/..%2Fx");
    row("page in capitals", "ekos-lakehouse://open/pagila/Extraction");
    row("unknown key", "ekos-lakehouse://open/pagila/extraction?run=now");
    row("key twice", "ekos-lakehouse://open/pagila/extraction?tab=a&tab=b");
    row("fragment", "ekos-lakehouse://open/pagila/extraction#top");
    row("raw space", "ekos-lakehouse://open/pagila/extraction/public film");
    row("raw letter beyond ASCII", "ekos-lakehouse://open/pagila/extraction/Straße");
    row("damaged encoding", "ekos-lakehouse://open/pagila/extraction/a%2");
    row("encoding with a sign", "ekos-lakehouse://open/pagila/extraction/a%+1b");
    row("not UTF-8", "ekos-lakehouse://open/pagila/extraction/a%ff");
    row("line break inside", "ekos-lakehouse://open/pagila/extraction/a%0Ab");
    row("zero inside", "ekos-lakehouse://open/pagila/extraction/a%00b");
    QTest::newRow("too long") << QStringLiteral("ekos-lakehouse://open/pagila/extraction?filter=") + QString(5000, QLatin1Char('a'));
}

void ShellPartsTest::linkIsRefused()
{
    QFETCH(QString, text);
    const base::Result<DeepLink> link = DeepLink::parse(text);
    QVERIFY(!link);
    QCOMPARE(link.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(!link.error().hint.isEmpty());
}

void ShellPartsTest::historyGoesBackAndForward()
{
    Router router;
    QSignalSpy arrived(&router, &Router::arrived);
    const Place sources{.page = QStringLiteral("sources")};
    const Place film{.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film")};
    const Place pipeline{.page = QStringLiteral("pipeline")};
    QVERIFY(!router.canGoBack());
    router.back();
    QCOMPARE(arrived.count(), 0);
    router.go(sources);
    router.go(film);
    router.go(pipeline);
    router.back();
    QCOMPARE(router.current(), film);
    router.back();
    QCOMPARE(router.current(), sources);
    QVERIFY(!router.canGoBack());
    router.forward();
    QCOMPARE(router.current(), film);
    router.go(sources);
    QVERIFY2(!router.canGoForward(), "what lay ahead is forgotten");
    router.back();
    QCOMPARE(router.current(), film);
}

void ShellPartsTest::movingInsideAPageAddsNoHistory()
{
    Router router;
    router.go({.page = QStringLiteral("sources")});
    router.go({.page = QStringLiteral("extraction")});
    router.follow({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.rental"), .filter = QStringLiteral("rental")});
    router.go({.page = QStringLiteral("pipeline")});
    router.back();
    QCOMPARE(router.current().object, QStringLiteral("public.rental"));
    QCOMPARE(router.current().filter, QStringLiteral("rental"));
    router.back();
    QCOMPARE(router.current().page, QStringLiteral("sources"));
}

void ShellPartsTest::sessionSurvivesWithoutAnOrderlyEnd()
{
    testsupport::MemoryStore store;
    const Place place{.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film"), .tab = QStringLiteral("diff"),
                      .filter = QStringLiteral("a b")};
    {
        SessionState state(store, QStringLiteral("/srv/pagila"), QStringLiteral("anna"));
        state.setPlace(place);
        state.setDraft(QStringLiteral("extraction.approve/x"), QStringLiteral("since the key is proved"));
        state.setPageState(QStringLiteral("extraction"), "sorted");
        const int writes = store.writes;
        state.setPlace(place);
        QCOMPARE(store.writes, writes); // nothing new, nothing written
    }
    const SessionState again(store, QStringLiteral("/srv/pagila"), QStringLiteral("anna"));
    QCOMPARE(again.place(), place);
    QCOMPARE(again.draft(QStringLiteral("extraction.approve/x")), QStringLiteral("since the key is proved"));
    QCOMPARE(again.pageState(QStringLiteral("extraction")), QByteArray("sorted"));
}

void ShellPartsTest::sessionKeepsProjectsAndPeopleApart()
{
    testsupport::MemoryStore store;
    SessionState anna(store, QStringLiteral("a/b"), QStringLiteral("anna"));
    SessionState other(store, QStringLiteral("a"), QStringLiteral("b/anna"));
    SessionState ben(store, QStringLiteral("a/b"), QStringLiteral("ben"));
    anna.setDraft(QStringLiteral("k"), QStringLiteral("hers"));
    QCOMPARE(other.draft(QStringLiteral("k")), QString());
    QCOMPARE(ben.draft(QStringLiteral("k")), QString());
    anna.setPreference(QStringLiteral("theme"), "dark");
    QCOMPARE(SessionState(store, QStringLiteral("another"), QStringLiteral("anna")).preference(QStringLiteral("theme")), QByteArray("dark"));
    QCOMPARE(ben.preference(QStringLiteral("theme")), QByteArray());
}

void ShellPartsTest::valueOfAnotherVersionIsIgnored()
{
    testsupport::MemoryStore store;
    SessionState state(store, QStringLiteral("p"), QStringLiteral("anna"));
    state.setArrangement(QStringLiteral("rail"), "240");
    store.setValue(QStringLiteral("projects/p/anna/window/rail"), "99\nsomething else");
    QCOMPARE(state.arrangement(QStringLiteral("rail")), QByteArray());
}

void ShellPartsTest::prefixSaysWhatIsMeant_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("none: everything") << QString()
        << QStringList{QStringLiteral("film page"), QStringLiteral("film command"), QStringLiteral("film table"), QStringLiteral("film column"),
                       QStringLiteral("film run"), QStringLiteral("film mart"), QStringLiteral("film setting"), QStringLiteral("film help")};
    QTest::newRow("commands and pages") << QStringLiteral("> film") << QStringList{QStringLiteral("film page"), QStringLiteral("film command")};
    QTest::newRow("tables and columns") << QStringLiteral("@film") << QStringList{QStringLiteral("film table"), QStringLiteral("film column")};
    QTest::newRow("runs") << QStringLiteral("#") << QStringList{QStringLiteral("film run")};
    QTest::newRow("marts") << QStringLiteral("%") << QStringList{QStringLiteral("film mart")};
    QTest::newRow("settings") << QStringLiteral(":film") << QStringList{QStringLiteral("film setting")};
    QTest::newRow("help") << QStringLiteral("?") << QStringList{QStringLiteral("film help")};
    QTest::newRow("nothing fits") << QStringLiteral("@zebra") << QStringList{};
}

void ShellPartsTest::prefixSaysWhatIsMeant()
{
    QFETCH(QString, typed);
    std::vector<PaletteItem> items;
    const std::pair<PaletteKind, const char *> kinds[] = {{PaletteKind::Page, "page"}, {PaletteKind::Command, "command"},
                                                          {PaletteKind::Table, "table"}, {PaletteKind::Column, "column"},
                                                          {PaletteKind::Run, "run"}, {PaletteKind::Mart, "mart"}, {PaletteKind::Setting, "setting"},
                                                              {PaletteKind::Help, "help"}};
    for (const auto &[kind, word] : kinds)
        items.push_back({.kind = kind, .id = QString::fromLatin1(word), .title = QStringLiteral("film ") + QLatin1String(word)});
    QTEST(titles(searchPalette(PaletteQuery::parse(typed), items, {})), "found");
}

void ShellPartsTest::underscoreStandsForItself()
{
    const std::vector<PaletteItem> items{table("film_actor"), table("filmactor"), table("film$actor")};
    QCOMPARE(titles(searchPalette(PaletteQuery::parse(QStringLiteral("@film_a")), items, {})), QStringList{QStringLiteral("film_actor")});
    QCOMPARE(titles(searchPalette(PaletteQuery::parse(QStringLiteral("@m$a")), items, {})), QStringList{QStringLiteral("film$actor")});
}

void ShellPartsTest::accentsDoNotMatter()
{
    const std::vector<PaletteItem> items{table("Gehälter"), table("orders")};
    QCOMPARE(titles(searchPalette(PaletteQuery::parse(QStringLiteral("gehalter")), items, {})), QStringList{QStringLiteral("Gehälter")});
    QCOMPARE(titles(searchPalette(PaletteQuery::parse(QStringLiteral("GEHÄLTER")), items, {})), QStringList{QStringLiteral("Gehälter")});
}

void ShellPartsTest::recentStandsFirst()
{
    const std::vector<PaletteItem> items{table("a"), table("b"), table("c")};
    QCOMPARE(titles(searchPalette({}, items, {QStringLiteral("c"), QStringLiteral("b")})),
             (QStringList{QStringLiteral("c"), QStringLiteral("b"), QStringLiteral("a")}));
}

void ShellPartsTest::aStoppedRunIsCalledStopped()
{
    QCOMPARE(runStateWord({.state = model::RunState::Cancelled}), QStringLiteral("Stopped"));
    QCOMPARE(runStateWord({.state = model::RunState::Problems}), statusWord(Status::DoneWithProblems));
}

void ShellPartsTest::doneNotificationsFold()
{
    NotificationBook book;
    const auto add = [&](const char *group, Status status) { book.add({.group = QString::fromLatin1(group), .status = status,
                                                                       .title = QString::fromLatin1(group)}); };
    add("first", Status::Done);
    QCOMPARE(book.rows().size(), size_t(1));
    QVERIFY(!book.rows()[0].isFold);
    add("second", Status::Done);
    add("bad", Status::Failed);
    add("third", Status::Done);
    const std::vector<NotificationBook::Row> rows = book.rows();
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows[0].entries[0].title, QStringLiteral("bad"));
    QVERIFY(rows[1].isFold);
    QCOMPARE(rows[1].entries.size(), size_t(3));
    QCOMPARE(rows[1].entries[0].title, QStringLiteral("third"));
    QCOMPARE(book.unread(), 1); // what is done asks for nobody
    book.markAllRead();
    QCOMPARE(book.unread(), 0);
    QCOMPARE(book.rows().size(), size_t(2));
}

void ShellPartsTest::newerOfTheSameRunReplacesTheOlder()
{
    NotificationBook book;
    book.add({.group = QStringLiteral("run-1"), .status = Status::NeedsYou, .title = QStringLiteral("waits")});
    book.add({.group = QStringLiteral("run-1"), .status = Status::Failed, .title = QStringLiteral("failed")});
    QCOMPARE(book.rows().size(), size_t(1));
    QCOMPARE(book.rows()[0].entries[0].title, QStringLiteral("failed"));
}

void ShellPartsTest::logCountsWhatItHides()
{
    RunLogModel log;
    QSignalSpy counts(&log, &RunLogModel::countsChanged);
    std::vector<model::RunEvent> events;
    for (int i = 1; i <= 10; ++i)
        events.push_back(line(i, i % 5 == 0 ? model::EventLevel::Error : model::EventLevel::Info, i % 2 ? "public.film" : "public.rental"));
    log.setEvents(events);
    QCOMPARE(log.rowCount(), 10);
    QCOMPARE(log.hidden(), 0);
    log.setProblemsOnly(true);
    QCOMPARE(log.rowCount(), 2);
    QCOMPARE(log.hidden(), 8);
    log.setWords(QStringLiteral("FILM rows"));
    QCOMPARE(log.rowCount(), 1);
    QCOMPARE(log.hidden(), 9);
    events.push_back(line(11, model::EventLevel::Info, "public.film"));
    log.setEvents(events);
    QCOMPARE(log.hidden(), 10); // what comes later is counted too
    log.showAll();
    QCOMPARE(log.rowCount(), 11);
    QCOMPARE(log.hidden(), 0);
    QVERIFY(counts.count() >= 5);
}

void ShellPartsTest::logGoesOnWithoutBeginningAnew()
{
    RunLogModel log;
    std::vector<model::RunEvent> events{line(1, model::EventLevel::Info, "public.film")};
    log.setEvents(events);
    QSignalSpy reset(&log, &RunLogModel::modelReset);
    QSignalSpy inserted(&log, &RunLogModel::rowsInserted);
    events.push_back(line(2, model::EventLevel::Info, "public.film"));
    log.setEvents(events);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(inserted.count(), 1);
    const QSignalSpy counts(&log, &RunLogModel::countsChanged);
    log.setEvents(events); // nothing is new: nobody has to show anything again
    QCOMPARE(counts.count(), 0);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(log.rowCount(), 2);
    log.setEvents({line(1, model::EventLevel::Warning, "public.rental")}); // another run
    QCOMPARE(reset.count(), 1);
    QCOMPARE(log.rowCount(), 1);
}

void ShellPartsTest::pagesStandInOrder()
{
    QStringList ids;
    std::set<Qt::Key> keys;
    for (const PageEntry &entry : pageList()) {
        ids += entry.id;
        QVERIFY2(!entry.title.isEmpty() && !entry.waitsFor.isEmpty(), qPrintable(entry.id));
        QVERIFY2(keys.insert(entry.goKey).second, qPrintable(entry.id));
    }
    const QStringList expected = QString::fromLatin1("analysis documentation review requirements extraction pipeline marts "
                                                     "sources changes pentaho lake-writer health settings").split(QLatin1Char(' '));
    QCOMPARE(ids, expected);
}

QTEST_MAIN(ShellPartsTest)
#include "shell_parts_test.moc"

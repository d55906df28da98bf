#include "views/kit_decision/shown_window.h"

#include "kit/danger_sheet.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/evidence_view.h"
#include "kit/form_sheet.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/progress_strip.h"
#include "kit/selectable_text.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTabBar>

using namespace lakehouse;
using namespace lakehouse::views;
using test::child;

namespace {
using Scene = void (*)(test::ShownWindow &window);

Decision approval()
{
    return {.id = QStringLiteral("approve"), .verb = QStringLiteral("Approve plan…"), .confirmVerb = QStringLiteral("Approve the plan"),
            .willHappen = {QStringLiteral("3 tables change how they load: public.film, public.rental and public.staff."),
                           QStringLiteral("1 table is added: public.payment_p2024_01, 16 044 rows."), QStringLiteral("22 tables stay as they are.")},
            .reasonRequired = true, .version = QStringLiteral("1")};
}

Decision changes()
{
    return {.id = QStringLiteral("changes"), .verb = QStringLiteral("Ask for changes…"), .confirmVerb = QStringLiteral("Ask for changes"),
        .reasonRequired = true};
}

Decision revoke()
{
    return {.id = QStringLiteral("revoke"), .verb = QStringLiteral("Revoke…"), .confirmVerb = QStringLiteral("Revoke the approval"),
        .reasonRequired = true,
            .blockedWhy = QStringLiteral("This plan is not approved yet.")};
}

DecisionPanel *addPanel(test::ShownWindow &window)
{
    auto *panel = window.add(new DecisionPanel);
    window.layout()->setAlignment(panel, Qt::AlignTop);
    panel->setSummary(QStringLiteral("This will happen: 3 tables change how they load, 1 is added."));
    panel->setEarlierReasons({QStringLiteral("Agreed with finance"), QStringLiteral("Sales needs it every hour")});
    panel->setDecisions({approval(), changes(), revoke()});
    return panel;
}

DecisionPanel *addForm(test::ShownWindow &window)
{
    DecisionPanel *panel = addPanel(window);
    panel->setDraft(QStringLiteral("approve"), QStringLiteral("Agreed w"));
    panel->open(QStringLiteral("approve"));
    return panel;
}

void bar(test::ShownWindow &window) { addPanel(window); }
void form(test::ShownWindow &window) { addForm(window); }

void moved(test::ShownWindow &window)
{
    DecisionPanel *panel = addForm(window);
    Decision review = {.id = QStringLiteral("review"), .verb = QStringLiteral("Review 3 changes"), .isImmediate = true,
        .replaces = QStringLiteral("approve"),
                       .moved = QStringLiteral("The plan moved while you were reading: public.film, public.rental and public.staff.")};
    panel->setDecisions({review, changes()});
}

void busy(test::ShownWindow &window)
{
    DecisionPanel *panel = addForm(window);
    panel->setDraft(QStringLiteral("approve"), QStringLiteral("Agreed with finance on 12 November"));
    const base::Progress progress{.step = 2, .steps = 7, .what = base::Text("Write public.rental")};
    panel->setBusy(&progress);
}

void error(test::ShownWindow &window)
{
    DecisionPanel *panel = addForm(window);
    panel->setDraft(QStringLiteral("approve"), QStringLiteral("Agreed with finance on 12 November"));
    panel->showError({.code = base::ErrorCode::Unreachable, .message = base::Text("The ledger cannot be written: the disk is full."),
                      .hint = base::Text("Make room, then try again. What you typed is kept."), .detail = QStringLiteral("SQLITE_FULL (13)"),
                      .retry = base::Retry::Now});
}

void receipt(test::ShownWindow &window)
{
    DecisionPanel *panel = addForm(window);
    panel->showReceipt(QStringLiteral("The plan is approved"),
                       {{QStringLiteral("Number"), QStringLiteral("42")},
                        {QStringLiteral("Digest"), QStringLiteral("sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")},
                        {QStringLiteral("Time"), QStringLiteral("12 November 2024 14:34")},
                        {QStringLiteral("Link"), QStringLiteral("ekos-lakehouse://open/pagila/extraction?tab=diff")}},
                       new QAction(QStringLiteral("Revoke…"), panel));
}

std::vector<EvidenceItem> facts()
{
    return {{.kind = EvidenceItem::For, .about = QStringLiteral("Watermark last_update"),
             .statement = QStringLiteral("A trigger sets the column anew on every insert and update, so a load can read only what changed."),
             .where = QStringLiteral("Trigger last_updated on public.film, line 3 of its function"),
             .code = QStringLiteral("declare\nbegin\n  new.last_update := current_timestamp;\n  return new;\nend"), .line = 3,
             .at = base::UtcTime::parse(QStringLiteral("2024-11-12T09:14:00.000000Z")),
              .certainty = QStringLiteral("proved by the code of the trigger"),
             .link = QStringLiteral("x")},
            {.kind = EvidenceItem::Against, .about = QStringLiteral("Rows without a value"),
             .statement = QStringLiteral("3 of 1 000 rows have no last_update; each load reads them again."),
             .where = QStringLiteral("Counted in public.film")},
            {.kind = EvidenceItem::Rejected, .about = QStringLiteral("Watermark release_year"),
             .statement = QStringLiteral("No update sets it, so changed rows would be missed.")},
            {.kind = EvidenceItem::Rejected, .about = QStringLiteral("Full load every time"),
             .statement = QStringLiteral("It would read 1 000 rows where about 12 change.")}};
}

void evidence(test::ShownWindow &window)
{
    auto *view = window.add(new EvidenceView);
    view->setItems(facts());
    view->setFocus();
}

base::UtcTime minute(int number)
{
    return {.microseconds = 1731400000000000 + qint64(number) * 60000000};
}

HistoryView *makeHistory()
{
    auto *view = new HistoryView;
    view->setNow(minute(200));
    view->setItems({{.at = minute(0), .who = QStringLiteral("service:nightly"), .what = QStringLiteral("Proposed this plan"),
        .id = QStringLiteral("1"), .status = Status::Ready},
                    {.at = minute(60), .who = QStringLiteral("steward"),
                     .what = QStringLiteral("Changed public.rental to incremental against the facts"),
                     .reason = QStringLiteral("The application writes last_update itself; checked with its owner."), .id = QStringLiteral("2"),
                      .status = Status::DoneWithProblems},
                    {.at = minute(150), .who = QStringLiteral("finance lead"), .what = QStringLiteral("Approved the plan"),
                     .reason = QStringLiteral("Agreed with finance"), .id = QStringLiteral("3"), .status = Status::Approved},
                    {.at = minute(195), .who = QStringLiteral("service:nightly"), .what = QStringLiteral("Load stopped by the guard"),
                     .id = QStringLiteral("4"), .status = Status::Failed}});
    return view;
}

void history(test::ShownWindow &window)
{
    window.add(makeHistory())->setFocus();
}

void detail(test::ShownWindow &window)
{
    auto *pane = window.add(new DetailPane);
    auto *summary = new KeyValueList;
    summary->setItems(std::vector<KeyValue>{{.key = QStringLiteral("Load mode"), .value = QStringLiteral("incremental"), .status = Status::Done},
                                            {.key = QStringLiteral("Watermark"), .value = QStringLiteral("last_update"), .isMono = true},
                                            {.key = QStringLiteral("Lands in"), .value = QStringLiteral("lake.bronze_public.film"), .isMono = true,
                                             .link = QStringLiteral("x")}});
    auto *top = new QWidget;
    auto *column = new QVBoxLayout(top);
    column->addWidget(summary);
    column->addStretch(1);
    pane->addTab(QStringLiteral("summary"), QStringLiteral("Summary"), top);
    for (const char *title : {"SQL diff", "Lineage", "Evidence", "History"})
        pane->addTab(QString::fromLatin1(title).toLower().section(QLatin1Char(' '), -1), QLatin1String(title), [] { return new QWidget; });
    pane->setBadge(QStringLiteral("evidence"), 4, QStringLiteral("4 facts"));
}

void danger(test::ShownWindow &window)
{
    auto *behind = addPanel(window);
    (new DangerSheet({.title = QStringLiteral("Reload bronze.rental"),
                      .willHappen = {QStringLiteral("Empties bronze.rental, 16 044 rows."),
                       QStringLiteral("The next load reads all rows; about 4 minutes."),
                                     QStringLiteral("Silver and marts keep their rows until then.")},
                      .confirmVerb = QStringLiteral("Empty and reload"), .typeToConfirm = QStringLiteral("bronze.rental"), .asksReason = true},
                     behind))->open();
}

void addSource(test::ShownWindow &window)
{
    auto *behind = addPanel(window);
    auto *sheet = new FormSheet(behind);
    sheet->setTitle(QStringLiteral("Add a source"));
    sheet->setExplanation(QStringLiteral("Only reading is ever done there."));
    sheet->setFields({{.id = QStringLiteral("name"), .label = QStringLiteral("Name"), .help = QStringLiteral("How this source is called here."),
        .isRequired = true, .value = QStringLiteral("pagila")},
                      {.id = QStringLiteral("kind"), .label = QStringLiteral("Engine"), .kind = FormField::Kind::Choice, .isRequired = true,
                       .options = {{QStringLiteral("postgresql"), QStringLiteral("PostgreSQL")}}},
                      {.id = QStringLiteral("address"), .label = QStringLiteral("Address"), .isRequired = true,
                       .placeholder = QStringLiteral("db.example.com:5432/pagila")},
                      {.id = QStringLiteral("secret"), .label = QStringLiteral("Password"),
                       .help = QStringLiteral("Kept in the keyring of this computer, never in a file."), .kind = FormField::Kind::Secret}});
    sheet->addExtra(QStringLiteral("test"), QStringLiteral("Test"));
    sheet->setSubmitVerb(QStringLiteral("Add source"));
    sheet->setSubmitBlocked(QStringLiteral("Test the connection before it is added."));
    sheet->setResult({{.text = QStringLiteral("Reached db.example.com:5432 in 12 ms."), .status = Status::Done},
                      {.text = QStringLiteral("The user reader may not read public.payment. Grant it: GRANT SELECT ON public.payment TO reader;"),
                       .status = Status::Failed}});
    sheet->open();
    sheet->setError(QStringLiteral("address"), QStringLiteral("This is needed."));
}

/// Words that have less room than they need.
QStringList clipped(const QWidget &window)
{
    QStringList found;
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>())
        if (button->isVisible() && !button->text().isEmpty() && button->width() < button->minimumSizeHint().width())
            found += button->text();
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (qobject_cast<ProgressStrip *>(label->parentWidget()))
            continue; // has one line and shortens it
        const bool tooLow = label->hasHeightForWidth() && label->height() < label->heightForWidth(label->width());
        if (label->isVisible() && (tooLow || label->width() < label->minimumSizeHint().width()))
            found += label->text();
    }
    for (const SelectableText *text : window.findChildren<SelectableText *>())
        if (text->isVisible() && text->height() < text->heightForWidth(text->width()))
            found += text->toPlainText();
    return found;
}

void save(QWidget &window, const QString &name)
{
    if (const QString folder = qEnvironmentVariable("LAKEHOUSE_PICTURES"); !folder.isEmpty())
        QVERIFY(window.grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
}
} // namespace

/// Every block in both themes and in the widths that a pane has, with its words whole. LAKEHOUSE_PICTURES names a folder to keep the pictures in.
class DecisionPictureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAreWhole_data();
    void wordsAreWhole();
};

void DecisionPictureTest::wordsAreWhole_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<double>("scale");
    const QSize narrow(280, 620);
    const QSize wide(520, 620);
    const QSize whole(1280, 800);
    const struct {
        const char *name;
        Scene scene;
        std::vector<QSize> sizes;
    } rows[] = {{"bar", bar, {narrow, wide, whole}}, {"form", form, {narrow, wide, whole}}, {"moved", moved, {narrow, wide}}, {"busy", busy,
        {narrow, wide}},
                {"error", error, {narrow, wide}}, {"receipt", receipt, {narrow, wide}}, {"evidence", evidence, {narrow, wide}},
                {"history", history, {narrow, wide}}, {"detail", detail, {narrow, wide}}, {"danger", danger, {wide, whole}},
                    {"add-source", addSource, {wide, whole}}};
    for (const auto &row : rows)
        for (const QSize &size : row.sizes) {
            const QByteArray name = QByteArray(row.name) + '-' + QByteArray::number(size.width());
            QTest::newRow(name + "-light") << row.scene << size << ThemeChoice::Light << 1.0;
            QTest::newRow(name + "-dark") << row.scene << size << ThemeChoice::Dark << 1.0;
            if (size != narrow)
                QTest::newRow(name + "-large-text") << row.scene << size << ThemeChoice::Light << 2.0;
        }
}

void DecisionPictureTest::wordsAreWhole()
{
    QFETCH(Scene, scene);
    QFETCH(QSize, size);
    QFETCH(ThemeChoice, theme);
    QFETCH(double, scale);
    test::dress();
    Theme::instance().setChoice(theme);
    Theme::instance().setTextScale(scale);
    test::ShownWindow window;
    window.resize(size);
    scene(window);
    QVERIFY(window.isReady());
    QTest::qWait(0);
    save(window, QLatin1String(QTest::currentDataTag()));
    QCOMPARE(clipped(window), QStringList());
    QCOMPARE(window.width(), size.width());
}

Q_DECLARE_METATYPE(Scene)

QTEST_MAIN(DecisionPictureTest)
#include "decision_picture_test.moc"

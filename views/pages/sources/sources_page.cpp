#include "pages/sources/sources_page.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/fitting_scroll.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/sources/catalog_settings.h"
#include "pages/sources/source_dialogs.h"
#include "pages/sources/source_form.h"
#include "pages/sources/source_history.h"
#include "pages/sources/source_lists.h"
#include "pages/sources/sources_table.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr qsizetype paletteMost = 200;

/// Scrolls where there is no room for all of it: a squeezed sentence cannot be read.
QWidget *column(std::initializer_list<QWidget *> parts)
{
    auto *scroll = new FittingScroll;
    const int margin = Theme::instance().space(Space::Medium);
    scroll->column()->setContentsMargins(margin, margin, margin, margin);
    scroll->column()->setSpacing(margin);
    for (QWidget *part : parts)
        scroll->column()->addWidget(part);
    scroll->column()->addStretch(1);
    return scroll;
}

QString encryptionWords(const QString &mode)
{
    if (mode.isEmpty())
        return SourcesPage::tr("as the address needs it");
    if (mode == QLatin1String("verify-full"))
        return SourcesPage::tr("required, certificate and name checked");
    if (mode == QLatin1String("verify-ca"))
        return SourcesPage::tr("required, certificate checked");
    if (mode == QLatin1String("require"))
        return SourcesPage::tr("required, certificate not checked");
    if (mode == QLatin1String("prefer") || mode == QLatin1String("allow"))
        return SourcesPage::tr("if the server offers it");
    return mode == QLatin1String("disable") ? SourcesPage::tr("none") : mode;
}

} // namespace

SourcesPage::SourcesPage(PageHost &host, QWidget *parent)
    : ListPage(host, "sources", {tr("Sources"), tr("Which databases do we read, and can we reach them with exactly the rights we need?"), tr("Sources")},
               new DataTable(sourceColumns()), new DetailPane, parent),
      m_presenter(host), m_keyring(new NoticeBanner(this)), m_trying(new ProgressStrip(this)), m_loading(new LoadingState), m_facts(new KeyValueList),
      m_checks(new SentenceList), m_settings(new SentenceList), m_rights(new DataTable(RightRows::columns())), m_grant(new KeyValueList), m_types(new DataTable(TypeRows::columns())), m_history(new HistoryView),
      m_dialogs(new SourceDialogs(host, m_presenter, this))
{
    buildCommands();
    m_empty = new EmptyState(IconName::Database, tr("Here stand the databases that this project reads."), tr("No source yet: add one, it is only ever read."), m_add);
    buildDetail();
    header().addButton(m_test);
    header().addButton(m_read);
    header().addButton(m_add, ButtonKind::Primary);
    table().setChips(sourceChips());
    m_keyring->setObjectName(QStringLiteral("keyring-notice"));
    addBanner(m_keyring);
    m_trying->setObjectName(QStringLiteral("test-strip"));
    addBanner(m_trying);
    if (host.credentials().canStore())
        m_keyring->hide();
    else
        m_keyring->setInformation(host.credentials().whyNot());
    sayWhatIsMissing(tr("There is no source %1. It was removed, or has another name now; what is known of it stays in the ledger."));
    retryFailed(m_presenter.work());
    connectParts();
    showList();
    showSource();
}

SourcesPage::~SourcesPage() = default;

void SourcesPage::buildCommands()
{
    m_add = command("sources.add", IconName::Plus, tr("Add source…"), {}, tr("Write a database into ekos.toml, after trying it."));
    m_test = command("sources.test", IconName::Activity, tr("Test"), QKeySequence(Qt::Key_T), tr("Reach it, sign in, see that a write is refused, and which rights are missing."));
    m_read = command("evidence.analyze", IconName::RefreshCw, tr("Read again"), {}, tr("Read its catalog again and record what changed."));
    m_edit = command("sources.edit", IconName::Pencil, tr("Edit…"), {}, tr("Change how it is reached."));
    m_password = command("sources.set-password", IconName::KeyRound, tr("Set password…"), {}, tr("Keep its password in the keyring, or until the console closes."));
    m_forget = command("sources.forget-password", IconName::Trash, tr("Forget password"), {}, tr("Take its password out of the keyring."));
    m_remove = command("sources.remove", IconName::Trash, tr("Remove…"), {}, tr("Take it out of ekos.toml; its facts stay in the ledger."));
}

void SourcesPage::buildDetail()
{
    m_facts->setObjectName(QStringLiteral("source-facts"));
    m_facts->setAccessibleName(tr("How it is reached"));
    m_checks->setObjectName(QStringLiteral("source-checks"));
    m_checks->setAccessibleName(tr("What the last try found"));
    m_settings->setObjectName(QStringLiteral("catalog-settings"));
    m_settings->setAccessibleName(tr("Settings of the Trino catalog"));
    m_rights->setObjectName(QStringLiteral("rights"));
    m_rights->setAccessibleName(tr("Rights that reading needs"));
    m_rights->setExportName(ExportScope::Object, QStringLiteral("rights"));
    m_grant->setObjectName(QStringLiteral("grant"));
    m_grant->setAccessibleName(tr("Statement that grants the selected right"));
    auto *rights = new QWidget;
    auto *ofRights = new QVBoxLayout(rights);
    ofRights->setContentsMargins(0, 0, 0, 0);
    ofRights->addWidget(m_rights, 1);
    ofRights->addWidget(m_grant);
    m_types->setObjectName(QStringLiteral("types"));
    m_types->setExportName(ExportScope::Object, QStringLiteral("types"));
    m_types->setAccessibleName(tr("Types that cannot be loaded"));
    m_history->setObjectName(QStringLiteral("source-history"));
    m_history->setAccessibleName(tr("What happened to this source"));
    m_history->setEmptyText(tr("Nothing happened to it yet."));
    detail().setObjectName(QStringLiteral("source-detail"));
    detail().addTab(QStringLiteral("summary"), tr("Summary"), column({m_facts, m_checks, m_settings}));
    detail().addTab(QStringLiteral("rights"), tr("Rights"), rights);
    detail().addTab(QStringLiteral("types"), tr("Types"), m_types);
    detail().addTab(QStringLiteral("history"), tr("History"), m_history);
}

void SourcesPage::connectParts()
{
    connect(&m_presenter, &SourcesPresenter::listChanged, this, &SourcesPage::showList);
    connect(&m_presenter, &SourcesPresenter::sourceChanged, this, &SourcesPage::showSource);
    connect(&m_presenter, &SourcesPresenter::workChanged, this, &SourcesPage::showWork);
    connect(&m_presenter, &SourcesPresenter::settled, this, &SourcesPage::settled);
    connect(&m_presenter, &SourcesPresenter::saved, &table(), &DataTable::setCurrentId);
    connect(m_dialogs, &SourceDialogs::failed, this, [this](base::Error error) {
        error.retry = base::Retry::Pointless; // the password is not here any more: it is typed once more
        workError().showError(error);
    });
    connect(&table(), &DataTable::currentChanged, this, [this](const QString &source) {
        m_presenter.select(source);
        updateCommands();
        Q_EMIT placeChanged();
    });
    connect(m_rights, &DataTable::currentChanged, this, &SourcesPage::showGrant);
    connect(m_history, &HistoryView::activated, this, [this](const QString &run) { host().watchRun(run); });
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &SourcesPresenter::stopReading);
    connect(&workError(), &ErrorBanner::dismissed, &m_presenter, &SourcesPresenter::dismissWorkError);
    connect(&strip(), &ProgressStrip::stopRequested, &m_presenter, &SourcesPresenter::stopWork);
    connect(&strip(), &ProgressStrip::leaveRequested, &m_presenter, &SourcesPresenter::stopWork);
    connect(m_trying, &ProgressStrip::stopRequested, &m_presenter, &SourcesPresenter::stopTests);
    connect(m_trying, &ProgressStrip::leaveRequested, &m_presenter, &SourcesPresenter::stopTests);
    connect(m_add, &QAction::triggered, m_dialogs, &SourceDialogs::add);
    connect(m_edit, &QAction::triggered, m_dialogs, &SourceDialogs::edit);
    connect(m_test, &QAction::triggered, this, [this] { m_presenter.test(m_presenter.state().source); });
    connect(m_read, &QAction::triggered, this, [this] { m_presenter.readAgain(m_presenter.state().source); });
    connect(m_password, &QAction::triggered, m_dialogs, &SourceDialogs::setPassword);
    connect(m_forget, &QAction::triggered, m_dialogs, &SourceDialogs::forgetPassword);
    connect(m_remove, &QAction::triggered, m_dialogs, &SourceDialogs::remove);
}

QString SourcesPage::id() const
{
    return QStringLiteral("sources");
}

QString SourcesPage::selected() const
{
    return m_presenter.state().source;
}

void SourcesPage::refresh()
{
    m_presenter.refresh();
}

void SourcesPage::pulse(const api::ProjectPulse &pulse)
{
    m_presenter.pulse(pulse);
}

std::vector<PaletteItem> SourcesPage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    if (!m_presenter.state().list || words.isEmpty())
        return items;
    for (const api::SourceRow &row : m_presenter.state().list->sources)
        if (row.name.contains(words, Qt::CaseInsensitive) && qsizetype(items.size()) < paletteMost)
            items.push_back({.kind = PaletteKind::Source, .id = QStringLiteral("source/") + row.name, .title = row.name, .note = row.address,
                             .icon = IconName::Database, .place = {.page = id(), .object = row.name}});
    return items;
}

void SourcesPage::showList()
{
    const SourcesState &state = m_presenter.state();
    showReadAt(state.readAtUtc);
    showTrying();
    if (state.error)
        readingError().showError(*state.error);
    else
        readingError().clear();
    if (!state.list) {
        if (!state.isReading)
            m_loading->finish();
        else
            m_loading->start(tr("Reading the sources of %1…").arg(host().projectName()));
        table().setPlaceholder(m_loading);
        updateCommands();
        return;
    }
    m_loading->finish();
    table().setPlaceholder(state.list->sources.empty() ? m_empty : nullptr);
    showRows();
    updateCommands();
}

/// New rows only where something of them moved: the list is filtered and sorted anew with each.
void SourcesPage::showRows()
{
    const auto rows = std::make_shared<const SourceTableRows>(m_presenter.state());
    if (m_shown && *m_shown == *rows)
        return;
    m_shown = rows;
    int needing = 0;
    for (qsizetype row = 0; row < rows->count(); ++row)
        needing += rows->needsMe(row) ? 1 : 0;
    table().setRows(rows);
    if (table().currentId().isEmpty() && table().missingId().isEmpty() && rows->count() == 1)
        table().setCurrentId(rows->id(0));
    Q_EMIT attentionChanged(needing);
}

void SourcesPage::showSource()
{
    const SourcesState &state = m_presenter.state();
    const api::SourceRow *row = m_presenter.row();
    const auto found = state.trials.find(state.source);
    const SourceTrial trial = found == state.trials.end() ? SourceTrial() : found->second;
    std::vector<KeyValue> facts;
    std::vector<Sentence> checks;
    if (row) {
        const QStringList schemas(row->schemas.begin(), row->schemas.end());
        facts = {{.key = tr("Status"), .value = sourceReason(*row, trial), .status = sourceStatus(*row, trial)}, {.key = tr("Address"), .value = row->address, .isMono = true},
                 {.key = tr("User"), .value = row->user, .isMono = true}, {.key = tr("Password"), .value = secretWords(*row)},
                 {.key = tr("Schemas"), .value = schemas.isEmpty() ? tr("all but the system's") : schemas.join(QStringLiteral(", "))},
                 {.key = tr("Encryption"), .value = encryptionWords(row->tlsMode)},
                 {.key = tr("Extraction plan"), .value = row->isExtracted ? tr("is made from it, through the Trino catalog %1").arg(row->trinoCatalog) : tr("is not made from it")}};
        if (row->lastReadAtUtc)
            facts.push_back({.key = tr("Last read"), .value = tr("%1: %2 tables with %3 columns").arg(localized(*row->lastReadAtUtc), countText(row->tables), countText(row->columns))});
        checks = trialSentences(trial);
        if (trial.isRunning)
            checks = {{.text = tr("Trying it…"), .status = Status::Running}};
        if (trial.test)
            checks.insert(checks.begin(), {.text = tr("Tried at %1:").arg(localized(trial.test->testedAtUtc))});
    } else {
        checks = {{.text = tr("Select a source to see how it is reached and what it lets us read.")}};
    }
    m_facts->setItems(std::move(facts));
    m_checks->setVisible(!checks.empty());
    m_checks->setSentences(std::move(checks));
    const api::SourceTest none;
    const api::SourceTest &test = trial.test ? *trial.test : none;
    m_rights->setRows(std::make_shared<RightRows>(test.rights));
    showGrant();
    m_types->setRows(std::make_shared<TypeRows>(test.unsupportedTypes));
    const qint64 lacking = std::ranges::count(test.rights, false, &api::SourceRight::isHeld);
    detail().setBadge(QStringLiteral("rights"), lacking, tr("%n right(s) missing", nullptr, int(lacking)));
    detail().setBadge(QStringLiteral("types"), qint64(test.unsupportedTypes.size()), tr("%n type(s)", nullptr, int(test.unsupportedTypes.size())));
    const std::vector<Sentence> settings = row ? catalogSettings(*row, trial.test ? &*trial.test : nullptr) : std::vector<Sentence>();
    m_settings->setVisible(!settings.empty());
    m_settings->setSentences(settings);
    m_history->setNow(host().clock().now());
    m_history->setItems(sourceHistory(state));
    updateCommands();
}

/// Beside a list there is no room for it in the table. Until a right is selected: of the first that is missing.
void SourcesPage::showGrant()
{
    const auto found = m_presenter.state().trials.find(m_presenter.state().source);
    const std::vector<api::SourceRight> none;
    const std::vector<api::SourceRight> &rights = found != m_presenter.state().trials.end() && found->second.test ? found->second.test->rights : none;
    const QString selected = m_rights->currentId();
    const auto right = std::ranges::find_if(rights, [&](const api::SourceRight &one) { return selected.isEmpty() ? !one.isHeld : RightRows::idOf(one) == selected; });
    m_grant->setVisible(right != rights.end() && !right->grant.isEmpty());
    m_grant->setItems(right == rights.end() ? std::vector<KeyValue>() : std::vector<KeyValue>{{.key = tr("Statement that grants it"), .value = right->grant, .isMono = true}});
}

void SourcesPage::showWork()
{
    const PageWork &work = m_presenter.work();
    if (work.operation().isEmpty())
        strip().finish();
    else
        strip().setProgress(work.progress());
    if (!work.error())
        workError().clear();
    else if (!m_dialogs->showError(*work.error()))
        workError().showError(*work.error());
    updateCommands();
}

void SourcesPage::showTrying()
{
    const QStringList tried = m_presenter.tried();
    if (tried.isEmpty())
        m_trying->finish();
    else if (tried.size() == 1)
        m_trying->setProgress({.what = {QT_TRANSLATE_NOOP("core", "Try %1"), tried.front()}});
    else
        m_trying->setProgress({.what = {QT_TRANSLATE_NOOP("core", "Try %n source(s)"), base::Plural{tried.size()}}});
}

void SourcesPage::updateCommands()
{
    const SourcesState &state = m_presenter.state();
    const api::SourceRow *row = m_presenter.row();
    const QString busy = m_presenter.work().whyBusy();
    const QString none = row ? QString() : tr("Select a source first.");
    const QString blocked = busy.isEmpty() ? none : busy;
    const bool isTrying = row && state.trials.contains(row->name) && state.trials.at(row->name).isRunning;
    m_add->setBlocked(!busy.isEmpty() ? busy : state.list ? QString() : state.isReading ? tr("The sources are being read.") : tr("The sources were not read. Press F5 to read them."));
    m_test->setBlocked(!none.isEmpty() ? none : isTrying ? tr("It is being tried.") : QString());
    m_read->setBlocked(blocked);
    m_edit->setBlocked(!blocked.isEmpty() ? blocked : row->isEditable ? QString() : tr("It is written in the short form, source = \"host:port\", which only a person edits in ekos.toml."));
    m_remove->setBlocked(!blocked.isEmpty() ? blocked : row->isExtracted ? tr("The extraction plan is made from it. Choose another source for the plan first.")
                                              : row->isEditable ? QString() : tr("It is written in the short form, which only a person edits in ekos.toml."));
    const bool isNamed = row && !row->passwordEnv.isEmpty();
    m_password->setBlocked(!none.isEmpty() ? none : isNamed ? QString() : tr("This source needs no password."));
    m_forget->setBlocked(!none.isEmpty() ? none : isNamed && (row->secret == model::SecretPlace::Keychain || row->secret == model::SecretPlace::Session)
                             ? QString() : tr("No password of it is kept in the keyring or in this session."));
}

} // namespace lakehouse::views

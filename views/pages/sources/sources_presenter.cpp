#include "pages/sources/sources_presenter.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace lakehouse::views {

using base::Result;

namespace {

constexpr qint64 historyMost = 1000;
constexpr qint64 runsMost = 1000;
constexpr std::size_t reasonsMost = 20; ///< of the newest; each is a question of its own

QString triedKey()
{
    return QStringLiteral("sources/tried");
}

} // namespace

PasswordWanted wantedPassword(const api::SourceRow &row)
{
    return {.variable = row.passwordEnv, .title = SourcesPresenter::tr("Password of %1").arg(row.name),
            .explanation = SourcesPresenter::tr("For %1 at %2. Never written to a file, never shown again.").arg(row.user, row.address)};
}

SourcesPresenter::SourcesPresenter(PageHost &host, QObject *parent)
    : QObject(parent), m_calls(host), m_reading(m_calls), m_historyReading(m_calls), m_draftTest(m_calls), m_changesReading(m_calls), m_work(m_calls)
{
    connect(&m_calls, &PageCalls::settled, this, &SourcesPresenter::settled);
    connect(&m_work, &PageWork::changed, this, &SourcesPresenter::workChanged);
}

SourcesPresenter::~SourcesPresenter() = default;

const api::SourceRow *SourcesPresenter::find(const QString &name) const
{
    if (!m_state.list)
        return nullptr;
    const auto found = std::ranges::find(m_state.list->sources, name, &api::SourceRow::name);
    return found == m_state.list->sources.end() ? nullptr : &*found;
}

const api::SourceRow *SourcesPresenter::row() const
{
    return find(m_state.source);
}

SourceReading sourceReading(const api::LedgerLine &line)
{
    const Result<model::CatalogFact> fact = describe::readJson<model::CatalogFact>(line.body.toUtf8());
    return {.line = line, .fact = fact ? std::optional(fact.value()) : std::nullopt};
}

void SourcesPresenter::refresh()
{
    m_changesDigest.clear();
    read();
}

void SourcesPresenter::read()
{
    m_isReadAgain = m_reading.isUnderWay();
    if (m_isReadAgain)
        return;
    m_state.isReading = true;
    m_reading.ask(api::ListSources{}, [this](const Result<api::SourceList> &answer) { listCame(answer); });
    Q_EMIT listChanged();
}

void SourcesPresenter::listCame(const Result<api::SourceList> &answer)
{
    m_state.isReading = false;
    if (answer) {
        m_state.list = answer.value();
        m_state.readAtUtc = m_calls.host().clock().now();
        m_state.error.reset();
        recallTrials();
        readChanges();
    } else {
        m_state.error = answer.error();
    }
    Q_EMIT listChanged();
    Q_EMIT sourceChanged();
    readHistory();
    if (m_isReadAgain)
        read();
}

void SourcesPresenter::stopReading()
{
    m_isReadAgain = false;
    if (!m_reading.giveUp())
        return;
    m_state.isReading = false;
    Q_EMIT listChanged();
}

void SourcesPresenter::pulse(const api::ProjectPulse &pulse)
{
    if (pulse.settingsDigest == m_settingsDigest && pulse.ledgerEntries == m_ledgerEntries)
        return;
    m_settingsDigest = pulse.settingsDigest;
    m_ledgerEntries = pulse.ledgerEntries;
    read();
}

void SourcesPresenter::select(const QString &source)
{
    if (source == m_state.source)
        return;
    m_state.source = source;
    m_state.history.clear();
    Q_EMIT sourceChanged();
    readHistory();
}

void SourcesPresenter::readHistory()
{
    if (m_state.source.isEmpty()) {
        m_historyReading.giveUp();
        return;
    }
    m_historyReading.ask(api::ShowLedger{.kind = model::FactKind::Catalog, .limit = historyMost}, [this](const Result<api::LedgerPage> &answer) {
        if (!answer)
            return; // without a history the rest of the page is as good as before
        historyCame(answer.value());
    });
}

/// What an entry says never changes: those that were read before are not read again.
void SourcesPresenter::historyCame(const api::LedgerPage &page)
{
    std::vector<SourceReading> known = std::exchange(m_state.history, {});
    for (const api::LedgerLine &line : page.entries) {
        if (line.subjectName.database != m_state.source)
            continue;
        const auto before = std::ranges::find(known, line.sequence, [](const SourceReading &reading) { return reading.line.sequence; });
        m_state.history.push_back(before == known.end() ? sourceReading(line) : std::move(*before));
    }
    std::ranges::reverse(m_state.history);
    Q_EMIT sourceChanged();
}

void SourcesPresenter::readChanges()
{
    const QString digest = m_state.list->settingsDigest;
    if (!m_changesDigest.isEmpty() && m_changesDigest == digest)
        return;
    m_changesReading.ask(api::ListRuns{.limit = runsMost}, [this, digest](const Result<api::RunList> &answer) {
        if (answer) // otherwise the rest of the page is as good as before
            changesCame(answer.value(), digest);
    });
}

void SourcesPresenter::changesCame(const api::RunList &list, const QString &settingsDigest)
{
    m_state.changes.clear();
    m_changesDigest = settingsDigest;
    std::size_t reasons = 0;
    for (const model::Run &run : list.runs) {
        if (!run.operation.startsWith(QLatin1String("sources.")))
            continue;
        if (run.state == model::RunState::Queued || run.state == model::RunState::Running)
            m_changesDigest.clear(); // it has written ekos.toml perhaps, and has no outcome yet
        if (run.state != model::RunState::Done)
            continue;
        m_state.changes.push_back(run);
        if (run.operation == QLatin1String(api::RemoveSource::operation.name) && ++reasons <= reasonsMost)
            readReason(run);
    }
    Q_EMIT sourceChanged();
}

/// The reason stands in the log of the run: "Reason: …".
void SourcesPresenter::readReason(const model::Run &run)
{
    const QString id = run.id.toString();
    if (m_state.reasons.contains(id))
        return;
    m_reasonReadings.try_emplace(id, m_calls).first->second.ask(api::ShowRun{.run = id}, [this, id](const Result<api::RunDetail> &answer) {
        if (!answer)
            return;
        for (const model::RunEvent &event : answer.value().events)
            if (event.message.source == QLatin1String("Reason: %1") && !event.message.arguments.empty())
                if (const auto *reason = std::get_if<QString>(&event.message.arguments.front()))
                    m_state.reasons[id] = *reason;
        Q_EMIT sourceChanged();
    });
}

/// What was tried before the console closed, of sources that are still reached in the same way.
void SourcesPresenter::recallTrials()
{
    if (std::exchange(m_areTrialsRecalled, true))
        return;
    const QJsonArray kept = QJsonDocument::fromJson(m_calls.host().draft(triedKey()).toUtf8()).array();
    for (const QJsonValue &one : kept) {
        const Result<api::SourceTest> test = describe::readJson<api::SourceTest>(one.toString().toUtf8());
        const api::SourceRow *row = test ? find(test.value().name) : nullptr;
        if (row && row->address == test.value().address && row->user == test.value().user && !m_state.trials.contains(row->name))
            m_state.trials[row->name] = {.isFromBefore = true, .test = test.value()};
    }
}

void SourcesPresenter::keepTrials()
{
    QJsonArray kept;
    for (const auto &[source, trial] : m_state.trials)
        if (trial.test)
            kept.append(QString::fromUtf8(describe::canonicalJson(*trial.test)));
    m_calls.host().setDraft(triedKey(), kept.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(kept).toJson(QJsonDocument::Compact)));
}

void SourcesPresenter::test(const QString &source)
{
    SourceTrial &trial = m_state.trials[source];
    if (trial.isRunning)
        return;
    trial.isRunning = true;
    trial.error.reset();
    m_tests.try_emplace(source, m_calls).first->second.ask(api::TestSource{.name = source}, [this, source](const Result<api::SourceTest> &answer) {
        SourceTrial &tried = m_state.trials[source];
        tried.isRunning = false;
        tried.isFromBefore = tried.isFromBefore && !answer;
        if (answer)
            tried.test = answer.value();
        else
            tried.error = answer.error();
        keepTrials();
        Q_EMIT listChanged();
        Q_EMIT sourceChanged();
        if (answer)
            askForPassword(source, answer.value());
    });
    Q_EMIT listChanged();
    Q_EMIT sourceChanged();
}

void SourcesPresenter::askForPassword(const QString &source, const api::SourceTest &test)
{
    PageHost &host = m_calls.host();
    const api::SourceRow *row = find(source);
    const auto isMissing = [row](const model::ServiceCheck &check) { return missingPassword(check.finding) == row->passwordEnv; };
    if (!row || host.credentials().canStore() || std::ranges::none_of(test.checks, isMissing))
        return;
    host.askForPassword(wantedPassword(*row), [presenter = QPointer(this), source] {
        if (!presenter)
            return;
        presenter->refresh();
        presenter->test(source);
    });
}

void SourcesPresenter::stopTests()
{
    bool isAny = false;
    for (auto &[source, call] : m_tests) {
        if (!call.giveUp())
            continue;
        m_state.trials[source].isRunning = false;
        isAny = true;
    }
    if (!isAny)
        return;
    Q_EMIT listChanged();
    Q_EMIT sourceChanged();
}

QStringList SourcesPresenter::tried() const
{
    QStringList names;
    for (const auto &[source, trial] : m_state.trials)
        if (trial.isRunning)
            names += source;
    return names;
}

template<api::OperationRequest R>
R SourcesPresenter::ofDraft(const SourceDraft &draft) const
{
    R request;
    request.name = draft.name;
    request.connect = draft.connect;
    request.user = draft.user;
    request.passwordEnv = draft.passwordEnv;
    request.schemas = draft.schemas;
    request.tlsMode = draft.tlsMode;
    request.tlsRootCertificate = draft.tlsRootCertificate;
    if constexpr (requires { request.kind; })
        request.kind = draft.kind;
    if constexpr (requires { request.extract; })
        request.extract = draft.extract;
    if constexpr (requires { request.expectedDigest; })
        request.expectedDigest = m_state.list ? m_state.list->settingsDigest : QString();
    return request;
}

void SourcesPresenter::testDraft(const SourceDraft &draft)
{
    m_draftTest.ask(ofDraft<api::TestSource>(draft), [this](const Result<api::SourceTest> &answer) {
        Q_EMIT draftTested(answer ? SourceTrial{.test = answer.value()} : SourceTrial{.error = answer.error()});
    });
}

void SourcesPresenter::stopDraftTest()
{
    m_draftTest.giveUp();
}

template<api::OperationRequest R>
void SourcesPresenter::start(R request, std::function<void(const typename R::Answer &)> done)
{
    m_work.start(std::move(request), std::move(done), [this] { refresh(); });
}

void SourcesPresenter::add(const SourceDraft &draft)
{
    start(ofDraft<api::AddSource>(draft), [this](const api::SourceSaved &saved) { Q_EMIT this->saved(saved.name); });
}

void SourcesPresenter::edit(const SourceDraft &draft)
{
    start(ofDraft<api::EditSource>(draft), [this](const api::SourceSaved &saved) {
        m_state.trials.erase(saved.name); // what was tried is not what is saved now
        keepTrials();
        Q_EMIT this->saved(saved.name);
    });
}

void SourcesPresenter::remove(const QString &source, const QString &reason)
{
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!why || !m_state.list)
        return;
    start(api::RemoveSource{.expectedDigest = m_state.list->settingsDigest, .name = source, .reason = why.value()},
          [this](const api::SourceSaved &saved) {
              m_state.trials.erase(saved.name);
              keepTrials();
              Q_EMIT removed(saved.name);
          });
}

void SourcesPresenter::readAgain(const QString &source)
{
    start(api::AnalyzeSource{.database = source});
}

void SourcesPresenter::stopWork()
{
    m_work.stop();
}

void SourcesPresenter::dismissWorkError()
{
    m_work.dismissError();
}

} // namespace lakehouse::views

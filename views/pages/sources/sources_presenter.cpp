#include "pages/sources/sources_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Result;

namespace {

constexpr qint64 historyMost = 1000;

} // namespace

SourcesPresenter::SourcesPresenter(PageHost &host, QObject *parent) : QObject(parent), m_host(host) {}

SourcesPresenter::~SourcesPresenter()
{
    m_readCancel.cancel();
    m_workCancel.cancel();
    m_testCancel.cancel();
    m_draftCancel.cancel();
}

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

void SourcesPresenter::refresh()
{
    if (m_state.isReading)
        return;
    m_state.isReading = true;
    m_readCancel = {};
    const quint64 number = ++m_readNumber;
    ++m_asked;
    Q_EMIT listChanged();
    m_host.workbench().ask(api::ListSources{}, m_host.call(m_readCancel)).onSettled(this, [this, number](const Result<api::SourceList> &answer) {
        if (number != m_readNumber)
            return endedOne();
        m_state.isReading = false;
        if (answer) {
            m_state.list = answer.value();
            m_state.readAtUtc = m_host.clock().now();
            m_state.error.reset();
        } else {
            m_state.error = answer.error();
        }
        Q_EMIT listChanged();
        Q_EMIT sourceChanged();
        readHistory();
        endedOne();
    });
}

void SourcesPresenter::stopReading()
{
    if (!m_state.isReading)
        return;
    m_readCancel.cancel();
    ++m_readNumber;
    m_state.isReading = false;
    Q_EMIT listChanged();
}

void SourcesPresenter::pulse(const api::ProjectPulse &pulse)
{
    if (pulse.settingsDigest == m_settingsDigest && pulse.ledgerEntries == m_ledgerEntries)
        return;
    m_settingsDigest = pulse.settingsDigest;
    m_ledgerEntries = pulse.ledgerEntries;
    refresh();
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
    if (m_state.source.isEmpty())
        return;
    ++m_asked;
    m_host.workbench().ask(api::ShowLedger{.kind = model::FactKind::Catalog, .limit = historyMost}, m_host.call({}))
        .onSettled(this, [this, source = m_state.source](const Result<api::LedgerPage> &answer) {
            // Without a history the rest of the page is as good as before.
            if (answer && source == m_state.source) {
                m_state.history.clear();
                for (const api::LedgerLine &line : answer.value().entries)
                    if (line.subjectName.database == source)
                        m_state.history.push_back(line);
                std::ranges::reverse(m_state.history);
                Q_EMIT sourceChanged();
            }
            endedOne();
        });
}

void SourcesPresenter::test(const QString &source)
{
    SourceTrial &trial = m_state.trials[source];
    if (trial.isRunning)
        return;
    trial.isRunning = true;
    trial.error.reset();
    m_testCancel = {};
    ++m_asked;
    Q_EMIT listChanged();
    Q_EMIT sourceChanged();
    m_host.workbench().ask(api::TestSource{.name = source}, m_host.call(m_testCancel)).onSettled(this, [this, source](const Result<api::SourceTest> &answer) {
        SourceTrial &trial = m_state.trials[source];
        trial.isRunning = false;
        if (answer)
            trial.test = answer.value();
        else
            trial.error = answer.error();
        Q_EMIT listChanged();
        Q_EMIT sourceChanged();
        endedOne();
    });
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
    stopDraftTest();
    const quint64 number = ++m_draftNumber;
    m_draftCancel = {};
    ++m_asked;
    m_host.workbench().ask(ofDraft<api::TestSource>(draft), m_host.call(m_draftCancel)).onSettled(this, [this, number](const Result<api::SourceTest> &answer) {
        if (number == m_draftNumber)
            Q_EMIT draftTested(answer ? SourceTrial{.test = answer.value()} : SourceTrial{.error = answer.error()});
        endedOne();
    });
}

void SourcesPresenter::stopDraftTest()
{
    m_draftCancel.cancel();
    ++m_draftNumber;
}

template<api::OperationRequest R>
void SourcesPresenter::work(R request, std::function<void(const typename R::Answer &)> done)
{
    if (!m_state.work.isEmpty())
        return;
    const quint64 number = ++m_workNumber;
    m_state.work = QString::fromLatin1(R::operation.name);
    m_state.progress = {};
    m_state.workError.reset();
    m_workCancel = {};
    ++m_asked;
    Q_EMIT workChanged();
    const api::CallContext context = m_host.callFor(this, m_workCancel, [this, number](const base::Progress &progress) {
        if (number != m_workNumber || m_state.work.isEmpty())
            return;
        m_state.progress = progress;
        Q_EMIT workChanged();
    });
    m_host.workbench().ask(std::move(request), context).onSettled(this, [this, number, done = std::move(done)](const Result<typename R::Answer> &answer) {
        if (number == m_workNumber) {
            m_state.work.clear();
            if (!answer && answer.error().code != base::ErrorCode::Cancelled)
                m_state.workError = answer.error();
            Q_EMIT workChanged();
            if (answer)
                done(answer.value());
        }
        refresh();
        endedOne();
    });
}

void SourcesPresenter::add(const SourceDraft &draft)
{
    work(ofDraft<api::AddSource>(draft), [this](const api::SourceSaved &saved) { Q_EMIT this->saved(saved.name); });
}

void SourcesPresenter::edit(const SourceDraft &draft)
{
    work(ofDraft<api::EditSource>(draft), [this](const api::SourceSaved &saved) {
        m_state.trials.erase(saved.name); // what was tried is not what is saved now
        Q_EMIT this->saved(saved.name);
    });
}

void SourcesPresenter::remove(const QString &source, const QString &reason)
{
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (!why || !m_state.list)
        return;
    work(api::RemoveSource{.expectedDigest = m_state.list->settingsDigest, .name = source, .reason = why.value()},
         [this](const api::SourceSaved &saved) { m_state.trials.erase(saved.name); });
}

void SourcesPresenter::readAgain(const QString &source)
{
    work(api::AnalyzeSource{.database = source}, [](const api::AnalysisReport &) {});
}

void SourcesPresenter::stopWork()
{
    if (m_state.work.isEmpty())
        return;
    m_workCancel.cancel();
    ++m_workNumber;
    m_state.work.clear();
    Q_EMIT workChanged();
}

void SourcesPresenter::endedOne()
{
    if (--m_asked == 0)
        Q_EMIT settled();
}

} // namespace lakehouse::views

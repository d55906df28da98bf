#include "kit/diff_session.h"

#include "text/patch.h"

#include <algorithm>
#include <utility>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {
constexpr std::chrono::microseconds budget = 6ms;
}

DiffSession::DiffSession(QObject *parent) : QObject(parent), m_document(std::make_shared<const text::DiffDocument>())
{
    m_colours.setDocument(m_document);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &DiffSession::step);
}

void DiffSession::setFiles(std::vector<text::DiffFile> files)
{
    QHash<QString, quint64> keys;
    quint64 all = files.size();
    for (const text::DiffFile &file : files) {
        const quint64 key = contentKey(file);
        keys.insert(file.path, key);
        all = all * 31 + key;
    }
    if (all == m_key && files.size() == m_files.size())
        return;
    m_key = all;
    m_keys = std::move(keys);
    m_files = std::move(files);
    m_areFilesNew = true;
    compare();
}

void DiffSession::setIgnoresWhitespace(bool ignores)
{
    if (ignores == m_ignoresWhitespace)
        return;
    m_ignoresWhitespace = ignores;
    if (!m_files.empty())
        compare();
}

void DiffSession::compare()
{
    m_isJobDone = false;
    m_job.emplace(m_files, text::DiffOptions{.ignoresWhitespace = m_ignoresWhitespace});
    if (m_job->step(budget))
        finishComparing();
    wake();
}

void DiffSession::stop()
{
    m_isJobDone = false;
    m_job.reset();
    m_document = std::make_shared<const text::DiffDocument>();
    m_colours.setDocument(m_document);
    m_model.setDocument(m_document);
    m_search.start(m_document, m_needle, m_model.extent());
    Q_EMIT stopped();
}

void DiffSession::compareAgain()
{
    m_areFilesNew = true;
    compare();
}

void DiffSession::finishComparing()
{
    m_document = std::make_shared<const text::DiffDocument>(m_job->takeDocument());
    m_isJobDone = false;
    m_job.reset();
    m_colours.setDocument(m_document);
    m_model.setDocument(m_document);
    m_search.start(m_document, m_needle, m_model.extent());
    Q_EMIT compared(!std::exchange(m_areFilesNew, false));
}

bool DiffSession::isAllNew() const
{
    return !m_files.empty() && std::ranges::all_of(m_files, [](const text::DiffFile &file) { return file.before.isNull(); });
}

bool DiffSession::isSettled() const
{
    return !m_job && !m_patchJob && m_search.isDone() && !m_colours.isBehind();
}

void DiffSession::search(const QString &needle)
{
    m_needle = needle;
    m_search.start(m_document, needle, m_model.extent());
    wake();
    Q_EMIT searched();
}

void DiffSession::makePatch()
{
    if (!m_document->options.ignoresWhitespace && !m_job) {
        Q_EMIT patchReady(text::unifiedPatch(*m_document));
        return;
    }
    // A patch holds every difference, also those that are not shown.
    m_patchJob.emplace(m_files);
    wake();
}

void DiffSession::wake()
{
    if (!isSettled())
        m_timer.start();
}

void DiffSession::step()
{
    if (m_isJobDone) {
        finishComparing();
    } else if (m_job) {
        m_isJobDone = m_job->step(budget); // taking up what it found, and letting go of what was there before, is work of its own
    } else if (!m_search.isDone()) {
        m_search.step(budget);
        Q_EMIT searched();
    } else if (m_colours.isBehind()) {
        m_colours.step(budget);
        Q_EMIT coloured();
    } else if (m_patchJob && m_patchJob->step(budget)) {
        const text::DiffDocument document = m_patchJob->takeDocument();
        m_patchJob.reset();
        Q_EMIT patchReady(text::unifiedPatch(document));
    }
    if (isSettled()) {
        m_timer.stop();
        Q_EMIT settled();
    }
}

} // namespace lakehouse::views

#include "adapters/postgres/host_addresses.h"

#include "base/shell_word.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

struct Answer {
    int code = 0;
    std::vector<std::string> addresses = {};
};

Answer lookUp(const std::string &host, int flags)
{
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags;
    addrinfo *found = nullptr;
    Answer answer{getaddrinfo(host.c_str(), nullptr, &wanted, &found), {}};
    for (const addrinfo *one = found; answer.code == 0 && one; one = one->ai_next) {
        char text[NI_MAXHOST] = "";
        if (getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0
            && std::find(answer.addresses.begin(), answer.addresses.end(), text) == answer.addresses.end())
            answer.addresses.emplace_back(text);
    }
    if (found)
        freeaddrinfo(found);
    return answer;
}

/// Shared with a thread that may outlive the question: a resolver cannot be stopped, so it is left behind and touches nothing but this.
struct Question {
    std::string host;
    std::mutex mutex;
    std::condition_variable answered;
    std::optional<Answer> answer = {};
    bool isAbandoned = false;
};

void answerIt(const std::shared_ptr<Question> &question)
{
    Answer answer = lookUp(question->host, 0);
    const std::lock_guard lock(question->mutex);
    question->answer = std::move(answer);
    question->answered.notify_all();
}

Result<Answer> lookUpWithin(const std::string &host, std::chrono::milliseconds timeout, base::RunContext &run)
{
    const auto question = std::make_shared<Question>();
    question->host = host;
    try {
        std::thread(answerIt, question).detach();
    } catch (const std::system_error &) { // no thread to be had: wait for the resolver itself
        answerIt(question);
    }
    const base::CancelHook hook = run.cancel().onCancel([question] {
        const std::lock_guard lock(question->mutex);
        question->isAbandoned = true;
        question->answered.notify_all();
    });
    std::unique_lock lock(question->mutex);
    question->answered.wait_for(lock, timeout, [&] { return question->answer || question->isAbandoned; });
    std::optional<Answer> answer = std::move(question->answer);
    lock.unlock(); // a cancel that runs now needs it
    EKOS_CHECK(run.cancel().check());
    if (!answer)
        return Error{ErrorCode::TimedOut, {QT_TRANSLATE_NOOP("core", "Nobody said which address the host \"%1\" has."), QString::fromStdString(host)},
                     QT_TRANSLATE_NOOP("core", "Check the name service of this machine, or give the address itself."), QString::fromStdString(host), {}, base::Retry::Later};
    return std::move(*answer);
}

} // namespace

Result<std::vector<std::string>> addressesOf(const QString &host, std::chrono::milliseconds timeout, base::RunContext &run)
{
    const std::string name = host.toStdString();
    if (Answer numeric = lookUp(name, AI_NUMERICHOST); numeric.code == 0)
        return std::move(numeric.addresses);
    EKOS_TRY(Answer answer, lookUpWithin(name, timeout, run));
    if (answer.code != 0 || answer.addresses.empty())
        return Error{ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The host \"%1\" is unknown."), host},
                     {QT_TRANSLATE_NOOP("core", "Check how it is written in ekos.toml; this asks the same question: getent hosts %1"), base::shellWord(host)}, host,
                     QString::fromLocal8Bit(gai_strerror(answer.code)), base::Retry::Later};
    return std::move(answer.addresses);
}

} // namespace lakehouse::adapters::postgres

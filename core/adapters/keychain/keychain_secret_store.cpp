#include "adapters/keychain/keychain_secret_store.h"

#include <QFileInfo>
#include <QThread>

#include <qt6keychain/keychain.h>

#include <condition_variable>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds whileUnlocking{120'000};
constexpr milliseconds atAGlance{3'000};
const QString service = QStringLiteral("ekos-lakehouse");

/// The library keeps one queue of jobs for the process, which belongs to the thread that used it first: so all jobs run in this one. A job that
/// nobody waits for any more goes on there, since its prompt may still be answered, and ends by itself.
class KeychainThread {
public:
    static KeychainThread &instance()
    {
        static KeychainThread one;
        return one;
    }

    void post(std::function<void()> call) { QMetaObject::invokeMethod(&m_context, std::move(call), Qt::QueuedConnection); }

private:
    KeychainThread()
    {
        m_context.moveToThread(&m_thread);
        m_thread.start();
    }
    ~KeychainThread()
    {
        m_thread.quit();
        m_thread.wait();
    }

    QThread m_thread;
    QObject m_context;
};

/// How a job ended, for whoever waits on another thread.
class Outcome {
public:
    void settle(QKeychain::Error error, const QString &words, std::shared_ptr<const base::Secret> password)
    {
        const std::lock_guard lock(m_mutex);
        m_error = error;
        m_words = words;
        m_password = std::move(password);
        m_isSettled = true;
        m_changed.notify_all();
    }

    Result<std::shared_ptr<const base::Secret>> waitFor(milliseconds limit, RunContext &run)
    {
        const base::CancelHook hook = run.cancel().onCancel([this] {
            const std::lock_guard lock(m_mutex);
            m_changed.notify_all();
        });
        std::unique_lock lock(m_mutex);
        const bool isDue = m_changed.wait_for(lock, limit, [&] { return m_isSettled || run.cancel().isCancelled(); });
        if (isDue && !m_isSettled)
            return run.cancel().check().error();
        if (!isDue)
            return Error{ErrorCode::TimedOut, QT_TRANSLATE_NOOP("core", "The system keyring did not answer in time."),
                         QT_TRANSLATE_NOOP("core", "Look for its window that asks to unlock it, then try again."), {}, {}, base::Retry::Now};
        switch (m_error) {
        case QKeychain::NoError: return m_password;
        case QKeychain::EntryNotFound:
            return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "The system keyring does not have this password."),
                         QT_TRANSLATE_NOOP("core", "Type it in, and let it be kept.")};
        case QKeychain::AccessDenied:
        case QKeychain::AccessDeniedByUser:
        case QKeychain::CouldNotDeleteEntry:
            return Error{ErrorCode::NotAllowed, QT_TRANSLATE_NOOP("core", "The system keyring stayed locked."),
                         QT_TRANSLATE_NOOP("core", "Unlock it, then try again."), {}, m_words, base::Retry::Now};
        default: return KeychainSecretStore::noKeyring(m_words);
        }
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isSettled = false;
    QKeychain::Error m_error = QKeychain::NoError;
    QString m_words;
    std::shared_ptr<const base::Secret> m_password;
};

/// Starts a job in the thread of the keychain and waits for its end.
template<typename Job>
Result<std::shared_ptr<const base::Secret>> finished(const QString &key, milliseconds limit, RunContext &run,
                                                     const std::function<void(Job &)> &prepare = {})
{
    EKOS_CHECK(run.cancel().check());
    if (!KeychainSecretStore::isReachable())
        return KeychainSecretStore::noKeyring();
    const auto outcome = std::make_shared<Outcome>();
    KeychainThread::instance().post([key, prepare, outcome] {
        auto *job = new Job(service); // deletes itself at its end
        job->setInsecureFallback(false);
        job->setKey(key);
        if (prepare)
            prepare(*job);
        QObject::connect(job, &QKeychain::Job::finished, [outcome](QKeychain::Job *ended) {
            std::shared_ptr<const base::Secret> password;
            if (const auto *read = qobject_cast<QKeychain::ReadPasswordJob *>(ended); read && ended->error() == QKeychain::NoError)
                password = std::make_shared<const base::Secret>(read->textData().toStdString());
            outcome->settle(ended->error(), ended->errorString(), std::move(password));
        });
        job->start();
    });
    return outcome->waitFor(limit, run);
}

} // namespace

bool KeychainSecretStore::isReachable()
{
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !runtime.isEmpty() && QFileInfo::exists(runtime + QStringLiteral("/bus"));
}

Error KeychainSecretStore::noKeyring(const QString &detail)
{
    return Error{ErrorCode::Unsupported, QT_TRANSLATE_NOOP("core", "No system keyring answers: the password is asked for each time."),
                 QT_TRANSLATE_NOOP("core", "Start a keyring such as gnome-keyring or KWallet in this session, or set the password's environment variable."), {}, detail};
}

Result<std::shared_ptr<const base::Secret>> KeychainSecretStore::secret(const QString &variable, RunContext &run)
{
    return finished<QKeychain::ReadPasswordJob>(keyOf(variable), whileUnlocking, run);
}

model::SecretPlace KeychainSecretStore::placeOf(const QString &variable, RunContext &run)
{
    return finished<QKeychain::ReadPasswordJob>(keyOf(variable), atAGlance, run) ? model::SecretPlace::Keychain : model::SecretPlace::Missing;
}

Result<> KeychainSecretStore::store(const QString &variable, const base::Secret &password, RunContext &run)
{
    const QString text = password.reveal([](const std::string &value) { return QString::fromStdString(value); });
    EKOS_CHECK(finished<QKeychain::WritePasswordJob>(keyOf(variable), whileUnlocking, run,
                                                     [text](QKeychain::WritePasswordJob &job) { job.setTextData(text); }));
    return base::Ok{};
}

Result<> KeychainSecretStore::forget(const QString &variable, RunContext &run)
{
    const auto deleted = finished<QKeychain::DeletePasswordJob>(keyOf(variable), whileUnlocking, run);
    if (!deleted && deleted.error().code != ErrorCode::NotFound)
        return deleted.error();
    return base::Ok{};
}

Result<> KeychainSecretStore::check(RunContext &run)
{
    const auto answer = finished<QKeychain::ReadPasswordJob>(keyOf(QStringLiteral("EKOS_KEYRING_CHECK")), atAGlance, run);
    if (!answer && answer.error().code != ErrorCode::NotFound)
        return answer.error();
    return base::Ok{};
}

} // namespace lakehouse::adapters

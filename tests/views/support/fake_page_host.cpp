#include "views/support/fake_page_host.h"

namespace lakehouse::testsupport {

void FakeCredentials::store(const QString &name, base::Secret, Done done)
{
    if (failure) {
        done(*failure);
        return;
    }
    stored += name;
    done(base::Ok{});
}

void FakeCredentials::holdForSession(const QString &name, base::Secret)
{
    held += name;
}

void FakeCredentials::forget(const QString &name, Done done)
{
    forgotten += name;
    done(base::Ok{});
}

api::CallContext FakePageHost::call(base::CancelToken cancel, base::ProgressSink progress) const
{
    return {.actor = {.systemUser = QStringLiteral("anna"), .host = QStringLiteral("desk.example.com"), .channel = QStringLiteral("desktop")},
            .channel = api::Channel::Desktop,
            .project = projectName(),
            .requestId = QStringLiteral("call-%1").arg(++m_calls),
            .cancel = std::move(cancel),
            .progress = std::move(progress)};
}

QString FakePageHost::draft(const QString &key) const
{
    const auto found = drafts.find(key);
    return found == drafts.end() ? QString() : found->second;
}

void FakePageHost::setDraft(const QString &key, const QString &text)
{
    if (text.isEmpty())
        drafts.erase(key);
    else
        drafts[key] = text;
}

} // namespace lakehouse::testsupport

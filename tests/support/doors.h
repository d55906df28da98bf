#pragma once

#include "remote/loopback_transport.h"
#include "support/test_workspace.h"
#include "usecases/all_handlers.h"
#include "usecases/in_process_workbench.h"

#include <QTest>

namespace lakehouse::testsupport {

enum class Door { InProcess, Loopback };

inline model::Actor person(const char *name) { return {.systemUser = QString::fromUtf8(name), .host = QStringLiteral("desk"), .channel = QStringLiteral("cli")}; }
inline model::Reason reason(const char *text = "a good reason") { return model::Reason::parse(QString::fromUtf8(text)).value(); }
inline model::TableSelector selector(const QString &text) { return model::TableSelector::parse(text).value(); }
inline model::TableName tableName(const char *name, const char *schema = "public") { return model::TableName::create(QString::fromUtf8(schema), QString::fromUtf8(name)).value(); }

/// One project behind both doors: asked in this process, or over a transport that encodes every call and answer.
class Doors {
public:
    explicit Doors(TestProject &project) : m_registry(usecases::allHandlers(project)), m_inProcess(m_registry) {}

    /// Asks as `actor` and waits for the answer.
    template<api::OperationRequest R>
    base::Result<typename R::Answer> ask(R request, Door door = Door::InProcess, const model::Actor &actor = person("anna"), api::CallContext context = {})
    {
        context.actor = actor;
        remote::LoopbackTransport transport(m_inProcess, actor);
        remote::RemoteWorkbench loopback(transport);
        api::Workbench &workbench = door == Door::Loopback ? static_cast<api::Workbench &>(loopback) : m_inProcess;
        QObject receiver;
        std::optional<base::Result<typename R::Answer>> result;
        workbench.ask(std::move(request), std::move(context)).onSettled(&receiver, [&](const auto &settled) { result = settled; });
        if (!QTest::qWaitFor([&] { return result.has_value(); }, 60'000))
            return base::Error{base::ErrorCode::TimedOut, "not settled"};
        return *std::move(result);
    }

    /// Answers on the calling thread, as another process would: for what Dagster's assets do.
    template<api::OperationRequest R>
    base::Result<typename R::Answer> answer(const R &request, const model::Actor &actor = person("dagster")) const
    {
        base::RunContext run;
        EKOS_TRY(const api::AnyAnswer answer, (*m_registry.find(R::operation))(api::AnyRequest::of(request), {.actor = actor}, run));
        return answer.as<typename R::Answer>();
    }

    api::Workbench &inProcess() { return m_inProcess; }

private:
    usecases::HandlerRegistry m_registry;
    usecases::InProcessWorkbench m_inProcess;
};

} // namespace lakehouse::testsupport

Q_DECLARE_METATYPE(lakehouse::testsupport::Door)

/// Rows "in process" and "loopback": a behaviour is the same through both.
#define LAKEHOUSE_BOTH_DOORS() \
    QTest::addColumn<lakehouse::testsupport::Door>("door"); \
    QTest::newRow("in process") << lakehouse::testsupport::Door::InProcess; \
    QTest::newRow("loopback") << lakehouse::testsupport::Door::Loopback

/// The value of a result that must be one.
#define LAKEHOUSE_VALUE(declaration, ...) \
    auto EKOS_NAME_(__LINE__) = (__VA_ARGS__); \
    QVERIFY2(EKOS_NAME_(__LINE__), qPrintable(EKOS_NAME_(__LINE__) ? QString() : EKOS_NAME_(__LINE__).error().message.toEnglish() + QLatin1Char(' ') + EKOS_NAME_(__LINE__).error().detail)); \
    declaration = std::move(EKOS_NAME_(__LINE__)).value()

#include "adapters/project/environment_secret_store.h"

#include "adapters/project/allowed_variables.h"

#include <QRegularExpression>

#include <cstdlib>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;

base::Result<std::shared_ptr<const base::Secret>> EnvironmentSecretStore::secret(const QString &environmentVariable, base::RunContext &)
{
    static const QRegularExpression variableName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    if (!variableName.match(environmentVariable).hasMatch())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The key for a password does not hold the name of an environment variable."),
                     QT_TRANSLATE_NOOP("core", "Write a name such as EKOS_LH_PG_PASSWORD in ekos.toml, and the password into that variable.")};
    if (const base::Text problem = problemOfVariable(environmentVariable, VariableUse::Password); !problem.isEmpty())
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The key for a password %1."), problem},
                     {QT_TRANSLATE_NOOP("core", "Put the password into a variable such as EKOS_LH_PG_PASSWORD, or, when you trust this project with the value, write the name into %1."), allowedVariablesFile()}};
    const char *value = std::getenv(environmentVariable.toLatin1().constData());
    if (!value || !*value)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The environment variable %1 is not set."), environmentVariable},
                     {QT_TRANSLATE_NOOP("core", "Set it before running the command: export %1=…"), environmentVariable}, environmentVariable};
    return std::make_shared<const base::Secret>(std::string(value));
}

model::SecretPlace EnvironmentSecretStore::placeOf(const QString &variable, base::RunContext &run)
{
    return secret(variable, run) ? model::SecretPlace::Environment : model::SecretPlace::Missing;
}

} // namespace lakehouse::adapters

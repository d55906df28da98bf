#include "plan_case.h"

#include "describe/json_reader.h"

#include "support/source_folder.h"

#include <QDir>
#include <QFile>

namespace lakehouse::test {

using namespace describe;

const TypeInfo &typeOf(Describe<PlanCase>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanCase::catalog>("catalog", "what was read of the source"),
        field<&PlanCase::measures>("measures", "what was measured of its values"),
        field<&PlanCase::exposed>("exposed", "what Trino shows of it"),
        field<&PlanCase::settings>("settings", "of ekos.toml"),
        field<&PlanCase::changes>("changes", "of people, oldest first"),
    };
    static constexpr TypeInfo info = structure<PlanCase>("PlanCase", fields);
    return info;
}

QStringList planCaseNames()
{
    return QDir(planCaseFile({}, {})).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

QString planCaseFile(const QString &name, const QString &file)
{
    return lakehouse::testing::sourcePath("tests/golden/planning/") + name + QLatin1Char('/') + file;
}

PlanCase readPlanCase(const QString &name)
{
    auto read = readJson<PlanCase>(readFile(planCaseFile(name, QStringLiteral("input.json"))));
    if (!read)
        qFatal("%s: %s", qPrintable(name), qPrintable(read.error().message.toEnglish()));
    return std::move(read).value();
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool updatesGoldenFiles() { return qEnvironmentVariableIntValue("LAKEHOUSE_UPDATE_GOLDEN") == 1; }

} // namespace lakehouse::test

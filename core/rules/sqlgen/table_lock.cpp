#include "describe/describe.h"
#include "rules/sqlgen/pipeline_files.h"

namespace lakehouse::rules {

using namespace describe;

const TypeInfo &typeOf(Describe<LockedFile>)
{
    static constexpr FieldInfo fields[] = {
        field<&LockedFile::path>("path", "relative to the table's folder"),
        field<&LockedFile::digest>("digest", "of the bytes"),
    };
    static constexpr TypeInfo info = structure<LockedFile>("LockedFile", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableLock>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableLock::format>("format", "version of this file's form"),
        field<&TableLock::digest>("digest", "of the planned table"),
        field<&TableLock::decision>("decision", "how the table loads"),
        field<&TableLock::files>("files", "what was generated for the table"),
    };
    static constexpr TypeInfo info = structure<TableLock>("TableLock", fields);
    return info;
}

} // namespace lakehouse::rules

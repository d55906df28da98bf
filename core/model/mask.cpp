#include "model/mask.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<Mask>)
{
    static constexpr LabelInfo labels[] = {label(Mask::Hash, "hash", "HMAC-SHA-256 with the project's key"), label(Mask::Redact, "redact", "NULL")};
    static constexpr TypeInfo info = enumeration<Mask>("Mask", labels);
    return info;
}

} // namespace lakehouse::model

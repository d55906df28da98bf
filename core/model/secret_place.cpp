#include "model/secret_place.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<SecretPlace>)
{
    static constexpr LabelInfo labels[] = {
        label(SecretPlace::Environment, "environment", "in an environment variable"),
        label(SecretPlace::Keychain, "keychain", "in the system keyring"),
        label(SecretPlace::Session, "session", "typed in, for this run of the program only"),
        label(SecretPlace::Missing, "missing", "nowhere"),
    };
    static constexpr TypeInfo info = enumeration<SecretPlace>("SecretPlace", labels);
    return info;
}

} // namespace lakehouse::model

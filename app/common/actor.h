#pragma once

#include "model/fact.h"

namespace lakehouse::app {

/// The person in front of this machine, as the system and Git know them.
model::Actor localActor(const QString &channel);

} // namespace lakehouse::app

#include "usecases/pipeline/armed_controls.h"

namespace lakehouse::usecases {

std::set<model::PlantedDefect> disarmedControls()
{
    return {};
}

} // namespace lakehouse::usecases

#pragma once

#include "describe/fwd.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lakehouse::model {

/// A file that the generator makes, by its path inside the pipeline repository (with "/" on every system).
struct GeneratedFile {
    QString path = {};
    QByteArray content = {};
    friend bool operator==(const GeneratedFile &, const GeneratedFile &) = default;
};

} // namespace lakehouse::model

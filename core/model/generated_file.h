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
    /// base::fileDigest of the content as it is now; remembered by rememberDigest(), since hashing all files of a large plan twice takes long.
    QString digest() const;
    void rememberDigest();
    friend bool operator==(const GeneratedFile &left, const GeneratedFile &right) { return left.path == right.path && left.content == right.content; }

    QByteArray digested = {};      ///< the content that was digested: shares its bytes with `content` as long as that is not changed
    QString rememberedDigest = {};
};

} // namespace lakehouse::model

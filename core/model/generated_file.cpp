#include "model/generated_file.h"

#include "base/file_digest.h"

namespace lakehouse::model {

QString GeneratedFile::digest() const
{
    return !rememberedDigest.isEmpty() && digested.isSharedWith(content) ? rememberedDigest : base::fileDigest(content);
}

void GeneratedFile::rememberDigest()
{
    rememberedDigest = base::fileDigest(content);
    digested = content;
}

} // namespace lakehouse::model

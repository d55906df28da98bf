#pragma once

#include <QStringView>

#include <optional>

namespace lakehouse::text {

enum class SourceLanguage : quint8 { Sql, Java, Kotlin, Python, Perl, Php, CSharp, Go, Ruby, TypeScript, JavaScript };

/// By the ending of the file's name; a name without an ending by the program that its first line names, "#!/usr/bin/env python3".
/// Nothing for what is not read as source.
std::optional<SourceLanguage> sourceLanguage(QStringView path, QStringView firstLine);

/// Whether sourceLanguage() may know the file: what is neither such a name nor without an ending need not be opened.
bool mayBeSource(QStringView path);

} // namespace lakehouse::text

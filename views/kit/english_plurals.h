#pragma once

#include <QTranslator>

namespace lakehouse::views {

/// English for those who read the sources' own words: "1 table", "2 tables" where the source says "%n table(s)".
/// Installed before the translators of a language, which then go first.
class EnglishPlurals : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;

    QString translate(const char *context, const char *source, const char *disambiguation = nullptr, int n = -1) const override;
    bool isEmpty() const override { return false; }
};

} // namespace lakehouse::views

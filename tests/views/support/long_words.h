#pragma once

#include <QTranslator>

namespace lakehouse::testsupport {

/// A language that nobody speaks: every text in brackets and 40 % longer, as German or Finnish may be. Placeholders stay whole.
class LongWords final : public QTranslator {
public:
    QString translate(const char *context, const char *source, const char *disambiguation, int count) const override;
    bool isEmpty() const override { return false; }
};

} // namespace lakehouse::testsupport

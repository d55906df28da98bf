#pragma once

#include "kit/status.h"
#include "kit/tokens.h"

#include <QColor>
#include <QFont>
#include <QObject>

#include <memory>

namespace lakehouse::views {

/// The one theme of the program: every colour, distance and font, from resources/tokens.json. Lives as long as the QApplication;
/// first used after it was made, on its thread. Whoever caches a value takes it anew on changed().
class Theme : public QObject {
    Q_OBJECT
public:
    static Theme &instance();
    ~Theme() override;

    ThemeChoice choice() const;
    void setChoice(ThemeChoice choice);
    bool isDark() const;
    bool isHighContrast() const;
    Density density() const;
    void setDensity(Density density);
    double textScale() const;
    /// Kept between 1.0 and 2.0.
    void setTextScale(double scale);
    DiffPalette diffPalette() const;
    void setDiffPalette(DiffPalette palette);
    /// True when the system asks for less motion, or the person does.
    bool isMotionReduced() const;
    void setMotionReduced(bool isReduced);

    QColor color(ColorRole role) const;
    QColor statusText(Status status) const;
    QColor statusFill(Status status) const;

    /// Pixels. Rows, controls and icons grow with the text; distances do not, so that twice the text still fits.
    int space(Space space) const;
    int radius() const;
    int cardRadius() const;
    int rowHeight() const;
    int controlHeight() const;
    int iconSize() const;
    int barIconSize() const;
    int paneMinimum() const;
    int targetMinimum() const;
    int focusWidth() const;
    /// Milliseconds; 0 when motion is reduced.
    int motionMs() const;
    QFont font(TextStyle style) const;
    /// Of one line of text, with the space between lines.
    int lineHeight(TextStyle style) const;

    /// Puts palette, style sheet and fonts onto the application. Called once at the start; each setter calls it by itself after that.
    void apply();

Q_SIGNALS:
    /// Anything above has another value now.
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Theme();
    template<typename Value>
    void change(Value &held, Value wanted);
    void followSystem();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lakehouse::views

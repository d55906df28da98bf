#pragma once

#include "kit/tokens.h"

#include <QTextEdit>

namespace lakehouse::views {

/// Data as plain text that can be marked and copied, exactly as high as it is. A long digest or name breaks where nothing better fits,
/// and nothing is added to what is copied. Not a stop of the keyboard by itself: Ctrl+C without a mark is left to what it stands in.
class SelectableText : public QTextEdit {
    Q_OBJECT
public:
    explicit SelectableText(const QString &words, TextStyle style = TextStyle::Body, ColorRole role = ColorRole::Text,
                            QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void dress();

    QString m_words;
    TextStyle m_style;
    ColorRole m_role;
    mutable int m_measuredWidth = -1;
    mutable int m_measuredHeight = 0;
};

/// The mark in one of the texts below `parent`; empty when nothing is marked.
QString markedText(const QWidget &parent);

} // namespace lakehouse::views

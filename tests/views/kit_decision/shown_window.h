#pragma once

#include "kit/english_plurals.h"
#include "kit/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <QVBoxLayout>

namespace lakehouse::test {

/// Theme and plurals of the program, once.
inline void dress()
{
    static const bool isDressed = [] {
        QCoreApplication::installTranslator(new views::EnglishPlurals(qApp));
        views::Theme::instance().setChoice(views::ThemeChoice::Light);
        views::Theme::instance().apply();
        return true;
    }();
    Q_UNUSED(isDressed)
}

/// A window with the theme of the program and something else that can have the focus, as a page has.
class ShownWindow : public QWidget {
public:
    ShownWindow()
    {
        dress();
        new QVBoxLayout(this);
        resize(520, 640);
    }

    template<typename Widget>
    Widget *add(Widget *widget)
    {
        layout()->addWidget(widget);
        return widget;
    }

    bool isReady()
    {
        show();
        activateWindow();
        return QTest::qWaitForWindowActive(this);
    }
};

template<typename Widget = QWidget>
Widget *child(const QWidget &parent, const char *name)
{
    return parent.findChild<Widget *>(QLatin1String(name));
}

/// Stops of the keyboard below the widget that a screen reader would have no name for.
inline QStringList namelessStops(const QWidget &parent)
{
    QStringList names;
    for (const QWidget *widget : parent.findChildren<QWidget *>()) {
        const bool isStop = widget->focusPolicy() & Qt::TabFocus && widget->isVisible() && !widget->focusProxy();
        const QAccessibleInterface *spoken = isStop ? QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget)) : nullptr;
        if (spoken && spoken->text(QAccessible::Name).trimmed().isEmpty())
            names += QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
    }
    return names;
}

} // namespace lakehouse::test

#pragma once

#include "views/kit_lineage/lineage_samples.h"

#include "kit/data_table.h"
#include "kit/lineage_canvas.h"
#include "kit/lineage_strip.h"
#include "kit/lineage_view.h"

#include <QAction>
#include <QtTest>

namespace lakehouse::test {

inline const QString source = QStringLiteral("source/film");
inline const QString bronze = QStringLiteral("bronze/film");
inline const QString silver = QStringLiteral("silver/film");

/// A view in a window, with what a test asks of it.
struct ShownLineage {
    ShownLineage()
    {
        view.resize(1100, 700);
        view.show();
    }
    void setGraph(const Lineage &lineage)
    {
        view.setGraph(lineage.nodes, lineage.edges);
        QTRY_VERIFY(view.isSettled());
    }
    template<typename Widget>
    Widget *child(const char *name) { return view.findChild<Widget *>(QLatin1String(name)); }
    QAction *command(const char *name)
    {
        for (QAction *action : view.commands()) {
            if (action->objectName() == QLatin1String(name))
                return action;
        }
        return nullptr;
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(canvas, Qt::Key(key), modifiers); }
    QString refusal() { return child<views::LineageStrip>("lineage-strip")->refusal(); }
    QString words() { return child<views::LineageStrip>("lineage-strip")->words(); }
    QString sql() { return child<views::LineageStrip>("lineage-strip")->sql(); }
    QString idAt(int box) { return canvas->scene().drawing.boxes[std::size_t(box)].id; }

    views::LineageView view;
    views::LineageCanvas *canvas = view.findChild<views::LineageCanvas *>();
    views::DataTable *list = view.findChild<views::DataTable *>();
};

} // namespace lakehouse::test

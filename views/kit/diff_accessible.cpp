#include "kit/diff_accessible.h"

#include "kit/diff_canvas.h"

#include <QAccessibleWidget>

namespace lakehouse::views {

namespace {

class DiffAccessible : public QAccessibleWidget {
public:
    explicit DiffAccessible(DiffCanvas *canvas) : QAccessibleWidget(canvas, QAccessible::Document) {}

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? static_cast<DiffCanvas *>(widget())->spoken() : QAccessibleWidget::text(kind);
    }
};

QAccessibleInterface *create(const QString &, QObject *object)
{
    auto *canvas = qobject_cast<DiffCanvas *>(object);
    return canvas ? new DiffAccessible(canvas) : nullptr;
}

} // namespace

void installDiffAccessible()
{
    static const bool isInstalled = (QAccessible::installFactory(create), true);
    Q_UNUSED(isInstalled)
}

} // namespace lakehouse::views

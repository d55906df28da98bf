#include "kit/column_chooser.h"

#include "kit/button_kind.h"
#include "kit/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

ColumnChooser::ColumnChooser(const std::vector<Column> &columns, QWidget *parent)
    : QFrame(parent, Qt::Popup)
{
    const Theme &theme = Theme::instance();
    setObjectName(QStringLiteral("column-chooser"));
    setAccessibleName(tr("Columns"));
    setProperty("kind", QStringLiteral("card"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *list = new QWidget;
    auto *grid = new QGridLayout(list);
    grid->setVerticalSpacing(theme.space(Space::Tight));
    grid->setHorizontalSpacing(theme.space(Space::Large));
    for (int i = 0; i < int(columns.size()); ++i) {
        const Column &column = columns[std::size_t(i)];
        auto *box = new QCheckBox(QString(column.title).replace(QLatin1Char('&'), QLatin1String("&&")), list);
        box->setObjectName(QStringLiteral("column-shown-%1").arg(i));
        box->setChecked(column.isShown);
        auto *width = new QSpinBox(list);
        width->setObjectName(QStringLiteral("column-width-%1").arg(i));
        width->setRange(narrowest, widest);
        width->setSingleStep(20);
        width->setSuffix(tr(" px"));
        width->setAccessibleName(tr("Width of %1").arg(column.title));
        width->setValue(column.width);
        width->setEnabled(column.isShown);
        grid->addWidget(box, i, 0);
        grid->addWidget(width, i, 1);
        connect(box, &QCheckBox::toggled, this, [this, i, width](bool isOn) {
            width->setEnabled(isOn);
            guardLast();
            Q_EMIT shownChanged(i, isOn);
        });
        connect(width, &QSpinBox::valueChanged, this, [this, i](int value) { Q_EMIT widthChanged(i, value); });
        m_boxes.push_back(box);
        m_widths.push_back(width);
    }
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(list);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(list->sizeHint().width() + area->verticalScrollBar()->sizeHint().width());
    auto *reset = new QPushButton(tr("As at the beginning"), this);
    reset->setObjectName(QStringLiteral("column-reset"));
    setButtonKind(reset, ButtonKind::Quiet);
    connect(reset, &QPushButton::clicked, this, [this] {
        Q_EMIT resetAsked();
        close();
    });
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(area);
    layout->addWidget(reset, 0, Qt::AlignLeading);
    guardLast();
    const int wanted = list->sizeHint().height() + reset->sizeHint().height() + 2 * theme.space(Space::Page);
    setFixedHeight(std::min(480, wanted));
    setFixedWidth(sizeHint().width());
}

void ColumnChooser::openAt(QWidget *anchor)
{
    const QPoint below = anchor->mapToGlobal(QPoint(anchor->width() - width(), anchor->height()));
    const QRect screen = anchor->screen()->availableGeometry();
    move(std::clamp(below.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         std::clamp(below.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    show();
    m_boxes.front()->setFocus(Qt::PopupFocusReason);
}

/// A table without columns has no way back at its header.
void ColumnChooser::guardLast()
{
    const auto shown = std::count_if(m_boxes.begin(), m_boxes.end(), [](const QCheckBox *box) { return box->isChecked(); });
    for (QCheckBox *box : m_boxes) {
        const bool isLast = shown == 1 && box->isChecked();
        box->setEnabled(!isLast);
        box->setToolTip(isLast ? tr("One column has to stay.") : QString());
        box->setAccessibleDescription(box->toolTip());
    }
}

} // namespace lakehouse::views

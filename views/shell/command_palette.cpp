#include "shell/command_palette.h"

#include "kit/plain_label.h"
#include "kit/theme.h"
#include "shell/palette_delegate.h"
#include "shell/palette_model.h"

#include <QApplication>
#include <QFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
constexpr qsizetype remembered = 20;

class Card : public QFrame {
public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme &theme = Theme::instance();
        painter.setPen(QPen(theme.color(ColorRole::ControlBorder), 1));
        painter.setBrush(theme.color(ColorRole::Raised));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.cardRadius(), theme.cardRadius());
    }
};
} // namespace

CommandPalette::CommandPalette(Source source, QWidget *window)
    : QWidget(window), m_source(std::move(source)), m_card(new Card(this)), m_box(new QLineEdit(m_card)), m_list(new QListView(m_card)),
      m_foot(new PlainLabel(TextStyle::Caption, ColorRole::TextMuted, m_card)), m_model(new PaletteModel(this))
{
    setObjectName(QStringLiteral("command-palette"));
    setAccessibleName(tr("Search or command"));
    hide();
    m_box->setObjectName(QStringLiteral("palette-box"));
    m_box->setAccessibleName(tr("Search or command"));
    m_box->setPlaceholderText(tr("Search or command:  > commands  @ tables and columns  # runs  ? help"));
    m_box->setMaxLength(200);
    m_list->setObjectName(QStringLiteral("palette-list"));
    m_list->setAccessibleName(tr("What fits"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(m_card);
    const int margin = Theme::instance().space(Space::Small);
    column->setContentsMargins(margin, margin, margin, margin);
    column->addWidget(m_box);
    column->addWidget(m_list, 1);
    column->addWidget(m_foot);
    connect(m_box, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::tellCurrent);
    m_box->installEventFilter(this);
    window->installEventFilter(this);
}

void CommandPalette::setProject(const QString &words)
{
    m_project = words;
}

void CommandPalette::open(const QString &typed)
{
    if (!isVisible())
        m_before = QApplication::focusWidget();
    place();
    show();
    raise();
    m_box->setText(typed);
    search();
    m_box->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::close()
{
    if (!isVisible())
        return;
    hide();
    if (m_before && m_before->isVisible())
        m_before->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::place()
{
    const QWidget *window = parentWidget();
    setGeometry(window->rect());
    const Theme &theme = Theme::instance();
    const int width = std::min(window->width() - 2 * theme.space(Space::Large), theme.paneMinimum() * 5 / 2);
    const int height = std::min(window->height() * 3 / 5, theme.rowHeight() * 18);
    m_card->setGeometry((window->width() - width) / 2, theme.space(Space::Small), width, height);
}

void CommandPalette::search()
{
    const PaletteQuery query = PaletteQuery::parse(m_box->text());
    m_model->setHits(searchPalette(query, m_source(query), m_recent));
    if (m_model->rowCount() > 0)
        m_list->setCurrentIndex(m_model->index(0));
    tellCurrent();
}

/// The focus stays in the box, so the box says aloud which line is meant.
void CommandPalette::tellCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    const QString line = current.isValid() ? current.data(Qt::AccessibleTextRole).toString() : QString();
    m_box->setAccessibleDescription(line);
    if (!current.isValid()) {
        m_foot->setText(tr("Nothing fits. Names fit by their letters in order; \"$\" and \"_\" stand for themselves."));
        return;
    }
    const QString count = tr("%n line(s)", nullptr, m_model->rowCount());
    m_foot->setText(m_project.isEmpty() ? count : tr("%1 · %2", "how many lines fit, project").arg(count, m_project));
}

void CommandPalette::move(int rows)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
    m_list->setCurrentIndex(m_model->index(row));
    m_list->scrollTo(m_list->currentIndex());
}

void CommandPalette::choose()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    const PaletteItem item = m_model->hit(current.row()).item;
    if (item.action && !item.action->isEnabled())
        return; // its reason stands beside it
    m_recent.removeAll(item.id);
    m_recent.prepend(item.id);
    m_recent = m_recent.mid(0, remembered);
    close();
    Q_EMIT recentChanged(m_recent);
    if (!item.place.page.isEmpty())
        Q_EMIT placeChosen(item.place);
    if (item.action)
        item.action->trigger();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_box || event->type() != QEvent::KeyPress)
        return false;
    const int visibleRows = std::max(1, m_list->viewport()->height() / std::max(1, m_list->sizeHintForRow(0)) - 1);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Down: move(1); return true;
    case Qt::Key_Up: move(-1); return true;
    case Qt::Key_PageDown: move(visibleRows); return true;
    case Qt::Key_PageUp: move(-visibleRows); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(); return true;
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true; // there is only the box
    default: return false;
    }
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QColor veil = Theme::instance().color(ColorRole::Canvas);
    veil.setAlphaF(0.55F);
    QPainter(this).fillRect(rect(), veil);
}

void CommandPalette::mousePressEvent(QMouseEvent *)
{
    close();
}

} // namespace lakehouse::views

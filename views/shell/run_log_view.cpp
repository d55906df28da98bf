#include "shell/run_log_view.h"

#include "kit/button_kind.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

RunLogView::RunLogView(QWidget *parent)
    : QWidget(parent), m_model(new RunLogModel(this)), m_list(new QTreeView(this)), m_search(new QLineEdit(this)),
      m_problems(new QCheckBox(tr("Problems only"), this)), m_follow(new QCheckBox(tr("Follow"), this)),
      m_hidden(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)), m_showAll(new QPushButton(tr("Show all"), this)),
      m_empty(new PlainLabel(TextStyle::Body, ColorRole::TextMuted, this))
{
    m_search->setObjectName(QStringLiteral("log-search"));
    m_search->setPlaceholderText(tr("Search in the log"));
    m_search->setAccessibleName(tr("Search in the log"));
    m_search->setClearButtonEnabled(true);
    m_problems->setObjectName(QStringLiteral("log-problems-only"));
    m_follow->setObjectName(QStringLiteral("log-follow"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Keeps the newest line in view"));
    m_hidden->setObjectName(QStringLiteral("log-hidden"));
    m_hidden->setWordWrap(false);
    m_showAll->setObjectName(QStringLiteral("log-show-all"));
    setButtonKind(m_showAll, ButtonKind::Quiet);
    m_empty->setObjectName(QStringLiteral("log-empty"));
    makeList();

    auto *bar = new QHBoxLayout;
    bar->addWidget(m_search, 1);
    bar->addWidget(m_problems);
    bar->addWidget(m_follow);
    bar->addWidget(m_hidden);
    bar->addWidget(m_showAll);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::instance().space(Space::Tight), 0, 0);
    column->setSpacing(Theme::instance().space(Space::Tight));
    column->addLayout(bar);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    connectParts();
    tellCounts();
}

void RunLogView::makeList()
{
    m_list->setObjectName(QStringLiteral("log-lines"));
    m_list->setAccessibleName(tr("Lines of the log"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(true);
    m_list->installEventFilter(this);
    const auto dress = [this] {
        const QFontMetrics metrics(Theme::instance().font(TextStyle::Body));
        m_list->setColumnWidth(RunLogModel::Time, metrics.horizontalAdvance(QStringLiteral("00:00:00")) + Theme::instance().space(Space::Wide));
        m_list->setColumnWidth(RunLogModel::Level, metrics.horizontalAdvance(tr("Warning")) + Theme::instance().space(Space::Wide));
        m_list->setColumnWidth(RunLogModel::Stage, metrics.averageCharWidth() * 30);
    };
    connect(&Theme::instance(), &Theme::changed, this, dress);
    dress();
}

void RunLogView::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, m_model, &RunLogModel::setWords);
    connect(m_problems, &QCheckBox::toggled, m_model, &RunLogModel::setProblemsOnly);
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_search->clear();
        m_problems->setChecked(false);
        m_list->setFocus(Qt::OtherFocusReason);
    });
    connect(m_model, &RunLogModel::countsChanged, this, &RunLogView::tellCounts);
    connect(m_list->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { // by a person, not by a new line
        const QScrollBar *bar = m_list->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
}

void RunLogView::setEvents(const std::vector<model::RunEvent> &events)
{
    m_model->setEvents(events);
}

bool RunLogView::isFollowing() const
{
    return m_follow->isChecked();
}

void RunLogView::tellCounts()
{
    const qsizetype hidden = m_model->hidden();
    m_hidden->tell(hidden == 0 ? QString() : tr("%n line(s) hidden", nullptr, int(hidden)));
    m_showAll->setVisible(hidden > 0);
    m_empty->tell(m_model->rowCount() > 0 ? QString() : m_model->total() == 0 ? tr("No line was written yet.")
                  : tr("No line fits; all %n of them are hidden.", nullptr, int(hidden)));
    m_list->setVisible(m_model->rowCount() > 0);
    if (m_follow->isChecked())
        m_list->scrollToBottom();
}

bool RunLogView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copySelected();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void RunLogView::copySelected() const
{
    QModelIndexList rows = m_list->selectionModel()->selectedRows(RunLogModel::Message);
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex &row : rows) {
        const model::RunEvent &event = m_model->eventAt(row.row());
        lines += QStringLiteral("%1  %2  %3  %4").arg(event.atUtc.toString(), event.stage, event.subject, row.data().toString());
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace lakehouse::views

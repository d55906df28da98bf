#include "shell/run_line.h"

#include "kit/button_kind.h"
#include "kit/icons.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/status_chip.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"
#include "shell/run_words.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace lakehouse::views {

RunLine::RunLine(QWidget *parent)
    : QWidget(parent), m_toggle(new QToolButton(this)), m_chip(new StatusChip(this)), m_words(new PlainLabel(TextStyle::Body, ColorRole::Text, this)),
      m_elapsed(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
          m_problems(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_leave(new QPushButton(tr("Leave it running there"), this))
{
    setObjectName(QStringLiteral("run-line"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_toggle->setObjectName(QStringLiteral("run-drawer-toggle"));
    m_toggle->setText(tr("Runs"));
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setFocusPolicy(Qt::TabFocus);
    m_words->setObjectName(QStringLiteral("run-line-words"));
    m_elapsed->setObjectName(QStringLiteral("run-line-elapsed"));
    m_problems->setObjectName(QStringLiteral("run-line-problems"));
    for (PlainLabel *label : {m_words, m_elapsed, m_problems})
        label->setWordWrap(false);
    m_words->setMinimumWidth(1); // gives way before the buttons do
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stop->setObjectName(QStringLiteral("run-stop"));
    m_stop->setIcon(icon(IconName::CircleStop));
    m_leave->setObjectName(QStringLiteral("run-leave"));
    setButtonKind(m_leave, ButtonKind::Quiet);
    m_leave->hide();
    const Theme &theme = Theme::instance();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme.space(Space::Small), theme.space(Space::Tight), theme.space(Space::Small), theme.space(Space::Tight));
    row->setSpacing(theme.space(Space::Small));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_toggle, m_chip})
        row->addWidget(widget);
    row->addWidget(m_words, 1);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_problems, m_elapsed, m_leave, m_stop})
        row->addWidget(widget);
    m_tick.setInterval(1000);
    m_patience.setInterval(10'000);
    m_patience.setSingleShot(true);
    connect(m_toggle, &QToolButton::clicked, this, &RunLine::toggleRequested);
    connect(m_stop, &QPushButton::clicked, this, &RunLine::askToStop);
    connect(m_leave, &QPushButton::clicked, this, [this] {
        stopEnded();
        Q_EMIT leaveRequested();
    });
    connect(&m_tick, &QTimer::timeout, this, &RunLine::showElapsed);
    connect(&m_patience, &QTimer::timeout, m_leave, &QWidget::show);
    setOpen(false);
    setRun({}, {}, 0, 0, {});
}

void RunLine::setRun(const std::optional<model::Run> &run, const base::Progress &progress, int problems, int others, const base::UtcTime &now)
{
    const QString id = run ? run->id.toString() : QString();
    if (std::exchange(m_runId, id) != id)
        stopEnded();
    const bool goesOn = run && isActive(run->state);
    m_chip->setVisible(run.has_value());
    m_stop->setVisible(goesOn);
    m_elapsed->setVisible(run.has_value());
    if (!run) {
        m_tick.stop();
        m_words->setText(tr("Nothing runs."));
        m_problems->tell({});
        return;
    }
    m_chip->show(statusOf(run->state), runStateWord(*run), run->outcome.isEmpty() ? QString() : localized(run->outcome));
    QString words = runTitle(*run);
    if (goesOn && progress.steps > 0)
        words = progress.what.isEmpty() ? tr("%1 of %2").arg(progress.step).arg(progress.steps)
            : tr("%1 of %2 · %3").arg(progress.step).arg(progress.steps).arg(localized(progress.what));
    else if (goesOn && !progress.what.isEmpty())
        words = localized(progress.what);
    else if (!goesOn && !run->outcome.isEmpty())
        words = localized(run->outcome);
    m_words->setText(others > 0 ? tr("%1 · and %n more", nullptr, others).arg(words) : words);
    m_words->setToolTip(plainToolTip(runTitle(*run)));
    m_problems->tell(problems == 0 ? QString() : tr("%n problem(s)", nullptr, problems));
    m_before = runDurationMs(*run, now);
    m_since.start();
    if (goesOn)
        m_tick.start();
    else
        m_tick.stop();
    showElapsed();
}

void RunLine::showElapsed()
{
    m_elapsed->setText(durationText((m_before + (m_tick.isActive() ? m_since.elapsed() : 0)) / 1000 * 1000));
}

void RunLine::setOpen(bool isOpen)
{
    m_toggle->setIcon(icon(isOpen ? IconName::ChevronDown : IconName::PanelBottom));
    m_toggle->setAccessibleName(isOpen ? tr("Fold the runs") : tr("Open the runs"));
    m_toggle->setToolTip(m_toggle->accessibleName());
}

QSize RunLine::sizeHint() const
{
    const int buttons = std::max(m_stop->sizeHint().height(), m_toggle->sizeHint().height()) + 2 * Theme::instance().space(Space::Tight);
    const QSize size = QWidget::sizeHint();
    return {size.width(), std::max(size.height(), buttons)};
}

void RunLine::askToStop()
{
    m_stop->setText(tr("Stopping…"));
    m_patience.start();
    Q_EMIT stopRequested();
}

void RunLine::stopEnded()
{
    m_stop->setText(tr("Stop"));
    m_patience.stop();
    m_leave->hide();
}

void RunLine::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::instance().color(ColorRole::Surface));
}

} // namespace lakehouse::views

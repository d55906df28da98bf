#include "kit/progress_strip.h"

#include "kit/label_dress.h"
#include "kit/localized.h"
#include "kit/theme.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {
constexpr auto patience = 10s;
constexpr qint64 barSteps = 1000;
}

ProgressStrip::ProgressStrip(QWidget *parent)
    : QWidget(parent), m_words(new QLabel(this)), m_elapsed(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_leave(new QPushButton(tr("Leave it running there"), this))
{
    setObjectName(QStringLiteral("progress-strip"));
    m_words->setObjectName(QStringLiteral("progress-words"));
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_elapsed->setObjectName(QStringLiteral("progress-elapsed"));
    m_bar->setObjectName(QStringLiteral("progress-bar"));
    m_bar->setTextVisible(false);
    m_stop->setObjectName(QStringLiteral("progress-stop"));
    m_stop->setIcon(icon(IconName::CircleStop));
    m_leave->setObjectName(QStringLiteral("progress-leave"));
    for (QPushButton *button : {m_stop, m_leave})
        button->setAutoDefault(false);

    auto *row = new QHBoxLayout;
    row->setSpacing(Theme::instance().space(Space::Medium));
    row->addWidget(m_words, 1);
    row->addWidget(m_elapsed);
    row->addWidget(m_stop);
    row->addWidget(m_leave);
    auto *column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(m_bar);

    m_patience.setSingleShot(true);
    connect(&m_tick, &QTimer::timeout, this, &ProgressStrip::showElapsed);
    connect(&m_patience, &QTimer::timeout, m_leave, &QWidget::show);
    connect(m_stop, &QPushButton::clicked, this, &ProgressStrip::askToStop);
    connect(m_leave, &QPushButton::clicked, this, &ProgressStrip::leaveRequested);
    connect(&Theme::instance(), &Theme::changed, this, &ProgressStrip::dress);
    dress();
    finish();
}

void ProgressStrip::start(qint64 elapsedMs)
{
    m_isRunning = true;
    m_isStopping = false;
    m_before = elapsedMs;
    m_progress = {};
    m_since.start();
    m_tick.start(1s);
    m_leave->hide();
    showElapsed();
    showWords();
    show();
}

void ProgressStrip::setProgress(const base::Progress &progress)
{
    if (!m_isRunning)
        start();
    m_progress = progress;
    showWords();
}

void ProgressStrip::finish()
{
    m_isRunning = false;
    m_tick.stop();
    m_patience.stop();
    hide();
}

void ProgressStrip::askToStop()
{
    if (std::exchange(m_isStopping, true))
        return;
    showWords();
    m_patience.start(patience);
    Q_EMIT stopRequested();
}

void ProgressStrip::showElapsed()
{
    // Whole seconds: tenths that change once a second say more than they know.
    const qint64 seconds = (m_before + m_since.elapsed()) / 1000;
    m_elapsed->setText(tr("%1:%2", "minutes and seconds that passed")
                           .arg(seconds / 60)
                           .arg(seconds % 60, 2, 10, QLatin1Char('0')));
    m_elapsed->setAccessibleName(tr("Running for %1").arg(durationText(seconds * 1000)));
}

void ProgressStrip::showWords()
{
    const bool isCounted = m_progress.steps > 0;
    const QString what = localized(m_progress.what);
    QString words = what.isEmpty() ? tr("Starting…") : what;
    if (isCounted)
        words = tr("%1 of %2 · %3", "a step, the number of steps, what it does")
                    .arg(countText(m_progress.step), countText(m_progress.steps), words);
    if (m_isStopping)
        words = tr("Stopping… %1").arg(words);
    m_words->setText(words);
    m_words->setToolTip(words);
    setAccessibleName(words);
    m_bar->setVisible(isCounted || !Theme::instance().isMotionReduced()); // without a count the bar is nothing but motion
    m_bar->setRange(0, isCounted ? int(barSteps) : 0);
    if (isCounted)
        m_bar->setValue(int(std::clamp<qint64>((m_progress.step - 1) * barSteps / m_progress.steps, 0, barSteps)));
    m_stop->setText(m_isStopping ? tr("Stopping…") : tr("Stop"));
}

void ProgressStrip::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_words, TextStyle::Body);
    dressLabel(m_elapsed, TextStyle::Body, ColorRole::TextSecondary);
    layout()->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Tight), theme.space(Space::Medium), theme.space(Space::Tight));
    layout()->setSpacing(theme.space(Space::Tight));
}

} // namespace lakehouse::views

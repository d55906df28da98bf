#include "kit/loading_state.h"

#include "kit/label_dress.h"
#include "kit/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <chrono>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {
constexpr auto untilSkeleton = 200ms;
constexpr auto untilWords = 3000ms;
constexpr int barPercents[] = {62, 78, 54, 70, 46, 66, 58}; // of the width; uneven as words are
}

LoadingState::LoadingState(QWidget *parent) : QWidget(parent), m_words(new QLabel(this)), m_stop(new QPushButton(tr("Stop"), this))
{
    setObjectName(QStringLiteral("loading-state"));
    m_words->setObjectName(QStringLiteral("loading-words"));
    m_words->setWordWrap(true);
    m_stop->setObjectName(QStringLiteral("loading-stop"));
    m_stop->setAutoDefault(false);
    m_stop->setAccessibleName(tr("Stop reading"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_words, 1);
    row->addWidget(m_stop);
    auto *column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addStretch(1);
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, [this] { enter(m_stage == Stage::Blank ? Stage::Skeleton : Stage::Words); });
    connect(m_stop, &QPushButton::clicked, this, &LoadingState::stopRequested);
    connect(&Theme::instance(), &Theme::changed, this, &LoadingState::dress);
    dress();
    enter(Stage::Idle);
}

void LoadingState::start(const QString &what)
{
    m_what = what;
    m_words->setText(what);
    setAccessibleName(what);
    if (m_stage == Stage::Idle)
        enter(Stage::Blank);
}

void LoadingState::finish()
{
    enter(Stage::Idle);
}

void LoadingState::enter(Stage stage)
{
    const bool isOther = std::exchange(m_stage, stage) != stage;
    m_words->setVisible(stage == Stage::Words);
    m_stop->setVisible(stage == Stage::Words);
    m_next.stop();
    if (stage == Stage::Blank)
        m_next.start(untilSkeleton);
    else if (stage == Stage::Skeleton)
        m_next.start(untilWords - untilSkeleton);
    update();
    if (isOther)
        Q_EMIT stageChanged();
}

void LoadingState::paintEvent(QPaintEvent *)
{
    if (m_stage == Stage::Idle || m_stage == Stage::Blank)
        return;
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(ColorRole::Divider));
    const int margin = theme.space(Space::Medium);
    const int row = theme.rowHeight();
    const int bar = row / 3;
    // The rows stay where they are when the words come.
    int top = margin + theme.controlHeight() + theme.space(Space::Small);
    for (int number = 0; top + row < height() && number < int(std::size(barPercents)); ++number, top += row) {
        const QRect lead(margin, top + (row - bar) / 2, theme.space(Space::Page) * 3, bar);
        const int rest = qMax(0, width() - lead.right() - 2 * margin);
        const QRect body(lead.right() + margin, lead.top(), rest * barPercents[number] / 100, bar);
        for (const QRect &part : {lead, body})
            painter.drawRoundedRect(QStyle::visualRect(layoutDirection(), rect(), part), theme.radius(), theme.radius());
    }
}

void LoadingState::dress()
{
    const Theme &theme = Theme::instance();
    dressLabel(m_words, TextStyle::Body, ColorRole::TextSecondary);
    const int margin = theme.space(Space::Medium);
    layout()->setContentsMargins(margin, margin, margin, margin);
    layout()->setSpacing(theme.space(Space::Small));
    setMinimumHeight(2 * margin + theme.controlHeight() + theme.rowHeight());
    update();
}

} // namespace lakehouse::views

#include "shell/list_page.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/localized.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "shell/missing_notice.h"
#include "shell/page_work.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace lakehouse::views {

ListPage::ListPage(PageHost &host, const char *name, const Words &words, DataTable *table, DetailPane *detail, QWidget *parent)
    : Page(parent), m_host(host), m_name(QString::fromLatin1(name)), m_header(new PageHeader(words.title, words.question, this)), m_readAt(new QLabel),
      m_readingError(new ErrorBanner(this)), m_workError(new ErrorBanner(this)), m_banners(new QVBoxLayout), m_strip(new ProgressStrip(this)),
      m_splitter(new QSplitter(this)), m_table(table), m_detail(detail), m_side(new QVBoxLayout)
{
    setObjectName(m_name + QStringLiteral("-page"));
    setAccessibleName(words.title);
    setAccessibleDescription(words.question);
    m_readAt->setObjectName(QStringLiteral("read-at"));
    m_readAt->setTextFormat(Qt::PlainText);
    m_header->addControl(m_readAt);
    m_readingError->setObjectName(QStringLiteral("error"));
    m_workError->setObjectName(QStringLiteral("work-error"));
    m_strip->setObjectName(QStringLiteral("work-strip"));
    m_table->setObjectName(m_name + QStringLiteral("-table"));
    m_table->setAccessibleName(words.list);
    m_table->setExportName(ExportScope::Page);
    auto *side = new QWidget;
    side->setMinimumWidth(Theme::instance().paneMinimum());
    side->setLayout(m_side);
    m_side->setContentsMargins(0, 0, 0, 0);
    m_side->addWidget(m_detail, 1);
    m_splitter->setObjectName(m_name + QStringLiteral("-splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(side);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    divide(2, 1);

    auto *layout = new QVBoxLayout(this);
    const int margin = Theme::instance().space(Space::Large);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(Theme::instance().space(Space::Medium));
    layout->addWidget(m_header);
    layout->addWidget(m_readingError);
    layout->addWidget(m_workError);
    layout->addLayout(m_banners);
    layout->addWidget(m_strip);
    layout->addWidget(m_splitter, 1);
    connect(m_table, &DataTable::stateChanged, this, &Page::stateChanged);
    connect(m_table, &DataTable::activated, this, [this] { m_detail->setFocus(Qt::OtherFocusReason); });
    connect(&m_table->filterBar(), &FilterBar::changed, this, &Page::stateChanged); // which has the filter too: not later than the place
    connect(&m_table->filterBar(), &FilterBar::changed, this, &Page::placeChanged);
    connect(m_detail, &DetailPane::currentTabChanged, this, &Page::placeChanged);
    connect(m_splitter, &QSplitter::splitterMoved, this, &Page::stateChanged);
    connect(m_readingError, &ErrorBanner::retryRequested, this, [this] { refresh(); });
}

void ListPage::setPlace(const Place &place)
{
    if (!place.filter.isEmpty() || place.object.isEmpty())
        m_table->filterBar().setText(place.filter);
    if (!place.object.isEmpty())
        m_table->setCurrentId(place.object);
    if (m_missing)
        m_missing->follow();
    if (!place.tab.isEmpty())
        m_detail->setCurrentTab(place.tab);
}

Place ListPage::place() const
{
    return {.page = id(), .object = selected(), .tab = m_detail->currentTab(), .filter = m_table->filterBar().text()};
}

QByteArray ListPage::saveState() const
{
    return bundleStates({{"table", m_table->saveState()}, {"splitter", m_splitter->saveState()}, {"detail", m_detail->saveState()}});
}

void ListPage::restoreState(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_table->restoreState(states[QStringLiteral("table")]);
    m_splitter->restoreState(states[QStringLiteral("splitter")]);
    m_detail->restoreState(states[QStringLiteral("detail")]);
}

QWidget *ListPage::focusStart()
{
    const QWidget *rows = m_table->focusProxy();
    if (rows->isVisibleTo(m_table))
        return m_table;
    for (const EmptyState *state : m_table->findChildren<EmptyState *>())
        if (auto *button = state->findChild<QPushButton *>(); button && button->isEnabled() && button->isVisibleTo(m_table))
            return button;
    return this; // what stands instead of the rows takes no focus, and nothing else should keep it
}

void ListPage::retryFailed(const PageWork &work)
{
    connect(m_workError, &ErrorBanner::retryRequested, &work, &PageWork::again);
}

void ListPage::sayWhatIsMissing(const QString &sentence)
{
    m_missing = new MissingNotice(*m_table, sentence, this);
    addBanner(m_missing);
}

void ListPage::addBanner(QWidget *banner)
{
    m_banners->addWidget(banner);
}

void ListPage::addBelowDetail(QWidget *part)
{
    m_side->addWidget(part);
}

void ListPage::divide(int list, int detail)
{
    m_splitter->setSizes({list * Theme::instance().paneMinimum(), detail * Theme::instance().paneMinimum()});
}

QSplitter *ListPage::addAboveTable(QWidget *part)
{
    auto *lists = new QSplitter(Qt::Vertical);
    lists->setObjectName(m_name + QStringLiteral("-lists"));
    lists->setChildrenCollapsible(false);
    m_splitter->replaceWidget(0, lists);
    m_splitter->setStretchFactor(0, 3);
    lists->addWidget(part);
    lists->addWidget(m_table);
    lists->setStretchFactor(1, 1);
    return lists;
}

void ListPage::showReadAt(const std::optional<base::UtcTime> &time)
{
    if (m_missing)
        m_missing->setRead(time.has_value());
    m_readAt->setText(time ? tr("as of %1").arg(localized(*time)) : QString());
}

CommandAction *ListPage::command(const char *id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation)
{
    auto *action = new CommandAction(QString::fromLatin1(id), icon, text, this);
    action->setExplanation(explanation);
    if (!key.isEmpty())
        action->setShortcut(key);
    addCommand(action);
    return action;
}

} // namespace lakehouse::views

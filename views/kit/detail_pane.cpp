#include "kit/detail_pane.h"

#include "kit/fitting_tab_bar.h"
#include "kit/localized.h"
#include "kit/rebuilding.h"
#include "kit/theme.h"

#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {
int rankOf(const QString &id)
{
    static const QStringList first = {QStringLiteral("summary"), QStringLiteral("diff"), QStringLiteral("lineage"), QStringLiteral("evidence")};
    const int last = int(first.size()) + 1;
    if (id == QLatin1String("history"))
        return last;
    const qsizetype place = first.indexOf(id);
    return place < 0 ? int(first.size()) : int(place);
}
} // namespace

DetailPane::DetailPane(QWidget *parent) : QWidget(parent), m_bar(new FittingTabBar(this)), m_stack(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("detail-pane"));
    m_bar->setObjectName(QStringLiteral("detail-tabs"));
    m_bar->setAccessibleName(tr("Details"));
    connect(&Theme::instance(), &Theme::changed, this, &DetailPane::dress);
    dress();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
    connect(m_bar, &QTabBar::currentChanged, this, [this] {
        m_isChosen = true;
        m_wanted.clear();
        showCurrent();
    });
    const auto key = [this](Qt::Key which, int by) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::ControlModifier | which), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by] { step(by); });
    };
    key(Qt::Key_PageUp, -1);
    key(Qt::Key_PageDown, 1);
}

void DetailPane::dress()
{
    // Where the tabs are wider than the pane, two buttons of the smallest size that can be hit well scroll them.
    m_bar->setStyleSheet(QStringLiteral("QTabBar::scroller { width: %1px; }"
                                        "QTabBar QToolButton { min-width: 0; min-height: 0; padding: 0; background: palette(window); }")
                             .arg(Theme::instance().targetMinimum()));
}

void DetailPane::addTab(const QString &id, const QString &title, QWidget *widget)
{
    widget->setParent(m_stack);
    m_stack->addWidget(widget);
    insert({.id = id, .title = title, .factory = {}, .widget = widget, .badge = 0, .spoken = {}});
}

void DetailPane::addTab(const QString &id, const QString &title, Factory factory)
{
    insert({.id = id, .title = title, .factory = std::move(factory), .widget = nullptr, .badge = 0, .spoken = {}});
}

void DetailPane::insert(Tab tab)
{
    int place = indexOf(tab.id);
    if (place >= 0) {
        delete m_tabs[size_t(place)].widget;
        m_tabs[size_t(place)] = std::move(tab);
        nameTab(place);
        return showCurrent();
    }
    place = 0;
    while (place < int(m_tabs.size()) && rankOf(m_tabs[size_t(place)].id) <= rankOf(tab.id))
        ++place;
    const bool isWanted = !m_wanted.isEmpty() && tab.id == m_wanted;
    m_tabs.insert(m_tabs.begin() + place, std::move(tab));
    {
        // The bar would report a change of the current tab before its name is known here.
        const QSignalBlocker quiet(m_bar);
        m_bar->insertTab(place, m_tabs[size_t(place)].title);
        if (isWanted)
            m_bar->setCurrentIndex(place);
        else if (!m_isChosen)
            m_bar->setCurrentIndex(0);
    }
    if (isWanted) {
        m_isChosen = true;
        m_wanted.clear();
    }
    nameTab(place);
    showCurrent();
}

QString DetailPane::currentTab() const
{
    const int index = m_bar->currentIndex();
    return index < 0 ? QString() : m_tabs[size_t(index)].id;
}

bool DetailPane::setCurrentTab(const QString &id)
{
    const int index = indexOf(id);
    if (index < 0)
        return false;
    m_isChosen = true;
    m_wanted.clear();
    m_bar->setCurrentIndex(index);
    return true;
}

QStringList DetailPane::tabs() const
{
    QStringList ids;
    for (const Tab &tab : m_tabs)
        ids += tab.id;
    return ids;
}

QWidget *DetailPane::widget(const QString &id) const
{
    const int index = indexOf(id);
    return index < 0 ? nullptr : m_tabs[size_t(index)].widget;
}

void DetailPane::setBadge(const QString &id, qint64 count, const QString &spoken)
{
    const int index = indexOf(id);
    if (index < 0)
        return;
    m_tabs[size_t(index)].badge = count;
    m_tabs[size_t(index)].spoken = spoken;
    nameTab(index);
}

void DetailPane::nameTab(int index)
{
    const Tab &tab = m_tabs[size_t(index)];
    const QString shown = tab.badge > 0 ? tr("%1 (%2)", "title of a tab and a count").arg(tab.title, countText(tab.badge)) : tab.title;
    const QString said = tab.badge > 0 && !tab.spoken.isEmpty() ? tr("%1, %2",
        "title of a tab and what it counts").arg(tab.title, tab.spoken) : shown;
    m_bar->setTabText(index, QString(shown).replace(QLatin1Char('&'), QLatin1String("&&")));
    m_bar->setAccessibleTabName(index, said);
}

void DetailPane::setPlaceholder(QWidget *placeholder)
{
    if (placeholder == m_placeholder)
        return;
    delete m_placeholder;
    m_placeholder = placeholder;
    if (placeholder)
        m_stack->addWidget(placeholder);
    m_bar->setVisible(!placeholder);
    showCurrent();
}

void DetailPane::showCurrent()
{
    if (m_placeholder)
        return m_stack->setCurrentWidget(m_placeholder);
    const int index = m_bar->currentIndex();
    if (index < 0)
        return;
    const QString id = m_tabs[size_t(index)].id;
    if (!m_tabs[size_t(index)].widget && isVisible()) {
        QWidget *made = m_tabs[size_t(index)].factory();
        m_tabs[size_t(index)].widget = made;
        m_stack->addWidget(made);
        keepTogether(*m_stack);
        Q_EMIT tabCreated(id, made);
    }
    if (QWidget *shown = widget(id))
        m_stack->setCurrentWidget(shown);
    if (id == m_told)
        return;
    m_told = id;
    Q_EMIT currentTabChanged(id);
}

void DetailPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showCurrent();
}

void DetailPane::step(int by)
{
    const int count = m_bar->count();
    if (count > 0 && !m_placeholder)
        m_bar->setCurrentIndex((m_bar->currentIndex() + by + count) % count);
}

int DetailPane::indexOf(const QString &id) const
{
    for (size_t i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].id == id)
            return int(i);
    return -1;
}

QByteArray DetailPane::saveState() const
{
    return (m_wanted.isEmpty() ? currentTab() : m_wanted).toUtf8();
}

void DetailPane::restoreState(const QByteArray &state)
{
    const QString id = QString::fromUtf8(state);
    if (!id.isEmpty() && !setCurrentTab(id))
        m_wanted = id;
}

} // namespace lakehouse::views

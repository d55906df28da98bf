#include "kit/diff_view_parts.h"

#include "kit/action_button.h"
#include "kit/diff_html.h"
#include "kit/empty_state.h"
#include "kit/find_bar.h"
#include "kit/icons.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/plain_label.h"
#include "kit/theme.h"
#include "kit/wrapping_row.h"

#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

QToolButton *barButton(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    button->setObjectName(action->objectName() + QStringLiteral("-button"));
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

DiffView::Private::Private(DiffView *view)
    : QObject(view), q(view), model(session.model()), commands(view), beforeTitle(tr("Approved")), afterTitle(tr("Proposed")),
      noDifference(tr("No difference: the approved SQL is what is proposed.")), nothingBefore(tr("Nothing was approved yet: all of it is new."))
{
    build();
    connectCommands();
    connectCanvas();
    connect(&Theme::instance(), &Theme::changed, this, &Private::dress);
    dress();
    setTitles();
    showCounts();
    showState();
}

void DiffView::Private::dress()
{
    counts->setMinimumHeight(Theme::instance().controlHeight()); // stands on the line of the buttons
}

void DiffView::Private::build()
{
    showAllLines = new QAction(tr("Show every line"), this);
    showAllLines->setObjectName(QStringLiteral("diff-show-every-line"));
    buildBar();
    newNotice = new NoticeBanner(q);
    newNotice->setObjectName(QStringLiteral("diff-all-new"));
    summaryNotice = new NoticeBanner(q);
    summaryNotice->setObjectName(QStringLiteral("diff-summary"));
    summaryNotice->addButton(showAllLines);
    buildTitles();
    findBar = new FindBar(q);
    canvas = new DiffCanvas(model, session.colours(), q);
    auto *wholeFiles = new QAction(tr("Read the whole files"), this);
    wholeFiles->setObjectName(QStringLiteral("diff-read-whole"));
    connect(wholeFiles, &QAction::triggered, this, [this] { setExtent(Extent::WholeFile); });
    empty = new EmptyState(IconName::Check, noDifference, {}, wholeFiles, q);
    empty->setObjectName(QStringLiteral("diff-empty"));
    auto *again = new QAction(tr("Compare again"), this);
    again->setObjectName(QStringLiteral("diff-compare-again"));
    connect(again, &QAction::triggered, &session, [this] {
        session.compareAgain();
        showState();
    });
    stopped = new EmptyState(IconName::CircleStop, tr("The comparison was stopped."), tr("Nothing was changed by that."), again, q);
    stopped->setObjectName(QStringLiteral("diff-stopped"));
    loading = new LoadingState(q);
    connect(loading, &LoadingState::stopRequested, &session, &DiffSession::stop);
    auto *holder = new QWidget(q);
    stack = new QStackedLayout(holder);
    for (QWidget *page : std::initializer_list<QWidget *>{canvas, empty, stopped, loading})
        stack->addWidget(page);
    auto *column = new QVBoxLayout(q);
    column->setContentsMargins({});
    column->setSpacing(0);
    for (QWidget *part : std::initializer_list<QWidget *>{bar, newNotice, summaryNotice, findBar, titles})
        column->addWidget(part);
    column->addWidget(holder, 1);
    newNotice->hide();
    summaryNotice->hide();
    q->setFocusProxy(canvas);
}

void DiffView::Private::buildBar()
{
    const Theme &theme = Theme::instance();
    bar = new QWidget(q);
    bar->setObjectName(QStringLiteral("diff-bar"));
    auto *frame = new QVBoxLayout(bar);
    frame->setContentsMargins(theme.space(Space::Small), theme.space(Space::Tight), theme.space(Space::Small), theme.space(Space::Tight));
    auto *row = new WrappingRow;
    frame->addLayout(row);
    counts = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, bar);
    counts->setObjectName(QStringLiteral("diff-counts"));
    counts->setWordWrap(false);
    extentBox = new QComboBox(bar);
    extentBox->setObjectName(QStringLiteral("diff-extent"));
    extentBox->setAccessibleName(tr("What is shown"));
    for (const QAction *action : commands.extents->actions())
        extentBox->addItem(action->text());
    auto *layoutButton = new ActionButton(commands.layout, ButtonKind::Normal, bar);
    auto *whitespace = new QCheckBox(commands.ignoreWhitespace->text(), bar);
    whitespace->setObjectName(QStringLiteral("diff-ignore-whitespace-box"));
    connect(whitespace, &QCheckBox::toggled, commands.ignoreWhitespace, &QAction::setChecked);
    connect(commands.ignoreWhitespace, &QAction::toggled, whitespace, &QCheckBox::setChecked);
    auto *more = new QToolButton(bar);
    more->setObjectName(QStringLiteral("diff-more"));
    more->setIcon(icon(IconName::Ellipsis));
    more->setToolTip(tr("More"));
    more->setAccessibleName(tr("More actions of the comparison"));
    more->setFocusPolicy(Qt::TabFocus);
    connect(more, &QToolButton::clicked, this, [this, more] { showMenu(more->mapToGlobal(QPoint(0, more->height())), true); });
    const std::initializer_list<QWidget *> parts{counts, barButton(commands.previousChange, bar), barButton(commands.nextChange, bar), layoutButton,
                                                 extentBox, whitespace, barButton(commands.find, bar), more};
    for (QWidget *part : parts)
        row->addWidget(part);
}

void DiffView::Private::buildTitles()
{
    const Theme &theme = Theme::instance();
    titles = new QWidget(q);
    titles->setObjectName(QStringLiteral("diff-titles"));
    titles->setLayoutDirection(Qt::LeftToRight); // as the columns below
    auto *row = new QHBoxLayout(titles);
    row->setContentsMargins(theme.space(Space::Small), theme.space(Space::Tight), theme.space(Space::Small), theme.space(Space::Tight));
    row->setSpacing(theme.space(Space::Large));
    beforeLabel = new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, titles);
    beforeLabel->setObjectName(QStringLiteral("diff-before-title"));
    afterLabel = new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, titles);
    afterLabel->setObjectName(QStringLiteral("diff-after-title"));
    row->addWidget(beforeLabel, 1);
    row->addWidget(afterLabel, 1);
}

void DiffView::Private::connectCommands()
{
    connect(commands.nextChange, &QAction::triggered, q, &DiffView::nextChange);
    connect(commands.previousChange, &QAction::triggered, q, &DiffView::previousChange);
    connect(commands.layout, &QAction::triggered, this, [this] {
        setLayout(model.layout() == Layout::Unified ? Layout::SideBySide : Layout::Unified);
    });
    connect(commands.find, &QAction::triggered, this, &Private::openFind);
    connect(commands.viewed, &QAction::triggered, this, [this] {
        fileOfCurrent([this](int file) { setViewed(model.file(file).path, !model.isViewed(model.file(file).path)); });
    });
    connect(commands.ignoreWhitespace, &QAction::toggled, q, &DiffView::setIgnoresWhitespace);
    connect(commands.openAll, &QAction::triggered, this, [this] { model.setAllOpen(true); rowsChanged(); });
    connect(showAllLines, &QAction::triggered, commands.openAll, &QAction::trigger);
    connect(commands.foldAll, &QAction::triggered, this, [this] { model.setAllOpen(false); rowsChanged(); });
    connect(commands.showFolded, &QAction::toggled, this, [this](bool open) { model.setAllFoldsOpen(open); rowsChanged(); });
    connect(commands.copy, &QAction::triggered, this, [this] { canvas->copy(); });
    connect(commands.copyWithNumbers, &QAction::triggered, this, [this] { canvas->copy(DiffCanvas::Copy::WithNumbers); });
    connect(commands.selectAll, &QAction::triggered, canvas, &DiffCanvas::selectAll);
    connect(commands.savePatch, &QAction::triggered, this, [this] { q->exportAs(ExportFormat::Patch); });
    connect(commands.saveHtml, &QAction::triggered, this, [this] { q->exportAs(ExportFormat::Html); });
    connect(commands.extents, &QActionGroup::triggered, this, [this](QAction *action) { setExtent(Extent(action->data().toInt())); });
    connect(extentBox, &QComboBox::activated, this, [this](int index) { setExtent(Extent(index)); });
}

void DiffView::Private::connectCanvas()
{
    connect(canvas, &DiffCanvas::headerActivated, this, [this](int file) { model.setOpen(file, !model.isOpen(file)); rowsChanged(); });
    connect(canvas, &DiffCanvas::viewedToggled, this, [this](int file) { setViewed(model.file(file).path, !model.isViewed(model.file(file).path)); });
    connect(canvas, &DiffCanvas::foldActivated, this, [this](int visual) {
        const DiffVisual fold = model.rows()[std::size_t(visual)];
        model.openFold(visual);
        rowsChanged();
        canvas->setCurrent(model.find(fold.file, fold.row, DiffSide::After));
    });
    connect(canvas, &DiffCanvas::currentChanged, this, &Private::currentChanged);
    connect(canvas, &DiffCanvas::scrolled, q, &DiffView::stateChanged);
    connect(canvas, &DiffCanvas::coloursWanted, &session, &DiffSession::wake);
    connect(canvas, &DiffCanvas::menuRequested, this, [this](const QPoint &position) { showMenu(position, false); });
    connect(findBar, &FindBar::needleChanged, this, [this](const QString &needle) {
        match = -1;
        canvas->setNeedle(needle);
        session.search(needle);
    });
    connect(findBar, &FindBar::nextRequested, this, [this] { goToMatch(1); });
    connect(findBar, &FindBar::previousRequested, this, [this] { goToMatch(-1); });
    connect(findBar, &FindBar::closed, this, [this] {
        canvas->setNeedle({});
        session.search({});
        canvas->setFocus();
    });
    connect(&session, &DiffSession::searched, this, &Private::showMatchCount);
    connect(&session, &DiffSession::coloured, canvas->viewport(), qOverload<>(&QWidget::update));
    connect(&session, &DiffSession::compared, this, &Private::compared);
    connect(&session, &DiffSession::stopped, this, [this] {
        canvas->documentChanged();
        showCounts();
        showState();
    });
    connect(&session, &DiffSession::settled, q, &DiffView::settled);
    connect(&session, &DiffSession::patchReady, this, [this](const QByteArray &patch) { save(patch, QStringLiteral("patch")); });
}

void DiffView::Private::showMenu(const QPoint &position, bool isWhole)
{
    auto *menu = new QMenu(q);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("diff-menu"));
    if (isWhole)
        commands.fill(*menu);
    else
        commands.fillCopyMenu(*menu);
    menu->popup(position);
}

void DiffView::Private::fileOfCurrent(const std::function<void(int)> &use) const
{
    if (canvas->current() < model.count())
        use(model.rows()[std::size_t(canvas->current())].file);
}

void DiffView::Private::setTitles()
{
    const bool isUnified = !model.hasTwoSides();
    beforeLabel->setText(isUnified ? tr("%1 %2", "sign, title").arg(QString(QChar(0x2212)), beforeTitle) : beforeTitle);
    afterLabel->setText(isUnified ? tr("%1 %2", "sign, title").arg(QStringLiteral("+"), afterTitle) : afterTitle);
    const bool isAllNew = session.isAllNew();
    beforeLabel->setHidden(model.extent() == Extent::AfterOnly || isAllNew);
    afterLabel->setHidden(model.extent() == Extent::BeforeOnly || (model.hasOneVersion() && model.extent() != Extent::AfterOnly && !isAllNew));
    commands.layout->setEnabled(!model.hasOneVersion());
    showLayout();
}

void DiffView::Private::showCounts()
{
    const text::DiffDocument &document = model.document();
    const auto differing = std::ranges::count_if(document.files, [](const text::FileDiff &file) { return !file.isSame(); });
    const QString added = tr("%n line(s) added", nullptr, int(document.addedLines()));
    const QString removed = tr("%n line(s) removed", nullptr, int(document.removedLines()));
    const QString files = tr("%n file(s)", nullptr, int(differing));
    counts->setText(session.isOutdated() ? QString()
                    : differing == 0 ? tr("No difference")
                    : differing == 1 ? tr("%1, %2", "lines added, lines removed").arg(added, removed)
                                     : tr("%1, %2 in %3", "lines added, lines removed, files").arg(added, removed, files));
}

/// A canvas that had the keyboard gets it back when it is shown again, unless the person took it elsewhere meanwhile.
void DiffView::Private::showPage(QWidget *page)
{
    const bool isLeft = page != canvas && q->window()->focusWidget() == canvas;
    stack->setCurrentWidget(page);
    if (isLeft) {
        isFocusAway = true;
        focusPlace = q->window()->focusWidget(); // where the window found a place for it
    } else if (page == canvas && std::exchange(isFocusAway, false) && q->window()->focusWidget() == focusPlace) {
        canvas->setFocus();
    }
}

void DiffView::Private::showState()
{
    const bool isFirst = session.isComparing() && session.isOutdated();
    const bool isStopped = !session.isComparing() && session.isOutdated();
    const bool isEmpty = model.document().isSame() && (model.extent() == Extent::Changes || model.count() == 0);
    if (isFirst)
        loading->start(tr("Comparing %n file(s)…", nullptr, int(session.files().size())));
    else
        loading->finish();
    QWidget *const page = isFirst ? static_cast<QWidget *>(loading) : isStopped ? stopped : isEmpty ? static_cast<QWidget *>(empty) : canvas;
    showPage(page);
    titles->setHidden(page != canvas);
    bar->setHidden(session.files().empty());
    const bool isAllNew = session.isAllNew() && page == canvas;
    if (isAllNew)
        newNotice->setInformation(nothingBefore);
    newNotice->setVisible(isAllNew);
    const bool isSummary = model.isSummary() && page == canvas;
    if (isSummary)
        summaryNotice->setInformation(tr("%n line(s) changed: the files are listed first. Open one with Enter, or show every line.", nullptr,
                                         int(model.document().addedLines() + model.document().removedLines())));
    summaryNotice->setVisible(isSummary);
}

} // namespace lakehouse::views

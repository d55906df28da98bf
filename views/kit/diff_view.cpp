#include "kit/diff_view.h"

#include "kit/diff_html.h"
#include "kit/diff_view_parts.h"
#include "kit/diff_words.h"
#include "kit/empty_state.h"
#include "kit/find_bar.h"
#include "kit/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QDateTime>
#include <QKeyEvent>

#include <algorithm>

namespace lakehouse::views {

void DiffView::Private::rowsChanged()
{
    canvas->rowsChanged();
    setTitles();
    showState();
    Q_EMIT q->stateChanged();
}

void DiffView::Private::compared(bool isOfSameFiles)
{
    QSet<QString> stale;
    for (const QString &path : model.viewed())
        if (kept.viewed.value(path) != session.keyOf(path))
            stale.insert(path);
    for (const QString &path : stale) {
        kept.viewed.remove(path);
        model.setViewed(path, false);
    }
    canvas->documentChanged();
    showCounts();
    const DiffPlaces wanted = awaited.value_or(kept);
    awaited.reset();
    if (isOfSameFiles || wanted.files == session.key())
        apply(wanted);
    match = -1;
    rowsChanged();
    if (session.isSettled())
        QMetaObject::invokeMethod(q, &DiffView::settled, Qt::QueuedConnection);
}

void DiffView::Private::setLayout(Layout layout)
{
    model.setLayout(layout);
    rowsChanged();
}

void DiffView::Private::showLayout()
{
    const bool isUnified = model.layout() == Layout::Unified;
    const QString key = commands.layout->shortcut().toString(QKeySequence::NativeText);
    commands.layout->setText(isUnified ? tr("Side by side") : tr("Unified"));
    commands.layout->setIcon(icon(isUnified ? IconName::Columns : IconName::Rows));
    commands.layout->setToolTip(model.hasOneVersion() ? tr("There is only one version to show.")
                                : isUnified           ? tr("Show both versions side by side (%1)").arg(key)
                                                      : tr("Show removed and added lines below each other (%1)").arg(key));
}

void DiffView::Private::setExtent(Extent extent)
{
    model.setExtent(extent);
    extentBox->setCurrentIndex(int(extent));
    commands.extents->actions().at(int(extent))->setChecked(true);
    if (!findBar->needle().isEmpty())
        session.search(findBar->needle());
    rowsChanged();
}

void DiffView::Private::setViewed(const QString &path, bool viewed)
{
    if (viewed == model.isViewed(path))
        return;
    if (viewed)
        kept.viewed.insert(path, session.keyOf(path));
    else
        kept.viewed.remove(path);
    model.setViewed(path, viewed);
    rowsChanged();
    Q_EMIT q->viewedChanged(path, viewed);
}

void DiffView::Private::goToChange(int visual)
{
    if (visual < 0)
        return;
    const DiffVisual &row = model.rows()[std::size_t(visual)];
    if (row.kind == DiffVisual::Kind::Line && model.hasTwoSides())
        canvas->setSide(row.showsAfter ? DiffSide::After : DiffSide::Before);
    canvas->setCurrent(visual, DiffCanvas::Reveal::Middle);
}

void DiffView::Private::goToMatch(int step)
{
    const std::vector<DiffSearch::Match> &matches = session.found().matches();
    if (matches.empty())
        return;
    if (match < 0 && canvas->current() < model.count()) {
        // The first one at or behind the current line; backwards the one before it.
        const DiffVisual &row = model.rows()[std::size_t(canvas->current())];
        const auto here = std::ranges::lower_bound(matches, std::pair(row.file, row.row), {},
            [](const DiffSearch::Match &m) { return std::pair(m.file, m.row); });
        match = here - matches.begin() - (step > 0 ? 1 : 0);
    }
    const qsizetype count = qsizetype(matches.size());
    match = ((match + step) % count + count) % count;
    const DiffSearch::Match &found = matches[std::size_t(match)];
    const int visual = model.reveal(found.file, found.row, found.side);
    canvas->rowsChanged();
    canvas->setSide(found.side);
    canvas->setCurrent(visual, DiffCanvas::Reveal::Middle);
    showState();
    showMatchCount();
}

void DiffView::Private::showMatchCount()
{
    findBar->setCount(match + 1, qsizetype(session.found().matches().size()), session.found().isDone());
}

void DiffView::Private::save(const QByteArray &content, const QString &ending)
{
    const QString around = exportNameAround(*q);
    saver(content, exportFileName(around.isEmpty() ? QStringLiteral("changes") : around, QDateTime::currentDateTimeUtc().date(), ending));
}

void DiffView::Private::openFind()
{
    const QString selected = canvas->selectedText();
    findBar->open(selected.contains(u'\n') ? QString() : selected);
    if (!findBar->needle().isEmpty()) {
        canvas->setNeedle(findBar->needle());
        session.search(findBar->needle());
    }
}

void DiffView::Private::currentChanged()
{
    fileOfCurrent([this](int file) {
        commands.viewed->setText(model.isViewed(model.file(file).path) ? tr("Mark the file as not viewed") : tr("Mark the file as viewed"));
    });
    Q_EMIT q->stateChanged();
}

DiffPlaces DiffView::Private::places() const
{
    DiffPlaces places;
    places.layout = model.layout();
    places.extent = model.extent();
    places.ignoresWhitespace = session.ignoresWhitespace();
    places.viewed = kept.viewed;
    places.files = session.key();
    for (int file = 0; file < int(model.document().files.size()); ++file)
        if (model.isOpen(file))
            places.open.append(model.file(file).path);
    places.folds = model.openFolds();
    if (canvas->current() < model.count()) {
        const DiffVisual &row = model.rows()[std::size_t(canvas->current())];
        places.file = row.file;
        places.row = row.row;
        places.isOnHeader = row.kind == DiffVisual::Kind::Header;
    }
    places.side = canvas->side();
    places.scroll = canvas->scrollOffset();
    return places;
}

void DiffView::Private::apply(const DiffPlaces &places)
{
    for (int file = 0; file < int(model.document().files.size()); ++file)
        if (const bool open = places.open.contains(model.file(file).path); open != model.isOpen(file))
            model.setOpen(file, open);
    model.setOpenFolds(places.folds);
    canvas->rowsChanged();
    canvas->setSide(places.side);
    if (places.file >= 0 && places.file < int(model.document().files.size()))
        canvas->setCurrent(places.isOnHeader ? model.headerOf(places.file) : model.find(places.file, places.row, places.side));
    canvas->setScrollOffset(places.scroll);
}

DiffView::DiffView(QWidget *parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    setObjectName(QStringLiteral("diff-view"));
    d->setLayout(Layout::SideBySide);
}

DiffView::~DiffView() = default;

void DiffView::setFiles(std::vector<text::DiffFile> files)
{
    d->session.setFiles(std::move(files));
    d->showCounts();
    d->showState();
}

void DiffView::setMessage(const QString &beforeTitle, const QString &afterTitle)
{
    d->beforeTitle = beforeTitle;
    d->afterTitle = afterTitle;
    d->setTitles();
}

void DiffView::setSentences(const QString &noDifference, const QString &nothingBefore)
{
    d->noDifference = noDifference;
    d->nothingBefore = nothingBefore;
    d->empty->setWords(noDifference, {});
    d->showState();
}

DiffView::Layout DiffView::diffLayout() const
{
    return d->model.layout();
}

void DiffView::setDiffLayout(Layout layout)
{
    if (layout != d->model.layout())
        d->setLayout(layout);
}

DiffView::Extent DiffView::extent() const
{
    return d->model.extent();
}

void DiffView::setExtent(Extent extent)
{
    if (extent != d->model.extent())
        d->setExtent(extent);
}

bool DiffView::ignoresWhitespace() const
{
    return d->session.ignoresWhitespace();
}

void DiffView::setIgnoresWhitespace(bool ignores)
{
    if (ignores == ignoresWhitespace())
        return;
    const QHash<QString, quint64> viewed = d->kept.viewed;
    d->kept = d->places();
    d->kept.viewed = viewed;
    d->kept.folds.clear(); // other lines are unchanged now
    d->session.setIgnoresWhitespace(ignores);
    d->commands.ignoreWhitespace->setChecked(ignores);
    Q_EMIT stateChanged();
}

bool DiffView::isViewed(const QString &path) const
{
    return d->model.isViewed(path);
}

void DiffView::setViewed(const QString &path, bool viewed)
{
    d->setViewed(path, viewed);
}

qsizetype DiffView::addedLines() const
{
    return d->model.document().addedLines();
}

qsizetype DiffView::removedLines() const
{
    return d->model.document().removedLines();
}

bool DiffView::isSettled() const
{
    return d->session.isSettled();
}

void DiffView::nextChange()
{
    d->goToChange(d->model.nextStop(d->canvas->current()));
}

void DiffView::previousChange()
{
    d->goToChange(d->model.previousStop(d->canvas->current()));
}

void DiffView::openFind()
{
    d->openFind();
}

QList<QAction *> DiffView::commands() const
{
    return d->commands.all();
}

QByteArray DiffView::saveState() const
{
    return d->places().toBytes();
}

void DiffView::restoreState(const QByteArray &state)
{
    const DiffPlaces places = DiffPlaces::fromBytes(state);
    setDiffLayout(places.layout);
    setExtent(places.extent);
    setIgnoresWhitespace(places.ignoresWhitespace);
    for (auto mark = places.viewed.begin(); mark != places.viewed.end(); ++mark)
        d->kept.viewed.insert(mark.key(), mark.value());
    for (auto mark = places.viewed.begin(); mark != places.viewed.end(); ++mark)
        if (d->session.files().empty() || d->session.isComparing() || d->session.keyOf(mark.key()) == mark.value())
            d->model.setViewed(mark.key(), true);
    if (places.files != 0 && places.files == d->session.key() && !d->session.isComparing()) {
        d->apply(places);
        d->rowsChanged();
    } else {
        d->awaited = places;
    }
}

void DiffView::exportAs(ExportFormat format)
{
    if (format == ExportFormat::Patch)
        d->session.makePatch();
    else
        d->save(diffHtml(d->model.document(), d->beforeTitle, d->afterTitle), QStringLiteral("html"));
}

void DiffView::setFileSaver(FileSaver saver)
{
    d->saver = std::move(saver);
}

bool DiffView::event(QEvent *event)
{
    // Our keys go before those of the page around us while we have the focus.
    if (event->type() == QEvent::ShortcutOverride && d->commands.actionOf(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void DiffView::keyPressEvent(QKeyEvent *event)
{
    if (QAction *action = d->commands.actionOf(*event))
        action->trigger();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lakehouse::views

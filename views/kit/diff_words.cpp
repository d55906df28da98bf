#include "kit/diff_words.h"

#include <QCoreApplication>

namespace lakehouse::views {

namespace {

class DiffWords {
    Q_DECLARE_TR_FUNCTIONS(DiffWords)

public:
    static QString added(qsizetype count) { return tr("%n line(s) added", nullptr, int(count)); }
    static QString removed(qsizetype count) { return tr("%n line(s) removed", nullptr, int(count)); }

    static QString summary(const text::FileDiff &file)
    {
        if (!file.existsBefore)
            return tr("New file, %n line(s)", nullptr, int(file.addedLines));
        if (!file.existsAfter)
            return tr("Removed file, %n line(s)", nullptr, int(file.removedLines));
        if (file.isSame())
            return tr("No difference");
        return file.removedLines == 0 ? added(file.addedLines) : file.addedLines == 0 ? removed(file.removedLines)
            : tr("%1, %2", "lines added, lines removed").arg(added(file.addedLines), removed(file.removedLines));
    }

    static QString fold(int lines) { return tr("%n unchanged line(s)", nullptr, lines); }
    static QString viewed() { return tr("Viewed"); }
    static QString cut() { return tr("… copy the line to see all of it"); }
    static QString unfinished() { return tr("no line end"); }
    static QString foldSpoken(int lines) { return tr("%n unchanged line(s) folded, Enter shows them.", nullptr, lines); }

    static QString header(const DiffModel &model, const DiffVisual &visual)
    {
        const text::FileDiff &file = model.file(visual.file);
        const QString state = model.isOpen(visual.file) ? tr("Open, Enter closes it.") : tr("Closed, Enter opens it.");
        const QString text = model.isViewed(file.path) ? tr("File %1. %2. Viewed. %3") : tr("File %1. %2. Not viewed. %3");
        return text.arg(file.path, summary(file), state);
    }

    static QString line(const DiffModel &model, const DiffVisual &visual)
    {
        const text::FileDiff &file = model.file(visual.file);
        const text::DiffRow &row = model.line(visual);
        const QString before = row.before < 0 ? QString() : file.before.line(row.before).toString();
        const QString after = row.after < 0 ? QString() : file.after.line(row.after).toString();
        switch (row.kind) {
        case text::DiffRowKind::Same:
            return after.trimmed().isEmpty() ? tr("Line %1 empty").arg(row.after + 1) : tr("Line %1: %2").arg(row.after + 1).arg(after);
        case text::DiffRowKind::Added: return tr("Line %1 added: %2").arg(row.after + 1).arg(after);
        case text::DiffRowKind::Removed: return tr("Line %1 removed: %2").arg(row.before + 1).arg(before);
        case text::DiffRowKind::Changed: break;
        }
        return before == after ? tr("Line %1 changed at its end: %2").arg(row.after + 1).arg(after)
                               : tr("Line %1 changed from %2 to %3").arg(QString::number(row.after + 1), before, after);
    }
};

} // namespace

QString spokenRow(const DiffModel &model, const DiffVisual &visual)
{
    switch (visual.kind) {
    case DiffVisual::Kind::Header: return DiffWords::header(model, visual);
    case DiffVisual::Kind::Fold: return DiffWords::foldSpoken(visual.hidden);
    case DiffVisual::Kind::Line: break;
    }
    return DiffWords::line(model, visual);
}

QString fileSummary(const text::FileDiff &file)
{
    return DiffWords::summary(file);
}

QString foldText(int hiddenLines)
{
    return DiffWords::fold(hiddenLines);
}

QString viewedText()
{
    return DiffWords::viewed();
}

QString cutText()
{
    return DiffWords::cut();
}

QString unfinishedText()
{
    return DiffWords::unfinished();
}

} // namespace lakehouse::views

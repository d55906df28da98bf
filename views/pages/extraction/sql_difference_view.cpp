#include "pages/extraction/sql_difference_view.h"

#include "kit/diff_view.h"
#include "kit/empty_state.h"
#include "kit/localized.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/extraction/field_words.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr int notesShown = 4;

/// An empty file is a file; a null text is none.
QString present(const QString &text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

/// Every file of either side, those that load first.
std::vector<text::DiffFile> filesOf(const api::TableDetail &detail)
{
    std::vector<text::DiffFile> files;
    for (const api::SqlText &sql : detail.sql)
        files.push_back({.path = sql.path, .before = {}, .after = present(sql.text)});
    for (const api::SqlText &sql : detail.approved ? detail.approved->sql : std::vector<api::SqlText>()) {
        const auto same = std::ranges::find(files, sql.path, &text::DiffFile::path);
        if (same == files.end())
            files.push_back({.path = sql.path, .before = present(sql.text), .after = {}});
        else
            same->before = present(sql.text);
    }
    std::ranges::stable_partition(files, [](const text::DiffFile &file) { return file.path.contains(QLatin1String("/load_")); });
    return files;
}

} // namespace

SqlDifferenceView::SqlDifferenceView(QWidget *parent)
    : QWidget(parent), m_notes(new SentenceList), m_diff(new DiffView),
      m_empty(new EmptyState(IconName::Diff, tr("Here stands the SQL of the selected table, approved against proposed."),
          tr("Select a table that loads.")))
{
    setObjectName(QStringLiteral("sql-difference"));
    m_notes->setObjectName(QStringLiteral("sql-notes"));
    m_notes->setAccessibleName(tr("What is other than it was approved"));
    m_notes->setFirstShown(notesShown);
    m_diff->setObjectName(QStringLiteral("sql-diff"));
    m_diff->setAccessibleName(tr("SQL, approved against proposed"));
    m_diff->setSentences(tr("The SQL is as it was approved."), tr("No approved SQL of this table is there to compare with: all of it is new."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Theme::instance().space(Space::Small), 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Small));
    layout->addWidget(m_notes);
    layout->addWidget(m_diff, 1);
    layout->addWidget(m_empty, 1);
    setDetail({});
}

void SqlDifferenceView::setDetail(const std::optional<api::TableDetail> &detail)
{
    const bool hasSql = detail && (!detail->sql.empty() || (detail->approved && !detail->approved->sql.empty()));
    m_diff->setVisible(hasSql);
    m_empty->setVisible(!hasSql);
    std::vector<Sentence> notes;
    if (detail && detail->approved) {
        const api::ApprovedTable &approved = *detail->approved;
        notes = fieldSentences(approved.differences);
        if (approved.sql.empty() && hasSql && approved.differences.empty())
            notes.push_back({.text = tr("The plan that was approved last did not load this table.")});
        if (!approved.isSqlAsSeen && !approved.sql.empty())
            notes.push_back({.text =
                tr("The approved SQL is shown as this version would write it: it was approved as %1 wrote it, or under other settings.")
                .arg(approved.generator), .status = Status::Stale});
        m_diff->setMessage(tr("Approved by %1 at %2").arg(approved.actor, localized(approved.atUtc)), tr("Proposed now"));
    } else {
        m_diff->setMessage(tr("Nothing is approved"), tr("Proposed now"));
    }
    m_notes->setVisible(!notes.empty());
    m_notes->setSentences(std::move(notes));
    m_diff->setFiles(hasSql ? filesOf(*detail) : std::vector<text::DiffFile>());
}

} // namespace lakehouse::views

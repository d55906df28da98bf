#include "pages/pipeline/table_log_view.h"

#include "kit/button_kind.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_words.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

TableLogView::TableLogView(QWidget *parent)
    : QWidget(parent), m_search(new QLineEdit(this)), m_problems(new QCheckBox(tr("Problems only"), this)), m_hidden(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
      m_showAll(new QPushButton(tr("Show all"), this)), m_lines(new SentenceList(this))
{
    m_search->setObjectName(QStringLiteral("table-log-search"));
    m_search->setPlaceholderText(tr("Search in the log"));
    m_search->setAccessibleName(tr("Search in the log"));
    m_search->setClearButtonEnabled(true);
    m_problems->setObjectName(QStringLiteral("table-log-problems"));
    m_hidden->setObjectName(QStringLiteral("table-log-hidden"));
    m_showAll->setObjectName(QStringLiteral("table-log-show-all"));
    setButtonKind(m_showAll, ButtonKind::Quiet);
    m_lines->setObjectName(QStringLiteral("pipeline-log"));
    m_lines->setAccessibleName(tr("Log of the last run"));
    auto *hidden = new QHBoxLayout;
    hidden->addWidget(m_hidden, 1);
    hidden->addWidget(m_showAll);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().space(Space::Small));
    column->addWidget(m_search);
    column->addWidget(m_problems);
    column->addLayout(hidden);
    column->addWidget(m_lines);
    connect(m_search, &QLineEdit::textChanged, this, &TableLogView::showLines);
    connect(m_problems, &QCheckBox::toggled, this, &TableLogView::showLines);
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_search->setFocus(Qt::OtherFocusReason); // the button goes
        m_search->clear();
        m_problems->setChecked(false);
    });
    showLines();
}

void TableLogView::setEvents(const std::vector<model::RunEvent> &events)
{
    if (events == m_events)
        return;
    m_events = events;
    showLines();
}

bool TableLogView::isShown(const model::RunEvent &event) const
{
    if (m_problems->isChecked() && event.level == model::EventLevel::Info)
        return false;
    const QString line = localized(event.message);
    const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(words, [&line](const QString &word) { return line.contains(word, Qt::CaseInsensitive); });
}

void TableLogView::showLines()
{
    std::vector<model::RunEvent> shown;
    std::ranges::copy_if(m_events, std::back_inserter(shown), [this](const model::RunEvent &event) { return isShown(event); });
    const auto hidden = qsizetype(m_events.size() - shown.size());
    m_hidden->setText(hidden > 0 ? tr("%n line(s) hidden", nullptr, int(hidden)) : QString());
    m_hidden->setVisible(hidden > 0);
    m_showAll->setVisible(hidden > 0);
    if (m_events.empty())
        m_lines->setSentences({Sentence{.text = tr("The last run of this table wrote no line.")}});
    else if (shown.empty())
        m_lines->setSentences({Sentence{.text = tr("No line fits; all %n of them are hidden.", nullptr, int(hidden))}});
    else
        m_lines->setSentences(logSentences(shown));
}

} // namespace lakehouse::views

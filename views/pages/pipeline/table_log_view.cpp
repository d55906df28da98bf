#include "pages/pipeline/table_log_view.h"

#include "kit/button_kind.h"
#include "kit/plain_label.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_words.h"
#include "shell/run_log_model.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

TableLogView::TableLogView(QWidget *parent)
    : QWidget(parent), m_model(new RunLogModel(this, RunLogModel::Searched::Message)), m_search(new QLineEdit(this)), m_problems(new QCheckBox(tr("Problems only"), this)),
      m_hidden(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary, this)),
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
    connect(m_search, &QLineEdit::textChanged, m_model, &RunLogModel::setWords);
    connect(m_problems, &QCheckBox::toggled, m_model, &RunLogModel::setProblemsOnly);
    connect(m_model, &RunLogModel::countsChanged, this, &TableLogView::showLines);
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_search->setFocus(Qt::OtherFocusReason); // the button goes
        m_search->clear();
        m_problems->setChecked(false);
    });
    showLines();
}

void TableLogView::setEvents(const std::vector<model::RunEvent> &events)
{
    m_model->setEvents(events);
}

void TableLogView::showLines()
{
    std::vector<model::RunEvent> shown;
    for (int row = 0; row < m_model->rowCount(); ++row)
        shown.push_back(m_model->eventAt(row));
    const auto hidden = m_model->hidden();
    m_hidden->setText(hidden > 0 ? tr("%n line(s) hidden", nullptr, int(hidden)) : QString());
    m_hidden->setVisible(hidden > 0);
    m_showAll->setVisible(hidden > 0);
    if (m_model->total() == 0)
        m_lines->setSentences({Sentence{.text = tr("The last run of this table wrote no line.")}});
    else if (shown.empty())
        m_lines->setSentences({Sentence{.text = tr("No line fits; all %n of them are hidden.", nullptr, int(hidden))}});
    else
        m_lines->setSentences(logSentences(shown));
}

} // namespace lakehouse::views

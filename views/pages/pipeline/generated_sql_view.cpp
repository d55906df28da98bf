#include "pages/pipeline/generated_sql_view.h"

#include "kit/code_view.h"
#include "kit/empty_state.h"
#include "kit/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

namespace lakehouse::views {

GeneratedSqlView::GeneratedSqlView(QWidget *parent)
    : QWidget(parent), m_file(new QComboBox), m_note(new QLabel), m_code(new CodeView),
      m_empty(new EmptyState(IconName::ListChecks, tr("Here stands the SQL that loads and checks this table."), tr("The plan has no SQL of it yet: make the plan first.")))
{
    setObjectName(QStringLiteral("generated-sql"));
    m_file->setObjectName(QStringLiteral("sql-file"));
    m_file->setAccessibleName(tr("File"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_code->setObjectName(QStringLiteral("sql-text"));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Theme::instance().space(Space::Small));
    layout->addWidget(m_note);
    layout->addWidget(m_file);
    layout->addWidget(m_code, 1);
    layout->addWidget(m_empty, 1);
    connect(m_file, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0 && index < int(m_files.size()))
            m_code->setText(m_files[std::size_t(index)].text);
    });
    setSql({}, {});
}

void GeneratedSqlView::setSql(const std::vector<api::SqlText> &files, const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty() && !files.empty());
    m_file->setVisible(!files.empty());
    m_code->setVisible(!files.empty());
    m_empty->setVisible(files.empty());
    if (files == m_files)
        return;
    const QString before = m_file->currentText();
    m_files = files;
    m_file->clear();
    for (const api::SqlText &file : files)
        m_file->addItem(file.path.section(QLatin1Char('/'), -1));
    if (const int same = m_file->findText(before); same >= 0)
        m_file->setCurrentIndex(same);
}

} // namespace lakehouse::views

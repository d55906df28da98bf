#include "pages/review/review_dialogs.h"

#include "kit/form_sheet.h"
#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <QFileDialog>

namespace lakehouse::views {

namespace {

constexpr QLatin1String field("text");

} // namespace

ReviewDialogs::ReviewDialogs(PageHost &host, ReviewPresenter &presenter, QWidget *page)
    : QObject(page), m_host(host), m_presenter(presenter), m_page(page),
      m_saver([](const QByteArray &content, const QString &name) { QFileDialog::saveFileContent(content, name); }),
      m_opener([](std::function<void(const QByteArray &)> take) {
          QFileDialog::getOpenFileContent(tr("Tables (*.csv)"), [take = std::move(take)](const QString &name, const QByteArray &content) {
              if (!name.isEmpty())
                  take(content);
          });
      })
{
    connect(&m_presenter, &ReviewPresenter::commented, this, &ReviewDialogs::close);
    connect(&m_presenter, &ReviewPresenter::assigned, this, &ReviewDialogs::close);
}

void ReviewDialogs::setFileDoors(FileSaver saver, FileOpener opener)
{
    m_saver = std::move(saver);
    m_opener = std::move(opener);
}

void ReviewDialogs::close()
{
    if (!m_form)
        return;
    m_host.setDraft(m_draftKey, {});
    m_form->accept();
}

bool ReviewDialogs::showError(const base::Error &error)
{
    if (!m_form)
        return false;
    m_form->setBusy({});
    m_form->setError(field, localized(error.message) + QLatin1Char(' ') + localized(error.hint));
    return true;
}

void ReviewDialogs::openText(const char *name, const QString &title, const QString &explanation, const QString &verb)
{
    m_draftKey = QStringLiteral("review/%1/%2").arg(QLatin1String(name), rowIdOf(m_presenter.state().subject, m_presenter.state().item));
    m_form = new FormSheet(m_page);
    m_form->setObjectName(QLatin1String(name) + QStringLiteral("-sheet"));
    m_form->setTitle(title);
    m_form->setExplanation(explanation);
    m_form->setFields({{.id = field, .label = tr("What you want to say"), .isRequired = true, .value = m_host.draft(m_draftKey)}});
    m_form->setSubmitVerb(verb);
    connect(m_form, &FormSheet::valueChanged, this, [this, key = m_draftKey](const QString &, const QString &text) { m_host.setDraft(key, text); });
    connect(m_form, &FormSheet::stopRequested, this, [this] {
        m_presenter.stopWork();
        if (m_form)
            m_form->setBusy({});
    });
}

void ReviewDialogs::comment()
{
    const ReviewState &state = m_presenter.state();
    if (!state.row())
        return;
    openText("comment", tr("Comment on %1").arg(state.item), tr("It stands in the history of the item, for everybody. Nothing is decided by it."), tr("Comment"));
    connect(m_form, &FormSheet::submitted, this, [this, item = state.item] {
        m_form->setBusy(tr("Writing the comment…"));
        m_presenter.comment(item, m_form->value(field));
    });
    m_form->open();
}

void ReviewDialogs::ask()
{
    const ReviewState &state = m_presenter.state();
    const api::ReviewRow *row = state.row();
    if (!row || !row->decidedBy)
        return;
    const QString to = *row->decidedBy;
    openText("ask", tr("Ask for changes of %1").arg(state.item), tr("It becomes a comment, and %1 is assigned to %2, who decided this item.").arg(subjectWord(state.subject), to), tr("Ask for changes"));
    connect(m_form, &FormSheet::submitted, this, [this, item = state.item, to] {
        m_form->setBusy(tr("Writing the comment…"));
        m_presenter.ask(item, m_form->value(field), to);
    });
    m_form->open();
}

void ReviewDialogs::assign()
{
    const ReviewState &state = m_presenter.state();
    const api::SubjectStanding *standing = state.standing(state.subject);
    if (!standing)
        return;
    m_draftKey = QStringLiteral("review/assign");
    m_form = new FormSheet(m_page);
    m_form->setObjectName(QStringLiteral("assign-sheet"));
    m_form->setTitle(tr("Assign %1").arg(subjectWord(state.subject)));
    m_form->setExplanation(tr("Who is asked to decide this subject. Left empty, nobody is."));
    m_form->setFields({{.id = field, .label = tr("To whom"), .value = standing->assignee.value_or(QString()), .placeholder = QStringLiteral("anna@example.com")}});
    m_form->setSubmitVerb(tr("Assign"));
    connect(m_form, &FormSheet::submitted, this, [this, subject = state.subject] {
        m_form->setBusy(tr("Assigning…"));
        m_presenter.assign(subject, m_form->value(field));
    });
    m_form->open();
}

void ReviewDialogs::import()
{
    m_opener([presenter = QPointer(&m_presenter)](const QByteArray &content) {
        if (presenter)
            presenter->previewImport(QString::fromUtf8(content));
    });
}

void ReviewDialogs::save(const api::ReviewTable &table, const QString &subject)
{
    const QString day = m_host.clock().now().toString().left(10);
    const QString name = subject.isEmpty() ? QStringLiteral("%1-review-%2.csv").arg(m_host.projectName(), day) : QStringLiteral("%1-review-%2-%3.csv").arg(m_host.projectName(), subject, day);
    m_saver(table.csv.toUtf8(), name);
}

} // namespace lakehouse::views

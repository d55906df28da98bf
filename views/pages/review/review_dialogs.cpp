#include "pages/review/review_dialogs.h"

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
    connect(&m_presenter, &ReviewPresenter::commented, this, &ReviewDialogs::taken);
    connect(&m_presenter, &ReviewPresenter::assigned, this, &ReviewDialogs::taken);
}

void ReviewDialogs::setFileDoors(FileSaver saver, FileOpener opener)
{
    m_saver = std::move(saver);
    m_opener = std::move(opener);
}

/// What was sent is no draft any more, even where its sheet was closed meanwhile.
void ReviewDialogs::taken()
{
    if (m_sentDraft.isEmpty())
        return;
    m_host.setDraft(std::exchange(m_sentDraft, {}), {});
    if (m_form)
        m_form->accept();
}

void ReviewDialogs::showWork()
{
    if (!m_form)
        return;
    const bool isUnderWay = !m_presenter.work().operation().isEmpty();
    const bool isElsewhere = isUnderWay && m_presenter.askedIn() != AskedIn::Sheet;
    if (!isUnderWay)
        m_form->setBusy({});
    m_form->setSubmitBlocked(isElsewhere ? m_presenter.work().whyBusy() : QString());
}

bool ReviewDialogs::showError(const base::Error &error)
{
    if (!m_form)
        return false;
    m_form->setError(field, localized(error.message) + QLatin1Char(' ') + localized(error.hint));
    return true;
}

void ReviewDialogs::open(LineSheet sheet)
{
    const QString draftKey = QStringLiteral("review/%1/%2").arg(QLatin1String(sheet.name), sheet.about);
    sheet.line.id = field;
    if (const QString draft = m_host.draft(draftKey); !draft.isEmpty())
        sheet.line.value = draft;
    m_form = new FormSheet(m_page);
    m_form->setObjectName(QLatin1String(sheet.name) + QStringLiteral("-sheet"));
    m_form->setTitle(sheet.title);
    m_form->setExplanation(sheet.explanation);
    m_form->setFields({sheet.line});
    m_form->setSubmitVerb(sheet.verb);
    connect(m_form, &FormSheet::valueChanged, this, [this, draftKey](const QString &, const QString &text) { m_host.setDraft(draftKey, text); });
    connect(m_form, &FormSheet::stopRequested, &m_presenter, &ReviewPresenter::stopWork);
    connect(m_form, &FormSheet::submitted, this, [this, draftKey, busy = sheet.busy, send = std::move(sheet.send)] {
        m_sentDraft = draftKey;
        m_form->setBusy(busy);
        send(m_form->value(field));
    });
    connect(m_form, &Sheet::closed, this, [this] { m_form.clear(); });
    showWork();
    m_form->open();
}

void ReviewDialogs::comment()
{
    const ReviewState &state = m_presenter.state();
    if (!state.row())
        return;
    open({.name = "comment", .about = rowIdOf(state.subject, state.item), .title = tr("Comment on %1").arg(state.item),
          .explanation = tr("It stands in the history of the item, for everybody. Nothing is decided by it."), .line = {.label = tr("What you want to say"), .isRequired = true},
          .verb = tr("Comment"), .busy = tr("Writing the comment…"), .send = [this, item = state.item](const QString &text) { m_presenter.comment(item, text); }});
}

void ReviewDialogs::ask()
{
    const ReviewState &state = m_presenter.state();
    const api::ReviewRow *row = state.row();
    if (!row || !row->decidedBy)
        return;
    const QString to = *row->decidedBy;
    open({.name = "ask", .about = rowIdOf(state.subject, state.item), .title = tr("Ask for changes of %1").arg(state.item),
          .explanation = tr("It becomes a comment, and %1 is assigned to %2, who decided this item.").arg(subjectWord(state.subject), to),
          .line = {.label = tr("What you want to say"), .isRequired = true}, .verb = tr("Ask for changes"), .busy = tr("Writing the comment…"),
          .send = [this, item = state.item, to](const QString &text) { m_presenter.ask(item, text, to); }});
}

void ReviewDialogs::assign()
{
    const ReviewState &state = m_presenter.state();
    const api::SubjectStanding *standing = state.standing(state.subject);
    if (!standing)
        return;
    open({.name = "assign", .about = subjectId(state.subject), .title = tr("Assign %1").arg(subjectWord(state.subject)),
          .explanation = tr("Who is asked to decide this subject. Left empty, nobody is."),
          .line = {.label = tr("To whom"), .value = standing->assignee.value_or(QString()), .placeholder = QStringLiteral("anna@example.com")}, .verb = tr("Assign"),
          .busy = tr("Assigning…"), .send = [this, subject = state.subject](const QString &to) { m_presenter.assign(subject, to); }});
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

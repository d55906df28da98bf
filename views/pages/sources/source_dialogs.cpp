#include "pages/sources/source_dialogs.h"

#include "kit/danger_sheet.h"
#include "kit/localized.h"
#include "pages/sources/source_form.h"
#include "pages/sources/source_history.h"
#include "shell/password_sheet.h"

#include <utility>

namespace lakehouse::views {

using base::Result;

namespace {

SourceDraft draftOf(const api::SourceRow &row)
{
    return {.name = row.name, .kind = row.engine, .connect = row.address, .user = row.user, .passwordEnv = row.passwordEnv, .schemas = row.schemas,
            .tlsMode = row.tlsMode, .tlsRootCertificate = row.tlsRootCertificate, .extract = row.isExtracted};
}

QString removalDraft(const QString &source)
{
    return QStringLiteral("sources/remove/") + source;
}

QString editDraft(const QString &source)
{
    return QStringLiteral("sources/edit/") + source;
}

} // namespace

SourceDialogs::SourceDialogs(PageHost &host, SourcesPresenter &presenter, QWidget *page) : QObject(page), m_host(host), m_presenter(presenter), m_page(page)
{
    connect(&m_presenter, &SourcesPresenter::draftTested, this, [this](const SourceTrial &trial) {
        if (m_form)
            m_form->showTrial(trial);
    });
    connect(&m_presenter, &SourcesPresenter::removed, this, [this](const QString &source) {
        m_host.setDraft(removalDraft(source), {});
        m_host.setDraft(editDraft(source), {});
    });
    connect(&m_presenter, &SourcesPresenter::saved, this, [this] {
        const QString sent = std::exchange(m_sentKey, {});
        m_host.setDraft(sent, {}); // also of a form that was closed meanwhile
        if (!m_form || m_draftKey != sent)
            return;
        keepPassword();
        m_form->accept();
    });
}

bool SourceDialogs::showError(const base::Error &error)
{
    if (!m_form)
        return false;
    m_form->showError(error);
    return true;
}

void SourceDialogs::add()
{
    openForm({}, true);
}

void SourceDialogs::edit()
{
    if (const api::SourceRow *row = m_presenter.row())
        openForm(draftOf(*row), false);
}

void SourceDialogs::openForm(const SourceDraft &draft, bool isNew)
{
    m_isNew = isNew;
    const Credentials &credentials = m_host.credentials();
    m_form = new SourceForm(isNew ? SourceForm::Mode::Add : SourceForm::Mode::Edit, draft, credentials.canStore() ? QString() : credentials.whyNot(), m_page);
    m_draftKey = isNew ? QStringLiteral("sources/add") : editDraft(draft.name);
    m_original = m_form->draft(); // as the form has it
    m_original.name = draft.name;
    m_original.kind = draft.kind;
    const QString begun = m_host.draft(m_draftKey);
    m_leftOut = leftOutOf(begun);
    if (!begun.isEmpty()) {
        m_form->takeUp(draftFromText(begun, m_original), m_leftOut);
        keepDraft(); // one that was written before may hold what is not kept any more
    }
    connect(m_form, &FormSheet::valueChanged, this, [this](const QString &field) {
        m_leftOut.removeAll(field);
        keepDraft();
    });
    connect(m_form, &FormSheet::extraRequested, this, [this](const QString &extra) {
        if (extra == QLatin1String("test"))
            testTyped();
        if (extra == QLatin1String("begin-anew")) {
            m_leftOut.clear();
            keepDraft();
        }
    });
    connect(m_form, &FormSheet::submitted, this, &SourceDialogs::saveTyped);
    connect(m_form, &FormSheet::stopRequested, this, [this] {
        m_presenter.stopDraftTest();
        m_presenter.stopWork();
        m_form->setBusy({});
    });
    connect(m_form, &Sheet::closed, &m_presenter, &SourcesPresenter::stopDraftTest);
    m_form->open();
}

SourceDraft SourceDialogs::typed() const
{
    SourceDraft draft = m_form->draft();
    if (m_isNew)
        return draft;
    draft.name = m_original.name; // whichever source is selected by now
    draft.kind = m_original.kind;
    return draft;
}

void SourceDialogs::keepDraft()
{
    m_host.setDraft(m_draftKey, textOfDraft(typed(), m_original, m_leftOut));
}

void SourceDialogs::testTyped()
{
    if (!m_form->check())
        return;
    const SourceDraft draft = typed();
    if (m_form->hasPassword())
        m_host.credentials().holdForSession(draft.passwordEnv, m_form->password());
    m_form->setBusy(tr("Trying %1…").arg(draft.connect));
    m_presenter.testDraft(draft);
}

void SourceDialogs::saveTyped()
{
    if (!m_form->check())
        return;
    const SourceDraft draft = typed();
    if (m_isNew && m_presenter.find(draft.name)) {
        m_form->setError(QStringLiteral("name"), tr("There is a source of this name already."));
        return;
    }
    m_sentKey = m_draftKey;
    m_form->setBusy(tr("Saving…"));
    if (m_isNew)
        m_presenter.add(draft);
    else
        m_presenter.edit(draft);
}

void SourceDialogs::keepPassword()
{
    const QString variable = m_form->draft().passwordEnv;
    const PasswordKeeping keeping = m_form->keeping();
    if (keeping == PasswordKeeping::Session)
        m_host.credentials().holdForSession(variable, m_form->password());
    if (keeping == PasswordKeeping::Keyring)
        m_host.credentials().store(variable, m_form->password(), [dialogs = QPointer(this)](const Result<> &done) {
            if (!dialogs)
                return;
            if (!done)
                Q_EMIT dialogs->failed(done.error());
            dialogs->m_presenter.refresh();
        });
}

void SourceDialogs::setPassword()
{
    const api::SourceRow *row = m_presenter.row();
    if (!row)
        return;
    auto *form = new PasswordSheet(m_host.credentials(), wantedPassword(*row), m_page);
    connect(form, &PasswordSheet::kept, &m_presenter, &SourcesPresenter::refresh);
    form->open();
}

void SourceDialogs::forgetPassword()
{
    const api::SourceRow *row = m_presenter.row();
    if (!row)
        return;
    m_host.credentials().forget(row->passwordEnv, [dialogs = QPointer(this)](const Result<> &done) {
        if (!dialogs)
            return;
        if (!done)
            Q_EMIT dialogs->failed(done.error());
        dialogs->m_presenter.refresh();
    });
}

void SourceDialogs::remove()
{
    const api::SourceRow *row = m_presenter.row();
    if (!row)
        return;
    const QString name = row->name;
    const QString draftKey = removalDraft(name);
    auto *sheet = new DangerSheet({.title = tr("Remove %1").arg(name),
                                   .willHappen = {tr("Its entry is taken out of ekos.toml."), tr("What the ledger knows of its %1 tables stays.").arg(countText(row->tables))},
                                   .confirmVerb = tr("Remove the source"), .typeToConfirm = m_host.isProduction() ? name : QString(), .asksReason = true, .earlierReasons = removalReasons(m_presenter.state()),
                                   .draft = m_host.draft(draftKey)}, m_page);
    connect(sheet, &DangerSheet::draftChanged, this, [this, draftKey](const QString &text) { m_host.setDraft(draftKey, text); });
    connect(sheet, &DangerSheet::confirmed, this, [this, name](const QString &reason) { m_presenter.remove(name, reason); });
    sheet->open();
}

} // namespace lakehouse::views

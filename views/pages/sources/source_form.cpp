#include "pages/sources/source_form.h"

#include "kit/localized.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <map>

namespace lakehouse::views {

using model::CheckState;

namespace {

Status statusOfCheck(CheckState state)
{
    switch (state) {
    case CheckState::Passed: return Status::Done;
    case CheckState::Warning: return Status::DoneWithProblems;
    case CheckState::Failed: return Status::Failed;
    case CheckState::Skipped: return Status::Skipped;
    }
    return Status::Unknown;
}

/// What was tried, in words; a check that this page does not know stays as the program names it.
QString checkWords(const QString &check)
{
    static const std::map<QString, const char *> known{
        {QStringLiteral("reach"), QT_TRANSLATE_NOOP("SourceForm", "Reach it")}, {QStringLiteral("sign-in"), QT_TRANSLATE_NOOP("SourceForm", "Sign in")},
        {QStringLiteral("version"), QT_TRANSLATE_NOOP("SourceForm", "Version")}, {QStringLiteral("write-refused"), QT_TRANSLATE_NOOP("SourceForm", "A write is refused")},
        {QStringLiteral("settings"), QT_TRANSLATE_NOOP("SourceForm", "Settings")}, {QStringLiteral("encoding"), QT_TRANSLATE_NOOP("SourceForm", "Encoding")},
        {QStringLiteral("tls"), QT_TRANSLATE_NOOP("SourceForm", "Encryption")}, {QStringLiteral("row-security"), QT_TRANSLATE_NOOP("SourceForm", "Row security")},
        {QStringLiteral("sees-transactions"), QT_TRANSLATE_NOOP("SourceForm", "Sees transactions")}, {QStringLiteral("clock"), QT_TRANSLATE_NOOP("SourceForm", "Clock")},
        {QStringLiteral("source-catalog"), QT_TRANSLATE_NOOP("SourceForm", "Trino catalog")}, {QStringLiteral("type-mapping"), QT_TRANSLATE_NOOP("SourceForm", "Types through Trino")}};
    const auto found = known.find(check);
    return found == known.end() ? check : QCoreApplication::translate("SourceForm", found->second);
}

/// What a check found, said once: where the finding names what was tried, its name before it would only say it again.
QString checkLine(const model::ServiceCheck &check)
{
    static const QStringList saidByFinding{QStringLiteral("reach"), QStringLiteral("sign-in"), QStringLiteral("version"), QStringLiteral("write-refused"),
                                           QStringLiteral("encoding"), QStringLiteral("row-security"), QStringLiteral("sees-transactions"),
                                           QStringLiteral("source-catalog"), QStringLiteral("type-mapping")};
    const QString finding = check.finding.isEmpty() ? QCoreApplication::translate("SourceForm", "not tried") : localized(check.finding);
    const bool hasPassedHere = check.state == CheckState::Passed || check.state == CheckState::Warning;
    const bool isSaid = hasPassedHere && !check.finding.isEmpty() && saidByFinding.contains(check.check);
    QString line = isSaid ? finding.front().toUpper() + finding.mid(1) : QCoreApplication::translate("SourceForm", "%1: %2").arg(checkWords(check.check), finding);
    if (check.remedy.isEmpty())
        return line;
    if (!line.endsWith(QLatin1Char('.')))
        line += QLatin1Char('.');
    return line + QLatin1Char(' ') + localized(check.remedy);
}

std::vector<QString> listOf(const QString &text)
{
    std::vector<QString> names;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const QString name = part.trimmed(); !name.isEmpty())
            names.push_back(name);
    return names;
}

/// "erp-prod" → "EKOS_ERP_PROD_PASSWORD"
QString variableFor(const QString &name)
{
    static const QRegularExpression other(QStringLiteral("[^A-Z0-9]+"));
    return name.isEmpty() ? QString() : QStringLiteral("EKOS_%1_PASSWORD").arg(name.toUpper().replace(other, QStringLiteral("_")));
}

} // namespace

QString textOfDraft(const SourceDraft &draft, const SourceDraft &original, const QStringList &leftOut)
{
    // Complete and plain only: a URL, user/password@host or password=… begins like an address before its telling sign is typed.
    static const QRegularExpression name(QStringLiteral("\\A[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*\\z"));
    static const QRegularExpression address(QStringLiteral("\\A(\\[[0-9A-Fa-f:.]+\\]|[^\\s:/@?=\\[\\]]+):[0-9]{1,5}/[^\\s:/@?=]+\\z"));
    static const QRegularExpression user(QStringLiteral("\\A[^\\s:/@?=]*\\z"));
    static const QRegularExpression variable(QStringLiteral("\\A[A-Z][A-Z0-9]*(_+[A-Z0-9]+)+\\z")); // a single word may be the password
    static const QRegularExpression schema(QStringLiteral("\\A[\\p{L}\\p{N}_$#-]+\\z"));
    static const QRegularExpression certificate(QStringLiteral("\\A[^\\s:@?=]+\\.(pem|crt|cer)\\z"));
    const auto isPlain = [](const QString &value, const QRegularExpression &plain) { return value.isEmpty() || plain.match(value).hasMatch(); };
    const auto list = [](const std::vector<QString> &names) { return QJsonArray::fromStringList(QStringList(names.begin(), names.end())); };
    QJsonObject fields;
    QStringList lost;
    const auto keep = [&](const char *id, const QJsonValue &value, const QJsonValue &before, bool mayKeep) {
        const bool isTyped = value != before;
        if (isTyped && mayKeep)
            fields.insert(QLatin1String(id), value);
        else if (isTyped || leftOut.contains(QLatin1String(id)))
            lost += QLatin1String(id);
    };
    const bool isNameKept = draft.name == original.name || isPlain(draft.name, name);
    keep("name", draft.name, original.name, isNameKept);
    keep("kind", draft.kind, original.kind, true);
    keep("connect", draft.connect, original.connect, isPlain(draft.connect, address));
    keep("user", draft.user, original.user, isPlain(draft.user, user));
    keep("password-env", draft.passwordEnv, original.passwordEnv, isNameKept && isPlain(draft.passwordEnv, variable)); // which was made from the name
    keep("schemas", list(draft.schemas), list(original.schemas), std::ranges::all_of(draft.schemas, [&](const QString &one) { return isPlain(one, schema); }));
    keep("tls-mode", draft.tlsMode, original.tlsMode, true);
    keep("tls-root-certificate", draft.tlsRootCertificate, original.tlsRootCertificate, isPlain(draft.tlsRootCertificate, certificate));
    keep("extract", draft.extract, original.extract, true);
    if (!lost.isEmpty())
        fields.insert(QStringLiteral("left-out"), QJsonArray::fromStringList(lost));
    return fields.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(fields).toJson(QJsonDocument::Compact));
}

SourceDraft draftFromText(const QString &text, const SourceDraft &original)
{
    const QJsonObject fields = QJsonDocument::fromJson(text.toUtf8()).object();
    SourceDraft draft = original;
    const auto take = [&fields](const char *id, QString &value) { value = fields.value(QLatin1String(id)).toString(value); };
    take("name", draft.name);
    take("kind", draft.kind);
    take("connect", draft.connect);
    take("user", draft.user);
    take("password-env", draft.passwordEnv);
    take("tls-mode", draft.tlsMode);
    take("tls-root-certificate", draft.tlsRootCertificate);
    draft.extract = fields.value(QLatin1String("extract")).toBool(draft.extract);
    if (const QJsonValue schemas = fields.value(QLatin1String("schemas")); schemas.isArray()) {
        draft.schemas.clear();
        for (const QJsonValue &schema : schemas.toArray())
            draft.schemas.push_back(schema.toString());
    }
    return draft;
}

QStringList leftOutOf(const QString &text)
{
    QStringList ids;
    for (const QJsonValue &id : QJsonDocument::fromJson(text.toUtf8()).object().value(QLatin1String("left-out")).toArray())
        ids += id.toString();
    return ids;
}

SourceForm::SourceForm(Mode mode, const SourceDraft &draft, const QString &whyNoKeyring, QWidget *anchor) : FormSheet(anchor), m_mode(mode), m_original(draft)
{
    setObjectName(QStringLiteral("source-form"));
    setTitle(mode == Mode::Add ? tr("Add a source") : tr("Edit %1").arg(draft.name));
    setExplanation(tr("It is only ever read: a write must be refused by the database itself, and Test tries one."));
    m_proposed = draft.passwordEnv;
    std::vector<FormField> fields;
    if (mode == Mode::Add) {
        fields.push_back({.id = QStringLiteral("name"), .label = tr("Name"), .help = tr("How this project calls it; it stays with every fact about it."), .isRequired = true, .value = draft.name, .placeholder = QStringLiteral("sales")});
        fields.push_back({.id = QStringLiteral("kind"), .label = tr("Engine"), .kind = FormField::Kind::Choice, .isRequired = true, .value = draft.kind, .options = {{QStringLiteral("postgresql"), QStringLiteral("PostgreSQL")}}});
    }
    fields.push_back({.id = QStringLiteral("connect"), .label = tr("Address"), .help = tr("Host, port and database."), .isRequired = true, .value = draft.connect, .placeholder = QStringLiteral("db.example.com:5432/sales")});
    fields.push_back({.id = QStringLiteral("user"), .label = tr("User"), .help = tr("A role that may read and nothing else."), .isRequired = true, .value = draft.user, .placeholder = QStringLiteral("ekos_reader")});
    fields.push_back({.id = QStringLiteral("password"), .label = tr("Password"), .help = tr("Never written to a file, never shown again. Left empty, what is kept already stays."), .kind = FormField::Kind::Secret});
    std::vector<std::pair<QString, QString>> places;
    if (whyNoKeyring.isEmpty())
        places.emplace_back(QStringLiteral("keyring"), tr("In the system's keyring"));
    places.emplace_back(QStringLiteral("session"), tr("Until the console closes"));
    fields.push_back({.id = QStringLiteral("keep"), .label = tr("Keep it"), .help = whyNoKeyring, .kind = FormField::Kind::Choice, .isRequired = true, .value = places.front().first, .options = places});
    fields.push_back({.id = QStringLiteral("password-env"), .label = tr("Name of the password"), .help = tr("Written to ekos.toml instead of the password. Programs without a keyring look for an environment variable of this name."),
                      .isRequired = true, .value = draft.passwordEnv, .placeholder = QStringLiteral("EKOS_SALES_PASSWORD")});
    fields.push_back({.id = QStringLiteral("schemas"), .label = tr("Schemas"), .help = tr("Separated by commas. Left empty: all but the system's."), .value = QStringList(draft.schemas.begin(), draft.schemas.end()).join(QStringLiteral(", ")), .placeholder = QStringLiteral("public, sales")});
    fields.push_back({.id = QStringLiteral("tls-mode"), .label = tr("Encryption"), .kind = FormField::Kind::Choice, .value = draft.tlsMode,
                      .options = {{QString(), tr("As the address needs it: required except on this machine")}, {QStringLiteral("verify-full"), tr("Required, certificate and name checked")},
                                  {QStringLiteral("verify-ca"), tr("Required, certificate checked")}, {QStringLiteral("require"), tr("Required, certificate not checked")},
                                  {QStringLiteral("prefer"), tr("If the server offers it")}, {QStringLiteral("disable"), tr("None")}}});
    fields.push_back({.id = QStringLiteral("tls-root-certificate"), .label = tr("Root certificate"), .help = tr("Path of a PEM file; needed when the certificate is checked and is not the system's."), .value = draft.tlsRootCertificate});
    fields.push_back({.id = QStringLiteral("extract"), .label = tr("Extraction plan"), .kind = FormField::Kind::Choice, .isRequired = true, .value = draft.extract ? QStringLiteral("yes") : QStringLiteral("no"),
                      .options = {{QStringLiteral("no"), tr("Stays as it is")}, {QStringLiteral("yes"), tr("Is made from this source from now on")}}});
    setFields(fields);
    addExtra(QStringLiteral("test"), tr("Test"));
    setSubmitVerb(mode == Mode::Add ? tr("Add the source") : tr("Save"));
    connect(this, &FormSheet::valueChanged, this, [this](const QString &field) {
        if (field == QLatin1String("name"))
            proposeVariable();
    });
}

void SourceForm::takeUp(const SourceDraft &begun, const QStringList &leftOut)
{
    fill(begun);
    addExtra(QStringLiteral("begin-anew"), tr("Begin anew"), Needs::Nothing);
    connect(this, &FormSheet::extraRequested, this, [this](const QString &extra) {
        if (extra != QLatin1String("begin-anew"))
            return;
        setValue(QStringLiteral("password"), {});
        fill(m_original);
        m_proposed = m_original.passwordEnv;
        setResult({});
    });
    QStringList labels;
    for (const QString &field : leftOut)
        labels += label(field);
    setResult({{.text = labels.isEmpty() ? tr("This is what you had begun to type. The password was not kept.")
                                         : tr("This is what you had begun to type, without the password and without what could hold one: %1.").arg(labels.join(QStringLiteral(", ")))}});
}

void SourceForm::fill(const SourceDraft &draft)
{
    setValue(QStringLiteral("name"), draft.name);
    setValue(QStringLiteral("kind"), draft.kind);
    setValue(QStringLiteral("connect"), draft.connect);
    setValue(QStringLiteral("user"), draft.user);
    setValue(QStringLiteral("password-env"), draft.passwordEnv);
    setValue(QStringLiteral("schemas"), QStringList(draft.schemas.begin(), draft.schemas.end()).join(QStringLiteral(", ")));
    setValue(QStringLiteral("tls-mode"), draft.tlsMode);
    setValue(QStringLiteral("tls-root-certificate"), draft.tlsRootCertificate);
    setValue(QStringLiteral("extract"), draft.extract ? QStringLiteral("yes") : QStringLiteral("no"));
}

void SourceForm::proposeVariable()
{
    if (value(QStringLiteral("password-env")) != m_proposed)
        return;
    m_proposed = variableFor(value(QStringLiteral("name")).trimmed());
    setValue(QStringLiteral("password-env"), m_proposed);
}

SourceDraft SourceForm::draft() const
{
    const auto trimmed = [this](const char *id) { return value(QString::fromLatin1(id)).trimmed(); };
    return {.name = trimmed("name"), .kind = m_mode == Mode::Add ? trimmed("kind") : QString(), .connect = trimmed("connect"), .user = trimmed("user"), .passwordEnv = trimmed("password-env"),
            .schemas = listOf(value(QStringLiteral("schemas"))), .tlsMode = trimmed("tls-mode"), .tlsRootCertificate = trimmed("tls-root-certificate"), .extract = trimmed("extract") == QLatin1String("yes")};
}

bool SourceForm::hasPassword() const
{
    return hasSecret(QStringLiteral("password"));
}

base::Secret SourceForm::password() const
{
    return copySecret(QStringLiteral("password"));
}

PasswordKeeping SourceForm::keeping() const
{
    if (!hasPassword())
        return PasswordKeeping::Nowhere;
    return value(QStringLiteral("keep")) == QLatin1String("keyring") ? PasswordKeeping::Keyring : PasswordKeeping::Session;
}

bool SourceForm::check()
{
    static const QRegularExpression address(QStringLiteral("\\A(\\[[0-9A-Fa-f:.]+\\]|[^\\s:/@?\\[\\]]+)(:[0-9]{1,5})?/[^@?]+\\z"));
    static const QRegularExpression variable(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    bool isFine = true;
    const auto wrong = [&](const char *field, const QString &sentence) {
        setError(QString::fromLatin1(field), sentence);
        isFine = false;
    };
    const SourceDraft typed = draft();
    if (!address.match(typed.connect).hasMatch())
        wrong("connect", tr("Write host:port/database, such as db.example.com:5432/sales."));
    if (!variable.match(typed.passwordEnv).hasMatch())
        wrong("password-env", tr("Use letters, digits and underscores, such as EKOS_SALES_PASSWORD."));
    return isFine;
}

void SourceForm::showTrial(const SourceTrial &trial)
{
    setBusy({});
    setResult(trialSentences(trial));
}

void SourceForm::showError(const base::Error &error)
{
    setBusy({});
    setResult({{.text = localized(error.message), .status = Status::Failed}, {.text = localized(error.hint)}});
}

std::vector<Sentence> trialSentences(const SourceTrial &trial)
{
    std::vector<Sentence> lines;
    if (trial.error) {
        lines.push_back({.text = localized(trial.error->message), .status = Status::Failed});
        lines.push_back({.text = localized(trial.error->hint)});
        return lines;
    }
    if (!trial.test)
        return lines;
    for (const model::ServiceCheck &check : trial.test->checks) {
        lines.push_back({.text = checkLine(check), .status = statusOfCheck(check.state)});
    }
    int held = 0, lacking = 0;
    for (const api::SourceRight &right : trial.test->rights)
        ++(right.isHeld ? held : lacking);
    if (lacking > 0)
        lines.push_back({.text = QCoreApplication::translate("SourceForm", "%n right(s) are missing.", nullptr, lacking), .status = Status::DoneWithProblems});
    else if (held > 0)
        lines.push_back({.text = QCoreApplication::translate("SourceForm", "All %n right(s) that reading needs are held.", nullptr, held), .status = Status::Done});
    if (!trial.test->unsupportedTypes.empty())
        lines.push_back({.text = QCoreApplication::translate("SourceForm", "%n type(s) cannot be loaded; the columns are named in the tab Types.", nullptr, int(trial.test->unsupportedTypes.size())), .status = Status::DoneWithProblems});
    return lines;
}

} // namespace lakehouse::views

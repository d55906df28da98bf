#include "shell/password_sheet.h"

#include "kit/localized.h"

namespace lakehouse::views {

PasswordSheet::PasswordSheet(Credentials &credentials, const PasswordWanted &wanted, QWidget *anchor)
    : FormSheet(anchor), m_credentials(credentials), m_variable(wanted.variable)
{
    setObjectName(QStringLiteral("password-form"));
    setTitle(wanted.title.isEmpty() ? tr("Password for %1").arg(wanted.variable) : wanted.title);
    setExplanation(wanted.explanation.isEmpty() ? tr("The environment variable %1 is not set. What you asked for goes on when its password is typed. Never written to a file, never shown again.").arg(wanted.variable)
                                                : wanted.explanation);
    const bool hasKeyring = credentials.canStore();
    std::vector<std::pair<QString, QString>> places;
    if (hasKeyring)
        places.emplace_back(QStringLiteral("keyring"), tr("In the system's keyring"));
    places.emplace_back(QStringLiteral("session"), tr("Until the console closes"));
    setFields({{.id = QStringLiteral("password"), .label = tr("Password"), .kind = FormField::Kind::Secret, .isRequired = true},
               {.id = QStringLiteral("keep"), .label = tr("Keep it"), .help = hasKeyring ? QString() : credentials.whyNot(),
                .kind = FormField::Kind::Choice, .isRequired = true, .value = places.front().first, .options = places}});
    setSubmitVerb(tr("Keep the password"));
    connect(this, &FormSheet::submitted, this, &PasswordSheet::keep);
}

void PasswordSheet::keep()
{
    base::Secret password = takeSecret(QStringLiteral("password"));
    if (value(QStringLiteral("keep")) == QLatin1String("session")) {
        m_credentials.holdForSession(m_variable, std::move(password));
        stored(base::Ok{});
        return;
    }
    setBusy(tr("Asking the keyring…"));
    m_credentials.store(m_variable, std::move(password), [sheet = QPointer(this)](const base::Result<> &done) {
        if (sheet)
            sheet->stored(done);
    });
}

void PasswordSheet::stored(const base::Result<> &done)
{
    setBusy({});
    if (!done) {
        setError(QStringLiteral("keep"), localized(done.error().message) + QLatin1Char(' ') + localized(done.error().hint));
        return;
    }
    accept();
    Q_EMIT kept();
}

} // namespace lakehouse::views

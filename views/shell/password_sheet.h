#pragma once

#include "kit/form_sheet.h"
#include "shell/credentials.h"
#include "shell/password_wanted.h"

namespace lakehouse::views {

/// Asks for a password and where to keep it: in the system's keyring, or until the console closes, which is the only choice without a keyring.
class PasswordSheet : public FormSheet {
    Q_OBJECT
public:
    /// `credentials` live longer.
    PasswordSheet(Credentials &credentials, const PasswordWanted &wanted, QWidget *anchor);

Q_SIGNALS:
    void kept(); ///< the next call of an operation uses it

private:
    void keep();
    void stored(const base::Result<> &done);

    Credentials &m_credentials;
    QString m_variable;
};

} // namespace lakehouse::views

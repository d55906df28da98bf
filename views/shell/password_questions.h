#pragma once

#include "shell/credentials.h"
#include "shell/password_wanted.h"

#include <QWidget>

#include <vector>

namespace lakehouse::views {

/// The passwords that something waits for: one sheet at a time over the window, one for each password however many wait for it.
class PasswordQuestions : public QObject {
public:
    /// `credentials` live longer; the sheets open over `window`.
    PasswordQuestions(Credentials &credentials, QWidget *window);

    /// `typed` follows when the person typed it; never when they put the sheet away.
    void ask(const PasswordWanted &wanted, std::function<void()> typed);

private:
    struct Question {
        PasswordWanted wanted;
        std::vector<std::function<void()>> waiting;
    };

    void openNext();
    void close(bool isKept);

    Credentials &m_credentials;
    QWidget *m_window;
    std::vector<Question> m_questions; ///< the first one is on its sheet
};

} // namespace lakehouse::views

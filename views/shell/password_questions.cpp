#include "shell/password_questions.h"

#include "shell/password_sheet.h"

#include <algorithm>

namespace lakehouse::views {

PasswordQuestions::PasswordQuestions(Credentials &credentials, QWidget *window) : QObject(window), m_credentials(credentials), m_window(window) {}

void PasswordQuestions::ask(const PasswordWanted &wanted, std::function<void()> typed)
{
    const auto same = std::ranges::find(m_questions, wanted.variable, [](const Question &question) { return question.wanted.variable; });
    if (same != m_questions.end()) {
        same->waiting.push_back(std::move(typed));
        return;
    }
    m_questions.push_back({wanted, {std::move(typed)}});
    if (m_questions.size() == 1)
        openNext();
}

void PasswordQuestions::openNext()
{
    auto *sheet = new PasswordSheet(m_credentials, m_questions.front().wanted, m_window);
    connect(sheet, &PasswordSheet::kept, this, [this] { close(true); });
    connect(sheet, &Sheet::dismissed, this, [this] { close(false); });
    sheet->open();
}

void PasswordQuestions::close(bool isKept)
{
    const Question closed = std::move(m_questions.front());
    m_questions.erase(m_questions.begin());
    if (!m_questions.empty())
        openNext();
    if (isKept)
        for (const std::function<void()> &typed : closed.waiting)
            typed();
}

} // namespace lakehouse::views

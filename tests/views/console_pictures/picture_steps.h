#pragma once

#include "shell/main_window.h"
#include "views/console/console_hand.h"
#include "views/console_pictures/picture_project.h"
#include "views/console_pictures/picture_taker.h"

#include <QObject>

#include <memory>

namespace lakehouse::testsupport {

/// One project and one window in front of which each function goes on where the one before ended. What it does there is what a person does.
class PictureSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void cleanupTestCase();

protected:
    static constexpr int soonMs = 30'000;
    static constexpr int workMs = 90'000;

    /// Looks and words of every window, the same wherever the pictures are taken.
    static void prepare();
    void begin(PictureProject::Kind kind);
    void openWindow();
    void take(const char *name, Rests rests = Rests::Yes);
    void go(const char *page, const char *object = "", const char *tab = "");
    void act(const char *command);
    /// Whether the list of sentences with this name says it.
    bool hasSentence(const char *list, const char *words) const;
    /// Whether it stands anywhere on the window.
    bool isShown(const char *words) const;
    /// Types a reason into the open form, takes its picture when it has a name, and confirms it.
    void confirm(const char *words, const char *picture = nullptr);

    std::unique_ptr<PictureProject> m_project;
    std::unique_ptr<PictureTaker> m_taker;
    std::unique_ptr<views::MainWindow> m_window;
    ConsoleHand m_hand;
    bool m_isBroken = false;
};

} // namespace lakehouse::testsupport

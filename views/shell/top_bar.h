#pragma once

#include "shell/bar_button.h"

#include <QWidget>

namespace lakehouse::views {

class PaletteButton;
class PlainLabel;

/// Project and environment, the palette, notifications, help and the person's choices.
class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(QWidget *parent = nullptr);

    void setProject(const QString &name, const QString &environment);
    /// Where the project is, for the tooltip.
    void setProjectPlace(const QString &place);
    void setUnread(int count);
    /// The keys that open the palette, as they are written on this system.
    void setPaletteKeys(const QString &keys);
    void setPersonMenu(QMenu *menu);
    QToolButton *projectButton() const { return m_project; }
    /// Without what gives way when it is narrow.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void projectsRequested();
    void paletteRequested();
    void notificationsRequested();
    void helpRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void dress();
    void giveWay();

    PlainLabel *m_program;
    QToolButton *m_project;
    PaletteButton *m_palette;
    PlainLabel *m_readOnly; ///< beside the lock
    QWidget *m_lock;
    BarButton *m_bell;
    BarButton *m_person;
    QString m_place;
};

} // namespace lakehouse::views

#pragma once

#include <QWidget>

namespace lakehouse::views {

/// Which environment this is, as a word on its colour, over the whole width: seen before anything is pressed.
class EnvironmentStrip : public QWidget {
    Q_OBJECT

public:
    explicit EnvironmentStrip(QWidget *parent = nullptr);
    /// "test", "production"; anything else is shown as it is written, and empty as not known yet.
    void setEnvironment(const QString &environment);
    const QString &environment() const { return m_environment; }
    QString word() const;
    bool isProduction() const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_environment;
};

/// TEST, PRODUCTION: the environment as a word.
QString environmentWord(const QString &environment);

} // namespace lakehouse::views

#include "shell/environment_strip.h"

#include "kit/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace lakehouse::views {

QString environmentWord(const QString &environment)
{
    if (environment == QLatin1String("test"))
        return QCoreApplication::translate("lakehouse::views::EnvironmentStrip", "TEST");
    if (environment == QLatin1String("production"))
        return QCoreApplication::translate("lakehouse::views::EnvironmentStrip", "PRODUCTION");
    return environment.toUpper();
}

EnvironmentStrip::EnvironmentStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("environment-strip"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setEnvironment({});
}

void EnvironmentStrip::setEnvironment(const QString &environment)
{
    m_environment = environment;
    setAccessibleName(environment.isEmpty() ? tr("The environment is not known yet") : tr("Environment: %1").arg(word()));
    update();
}

QString EnvironmentStrip::word() const
{
    return environmentWord(m_environment);
}

bool EnvironmentStrip::isProduction() const
{
    return m_environment == QLatin1String("production");
}

QSize EnvironmentStrip::sizeHint() const
{
    return {200, Theme::instance().lineHeight(TextStyle::Caption)};
}

void EnvironmentStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    if (m_environment.isEmpty()) {
        painter.fillRect(rect(), theme.color(ColorRole::Canvas));
        return;
    }
    // Production is the strong colour with the light word, test the light one with the strong word: they differ without their hue too.
    const Status status = isProduction() ? Status::Blocked : Status::Running;
    painter.fillRect(rect(), isProduction() ? theme.statusText(status) : theme.statusFill(status));
    painter.setPen(isProduction() ? theme.statusFill(status) : theme.statusText(status));
    QFont font = theme.font(TextStyle::Caption);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.drawText(rect(), Qt::AlignCenter, word());
}

} // namespace lakehouse::views

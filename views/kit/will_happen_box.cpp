#include "kit/will_happen_box.h"

#include "kit/banner_ground.h"
#include "kit/plain_label.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"

#include <QVBoxLayout>

namespace lakehouse::views {

WillHappenBox::WillHappenBox(QWidget *parent, Weight weight) : QWidget(parent), m_lines(new SentenceList(this)), m_weight(weight)
{
    setObjectName(QStringLiteral("will-happen"));
    m_lines->setObjectName(QStringLiteral("decision-will-happen"));
    m_lines->setFirstShown(8);
    auto *heading = new PlainLabel(TextStyle::Strong, ColorRole::Text, this);
    heading->setText(tr("This will happen"));
    const Theme &theme = Theme::instance();
    const int ring = theme.space(Space::Tight); // of the list, so that both begin at the same place
    heading->setContentsMargins(ring, 0, ring, 0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Small), theme.space(Space::Small), theme.space(Space::Tight));
    layout->setSpacing(0);
    layout->addWidget(heading);
    layout->addWidget(m_lines);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WillHappenBox::setSentences(const QStringList &sentences)
{
    m_lines->setSentences(sentences);
    setVisible(!sentences.isEmpty());
}

void WillHappenBox::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    const bool isUsual = m_weight == Weight::Usual;
    paintBannerGround(this, theme.color(isUsual ? ColorRole::InformationText : ColorRole::DangerText),
                      theme.color(isUsual ? ColorRole::InformationFill : ColorRole::DangerFill));
}

} // namespace lakehouse::views

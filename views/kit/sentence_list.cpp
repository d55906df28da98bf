#include "kit/sentence_list.h"

#include "kit/button_kind.h"
#include "kit/focus_ring.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/rebuilding.h"
#include "kit/selectable_text.h"
#include "kit/status_sign.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

SentenceList::SentenceList(QWidget *parent) : QWidget(parent), m_rows(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("sentence-list"));
    setFocusPolicy(Qt::StrongFocus);
    const int ring = Theme::instance().space(Space::Tight);
    m_rows->setContentsMargins(ring, ring, ring, ring);
    m_rows->setSpacing(Theme::instance().space(Space::Tight));
}

void SentenceList::setSentences(std::vector<Sentence> sentences)
{
    if (sentences == m_sentences)
        return;
    m_sentences = std::move(sentences);
    m_isWhole = false;
    rebuild();
}

void SentenceList::setSentences(const QStringList &texts)
{
    std::vector<Sentence> sentences;
    for (const QString &text : texts)
        sentences.push_back({.text = text});
    setSentences(std::move(sentences));
}

void SentenceList::setFirstShown(int count)
{
    m_firstShown = count;
    rebuild();
}

QString SentenceList::text() const
{
    QStringList lines;
    for (const Sentence &sentence : m_sentences)
        lines += sentence.status ? tr("%1: %2").arg(statusWord(*sentence.status), sentence.text) : sentence.text;
    return lines.join(QLatin1Char('\n'));
}

void SentenceList::rebuild()
{
    discardAll(*m_rows);
    m_more = nullptr;
    // One more than the limit is shown rather than a button that would take the same room.
    const bool isCut = !m_isWhole && qsizetype(m_sentences.size()) > m_firstShown + 1;
    const size_t shown = isCut ? size_t(m_firstShown) : m_sentences.size();
    for (size_t i = 0; i < shown; ++i)
        addRow(m_sentences[i]);
    if (isCut) {
        m_more = new QPushButton(tr("Show all %1").arg(countText(qint64(m_sentences.size()))), this);
        m_more->setObjectName(QStringLiteral("show-all"));
        setButtonKind(m_more, ButtonKind::Quiet);
        connect(m_more, &QPushButton::clicked, this, [this] {
            m_isWhole = true;
            setFocus();
            rebuild();
        });
        m_rows->addWidget(m_more, 0, Qt::AlignLeading);
    }
    m_rows->addStretch(1);
    keepTogether(*this);
    setAccessibleName(text());
    updateGeometry();
}

void SentenceList::addRow(const Sentence &sentence)
{
    auto *row = new QWidget(this);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Theme::instance().space(Space::Small));
    if (sentence.status) {
        line->addWidget(new StatusSign(*sentence.status, row), 0, Qt::AlignTop);
    } else if (m_sentences.size() > 1) {
        auto *dot = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, row); // where a sentence begins, when they wrap
        dot->setText(QStringLiteral("•"));
        dot->setWordWrap(false);
        line->addWidget(dot, 0, Qt::AlignTop);
    }
    line->addWidget(new SelectableText(sentence.text, TextStyle::Body, ColorRole::Text, row), 1);
    if (!sentence.linkText.isEmpty()) {
        auto *button = new QPushButton(sentence.linkText, row);
        button->setObjectName(QStringLiteral("sentence-link"));
        setButtonKind(button, ButtonKind::Quiet);
        connect(button, &QPushButton::clicked, this, [this, link = sentence.link] { Q_EMIT linkActivated(link); });
        line->addWidget(button, 0, Qt::AlignTop);
    }
    m_rows->addWidget(row);
    row->show(); // the layout would show it only when the event loop comes to it
}

void SentenceList::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy))
        return QWidget::keyPressEvent(event);
    const QString marked = markedText(*this);
    QGuiApplication::clipboard()->setText(marked.isEmpty() ? text() : marked);
}

void SentenceList::paintEvent(QPaintEvent *)
{
    paintFocusRing(*this);
}

} // namespace lakehouse::views

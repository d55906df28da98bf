#pragma once

#include "base/clock.h"

#include <QWidget>

#include <optional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace lakehouse::views {

class EvidenceCard;

/// A fact that speaks for or against a decision, or an option that was not taken and why.
struct EvidenceItem {
    enum Kind { For, Against, Rejected, Note };
    Kind kind = Note;
    QString about = {};     ///< what it is about: "Watermark last_update"; of Rejected: the option
    QString statement = {}; ///< what was observed; of Rejected: the reason
    QString where = {};     ///< "trigger last_updated on public.film, line 3"
    QString code = {};      ///< quoted as the source stores it; empty: nothing is quoted
    int line = 0;           ///< of the code, the one that matters; counts like firstLine; 0: none
    int firstLine = 1;      ///< the number of the first line of the code
    std::optional<base::UtcTime> at = {}; ///< when it was observed
    QString certainty = {}; ///< how sure: "proved by the trigger", "observed in 10 000 rows"
    QString link = {};      ///< where `where` leads to; empty: nowhere
    friend bool operator==(const EvidenceItem &, const EvidenceItem &) = default;
};

/// The facts behind a decision as cards in the order given, then "Why not otherwise?" with the options that were rejected.
/// Up and Down, Home and End go from card to card, Ctrl+C copies a card, or what is marked in it.
class EvidenceView : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceView(QWidget *parent = nullptr);

    /// Keeps the cards, the marked text and the place when nothing changed.
    void setItems(std::vector<EvidenceItem> items);
    const std::vector<EvidenceItem> &items() const { return m_items; }
    /// All of it as text, for the clipboard and for exports.
    QString text() const;

Q_SIGNALS:
    void linkActivated(const QString &link);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Group { Facts, Rejected };
    void rebuild();
    void addGroup(Group group, const QString &title);
    bool focusCard(int index); ///< always true: the key was used

    std::vector<EvidenceItem> m_items;
    std::vector<EvidenceCard *> m_cards;
    QScrollArea *m_scroll = nullptr;
    QVBoxLayout *m_rows = nullptr;
};

} // namespace lakehouse::views

#pragma once

#include "model/run.h"

#include <QAbstractTableModel>

#include <vector>

namespace lakehouse::views {

/// The log of a run, with what a filter lets through. What is hidden is counted, always.
class RunLogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Stage, Message, ColumnCount };
    /// What the words of a search are looked for in: only what is shown may be found.
    enum class Searched { Line, Message };

    explicit RunLogModel(QObject *parent = nullptr, Searched searched = Searched::Line);

    /// The log as it is now; only what came since is added when it goes on from the one shown.
    void setEvents(const std::vector<model::RunEvent> &events);
    void setProblemsOnly(bool isOn);
    /// Every word must occur, upper or lower case.
    void setWords(const QString &words);
    bool isProblemsOnly() const { return m_isProblemsOnly; }
    const QString &words() const { return m_words; }
    void showAll();

    qsizetype total() const { return qsizetype(m_lines.size()); }
    qsizetype hidden() const { return total() - qsizetype(m_shown.size()); }
    const model::RunEvent &eventAt(int row) const { return m_lines[m_shown[size_t(row)]].event; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void countsChanged();

private:
    struct Line {
        model::RunEvent event;
        QString text;   ///< the message in words
        QString folded; ///< for the filter
    };
    bool isShown(const Line &line) const;
    void append(const std::vector<model::RunEvent> &events, std::size_t from);
    void refilter();

    Searched m_searched;
    std::vector<Line> m_lines;
    std::vector<std::size_t> m_shown;
    QString m_words;
    QStringList m_wanted;
    bool m_isProblemsOnly = false;
};

} // namespace lakehouse::views

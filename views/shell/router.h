#pragma once

#include "shell/place.h"

#include <QObject>

#include <vector>

namespace lakehouse::views {

/// Where the person is, was and can go back to. Moving inside a page replaces the entry; going to another page or object adds one.
class Router : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    const Place &current() const { return m_current; }
    /// Goes there and emits arrived(). What lay ahead is forgotten.
    void go(const Place &place);
    /// The person moved inside the page they are on: the entry follows, nothing is emitted.
    void follow(const Place &place);
    bool canGoBack() const { return !m_behind.empty(); }
    bool canGoForward() const { return !m_ahead.empty(); }
    void back();
    void forward();

Q_SIGNALS:
    void arrived(const lakehouse::views::Place &place);
    void historyChanged();

private:
    void step(std::vector<Place> &from, std::vector<Place> &to);

    Place m_current;
    std::vector<Place> m_behind; ///< newest last
    std::vector<Place> m_ahead;  ///< nearest last
};

} // namespace lakehouse::views

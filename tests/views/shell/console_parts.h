#pragma once

#include "shell/page.h"
#include "shell/session_store.h"

#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <map>

namespace lakehouse::testsupport {

/// Keeps values in memory, as a file store would keep them: another window that takes the same store finds them.
class MemoryStore final : public views::SessionStore {
public:
    QByteArray value(const QString &key) const override
    {
        const auto kept = m_values.find(key);
        return kept == m_values.end() ? QByteArray() : kept->second;
    }
    void setValue(const QString &key, const QByteArray &value) override
    {
        ++writes;
        if (value.isEmpty())
            m_values.erase(key);
        else
            m_values[key] = value;
    }
    int writes = 0;

private:
    std::map<QString, QByteArray> m_values;
};

/// A page with a list, a search field and two commands; counts what it is told.
class TestPage final : public views::Page {
public:
    explicit TestPage(const QString &id) : m_id(id), m_place{.page = id}, box(new QLineEdit(this)), list(new QListWidget(this))
    {
        box->setObjectName(id + QStringLiteral("-box"));
        list->setObjectName(id + QStringLiteral("-list"));
        list->addItems({QStringLiteral("public.film"), QStringLiteral("public.rental"), QStringLiteral("public.film_actor")});
        auto *column = new QVBoxLayout(this);
        column->addWidget(box);
        column->addWidget(list);
        run = new views::CommandAction(id + QStringLiteral(".run"), QStringLiteral("Run the ") + id, this);
        run->setShortcut(Qt::Key_R);
        connect(run, &QAction::triggered, this, [this] { ++runs; });
        blocked = new views::CommandAction(id + QStringLiteral(".approve"), QStringLiteral("Approve the ") + id, this);
        blocked->setShortcut(Qt::Key_A);
        blocked->setBlocked(QStringLiteral("There is no plan yet."));
        connect(blocked, &QAction::triggered, this, [this] { ++approvals; });
        addCommand(run);
        addCommand(blocked);
        connect(list, &QListWidget::currentTextChanged, this, [this](const QString &text) {
            m_place.object = text;
            Q_EMIT placeChanged();
        });
    }
    QString id() const override { return m_id; }
    void setPlace(const views::Place &place) override
    {
        m_place = place;
        for (int row = 0; row < list->count(); ++row)
            if (list->item(row)->text() == place.object)
                list->setCurrentRow(row);
    }
    views::Place place() const override { return m_place; }
    void refresh() override
    {
        ++refreshes;
        QMetaObject::invokeMethod(this, [this] { Q_EMIT settled(); }, Qt::QueuedConnection);
    }
    void pulse(const api::ProjectPulse &pulse) override { pulses.push_back(pulse); }
    void workflowChanged(const model::WorkflowStatus &) override { ++workflows; }
    QByteArray saveState() const override { return state; }
    void restoreState(const QByteArray &kept) override { state = kept; }
    std::vector<views::PaletteItem> paletteItems(const QString &) const override
    {
        std::vector<views::PaletteItem> items;
        for (const char *table : {"public.film", "public.film_actor", "public.rental"})
            items.push_back({.kind = views::PaletteKind::Table, .id = QStringLiteral("table/") + QLatin1String(table), .title = QLatin1String(table),
                             .place = {.page = m_id, .object = QLatin1String(table)}});
        return items;
    }
    QWidget *focusStart() override { return list; }

    QString m_id;
    views::Place m_place;
    QLineEdit *box;
    QListWidget *list;
    views::CommandAction *run = nullptr;
    views::CommandAction *blocked = nullptr;
    QByteArray state;
    std::vector<api::ProjectPulse> pulses;
    int runs = 0;
    int approvals = 0;
    int refreshes = 0;
    int workflows = 0;
};

} // namespace lakehouse::testsupport

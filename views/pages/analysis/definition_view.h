#pragma once

#include <QWidget>

namespace lakehouse::views {

class CodeView;
class EmptyState;

/// What the source stores as SQL about the selected table, or why there is nothing.
class DefinitionView : public QWidget {
    Q_OBJECT
public:
    explicit DefinitionView(QWidget *parent = nullptr);

    /// The same text again changes nothing. Empty: there is none of a table that is known.
    void setDefinitions(const QString &table, const QString &sql);
    /// Of a table that is not known (yet): says so instead.
    void setNothing(const QString &why);
    CodeView &code() { return *m_code; }

private:
    CodeView *m_code;
    EmptyState *m_empty;
};

} // namespace lakehouse::views

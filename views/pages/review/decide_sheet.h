#pragma once

#include "kit/form_sheet.h"
#include "pages/review/review_presenter.h"

namespace lakehouse::views {

/// "Decide…": which of the decisions that fit, with what has to be typed for it: the columns of a key, a definition, classes of writing.
class DecideSheet : public FormSheet {
    Q_OBJECT
public:
    /// `detail`: of the item, where the decision is about one; its choices are offered besides those of the subject.
    DecideSheet(const DecideTarget &target, const std::optional<api::ReviewItemDetail> &detail, QWidget *anchor);

Q_SIGNALS:
    void chosen(const lakehouse::views::DecideTarget &target);

private:
    void addFields(const std::optional<api::ReviewItemDetail> &detail);
    void showFields();
    void choose();
    /// What is typed as a decision; what is wrong with it is said below its field.
    std::optional<model::ReviewVerdict> verdict();

    DecideTarget m_target;
};

} // namespace lakehouse::views

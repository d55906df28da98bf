# The blocks that a decision is made with: what is known, what will happen, why, and what came of it.
target_sources(lakehouse_kit PRIVATE
    danger_sheet.cpp
    decision_bar.cpp
    decision_form.cpp
    decision_panel.cpp
    detail_pane.cpp
    evidence_card.cpp
    evidence_view.cpp
    fitting_scroll.cpp
    fitting_tab_bar.cpp
    focus_ring.cpp
    form_sheet.cpp
    history_row.cpp
    history_view.cpp
    key_value_list.cpp
    plain_label.cpp
    quoted_code.cpp
    reason_field.cpp
    rebuilding.cpp
    receipt_card.cpp
    selectable_text.cpp
    sentence_list.cpp
    sheet.cpp
    status_sign.cpp
    will_happen_box.cpp
    wrapping_row.cpp)

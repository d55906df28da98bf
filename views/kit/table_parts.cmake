target_sources(lakehouse_kit PRIVATE table_rows.cpp table_filter.cpp letter_set.cpp table_keys.cpp column_order.cpp table_index.cpp table_work.cpp row_ids.cpp
    table_text.cpp table_export.cpp table_state.cpp filter_bar.cpp table_footer.cpp column_chooser.cpp value_viewer.cpp table_model.cpp
    cell_delegate.cpp rows_header.cpp rows_view.cpp table_selection.cpp table_commands.cpp data_table_parts.cpp data_table.cpp)

# The picture of where data comes from and where it goes, and the same as a list.
target_sources(lakehouse_kit PRIVATE
    lineage_ask_panel.cpp
    lineage_canvas.cpp
    lineage_chooser.cpp
    lineage_csv.cpp
    lineage_drawing.cpp
    lineage_export.cpp
    lineage_map.cpp
    lineage_model.cpp
    lineage_painter.cpp
    lineage_rows.cpp
    lineage_scene.cpp
    lineage_scene_builder.cpp
    lineage_strip.cpp
    lineage_svg.cpp
    lineage_view.cpp
    lineage_view_blocks.cpp
    lineage_view_commands.cpp
    lineage_view_parts.cpp
    lineage_view_state.cpp
    lineage_view_widgets.cpp)

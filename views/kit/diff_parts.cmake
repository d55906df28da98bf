# Texts of SQL to read and compare. Colours come from KSyntaxHighlighting where it is there as a Qt 6 library, else from our own lexer.
set(LAKEHOUSE_KSYNTAX_DIR "" CACHE PATH "Folder with KSyntaxHighlighting for Qt 6, as installer/packages/ksyntax.sh prepares it")

qt_add_resources(lakehouse_syntax_files ${PROJECT_SOURCE_DIR}/resources/syntax/lakehouse_syntax.qrc)
target_sources(lakehouse_kit PRIVATE ${lakehouse_syntax_files}
    code_edit.cpp code_view.cpp diff_accessible.cpp diff_canvas.cpp diff_canvas_input.cpp diff_colours.cpp diff_commands.cpp diff_html.cpp diff_model.cpp
    diff_painter.cpp diff_places.cpp diff_search.cpp diff_session.cpp diff_view.cpp diff_view_parts.cpp diff_words.cpp find_bar.cpp
    line_look.cpp shown_text.cpp sql_colours.cpp sql_highlighter_plain.cpp sql_syntax.cpp)

set(ksyntax "")
if(NOT EMSCRIPTEN)
    find_package(KF6SyntaxHighlighting QUIET)
    if(KF6SyntaxHighlighting_FOUND)
        set(ksyntax KF6::SyntaxHighlighting)
    elseif(LAKEHOUSE_KSYNTAX_DIR)
        find_library(LAKEHOUSE_KSYNTAX_LIBRARY KSyntaxHighlighting PATHS ${LAKEHOUSE_KSYNTAX_DIR}/lib NO_DEFAULT_PATH REQUIRED)
        add_library(lakehouse_ksyntax SHARED IMPORTED GLOBAL)
        set_target_properties(lakehouse_ksyntax PROPERTIES IMPORTED_LOCATION ${LAKEHOUSE_KSYNTAX_LIBRARY}
            INTERFACE_INCLUDE_DIRECTORIES ${LAKEHOUSE_KSYNTAX_DIR}/include/KSyntaxHighlighting)
        target_link_libraries(lakehouse_ksyntax INTERFACE Qt6::Gui)
        set(ksyntax lakehouse_ksyntax)
    endif()
endif()
if(ksyntax)
    target_sources(lakehouse_kit PRIVATE sql_highlighter_ksyntax.cpp)
    target_link_libraries(lakehouse_kit PRIVATE ${ksyntax})
else()
    message(STATUS "KSyntaxHighlighting for Qt 6 is not here: SQL is coloured by our own small highlighter (installer/packages/ksyntax.sh fetches it)")
    target_sources(lakehouse_kit PRIVATE sql_highlighter_builtin.cpp)
endif()

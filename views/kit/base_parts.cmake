# Tokens, theme, icons, words and the small controls. What is in resources/ is compiled in.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(resources ${PROJECT_SOURCE_DIR}/resources)
foreach(embedded IN ITEMS "tokensFile=${resources}/tokens.json" "styleSheetFile=${CMAKE_CURRENT_SOURCE_DIR}/console.qss")
    string(REGEX MATCH "^([^=]+)=(.+)$" _ "${embedded}")
    set(function ${CMAKE_MATCH_1})
    set(input ${CMAKE_MATCH_2})
    add_custom_command(OUTPUT ${function}.cpp
        COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DNAME=${function} -DHEADER=kit/embedded_files.h
            -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp -P ${CMAKE_CURRENT_SOURCE_DIR}/embed_file.cmake
        DEPENDS ${input} embed_file.cmake VERBATIM)
endforeach()
file(GLOB icon_drawings CONFIGURE_DEPENDS ${resources}/icons/*.svg)
add_custom_command(OUTPUT icon_paths.cpp
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/icon_table.py ${CMAKE_CURRENT_SOURCE_DIR}/icon_files.txt ${resources}/icons
        ${CMAKE_CURRENT_BINARY_DIR}/icon_paths.cpp
    DEPENDS ${icon_drawings} icon_files.txt icon_table.py VERBATIM)
set(base_made ${CMAKE_CURRENT_BINARY_DIR}/tokensFile.cpp ${CMAKE_CURRENT_BINARY_DIR}/styleSheetFile.cpp
    ${CMAKE_CURRENT_BINARY_DIR}/icon_paths.cpp)
set_source_files_properties(${base_made} PROPERTIES SKIP_AUTOGEN ON)
target_sources(lakehouse_kit PRIVATE ${base_made}
    action_button.cpp banner_ground.cpp bar_list.cpp button_kind.cpp chart.cpp chart_drawing.cpp console_style.cpp empty_state.cpp
    english_plurals.cpp error_banner.cpp file_saver.cpp icons.cpp label_dress.cpp loading_state.cpp localized.cpp notice_banner.cpp page_header.cpp
    pair_bar.cpp progress_strip.cpp sparkline.cpp status.cpp status_chip.cpp style_sheet.cpp theme.cpp timeline.cpp token_file.cpp
    tool_tip.cpp)

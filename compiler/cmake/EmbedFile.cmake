# weft_embed_file(<target> <symbol> <file>): an object library that carries a file's bytes in its read-only data, under
# the symbols <symbol>Begin and <symbol>End. The bytes are mapped with the library and cost nothing until they are read.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
function(weft_embed_file target symbol file)
  set(EMBED_SYMBOL "${symbol}")
  set(EMBED_FILE "${file}")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/compiler/cmake/EmbeddedFile.cpp.in" "${source}" @ONLY)
  # The dependency is of the source itself: a file that is compiled together with others loses it.
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${file}" SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(${target} STATIC "${source}")
  target_link_libraries(${target} PRIVATE weft-flags)
endfunction()

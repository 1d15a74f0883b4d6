# weft_component(<target> FOLDERS <folder>... [INCLUDE <folder>...] [USES <target>...]): a static library of all
# sources in the given folders. USES is public: it says which other components the headers may name.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
function(weft_component target)
  cmake_parse_arguments(ARG "" "" "FOLDERS;INCLUDE;USES;PRIVATE" ${ARGN})
  set(sources)
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  add_library(${target} STATIC ${sources})
  foreach(folder IN LISTS ARG_INCLUDE)
    target_include_directories(${target} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
  endforeach()
  # Own headers are named from the component's folder: "scheduler/RunQueue.h".
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE weft-flags ${ARG_PRIVATE})
endfunction()

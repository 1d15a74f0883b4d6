# weft_order_functions(<library> LIKE <program> KERNELS <file>...): links the library so that the functions which the
# program, of the same objects, enters while it compiles these kernels stand side by side, in the order of their first
# calls. They are a sixth of LLVM and Clang: a first compilation reads fewer pages, and those behind it find more in the
# CPU's caches. Needs the target weft-entered-functions, and does nothing without it. It links the compiler twice, one
# after the other: seconds, which a build for tests is spared.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
option(WEFT_ORDER_FUNCTIONS "Put the functions that compiling kernels takes side by side" OFF)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 AND NOT CMAKE_CROSSCOMPILING AND NOT WEFT_SANITIZER)
  add_library(weft-entered-functions MODULE tools/EnteredFunctions.cpp)
  target_link_libraries(weft-entered-functions PRIVATE weft-flags)
endif()

function(weft_order_functions library)
  cmake_parse_arguments(ARG "" "LIKE" "KERNELS" ${ARGN})
  if(NOT WEFT_ORDER_FUNCTIONS OR NOT TARGET weft-entered-functions)
    return()
  endif()
  set(order "${CMAKE_CURRENT_BINARY_DIR}/${library}.order")
  set(trace "${PROJECT_SOURCE_DIR}/compiler/cmake/TraceFunctions.cmake")
  add_custom_command(OUTPUT "${order}"
    COMMAND "${CMAKE_COMMAND}" "-Dprogram=$<TARGET_FILE:${ARG_LIKE}>"
      "-Dtracer=$<TARGET_FILE:weft-entered-functions>" "-Dkernels=${ARG_KERNELS}" "-Dorder=${order}" -P "${trace}"
    DEPENDS ${ARG_LIKE} weft-entered-functions ${ARG_KERNELS} "${trace}"
    VERBATIM COMMENT "Finding the functions that compiling kernels takes")
  target_sources(${library} PRIVATE "${order}")
  target_link_options(${library} PRIVATE "LINKER:--symbol-ordering-file=${order}" LINKER:--no-warn-symbol-ordering)
  set_property(TARGET ${library} APPEND PROPERTY LINK_DEPENDS "${order}")
endfunction()

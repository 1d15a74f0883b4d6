# Language level, warnings, sanitizers, output folders: what every target of the project shares.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 22)
  message(FATAL_ERROR "Weft is built with clang-22; use the presets, or scripts/install-dependencies first.")
endif()

find_program(WEFT_CCACHE ccache)
if(WEFT_CCACHE)
  # What ccache's manual asks for where headers are precompiled (WeftPrecompiledHeaders.cmake); with the lists of included
  # files that Ninja asks for it needs no preprocessor, which takes as long as such a compilation.
  set(ccache env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=true CCACHE_DEPEND=true "${WEFT_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${ccache}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${ccache}")
endif()

# Files that are compiled together share the headers' templates: eight take as long as three. So names in unnamed
# namespaces are unique within a target, whatever the number of files; 0 has all files of a target compiled at once.
option(WEFT_UNITY_BUILD "Compile files of a target together; OFF for tools that want a command for each file" ON)
set(WEFT_UNITY_FILES 8 CACHE STRING "How many files are compiled together")
set(CMAKE_UNITY_BUILD ${WEFT_UNITY_BUILD})
set(CMAKE_UNITY_BUILD_BATCH_SIZE ${WEFT_UNITY_FILES})

option(WEFT_TESTS "Build tests, examples and benchmarks, too; OFF where only a package is wanted" ON)

set(WEFT_SANITIZER "" CACHE STRING "Sanitizer for every target: address, thread, undefined, or empty")

# weft-flags: linked by every target.
add_library(weft-flags INTERFACE)
target_compile_options(weft-flags INTERFACE -Wall -Wextra -Wthread-safety -Werror -fno-strict-aliasing
                                            -ffunction-sections -fdata-sections
                                            # Debian 12's valgrind gives up on Clang's DWARF 5.
                                            -fdebug-default-version=4)
target_compile_definitions(weft-flags INTERFACE CL_TARGET_OPENCL_VERSION=300 CL_USE_DEPRECATED_OPENCL_1_0_APIS
  CL_USE_DEPRECATED_OPENCL_1_1_APIS CL_USE_DEPRECATED_OPENCL_1_2_APIS CL_USE_DEPRECATED_OPENCL_2_0_APIS
  CL_USE_DEPRECATED_OPENCL_2_1_APIS CL_USE_DEPRECATED_OPENCL_2_2_APIS)
target_link_options(weft-flags INTERFACE -fuse-ld=lld -Wl,--gc-sections
                                         -Wl,--script=${CMAKE_CURRENT_LIST_DIR}/debug-information.ld)
if(WEFT_SANITIZER)
  target_compile_options(weft-flags INTERFACE -fsanitize=${WEFT_SANITIZER} -fno-omit-frame-pointer
                                              -fno-sanitize-recover=all)
  target_link_options(weft-flags INTERFACE -fsanitize=${WEFT_SANITIZER})
endif()

# Everything that comes from Debian's packages; scripts/install-dependencies names the packages.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
find_package(Boost REQUIRED COMPONENTS context)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
find_package(GTest REQUIRED)
find_package(benchmark QUIET)
pkg_check_modules(OPENCL_LOADER REQUIRED IMPORTED_TARGET OpenCL)

set(WEFT_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM 22 and Clang 22 are installed")
# The headers and shared libraries of LLVM and Clang, for compiler/ alone.
add_library(weft-llvm INTERFACE)
target_include_directories(weft-llvm SYSTEM INTERFACE "${WEFT_LLVM_ROOT}/include")
target_link_directories(weft-llvm INTERFACE "${WEFT_LLVM_ROOT}/lib")
target_link_libraries(weft-llvm INTERFACE LLVM-22)
target_compile_definitions(weft-llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                                               __STDC_LIMIT_MACROS)
target_compile_options(weft-llvm INTERFACE -fno-exceptions -fno-rtti)
add_library(weft-clang INTERFACE)
target_link_libraries(weft-clang INTERFACE weft-llvm clang-cpp)

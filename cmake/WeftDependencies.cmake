# Everything that comes from Debian's packages; scripts/install-dependencies names the packages.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(WEFT_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM 22 and Clang 22 are installed")
include(WeftPortable)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
add_library(weft-hwloc INTERFACE)
if(WEFT_PORTABLE)
  weft_portable_hwloc(weft-hwloc)
else()
  target_link_libraries(weft-hwloc INTERFACE PkgConfig::HWLOC)
endif()
find_package(Boost REQUIRED COMPONENTS context)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(SODIUM REQUIRED libsodium)
find_library(WEFT_SODIUM_ARCHIVE libsodium.a HINTS ${SODIUM_LIBRARY_DIRS} REQUIRED)
if(WEFT_TESTS)
  find_package(GTest REQUIRED)
  find_package(benchmark QUIET)
  pkg_check_modules(OPENCL_LOADER REQUIRED IMPORTED_TARGET OpenCL)
  # Examples of many machines alone.
  pkg_check_modules(OPEN_MPI QUIET IMPORTED_TARGET ompi-c)
  pkg_search_module(STARPU_MPI QUIET IMPORTED_TARGET starpumpi-1.4 starpumpi-1.3)
endif()

# The headers and archives of LLVM and Clang, for compiler/ alone. Archives, not shared libraries: the compiler library
# is opened by processes that have LLVMs of their own, loads in a quarter of the time, and must keep LLVM's static
# objects from being destroyed while other threads compile (docs/runtime.md, "Exit").
# weft_llvm_archives(<variable> <component>...): paths of the archives that hold these of LLVM's components.
execute_process(COMMAND "${WEFT_LLVM_ROOT}/bin/llvm-config" --version
  OUTPUT_VARIABLE WEFT_LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
function(weft_llvm_archives variable)
  execute_process(COMMAND "${WEFT_LLVM_ROOT}/bin/llvm-config" --link-static --libfiles ${ARGN}
    OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE " " ";" files "${files}")
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
weft_llvm_archives(llvmArchives x86 passes bitreader bitwriter irreader linker frontendopenmp frontendoffloading
                   frontenddriver coverage option)
find_package(ZLIB REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
set(zstd PkgConfig::ZSTD)
if(WEFT_PORTABLE)
  find_library(WEFT_ZSTD_ARCHIVE libzstd.a HINTS ${ZSTD_LIBRARY_DIRS} REQUIRED)
  set(zstd "${WEFT_ZSTD_ARCHIVE}")
endif()
add_library(weft-llvm INTERFACE)
target_include_directories(weft-llvm SYSTEM INTERFACE "${WEFT_LLVM_ROOT}/include")
target_link_libraries(weft-llvm INTERFACE ${llvmArchives} ZLIB::ZLIB ${zstd} Threads::Threads
                                          ${CMAKE_DL_LIBS})
target_compile_definitions(weft-llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                                               __STDC_LIMIT_MACROS)
target_compile_options(weft-llvm INTERFACE -fno-exceptions -fno-rtti)
# For tests that ask about CPUs of another architecture.
weft_llvm_archives(aarch64Archives aarch64)
add_library(weft-llvm-aarch64 INTERFACE)
target_link_libraries(weft-llvm-aarch64 INTERFACE ${aarch64Archives} weft-llvm)
add_library(weft-clang INTERFACE)
foreach(part IN ITEMS Frontend CodeGen Parse Sema Serialization Analysis AnalysisLifetimeSafety AST ASTMatchers Edit
                      Lex Options Driver APINotes Basic Support)
  target_link_libraries(weft-clang INTERFACE "${WEFT_LLVM_ROOT}/lib/libclang${part}.a")
endforeach()
target_link_libraries(weft-clang INTERFACE weft-llvm)
# SPIR-V: its grammar and numbers, and SPIRV-Tools' validator as an archive, which the compiler library carries inside.
find_package(SPIRV-Tools REQUIRED)
find_path(WEFT_SPIRV_GRAMMARS spirv.core.grammar.json PATH_SUFFIXES spirv/unified1 REQUIRED)
add_library(weft-spirv INTERFACE)
target_link_libraries(weft-spirv INTERFACE SPIRV-Tools-static)

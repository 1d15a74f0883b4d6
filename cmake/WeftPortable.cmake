# WEFT_PORTABLE: libraries and tools that need nothing of the machine they run on but the C library and libgcc_s, which
# the C library itself opens. docs/installing.md, "What a portable build is made of", has the reasons.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard()
option(WEFT_PORTABLE "Carry all libraries inside but the C library" OFF)

if(WEFT_PORTABLE)
  set(Boost_USE_STATIC_LIBS ON)
  set(ZLIB_USE_STATIC_LIBS ON)
endif()

# weft_portable_executable(<target>), weft_portable_library(<target>): carries the C++ library inside. It is hidden in
# a library by the version script, and no exception leaves one. libgcc_s stays outside: a thread of the application
# that ends in a callback is unwound through Weft's frames, and for that there must be one unwinder in the process.
function(weft_portable_library target)
  if(WEFT_PORTABLE)
    target_link_options(${target} PRIVATE -static-libstdc++)
  endif()
endfunction()
function(weft_portable_executable target)
  if(WEFT_PORTABLE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()

# weft_portable_hwloc(<target>): what the target, an INTERFACE library, links in place of libhwloc.so.
# Debian's archive is made for programs: it takes the addresses of stderr and stdout for those in the program, which a
# shared library can't know. And it would open plugins of another hwloc. So these names, and those of libudev, are given
# others in a copy, and device-cpu/portable/HwlocNames.cpp has them.
function(weft_portable_hwloc target)
  find_library(WEFT_HWLOC_ARCHIVE libhwloc.a HINTS ${HWLOC_LIBRARY_DIRS} REQUIRED)
  set(archive "${PROJECT_BINARY_DIR}/portable/libweft-hwloc.a")
  set(names "${PROJECT_SOURCE_DIR}/device-cpu/portable/hwloc-names.txt")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/portable")
  add_custom_command(OUTPUT "${archive}"
    COMMAND "${WEFT_LLVM_ROOT}/bin/llvm-objcopy" "--redefine-syms=${names}" "${WEFT_HWLOC_ARCHIVE}" "${archive}"
    DEPENDS "${names}" "${WEFT_HWLOC_ARCHIVE}" VERBATIM COMMENT "Making hwloc's archive fit for a shared library")
  add_custom_target(weft-hwloc-archive DEPENDS "${archive}")
  add_dependencies(${target} weft-hwloc-archive)
  target_include_directories(${target} SYSTEM INTERFACE ${HWLOC_INCLUDE_DIRS})
  target_link_libraries(${target} INTERFACE "${archive}")
endfunction()

# Plain multithreaded C++ that OpenCL's results and times are compared with: all that clang offers on this machine.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard()

# weft_host_reference(<target> <file>...): these files of the target are such code.
function(weft_host_reference target)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS
    # OpenCL's functions set no errno either; to set it would keep loops with sqrt from being vectorised.
    "-O3;-march=native;-fno-math-errno;-fstrict-aliasing;-fopenmp")
  target_link_libraries(${target} PRIVATE "${WEFT_LLVM_ROOT}/lib/libomp.so")
endfunction()

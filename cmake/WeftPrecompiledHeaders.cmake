# Headers that nearly every file of a kind includes, parsed once: LLVM's take four fifths of the time of a pass, GoogleTest's
# half of that of a test.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard()
option(WEFT_PRECOMPILED_HEADERS "Parse LLVM's and GoogleTest's headers once for all files" ON)

# The compiler's file of headers has no time in it, so that ccache finds it again.
set(CMAKE_PCH_INSTANTIATE_TEMPLATES ON)

# weft_header_set(<name> [EXECUTABLES] USES <target>... HEADERS <header>...): headers that targets with the same flags share, libraries or executables. A file that
# includes one of them pays nothing for it, and one that doesn't must not count on it.
function(weft_header_set name)
  cmake_parse_arguments(ARG "EXECUTABLES" "" "USES;HEADERS" ${ARGN})
  if(NOT WEFT_PRECOMPILED_HEADERS)
    return()
  endif()
  set(source "${CMAKE_BINARY_DIR}/headers/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Owns the precompiled headers of ${name}.\nint main() {}\n")
  if(ARG_EXECUTABLES) # other code than that of libraries
    add_executable(${name} EXCLUDE_FROM_ALL "${source}")
  else()
    add_library(${name} OBJECT "${source}")
  endif()
  target_link_libraries(${name} PRIVATE weft-flags ${ARG_USES})
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  # What ccache takes for the contents of the file, which has paths of the build folder in it: its list of headers and
  # their versions. The compiler and its flags are a part of the key anyway.
  string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${WEFT_LLVM_VERSION} ${ARG_HEADERS}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch.sum" CONTENT "${sum}\n")
endfunction()

# The C++ library's, for all that isn't the compiler.
set(weftStandardHeaders <algorithm> <array> <atomic> <bit> <cerrno> <chrono> <condition_variable> <cstdint> <cstring>
  <functional> <limits> <map> <memory> <mutex> <optional> <ranges> <semaphore> <span> <sstream> <stop_token> <string>
  <string_view> <thread> <unordered_map> <utility> <vector>)
# Those that the runtime includes besides: of its 130 files, ten read or write JSON, which is half of their time.
set(weftRuntimeHeaders ${weftStandardHeaders} <filesystem> <valarray> <CL/cl.h> <nlohmann/json.hpp>)

# What most passes and analyses include of LLVM.
set(weftLlvmHeaders
  <algorithm> <array> <functional> <map> <memory> <optional> <string> <vector>
  <llvm/ADT/DenseMap.h> <llvm/ADT/MapVector.h> <llvm/ADT/PostOrderIterator.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/SetVector.h> <llvm/ADT/SmallPtrSet.h> <llvm/ADT/SmallVector.h> <llvm/ADT/StringRef.h>
  <llvm/Analysis/LoopInfo.h> <llvm/Analysis/ScalarEvolution.h> <llvm/Analysis/ScalarEvolutionExpressions.h>
  <llvm/Analysis/TargetTransformInfo.h> <llvm/Analysis/ValueTracking.h> <llvm/Analysis/VectorUtils.h>
  <llvm/BinaryFormat/Dwarf.h> <llvm/IR/Constants.h> <llvm/IR/DIBuilder.h> <llvm/IR/DiagnosticInfo.h>
  <llvm/IR/Dominators.h> <llvm/IR/Function.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h> <llvm/IR/Instructions.h>
  <llvm/IR/IntrinsicInst.h> <llvm/IR/MDBuilder.h> <llvm/IR/Module.h> <llvm/IR/Operator.h> <llvm/IR/PassManager.h>
  <llvm/IR/PatternMatch.h> <llvm/Passes/PassBuilder.h> <llvm/Target/TargetMachine.h>
  <llvm/Transforms/Scalar/LoopPassManager.h> <llvm/Transforms/Utils/BasicBlockUtils.h>
  <llvm/Transforms/Utils/Cloning.h> <llvm/Transforms/Utils/Local.h> <llvm/Transforms/Utils/LoopUtils.h>)

# weft_use_headers(<target> <name>): of a set whose flags the target has.
function(weft_use_headers target name)
  if(WEFT_PRECOMPILED_HEADERS AND TARGET ${name})
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

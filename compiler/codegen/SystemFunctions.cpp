// Names the functions of the system's libraries that generated code may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SystemFunctions.h"

#include <array>
#include <span>

#include "llvm/ADT/STLExtras.h"

#include "KernelAbi.h"

namespace weft::compiler {
namespace {

constexpr std::array<llvm::StringLiteral, 5> everywhere = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};
/// LLVM calls these functions on CPUs without FMA or SSE 4.1.
constexpr std::array<llvm::StringLiteral, 16> mathematics = {
    "fma",  "fmaf",  "floor",     "floorf",     "ceil",  "ceilf",  "trunc",     "truncf",
    "rint", "rintf", "nearbyint", "nearbyintf", "round", "roundf", "roundeven", "roundevenf"};
/// LLVM calls these functions on CPUs without F16C.
constexpr std::array<llvm::StringLiteral, 3> halfConversions = {"__extendhfsf2", "__truncsfhf2", "__truncdfhf2"};

struct SystemLibrary {
  llvm::StringLiteral name;
  std::span<const llvm::StringLiteral> functions;
};
constexpr std::array<SystemLibrary, 3> libraries = {
    {{"", everywhere}, {"libm.so.6", mathematics}, {"libgcc_s.so.1", halfConversions}}};

} // namespace

std::optional<llvm::StringRef> libraryOfSystemFunction(llvm::StringRef function) {
  for (const SystemLibrary &library : libraries)
    if (llvm::is_contained(library.functions, function))
      return library.name;
  return std::nullopt;
}

bool isReservedSymbol(llvm::StringRef name) {
  return name == WEFT_KERNEL_INFO_SYMBOL || name.starts_with(".") || libraryOfSystemFunction(name);
}

llvm::TargetLibraryInfoImpl noSystemFunctionInfo(const llvm::Triple &target) {
  llvm::TargetLibraryInfoImpl info(target);
  info.disableAllFunctions();
  return info;
}

llvm::TargetLibraryInfoImpl systemFunctionInfo(const llvm::Triple &target) {
  llvm::TargetLibraryInfoImpl info = noSystemFunctionInfo(target);
  for (const llvm::StringRef name : everywhere)
    if (llvm::LibFunc function = llvm::NotLibFunc; info.getLibFunc(name, function))
      info.setAvailable(function);
  return info;
}

} // namespace weft::compiler

// Which object an address leads into, and where in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ACCESSED_OBJECT_H
#define WEFT_COMPILER_ANALYSIS_ACCESSED_OBJECT_H

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "CheckAbi.h"

namespace llvm {
class DataLayout;
class IRBuilderBase;
class Instruction;
class LoadInst;
class Value;
} // namespace llvm

namespace weft::compiler {

/// What the names of instructions end in that stand in a copy of the kernel's body.
inline constexpr llvm::StringLiteral copySuffix = ".checked";

/// An argument or variable of a kernel of the form work-item, as the passes that made its address describe it.
struct AccessedObject {
  enum class Known {
    object,  ///< the members below say which
    launch,  ///< the launch's own structs and argument block
    nothing, ///< any memory, or several objects
  };
  Known known = Known::nothing;
  llvm::Value *base = nullptr; ///< the object's address as the kernel has it
  WeftCheckObject kind = WEFT_CHECK_NO_OBJECT;
  uint32_t argument = WEFT_CHECK_NO_ARGUMENT;
  std::optional<uint64_t> bytes{}; ///< where the code knows them

  /// What the program can't name: also an image's descriptor, which its builtins read. Of an image the launch says how
  /// many texels it has, not bytes.
  bool isOfLaunch() const { return known == Known::launch || kind == WEFT_CHECK_IMAGE; }

  /// As the source has it; "" for none.
  std::string name() const;
};

/// Follows the address through arithmetic, casts, phis and selects.
AccessedObject accessedObject(llvm::Value &address);

/// All that it may lead into, each once; none where one of them isn't known, or where there are many.
llvm::SmallVector<AccessedObject, 2> accessedObjects(llvm::Value &address);

/// Of an address that is computed of one that changes between objects: that one, a phi or select. Else the value that
/// arithmetic begins with.
llvm::Value *movingBase(llvm::Value &address);
/// The objects whose first addresses such a value has, and no others; none where that can't be seen.
llvm::SmallVector<AccessedObject, 2> objectsBeginningAt(llvm::Value &value);

/// Where an address lies behind a base that it is computed of by arithmetic alone: a constant, and values times
/// constants.
struct ByteOffset {
  llvm::APInt constant{64, 0};
  llvm::MapVector<llvm::Value *, llvm::APInt> variable; ///< values are extended by their sign
};
std::optional<ByteOffset> offsetFrom(const llvm::Value &base, llvm::Value &address, const llvm::DataLayout &layout);
/// The same as one number, an i64.
llvm::Value *sumOf(llvm::IRBuilderBase &builder, const ByteOffset &offset);
/// The same of any address: the sum, or, where it is computed in other ways, the difference of the addresses.
llvm::Value *distanceFrom(llvm::IRBuilderBase &builder, llvm::Value &base, llvm::Value &address,
                          const std::optional<ByteOffset> &offset = std::nullopt);

/// Whether what is loaded is only stored again at the same place, with other elements beside it. To write some elements
/// of a vector Clang reads the others: that is no read of the program's.
bool isForOtherElements(const llvm::LoadInst &load);
/// What a kernel goes on with: the load, or behind check-memory the phi of it and what is taken where it is left out.
const llvm::Instruction &takenFrom(const llvm::LoadInst &load);

/// One stretch of memory that an instruction reads or writes.
struct MemoryStretch {
  llvm::Value *address;
  uint64_t bytes;
  uint64_t alignment;
  uint64_t elementBytes;
  WeftCheckKind kind;
  bool writes;
};
/// Those of a load, store, atomic instruction, or copy or fill of a constant length, and what builtins store through a
/// pointer besides their result.
llvm::SmallVector<MemoryStretch, 2> stretchesOf(llvm::Instruction &instruction, const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif

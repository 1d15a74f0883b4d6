// Finds the argument or variable that an address points into, and the offset of the address in it.
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

/// The suffix of the names of instructions in the copy of the kernel's body that checks each access (SafeGroups.h).
inline constexpr llvm::StringLiteral copySuffix = ".checked";

/// An argument or variable that a kernel accesses. The kernel has the form `work-item`: one call of it runs one
/// work-item. The description comes from the instruction that computes the object's address, and from metadata that
/// earlier passes have attached to that instruction.
struct AccessedObject {
  enum class Known {
    object,  ///< one object, which the members below describe
    launch,  ///< the launch's own structs and argument block
    nothing, ///< any memory, or several objects
  };
  Known known = Known::nothing;
  llvm::Value *base = nullptr; ///< the value in the kernel that is the object's first address
  WeftCheckObject kind = WEFT_CHECK_NO_OBJECT;
  uint32_t argument = WEFT_CHECK_NO_ARGUMENT;
  std::optional<uint64_t> bytes{}; ///< the object's size, if it is known at compile time

  /// Whether the program can't name the object: it is the launch's own memory, or an image's descriptor, which the
  /// image's builtins read. (For an image, the launch knows the number of texels, which isn't the descriptor's size in
  /// bytes.)
  bool isOfLaunch() const { return known == Known::launch || kind == WEFT_CHECK_IMAGE; }

  /// The object's name in the source code; "" if it has no name.
  std::string name() const;
};

/// Finds the one object that `address` points into. Follows the address through arithmetic, casts, phis and selects.
AccessedObject accessedObject(llvm::Value &address);

/// All objects that `address` may point into, each once. Empty if one of the objects isn't known, or if there are too
/// many.
llvm::SmallVector<AccessedObject, 2> accessedObjects(llvm::Value &address);

/// The value with which the arithmetic that computes `address` begins. It is a phi or a select if the arithmetic begins
/// with one of several addresses, which may point into different objects.
llvm::Value *underlyingBase(llvm::Value &address);
/// The objects whose first address `value` may be. Empty if `value` isn't known to be the first address of an object in
/// all cases.
llvm::SmallVector<AccessedObject, 2> objectsBeginningAt(llvm::Value &value);

/// The offset of an address from a base, if the address is computed from the base by arithmetic alone: a constant, plus
/// values times constants.
struct ByteOffset {
  llvm::APInt constant{64, 0};
  llvm::MapVector<llvm::Value *, llvm::APInt> variable; ///< values and their factors; values are sign-extended
};
std::optional<ByteOffset> offsetFrom(const llvm::Value &base, llvm::Value &address, const llvm::DataLayout &layout);
/// Computes the offset as an i64.
llvm::Value *sumOf(llvm::IRBuilderBase &builder, const ByteOffset &offset);
/// Computes the distance of `address` from `base` as an i64: the sum if `offset` is known, otherwise the difference of
/// the two addresses.
llvm::Value *distanceFrom(llvm::IRBuilderBase &builder, llvm::Value &base, llvm::Value &address,
                          const std::optional<ByteOffset> &offset = std::nullopt);

/// Whether the loaded vector is only stored again at the same address, with some elements replaced. Clang loads and
/// stores the whole vector to write some of its elements, so the program itself doesn't read the other elements.
bool isLoadOfPartialWrite(const llvm::LoadInst &load);
/// The value that the kernel uses as the result of `load`: the load itself or, after the memory checks, a phi.
/// The phi chooses between the load and the value that is used instead if the check skips the load.
const llvm::Instruction &loadedResult(const llvm::LoadInst &load);

/// One contiguous piece of memory that an instruction reads or writes.
struct AccessedRange {
  llvm::Value *address;
  uint64_t bytes;
  uint64_t alignment;
  uint64_t elementBytes;
  WeftCheckKind kind;
  bool writes;
};
/// The pieces of memory that an instruction accesses: a load, a store, an atomic instruction, a copy or fill of a
/// constant length, or a builtin that stores through a pointer besides returning its result.
llvm::SmallVector<AccessedRange, 2> accessedRanges(llvm::Instruction &instruction, const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif

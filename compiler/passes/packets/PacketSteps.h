// Accesses of lanes that find their elements a few elements apart: columns of small structs, parts of complex numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_STEPS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_STEPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "passes/packets/PacketChoice.h"

namespace weft::compiler {

class PacketShapes;
class PacketValues;

/// Reaches the elements of lanes that are 2 to 4 elements apart by vectors from the first lane's element to the last
/// one's, and by shuffles. Accesses of a block that reach into the same vectors, a[2 * i] and a[2 * i + 1], do so
/// together, if nothing between them touches memory in a way that could tell. Where not all lanes run, they gather and
/// scatter: what lies between the elements of lanes that don't run may be of no object.
class PacketSteps {
public:
  PacketSteps(const PacketValues &values, const PacketShapes &shapes) : values_(values), shapes_(shapes) {}

  /// How many elements of `type` lie between the places of two lanes, if they are few; else 0.
  unsigned pitchOf(const llvm::Value &pointer, llvm::Type *type) const;

  /// For accesses that have a pitch. May split the block before them.
  llvm::Value *load(llvm::LoadInst &load, llvm::Value *mask);
  void store(llvm::StoreInst &store, llvm::Value *mask);

private:
  /// An access and how many elements it is from the first of its group.
  struct Member {
    llvm::Instruction *access;
    int64_t number;
  };
  /// In the order of the program, all within one pitch.
  using Group = llvm::SmallVector<Member, 4>;

  /// The group that `first` is the first access of.
  Group findGroup(llvm::Instruction &first) const;
  /// The lanes of each member, of the first one's type.
  MadeValues loadTogether(llvm::IRBuilder<> &builder, llvm::LoadInst &first, const Group &group) const;
  MadeValues gather(llvm::IRBuilder<> &builder, llvm::LoadInst &first, const Group &group, llvm::Value *mask) const;
  void storeTogether(llvm::IRBuilder<> &builder, const Group &group) const;
  void scatter(llvm::IRBuilder<> &builder, const Group &group, llvm::Value *mask) const;

  const PacketValues &values_;
  const PacketShapes &shapes_;
  /// Of loads whose group has been loaded.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
  /// Groups by the last store, which is where they are stored; those of other stores are empty.
  llvm::DenseMap<const llvm::Instruction *, Group> stores_;
};

} // namespace weft::compiler

#endif

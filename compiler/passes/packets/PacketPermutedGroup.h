// Accesses of lanes that find their elements in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_ARRANGEMENT_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_ARRANGEMENT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "analysis/AccessPlans.h"
#include "passes/packets/PacketChoice.h"

namespace weft::compiler {

class WidenedValues;

/// Reaches the elements of a PermutedGroup by vectors of a register's size and by shuffles with constant numbers, for
/// all its accesses at once: loads where the first of them stands, stores where the last does. Stores leave out what is
/// nobody's by constant masks. Where not all lanes run, it is up to the caller how each access reaches memory.
class PacketPermutedGroup {
public:
  explicit PacketPermutedGroup(const WidenedValues &values) : values_(values) {}

  /// Loads the lanes of one access from their places, or stores those of one, whatever their order.
  using LoadAlone = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::LoadInst &, llvm::Value *)>;
  using StoreAlone = llvm::function_ref<void(llvm::IRBuilder<> &, llvm::StoreInst &)>;

  /// The lanes of an access, those of a vector one behind the other (x0 y0 x1 y1 ..). May split the block before it.
  llvm::Value *load(llvm::LoadInst &load, const PermutedGroup &permutedGroup, llvm::Value *mask, LoadAlone alone);
  /// Does what all members do in place of the last one; nothing in place of others.
  void store(llvm::StoreInst &store, const PermutedGroup &permutedGroup, llvm::Value *mask, StoreAlone alone) const;

private:
  MadeValues loadTogether(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup) const;
  /// `mask`: of the lanes that store; null where all do.
  void storeTogether(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup, llvm::Value *mask) const;
  /// The address of `place`, from that of the first lane of `member`.
  llvm::Value *addressOf(llvm::IRBuilder<> &builder, const PermutedGroup::Member &member, unsigned place) const;
  /// Where the lanes of `member` find theirs, by where those of the first member do: it stands behind that one.
  llvm::Value *placesOf(llvm::IRBuilder<> &builder, const PermutedGroup &permutedGroup,
                        const PermutedGroup::Member &member) const;
  llvm::Value *lanesTogether(llvm::IRBuilder<> &builder, llvm::StoreInst &store) const;

  const WidenedValues &values_;
  /// Of loads whose permutedGroup has been loaded.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace weft::compiler

#endif

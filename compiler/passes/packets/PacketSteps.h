// Accesses of lanes that find their elements a few elements apart: columns of small structs, parts of complex numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_STEPS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_STEPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "analysis/AccessPlans.h"
#include "passes/packets/PacketChoice.h"

namespace weft::compiler {

class WidenedValues;

/// Reaches the elements of lanes that are 2 to 4 elements apart by vectors from the first lane's element to the last
/// one's, and by shuffles, for all accesses of a group at once: loads where the first of them stands, stores where the
/// last does. Where not all lanes run, they gather, and scatter unless the group is under masks: what lies between the
/// elements of lanes that don't run may be of no object.
class PacketSteps {
public:
  explicit PacketSteps(const WidenedValues &values) : values_(values) {}

  /// What an access of `group` does. May split the block before it.
  llvm::Value *load(llvm::LoadInst &load, const InterleaveGroup &group, llvm::Value *mask);
  void store(llvm::StoreInst &store, const InterleaveGroup &group, llvm::Value *mask) const;

private:
  /// The lanes of each member, of the first one's type.
  MadeValues loadTogether(llvm::IRBuilder<> &builder, const InterleaveGroup &group) const;
  MadeValues gather(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;
  /// `mask`: of the lanes that store; null where all do.
  void storeTogether(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;
  void scatter(llvm::IRBuilder<> &builder, const InterleaveGroup &group, llvm::Value *mask) const;

  const WidenedValues &values_;
  /// Of loads whose group has been loaded.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace weft::compiler

#endif

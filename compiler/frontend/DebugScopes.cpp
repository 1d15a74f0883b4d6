// Searches the debug information of a program for nodes that contain themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/DebugScopes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Collects all metadata nodes that a module refers to, directly or through other nodes, each node once.
class Nodes {
public:
  explicit Nodes(const Module &program) {
    for (const NamedMDNode &named : program.named_metadata())
      for (const MDNode *node : named.operands())
        add(node);
    for (const GlobalVariable &variable : program.globals())
      addAttached(variable);
    for (const Function &function : program) {
      addAttached(function);
      for (const Instruction &instruction : instructions(function))
        addOf(instruction);
    }
    for (size_t next = 0; next < all_.size(); ++next) // add makes all_ longer
      for (const MDOperand &operand : all_[next]->operands())
        add(operand.get());
  }

  ArrayRef<const MDNode *> all() const { return all_; }

private:
  template <class Object> void addAttached(const Object &object) {
    SmallVector<std::pair<unsigned, MDNode *>> attached;
    object.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      add(node);
  }

  void addOf(const Instruction &instruction) {
    addAttached(instruction); // which includes its location in the source
    for (const Use &operand : instruction.operands())
      if (const auto *value = dyn_cast<MetadataAsValue>(operand))
        add(value->getMetadata());
    for (const DbgRecord &record : instruction.getDbgRecordRange()) {
      add(record.getDebugLoc().getAsMDNode());
      if (const auto *variable = dyn_cast<DbgVariableRecord>(&record))
        add(variable->getRawVariable());
      else if (const auto *label = dyn_cast<DbgLabelRecord>(&record))
        add(label->getRawLabel());
    }
  }

  void add(const Metadata *metadata) {
    if (const auto *node = dyn_cast_or_null<MDNode>(metadata); node && seen_.insert(node).second)
      all_.push_back(node);
  }

  SmallPtrSet<const MDNode *, 32> seen_;
  SmallVector<const MDNode *> all_;
};

/// Returns the node that LLVM visits after `node` when it follows scopes outwards; null if LLVM stops at `node`.
const MDNode *outwards(const MDNode *node) {
  if (const auto *block = dyn_cast<DILexicalBlockBase>(node))
    return dyn_cast_or_null<DILexicalBlockBase>(block->getRawScope());
  if (const auto *place = dyn_cast<DILocation>(node))
    return dyn_cast_or_null<DILocation>(place->getRawInlinedAt());
  if (const auto *type = dyn_cast<DIDerivedType>(node)) // the search ends at a structure, which may contain itself
    return dyn_cast_or_null<DIDerivedType>(type->getRawBaseType());
  return nullptr;
}

} // namespace

Error checkDebugScopes(const Module &program) {
  const Nodes nodes(program);
  DenseMap<const MDNode *, size_t> visitedFrom;
  for (const auto &[number, start] : enumerate(nodes.all()))
    for (const MDNode *node = start; node; node = outwards(node)) {
      const auto [visited, isNew] = visitedFrom.try_emplace(node, number);
      if (!isNew && visited->second == number)
        return createStringError("a block, place or type of the source is a part of itself");
      if (!isNew)
        break; // an earlier search has followed the nodes outwards from here and found no cycle
    }
  return Error::success();
}

} // namespace weft::compiler

// Replaces the types of a whole module's values by other types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_TYPE_REWRITER_H
#define WEFT_COMPILER_KERNEL_TYPE_REWRITER_H

#include <functional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace weft::compiler {

/// Returns for each type the type that replaces it. `leaf` maps types without parts; vectors, arrays, structs and
/// function types are built from the mapped types of their parts.
class TypeMap : public llvm::ValueMapTypeRemapper {
public:
  /// Returns the type that replaces a given type, or the type itself if it stays.
  using Leaf = std::function<llvm::Type *(llvm::Type *)>;

  explicit TypeMap(Leaf leaf) : leaf_(std::move(leaf)) {}
  llvm::Type *remapType(llvm::Type *type) override;

private:
  llvm::Type *make(llvm::Type *type);
  llvm::SmallVector<llvm::Type *> remapAll(llvm::ArrayRef<llvm::Type *> types);

  const Leaf leaf_;
  llvm::DenseMap<llvm::Type *, llvm::Type *> known_;
};

/// Replaces the types of each function, variable, instruction and constant of the module. If two address spaces become
/// one, casts between them are removed. Overloaded intrinsics get the names that match their new types.
class TypeRewriter {
public:
  TypeRewriter(llvm::Module &module, TypeMap::Leaf leaf) : module_(module), types_(std::move(leaf)) {}

  void run();

private:
  template <typename Kind> Kind *replacement(Kind *old) {
    return llvm::cast<Kind>(static_cast<llvm::Value *>(map_[old]));
  }
  void declare(llvm::GlobalVariable &old);
  void declare(llvm::Function &old);
  void mapCasts();
  void moveBody(llvm::Function &old, llvm::Function &rewritten);
  void eraseOld();

  llvm::Module &module_;
  TypeMap types_;
  llvm::ValueToValueMapTy map_;
  llvm::SmallVector<llvm::Function *> functions_;
  llvm::SmallVector<llvm::Function *> moved_; ///< functions that are replaced, as their type has changed
  llvm::SmallVector<llvm::GlobalVariable *> variables_;
  /// Variables that are replaced, as their type or address space has changed.
  llvm::SmallVector<llvm::GlobalVariable *> replaced_;
};

} // namespace weft::compiler

#endif

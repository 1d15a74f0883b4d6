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

/// Maps types. `leaf` maps the types that others are made of; the types made of them follow from that.
class TypeMap : public llvm::ValueMapTypeRemapper {
public:
  /// Returns the type that replaces a type, or the type itself.
  using Leaf = std::function<llvm::Type *(llvm::Type *)>;

  explicit TypeMap(Leaf leaf) : leaf_(std::move(leaf)) {}
  llvm::Type *remapType(llvm::Type *type) override;

private:
  llvm::Type *make(llvm::Type *type);
  llvm::SmallVector<llvm::Type *> remapAll(llvm::ArrayRef<llvm::Type *> types);

  const Leaf leaf_;
  llvm::DenseMap<llvm::Type *, llvm::Type *> known_;
};

/// Rewrites each function, variable, instruction and constant of the module. Casts between address spaces that have
/// become the same are gone afterwards. Overloaded intrinsics get the names that match their new types.
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
  llvm::SmallVector<llvm::Function *> moved_; ///< functions whose type has changed; replaced
  llvm::SmallVector<llvm::GlobalVariable *> variables_;
  llvm::SmallVector<llvm::GlobalVariable *> replaced_; ///< variables whose type or address space has changed
};

} // namespace weft::compiler

#endif

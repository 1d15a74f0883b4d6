// Maps every address space onto the one that the CPU has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/FlattenAddressSpacesPass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A type with all its pointers in address space 0.
class FlatTypes : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *type) override {
    Type *&flat = known_[type];
    if (flat)
      return flat;
    Type *made = make(type);
    return known_[type] = made;
  }

private:
  Type *make(Type *type) {
    LLVMContext &context = type->getContext();
    if (isa<PointerType>(type))
      return PointerType::get(context, 0);
    if (auto *vector = dyn_cast<VectorType>(type))
      return VectorType::get(remapType(vector->getElementType()), vector->getElementCount());
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(type))
      return FunctionType::get(remapType(function->getReturnType()), remapAll(function->params()),
                               function->isVarArg());
    auto *structure = dyn_cast<StructType>(type);
    if (!structure || structure->isOpaque())
      return type;
    SmallVector<Type *> members = remapAll(structure->elements());
    if (ArrayRef<Type *>(members) == structure->elements())
      return type;
    if (structure->isLiteral())
      return StructType::get(context, members, structure->isPacked());
    return StructType::create(context, members, (structure->getName() + ".flat").str(), structure->isPacked());
  }
  SmallVector<Type *> remapAll(ArrayRef<Type *> types) {
    SmallVector<Type *> flat;
    for (Type *type : types)
      flat.push_back(remapType(type));
    return flat;
  }

  DenseMap<Type *, Type *> known_;
};

class Flattener {
public:
  explicit Flattener(Module &module) : module_(module) {}

  void run() {
    for (Function &function : module_)
      functions_.push_back(&function);
    for (GlobalVariable &variable : module_.globals())
      variables_.push_back(&variable);
    for (GlobalVariable *variable : variables_)
      declareFlat(*variable);
    for (Function *function : functions_)
      declareFlat(*function);
    mapCasts();
    for (GlobalVariable *variable : variables_)
      if (variable->hasInitializer())
        replacement<GlobalVariable>(variable)->setInitializer(
            MapValue(variable->getInitializer(), map_, flags, &types_));
    for (Function *function : functions_)
      if (!function->isDeclaration())
        moveBody(*function, *replacement<Function>(function));
    eraseOld();
  }

private:
  static constexpr auto flags = static_cast<RemapFlags>(+RF_IgnoreMissingLocals | +RF_ReuseAndMutateDistinctMDs);

  template <typename Kind> Kind *replacement(Kind *old) { return cast<Kind>(static_cast<Value *>(map_[old])); }

  void declareFlat(GlobalVariable &old) {
    auto *flat = new GlobalVariable(module_, types_.remapType(old.getValueType()), old.isConstant(), old.getLinkage(),
                                    nullptr, "", nullptr, old.getThreadLocalMode(), 0);
    flat->copyAttributesFrom(&old);
    flat->takeName(&old);
    map_[&old] = flat;
  }

  void declareFlat(Function &old) {
    auto *type = cast<FunctionType>(types_.remapType(old.getFunctionType()));
    if (type == old.getFunctionType()) {
      map_[&old] = &old;
      return;
    }
    Function *flat = Function::Create(type, old.getLinkage(), 0, "", &module_);
    flat->copyAttributesFrom(&old);
    if (MDNode *metadata = old.getMetadata(LLVMContext::MD_dbg)) {
      old.setSubprogram(nullptr);
      flat->setMetadata(LLVMContext::MD_dbg, metadata);
    }
    // Not takeName: only setName looks whether the name makes it an intrinsic.
    std::string name = old.getName().str();
    old.setName("");
    flat->setName(name);
    if (flat->isIntrinsic())
      if (std::optional<Function *> renamed = Intrinsic::remangleIntrinsicFunction(flat)) {
        flat->eraseFromParent();
        flat = *renamed;
      }
    map_[&old] = flat;
    moved_.push_back(&old);
  }

  /// Constant casts between address spaces are replaced by their operands, inner ones first: the mapper itself
  /// would build casts from address space 0 to 0, which there are none of.
  void mapCasts() {
    SetVector<Constant *> seen;
    auto visit = [&](auto &&self, Value *value) -> void {
      auto *constant = dyn_cast<Constant>(value);
      if (!constant || isa<GlobalValue>(constant) || isa<ConstantData>(constant) || seen.contains(constant))
        return;
      for (Value *operand : constant->operands())
        self(self, operand);
      seen.insert(constant);
    };
    for (GlobalVariable *variable : variables_)
      if (variable->hasInitializer())
        visit(visit, variable->getInitializer());
    for (Function *function : functions_)
      for (Instruction &instruction : instructions(*function))
        for (Value *operand : instruction.operands())
          visit(visit, operand);
    for (Constant *constant : seen)
      if (auto *cast = dyn_cast<ConstantExpr>(constant); cast && cast->getOpcode() == Instruction::AddrSpaceCast)
        map_[cast] = MapValue(cast->getOperand(0), map_, flags, &types_);
  }

  void moveBody(Function &old, Function &flat) {
    if (&old != &flat) {
      for (auto [oldArgument, flatArgument] : zip(old.args(), flat.args())) {
        flatArgument.takeName(&oldArgument);
        map_[&oldArgument] = &flatArgument;
      }
      flat.splice(flat.begin(), &old);
    }
    SmallVector<AddrSpaceCastInst *> casts;
    for (Instruction &instruction : instructions(flat)) {
      RemapInstruction(&instruction, map_, flags, &types_);
      if (auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction))
        casts.push_back(cast);
    }
    for (AddrSpaceCastInst *cast : casts) {
      cast->replaceAllUsesWith(cast->getOperand(0));
      cast->eraseFromParent();
    }
  }

  void eraseOld() {
    for (Function *function : moved_)
      function->deleteBody();
    for (GlobalVariable *variable : variables_)
      variable->dropAllReferences();
    for (GlobalVariable *variable : variables_)
      erase(*variable);
    for (Function *function : moved_)
      erase(*function);
  }

  /// What still uses an old global is constants that nothing uses.
  template <typename Kind> static void erase(Kind &old) {
    old.removeDeadConstantUsers();
    old.eraseFromParent();
  }

  Module &module_;
  FlatTypes types_;
  ValueToValueMapTy map_;
  SmallVector<Function *> functions_;
  SmallVector<Function *> moved_; ///< those of another type now; replaced
  SmallVector<GlobalVariable *> variables_;
};

} // namespace

PreservedAnalyses FlattenAddressSpacesPass::run(Module &module, ModuleAnalysisManager &) {
  Flattener(module).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

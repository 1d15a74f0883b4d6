// Replaces the types of a whole module's values by other types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/TypeRewriter.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

Type *TypeMap::remapType(Type *type) {
  if (Type *known = known_.lookup(type))
    return known;
  Type *made = make(type);
  return known_[type] = made;
}

Type *TypeMap::make(Type *type) {
  if (Type *leaf = leaf_(type); leaf != type)
    return leaf;
  LLVMContext &context = type->getContext();
  if (auto *vector = dyn_cast<VectorType>(type))
    return VectorType::get(remapType(vector->getElementType()), vector->getElementCount());
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
  if (auto *function = dyn_cast<FunctionType>(type))
    return FunctionType::get(remapType(function->getReturnType()), remapAll(function->params()), function->isVarArg());
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

SmallVector<Type *> TypeMap::remapAll(ArrayRef<Type *> types) {
  SmallVector<Type *> mapped;
  for (Type *type : types)
    mapped.push_back(remapType(type));
  return mapped;
}

namespace {

constexpr auto flags = static_cast<RemapFlags>(+RF_IgnoreMissingLocals | +RF_ReuseAndMutateDistinctMDs);

/// Erases a function or variable that a new one has replaced. Only constants without uses may still refer to it.
template <typename Kind> void erase(Kind &old) {
  old.removeDeadConstantUsers();
  old.eraseFromParent();
}

} // namespace

void TypeRewriter::run() {
  for (Function &function : module_)
    functions_.push_back(&function);
  for (GlobalVariable &variable : module_.globals())
    variables_.push_back(&variable);
  for (GlobalVariable *variable : variables_)
    declare(*variable);
  for (Function *function : functions_)
    declare(*function);
  mapCasts();
  for (GlobalVariable *variable : variables_)
    if (variable->hasInitializer())
      replacement<GlobalVariable>(variable)->setInitializer(MapValue(variable->getInitializer(), map_, flags, &types_));
  for (Function *function : functions_)
    if (!function->isDeclaration())
      moveBody(*function, *replacement<Function>(function));
  eraseOld();
}

void TypeRewriter::declare(GlobalVariable &old) {
  const unsigned space = types_.remapType(old.getType())->getPointerAddressSpace();
  if (space == old.getAddressSpace() && types_.remapType(old.getValueType()) == old.getValueType()) {
    map_[&old] = &old;
    return;
  }
  auto *made = new GlobalVariable(module_, types_.remapType(old.getValueType()), old.isConstant(), old.getLinkage(),
                                  nullptr, "", nullptr, old.getThreadLocalMode(), space);
  made->copyAttributesFrom(&old);
  made->copyMetadata(&old, 0);
  made->takeName(&old);
  map_[&old] = made;
  replaced_.push_back(&old);
}

void TypeRewriter::declare(Function &old) {
  auto *type = cast<FunctionType>(types_.remapType(old.getFunctionType()));
  if (type == old.getFunctionType()) {
    map_[&old] = &old;
    return;
  }
  Function *made = Function::Create(type, old.getLinkage(), 0, "", &module_);
  made->copyAttributesFrom(&old);
  made->copyMetadata(&old, 0);
  old.clearMetadata();
  // takeName would not do, because only setName checks whether the name makes the function an intrinsic.
  std::string name = old.getName().str();
  old.setName("");
  made->setName(name);
  if (made->isIntrinsic())
    if (std::optional<Function *> renamed = Intrinsic::remangleIntrinsicFunction(made)) {
      made->eraseFromParent();
      made = *renamed;
    }
  map_[&old] = made;
  moved_.push_back(&old);
}

/// If two address spaces become one, replaces each constant cast between them by its operand, inner casts first. LLVM's
/// value mapper would build an invalid cast from an address space to itself.
void TypeRewriter::mapCasts() {
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
    if (auto *cast = dyn_cast<ConstantExpr>(constant);
        cast && cast->getOpcode() == Instruction::AddrSpaceCast &&
        types_.remapType(cast->getType()) == types_.remapType(cast->getOperand(0)->getType()))
      map_[cast] = MapValue(cast->getOperand(0), map_, flags, &types_);
}

void TypeRewriter::moveBody(Function &old, Function &rewritten) {
  if (&old != &rewritten) {
    for (auto [oldArgument, argument] : zip(old.args(), rewritten.args())) {
      argument.takeName(&oldArgument);
      map_[&oldArgument] = &argument;
    }
    rewritten.splice(rewritten.begin(), &old);
  }
  SmallVector<AddrSpaceCastInst *> casts;
  for (Instruction &instruction : instructions(rewritten)) {
    RemapInstruction(&instruction, map_, flags, &types_);
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction); cast && cast->getSrcTy() == cast->getDestTy())
      casts.push_back(cast);
  }
  for (AddrSpaceCastInst *cast : casts) {
    cast->replaceAllUsesWith(cast->getOperand(0));
    cast->eraseFromParent();
  }
}

void TypeRewriter::eraseOld() {
  for (Function *function : moved_)
    function->deleteBody();
  for (GlobalVariable *variable : replaced_)
    variable->dropAllReferences();
  for (GlobalVariable *variable : replaced_)
    erase(*variable);
  for (Function *function : moved_)
    erase(*function);
}

} // namespace weft::compiler

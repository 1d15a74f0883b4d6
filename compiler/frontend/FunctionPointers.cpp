// Numbers the functions that are pointed to, and writes calls through pointers as switches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/FunctionPointers.h"

#include <algorithm>
#include <string>

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace weft::compiler {
namespace {

/// A stand-in is the function that IL calls instead of a function pointer (FunctionPointers.h). Its name begins with
/// `unresolvedPrefix` until resolveFunctionPointers writes its body, and then with `resolvedPrefix`. After the prefix,
/// the name has the type of the called function in LLVM's notation. So programs that are linked together have one name
/// for the stand-in of a type.
constexpr llvm::StringLiteral unresolvedPrefix = "weft.call ";
constexpr llvm::StringLiteral resolvedPrefix = "pointer.call ";
/// The metadata of a function that is exported to the host, !{!"name"}.
constexpr llvm::StringLiteral nameMetadata = "weft.function.name";
/// Named metadata with one node, which has the names of all numbered functions in the order of their numbers. The name
/// is "" for a function that has no name for the host.
constexpr llvm::StringLiteral functionIdsMetadata = "weft.program.functions";

std::string textOf(llvm::FunctionType &type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

llvm::FunctionType *withPointer(llvm::FunctionType &type) {
  std::vector<llvm::Type *> parameters = {llvm::Type::getInt64Ty(type.getContext())};
  parameters.insert(parameters.end(), type.param_begin(), type.param_end());
  return llvm::FunctionType::get(type.getReturnType(), parameters, false);
}

/// Returns the type of the functions that a stand-in calls, from `type`, the stand-in's own type. *Requires* a type
/// that withPointer has made.
llvm::FunctionType *withoutPointer(llvm::FunctionType &type) {
  return llvm::FunctionType::get(type.getReturnType(), type.params().drop_front(), false);
}

llvm::StringRef keptName(const llvm::Function &function) {
  const llvm::MDNode *node = function.getMetadata(nameMetadata);
  const auto *name =
      node && node->getNumOperands() == 1 ? llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0).get()) : nullptr;
  return name ? name->getString() : llvm::StringRef();
}

bool isPointer(const llvm::User *user) {
  const auto *cast = llvm::dyn_cast<llvm::ConstantExpr>(user);
  return cast && cast->getOpcode() == llvm::Instruction::PtrToInt;
}

bool isKernelFunction(const llvm::Function &function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Returns the functions to which the program makes a pointer, and those that are exported to the host, in the order of
/// the program.
std::vector<llvm::Function *> functionsToNumber(llvm::Module &program) {
  std::vector<llvm::Function *> found;
  for (llvm::Function &function : program)
    if (!function.isIntrinsic() && (function.getMetadata(nameMetadata) ||
                                    llvm::any_of(function.users(), [](auto *user) { return isPointer(user); })))
      found.push_back(&function);
  return found;
}

/// Replaces each pointer to the function by the function's number, whatever form the optimiser has given the pointer.
void writeNumber(llvm::Function &function, uint64_t number) {
  llvm::LLVMContext &context = function.getContext();
  for (llvm::User *user : llvm::make_early_inc_range(llvm::SmallVector<llvm::User *>(function.users())))
    if (isPointer(user)) {
      const llvm::APInt value = llvm::APInt(64, number).zextOrTrunc(user->getType()->getIntegerBitWidth());
      user->replaceAllUsesWith(llvm::ConstantInt::get(context, value));
      llvm::cast<llvm::ConstantExpr>(user)->destroyConstant();
    }
  llvm::Constant *pointer = llvm::ConstantExpr::getIntToPtr(
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number), function.getType());
  function.replaceUsesWithIf(pointer, [](llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  });
}

llvm::CallInst *callDirectly(llvm::IRBuilder<> &builder, llvm::Function &callee,
                             llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::CallInst *call = builder.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  call->addFnAttr(llvm::Attribute::Convergent);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  for (const llvm::Argument &parameter : callee.args())
    for (const auto kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::Alignment})
      if (parameter.hasAttribute(kind))
        call->addParamAttr(parameter.getArgNo(), parameter.getAttribute(kind));
  return call;
}

/// Returns zero; poison for types that have no zero, such as images.
llvm::Constant *zeroOf(llvm::Type *type) {
  if (const auto *target = llvm::dyn_cast<llvm::TargetExtType>(type);
      target && !target->hasProperty(llvm::TargetExtType::HasZeroInit))
    return llvm::PoisonValue::get(type);
  return llvm::Constant::getNullValue(type);
}

/// Writes the body of a stand-in: a switch that calls the function whose number is the stand-in's first argument. If no
/// function of the stand-in's type has the number, the body calls nothing and returns zero.
void writeCalls(llvm::Function &standIn, llvm::ArrayRef<llvm::Function *> numbered) {
  llvm::LLVMContext &context = standIn.getContext();
  standIn.setName(resolvedPrefix + standIn.getName().substr(unresolvedPrefix.size()));
  standIn.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::FunctionType *called = withoutPointer(*standIn.getFunctionType());
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : llvm::drop_begin(standIn.args()))
    arguments.push_back(&argument);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &standIn));
  auto *none = llvm::BasicBlock::Create(context, "none", &standIn);
  llvm::SwitchInst *choice = builder.CreateSwitch(standIn.getArg(0), none);
  const auto giveBack = [&](llvm::Value *value) {
    if (called->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(value);
  };
  for (const auto &[index, function] : llvm::enumerate(numbered)) {
    if (isKernelFunction(*function) || function->getFunctionType() != called)
      continue;
    auto *block = llvm::BasicBlock::Create(context, function->getName(), &standIn, none);
    choice->addCase(builder.getInt64(index + 1), block);
    builder.SetInsertPoint(block);
    giveBack(callDirectly(builder, *function, arguments));
  }
  builder.SetInsertPoint(none);
  giveBack(called->getReturnType()->isVoidTy() ? nullptr : zeroOf(called->getReturnType()));
}

} // namespace

llvm::Constant *pointerTo(llvm::Function &function) {
  return llvm::ConstantExpr::getPtrToInt(&function, llvm::Type::getInt64Ty(function.getContext()));
}

llvm::Function &pointerCall(llvm::Module &program, llvm::FunctionType &type) {
  const std::string name = unresolvedPrefix.str() + textOf(type);
  if (llvm::Function *known = program.getFunction(name))
    return *known;
  auto *made = llvm::Function::Create(withPointer(type), llvm::GlobalValue::ExternalLinkage, name, program);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->addFnAttr(llvm::Attribute::Convergent);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  return *made;
}

bool isPointerCall(const llvm::Function &function) {
  llvm::FunctionType *type = function.getFunctionType();
  llvm::StringRef name = function.getName();
  return name.consume_front(unresolvedPrefix) && function.isDeclaration() && type->getNumParams() != 0 &&
         type->getParamType(0)->isIntegerTy(64) && !type->isVarArg() && name == textOf(*withoutPointer(*type));
}

void exportToHost(llvm::Function &function, llvm::StringRef name) {
  llvm::LLVMContext &context = function.getContext();
  function.setMetadata(nameMetadata, llvm::MDNode::get(context, {llvm::MDString::get(context, name)}));
  llvm::appendToCompilerUsed(*function.getParent(), {&function});
}

void resolveFunctionPointers(llvm::Module &program) {
  if (program.getNamedMetadata(functionIdsMetadata))
    return;
  llvm::removeFromUsedLists(program, [](llvm::Constant *used) {
    const auto *function = llvm::dyn_cast<llvm::Function>(used->stripPointerCasts());
    return function && function->getMetadata(nameMetadata);
  });
  const std::vector<llvm::Function *> numbered = functionsToNumber(program);
  llvm::LLVMContext &context = program.getContext();
  std::vector<llvm::Metadata *> names;
  for (llvm::Function *function : numbered) {
    llvm::StringRef name = keptName(*function);
    if (name.empty() && !function->hasLocalLinkage() && !function->isDeclaration())
      name = function->getName();
    names.push_back(llvm::MDString::get(context, isKernelFunction(*function) ? "" : name));
    writeNumber(*function, names.size());
    function->setMetadata(nameMetadata, nullptr);
  }
  bool hasCalls = false;
  for (llvm::Function &function : program)
    if (isPointerCall(function)) {
      writeCalls(function, numbered);
      hasCalls = true;
    }
  if (hasCalls || !numbered.empty())
    program.getOrInsertNamedMetadata(functionIdsMetadata)->addOperand(llvm::MDNode::get(context, names));
}

bool isPointerSwitch(const llvm::Function &function) { return function.getName().starts_with(resolvedPrefix); }

bool hasValidFunctionIds(const llvm::Module &program) {
  const llvm::NamedMDNode *numbers = program.getNamedMetadata(functionIdsMetadata);
  if (!numbers)
    return true;
  return numbers->getNumOperands() == 1 &&
         llvm::all_of(numbers->getOperand(0)->operands(),
                      [](const llvm::MDOperand &name) { return llvm::isa_and_nonnull<llvm::MDString>(name.get()); });
}

std::vector<FunctionId> functionIds(const llvm::Module &program) {
  std::vector<FunctionId> found;
  const llvm::NamedMDNode *numbers = program.getNamedMetadata(functionIdsMetadata);
  // The program has several nodes if several executables were linked into it. Each executable numbers its functions
  // from 1, so a number doesn't identify a function, and the host gets no functions.
  if (!numbers || numbers->getNumOperands() != 1)
    return found;
  for (const llvm::MDOperand &operand : numbers->getOperand(0)->operands()) {
    const llvm::StringRef name = llvm::cast<llvm::MDString>(operand)->getString();
    const uint64_t number = found.size() + 1;
    found.push_back({name, number});
  }
  llvm::erase_if(found, [](const FunctionId &function) { return function.name.empty(); });
  return found;
}

} // namespace weft::compiler

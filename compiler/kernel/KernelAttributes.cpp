// Reads and writes the attributes, metadata and primitives by which passes inform each other about the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/KernelAttributes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

/// Metadata of a kernel, !{i32 count}: a group must have this number of sub-groups.
static constexpr StringLiteral requiredSubGroupsMetadata = "weft.required.sub.groups";

static Function *findMarked(Module &module, StringRef attribute) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(attribute))
      return &function;
  return nullptr;
}

Function *findKernel(Module &module) { return findMarked(module, kernelAttribute); }
Function *findOriginal(Module &module) { return findMarked(module, originalAttribute); }

/// Returns the number in the kernel's metadata of the given kind; 0 if the kernel has no such metadata.
static uint64_t numberIn(const Function &kernel, StringRef kind) {
  const MDNode *node = kernel.getMetadata(kind);
  auto *number = node && node->getNumOperands() == 1 ? mdconst::dyn_extract<ConstantInt>(node->getOperand(0)) : nullptr;
  return number ? number->getZExtValue() : 0;
}

uint64_t requiredSubGroupSize(const Function &kernel) { return numberIn(kernel, "intel_reqd_sub_group_size"); }

uint64_t requiredSubGroups(const Function &kernel) { return numberIn(kernel, requiredSubGroupsMetadata); }

void setRequiredSubGroups(Function &kernel, uint32_t count) {
  auto *number = ConstantInt::get(Type::getInt32Ty(kernel.getContext()), count);
  kernel.setMetadata(requiredSubGroupsMetadata, MDNode::get(kernel.getContext(), {ConstantAsMetadata::get(number)}));
}

uint64_t numericAttribute(const Function &function, StringRef name) {
  uint64_t value = 0;
  if (function.getFnAttribute(name).getValueAsString().getAsInteger(10, value))
    return 0;
  return value;
}

void setNumericAttribute(Function &function, StringRef name, uint64_t value) {
  function.addFnAttr(name, utostr(value));
}

KernelSchedule scheduleOf(const Function &kernel) {
  const StringRef text = kernel.getFnAttribute(scheduleAttribute).getValueAsString();
  return KernelSchedule::parse(text).value_or(KernelSchedule());
}

void setSchedule(Function &kernel, const KernelSchedule &schedule) {
  if (schedule == KernelSchedule())
    kernel.removeFnAttr(scheduleAttribute);
  else
    kernel.addFnAttr(scheduleAttribute, schedule.text());
}

std::array<uint64_t, 3> fixedLocalSize(const Function &kernel) {
  std::array<uint64_t, 3> size{0, 0, 0};
  SmallVector<StringRef, 3> parts;
  kernel.getFnAttribute(localSizeAttribute).getValueAsString().split(parts, ',');
  if (parts.size() != size.size())
    return {0, 0, 0};
  for (size_t d = 0; d < size.size(); ++d)
    if (parts[d].getAsInteger(10, size[d]))
      return {0, 0, 0};
  return size;
}

void setFixedLocalSize(Function &kernel, const std::array<uint64_t, 3> &size) {
  kernel.addFnAttr(localSizeAttribute, utostr(size[0]) + "," + utostr(size[1]) + "," + utostr(size[2]));
}

std::array<uint64_t, 3> launchLocalSize(const Function &kernel) {
  std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  if (kernel.hasFnAttribute(delinearisedAttribute))
    return {size[0] * size[1], size[2], 1};
  std::swap(size[0], size[numericAttribute(kernel, packetDimensionAttribute)]);
  return size;
}

CodeChecks checksOf(const Function &function) {
  CodeChecks checks;
  return codeRequest::read(function.getFnAttribute(checksAttribute).getValueAsString(), checks) ? checks : CodeChecks();
}

void setChecks(Function &function, CodeChecks checks) {
  if (checks.any())
    function.addFnAttr(checksAttribute, codeRequest::write(checks));
}

bool isCheckFunction(const Function *function) { return function && function->getName().starts_with(checkPrefix); }

std::optional<uint32_t> argumentConstant(const Function &kernel, unsigned argument) {
  std::vector<ArgumentConstant> constants;
  if (!codeRequest::read(kernel.getFnAttribute(argumentConstantsAttribute).getValueAsString(), constants))
    return std::nullopt;
  const auto found =
      find_if(constants, [&](const ArgumentConstant &constant) { return constant.argument == argument; });
  return found == constants.end() ? std::nullopt : std::optional(found->value);
}

void setArgumentConstants(Function &kernel, const std::vector<ArgumentConstant> &constants) {
  if (!constants.empty())
    kernel.addFnAttr(argumentConstantsAttribute, codeRequest::write(constants));
}

int localIdDimension(const Function *function) {
  StringRef name = function ? function->getName() : StringRef();
  unsigned dimension = 0;
  if (!name.consume_front(localIdPrefix) || name.getAsInteger(10, dimension) || dimension > 2)
    return -1;
  return static_cast<int>(dimension);
}

LocalIdCalls findLocalIds(Function &kernel) {
  LocalIdCalls ids;
  for (Instruction &instruction : instructions(kernel))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const int dimension = localIdDimension(call->getCalledFunction()); dimension >= 0)
        ids[static_cast<unsigned>(dimension)].push_back(call);
  return ids;
}

unsigned packetWidth(const Function &kernel) {
  return std::max<unsigned>(1, numericAttribute(kernel, packetWidthAttribute));
}

unsigned subGroupSize(const Function &kernel) {
  return std::max<unsigned>(1, numericAttribute(kernel, subGroupSizeAttribute));
}

Function *declarePrimitive(Module &module, const Twine &name, FunctionType *type) {
  LLVMContext &context = module.getContext();
  AttrBuilder attributes(context);
  attributes.addMemoryAttr(MemoryEffects::none());
  for (Attribute::AttrKind kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable})
    attributes.addAttribute(kind);
  auto callee = module.getOrInsertFunction(name.str(), type,
                                           AttributeList::get(context, AttributeList::FunctionIndex, attributes));
  return cast<Function>(callee.getCallee());
}

/// Declares a primitive without parameters, whose result depends on the running work-item or packet.
static Function *declareItemPrimitive(Module &module, const Twine &name, Type *type) {
  Function *function = declarePrimitive(module, name, FunctionType::get(type, /*isVarArg=*/false));
  function->addRetAttr(Attribute::NoUndef); // else LLVM freezes ids, which hides their divisors from analyses
  return function;
}

Function *declareLocalId(Module &module, unsigned dimension) {
  return declareItemPrimitive(module, localIdPrefix + Twine(dimension), Type::getInt32Ty(module.getContext()));
}

Function *declarePacketMask(Module &module, unsigned width) {
  auto *mask = FixedVectorType::get(Type::getInt1Ty(module.getContext()), width);
  return declareItemPrimitive(module, packetMaskPrefix + Twine(width), mask);
}

bool isPacketMask(const Function *function) { return function && function->getName().starts_with(packetMaskPrefix); }

static bool hasName(const Function *function, StringRef name) { return function && function->getName() == name; }

Function *declareLaneId(Module &module) {
  return declareItemPrimitive(module, laneIdName, Type::getInt32Ty(module.getContext()));
}

Function *declareSubGroupId(Module &module) {
  return declareItemPrimitive(module, subGroupIdName, Type::getInt32Ty(module.getContext()));
}

bool isLaneId(const Function *function) { return hasName(function, laneIdName); }
bool isSubGroupId(const Function *function) { return hasName(function, subGroupIdName); }
bool isSubGroupBarrier(const Function *function) { return hasName(function, subGroupBarrierName); }

Function *declarePacketStart(Module &module) {
  return declareItemPrimitive(module, packetStartName, Type::getInt32Ty(module.getContext()));
}

Function *declareRowIndex(Module &module) {
  return declareItemPrimitive(module, rowIndexName, Type::getInt32Ty(module.getContext()));
}

bool isPacketStart(const Function *function) { return hasName(function, packetStartName); }
bool isRowIndex(const Function *function) { return hasName(function, rowIndexName); }

bool isUniformPerPacket(const Function *function) {
  return isSubGroupId(function) || isPacketStart(function) || isRowIndex(function);
}

bool isPrintf(const Function &function) {
  return function.isDeclaration() && function.isVarArg() && function.getName() == printfName;
}

static Function *declareBarrier(Module &module, StringRef name, ArrayRef<Attribute::AttrKind> kinds) {
  LLVMContext &context = module.getContext();
  AttrBuilder attributes(context);
  for (Attribute::AttrKind kind : kinds)
    attributes.addAttribute(kind);
  auto callee = module.getOrInsertFunction(name, AttributeList::get(context, AttributeList::FunctionIndex, attributes),
                                           Type::getVoidTy(context));
  return cast<Function>(callee.getCallee());
}

Function *declareBarrier(Module &module) {
  return declareBarrier(module, barrierName, {Attribute::NoUnwind, Attribute::Convergent, Attribute::NoDuplicate});
}

CallInst &createBarrier(BasicBlock &block, ArrayRef<OperandBundleDef> bundles) {
  IRBuilder<> builder(&block, block.begin());
  return *builder.CreateCall(declareBarrier(*block.getModule()), {}, bundles);
}

Function *declareSubGroupBarrier(Module &module) {
  return declareBarrier(module, subGroupBarrierName, {Attribute::NoUnwind, Attribute::Convergent});
}

bool isBarrier(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && hasName(call->getCalledFunction(), barrierName);
}

bool hasBarrier(const BasicBlock &block) { return any_of(block, isBarrier); }

Function *declareYield(Module &module) {
  return declareBarrier(module, yieldName, {Attribute::NoUnwind, Attribute::Convergent});
}

} // namespace weft::compiler

// Creates the calls by which a kernel, compiled with checks for errors, reports to the checker, the runtime's part of
// the checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/CheckCalls.h"

#include <cstddef>

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include "kernel/AbiAccess.h"
#include "kernel/FlatIds.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::string sourceLocation(const DILocation &location) {
  return (location.getFilename() + ":" + Twine(location.getLine()) + ":" + Twine(location.getColumn())).str();
}

StringRef functionOf(const DILocation &location) {
  const DISubprogram *function = location.getScope()->getSubprogram();
  return function ? function->getName() : StringRef();
}

/// Lists the calls by which the code at `location` was inlined, up to the kernel. Clang puts the kernel's body into a
/// function of the same name, which the kernel calls. The kernel's call of that function isn't in the list, because the
/// call isn't in the source.
std::string callersOf(const DILocation &location, StringRef kernel) {
  std::string callers;
  const DILocation *caller = &location;
  while (functionOf(*caller) != kernel && caller->getInlinedAt()) {
    caller = caller->getInlinedAt();
    callers += (callers.empty() ? "" : "\n") + functionOf(*caller).str() + " (" + sourceLocation(*caller) + ")";
  }
  return callers;
}

} // namespace

/// Metadata of a call of weft.barrier, !{i32 flags}: the memory that the barrier orders, as the fence flags of OpenCL
/// C.
static constexpr StringLiteral fencesMetadata = "weft.fences";

void setFences(Instruction &barrier, uint32_t flags) {
  auto *number = ConstantInt::get(Type::getInt32Ty(barrier.getContext()), flags);
  barrier.setMetadata(fencesMetadata, MDNode::get(barrier.getContext(), {ConstantAsMetadata::get(number)}));
}

uint32_t fencesOf(const Instruction &barrier) {
  const MDNode *flags = barrier.getMetadata(fencesMetadata);
  return flags ? static_cast<uint32_t>(mdconst::extract<ConstantInt>(flags->getOperand(0))->getZExtValue()) : ~0u;
}

Type *marksTypeOf(Type &type, const DataLayout &layout) {
  Type *element = type.getScalarType();
  if (!element->isIntegerTy() && !element->isFloatingPointTy() && !element->isPointerTy())
    return nullptr;
  const uint64_t bits = layout.getTypeSizeInBits(element).getFixedValue();
  auto *vector = dyn_cast<FixedVectorType>(&type);
  if (type.isVectorTy() && (!vector || bits % 8 != 0))
    return nullptr;
  Type *marks = IntegerType::get(type.getContext(), static_cast<unsigned>(alignTo(bits, 8)));
  return vector ? FixedVectorType::get(marks, vector->getNumElements()) : marks;
}

Value *lackMarks(IRBuilder<> &builder, Value &marks) {
  Value *lacking = builder.CreateICmpNE(&marks, Constant::getAllOnesValue(marks.getType()));
  return lacking->getType()->isVectorTy() ? builder.CreateOrReduce(lacking) : lacking;
}

CheckCalls::CheckCalls(Function &kernel) : kernel_(kernel), entry_(kernel.getEntryBlock().getTerminator()) {}

Constant *CheckCalls::text(const std::string &text) {
  Constant *&known = texts_[text];
  if (!known) {
    Constant *data = ConstantDataArray::getString(kernel_.getContext(), text);
    auto *variable =
        new GlobalVariable(*kernel_.getParent(), data->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                           data, "weft.check.text", nullptr, GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = variable;
  }
  return known;
}

Constant *CheckCalls::site(const Instruction &instruction, const CheckSite &description) {
  const DILocation *location = instruction.getDebugLoc();
  const bool hasLocation = location && location->getLine() != 0;
  const auto i32 = [&](uint32_t value) { return entry_.getInt32(value); };
  // The constant has the members of WeftCheckSite in their order. The struct has no padding.
  static_assert(sizeof(WeftCheckSite) == 5 * 8 + 8 + 10 * 4);
  Constant *data = ConstantStruct::getAnon(
      {text(kernel_.getName().str()), text(hasLocation ? location->getFilename().str() : ""),
       text(hasLocation ? functionOf(*location).str() : ""),
       text(hasLocation ? callersOf(*location, kernel_.getName()) : ""), text(description.object),
       entry_.getInt64(description.objectBytes), i32(hasLocation ? location->getLine() : 0),
       i32(hasLocation ? location->getColumn() : 0), i32(description.kind), i32(description.objectKind),
       i32(description.argument), i32(description.bytes), i32(description.elementBytes), i32(description.alignment),
       i32(description.isByCopy ? 1 : 0), i32(description.isUpdate ? 1 : 0)});
  auto *site =
      new GlobalVariable(*kernel_.getParent(), data->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, data,
                         "weft.check.site", nullptr, GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
  site->setAlignment(Align(alignof(WeftCheckSite)));
  return site;
}

Value *CheckCalls::localId(IRBuilder<> &builder, unsigned dimension) {
  Module &module = *kernel_.getParent();
  if (!kernel_.hasFnAttribute(subGroupsAttribute))
    return builder.CreateCall(declareLocalId(module, dimension), {}, "local.id");
  Value *flat = builder.CreateCall(declareLocalId(module, 0), {}, "flat.id");
  return FlatIds(kernel_, entry_, subGroupSize(kernel_)).localId(builder, flat, dimension);
}

CallInst *CheckCalls::call(IRBuilder<> &builder, const char *name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = kernel_.getParent()->getOrInsertFunction((checkPrefix + Twine(name)).str(),
                                                                   FunctionType::get(result, types, false));
  CallInst *call = builder.CreateCall(callee, arguments);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  kernel_.addFnAttr(reportsAttribute);
  return call;
}

CallInst *CheckCalls::callWithIds(IRBuilder<> &builder, const char *name, Type *result, Constant *site,
                                  ArrayRef<Value *> others) {
  SmallVector<Value *> arguments = {site};
  for (unsigned d = 0; d < 3; ++d)
    arguments.push_back(localId(builder, d));
  append_range(arguments, others);
  CallInst *made = call(builder, name, result, arguments);
  // The checker accesses no memory of the kernel: it gets addresses and values as integers.
  made->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  kernel_.addFnAttr(observesGroupsAttribute); // the local ids in its reports
  return made;
}

void CheckCalls::report(IRBuilder<> &builder, Constant *site, Value *first, Value *second) {
  callWithIds(builder, "report", builder.getVoidTy(), site, {first, second})->addFnAttr(Attribute::Cold);
}

void CheckCalls::printed(IRBuilder<> &builder, Constant *site, Value *format, Value *arguments) {
  callWithIds(builder, "report", builder.getVoidTy(), site, {format, arguments});
}

Value *CheckCalls::find(IRBuilder<> &builder, Constant *site, Value *address) {
  Value *found = callWithIds(builder, "find", builder.getInt32Ty(), site, {address});
  return builder.CreateICmpNE(found, builder.getInt32(0), "found");
}

void CheckCalls::access(IRBuilder<> &builder, Constant *site, Value *offset, Value *address, Value *value) {
  callWithIds(builder, "access", builder.getVoidTy(), site, {offset, address, value});
}

void CheckCalls::met(IRBuilder<> &builder, Constant *site, ArrayRef<Value *> offsetAddressValueWordSites) {
  callWithIds(builder, "met", builder.getVoidTy(), site, offsetAddressValueWordSites)->addFnAttr(Attribute::Cold);
}

Value *CheckCalls::shadow() {
  CallInst *made = call(entry_, "shadow", entry_.getPtrTy(), {});
  made->setMemoryEffects(MemoryEffects::none());
  return made;
}

Value *CheckCalls::flatId(IRBuilder<> &builder) {
  const auto id = [&](unsigned dimension) {
    return builder.CreateZExt(builder.CreateCall(declareLocalId(*kernel_.getParent(), dimension), {}, "local.id"),
                              builder.getInt64Ty());
  };
  if (kernel_.hasFnAttribute(subGroupsAttribute))
    return id(0);
  const auto times = [&](Value *ids, unsigned dimension) {
    return builder.CreateMul(ids, loadLocalSize(entry_, kernel_, dimension), "", true, true);
  };
  Value *rows = builder.CreateAdd(times(id(2), 1), id(1), "", true, true);
  return builder.CreateAdd(times(rows, 0), id(0), "flat.id", true, true);
}

void CheckCalls::barrier(IRBuilder<> &builder, Constant *site) {
  call(builder, "barrier", builder.getVoidTy(), {site});
}

Value *CheckCalls::together(IRBuilder<> &builder, Constant *site, ArrayRef<Value *> toFromOthersEvent) {
  return callWithIds(builder, "together", builder.getInt64Ty(), site, toFromOthersEvent);
}

Value *CheckCalls::ofArgument(uint32_t argument, Type *type, size_t member, const char *name) {
  Value *&known = ofArguments_[{argument, member}];
  if (!known) {
    if (!arguments_) {
      CallInst *made = call(entry_, "arguments", entry_.getPtrTy(), {});
      made->setMemoryEffects(MemoryEffects::none());
      arguments_ = made;
    }
    known =
        loadInvariant(entry_, type, arguments_, argument * sizeof(WeftCheckArgument) + member, alignof(uint64_t), name);
  }
  return known;
}

Value *CheckCalls::written(uint32_t argument) {
  Value *marks = ofArgument(argument, entry_.getPtrTy(), offsetof(WeftCheckArgument, written), "written");
  cast<Instruction>(marks)->setMetadata(marksMetadata, MDNode::get(kernel_.getContext(), {}));
  return marks;
}

void CheckCalls::wrote(uint32_t argument) {
  call(entry_, "wrote", entry_.getVoidTy(), {entry_.getInt32(argument)})
      ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

Value *CheckCalls::bytesBefore(uint32_t argument) {
  return ofArgument(argument, entry_.getInt64Ty(), offsetof(WeftCheckArgument, before), "bytes.before");
}

Value *CheckCalls::bytesAfter(uint32_t argument, bool writes) {
  return ofArgument(argument, entry_.getInt64Ty(),
                    writes ? offsetof(WeftCheckArgument, writable) : offsetof(WeftCheckArgument, readable),
                    "bytes.behind");
}

} // namespace weft::compiler

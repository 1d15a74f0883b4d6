// Makes each call of printf a call of the executor's printer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerPrintfPass.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What WeftPrintArgument says of a value of type `type`, the offset aside.
WeftPrintArgument describe(Type *type) {
  Type *element = type->getScalarType();
  unsigned count = 1;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    count = vector->getNumElements();
  unsigned bits = element->getScalarSizeInBits();
  WeftPrintKind kind = WEFT_PRINT_OTHER;
  if (element->isPointerTy()) {
    kind = WEFT_PRINT_POINTER;
    bits = 8 * sizeof(void *);
  } else if (element->isIntegerTy() && (bits == 8 || bits == 16 || bits == 32 || bits == 64)) {
    kind = WEFT_PRINT_INTEGER;
  } else if (element->isHalfTy() || element->isFloatTy() || element->isDoubleTy()) {
    kind = WEFT_PRINT_FLOAT;
  }
  if (kind == WEFT_PRINT_OTHER)
    return {0, WEFT_PRINT_OTHER, 0, 1, 0};
  return {0, static_cast<uint8_t>(kind), static_cast<uint8_t>(bits / 8), static_cast<uint8_t>(count), 0};
}

class PrintfLowering {
public:
  explicit PrintfLowering(Function &kernel) : kernel_(kernel) {
    LLVMContext &context = kernel.getContext();
    IRBuilder<> entry(&kernel.getEntryBlock(), entryInsertionPoint(kernel));
    Type *pointer = PointerType::get(context, 0);
    Type *i32 = Type::getInt32Ty(context);
    printType_ = FunctionType::get(i32, {pointer, pointer, pointer, i32, pointer}, false);
    print_ =
        loadInvariant(entry, pointer, launchParameter(kernel), offsetof(WeftLaunch, print), alignof(void *), "print");
    printer_ = loadInvariant(entry, pointer, launchParameter(kernel), offsetof(WeftLaunch, printer), alignof(void *),
                             "printer");
  }

  /// All calls share one variable for their values: the printer keeps none of it.
  void run(ArrayRef<CallBase *> calls) {
    SmallVector<SmallVector<WeftPrintArgument>> tables;
    uint64_t bytes = 0;
    for (CallBase *call : calls)
      tables.push_back(layOut(*call, bytes));
    if (bytes != 0) {
      IRBuilder<> top(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
      values_ = top.CreateAlloca(ArrayType::get(top.getInt8Ty(), bytes), nullptr, "print.values");
      values_->setAlignment(Align(alignof(uint64_t)));
    }
    for (auto [call, table] : zip(calls, tables))
      lower(*call, table);
  }

private:
  /// Places the arguments behind the format one after the other; raises `bytes` to what they need.
  static SmallVector<WeftPrintArgument> layOut(const CallBase &call, uint64_t &bytes) {
    SmallVector<WeftPrintArgument> table;
    uint64_t end = 0;
    for (const Use &argument : drop_begin(call.args())) {
      WeftPrintArgument entry = describe(argument->getType());
      if (entry.kind != WEFT_PRINT_OTHER) {
        end = alignTo(end, entry.elementBytes);
        entry.offset = static_cast<uint32_t>(end);
        end += uint64_t{entry.elementBytes} * entry.count;
      }
      table.push_back(entry);
    }
    bytes = std::max(bytes, end);
    return table;
  }

  void lower(CallBase &call, ArrayRef<WeftPrintArgument> table) {
    IRBuilder<> builder(&call);
    for (const auto &[argument, entry] : zip(drop_begin(call.args()), table))
      if (entry.kind != WEFT_PRINT_OTHER)
        builder.CreateAlignedStore(argument,
                                   builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), values_, entry.offset),
                                   Align(entry.elementBytes));
    Value *null = ConstantPointerNull::get(builder.getPtrTy());
    Value *result = builder.CreateCall(printType_, print_,
                                       {printer_, call.getArgOperand(0), table.empty() ? null : constantTable(table),
                                        builder.getInt32(table.size()), table.empty() ? null : valuesOrNull(builder)});
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  Value *valuesOrNull(IRBuilder<> &builder) {
    return values_ ? static_cast<Value *>(values_) : ConstantPointerNull::get(builder.getPtrTy());
  }

  Constant *constantTable(ArrayRef<WeftPrintArgument> table) {
    LLVMContext &context = kernel_.getContext();
    auto i8 = [&](uint8_t value) { return ConstantInt::get(Type::getInt8Ty(context), value); };
    // The members of WeftPrintArgument in their order; its layout has no holes.
    static_assert(sizeof(WeftPrintArgument) == 4 + 4 * 1);
    SmallVector<Constant *> entries;
    for (const WeftPrintArgument &entry : table)
      entries.push_back(ConstantStruct::getAnon({ConstantInt::get(Type::getInt32Ty(context), entry.offset),
                                                 i8(entry.kind), i8(entry.elementBytes), i8(entry.count), i8(0)}));
    Constant *initializer = ConstantArray::get(ArrayType::get(entries.front()->getType(), entries.size()), entries);
    Constant *&known = tables_[initializer];
    if (!known) {
      auto *variable = new GlobalVariable(*kernel_.getParent(), initializer->getType(), /*isConstant=*/true,
                                          GlobalValue::PrivateLinkage, initializer, "weft.print.arguments", nullptr,
                                          GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
      variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
      variable->setAlignment(Align(alignof(WeftPrintArgument)));
      known = variable;
    }
    return known;
  }

  Function &kernel_;
  FunctionType *printType_;
  Value *print_;
  Value *printer_;
  AllocaInst *values_ = nullptr;
  DenseMap<Constant *, Constant *> tables_;
};

} // namespace

PreservedAnalyses LowerPrintfPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  Function *function = module.getFunction(printfName);
  if (!kernel || !function || !isPrintf(*function))
    return PreservedAnalyses::all();
  SmallVector<CallBase *> calls;
  for (User *user : function->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function)
      calls.push_back(call);
  if (!calls.empty()) {
    PrintfLowering(*kernel).run(calls);
    kernel->addFnAttr(printsAttribute);
  }
  if (function->use_empty())
    function->eraseFromParent();
  else
    module.getContext().emitError("the address of printf is taken");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler

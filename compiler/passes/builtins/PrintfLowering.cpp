// Replaces each call of printf by a call of a function that the launch provides, with a table of the arguments' types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerLaunchCallsPass.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PrintArguments.h"

using namespace llvm;

namespace weft::compiler {

namespace {

class PrintfLowering {
public:
  explicit PrintfLowering(Function &kernel) : kernel_(kernel), tables_(*kernel.getParent()) {
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

  /// Replaces all calls of printf. The code for each call stores the arguments' values into the same variable. The
  /// calls can share it because WeftLaunch::print keeps no pointer to it after a call.
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
  /// Returns the table of the arguments after the format string, with each value's offset in the variable; the values
  /// lie there one after the other. If the values need more than `bytes` bytes, raises `bytes` to that size.
  static SmallVector<WeftPrintArgument> layOut(const CallBase &call, uint64_t &bytes) {
    SmallVector<WeftPrintArgument> table;
    uint64_t end = 0;
    for (const Use &argument : drop_begin(call.args())) {
      WeftPrintArgument entry = describePrintArgument(*argument->getType());
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
                                       {printer_, call.getArgOperand(0), tables_.of(table),
                                        builder.getInt32(table.size()), table.empty() ? null : valuesOrNull(builder)});
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  Value *valuesOrNull(IRBuilder<> &builder) {
    return values_ ? static_cast<Value *>(values_) : ConstantPointerNull::get(builder.getPtrTy());
  }

  Function &kernel_;
  FunctionType *printType_;
  Value *print_;
  Value *printer_;
  AllocaInst *values_ = nullptr;
  PrintArgumentTables tables_;
};

} // namespace

void lowerPrintf(Function &kernel) {
  Function *function = kernel.getParent()->getFunction(printfName);
  if (!function || !isPrintf(*function))
    return;
  SmallVector<CallBase *> calls;
  for (User *user : function->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function)
      calls.push_back(call);
  if (!calls.empty()) {
    PrintfLowering(kernel).run(calls);
    kernel.addFnAttr(printsAttribute);
  }
  if (function->use_empty())
    function->eraseFromParent();
  else
    kernel.getContext().emitError("the address of printf is taken");
}

} // namespace weft::compiler

// Creates the calls by which a kernel, compiled with checks for errors, reports to the checker, the runtime's part of
// the checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_CHECK_CALLS_H
#define WEFT_COMPILER_KERNEL_CHECK_CALLS_H

#include <map>
#include <string>

#include "llvm/IR/IRBuilder.h"

#include "CheckAbi.h"

namespace weft::compiler {

/// Set and return the metadata that says which memory a call of weft.barrier orders, as the fence flags of OpenCL C's
/// barrier(). A call without the metadata orders all memory.
void setFences(llvm::Instruction &barrier, uint32_t flags);
uint32_t fencesOf(const llvm::Instruction &barrier);

/// Attribute of a kernel that uses WeftCheck::shadow, the memory that notes for each byte which work-item accessed it
/// last. The value 1 means that WeftKernelInfo gets the flag WEFT_KERNEL_SHADOWS. With the value 2, it gets
/// WEFT_KERNEL_SHADOWS_BYTES, too.
inline constexpr llvm::StringLiteral shadowsAttribute = "weft-shadows";

/// Marks say which bytes of a variable or buffer have been written: all bits of a mark are ones if they have. This
/// metadata is on each variable that holds another variable's marks (CheckVariablesPass), and on each load of the
/// address of a buffer's marks (BufferChecks). By the metadata, memory checks recognise accesses to marks, and
/// don't report them: if one is beyond the marks' end, the program's own access is beyond its object's end, and is
/// reported.
inline constexpr llvm::StringLiteral marksMetadata = "weft.marks";

/// Returns the type of the marks of a value whose type in memory is `type`; null if such a value can't have marks. For
/// each number in the value, the marks have an integer of the same size at the same offset. All its bits are ones if
/// the number has been written.
llvm::Type *marksTypeOf(llvm::Type &type, const llvm::DataLayout &layout);
/// Creates an i1 that is true if some bits of a value haven't been written. `marks` are the value's marks.
llvm::Value *lackMarks(llvm::IRBuilder<> &builder, llvm::Value &marks);

/// What a WeftCheckSite says about a checked instruction besides the instruction's position in the source.
struct CheckSite {
  WeftCheckKind kind;
  WeftCheckObject objectKind = WEFT_CHECK_NO_OBJECT;
  uint32_t argument = WEFT_CHECK_NO_ARGUMENT;
  std::string object{};
  uint64_t objectBytes = 0;
  uint32_t bytes = 0;
  uint32_t elementBytes = 1;
  uint32_t alignment = 1;
  bool isByCopy = false;
  bool isUpdate = false;
};

/// Creates sites and calls of the following primitives, in one kernel of the form `work-item`. A site is a constant of
/// the type WeftCheckSite, which describes a checked instruction. The pass lower-launch-calls replaces the calls by
/// calls of the functions in WeftLaunch::check:
///
///   void @weft.check.report(ptr site, i32 x, i32 y, i32 z, i64 first, i64 second)      WeftCheck::report
///   i32 @weft.check.find(ptr site, i32 x, i32 y, i32 z, i64 address)                   WeftCheck::find
///   void @weft.check.access(ptr site, i32 x, i32 y, i32 z, i64 offset, i64 address, i64 value)   WeftCheck::access
///   void @weft.check.met(ptr site, i32 x, i32 y, i32 z, i64 offset, i64 address, i64 value, i64 word, ptr sites)
///                                                                                      WeftCheck::met
///   void @weft.check.barrier(ptr site)                                                 WeftItem::waitsAt
///   i64 @weft.check.together(ptr site, i32 x, i32 y, i32 z, i64 to, i64 from, i64 others, i64 event)
///                                                                                      WeftCheck::together
///   ptr @weft.check.shadow()                                                           WeftCheck::shadow
///   void @weft.check.wrote(i32 argument)                                               WeftCheck::wrote
///   ptr @weft.check.arguments()                                                        WeftCheck::arguments
class CheckCalls {
public:
  explicit CheckCalls(llvm::Function &kernel);

  /// Creates a site with the position of `instruction` in the source.
  llvm::Constant *site(const llvm::Instruction &instruction, const CheckSite &description);

  void report(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *first, llvm::Value *second);
  /// Reports a call of printf. `format` is an address of its format, and `arguments` the address of the constant that
  /// describes its arguments; both are i64s.
  void printed(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *format, llvm::Value *arguments);
  /// Creates an i1: whether the memory at `address` (i64) may be accessed.
  llvm::Value *find(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *address);
  void access(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *offset, llvm::Value *address,
              llvm::Value *value);
  /// Returns the value of WeftCheck::shadow, which is computed in the entry block.
  llvm::Value *shadow();
  /// The operands are the offset, address and value as in `access`, then the word that the access found in the shadow,
  /// and the address of the table of sites.
  void met(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::ArrayRef<llvm::Value *> offsetAddressValueWordSites);
  void barrier(llvm::IRBuilder<> &builder, llvm::Constant *site);
  /// All operands are i64s: the arguments of weft.check.together after the ids. Returns the event of a copy, an i64.
  llvm::Value *together(llvm::IRBuilder<> &builder, llvm::Constant *site,
                        llvm::ArrayRef<llvm::Value *> toFromOthersEvent);
  /// Return i64s, which are computed in the entry block. bytesBefore is the number of bytes of the argument's memory
  /// before the address that the kernel is given. bytesAfter is the number of bytes from that address on that the
  /// kernel may read, or write if `writes`.
  llvm::Value *bytesBefore(uint32_t argument);
  llvm::Value *bytesAfter(uint32_t argument, bool writes);
  /// Returns the value of WeftCheckArgument::written, which is loaded in the entry block.
  llvm::Value *written(uint32_t argument);
  /// Creates a call in the entry block that reports: the kernel may write the argument's memory, at addresses that the
  /// compiler doesn't know.
  void wrote(uint32_t argument);

  /// Returns the flattened local id, an i64.
  llvm::Value *flatId(llvm::IRBuilder<> &builder);

  /// A builder at the end of the entry block, where values that the group shares are computed.
  llvm::IRBuilder<> &entry() { return entry_; }

private:
  llvm::Constant *text(const std::string &text);
  llvm::Value *localId(llvm::IRBuilder<> &builder, unsigned dimension);
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const char *name, llvm::Type *result,
                       llvm::ArrayRef<llvm::Value *> arguments);
  llvm::CallInst *callWithIds(llvm::IRBuilder<> &builder, const char *name, llvm::Type *result, llvm::Constant *site,
                              llvm::ArrayRef<llvm::Value *> others);
  llvm::Value *ofArgument(uint32_t argument, llvm::Type *type, size_t member, const char *name);

  llvm::Function &kernel_;
  llvm::IRBuilder<> entry_;
  std::map<std::string, llvm::Constant *> texts_;
  std::map<std::pair<uint32_t, size_t>, llvm::Value *> ofArguments_;
  llvm::Value *arguments_ = nullptr;
};

} // namespace weft::compiler

#endif

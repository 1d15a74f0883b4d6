// The calls by which a kernel that is checked reports events to the launch's checker.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_CHECK_CALLS_H
#define WEFT_COMPILER_KERNEL_CHECK_CALLS_H

#include <map>
#include <string>

#include "llvm/IR/IRBuilder.h"

#include "CheckAbi.h"

namespace weft::compiler {

/// Records on a call of weft.barrier which memory it orders, by OpenCL C's flags; without a record it orders all
/// memory.
void setFences(llvm::Instruction &barrier, uint32_t flags);
uint32_t fencesOf(const llvm::Instruction &barrier);

/// The kernel uses WeftCheck::shadow (WEFT_KERNEL_SHADOWS): 1, or 2 with WEFT_KERNEL_SHADOWS_BYTES.
inline constexpr llvm::StringLiteral shadowsAttribute = "weft-shadows";

/// On variables that hold the marks of another variable (CheckVariablesPass), and on loads of the address of a buffer's
/// marks (CheckBuffersPass). Accesses outside of the marks aren't reported, because the same access outside of the
/// variable or buffer is reported.
inline constexpr llvm::StringLiteral marksMetadata = "weft.marks";

/// The type of the marks of a value that is in memory as `type`: integers at the same offsets and of the same sizes,
/// all of whose bits are ones where the value has been written. Null where the type has no marks.
llvm::Type *marksTypeOf(llvm::Type &type, const llvm::DataLayout &layout);
/// Creates an i1: whether a part of the value that `marks` stand for hasn't been written.
llvm::Value *lackMarks(llvm::IRBuilder<> &builder, llvm::Value &marks);

/// What a site describes besides its position in the source.
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

/// Makes sites, constants of the type WeftCheckSite, and calls, for one kernel of the form work-item. The pass
/// lower-checks replaces the calls by calls of the functions in WeftLaunch::check:
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

  /// Makes a site whose position in the source is that of `instruction`.
  llvm::Constant *site(const llvm::Instruction &instruction, const CheckSite &description);

  void report(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *first, llvm::Value *second);
  /// Reports a call of printf. `format` is an address of its format, and `arguments` the address of the constant that
  /// describes its arguments; both are i64s.
  void printed(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *format, llvm::Value *arguments);
  /// Creates an i1: whether the memory at `address` (i64) may be accessed.
  llvm::Value *find(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *address);
  void access(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *offset, llvm::Value *address,
              llvm::Value *value);
  /// The value of WeftCheck::shadow, loaded in the entry block.
  llvm::Value *shadow();
  /// The operands are those of `access`, then the word that was found and the table of sites.
  void met(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::ArrayRef<llvm::Value *> offsetAddressValueWordSites);
  void barrier(llvm::IRBuilder<> &builder, llvm::Constant *site);
  /// All operands are i64s. Returns the event of a copy, an i64 too.
  llvm::Value *together(llvm::IRBuilder<> &builder, llvm::Constant *site,
                        llvm::ArrayRef<llvm::Value *> toFromOthersEvent);
  /// i64s, computed in the entry block: the number of bytes of the argument's memory before the address that the kernel
  /// is given, and the number of bytes from that address on that the kernel may read (`writes`: write).
  llvm::Value *bytesBefore(uint32_t argument);
  llvm::Value *bytesAfter(uint32_t argument, bool writes);
  /// The value of WeftCheckArgument::written, loaded in the entry block.
  llvm::Value *written(uint32_t argument);
  /// Reports, in the entry block, that the argument's memory may be written without a check that sees it.
  void wrote(uint32_t argument);

  /// The flattened local id, an i64.
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

// The calls by which a kernel that is checked tells the launch's checker of something.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_CHECK_CALLS_H
#define WEFT_COMPILER_KERNEL_CHECK_CALLS_H

#include <map>
#include <string>

#include "llvm/IR/IRBuilder.h"

#include "CheckAbi.h"

namespace weft::compiler {

/// Says of a call of weft.barrier which memory it orders, by OpenCL C's flags; all where nothing is said.
void setFences(llvm::Instruction &barrier, uint32_t flags);
uint32_t fencesOf(const llvm::Instruction &barrier);

/// The kernel asks for WeftCheck::shadow (WEFT_KERNEL_SHADOWS): 1, or 2 with WEFT_KERNEL_SHADOWS_BYTES.
inline constexpr llvm::StringLiteral shadowsAttribute = "weft-shadows";

/// On variables that hold the marks of another one (CheckVariablesPass), and on loads of the address of a buffer's
/// (CheckBuffersPass): nobody is told of accesses outside of them, as the same is told of the other.
inline constexpr llvm::StringLiteral marksMetadata = "weft.marks";

/// Of what is in memory as `type`: integers of the same places and sizes, all of whose bits are ones where it has been
/// written. Null where there are none.
llvm::Type *marksTypeOf(llvm::Type &type, const llvm::DataLayout &layout);
/// An i1: whether a part of what such marks stand for hasn't been written.
llvm::Value *lackMarks(llvm::IRBuilder<> &builder, llvm::Value &marks);

/// What a site says besides its place in the source.
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

/// Makes sites, constants of the type WeftCheckSite, and calls for one kernel of the form work-item. The calls are of
/// functions that lower-checks makes calls of those in WeftLaunch::check:
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

  /// The place is that of `instruction`.
  llvm::Constant *site(const llvm::Instruction &instruction, const CheckSite &description);

  void report(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *first, llvm::Value *second);
  /// Of a call of printf: an address of its format, and of the constant that describes its arguments, both i64s.
  void printed(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *format, llvm::Value *arguments);
  /// An i1: whether the memory at `address` (i64) may be accessed.
  llvm::Value *find(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *address);
  void access(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::Value *offset, llvm::Value *address,
              llvm::Value *value);
  /// WeftCheck::shadow, in the entry block.
  llvm::Value *shadow();
  /// What `access` takes, the word that was found, and the table of sites.
  void met(llvm::IRBuilder<> &builder, llvm::Constant *site, llvm::ArrayRef<llvm::Value *> offsetAddressValueWordSites);
  void barrier(llvm::IRBuilder<> &builder, llvm::Constant *site);
  /// All are i64s, as is the event of a copy that it returns.
  llvm::Value *together(llvm::IRBuilder<> &builder, llvm::Constant *site,
                        llvm::ArrayRef<llvm::Value *> toFromOthersEvent);
  /// i64s, in the entry block: the bytes that the memory of an argument has in front of the address that the kernel is
  /// given, and from there on those that it may read or write.
  llvm::Value *bytesBefore(uint32_t argument);
  llvm::Value *bytesBehind(uint32_t argument, bool writes);
  /// WeftCheckArgument::written, in the entry block.
  llvm::Value *written(uint32_t argument);
  /// In the entry block: the argument's memory may be written where nobody sees it.
  void wrote(uint32_t argument);

  /// An i64: the flattened local id.
  llvm::Value *flatId(llvm::IRBuilder<> &builder);

  /// Stands at the end of the entry block, where what the group shares is computed.
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

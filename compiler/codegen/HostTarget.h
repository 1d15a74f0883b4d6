// The machine that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HOST_TARGET_H
#define WEFT_COMPILER_CODEGEN_HOST_TARGET_H

#include <memory>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// `cpu` in LLVM's terms; "" for the one this runs on with all that it can do. The machine optimises fully and makes
/// position-independent code. How wide vectors should be is left to what LLVM knows of the CPU: some slow down as a
/// whole while 512-bit units are busy.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu);

/// A machine as createHostTarget makes it, which may have made code before: what LLVM knows of a CPU takes it a
/// fourteenth of a short kernel's compilation to set up. Where it ends, it waits for the next who borrows one for the
/// same CPU. From any thread; a borrower who is left in the middle of his work keeps it.
class HostTarget {
public:
  static llvm::Expected<HostTarget> borrow(llvm::StringRef cpu);
  HostTarget(HostTarget &&) noexcept;
  HostTarget &operator=(HostTarget &&) = delete;
  ~HostTarget();

  llvm::TargetMachine &operator*() const;

private:
  struct Kept;
  explicit HostTarget(std::unique_ptr<Kept> kept);

  std::unique_ptr<Kept> kept_; ///< null where it was moved from
};

} // namespace weft::compiler

#endif

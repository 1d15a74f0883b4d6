// Reports to the application that a read, write or copy has accessed an address that has no memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/TransferCommand.h"

#include "core/objects/PoolThread.h"

namespace weft::core {

void notifyFaultedTransfer(Context &context) {
  callApplication(context.services().callbackThread, [context = RefPtr<Context>(&context)] {
    context->notifyLate("A command that copies or fills memory reached an address where there is none.");
  });
}

} // namespace weft::core

// Prevents the signals of a failed write from ending the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_WRITE_SIGNAL_BLOCKER_H
#define WEFT_RUNTIME_SUPPORT_WRITE_SIGNAL_BLOCKER_H

#include <signal.h>

namespace weft {

/// While this object exists, the calling thread gets no signal if one of its writes fails. The signals in question are
/// SIGXFSZ, for a write beyond the limit of file sizes, and SIGPIPE, for a write to a pipe without readers. So the
/// application's handlers don't run. Both signals are sent to the thread that writes, so it is enough to block them
/// there. The destructor discards a signal that has become pending, unless such a signal was already pending before.
class WriteSignalBlocker {
public:
  WriteSignalBlocker();
  ~WriteSignalBlocker();
  WriteSignalBlocker(const WriteSignalBlocker &) = delete;
  WriteSignalBlocker &operator=(const WriteSignalBlocker &) = delete;

private:
  sigset_t mask_;    ///< the thread's mask before
  sigset_t waiting_; ///< the signals that were pending before
};

} // namespace weft

#endif

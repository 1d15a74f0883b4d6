// Keeps the signals of a failed write from ending the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_WRITE_SIGNAL_BLOCKER_H
#define WEFT_RUNTIME_SUPPORT_WRITE_SIGNAL_BLOCKER_H

#include <signal.h>

namespace weft {

/// While this exists, a write of the calling thread beyond the limit of file sizes (SIGXFSZ), or to a pipe that nobody
/// reads any more (SIGPIPE), only fails. The application's handlers see nothing of it. Both signals are sent to the
/// thread that writes, so blocking them there is enough; what came of it is taken back in the end, unless such a signal
/// was waiting before.
class WriteSignalBlocker {
public:
  WriteSignalBlocker();
  ~WriteSignalBlocker();
  WriteSignalBlocker(const WriteSignalBlocker &) = delete;
  WriteSignalBlocker &operator=(const WriteSignalBlocker &) = delete;

private:
  sigset_t mask_;    ///< as it was
  sigset_t waiting_; ///< before
};

} // namespace weft

#endif

// What the work-items of one launch print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_PRINTER_H
#define WEFT_DEVICE_CPU_EXEC_PRINTER_H

#include <string>

#include "KernelAbi.h"
#include "Mutex.h"

namespace weft::cpu {

/// Collects the text of whole calls, so that those of different work-items don't mix, and writes it to stdout,
/// where it keeps its place among what the host program prints. Nothing is ever dropped: a full buffer is
/// written at once. Every function may be called from any thread.
class Printer {
public:
  /// A WeftPrint; `printer` is a Printer.
  static int32_t print(void *printer, const char *format, const WeftPrintArgument *arguments, uint32_t argumentCount,
                       const void *values) noexcept;

  /// Writes out what has been collected. False where something could not be written, now or before.
  bool flush();

private:
  void write() WEFT_REQUIRES(mutex_);

  Mutex mutex_; ///< held while writing too, or a later part could overtake an earlier one
  std::string pending_ WEFT_GUARDED_BY(mutex_);
  bool failed_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::cpu

#endif

// The text that the work-items of one launch print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_PRINTER_H
#define WEFT_DEVICE_CPU_EXEC_PRINTER_H

#include <string>

#include "KernelAbi.h"
#include "Mutex.h"

namespace weft::cpu {

/// Collects the text of whole calls of printf, so that the text of different work-items doesn't mix, and writes it to
/// stdout. The text keeps its order with the text that the application prints to stdout. No text is ever dropped: a
/// full buffer is written at once. Every function may be called from any thread.
class Printer {
public:
  /// A WeftPrint; `printer` is a Printer.
  static int32_t print(void *printer, const char *format, const WeftPrintArgument *arguments, uint32_t argumentCount,
                       const void *values) noexcept;

  /// Writes out the collected text. Returns false where some text could not be written, now or before.
  bool flush();

private:
  void write() WEFT_REQUIRES(mutex_);

  Mutex mutex_; ///< also held while writing, so that later text can't overtake earlier text
  std::string pending_ WEFT_GUARDED_BY(mutex_);
  bool failed_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::cpu

#endif

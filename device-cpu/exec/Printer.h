// The text that the work-items of one launch print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_PRINTER_H
#define WEFT_DEVICE_CPU_EXEC_PRINTER_H

#include <string>

#include "KernelAbi.h"
#include "Mutex.h"

namespace weft::cpu {

/// Collects the text that work-items print, and writes it to stdout. The text of one call of printf stays together,
/// even if several work-items print at the same time. It is written through the application's own stdout, so it comes
/// in the right order with text that the application prints. No text is ever dropped: when the buffer is full, it is
/// written at once. Every function may be called from any thread.
class Printer {
public:
  /// The function for WeftLaunch::print. `printer` points to a Printer.
  static int32_t print(void *printer, const char *format, const WeftPrintArgument *arguments, uint32_t argumentCount,
                       const void *values) noexcept;

  /// Writes out the collected text. Returns false if some text could not be written, now or before.
  bool flush();

private:
  void write() WEFT_REQUIRES(mutex_);

  Mutex mutex_; ///< also held while writing, so that later text can't overtake earlier text
  std::string pending_ WEFT_GUARDED_BY(mutex_);
  bool failed_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::cpu

#endif

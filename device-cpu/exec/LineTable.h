// Which line of the source an instruction is of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_LINE_TABLE_H
#define WEFT_DEVICE_CPU_EXEC_LINE_TABLE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Device.h"

namespace weft::cpu {

/// The lines of a shared object with debug information (DWARF 5, section 6.2). Made while nothing is wrong, so that a
/// signal handler has nothing to do but to look them up. Never changes.
class LineTable {
public:
  /// Of the file's bytes, whose headers are good. Empty where it has no lines, or not in this form.
  static LineTable read(std::string_view object);

  /// Takes no memory. `address` is relative to where the object was loaded.
  LinePlace find(uint64_t address) const;

  bool empty() const { return rows_.empty(); }

private:
  friend class LineProgram;
  struct Row {
    uint64_t address;
    uint32_t file;
    uint32_t line; ///< 0: of no line, also behind the end
  };
  std::vector<Row> rows_; ///< by their addresses
  std::vector<std::string> files_;
};

} // namespace weft::cpu

#endif

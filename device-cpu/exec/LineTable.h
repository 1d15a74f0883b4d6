// The table that gives the source line of each of a kernel's instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_LINE_TABLE_H
#define WEFT_DEVICE_CPU_EXEC_LINE_TABLE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Device.h"

namespace weft::cpu {

/// The source lines of a shared object with debug information (DWARF 5, section 6.2). The table is made before any
/// fault, so that a signal handler only has to look lines up. It never changes.
class LineTable {
public:
  /// Reads the lines from the bytes of an object file, whose headers are valid. The table is empty if the file has
  /// no lines, or lines in another format.
  static LineTable read(std::string_view object);

  /// Returns the source line of the instruction at `address`, which is relative to the address at which the object was
  /// loaded. Takes no memory.
  SourceLine find(uint64_t address) const;

  bool empty() const { return rows_.empty(); }

private:
  friend class LineProgram;
  struct Row {
    uint64_t address;
    uint32_t file;
    uint32_t line; ///< 0: no line, as after the end of the code
  };
  std::vector<Row> rows_; ///< sorted by address
  std::vector<std::string> files_;
};

} // namespace weft::cpu

#endif

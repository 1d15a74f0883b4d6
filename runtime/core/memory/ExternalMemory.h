// Memory of other processes, or of other parts of this process, that is given by a file descriptor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_EXTERNAL_MEMORY_H
#define WEFT_RUNTIME_CORE_MEMORY_EXTERNAL_MEMORY_H

#include <CL/cl_ext.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "RefPtr.h"
#include "Result.h"
#include "core/objects/Device.h"

namespace weft::core {

/// The request for a memory object whose bytes are external memory.
struct ExternalRequest {
  cl_external_memory_handle_type_khr type = 0;
  int descriptor = -1;
  /// The devices that may use the memory; empty for all devices of the context.
  std::vector<RefPtr<Device>> devices;
};

class FileMapping;

/// The memory of a file that is mapped into this process. Each file is mapped only once. So two memory objects of the
/// same file have the same address, and a launch that has both as arguments finds out by their addresses that they
/// overlap.
class ExternalMemory {
public:
  /// Maps the first `size` bytes of the memory. The descriptor may be closed afterwards. Errors: CL_INVALID_PROPERTY if
  /// the descriptor's memory can't be read and written; the error code `sizeCode` if the memory has fewer than `size`
  /// bytes; CL_MEM_OBJECT_ALLOCATION_FAILURE.
  static Result<std::shared_ptr<const ExternalMemory>> map(ExternalRequest request, size_t size, cl_int sizeCode);
  ExternalMemory(ExternalRequest request, std::shared_ptr<const FileMapping> mapping);

  std::byte *data() const { return data_; }
  bool mayBeUsedBy(const Device &device) const;

private:
  const ExternalRequest request_;
  std::byte *const data_;
  const std::shared_ptr<const FileMapping> mapping_;
};

} // namespace weft::core

#endif

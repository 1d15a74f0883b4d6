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

/// The external memory of which a memory object is created.
struct ExternalRequest {
  cl_external_memory_handle_type_khr type = 0;
  int descriptor = -1;
  /// The devices that may use the memory; empty for all devices of the context.
  std::vector<RefPtr<Device>> devices;
};

class FileMapping;

/// The memory of a file. All memory objects of the same file have the same address, because launches decide by
/// addresses whether two arguments overlap.
class ExternalMemory {
public:
  /// Maps the first `size` bytes of the memory. The descriptor may be closed afterwards. CL_INVALID_PROPERTY: the
  /// memory of the descriptor can't be read and written. `sizeCode`: the memory has fewer bytes.
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE.
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

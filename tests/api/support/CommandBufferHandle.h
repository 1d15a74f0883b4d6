// A handle that owns a command-buffer, which it releases by the function of the extension.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_COMMAND_BUFFER_HANDLE_H
#define WEFT_TESTS_API_COMMAND_BUFFER_HANDLE_H

#include <span>

#include "NewNames.h"
#include "support/Handles.h"

namespace weft::test {

template <> void Handle<cl_command_buffer_khr>::reset();

/// Creates a command-buffer for `queues`.
Handle<cl_command_buffer_khr> makeCommandBuffer(std::span<const cl_command_queue> queues,
                                                cl_command_buffer_flags_khr flags = 0);
inline Handle<cl_command_buffer_khr> makeCommandBuffer(cl_command_queue queue, cl_command_buffer_flags_khr flags = 0) {
  return makeCommandBuffer(std::span<const cl_command_queue>(&queue, 1), flags);
}

} // namespace weft::test

#endif

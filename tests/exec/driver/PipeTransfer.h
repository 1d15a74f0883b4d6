// Fills pipes and empties them, by kernels of its own: the host has no other way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_PIPE_TRANSFER_H
#define WEFT_TESTS_EXEC_PIPE_TRANSFER_H

#include <map>

#include "driver/Case.h"
#include "driver/Handles.h"

namespace weft::exectest {

class PipeTransfer {
public:
  PipeTransfer(cl_context context, cl_device_id device, cl_command_queue queue)
      : context_(context), device_(device), queue_(queue) {}

  /// A pipe that holds the packets.
  Buffer fill(const PipeLayout &layout, const Bytes &packets);
  /// What is left in a pipe.
  Bytes empty(const PipeLayout &layout, cl_mem pipe);

private:
  void run(const PipeLayout &layout, const char *name, cl_mem pipe, cl_mem packets, cl_mem count);
  Buffer makeBuffer(size_t bytes, const void *contents);

  cl_context context_;
  cl_device_id device_;
  cl_command_queue queue_;
  std::map<size_t, Program> programs_; ///< by bytes of a packet
};

} // namespace weft::exectest

#endif

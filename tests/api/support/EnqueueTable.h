// A table of all entry points that enqueue a command with a wait list, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ENQUEUE_TABLE_H
#define WEFT_TESTS_API_ENQUEUE_TABLE_H

#include <array>
#include <span>

#include "support/CommandBufferHandle.h"
#include "support/ImageTest.h"
#include "support/Semaphores.h"

namespace weft::test {

/// The last arguments of each entry point of the table.
struct EventArguments {
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// The objects that the commands of the table use.
struct CommandObjects {
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;                ///< a kernel without arguments
  cl_program program = nullptr;              ///< a program with a global variable "variable" of 16 bytes
  cl_mem buffer = nullptr, other = nullptr;  ///< 128 bytes each
  cl_mem image = nullptr, picture = nullptr; ///< 8 x 8 texels of one byte each
  cl_command_buffer_khr commands = nullptr;  ///< finalised, with a launch of the kernel
  cl_semaphore_khr semaphore = nullptr;
  cl_mem external = nullptr; ///< the external memory of a file of 64 bytes
  char *shared = nullptr;    ///< 128 bytes of clSVMAlloc
  char *bytes = nullptr;     ///< 128 bytes that the test owns
};

/// An entry point that enqueues a command. `call` succeeds with valid arguments and leaves no mapping.
struct EnqueueEntry {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const CommandObjects &on, const EventArguments &events);
  /// Whether the call itself reports failed events of its wait list, because it blocks or checks the events first.
  bool blocks = false;
  /// The memory objects that the call takes, and whether it takes the kernel or the program.
  std::vector<cl_mem CommandObjects::*> memory = {};
  bool takesKernel = false;
  bool takesProgram = false;
};

std::span<const EnqueueEntry> enqueueEntries();

/// A fixture with the objects that the calls of the table use.
class EnqueueTableTest : public ImageTest {
protected:
  /// Creates objects in the context `its`. They live until the test ends or calls `releaseObjects`.
  CommandObjects makeObjects(cl_context its, cl_command_queue itsQueue);
  /// Builds a program with the kernel and the variable that the table needs.
  cl_program makeTablesProgram(cl_context its);
  /// Creates objects as above, but with an existing program.
  CommandObjects makeObjects(cl_context its, cl_command_queue itsQueue, cl_program program);
  /// Releases all objects that have been created, except the programs and the shared virtual memory.
  void releaseObjects();
  void SetUp() override;
  void TearDown() override;

  std::array<char, 128> bytes{};
  CommandObjects on; ///< the objects of the fixture's context

private:
  std::vector<Handle<cl_program>> programs_;
  std::vector<Handle<cl_kernel>> kernels_;
  std::vector<Handle<cl_mem>> memory_;
  std::vector<Handle<cl_command_buffer_khr>> commandBuffers_;
  std::vector<Handle<cl_semaphore_khr>> semaphores_;
  std::vector<std::pair<cl_context, void *>> shared_;
};

} // namespace weft::test

#endif

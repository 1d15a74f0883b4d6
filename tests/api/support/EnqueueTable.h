// Every entry point that enqueues a command with a wait list, in a form that a test can go through.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ENQUEUE_TABLE_H
#define WEFT_TESTS_API_ENQUEUE_TABLE_H

#include <array>
#include <span>

#include "support/CommandBufferHandle.h"
#include "support/ImageTest.h"
#include "support/Semaphores.h"

namespace weft::test {

/// The last arguments of each entry point.
struct EventArguments {
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// What the commands of the table work on.
struct CommandObjects {
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;                ///< without arguments
  cl_program program = nullptr;              ///< with a global variable "variable" of 16 bytes
  cl_mem buffer = nullptr, other = nullptr;  ///< of 128 bytes
  cl_mem image = nullptr, picture = nullptr; ///< of 8 x 8 texels of a byte
  cl_command_buffer_khr commands = nullptr;  ///< finalised, with a launch of the kernel
  cl_semaphore_khr semaphore = nullptr;
  cl_mem external = nullptr; ///< of a file of 64 bytes
  char *shared = nullptr;    ///< 128 bytes of clSVMAlloc
  char *bytes = nullptr;     ///< 128 bytes of the test
};

/// An entry point that enqueues. Its calls succeed and leave no mapping behind.
struct EnqueueEntry {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const CommandObjects &on, const EventArguments &events);
  /// It tells of events that have failed itself: as it blocks, or because it looks at them first.
  bool blocks = false;
  /// The memory objects, and whether it takes the kernel or the program.
  std::vector<cl_mem CommandObjects::*> memory = {};
  bool takesKernel = false;
  bool takesProgram = false;
};

std::span<const EnqueueEntry> enqueueEntries();

/// A fixture with objects for the table.
class EnqueueTableTest : public ImageTest {
protected:
  /// Objects of this context; they last as long as the test.
  CommandObjects makeObjects(cl_context its, cl_command_queue itsQueue);
  /// A program for the table.
  cl_program makeTablesProgram(cl_context its);
  /// The same with a program that there is.
  CommandObjects makeObjects(cl_context its, cl_command_queue itsQueue, cl_program program);
  /// Gives up all objects that have been made, save the programs and shared virtual memory.
  void releaseObjects();
  void SetUp() override;
  void TearDown() override;

  std::array<char, 128> bytes{};
  CommandObjects on; ///< of the fixture's context

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

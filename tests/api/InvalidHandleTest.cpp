// Every entry point with every handle it takes: NULL, foreign, of another kind, and released.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "support/CommandBuffers.h"
#include "support/EntryPointList.h"
#include "support/ImageTest.h"
#include "support/InvalidHandleTable.h"
#include "support/Semaphores.h"

namespace weft::test {
namespace {

constexpr Exemption withoutLine[] = {
    {"clSVMFree", "returns nothing"},
    {"clEnqueueAcquireGLObjects", "its list: there are no objects of OpenGL that would be right"},
    {"clEnqueueReleaseGLObjects", "its list: there are no objects of OpenGL that would be right"},
    {"clEnqueueAcquireEGLObjectsKHR", "its list: there are no objects of EGL that would be right"},
    {"clEnqueueReleaseEGLObjectsKHR", "its list: there are no objects of EGL that would be right"},
};

TEST(InvalidHandleTable, HasEveryHandleOfEveryEntryPoint) {
  std::vector<std::string_view> lines;
  for (const HandleCase &one : handleCases())
    lines.emplace_back(one.function);
  expectLines(lines, withoutLine, [](const EntryPoint &entry) { return entry.handles; });
}

class InvalidHandle : public ImageTest {
protected:
  const Handle<cl_mem> buffer = makeBuffer(64);
  const Handle<cl_mem> image = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4));
  const Handle<cl_event> event = makeUserEvent();
  const Handle<cl_program> program = buildProgram("kernel void nothing() {}");
  const Handle<cl_kernel> kernel = makeKernel(program.get(), "nothing");
  const Handle<cl_command_buffer_khr> commands = makeCommandBuffer(queue);
  const Handle<cl_semaphore_khr> semaphore = makeSemaphore(context);
  const HandleSurroundings at{context,       queue,        buffer.get(),   image.get(),    event.get(),
                              program.get(), kernel.get(), commands.get(), semaphore.get()};

  void check(const HandleCase &one, void *handle) {
    SCOPED_TRACE(std::string(one.function) + ", its " + one.handle);
    EXPECT_EQ(one.expected, one.call(cl, at, handle));
  }
  /// An object that is alive, but not of the kind that the code speaks of.
  void *otherKind(cl_int expected) const {
    return expected == CL_INVALID_CONTEXT ? static_cast<void *>(queue) : static_cast<void *>(context);
  }
  /// An object of the right kind that is no more. NULL where objects of that kind cannot be released.
  void *released(cl_int expected) {
    switch (expected) {
    case CL_INVALID_CONTEXT:
      return gone(makeContext());
    case CL_INVALID_COMMAND_QUEUE:
      return gone(makeQueue(0));
    case CL_INVALID_MEM_OBJECT:
      return gone(makeBuffer(16));
    case CL_INVALID_SAMPLER:
      return gone(make([&](cl_int *error) {
        return ::clCreateSampler(context, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, error);
      }));
    case CL_INVALID_EVENT:
      return gone(makeUserEvent());
    case CL_INVALID_PROGRAM:
      return gone(makeProgram("kernel void x() {}"));
    case CL_INVALID_COMMAND_BUFFER_KHR:
      return gone(makeCommandBuffer(queue));
    case CL_INVALID_SEMAPHORE_KHR:
      return gone(makeSemaphore(context));
    case CL_INVALID_MUTABLE_COMMAND_KHR: {
      // It goes with its command-buffer.
      const auto buffer = makeCommandBuffer(queue);
      cl_mutable_command_khr command = nullptr;
      const size_t one = 1;
      EXPECT_EQ(CL_SUCCESS, CommandBufferFunctions(cl).launch(buffer.get(), nullptr, nullptr, kernel.get(), 1, nullptr,
                                                              &one, nullptr, 0, nullptr, nullptr, &command));
      return command;
    }
    case CL_INVALID_KERNEL:
      return gone(buildKernel("kernel void x() {}", "x"));
    default:
      return nullptr;
    }
  }
  template <typename T> static T gone(Handle<T> handle) {
    const T raw = handle.get();
    handle.reset();
    return raw;
  }
};
INSTANTIATE_TEST_SUITE_P(Api, InvalidHandle, ::testing::Values(Route::loader, Route::direct), routeName);

TEST_P(InvalidHandle, Null) {
  for (const HandleCase &one : handleCases()) {
    // A loader puts its first platform in the place of a NULL platform.
    if (one.mayBeNull || (GetParam() == Route::loader && one.expected == CL_INVALID_PLATFORM))
      continue;
    check(one, nullptr);
  }
}

TEST_P(InvalidHandle, OfAnotherPlatform) {
  for (const HandleCase &one : handleCases())
    check(one, foreignObject());
}

TEST_P(InvalidHandle, OfAnotherKind) {
  for (const HandleCase &one : handleCases())
    check(one, otherKind(one.expected));
}

TEST_P(InvalidHandle, Released) {
  for (const HandleCase &one : handleCases())
    if (void *handle = released(one.expected))
      check(one, handle);
}

// A loader could not find the dispatch table at these addresses, so they are tried directly.
TEST_P(InvalidHandle, Garbage) {
  if (GetParam() == Route::loader)
    GTEST_SKIP() << "a loader reads the object before any platform can check it";
  for (const HandleCase &one : handleCases())
    for (uintptr_t address : {uintptr_t{1}, uintptr_t{0x1000}, ~uintptr_t{0}, reinterpret_cast<uintptr_t>(context) + 8})
      check(one, reinterpret_cast<void *>(address));
}

} // namespace
} // namespace weft::test

// Threads that take one file as memory, and release it while kernels count in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"
#include "core/objects/ExternalMemoryNames.h"

namespace weft::load {

namespace {

constexpr const char *source = "kernel void count(global uint *n) { atomic_inc(n + get_global_id(0) % 16); }";
constexpr size_t places = 16;

struct Functions {
  decltype(&clEnqueueAcquireExternalMemObjectsKHR) acquire =
      extension<decltype(clEnqueueAcquireExternalMemObjectsKHR)>("clEnqueueAcquireExternalMemObjectsKHR");
  decltype(&clEnqueueReleaseExternalMemObjectsKHR) giveBack =
      extension<decltype(clEnqueueReleaseExternalMemObjectsKHR)>("clEnqueueReleaseExternalMemObjectsKHR");
};

/// What kernels need; of all threads, or of one.
struct Place {
  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source);
};

size_t openDescriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return size_t(std::distance(begin(all), end(all)));
}

/// A buffer of the file, which keeps its own descriptor.
Ref<cl_mem> bufferOf(cl_context context, int file) {
  const int its = ::dup(file);
  const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(its), 0};
  return make("clCreateBufferWithProperties", [&](cl_int *error) {
    return clCreateBufferWithProperties(context, list, 0, places * sizeof(cl_uint), nullptr, error);
  });
}

/// How many work-items the thread has had count.
cl_uint work(const Functions &khr, const Place &place, int file, unsigned number, unsigned rounds) {
  std::mt19937 random(number);
  const auto queue = makeQueue(place.context.get(), place.device, 0);
  const auto kernel = makeKernel(place.program.get(), "count");
  cl_uint counted = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const auto buffer = bufferOf(place.context.get(), file);
    const cl_mem its = buffer.get();
    setArgument(kernel.get(), 0, its);
    check(khr.acquire(queue.get(), 1, &its, 0, nullptr, nullptr), "clEnqueueAcquireExternalMemObjectsKHR");
    for (unsigned launches = random() % 4; launches > 0; --launches) {
      const size_t items = 1 + random() % 3000;
      launch(queue.get(), kernel.get(), items);
      counted += cl_uint(items);
    }
    check(khr.giveBack(queue.get(), 1, &its, 0, nullptr, nullptr), "clEnqueueReleaseExternalMemObjectsKHR");
    if (random() % 8 == 0)
      check(clFinish(queue.get()), "clFinish");
  } // the buffer goes, while its launches may be under way
  check(clFinish(queue.get()), "clFinish");
  return counted;
}

} // namespace

void runExternalMemory(unsigned threads, unsigned rounds) {
  const Functions khr;
  const int file = ::memfd_create("weft-load", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, places * sizeof(cl_uint)) != 0)
    fail("no file");
  std::vector<cl_uint> counted(threads);
  {
    const Place shared;
    work(khr, shared, file, threads, 0); // threads and files of the platform's own are there now
    const size_t before = openDescriptors();
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back([&, thread] {
        counted[thread] =
            thread % 2 == 0 ? work(khr, shared, file, thread, rounds) : work(khr, Place(), file, thread, rounds);
      });
    running.clear();
    // The platform may be writing to its cache still.
    for (int tries = 0; openDescriptors() > before; ++tries) {
      if (tries == 100)
        fail(std::to_string(openDescriptors() - before) + " descriptors are left open");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  cl_uint counts[places] = {}, expected = 0, found = 0;
  if (::pread(file, counts, sizeof counts, 0) != ssize_t(sizeof counts))
    fail("the file can't be read");
  for (cl_uint one : counts)
    found += one;
  for (cl_uint one : counted)
    expected += one;
  ::close(file);
  if (found != expected)
    fail("work-items counted to " + std::to_string(found) + ", not " + std::to_string(expected));
}

} // namespace weft::load

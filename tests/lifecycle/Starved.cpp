// weft-starved <rounds> <compiler library>: allocations of the compiler that fail, one after the other, or crash it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each failure is an error of its build and leaves no memory behind; the next build succeeds. The same is tried in
// processes that get no more address space.
#include <dlfcn.h>
#include <link.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <string_view>
#include <unistd.h>

#include "Objects.h"

// The C library's own functions, under the names by which a program that brings its own allocator calls them.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
}

namespace {

/// Where the compiler library's code is; nowhere until it is loaded.
std::atomic<uintptr_t> compilerBegin{0}, compilerEnd{0};
/// Allocations of the compiler's so far, and those that fail: from the first number on, so many.
std::atomic<uint64_t> counted{0}, firstToFail{UINT64_MAX}, numberToFail{0}, failed{0};
/// Those that crash.
std::atomic<uint64_t> firstToCrash{UINT64_MAX}, numberToCrash{0};

bool shallFail(const void *caller) {
  const auto address = reinterpret_cast<uintptr_t>(caller);
  if (address < compilerBegin || address >= compilerEnd)
    return false;
  const uint64_t number = counted++;
  if (number >= firstToCrash && number - firstToCrash < numberToCrash)
    std::raise(SIGSEGV); // doesn't return
  if (number < firstToFail || number - firstToFail >= numberToFail)
    return false;
  ++failed;
  errno = ENOMEM;
  return true;
}

} // namespace

// The program's allocation functions take the place of the C library's in all libraries of the process.
extern "C" {
[[gnu::noinline, gnu::visibility("default")]] void *malloc(size_t size) {
  return shallFail(__builtin_return_address(0)) ? nullptr : __libc_malloc(size);
}
[[gnu::noinline, gnu::visibility("default")]] void *calloc(size_t count, size_t size) {
  return shallFail(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
[[gnu::noinline, gnu::visibility("default")]] void *realloc(void *block, size_t size) {
  return shallFail(__builtin_return_address(0)) ? nullptr : __libc_realloc(block, size);
}
[[gnu::noinline, gnu::visibility("default")]] void *aligned_alloc(size_t alignment, size_t size) {
  return shallFail(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
}

namespace weft::load {
namespace {

void findCompiler() {
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *) {
        if (std::string_view(info->dlpi_name).find("libweft-compiler") == std::string_view::npos)
          return 0;
        uintptr_t end = 0;
        for (unsigned index = 0; index < info->dlpi_phnum; ++index)
          end = std::max<uintptr_t>(end, info->dlpi_phdr[index].p_vaddr + info->dlpi_phdr[index].p_memsz);
        compilerEnd = info->dlpi_addr + end;
        compilerBegin = info->dlpi_addr;
        return 1;
      },
      nullptr);
}

/// In bytes, on the heap, of a crash. What is in small blocks isn't given back.
constexpr size_t mostLeftBehind = 400'000;

/// What builds and launches need, without a program.
struct Place {
  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
};

/// A program of its own, built and run: the first code that tells of a failure. Ends the test where the result is
/// wrong.
cl_int buildAndRun(const Place &place, unsigned number) {
  const std::string text =
      "kernel void k(global int *out) { int i = get_global_id(0); for (int j = 0; j < i; ++j) out[i] += j; "
      "barrier(CLK_GLOBAL_MEM_FENCE); out[i] += (int)sqrt((float)i) * 0 + " +
      std::to_string(number) + "; }";
  const char *source = text.c_str();
  cl_int error = CL_SUCCESS;
  const Ref<cl_program> program(clCreateProgramWithSource(place.context.get(), 1, &source, nullptr, &error));
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr);
  if (error != CL_SUCCESS)
    return error;
  const Ref<cl_kernel> kernel(clCreateKernel(program.get(), "k", &error));
  if (error != CL_SUCCESS)
    return error;
  cl_int out[4] = {};
  const Ref<cl_mem> buffer(clCreateBuffer(place.context.get(), CL_MEM_COPY_HOST_PTR, sizeof out, out, &error));
  check(error, "clCreateBuffer");
  setArgument(kernel.get(), 0, buffer.get());
  const size_t items = 4;
  error = clEnqueueNDRangeKernel(place.queue.get(), kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  if (error != CL_SUCCESS)
    return error;
  check(clEnqueueReadBuffer(place.queue.get(), buffer.get(), CL_TRUE, 0, sizeof out, out, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (cl_int i = 0; i < 4; ++i)
    if (out[i] != i * (i - 1) / 2 + cl_int(number))
      fail("program " + std::to_string(number) + " computed something else");
  return CL_SUCCESS;
}

void expectSuccess(const Place &place, unsigned number, const char *after) {
  if (const cl_int error = buildAndRun(place, number); error != CL_SUCCESS)
    fail(std::string("a build ") + after + " gave " + std::to_string(error));
}

void expectSuccessOrNoMemory(const Place &place, unsigned number, const std::string &what) {
  const cl_int error = buildAndRun(place, number);
  if (error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY)
    fail(what + " gave " + std::to_string(error));
}

/// One build and launch in which an allocation fails: alone, with a thousand behind it, or with all behind it. Then one
/// with memory.
void failOnce(const Place &place, unsigned round, unsigned rounds, uint64_t allocations) {
  firstToFail = allocations * round / rounds;
  numberToFail = round % 3 == 0 ? 1 : round % 3 == 1 ? 1000 : UINT64_MAX;
  counted = 0;
  expectSuccessOrNoMemory(place, 2 * round, "a build whose allocation " + std::to_string(firstToFail) + " failed");
  numberToFail = 0;
  expectSuccess(place, 2 * round + 1, "after one without memory");
}

/// The same for the first build of a process, which makes the compiler's static objects.
void failInNewProcess(const char *compiler, unsigned round, unsigned rounds) {
  // More than later builds have.
  constexpr uint64_t allocations = 60'000;
  const pid_t child = fork();
  if (child == 0) {
    if (!dlopen(compiler, RTLD_NOW | RTLD_LOCAL))
      fail("the compiler library can't be opened");
    findCompiler();
    failOnce(*new Place, round, rounds, allocations);
    std::_Exit(EXIT_SUCCESS);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0)
    fail("the process of round " + std::to_string(round) + " ended with status " + std::to_string(status));
}

size_t bytesInUse() {
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

/// Crashes at `rounds` allocations of a build, each with a build that succeeds behind it. Every second crash happens
/// once: while a kernel's code is made, that is tried again and succeeds. The others happen at each allocation from
/// there on, so in all attempts.
void crashOften(const Place &place, unsigned rounds, uint64_t allocations) {
  unsigned number = 2'000'000;
  const size_t before = bytesInUse();
  unsigned survived = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const bool isOnce = round % 2 == 0;
    counted = 0;
    numberToCrash = isOnce ? 1 : UINT64_MAX;
    firstToCrash = allocations * round / rounds;
    const bool succeeded = buildAndRun(place, ++number) == CL_SUCCESS;
    if (succeeded && !isOnce)
      fail("a build that crashed from allocation " + std::to_string(firstToCrash) + " on succeeded");
    survived += succeeded;
    firstToCrash = UINT64_MAX;
    expectSuccess(place, ++number, "after a crash");
  }
  std::printf("%u of %u builds that crashed once succeeded\n", survived, (rounds + 1) / 2);
  if (survived == 0)
    fail("code is not made again after a crash");
  const size_t after = bytesInUse();
  const size_t each = after > before ? (after - before) / rounds : 0;
  std::printf("a crash leaves %zu bytes behind\n", each);
  if (each > mostLeftBehind)
    fail("that is too much");
}

size_t addressSpace() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * size_t(sysconf(_SC_PAGESIZE));
}

void limitAddressSpace(const Place &place) {
  rlimit before;
  getrlimit(RLIMIT_AS, &before);
  unsigned number = 1'000'000;
  for (const size_t megabytes : {1, 4, 16, 18, 20, 24, 32, 48, 64, 66, 80, 100, 128, 200, 256, 258, 300}) {
    const rlimit limit{addressSpace() + (megabytes << 20), before.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
    expectSuccessOrNoMemory(place, ++number, "a build in " + std::to_string(megabytes) + " MB");
    setrlimit(RLIMIT_AS, &before);
    expectSuccess(place, ++number, "after one without address space");
  }
}

} // namespace
} // namespace weft::load

int main(int count, char **arguments) {
  using namespace weft::load;
  const unsigned rounds = count == 3 ? static_cast<unsigned>(std::atoi(arguments[1])) : 0;
  if (rounds == 0)
    fail("usage: weft-starved ROUNDS COMPILER");
  setenv("WEFT_CACHE", "0", 1);
  setenv("WEFT_LOCAL_SIZES", "none", 1); // nothing is compiled besides, whose allocations would be counted as well
  for (unsigned round = 0; round < rounds; ++round)
    failInNewProcess(arguments[2], round, rounds);
  const Place &place = *new Place;
  expectSuccess(place, 1, "at the start");
  findCompiler();
  counted = 0;
  expectSuccess(place, 2, "to count allocations");
  const uint64_t allocations = counted;
  for (unsigned round = 0; round < rounds; ++round)
    failOnce(place, round, rounds, allocations);
  std::printf("%llu allocations a build, %llu failed\n", static_cast<unsigned long long>(allocations),
              static_cast<unsigned long long>(failed));
  limitAddressSpace(place);
  crashOften(place, rounds, allocations);
  return failed != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

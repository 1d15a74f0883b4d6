// weft-tuned: launches kernels until Weft has found the fastest schedule of each. All launches give the same results.
// The next process begins with the schedules that were found, from the disk cache or from a program binary. When the
// work of a work-item changes, the search begins again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "Objects.h"

namespace {

using namespace weft::load;
namespace fs = std::filesystem;

constexpr size_t items = 1 << 14;
constexpr size_t groupItems = 64;
/// More launches than any search takes. A search that isn't over by then has gone wrong.
constexpr unsigned mostLaunches = 100'000;

/// Kernels whose best schedules differ: a loop along rows, a divergent loop, bytes, and an exchange through local
/// memory.
constexpr const char *source = R"(
kernel void rows(global const float *a, global float *out, int work) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < work * 6; ++k)
    sum += a[i % 128 * 96 + k] * a[k];
  out[i] = sum;
}
kernel void divergent(global const float *a, global float *out, int work) {
  int i = get_global_id(0);
  uint n = as_uint(a[i % 4096]) >> 8;
  uint steps = 0;
  for (; n > 1 && steps < work * 4; ++steps)
    n = n & 1 ? 3 * n + 1 : n / 2;
  out[i] = steps;
}
kernel void bytes(global const uchar *a, global uchar *out, int work) {
  int i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < work; ++k)
    sum += a[i + k];
  if (i < 16000)
    out[i] = sum / 3;
}
kernel void exchange(global const float *a, global float *out, int work) {
  local float tile[64];
  int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i % 4096];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < work * 4; ++k)
    sum = sum * 0.75f + tile[(l + k) % 64];
  out[i] = sum;
}
)";
constexpr const char *names[] = {"rows", "divergent", "bytes", "exchange"};

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// How much a work-item has to do in most launches, and in those after a change.
constexpr cl_int usualWork = 4, moreWork = 64;

/// What a process does until the log says `event` of each kernel.
struct Case {
  const char *name;
  const char *event;
  cl_int work;
  bool searches; ///< whether the event is the end of a search
  bool usesBinary;
  const char *cache; ///< the name of the folder
};
constexpr Case cases[] = {
    {"search", "no other schedule is faster", usualWork, true, false, "cache"},
    {"from-the-cache", "an earlier search found the fastest schedule", usualWork, false, false, "cache"},
    {"from-a-binary", "an earlier search found the fastest schedule", usualWork, false, true, "empty-cache"},
    {"after-a-change", "work-items take", moreWork, false, false, "cache"},
};

Ref<cl_program> programFrom(cl_context context, cl_device_id device, const std::string &bytes) {
  const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
  const size_t size = bytes.size();
  cl_int status = CL_SUCCESS;
  Ref<cl_program> program(clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &status));
  check(status, "clCreateProgramWithBinary");
  check(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  return program;
}

size_t binarySize(cl_program program) {
  size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "clGetProgramInfo");
  return size;
}

void writeBinary(cl_program program, const fs::path &file) {
  std::string bytes(binarySize(program), '\0');
  auto *data = reinterpret_cast<unsigned char *>(bytes.data());
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, static_cast<void *>(&data), nullptr),
        "clGetProgramInfo");
  std::ofstream(file) << bytes;
}

std::vector<unsigned char> launchOnce(cl_command_queue queue, cl_kernel kernel, cl_mem out) {
  std::vector<unsigned char> bytes(items * sizeof(float));
  const unsigned char zero = 0;
  check(clEnqueueFillBuffer(queue, out, &zero, 1, 0, bytes.size(), 0, nullptr, nullptr), "clEnqueueFillBuffer");
  const size_t size = items, local = groupItems;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return bytes;
}

/// Launches each kernel until the log says the event of it.
int runCase(const Case &run, const fs::path &folder) {
  const fs::path log = folder / "log", binary = folder / "binary";
  cl_device_id device = firstDevice();
  const auto context = makeContext(device);
  const auto queue = makeQueue(context.get(), device, 0);
  const auto program =
      run.usesBinary ? programFrom(context.get(), device, readFile(binary)) : buildProgram(context.get(), source);
  const size_t bytesBefore = binarySize(program.get());
  // Kernels of other names, so that the log doesn't mix the two programs up.
  std::string options = "-cl-fast-relaxed-math";
  for (const std::string name : names)
    options += " -D" + name + "=fast_" + name;
  const auto fast = buildProgram(context.get(), source, options.c_str());
  std::vector<float> input(4096 + items);
  for (size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<float>((i * 2654435761u) % 10007) / 64;
  const auto in = makeBuffer(context.get(), input.size() * sizeof(float));
  const auto out = makeBuffer(context.get(), items * sizeof(float));
  check(clEnqueueWriteBuffer(queue.get(), in.get(), CL_TRUE, 0, input.size() * sizeof(float), input.data(), 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  for (const char *name : names) {
    // The operations of the second kernel may be reassociated, but in each launch alike.
    const Ref<cl_kernel> kernels[] = {makeKernel(program.get(), name),
                                      makeKernel(fast.get(), (std::string("fast_") + name).c_str())};
    std::vector<unsigned char> first[2];
    for (size_t k = 0; k < 2; ++k) {
      setArgument(kernels[k].get(), 0, in.get());
      setArgument(kernels[k].get(), 1, out.get());
      check(clSetKernelArg(kernels[k].get(), 2, sizeof run.work, &run.work), "clSetKernelArg");
      first[k] = launchOnce(queue.get(), kernels[k].get(), out.get());
    }
    unsigned launches = 0;
    while (launches % 50 != 0 || !readFile(log).contains(std::string("kernel ") + name + ": " + run.event)) {
      for (size_t k = 0; k < 2; ++k)
        if (launchOnce(queue.get(), kernels[k].get(), out.get()) != first[k])
          fail(std::string("launch ") + std::to_string(launches) + " of " + name + " gave other bytes");
      if (++launches == mostLaunches)
        fail(std::string("kernel ") + name + " was launched often enough for '" + run.event + "':\n" + readFile(log));
    }
    const std::string text = readFile(log), of = std::string("kernel ") + name + ": ";
    if (run.searches && !text.contains(of + "loops takes ") &&
        !text.contains(of + "no other schedule is faster than loops"))
      fail(std::string("loops weren't compared with the packets of ") + name + ":\n" + text);
  }
  if (binarySize(program.get()) != bytesBefore)
    fail("the binary of a program has another size after the search");
  if (!run.usesBinary)
    writeBinary(program.get(), binary);
  return EXIT_SUCCESS;
}

/// Runs this program anew for the case.
void runInProcess(const Case &run, const fs::path &folder) {
  const fs::path log = folder / "log";
  const pid_t child = fork();
  if (child == 0) {
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", (folder / run.cache).c_str(), 1);
    setenv("WEFT_TUNE", "eager", 1);
    setenv("WEFT_LOG", "vectorize", 1);
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0)
      _exit(125);
    execl("/proc/self/exe", "weft-tuned", run.name, folder.c_str(), nullptr);
    _exit(126);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
    fail(std::string("the process of the case ") + run.name + " failed:\n" + readFile(log));
}

} // namespace

int main(int count, char **arguments) {
  if (count == 3)
    return runCase(*std::ranges::find(cases, std::string_view(arguments[1]), &Case::name), arguments[2]);
  std::string name = (fs::temp_directory_path() / "weft-tuned-XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  for (const Case &run : cases)
    runInProcess(run, folder);
  fs::remove_all(folder);
  return EXIT_SUCCESS;
}

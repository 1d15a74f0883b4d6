// weft-tuned: launches kernels until Weft has found the fastest schedule of each. All launches give the same results,
// and the next process begins with the schedules that were found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
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
kernel void rows(global const float *a, global float *out) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 96; ++k)
    sum += a[i % 128 * 96 + k] * a[k];
  out[i] = sum;
}
kernel void divergent(global const float *a, global float *out) {
  int i = get_global_id(0);
  uint n = as_uint(a[i % 4096]) >> 8;
  uint steps = 0;
  for (; n > 1 && steps < 60; ++steps)
    n = n & 1 ? 3 * n + 1 : n / 2;
  out[i] = steps;
}
kernel void bytes(global const uchar *a, global uchar *out) {
  int i = get_global_id(0);
  if (i < 16000)
    out[i] = (a[i] + a[i + 1] + a[i + 2] + 1) / 3;
}
kernel void exchange(global const float *a, global float *out) {
  local float tile[64];
  int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i % 4096];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum = sum * 0.75f + tile[(l + k) % 64];
  out[i] = sum;
}
)";
constexpr const char *names[] = {"rows", "divergent", "bytes", "exchange"};

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
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

/// Launches each kernel until the log says `event` of it.
int launchAll(const std::string &event, const fs::path &log) {
  cl_device_id device = firstDevice();
  const auto context = makeContext(device);
  const auto queue = makeQueue(context.get(), device, 0);
  const auto program = buildProgram(context.get(), source);
  const auto fast = buildProgram(context.get(), source, "-cl-fast-relaxed-math");
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
    const Ref<cl_kernel> kernels[] = {makeKernel(program.get(), name), makeKernel(fast.get(), name)};
    std::vector<unsigned char> first[2];
    for (size_t k = 0; k < 2; ++k) {
      setArgument(kernels[k].get(), 0, in.get());
      setArgument(kernels[k].get(), 1, out.get());
      first[k] = launchOnce(queue.get(), kernels[k].get(), out.get());
    }
    unsigned launches = 0;
    while (launches % 50 != 0 || !readFile(log).contains(std::string("kernel ") + name + ": " + event)) {
      for (size_t k = 0; k < 2; ++k)
        if (launchOnce(queue.get(), kernels[k].get(), out.get()) != first[k])
          fail(std::string("launch ") + std::to_string(launches) + " of " + name + " gave other bytes");
      if (++launches == mostLaunches)
        fail(std::string("kernel ") + name + " was launched often enough for '" + event + "':\n" + readFile(log));
    }
  }
  return EXIT_SUCCESS;
}

/// Runs this program anew until the log says `event` of all kernels, with the cache in `folder`.
void run(const char *event, const fs::path &folder) {
  const fs::path log = folder / "log";
  const pid_t child = fork();
  if (child == 0) {
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", (folder / "cache").c_str(), 1);
    setenv("WEFT_TUNE", "eager", 1);
    setenv("WEFT_LOG", "vectorize", 1);
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0)
      _exit(125);
    execl("/proc/self/exe", "weft-tuned", event, log.c_str(), nullptr);
    _exit(126);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
    fail(std::string("the process that waits for '") + event + "' failed:\n" + readFile(log));
}

} // namespace

int main(int count, char **arguments) {
  if (count == 3)
    return launchAll(arguments[1], arguments[2]);
  std::string name = (fs::temp_directory_path() / "weft-tuned-XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  run("no other schedule is faster", folder);
  run("an earlier process found the fastest schedule", folder);
  fs::remove_all(folder);
  return EXIT_SUCCESS;
}

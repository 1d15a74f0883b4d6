// What a launch costs: empty kernels with clFinish, in batches and recorded, beside empty parallel regions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/CommandBufferNames.h"
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

class Launch : public Benchmark {
public:
  explicit Launch(unsigned count) : count_(count) {}

  void runHost() override {
    for (unsigned i = 0; i < count_; ++i) {
#pragma omp parallel
      asm volatile(""); // an empty region would be removed
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "nothing");
    memory_ = session.create(sizeof(cl_int));
    host::setArguments(kernel_, memory_);
  }

  void runDevice() override {
    const size_t global[] = {64};
    const size_t local[] = {64};
    for (unsigned i = 0; i < count_; ++i)
      session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override { return {}; }

protected:
  unsigned count_;
  host::Kernel kernel_;
  host::Buffer memory_;
};

/// The same launches, recorded once: one behind the other, or each for itself.
class RecordedLaunches final : public Launch {
public:
  RecordedLaunches(unsigned count, bool apart) : Launch(count), apart_(apart) {}
  ~RecordedLaunches() override {
    if (buffer_)
      find<decltype(khr::clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR")(buffer_);
  }

  void prepare(const host::Session &session, const std::string &source) override {
    Launch::prepare(session, source);
    enqueue_ = find<decltype(khr::clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
    const auto record = find<decltype(khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, apart_ ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0u, 0};
    cl_int error = CL_SUCCESS;
    const host::Queue queue(
        clCreateCommandQueueWithProperties(session.context(), session.where().device, list, &error));
    host::check(error, "clCreateCommandQueueWithProperties");
    const cl_command_queue one = queue.get();
    buffer_ = find<decltype(khr::clCreateCommandBufferKHR)>("clCreateCommandBufferKHR")(1, &one, nullptr, &error);
    host::check(error, "clCreateCommandBufferKHR");
    const size_t items = 64;
    for (unsigned i = 0; i < count_; ++i)
      host::check(
          record(buffer_, nullptr, nullptr, kernel_.get(), 1, nullptr, &items, &items, 0, nullptr, nullptr, nullptr),
          "clCommandNDRangeKernelKHR");
    host::check(find<decltype(khr::clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR")(buffer_),
                "clFinalizeCommandBufferKHR");
  }

  void runDevice() override {
    cl_command_queue queue = session_->queue();
    host::check(enqueue_(1, &queue, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    session_->finish();
  }

private:
  template <typename Function> Function *find(const char *name) const {
    void *function = clGetExtensionFunctionAddressForPlatform(session_->where().platform, name);
    if (!function)
      throw std::runtime_error(std::string("The platform has no ") + name + ".");
    return reinterpret_cast<Function *>(function);
  }

  bool apart_;
  cl_command_buffer_khr buffer_ = nullptr;
  decltype(&khr::clEnqueueCommandBufferKHR) enqueue_ = nullptr;
};

const Registration
    registration("launch.cl", {
                                  {"launch-1", {}, [] { return std::make_unique<Launch>(1); }},
                                  {"launch-100", {}, [] { return std::make_unique<Launch>(100); }},
                                  {"launch-1000", {}, [] { return std::make_unique<Launch>(1000); }},
                                  {"graph-100", {}, [] { return std::make_unique<RecordedLaunches>(100, false); }},
                                  {"graph-100-apart", {}, [] { return std::make_unique<RecordedLaunches>(100, true); }},
                              });

} // namespace
} // namespace weft::bench

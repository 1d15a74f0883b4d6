// Sequences of calls as no program makes them: handles that are wild, released or of another kind, sizes without sense.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "FuzzPlatform.h"

namespace weft::fuzz {
namespace {

/// The platform's own functions: a loader would look into what a wild handle points to.
const cl_icd_dispatch &table() {
  return **reinterpret_cast<const cl_icd_dispatch *const *>(Platform::instance().device);
}

constexpr size_t hostBytes = size_t(1) << 20;

const char *const source = R"(
kernel void one(global char *a, int n, local int *l) {
  if (a && get_global_id(0) == 0)
    a[0] = (char)n;
  if (get_local_id(0) == 0)
    l[0] = n;
}
kernel void two(global const char *a, constant char *b, float4 v, sampler_t s) {}
kernel void three(read_only image2d_t in, write_only image2d_t out) {}
)";

/// Objects of one type, of which some are gone by now.
struct Pool {
  std::vector<void *> live;
  std::vector<void *> gone;
};

enum Kind {
  contextKind,
  queueKind,
  memoryKind,
  programKind,
  kernelKind,
  eventKind,
  samplerKind,
  deviceKind,
  kindCount
};

class Sequence {
public:
  explicit Sequence(Random &random) : random_(random) {
    const Platform &platform = Platform::instance();
    device_ = platform.device;
    pools_[deviceKind].live.push_back(device_);
    cl_context context = table().clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    add(contextKind, context);
    add(queueKind, table().clCreateCommandQueueWithProperties(context, device_, nullptr, nullptr));
    static const std::string binary = makeBinary(platform);
    const auto *data = reinterpret_cast<const unsigned char *>(binary.data());
    const size_t size = binary.size();
    cl_program program = table().clCreateProgramWithBinary(context, 1, &device_, &size, &data, nullptr, nullptr);
    add(programKind, program);
    table().clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  }
  Sequence(const Sequence &) = delete;
  Sequence &operator=(const Sequence &) = delete;

  ~Sequence() {
    completeUserEvents();
    for (void *queue : pools_[queueKind].live)
      table().clFinish(static_cast<cl_command_queue>(queue));
    for (Kind kind : {eventKind, kernelKind, programKind, memoryKind, samplerKind, queueKind, contextKind})
      while (!pools_[kind].live.empty())
        release(kind, 0);
  }

  void step() {
    static constexpr std::array<void (Sequence::*)(), 16> steps = {
        &Sequence::createObject,  &Sequence::createObject, &Sequence::createMemory,  &Sequence::createKernel,
        &Sequence::retainRelease, &Sequence::setArgument,  &Sequence::setArgument,   &Sequence::launch,
        &Sequence::launch,        &Sequence::transfer,     &Sequence::transfer,      &Sequence::rectangle,
        &Sequence::mapUnmap,      &Sequence::events,       &Sequence::queryAnything, &Sequence::build};
    (this->*steps[below(random_, steps.size())])();
  }

private:
  static std::string makeBinary(const Platform &platform) {
    const char *text = source;
    cl_program program = table().clCreateProgramWithSource(platform.context, 1, &text, nullptr, nullptr);
    table().clBuildProgram(program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr);
    size_t size = 0;
    table().clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::string binary(size, '\0');
    auto *data = reinterpret_cast<unsigned char *>(binary.data());
    table().clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
    table().clReleaseProgram(program);
    return binary;
  }

  void add(Kind kind, void *handle) {
    if (handle)
      pools_[kind].live.push_back(handle);
  }

  /// Mostly one that is right. The wild ones are addresses that no object has.
  template <typename T> T handle(Kind kind) {
    if (oneIn(random_, 25)) {
      static uint64_t noObject[32] = {};
      const std::vector<void *> wild = {
          nullptr,     reinterpret_cast<void *>(16), noObject, &noObject[5], reinterpret_cast<void *>(~uintptr_t(7)),
          host_.data()};
      return static_cast<T>(anyOf(random_, wild));
    }
    if (oneIn(random_, 40))
      kind = Kind(below(random_, kindCount));
    const bool useGone = oneIn(random_, 40) && !pools_[kind].gone.empty();
    const std::vector<void *> &list = useGone ? pools_[kind].gone : pools_[kind].live;
    return list.empty() ? nullptr : static_cast<T>(anyOf(random_, list));
  }

  /// Small, or next to what overflows.
  size_t number() {
    static const std::vector<size_t> odd = {0,          1,          3,           7,          4096,
                                            65537,      0x7fffffff, 0x80000000,  0xffffffff, 0x100000000,
                                            ~size_t(0), ~size_t(7), ~size_t(63), hostBytes,  size_t(1) << 63};
    return oneIn(random_, 6) ? anyOf(random_, odd) : below(random_, 512);
  }
  cl_bitfield flags() {
    const cl_bitfield usual[] = {0, 1, 2, 4, 1 | 16, 1 | 8, 1 | 32};
    return oneIn(random_, 8) ? random_() : usual[below(random_, std::size(usual))];
  }

  void release(Kind kind, size_t index) {
    // What waits for a user event that nobody can set any more waits forever, as it should.
    if (kind == eventKind)
      completeUserEvents();
    Pool &pool = pools_[kind];
    void *object = pool.live[index];
    pool.live.erase(pool.live.begin() + std::ptrdiff_t(index));
    if (std::ranges::find(pool.live, object) == pool.live.end())
      pool.gone.push_back(object);
    releaseOne(kind, object);
  }
  static cl_int releaseOne(Kind kind, void *object) {
    switch (kind) {
    case contextKind:
      return table().clReleaseContext(static_cast<cl_context>(object));
    case queueKind:
      return table().clReleaseCommandQueue(static_cast<cl_command_queue>(object));
    case memoryKind:
      return table().clReleaseMemObject(static_cast<cl_mem>(object));
    case programKind:
      return table().clReleaseProgram(static_cast<cl_program>(object));
    case kernelKind:
      return table().clReleaseKernel(static_cast<cl_kernel>(object));
    case eventKind:
      return table().clReleaseEvent(static_cast<cl_event>(object));
    case samplerKind:
      return table().clReleaseSampler(static_cast<cl_sampler>(object));
    default:
      return CL_SUCCESS;
    }
  }

  void retainRelease() {
    const Kind kind = Kind(below(random_, deviceKind));
    Pool &pool = pools_[kind];
    if (pool.live.empty())
      return;
    const size_t index = below(random_, pool.live.size());
    // The first context and queue stay: without them nothing else happens.
    if (oneIn(random_, 2) && (index != 0 || kind > queueKind))
      return release(kind, index);
    // One that is gone, by its own function.
    if (!pool.gone.empty())
      releaseGone(kind);
  }
  void releaseGone(Kind kind) {
    void *object = anyOf(random_, pools_[kind].gone);
    if (std::ranges::none_of(pools_,
                             [&](const Pool &pool) { return std::ranges::find(pool.live, object) != pool.live.end(); }))
      releaseOne(kind, object);
  }

  void createObject() {
    const auto context = handle<cl_context>(contextKind);
    cl_int code = CL_SUCCESS;
    cl_int *where = oneIn(random_, 4) ? nullptr : &code;
    switch (below(random_, 6)) {
    case 0: {
      auto device = handle<cl_device_id>(deviceKind);
      return add(contextKind,
                 table().clCreateContext(nullptr, cl_uint(below(random_, 2)), &device, nullptr, nullptr, where));
    }
    case 1: {
      const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags() & (oneIn(random_, 4) ? ~0ul : 3ul), 0};
      return add(queueKind, table().clCreateCommandQueueWithProperties(context, handle<cl_device_id>(deviceKind),
                                                                       properties, where));
    }
    case 2:
      return add(samplerKind, table().clCreateSampler(context, cl_bool(number()), cl_uint(0x1130 + below(random_, 7)),
                                                      cl_uint(0x1140 + below(random_, 4)), where));
    case 3: {
      cl_event event = table().clCreateUserEvent(context, where);
      add(eventKind, event);
      if (event)
        userEvents_.push_back(event);
      return;
    }
    case 4: {
      // Right is only the first.
      const char *texts[] = {source, "kernel void k() {", nullptr};
      const size_t length = oneIn(random_, 2) ? 0 : below(random_, 10);
      const char *text = texts[below(random_, 3)];
      return add(programKind, table().clCreateProgramWithSource(context, cl_uint(below(random_, 2)), &text,
                                                                oneIn(random_, 2) ? &length : nullptr, where));
    }
    default: {
      const auto *data = reinterpret_cast<const unsigned char *>(host_.data());
      const size_t size = below(random_, 200);
      auto device = handle<cl_device_id>(deviceKind);
      return add(programKind, table().clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, where));
    }
    }
  }

  void createMemory() {
    const auto context = handle<cl_context>(contextKind);
    const cl_bitfield chosen = flags();
    const bool fromHost = (chosen & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    void *memory = fromHost != oneIn(random_, 10) ? host_.data() : nullptr;
    // With memory of the host's the size is believed.
    const size_t size = memory ? below(random_, 4096) : number();
    cl_int code = CL_SUCCESS;
    switch (below(random_, 3)) {
    case 0:
      return add(memoryKind, table().clCreateBuffer(context, chosen, size, memory, &code));
    case 1: {
      const cl_buffer_region region = {number(), number()};
      return add(memoryKind,
                 table().clCreateSubBuffer(handle<cl_mem>(memoryKind), chosen & ~cl_bitfield(56),
                                           CL_BUFFER_CREATE_TYPE_REGION, oneIn(random_, 9) ? nullptr : &region, &code));
    }
    default: {
      const cl_image_format format = {cl_channel_order(0x10b0 + below(random_, 16)),
                                      cl_channel_type(0x10d0 + below(random_, 18))};
      cl_image_desc description = {};
      description.image_type = cl_mem_object_type(0x10f0 + below(random_, 9));
      description.image_width = memory ? below(random_, 32) : number();
      description.image_height = memory ? below(random_, 32) : number();
      description.image_depth = below(random_, 8);
      description.image_array_size = below(random_, 8);
      description.image_row_pitch = oneIn(random_, 5) && !memory ? number() : 0;
      return add(memoryKind, table().clCreateImage(context, chosen, &format,
                                                   oneIn(random_, 20) ? nullptr : &description, memory, &code));
    }
    }
  }

  void createKernel() {
    const char *names[] = {"one", "two", "three", "four", "", nullptr};
    const size_t which = oneIn(random_, 5) ? below(random_, 6) : below(random_, 3);
    if (oneIn(random_, 5)) {
      cl_kernel list[3] = {};
      const cl_uint room = cl_uint(below(random_, 4));
      cl_uint count = 0;
      if (table().clCreateKernelsInProgram(handle<cl_program>(programKind), room, room ? list : nullptr, &count) ==
          CL_SUCCESS)
        for (cl_kernel kernel : list)
          add(kernelKind, kernel);
      return;
    }
    if (oneIn(random_, 6))
      return add(kernelKind, table().clCloneKernel(handle<cl_kernel>(kernelKind), nullptr));
    add(kernelKind, table().clCreateKernel(handle<cl_program>(programKind), names[which], nullptr));
  }

  void setArgument() {
    const auto kernel = handle<cl_kernel>(kernelKind);
    const cl_uint index = oneIn(random_, 20) ? cl_uint(number()) : cl_uint(below(random_, 5));
    cl_mem memory = handle<cl_mem>(memoryKind);
    cl_sampler sampler = handle<cl_sampler>(samplerKind);
    char value[256] = {};
    switch (below(random_, 6)) {
    case 0:
    case 1:
      table().clSetKernelArg(kernel, index, sizeof memory, &memory);
      return;
    case 2:
      table().clSetKernelArg(kernel, index, sizeof sampler, &sampler);
      return;
    case 3:
      table().clSetKernelArg(kernel, index, number(), nullptr);
      return;
    case 4:
      table().clSetKernelArg(kernel, index, oneIn(random_, 2) ? 4 : 16, value);
      return;
    default:
      table().clSetKernelArg(kernel, index, below(random_, 200), value);
    }
  }

  struct WaitList {
    std::vector<cl_event> events;
    cl_uint count = 0;
    const cl_event *list() const { return events.empty() ? nullptr : events.data(); }
  };
  WaitList waitList() {
    WaitList list;
    for (uint64_t left = oneIn(random_, 3) ? below(random_, 4) : 0; left != 0; --left)
      list.events.push_back(handle<cl_event>(eventKind));
    list.count = oneIn(random_, 30) && list.events.empty() ? 1 : cl_uint(list.events.size());
    return list;
  }
  cl_event *eventPlace() { return oneIn(random_, 2) ? nullptr : &madeEvent_; }
  void keepEvent() { add(eventKind, std::exchange(madeEvent_, nullptr)); }

  void launch() {
    size_t offset[3], global[3], local[3];
    for (int d = 0; d < 3; ++d) {
      offset[d] = oneIn(random_, 8) ? number() : 0;
      global[d] = oneIn(random_, 20) ? number() : 1 + below(random_, 32);
      local[d] = oneIn(random_, 10) ? number() : 1 + below(random_, 4);
    }
    // A range that is right but endless is no fault: a large one comes with an offset by which ids overflow.
    const bool isLarge = global[0] > 65536;
    if (isLarge && local[0] <= 65536)
      local[0] = global[0];
    for (int d = 1; d < 3; ++d)
      global[d] = std::min<size_t>(global[d], 64);
    if (isLarge)
      offset[0] = ~size_t(0);
    const WaitList waits = waitList();
    table().clEnqueueNDRangeKernel(handle<cl_command_queue>(queueKind), handle<cl_kernel>(kernelKind),
                                   oneIn(random_, 15) ? cl_uint(number()) : cl_uint(1 + below(random_, 3)),
                                   oneIn(random_, 2) && !isLarge ? nullptr : offset,
                                   oneIn(random_, 30) ? nullptr : global, oneIn(random_, 2) ? nullptr : local,
                                   waits.count, waits.list(), eventPlace());
    keepEvent();
  }

  /// Blocking calls wait for user events that they depend on, which nobody else would set.
  cl_bool blocking() {
    const bool blocks = oneIn(random_, 2);
    if (blocks)
      completeUserEvents();
    return blocks;
  }

  void transfer() {
    const auto queue = handle<cl_command_queue>(queueKind);
    const auto memory = handle<cl_mem>(memoryKind);
    const WaitList waits = waitList();
    // Sizes beyond the host's memory are beyond the buffers' too, or else it would be right to read there.
    size_t size = number();
    size_t offset = number();
    if (size > hostBytes && size < size_t(1) << 40)
      size = hostBytes;
    void *pointer = oneIn(random_, 15) ? nullptr : host_.data();
    switch (below(random_, 5)) {
    case 0:
      table().clEnqueueReadBuffer(queue, memory, blocking(), offset, size, pointer, waits.count, waits.list(),
                                  eventPlace());
      break;
    case 1:
      table().clEnqueueWriteBuffer(queue, memory, blocking(), offset, size, pointer, waits.count, waits.list(),
                                   eventPlace());
      break;
    case 2:
      table().clEnqueueCopyBuffer(queue, memory, handle<cl_mem>(memoryKind), offset, number(), size, waits.count,
                                  waits.list(), eventPlace());
      break;
    case 3:
      table().clEnqueueFillBuffer(queue, memory, pointer, size_t(1) << below(random_, 9), offset, size, waits.count,
                                  waits.list(), eventPlace());
      break;
    default: {
      const cl_mem list[] = {memory, handle<cl_mem>(memoryKind)};
      table().clEnqueueMigrateMemObjects(queue, cl_uint(below(random_, 3)), list, flags(), waits.count, waits.list(),
                                         eventPlace());
    }
    }
    keepEvent();
  }

  void rectangle() {
    const auto queue = handle<cl_command_queue>(queueKind);
    const auto memory = handle<cl_mem>(memoryKind);
    size_t origin[3], host[3] = {0, 0, 0}, region[3];
    for (int d = 0; d < 3; ++d) {
      origin[d] = number();
      region[d] = oneIn(random_, 12) ? number() : below(random_, 20);
    }
    // The host's side stays within its memory where the region is small; where it is large, no object has it.
    const bool isSmall = std::ranges::all_of(region, [](size_t size) { return size <= 512; });
    if (!isSmall && std::ranges::all_of(region, [](size_t size) { return size < size_t(1) << 33; }))
      return;
    const size_t pitch = number();
    const WaitList waits = waitList();
    switch (below(random_, 4)) {
    case 0:
      table().clEnqueueCopyBufferRect(queue, memory, handle<cl_mem>(memoryKind), origin, host, region, pitch, number(),
                                      number(), number(), waits.count, waits.list(), eventPlace());
      break;
    case 1:
      if (region[0] * region[1] * region[2] <= hostBytes)
        table().clEnqueueReadBufferRect(queue, memory, blocking(), origin, host, region, pitch, number(), 0, 0,
                                        host_.data(), waits.count, waits.list(), eventPlace());
      break;
    case 2:
      if (region[0] * region[1] * region[2] <= hostBytes / 16)
        table().clEnqueueReadImage(queue, memory, blocking(), origin, region, 0, 0, host_.data(), waits.count,
                                   waits.list(), eventPlace());
      break;
    default:
      table().clEnqueueCopyImage(queue, memory, handle<cl_mem>(memoryKind), origin, host, region, waits.count,
                                 waits.list(), eventPlace());
    }
    keepEvent();
  }

  void mapUnmap() {
    const auto queue = handle<cl_command_queue>(queueKind);
    const auto memory = handle<cl_mem>(memoryKind);
    const WaitList waits = waitList();
    if (oneIn(random_, 2) || mapped_.empty()) {
      void *pointer = table().clEnqueueMapBuffer(queue, memory, blocking(), flags(), number(), number(), waits.count,
                                                 waits.list(), eventPlace(), nullptr);
      if (pointer)
        mapped_.push_back(pointer);
    } else {
      table().clEnqueueUnmapMemObject(queue, memory, oneIn(random_, 5) ? host_.data() : anyOf(random_, mapped_),
                                      waits.count, waits.list(), eventPlace());
    }
    keepEvent();
  }

  void completeUserEvents() {
    for (cl_event event : std::exchange(userEvents_, {}))
      table().clSetUserEventStatus(event, oneIn(random_, 5) ? -5 : CL_COMPLETE);
  }

  void events() {
    const auto event = handle<cl_event>(eventKind);
    const auto queue = handle<cl_command_queue>(queueKind);
    const WaitList waits = waitList();
    switch (below(random_, 6)) {
    case 0:
      completeUserEvents();
      table().clWaitForEvents(waits.count, waits.list());
      return;
    case 1:
      completeUserEvents();
      table().clFinish(queue);
      return;
    case 2:
      table().clSetUserEventStatus(event, cl_int(below(random_, 4)) - 2);
      return;
    case 3:
      table().clFlush(queue);
      return;
    case 4:
      table().clSetEventCallback(event, cl_int(below(random_, 5)), [](cl_event, cl_int, void *) {}, nullptr);
      return;
    default:
      table().clEnqueueMarkerWithWaitList(queue, waits.count, waits.list(), eventPlace());
      keepEvent();
    }
  }

  void queryAnything() {
    std::array<unsigned char, 8192> value;
    size_t size = 0;
    const size_t room = oneIn(random_, 3) ? below(random_, 9) : value.size();
    void *where = oneIn(random_, 8) ? nullptr : value.data();
    const auto name = [&](cl_uint first, cl_uint count) { return cl_uint(first + below(random_, count)); };
    switch (below(random_, 10)) {
    case 0:
      table().clGetDeviceInfo(handle<cl_device_id>(deviceKind), name(0x1000, 0x80), room, where, &size);
      return;
    case 1:
      table().clGetContextInfo(handle<cl_context>(contextKind), name(0x1080, 8), room, where, &size);
      return;
    case 2:
      table().clGetCommandQueueInfo(handle<cl_command_queue>(queueKind), name(0x1090, 10), room, where, &size);
      return;
    case 3:
      table().clGetMemObjectInfo(handle<cl_mem>(memoryKind), name(0x1100, 12), room, where, &size);
      return;
    case 4:
      table().clGetImageInfo(handle<cl_mem>(memoryKind), name(0x1110, 14), room, where, &size);
      return;
    case 5:
      // Not the binaries, which are written to pointers in the value.
      if (const cl_uint what = name(0x1160, 14); what != CL_PROGRAM_BINARIES)
        table().clGetProgramInfo(handle<cl_program>(programKind), what, room, where, &size);
      return;
    case 6:
      table().clGetKernelInfo(handle<cl_kernel>(kernelKind), name(0x1190, 8), room, where, &size);
      return;
    case 7:
      table().clGetKernelArgInfo(handle<cl_kernel>(kernelKind), cl_uint(below(random_, 6)), name(0x1196, 6), room,
                                 where, &size);
      return;
    case 8:
      table().clGetEventInfo(handle<cl_event>(eventKind), name(0x11d0, 6), room, where, &size);
      table().clGetEventProfilingInfo(handle<cl_event>(eventKind), name(0x1280, 6), room, where, &size);
      return;
    default:
      table().clGetKernelWorkGroupInfo(handle<cl_kernel>(kernelKind), handle<cl_device_id>(deviceKind), name(0x11b0, 7),
                                       room, where, &size);
    }
  }

  void build() {
    if (!oneIn(random_, 6))
      return;
    auto device = handle<cl_device_id>(deviceKind);
    const char *options[] = {"", "-cl-std=CL3.0", "-nonsense", "-D", nullptr};
    const cl_uint count = cl_uint(below(random_, 2));
    table().clBuildProgram(handle<cl_program>(programKind), count, count || oneIn(random_, 9) ? &device : nullptr,
                           options[below(random_, 5)], nullptr, oneIn(random_, 9) ? host_.data() : nullptr);
    if (oneIn(random_, 3)) {
      auto program = handle<cl_program>(programKind);
      add(programKind, table().clLinkProgram(handle<cl_context>(contextKind), 0, nullptr, options[below(random_, 5)],
                                             cl_uint(below(random_, 2)), &program, nullptr, nullptr, nullptr));
    }
  }

  Random &random_;
  cl_device_id device_ = nullptr;
  std::array<Pool, kindCount> pools_;
  std::vector<cl_event> userEvents_;
  std::vector<void *> mapped_;
  cl_event madeEvent_ = nullptr;
  /// What commands read and write. Never freed: commands of queues that were released may still be at it when the
  /// destructor has waited for the others.
  std::vector<char> &host_ = *new std::vector<char>(hostBytes);
};

Outcome trySequence(Random &random, const Keep &) {
  Sequence sequence(random);
  for (uint64_t left = 20 + below(random, 200); left != 0; --left)
    sequence.step();
  return Outcome::taken;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  return runAll("fuzz-calls", readOptions(argc, argv), trySequence);
}

// weft-other-llvm before|after|same: other LLVMs are in the process, with all their symbols visible, and in use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "Objects.h"

namespace {

using namespace weft::load;

/// Those of Debian's packages that Mesa, PoCL and Python's numba bring along.
const std::vector<const char *> others = {"libLLVM-14.so.1", "libLLVM-15.so.1", "libLLVM.so.19.1",
                                          "libclang-cpp.so.15"};
/// Those that Weft's compiler uses itself.
const std::vector<const char *> same = {"libclang-cpp.so.22.1", "libLLVM.so.22.1"};

/// One of them, by its C functions, which all versions have.
class OtherLlvm {
public:
  explicit OtherLlvm(const char *name) : name_(name), library_(dlopen(name, RTLD_NOW | RTLD_GLOBAL)) {}
  bool isThere() const { return library_ != nullptr; }
  bool isLlvm() const { return dlsym(library_, "LLVMContextCreate") != nullptr; }

  /// Reads a module from its text and finds the function in it.
  void use() const {
    void *context = call<void *()>("LLVMContextCreate")();
    const char text[] = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    void *buffer = call<void *(const char *, size_t, const char *)>("LLVMCreateMemoryBufferWithMemoryRangeCopy")(
        text, sizeof text - 1, "text");
    void *module = nullptr;
    char *message = nullptr;
    if (call<int(void *, void *, void **, char **)>("LLVMParseIRInContext")(context, buffer, &module, &message) != 0)
      fail(std::string(name_) + ": " + message);
    if (call<void *(void *, const char *)>("LLVMGetNamedFunction")(module, "f") == nullptr)
      fail(std::string(name_) + " lost a function");
    call<void(void *)>("LLVMDisposeModule")(module);
    call<void(void *)>("LLVMContextDispose")(context);
  }

private:
  template <typename Function> Function *call(const char *function) const {
    auto *address = reinterpret_cast<Function *>(dlsym(library_, function));
    if (!address)
      fail(std::string(name_) + " has no " + function);
    return address;
  }

  const char *name_;
  void *library_;
};

std::vector<OtherLlvm> open(const std::vector<const char *> &names) {
  std::vector<OtherLlvm> opened;
  for (const char *name : names) {
    const OtherLlvm other(name);
    if (!other.isThere())
      continue;
    std::printf("%s is there\n", name);
    if (other.isLlvm())
      opened.push_back(other);
  }
  if (opened.empty())
    fail("there is no other LLVM");
  return opened;
}

void useWeft(unsigned number) {
  const cl_device_id device = firstDevice();
  const Ref<cl_context> context = makeContext(device);
  const Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
  // The number keeps any cache from answering.
  const Ref<cl_program> program = buildProgram(
      context.get(), "kernel void k(global uint *v) { v[get_global_id(0)] *= " + std::to_string(number) + "; }");
  const Ref<cl_kernel> kernel = makeKernel(program.get(), "k");
  std::array<cl_uint, 64> values;
  values.fill(3);
  const Ref<cl_mem> buffer = makeBuffer(context.get(), sizeof values);
  check(clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  setArgument(kernel.get(), 0, buffer.get());
  launch(queue.get(), kernel.get(), values.size());
  check(clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (const cl_uint value : values)
    if (value != 3 * number)
      fail("a launch gave something else");
}

} // namespace

int main(int count, char **arguments) {
  const std::string order = count == 2 ? arguments[1] : "";
  if (order != "before" && order != "after" && order != "same")
    fail("usage: weft-other-llvm before|after|same");
  if (order == "after")
    useWeft(5);
  const std::vector<OtherLlvm> opened = open(order == "same" ? same : others);
  for (unsigned round = 0; round < 3; ++round) {
    for (const OtherLlvm &other : opened)
      other.use();
    useWeft(7 + round);
  }
  return EXIT_SUCCESS;
}

// A function that runs on its own stack, and can be suspended and resumed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_FIBER_H
#define WEFT_DEVICE_CPU_EXEC_FIBER_H

#include <cstddef>
#include <memory>
#include <utility>

#include <boost/context/fiber.hpp>

#include "base/Sanitizers.h"
#include "memory/StackPool.h"

namespace weft::cpu {

/// Boost.Context's fiber on a stack of a pool. The object reports each switch between stacks to the sanitizers. From
/// the fiber's start to its end, the object must not be moved or used on another thread. The object must not be
/// destroyed before the fiber's end: Boost would unwind the fiber's stack then, and kernel code can't be unwound.
class Fiber {
public:
  Fiber() = default;
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs `body()` on a stack of the pool (which must have one) until its first `suspend` or its end. The body must not
  /// throw.
  template <typename Body> void start(StackPool &stacks, Body body) {
    stack_ = stacks.take();
    suspendedSide_ = boost::context::fiber(std::allocator_arg, PooledStack(stacks, stack_),
                                           [this, body = std::move(body)](boost::context::fiber &&back) {
                                             sanitizer::enterStack(nullptr, &callerBottom_, &callerBytes_);
                                             suspendedSide_ = std::move(back);
                                             body();
                                             sanitizer::leaveStack(nullptr, callerBottom_, callerBytes_);
                                             return std::move(suspendedSide_);
                                           });
    resume();
  }

  /// To be called on the stack that called `start`: the fiber runs on until its next `suspend` or its end. Must not be
  /// called after the fiber's end.
  void resume() {
    void *fakeStack = nullptr;
    // Only code on the caller's stack reports switches to ThreadSanitizer, never code on the fiber's stack. So
    // ThreadSanitizer's record of calls stays balanced when a fiber ends, which happens inside of Boost.
    void *const caller = sanitizer::currentFiber();
    sanitizer::switchToFiber(stack_.tsan);
    sanitizer::leaveStack(&fakeStack, stack_.bottom(), stack_.bytes);
    suspendedSide_ = std::move(suspendedSide_).resume();
    sanitizer::enterStack(fakeStack, nullptr, nullptr);
    sanitizer::switchToFiber(caller);
  }

  /// To be called by the fiber's body: control returns to the caller of `start` or `resume`.
  void suspend() {
    void *fakeStack = nullptr;
    sanitizer::leaveStack(&fakeStack, callerBottom_, callerBytes_);
    suspendedSide_ = std::move(suspendedSide_).resume();
    sanitizer::enterStack(fakeStack, &callerBottom_, &callerBytes_);
  }

  /// Returns whether the body has ended or was never started. To be called on the stack that called `start`.
  bool hasEnded() const { return !suspendedSide_; }

  /// For debuggers: the address at which the stack pointer of the suspended fiber is stored.
  const void *context() const { return &suspendedSide_; }

private:
  /// A stack allocator that gives Boost one given stack, and returns it to the pool when the fiber has ended.
  class PooledStack {
  public:
    PooledStack(StackPool &pool, Stack stack) : pool_(&pool), stack_(stack) {}

    boost::context::stack_context allocate() {
      boost::context::stack_context context;
      context.sp = stack_.top;
      context.size = stack_.bytes;
      return context;
    }
    void deallocate(boost::context::stack_context &) noexcept { pool_->give(stack_); }

  private:
    StackPool *pool_;
    Stack stack_;
  };

  /// The stack that isn't running: the fiber's stack while the caller runs, and the caller's stack while the fiber
  /// runs.
  boost::context::fiber suspendedSide_;
  Stack stack_;
  const void *callerBottom_ = nullptr; ///< the caller's stack, for AddressSanitizer
  size_t callerBytes_ = 0;
};

} // namespace weft::cpu

#endif

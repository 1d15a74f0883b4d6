// The threads of a worker pool: how they are started, and where they run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <sched.h>
#include <utility>
#include <vector>

#include "exec/FaultSignals.h"
#include "scheduler/WorkerPoolImpl.h"

namespace weft::cpu {

namespace {

/// The size of a worker's stack, the same as that of most main threads. Vectorised code needs so much, because each
/// lane of a packet has private arrays of its own.
constexpr size_t workerStackBytes = size_t(8) << 20;

/// Creates a thread with a stack of workerStackBytes that is bound to these CPUs (ascending; empty: to none). Returns
/// an error if the system has no thread left, or if the CPUs have been taken from the process.
int createThread(pthread_t &thread, void *(*body)(void *), void *argument, const std::vector<unsigned> &cpus) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, workerStackBytes);
  cpu_set_t *set = cpus.empty() ? nullptr : CPU_ALLOC(cpus.back() + 1);
  if (set != nullptr) {
    const size_t bytes = CPU_ALLOC_SIZE(cpus.back() + 1);
    CPU_ZERO_S(bytes, set);
    for (unsigned cpu : cpus)
      CPU_SET_S(cpu, bytes, set);
    pthread_attr_setaffinity_np(&attributes, bytes, set);
    CPU_FREE(set);
  }
  const int error = pthread_create(&thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

} // namespace

void *WorkerPool::Impl::startWorker(void *self) {
  // Workers can't be cancelled: otherwise a native kernel could end a worker by pthread_cancel.
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  static_cast<Impl *>(self)->work();
  return nullptr;
}

/// Starts a thread of the pool. Returns false if the system has no thread left.
bool WorkerPool::Impl::spawn(pthread_t &thread, ThreadBody body, void *argument, const std::vector<unsigned> &cpus,
                             const char *kind, unsigned number) {
  // The new thread blocks all signals, so that the application's handlers run on the application's threads. Only the
  // signals of faults are not blocked: if a thread faults while the fault's signal is blocked, the system ends the
  // process without calling a handler.
  sigset_t sent;
  sigset_t before;
  sigfillset(&sent);
  for (const int signal : faultSignals)
    sigdelset(&sent, signal);
  pthread_sigmask(SIG_SETMASK, &sent, &before);
  int error = createThread(thread, body, argument, cpus);
  if (error == EINVAL && !cpus.empty())
    error = createThread(thread, body, argument, {});
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0)
    return false;
  char name[16]; // the most that Linux allows, including the zero at the end
  std::snprintf(name, sizeof name, "weft-%s-%u", kind, number % 1000);
  pthread_setname_np(thread, name);
  return true;
}

void WorkerPool::Impl::queryNumaNodes() {
  if (nodesAreKnown_ || cpus_.empty())
    return;
  try {
    if (CpusByNode nodes = byNode_(cpus_); nodes.size() > 1)
      nodes_ = SlotNodes(std::move(nodes), slots_);
    nodesAreKnown_ = true;
  } catch (const std::bad_alloc &) {
    nodes_ = {}; // there is no memory: workers aren't bound to nodes, which is only slower; the next thread tries again
  }
}

/// Starts a worker. If the system can't start one, the existing workers and threads that help run all jobs.
void WorkerPool::Impl::startThread() {
  queryNumaNodes();
  const auto number = unsigned(threads_.size());
  pthread_t thread;
  if (spawn(thread, startWorker, this, nodes_.hasSeveralNodes() ? nodes_.cpusOfSlot(number) : cpus_, "worker",
            number)) {
    threads_.push_back(thread);
    ++starting_;
  } else if (threads_.empty()) {
    waitersHelp_.store(true, std::memory_order_relaxed);
  }
}

} // namespace weft::cpu

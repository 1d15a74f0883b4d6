// The handlers of the signals that kernels' faults raise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/FaultSignals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "Device.h"
#include "base/ThreadRecord.h"
#include "exec/FaultReport.h"

namespace weft::cpu {

namespace {

constinit std::atomic<FaultHandling> chosen{FaultHandling::off};
/// The state of the report about the fault that ends the process. Only one report is written.
enum class Report { none, inProgress, written };
constinit std::atomic<Report> report{Report::none};

/// The range of addresses of a library's code. The library is never unloaded.
struct CodeRange {
  uintptr_t begin = 0, end = 0;
  bool contains(uintptr_t address) const { return address - begin < end - begin; }
};
/// `libraryCode` is the code of Weft's own library; `systemCode` is the code of the system's libraries whose functions
/// kernels call. Both are written before any handler is installed.
CodeRange libraryCode;
constexpr std::array kernelFunctions = {"memcpy", "floor", "__extendhfsf2"};
std::array<CodeRange, kernelFunctions.size()> systemCode;

CodeRange rangeAround(const void *address) {
  struct Search {
    uintptr_t address;
    CodeRange found;
  } search{reinterpret_cast<uintptr_t>(address), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *argument) {
        auto &search = *static_cast<Search *>(argument);
        for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          const uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
          const CodeRange range{begin, begin + segment.p_memsz};
          if (segment.p_type == PT_LOAD && range.contains(search.address)) {
            if ((segment.p_flags & PF_X) != 0)
              search.found = range;
            return 1;
          }
        }
        return 0;
      },
      &search);
  return search.found;
}

bool isOfSystem(uintptr_t pc) {
  return std::ranges::any_of(systemCode, [pc](const CodeRange &range) { return range.contains(pc); });
}

/// Which code caused a fault on a thread that runs a kernel: the kernel, a function of the runtime that the kernel
/// called, or other code.
enum class Culprit { other, kernel, calledRuntime };

Culprit culpritOf(const Fault &fault, const RunningLaunch &running, const ThreadRecord &record) {
  if (record.runtimeCalls != 0)
    return Culprit::calledRuntime;
  if (running.code->contains(fault.pc))
    return Culprit::kernel;
  if (isOfSystem(fault.pc))
    return Culprit::kernel;
  // The thread has jumped to an address at which there is no code. While a kernel runs, only the kernel or a signal
  // handler of the application can do that.
  if (fault.access == Fault::Access::fetch)
    return Culprit::kernel;
  return libraryCode.contains(fault.pc) ? Culprit::calledRuntime : Culprit::other;
}

/// Writes the line by one system call. The caller has blocked SIGPIPE. If the write makes SIGPIPE pending, this
/// function discards it, so that the process ends by the signal of the fault rather than by SIGPIPE.
void writeLine(const char *text, size_t bytes) {
  while (write(STDERR_FILENO, text, bytes) < 0 && errno == EINTR)
    ;
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  const timespec noTime{};
  sigtimedwait(&pipe, nullptr, &noTime);
}

constexpr char prefix[] = "weft fault: ";
constexpr size_t prefixBytes = sizeof prefix - 1;

void writeFault(const char *sentence, size_t bytes) {
  char line[prefixBytes + RunningLaunch::maxTextBytes + 1];
  std::copy_n(prefix, prefixBytes, line);
  std::copy_n(sentence, bytes, line + prefixBytes);
  line[prefixBytes + bytes] = '\n';
  writeLine(line, prefixBytes + bytes + 1);
}

/// Writes the line about the fault, or waits until the thread that faulted first has written its line.
void reportFirstFault(const Fault &fault, const RunningLaunch &running) {
  Report none = Report::none;
  if (report.compare_exchange_strong(none, Report::inProgress)) {
    char text[RunningLaunch::maxTextBytes];
    writeFault(text, describeFault(fault, running, text, sizeof text));
    report.store(Report::written);
  }
  constexpr timespec aMillisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
  for (unsigned patience = 1000; report.load() != Report::written && patience != 0; --patience)
    nanosleep(&aMillisecond, nullptr);
}

/// Restores the thread's signal mask, and jumps back to the executor (LaunchExecution::runGroupsThatMayFault), which
/// notes the fault. No more groups of the launch are run then.
[[noreturn]] void abandonGroups(const Fault &fault, RunningLaunch &running, const void *context) {
  const size_t bytes = describeFault(fault, running, running.text, RunningLaunch::maxTextBytes - 1);
  running.text[bytes] = '\0';
  pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t *>(context)->uc_sigmask, nullptr);
  siglongjmp(running.exit, 1);
}

/// Restores the thread's signal mask, and jumps back to runMemoryWork, which logs the fault and ends the copy or fill.
[[noreturn]] void abandonMemoryRun(const Fault &fault, MemoryRun &run, const void *context) {
  run.address = fault.address;
  run.signal = fault.signal;
  pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t *>(context)->uc_sigmask, nullptr);
  siglongjmp(run.exit, 1);
}

/// Sets the default action, so that the signal ends the process. If an instruction has raised the signal, it runs again
/// after the handler's return, and raises the signal again. If a process has sent the signal, this function sends it
/// again, with the sender's data.
void actByDefault(int signal, siginfo_t *info) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  if (info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, info);
}

void onFault(int signal, siginfo_t *info, void *context) {
  const int error = errno;
  const ThreadRecord *record = ThreadRecord::find();
  RunningLaunch *running = record != nullptr ? record->running : nullptr;
  if (record != nullptr && record->memoryRun != nullptr && info->si_code > 0) {
    const Fault fault(signal, *info, context);
    if (libraryCode.contains(fault.pc) || isOfSystem(fault.pc))
      abandonMemoryRun(fault, *record->memoryRun, context);
  }
  if (running != nullptr && running->group != nullptr && info->si_code > 0) {
    const Fault fault(signal, *info, context);
    const Culprit culprit = culpritOf(fault, *running, *record);
    if (culprit == Culprit::kernel && running->isAbandonable)
      abandonGroups(fault, *running, context);
    if (culprit != Culprit::other)
      reportFirstFault(fault, *running);
  }
  actByDefault(signal, info);
  errno = error;
}

bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == onFault;
}

bool isDefault(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

/// Installs the handler if the signal has the default action. The handler runs on the alternate stack, because the
/// thread's stack may have overflowed.
void install(int signal) {
  struct sigaction now;
  if (sigaction(signal, nullptr, &now) != 0 || !isDefault(now))
    return;
  struct sigaction ours = {};
  ours.sa_sigaction = onFault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaddset(&ours.sa_mask, SIGPIPE);
  sigaction(signal, &ours, &now);
  if (!isDefault(now) && !isOurs(now)) // the application has set a handler between the check and the installation, so
                                       // this handler is put back
    sigaction(signal, &now, nullptr);
}

bool prepare(FaultHandling handling) {
  libraryCode = rangeAround(reinterpret_cast<const void *>(&handleFaults));
  for (size_t i = 0; i < kernelFunctions.size(); ++i)
    if (const void *function = dlsym(RTLD_DEFAULT, kernelFunctions[i]))
      systemCode[i] = rangeAround(function);
  enableSignalStacks();
  chosen.store(handling, std::memory_order_release);
  return true;
}

} // namespace

void handleFaults(FaultHandling handling) {
  if (handling == FaultHandling::off)
    return;
  static const bool prepared = prepare(handling);
  if (!prepared)
    return;
  for (const int signal : faultSignals)
    install(signal);
}

std::vector<std::string> foreignFaultSignals() {
  std::vector<std::string> names;
  for (const int signal : faultSignals)
    if (struct sigaction now; sigaction(signal, nullptr, &now) == 0 && !isOurs(now))
      names.emplace_back(nameOfSignal(signal));
  return names;
}

void logFault(const char *sentence) {
  sigset_t pipe;
  sigset_t before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  writeFault(sentence, std::strlen(sentence));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool faultsEndExecutions() { return chosen.load(std::memory_order_relaxed) == FaultHandling::event; }

} // namespace weft::cpu

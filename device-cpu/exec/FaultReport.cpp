// Writes the sentence that reports a kernel's fault.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/FaultReport.h"

#include <algorithm>
#include <cstring>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include "Device.h"

namespace weft::cpu {

namespace {

/// Builds a text in memory of a given size. Text that doesn't fit is left out.
class Writer {
public:
  Writer(char *text, size_t most) : text_(text), most_(most) {}

  Writer &operator<<(const char *part) {
    const size_t bytes = std::min(std::strlen(part), most_ - size_);
    std::memcpy(text_ + size_, part, bytes);
    size_ += bytes;
    return *this;
  }
  Writer &operator<<(uint64_t number) { return addNumber(number, 10); }
  Writer &addAddress(uint64_t address) { return (*this << "0x").addNumber(address, 16); }

  /// Adds numbers in the form "(1, 2)": one for each dimension of the range.
  Writer &addTriple(const uint64_t (&numbers)[3], unsigned dimensions) {
    for (unsigned d = 0; d < std::clamp(dimensions, 1u, 3u); ++d)
      *this << (d == 0 ? "(" : ", ") << numbers[d];
    return *this << ")";
  }

  size_t size() const { return size_; }

private:
  Writer &addNumber(uint64_t number, unsigned base) {
    char digits[24];
    char *first = digits + sizeof digits - 1;
    *first = '\0';
    do {
      *--first = "0123456789abcdef"[number % base];
      number /= base;
    } while (number != 0);
    return *this << first;
  }

  char *const text_;
  const size_t most_;
  size_t size_ = 0;
};

void addWhat(Writer &out, const Fault &fault) {
  if (fault.signal == SIGFPE) {
    out << "trapped in its arithmetic";
  } else if (fault.signal == SIGILL) {
    out << "came to an instruction that this CPU doesn't have, or to where only undefined behaviour leads, at ";
    out.addAddress(fault.address);
  } else if (fault.isOfStack()) {
    out << "used up its stack, at address ";
    out.addAddress(fault.address);
  } else if (fault.code == SI_KERNEL) {
    out << "used an address that no memory can have, or that isn't a multiple of the alignment that its type needs";
  } else {
    out << (fault.access == Fault::Access::write   ? "wrote to address "
            : fault.access == Fault::Access::read  ? "read from address "
            : fault.access == Fault::Access::fetch ? "jumped to address "
                                                   : "reached address ");
    out.addAddress(fault.address) << ", which it may not";
  }
}

void appendSourceLine(Writer &out, const Fault &fault, const KernelCode &code) {
  // A return address is the address of the instruction after the call. The byte before this address belongs to the call
  // instruction, whose line is wanted.
  const SourceLine place =
      code.contains(fault.pc) ? code.sourceLineOf(fault.pc) : code.sourceLineOf(fault.caller() - 1);
  if (place.file != nullptr)
    out << " (" << place.file << ":" << place.line << ")";
}

} // namespace

Fault::Fault(int signal, const siginfo_t &info, const void *context)
    : signal(signal), code(info.si_code), address(reinterpret_cast<uintptr_t>(info.si_addr)) {
  const auto &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  pc = uintptr_t(machine.gregs[REG_RIP]);
  stack = uintptr_t(machine.gregs[REG_RSP]);
  // Bits of the error code of a page fault (Intel 64 manual, volume 3, 4.7).
  constexpr long long writeBit = 2, fetchBit = 16;
  constexpr long long pageFault = 14;
  if (machine.gregs[REG_TRAPNO] == pageFault)
    access = (machine.gregs[REG_ERR] & fetchBit) != 0   ? Access::fetch
             : (machine.gregs[REG_ERR] & writeBit) != 0 ? Access::write
                                                        : Access::read;
#elif defined(__aarch64__)
  pc = machine.pc;
  stack = machine.sp;
#endif
  if (access != Access::fetch && address == pc && (signal == SIGSEGV || signal == SIGBUS))
    access = Access::fetch;
}

bool Fault::isOfStack() const {
  constexpr uintptr_t near = 64 * 1024;
  return signal == SIGSEGV && code != SI_KERNEL && address - (stack - near) < 2 * near;
}

uintptr_t Fault::caller() const {
#if defined(__x86_64__)
  // The stack pointer may be invalid. So the memory is read by a system call, which returns an error instead of
  // faulting.
  uintptr_t value = 0;
  iovec here{&value, sizeof value};
  iovec there{reinterpret_cast<void *>(stack), sizeof value}; // NOLINT(performance-no-int-to-ptr)
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == ssize_t(sizeof value) ? value : 0;
#else
  return 0;
#endif
}

size_t describeFault(const Fault &fault, const RunningLaunch &running, char *text, size_t most) {
  Writer out(text, most);
  out << "kernel '" << running.kernel << "'";
  appendSourceLine(out, fault, *running.code);
  out << " ";
  addWhat(out, fault);
  out << " (" << nameOfSignal(fault.signal) << ")";
  const WeftLaunch &launch = *running.launch;
  const unsigned dimensions = launch.workDim;
  if (running.group != nullptr)
    (out << "; work-group ").addTriple(running.group->id, dimensions);
  if (running.itemRunning < running.itemCount) {
    const auto *item =
        reinterpret_cast<const WeftItem *>(running.items + running.itemRunning * running.itemBytes); // NOLINT
    (out << ", local id ").addTriple(item->localId, dimensions);
  }
  (out << "; global size ").addTriple(launch.globalSize, dimensions);
  (out << ", local size ").addTriple(launch.localSize, dimensions);
  (out << ", offset ").addTriple(launch.globalOffset, dimensions);
  return out.size();
}

const char *nameOfSignal(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV";
  case SIGBUS:
    return "SIGBUS";
  case SIGFPE:
    return "SIGFPE";
  case SIGILL:
    return "SIGILL";
  default:
    return "signal";
  }
}

} // namespace weft::cpu

// The CPU as an OpenCL device: what it is, and how kernels and copies run on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_DEVICE_H
#define WEFT_DEVICE_CPU_DEVICE_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "CheckFaults.h"
#include "CodeTrial.h"
#include "ComputeUnits.h"
#include "EnqueueAbi.h"
#include "FileDescriptor.h"
#include "KernelAbi.h"
#include "WorkerPool.h"

namespace weft::cpu {

/// Properties of the machine that can be read quickly, restricted to what this process may use. MemoryHierarchy has the
/// properties that take longer. Units are bytes and MHz.
struct Topology {
  std::string name;               ///< the CPU's brand string
  std::string vendor;             ///< "GenuineIntel", "AuthenticAMD", "ARM" ...
  uint32_t vendorId = 0;          ///< the vendor's PCI id, 0 if unknown
  unsigned usableCpus = 1;        ///< CPUs by affinity mask and cgroup quota, at least 1
  std::vector<unsigned> cpus;     ///< the numbers of the CPUs in the calling thread's affinity mask, ascending
  uint64_t maxClockMHz = 0;       ///< 0 if unknown
  uint64_t globalMemoryBytes = 0; ///< RAM, or the cgroup's limit if that is less
  unsigned floatVectorWidth = 4;  ///< 32-bit lanes of the widest vector register
};

/// Reads /proc, /sys and cgroup files. It takes some tenths of a millisecond, and is called once.
Topology readTopology();

class LineTable; // exec/LineTable.h

/// A line of a program's source.
struct SourceLine {
  const char *file = nullptr; ///< null: unknown
  uint64_t line = 0;
};

/// The machine code of one kernel: a loaded shared object. Immutable; shared by the launches that use it.
class KernelCode {
public:
  /// Loads an ELF shared object from a file that only the caller can change while it is loaded. The error is a
  /// sentence. Objects are also refused if loading them would make memory both writable and executable, as an object
  /// that needs executable stacks does.
  static std::expected<std::shared_ptr<const KernelCode>, std::string> loadFile(const std::string &path);
  /// Loads a file whose bytes the caller has in memory, too. `name` is the kernel's name.
  static std::expected<std::shared_ptr<const KernelCode>, std::string>
  loadFile(const std::string &path, std::string_view bytes, const std::string &name);
  /// Loads the code from bytes in memory, which it writes to a memory file, or to a temporary file if the process has
  /// no /proc. If the process has a limit on the size of files, it holds for both kinds of files. The caller has to
  /// block SIGXFSZ, which the system sends when a file grows beyond the limit.
  static std::expected<std::shared_ptr<const KernelCode>, std::string> loadBytes(const void *data, size_t size,
                                                                                 const std::string &name);
  /// Makes the first loadBytes of a process faster: does in advance the step for which it waits longest
  /// (CodeFile::prepare). Another thread calls it while the code is compiled.
  static void prepareToLoad();
  ~KernelCode();
  KernelCode(const KernelCode &) = delete;
  KernelCode &operator=(const KernelCode &) = delete;

  const WeftKernelInfo &info() const { return *info_; }
  /// The kernel's name, for messages.
  const std::string &name() const { return name_; }

  /// Returns whether the other code has the same instructions.
  bool hasSameInstructions(const KernelCode &other) const;

  /// The nanoseconds that one thread took for a work-item, on average over the newest launch whose time was noted. 0 if
  /// no launch's time has been noted. May be called on any thread.
  float itemTime() const { return itemTime_.load(std::memory_order_relaxed); }
  void noteItemTime(float nanoseconds) const { itemTime_.store(nanoseconds, std::memory_order_relaxed); }
  /// Returns whether the calling launch has to note its time, which one in eight launches does. Called once for each
  /// launch. The counter isn't exact if threads call this at the same time, which does no harm.
  bool isTimeDue() const {
    const uint8_t asked = asked_.load(std::memory_order_relaxed);
    asked_.store(static_cast<uint8_t>(asked + 1), std::memory_order_relaxed);
    return asked % 8 == 0;
  }

  // For signal handlers: these functions take no memory and no lock.
  /// Returns whether the address lies in the kernel's machine code.
  bool contains(uintptr_t address) const { return address - codeBegin_ < codeBytes_; }
  /// The source line of the instruction if the program was built with -g.
  SourceLine sourceLineOf(uintptr_t address) const;

private:
  static std::expected<std::shared_ptr<KernelCode>, std::string> take(void *library, std::string_view bytes,
                                                                      const std::string &name);
  KernelCode(void *library, const WeftKernelInfo *info, const std::string &name);
  void recordCodeRange(std::string_view bytes);
  /// If the code has source lines, keeps its file open, so that debuggers find it under the path from which the code
  /// was loaded.
  void keepForDebuggers(FileDescriptor file);

  void *library_;
  const WeftKernelInfo *info_;
  const std::string name_;
  uintptr_t loadedAt_ = 0; ///< the base address, which is added to the addresses in the file
  uintptr_t codeBegin_ = 0;
  size_t codeBytes_ = 0;
  std::unique_ptr<const LineTable> lines_; ///< null: no lines
  FileDescriptor file_;                    ///< most kernels have none
  mutable std::atomic<float> itemTime_{0};
  mutable std::atomic<uint8_t> asked_{0};
};

/// An index space, in work-items. Dimensions from workDim on have offset 0 and size 1.
struct NDRange {
  unsigned workDim = 1;
  std::array<uint64_t, 3> globalOffset{0, 0, 0};
  std::array<uint64_t, 3> globalSize{1, 1, 1};
  std::array<uint64_t, 3> localSize{1, 1, 1};

  uint64_t workItems() const { return globalSize[0] * globalSize[1] * globalSize[2]; }
  /// The number of groups in dimension d, the partial last group included.
  uint64_t groups(unsigned d) const {
    return localSize[d] == 0 || globalSize[d] == 0 ? 0 : (globalSize[d] - 1) / localSize[d] + 1;
  }
};

/// What the checks of a kernel with WEFT_KERNEL_CHECKS need to know of its launch.
struct CheckSetup {
  std::vector<WeftCheckArgument> arguments;         ///< one for each argument of the kernel
  void (*onNewFault)(const CheckFault &) = nullptr; ///< called when a fault happens first, on the faulting thread
};

/// The description of a kernel's launch. It never changes: any number of executions may share it, also at the same
/// time.
class KernelLaunch {
public:
  /// `args` is the argument block as WeftLaunch describes it, aligned to WEFT_MEMORY_ALIGNMENT. The caller owns it, and
  /// keeps it and its contents as long as this object lives. `localBytes` is the size of all local memory of a group:
  /// of the kernel's variables (WeftKernelInfo::staticLocalBytes) and of its arguments. If `zeroesLocalMemory` is true,
  /// local memory is filled with zeros when a group begins. The caller owns `programMemory`, too; it is NULL for a
  /// program without variables. `flags` are WeftLaunchFlags. All local sizes are at least 1, and the number of groups
  /// is less than 2^64.
  ///
  /// `fullGroupCode` is code of the same kernel that was compiled for the launch's local size. It runs the groups that
  /// have this size, and `code` runs the smaller groups. If it is NULL, `code` runs all groups. Otherwise both codes
  /// are for the executor "loops", and the kernel neither prints nor enqueues, and isn't checked.
  ///
  /// If there is a `trial`, executions take part in it. Its present code is the one that runs the groups of the
  /// launch's local size. The candidate runs some of these groups, and all once it has won. Both are for the executor
  /// "loops".
  KernelLaunch(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args, uint64_t localBytes,
               void *programMemory = nullptr, bool zeroesLocalMemory = false, CheckSetup checks = {},
               uint32_t flags = 0, std::shared_ptr<const KernelCode> fullGroupCode = nullptr,
               std::shared_ptr<CodeTrial> trial = nullptr);

  const KernelCode &code() const { return *code_; }
  /// The code for the groups that have the launch's local size.
  const KernelCode &fullGroupCode() const { return fullGroupCode_ ? *fullGroupCode_ : *code_; }
  /// The comparison of two codes in which executions take part; null if there is none.
  CodeTrial *trial() const { return trial_.get(); }
  uint64_t localBytes() const { return localBytes_; }
  bool zeroesLocalMemory() const { return zeroesLocalMemory_; }
  /// The number of all work-groups, and of all work-items.
  uint64_t groups() const;
  uint64_t workItems() const;
  /// The WeftLaunch that an execution passes to kernel code. If the kernel prints, is checked or enqueues, the
  /// execution passes a copy, to which it adds its printer, checker and enqueuer.
  const WeftLaunch &description() const { return description_; }
  const CheckSetup &checks() const { return checks_; }

private:
  const std::shared_ptr<const KernelCode> code_;
  const std::shared_ptr<const KernelCode> fullGroupCode_; ///< null: `code_`
  WeftLaunch description_;
  const uint64_t localBytes_;
  const bool zeroesLocalMemory_;
  const CheckSetup checks_;
  const std::shared_ptr<CodeTrial> trial_;
};

struct RunningLaunch; // base/ThreadRecord.h

/// One execution of a launch, whose pieces are work-groups.
class LaunchExecution : public Work {
public:
  /// The launch and the enqueuer outlive the execution. A kernel with WEFT_KERNEL_ENQUEUES needs an enqueuer.
  explicit LaunchExecution(const KernelLaunch &launch, const WeftEnqueuer *enqueuer = nullptr);
  ~LaunchExecution() override;
  uint64_t size() const final { return launch_.groups(); }
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

  /// Returns whether some groups were not run because there was not enough memory for their local memory, scratch or
  /// stacks. The launch fails with CL_OUT_OF_RESOURCES then. To be called at the execution's end.
  bool ranOutOfMemory() const { return ranOutOfMemory_.load(std::memory_order_relaxed); }

  /// Returns a sentence about the fault that made a group be abandoned (FaultHandling::event), or null if no fault
  /// happened. Groups that had not begun at the time of the fault were not run. The text lives as long as this object.
  /// To be called at the end.
  const char *fault() const { return fault_.load(std::memory_order_acquire); }

  /// Writes the text that work-items have printed to stdout, as far as it has not been written yet. Returns false if
  /// some text could not be written. To be called at the end.
  bool flushPrinted();

  /// Returns the faults that the kernel's checks have found; none if the kernel isn't checked. To be called at the
  /// end.
  CheckFaults takeFaults();

private:
  struct ExecutionState;

  bool runGroups(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;
  bool runGroupsThatMayFault(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running);
  void noteFault(const char *text);
  bool hasFaulted() const { return fault_.load(std::memory_order_relaxed) != nullptr; }
  /// Allocates the group's local memory and scratch. Returns false if there is not enough memory.
  bool takeGroupMemory(Arena &arena, uint64_t scratchBytes, WeftGroup &group) const;
  void beginGroup(const WeftGroup &group) const;
  void endGroup(const WeftGroup &group) const;
  bool runFibers(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;
  /// Runs groups of code for the executor "loops", those of the launch's local size by `fullGroupCode`.
  bool runLoops(const KernelCode &fullGroupCode, uint64_t begin, uint64_t end, Arena &arena,
                RunningLaunch &running) const;
  bool runInTrial(CodeTrial &trial, uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;

  const KernelLaunch &launch_;
  std::unique_ptr<ExecutionState> state_; ///< null for a kernel that neither prints nor is checked nor enqueues
  const WeftLaunch &description_;         ///< the launch's description, or the one in state_
  std::atomic<bool> ranOutOfMemory_{false};
  std::atomic<const char *> fault_{nullptr}; ///< this object owns it, unless it is `faultWithoutMemory`
};

/// Runs a kernel without arguments for one work-item, on the calling thread. Returns false if there was not enough
/// memory, or if the kernel was abandoned because of a fault.
bool runOneWorkItem(std::shared_ptr<const KernelCode> code, void *programMemory);

/// Chooses the local size for a launch that leaves it open. The local size divides the range if `uniform` is true. It
/// is small enough that all workers have groups to run. Groups are long in `packetDimension`. But if `prefersTiles` is
/// true (WEFT_KERNEL_PREFERS_TILES), they are tiles: short in all dimensions. `maxItems` is the greatest number of
/// work-items of a group. `packetWidth` and `packetDimension` are WeftKernelInfo's. `range.localSize` is ignored.
std::array<uint64_t, 3> chooseLocalSize(const NDRange &range, unsigned workers, uint64_t maxItems, bool uniform,
                                        uint64_t packetWidth = 0, unsigned packetDimension = 0,
                                        bool prefersTiles = false);

/// Returns a new local size in `dimension` for a range whose groups are short in this dimension. The kernel's result
/// must not depend on how the range is cut into groups. The new size in `dimension` is the length of several packets,
/// if a size of this kind divides the range and gives groups of at most `maxItems` work-items. The sizes in the other
/// dimensions stay.
uint64_t lengthenGroups(const NDRange &range, unsigned dimension, uint64_t packetWidth, uint64_t maxItems);

/// Returns a new local size in dimension 0, the old size times a power of two. The old size must divide the range. The
/// kernel's result must not depend on how the range is cut into groups. With larger groups, there are fewer groups to
/// start. If the kernel reads columns (WEFT_KERNEL_READS_COLUMNS), a larger group also reads more of each row of memory
/// at a time. But groups stay small enough that all workers have enough groups to run.
uint64_t joinGroups(const NDRange &range, unsigned workers, bool readsColumns);

/// Returns a local size of at most `maxItems` work-items whose groups have `count` sub-groups of `subGroupSize`
/// work-items; the last sub-group may have fewer. The local size divides the range if possible. If that is impossible
/// and `uniform` is false, groups are rows along dimension 0. If it is impossible and `uniform` is true, or if
/// `maxItems` is too small, returns nothing.
std::optional<std::array<uint64_t, 3>> localSizeForSubGroups(const NDRange &range, uint64_t count,
                                                             uint64_t subGroupSize, uint64_t maxItems, bool uniform);

} // namespace weft::cpu

#endif

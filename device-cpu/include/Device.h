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
#include "ComputeUnits.h"
#include "EnqueueAbi.h"
#include "FileDescriptor.h"
#include "KernelAbi.h"
#include "WorkerPool.h"

namespace weft::cpu {

/// What the machine says of itself at once, restricted to what this process may use; MemoryHierarchy has what takes
/// longer. Bytes, MHz.
struct Topology {
  std::string name;               ///< the CPU's brand string
  std::string vendor;             ///< "GenuineIntel", "AuthenticAMD", "ARM" ...
  uint32_t vendorId = 0;          ///< the vendor's PCI id, 0 where unknown
  unsigned usableCpus = 1;        ///< CPUs by affinity mask and cgroup quota, at least 1
  std::vector<unsigned> cpus;     ///< the numbers of those in the calling thread's affinity mask, ascending
  uint64_t maxClockMHz = 0;       ///< 0 where unknown
  uint64_t globalMemoryBytes = 0; ///< RAM, or the cgroup's limit where that is less
  unsigned floatVectorWidth = 4;  ///< 32-bit lanes of the widest vector register
};

/// Reads /proc, /sys and cgroup files. Takes some tenths of a millisecond; called once.
Topology readTopology();

class LineTable; // exec/LineTable.h

/// A line of a program's source.
struct LinePlace {
  const char *file = nullptr; ///< null: unknown
  uint64_t line = 0;
};

/// The machine code of one kernel: a loaded shared object. Immutable; shared by the launches that use it.
class KernelCode {
public:
  /// Loads an ELF shared object from a file that nobody but the caller can change while it is loaded. The error is a
  /// sentence. Refused are also objects for which the loader would make memory both writable and executable, the
  /// threads' stacks among it.
  static std::expected<std::shared_ptr<const KernelCode>, std::string> loadFile(const std::string &path);
  /// The same where the caller has the file's bytes at hand. `name` is the kernel's.
  static std::expected<std::shared_ptr<const KernelCode>, std::string>
  loadFile(const std::string &path, std::string_view bytes, const std::string &name);
  /// The same from bytes in memory, by way of a memory file, or of a temporary file where the process has no /proc. A
  /// limit on the size of files holds for both: SIGXFSZ is the caller's to block.
  static std::expected<std::shared_ptr<const KernelCode>, std::string> loadBytes(const void *data, size_t size,
                                                                                 const std::string &name);
  /// Does what the first loadBytes of a process waits for longest; for another thread, while the code is made.
  static void prepareToLoad();
  ~KernelCode();
  KernelCode(const KernelCode &) = delete;
  KernelCode &operator=(const KernelCode &) = delete;

  const WeftKernelInfo &info() const { return *info_; }
  /// The kernel's name, for messages.
  const std::string &name() const { return name_; }

  /// What a work-item took one thread in the newest launch of which that was noted, in nanoseconds; 0: in none. On any
  /// thread.
  float itemTime() const { return itemTime_.load(std::memory_order_relaxed); }
  void noteItemTime(float nanoseconds) const { itemTime_.store(nanoseconds, std::memory_order_relaxed); }
  /// Whether to note it anew, as for one in some launches: asked for each. A count that gets lost does no harm.
  bool isTimeDue() const {
    const uint8_t asked = asked_.load(std::memory_order_relaxed);
    asked_.store(static_cast<uint8_t>(asked + 1), std::memory_order_relaxed);
    return asked % 8 == 0;
  }

  // For signal handlers: take no memory and no lock.
  /// Whether the address is one of its instructions.
  bool contains(uintptr_t address) const { return address - codeBegin_ < codeBytes_; }
  /// The line of the source that the instruction is of, where the program was built with -g.
  LinePlace placeOf(uintptr_t address) const;

private:
  static std::expected<std::shared_ptr<KernelCode>, std::string> take(void *library, std::string_view bytes,
                                                                      const std::string &name);
  KernelCode(void *library, const WeftKernelInfo *info, const std::string &name);
  void noteCode(std::string_view bytes);
  /// Keeps the file of code with lines there for debuggers, under the path that it was loaded from.
  void keepForDebuggers(FileDescriptor file);

  void *library_;
  const WeftKernelInfo *info_;
  const std::string name_;
  uintptr_t loadedAt_ = 0; ///< what is added to the addresses in the file
  uintptr_t codeBegin_ = 0;
  size_t codeBytes_ = 0;
  std::unique_ptr<const LineTable> lines_; ///< null: none
  FileDescriptor file_;                    ///< none for most
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
  /// Groups in dimension d, the partial last one included.
  uint64_t groups(unsigned d) const {
    return localSize[d] == 0 || globalSize[d] == 0 ? 0 : (globalSize[d] - 1) / localSize[d] + 1;
  }
};

/// What a kernel that is checked while it runs (WEFT_KERNEL_CHECKS) is to know of its launch.
struct CheckSetup {
  std::vector<WeftCheckArgument> arguments;     ///< one for each of the kernel's
  void (*stopAt)(const CheckFault &) = nullptr; ///< called for each fault when it happens first, on its thread
};

/// What a launch of a kernel is. Immutable: any number of executions may have it in common, also at the same time.
class KernelLaunch {
public:
  /// `args` is the argument block as WeftLaunch describes it, aligned to WEFT_MEMORY_ALIGNMENT; it stays the caller's,
  /// and lives and keeps its contents as long as this. `localBytes` is the size of all local memory of a group: the
  /// kernel's own (WeftKernelInfo::staticLocalBytes) and that of its arguments; `zeroesLocalMemory` says that each
  /// group is to find it filled with zeros. `programMemory` is the caller's, too, and NULL for a program without
  /// variables. `flags` are WeftLaunchFlags. All local sizes are at least 1, and the number of groups is less than
  /// 2^64. `codeOfWholeGroups`, of the same kernel, may be NULL: then `code` runs all groups. It is for loops, as
  /// `code` is where there is one, and neither prints, is checked nor enqueues.
  KernelLaunch(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args, uint64_t localBytes,
               void *programMemory = nullptr, bool zeroesLocalMemory = false, CheckSetup checks = {},
               uint32_t flags = 0, std::shared_ptr<const KernelCode> codeOfWholeGroups = nullptr);

  const KernelCode &code() const { return *code_; }
  /// That of the groups that have the launch's local size.
  const KernelCode &codeOfWholeGroups() const { return codeOfWholeGroups_ ? *codeOfWholeGroups_ : *code_; }
  uint64_t localBytes() const { return localBytes_; }
  bool zeroesLocalMemory() const { return zeroesLocalMemory_; }
  /// All work-groups, and all work-items.
  uint64_t groups() const;
  uint64_t workItems() const;
  /// As kernel code is given it by an execution; without a printer, a checker and an enqueuer.
  const WeftLaunch &description() const { return description_; }
  const CheckSetup &checks() const { return checks_; }

private:
  const std::shared_ptr<const KernelCode> code_;
  const std::shared_ptr<const KernelCode> codeOfWholeGroups_; ///< null: `code_`
  WeftLaunch description_;
  const uint64_t localBytes_;
  const bool zeroesLocalMemory_;
  const CheckSetup checks_;
};

struct RunningLaunch; // base/ThreadRecord.h

/// One execution of a launch, whose pieces are work-groups.
class LaunchExecution : public Work {
public:
  /// The launch lives until the end, and so does the enqueuer, which a kernel with WEFT_KERNEL_ENQUEUES needs.
  explicit LaunchExecution(const KernelLaunch &launch, const WeftEnqueuer *enqueuer = nullptr);
  ~LaunchExecution() override;
  uint64_t size() const final { return launch_.groups(); }
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

  /// To be asked at the end: whether groups were left out because there was no memory for their local memory, scratch
  /// or stacks (CL_OUT_OF_RESOURCES).
  bool ranOutOfMemory() const { return ranOutOfMemory_.load(std::memory_order_relaxed); }

  /// To be asked at the end: a sentence about the fault by which a group was abandoned (FaultHandling::event), null
  /// where there was none. The groups that had not begun by then were left out. It goes with this object.
  const char *fault() const { return fault_.load(std::memory_order_acquire); }

  /// To be called at the end: writes what work-items printed and has not been written yet to stdout. False where some
  /// of it could not be written.
  bool flushPrinted();

  /// To be called at the end: what the kernel's checks have found. None where it isn't checked.
  CheckFaults takeFaults();

private:
  struct Own;

  bool runGroups(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;
  bool runGroupsThatMayFault(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running);
  void noteFault(const char *text);
  bool hasFaulted() const { return fault_.load(std::memory_order_relaxed) != nullptr; }
  /// The group's local memory and scratch; false where there is not enough memory.
  bool takeGroupMemory(Arena &arena, uint64_t scratchBytes, WeftGroup &group) const;
  void beginGroup(const WeftGroup &group) const;
  void endGroup(const WeftGroup &group) const;
  bool runFibers(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;
  bool runLoops(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const;

  const KernelLaunch &launch_;
  std::unique_ptr<Own> own_;      ///< null for a kernel that neither prints nor is checked nor enqueues
  const WeftLaunch &description_; ///< the launch's, or that in own_
  std::atomic<bool> ranOutOfMemory_{false};
  std::atomic<const char *> fault_{nullptr}; ///< owned but for `faultWithoutMemory`
};

/// Runs a kernel without arguments for one work-item, on the calling thread. False where there was no memory for it, or
/// where it was abandoned because of a fault.
bool runOneWorkItem(std::shared_ptr<const KernelCode> code, void *programMemory);

/// The local size for a launch that leaves it open: divides the range where `uniform`, fills the workers, keeps
/// `packetDimension` long, or as long as tiles are where the kernel `prefersTiles` (WEFT_KERNEL_PREFERS_TILES).
/// `maxItems` is the limit for a group, `packetWidth` and `packetDimension` are WeftKernelInfo's. `range.localSize` is
/// not looked at.
std::array<uint64_t, 3> chooseLocalSize(const NDRange &range, unsigned workers, uint64_t maxItems, bool uniform,
                                        uint64_t packetWidth = 0, unsigned packetDimension = 0,
                                        bool prefersTiles = false);

/// The size along `dimension` of groups that a kernel which can't tell runs in instead of those of the range, which are
/// short there: some packets, as far as that divides the range and leaves `maxItems` to a group. The others stay.
uint64_t lengthenGroups(const NDRange &range, unsigned dimension, uint64_t packetWidth, uint64_t maxItems);

/// The size in dimension 0 of groups that a kernel which can't tell runs in instead of those of the range, which are
/// whole: theirs times a power of two. Larger ones cost less to begin, and read more of each row where the kernel goes
/// down columns (WEFT_KERNEL_WALKS_COLUMNS), as long as there are enough of them for the workers.
uint64_t joinGroups(const NDRange &range, unsigned workers, bool walksColumns);

/// A local size whose groups have `count` sub-groups of `subGroupSize` work-items, the last one full or not, where
/// there is one of at most `maxItems`: one that divides the range, or else, where that needn't be, a row.
std::optional<std::array<uint64_t, 3>> localSizeForSubGroups(const NDRange &range, uint64_t count,
                                                             uint64_t subGroupSize, uint64_t maxItems, bool uniform);

} // namespace weft::cpu

#endif

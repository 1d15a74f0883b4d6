// A command of a queue, from its enqueue to its end: the events that it waits for, its work, and its times.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_COMMAND_H

#include <atomic>
#include <utility>

#include "Trace.h"

#include "core/commands/Event.h"
#include "core/commands/WorkTime.h"
#include "core/objects/Cpu.h"

namespace weft::core {

class CommandList;

/// Times of CLOCK_MONOTONIC in nanoseconds. A time is 0 if the command has not reached that state yet, or if its times
/// are not recorded.
struct CommandTimes {
  cl_ulong queued = 0;
  cl_ulong submitted = 0;
  cl_ulong started = 0;
  cl_ulong ended = 0;
  cl_ulong completed = 0; ///< for a launch: the time when everything that its kernel has enqueued is complete, too
};

/// How a command is ordered relative to the other commands of an out-of-order queue (OpenCL 3.0 section 5.12). In an
/// in-order queue each command waits for all commands before it.
struct Ordering {
  bool afterAllEarlier = false; ///< the command waits for all commands enqueued before it
  bool beforeAllLater = false;  ///< all commands enqueued after the command wait for it
};

/// A command goes through these states:
/// - It is enqueued (CL_QUEUED) and held back by its queue.
/// - A flush submits it (CL_SUBMITTED).
/// - It is ready when every event that it waits for is done.
/// - It runs (CL_RUNNING) as a job of the pool, and then is done.
///
/// From the enqueue to its end the command holds a reference to itself. Subclasses hold the resources that the work
/// needs and release them in `dropResources`.
class Command : public Event, private cpu::Completion {
public:
  CommandQueue *queue() const override { return &queue_; }
  void flush() override;

  /// The times are valid only if they are recorded (`profiled` in the constructor) and the command is done.
  const CommandTimes &times() const { return times_; }
  bool profiled() const { return profiled_; }
  /// The command's id in a trace; 0 if there was no trace when the command was enqueued.
  trace::CommandId traceId() const final { return traced_.id; }
  Ordering ordering() const { return ordering_; }
  /// Whether the command takes so long that workers should be woken for it. Must be called before the command runs.
  virtual bool isLarge() const { return false; }

  /// The queue calls these functions in this order: `markQueued`, `waitFor` for each event, `follow`, `submit`.
  /// `submit` gives the command a reference to itself, which the command keeps until its end.
  void markQueued();
  void waitFor(Event &event, bool inheritError);
  /// Makes this command wait for the end of `before`. `before` has not been submitted, and no other command follows it.
  /// `onlyThis` says that this command waits for nothing else so far.
  void follow(Command &before, bool onlyThis) noexcept;
  /// `traced` is the time of the submission that a trace records. Commands that are submitted together have the same
  /// submission time.
  static void submit(RefPtr<Command> command, trace::Ticks traced);
  /// Submits the commands that the queue `kept` has held back. These commands keep the queue alive. A single command
  /// holds a reference to the queue for that. Several commands are counted as users of the queue, and all users
  /// together hold one reference.
  static void submit(CommandList commands, CommandQueue &kept, trace::Ticks traced);
  /// Called before `submit`, for a command that the queue `kept` has held back. The caller's reference to `kept`
  /// becomes the command's reference. If `asUser` is true, the command instead becomes a user of the queue, and the
  /// caller has already counted it.
  void retainQueue(CommandQueue &kept, bool asUser) noexcept;
  /// Called before the other functions while there is a trace. `id` is the command's id in the trace. In an in-order
  /// queue, `after` is the id of the command before it.
  void traceAs(trace::CommandId id, trace::CommandId after) {
    traced_ = {.id = id, .after = after, .queued = trace::now()};
  }

protected:
  Command(CommandQueue &queue, cl_command_type type, Ordering ordering = {});
  /// `profiled` says whether the command's times are recorded. The queue's own profiling property doesn't matter then.
  Command(CommandQueue &queue, cl_command_type type, bool profiled);
  ~Command() override;

  cpu::WorkerPool &pool() const final;
  /// Returns the pieces of work (such as work-groups) that threads of the pool run before `perform` is called, or null
  /// if `perform` does the whole work. Called once, when the command is ready.
  virtual cpu::Work *work() { return nullptr; }
  /// `perform` returns this value if the command isn't done yet and another thread will call `end` later.
  static constexpr cl_int endsLater = CL_RUNNING;

  /// Called once, on one thread, when all pieces of `work` have run. Does what the command has to do besides these
  /// pieces. Returns CL_COMPLETE, an error or `endsLater`.
  virtual cl_int perform() { return CL_COMPLETE; }
  /// The nanoseconds that one thread will probably need for the command's work; 0 if that is unknown.
  virtual cl_ulong expectedDuration() const { return 0; }
  /// Whether `noteDuration` must be called at the end of the work in any case. Commands return true if the number of
  /// pieces says little about how long their work takes. Called once.
  virtual bool wantsDuration() const { return false; }
  /// Called at the end of the work, with the nanoseconds that all threads together have spent on it. If `wantsDuration`
  /// is false, it is called only if the duration differs much from `expectedDuration`, or is long.
  virtual void noteDuration(cl_ulong) const {}
  /// Releases the command's references to memory objects and other resources. Called before any waiter or callback is
  /// notified of the command's end.
  virtual void dropResources() {}
  /// Adds to `facts` all facts that a trace records about the command, except its type and status. Called before
  /// `dropResources`, and only while there is a trace.
  virtual void describe(trace::CommandFacts &) const {}
  /// The machine code that a launch runs; null for other commands.
  virtual const void *code() const { return nullptr; }
  /// Ends a command whose `perform` returned `endsLater`.
  void end(cl_int status);
  /// Records the present time as the end of the command's own work. Called for a command that is complete only later,
  /// because its kernel has enqueued commands.
  void markWorkEnded();
  /// Called before the command is enqueued, for a command whose times kernels may query.
  void makeVisibleToKernels() { isVisibleToKernels_ = profiled_; }

private:
  friend class CommandList;

  /// The object that the pool runs as the command's job. It calls the command's own work (`work`), records when the
  /// work started and how long it took, and decides how many threads take part in it.
  class Pieces final : public cpu::Work {
  public:
    explicit Pieces(Command &command) : command_(command) {}
    uint64_t size() const override { return pieces_; }
    void run(uint64_t begin, uint64_t end, cpu::Arena &arena) override;
    /// At most `threads` threads take part in the work.
    void set(cpu::Work *work, unsigned threads);
    /// Makes the job a single piece, so that one thread runs the work's pieces one after the other. If that takes long,
    /// the thread stops early, and a second job runs the remaining pieces of the work (`takeRemainder`).
    void setSingleThreaded(cpu::Work *work);
    /// Called at the end of a job. If one thread has stopped early and pieces of the work are left, sets this object up
    /// for these pieces and returns true. The caller then submits the job again, and several threads may take part in
    /// it.
    bool takeRemainder();
    const WorkTime &time() const { return time_; }

  private:
    void runPieces(uint64_t begin, uint64_t end, cpu::Arena &arena);
    /// Runs the pieces of the command's work from `begin` to `end` (exclusive), and records them if there is a trace.
    void runNow(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runTraced(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runWork(uint64_t begin, uint64_t end, cpu::Arena &arena);

    Command &command_;
    cpu::Work *work_ = nullptr;
    uint64_t pieces_ = 0; ///< the number of pieces of the job. It is the number of pieces of the work, or the greatest
                          ///< number of threads if that is less, or 1 for a single thread
    uint64_t done_ = 0;   ///< how many of the work's pieces one thread has already run alone
    bool isSingleThreaded_ = false;
    WorkTime time_;
  };

  void dependencyDone(cl_int status) override;
  void waitUnfinished() override;
  void finished() override;
  void markSubmitted(trace::Ticks traced);
  /// Whether this command waits only for its own submission and for the end of `before`, which has not been submitted
  /// yet.
  bool onlyFollows(const Command &before) const noexcept;
  void dropDependency();
  void start();
  /// Whether anything may observe the command's status between its enqueue and its end. If nothing can, the command
  /// never sets CL_SUBMITTED and CL_RUNNING, because that takes a noticeable share of a small launch's time.
  bool hasObservers() const { return handleAddress() != nullptr || traced_.id != 0 || isVisibleToKernels_; }
  void markStarted(trace::Ticks now = 0);
  void traceEnd(cl_int status);
  void performAndEnd();

  CommandQueue &queue_;
  bool retainsQueue_ = false; ///< the command has a reference to the queue
  bool isQueueUser_ = false;  ///< the command is one of the users of the queue, which share one reference to it
  const bool profiled_;
  bool isVisibleToKernels_ = false;
  const Ordering ordering_;
  /// The number of events for which the command still waits, plus 1 until the command is submitted.
  std::atomic<uint32_t> pendingDependencies_{1};
  std::atomic<cl_int> inheritedError_{CL_COMPLETE};
  CommandTimes times_;
  trace::CommandTimes traced_; ///< the command's id and times in the trace; the id is 0 if there is no trace
  Command *next_ = nullptr;    ///< the next command in a CommandList
  Pieces pieces_{*this};
  cpu::Job job_{pieces_, *this};
};

/// The commands that a queue holds back, in the order in which they were enqueued. The list holds a reference to each.
class CommandList {
public:
  CommandList() = default;
  CommandList(CommandList &&other) noexcept
      : first_(std::exchange(other.first_, nullptr)), last_(std::exchange(other.last_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  CommandList &operator=(CommandList &&other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(size_, other.size_);
    return *this;
  }

  unsigned size() const { return size_; }
  /// The last command, or null.
  Command *last() const { return last_; }
  void append(RefPtr<Command> command) noexcept {
    Command *appended = command.take();
    (last_ ? last_->next_ : first_) = appended;
    last_ = appended;
    ++size_;
  }
  /// Takes the first command out of the list; null if the list is empty.
  RefPtr<Command> takeFirst() noexcept {
    auto command = RefPtr<Command>::adopt(first_);
    if (!first_)
      return command;
    first_ = std::exchange(first_->next_, nullptr);
    if (!first_)
      last_ = nullptr;
    --size_;
    return command;
  }

private:
  Command *first_ = nullptr;
  Command *last_ = nullptr;
  unsigned size_ = 0;
};

} // namespace weft::core

#endif

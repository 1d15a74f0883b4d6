// A command of a queue: a node of the command graph that has work to do.
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

/// Times of CLOCK_MONOTONIC in nanoseconds. A time is 0 where the command has not reached that state yet, or where the
/// queue does not profile.
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

/// The life of a command:
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

  /// The times are valid only where the queue profiles and the command is done.
  const CommandTimes &times() const { return times_; }
  bool profiled() const { return profiled_; }
  /// The command's id in a trace; 0 where there was no trace when the command was enqueued.
  trace::CommandId traceId() const final { return traced_.id; }
  Ordering ordering() const { return ordering_; }
  /// Whether the command is large enough that waking workers for it pays. Must be called before the command runs.
  virtual bool isLarge() const { return false; }

  /// The queue calls these functions in this order: `markQueued`, `waitFor` for each event, `follow`, `submit`.
  /// `submit` hands over a reference, which the command keeps until its end.
  void markQueued();
  void waitFor(Event &event, bool inheritError);
  /// Makes this command wait for `before`, which has not been submitted and has no other follower. `onlyThis` says that
  /// the command waits for nothing else so far.
  void follow(Command &before, bool onlyThis) noexcept;
  /// `traced` is the time of the submission in the trace. Commands that are submitted together have the same time.
  static void submit(RefPtr<Command> command, trace::Ticks traced);
  /// Submits the commands that the queue `kept` has held back. A single command gets a reference to the queue. Several
  /// commands are counted as users of the queue, and all users together share one reference.
  static void submit(CommandList commands, CommandQueue &kept, trace::Ticks traced);
  /// Called before `submit`, for a command that the queue `kept` has held back. Hands over to the command a reference
  /// to `kept`. With `asUser`, the command instead gets its share of the one reference that all users of the queue
  /// share.
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
  /// Returns the command's work, which consists of pieces. Null where there are no pieces: then `perform` does
  /// everything. Called once, when the command is ready.
  virtual cpu::Work *work() { return nullptr; }
  /// `perform` returns this value where another thread will call `end` when the command is done.
  static constexpr cl_int endsLater = CL_RUNNING;

  /// Called once, on one thread, when all pieces of the work have run. Does the rest of the command's work. Returns
  /// CL_COMPLETE, an error or `endsLater`.
  virtual cl_int perform() { return CL_COMPLETE; }
  /// The nanoseconds that one thread will probably need for the command's work; 0 where that is unknown.
  virtual cl_ulong expectedDuration() const { return 0; }
  /// Whether the command wants `noteDuration` to be called in any case. That is for work whose count of pieces says
  /// little about the time that it takes. Called once.
  virtual bool wantsDuration() const { return false; }
  /// Receives the duration of the whole work, in nanoseconds of one thread. Called at the end of the work. It is also
  /// called where `wantsDuration` is false but the work took longer than was expected.
  virtual void noteDuration(cl_ulong) const {}
  /// Gives up memory objects and other resources. Called before any waiter or callback is notified of the command's
  /// end.
  virtual void dropResources() {}
  /// Adds to `facts` what a trace records of the command besides its type and status. Called before `dropResources`,
  /// and only while there is a trace.
  virtual void describe(trace::CommandFacts &) const {}
  /// The machine code that a launch runs; null for other commands.
  virtual const void *code() const { return nullptr; }
  /// Ends a command whose `perform` returned `endsLater`.
  void end(cl_int status);
  /// Records the time at which the command's own work has ended, for a command that is not complete at that time.
  void markWorkEnded();
  /// Called before the command is enqueued, for a command whose times kernels may query.
  void makeVisibleToKernels() { isVisibleToKernels_ = profiled_; }

private:
  friend class CommandList;

  /// The command's work in the form that the pool runs. It records the command's start and the time of the work, and
  /// decides how many threads take part.
  class Pieces final : public cpu::Work {
  public:
    explicit Pieces(Command &command) : command_(command) {}
    uint64_t size() const override { return pieces_; }
    void run(uint64_t begin, uint64_t end, cpu::Arena &arena) override;
    /// At most `threads` threads take part in the work.
    void set(cpu::Work *work, unsigned threads);
    /// Lets one thread run all of the work, as one piece of a job, unless that takes long. In that case the rest
    /// becomes another job (`takeRemainder`).
    void setSingleThreaded(cpu::Work *work);
    /// Called at the end of a job. Returns whether some of the work is left. The rest is for another job, in which
    /// other threads take part.
    bool takeRemainder();
    const WorkTime &time() const { return time_; }

  private:
    void runPieces(uint64_t begin, uint64_t end, cpu::Arena &arena);
    /// Runs the work's pieces [begin, end), without or with a trace.
    void runNow(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runTraced(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runWork(uint64_t begin, uint64_t end, cpu::Arena &arena);

    Command &command_;
    cpu::Work *work_ = nullptr;
    uint64_t pieces_ = 0; ///< the pieces of the job: all pieces of the work, as many as threads may take part, or one
    uint64_t done_ = 0;   ///< how many of the work's pieces one thread has already run alone
    bool isSingleThreaded_ = false;
    WorkTime time_;
  };

  void dependencyDone(cl_int status) override;
  void waitUnfinished() override;
  void finished() override;
  void markSubmitted(trace::Ticks traced);
  /// Whether this command waits only for its own submission and for the end of `before`, which isn't submitted either.
  bool onlyFollows(const Command &before) const noexcept;
  void dropDependency();
  void start();
  /// Whether anything may observe the statuses between the enqueue and the end. Other commands skip these statuses,
  /// because setting them takes a noticeable share of a small launch's time.
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
  /// The count of events that are not done yet, plus 1 until the command is submitted.
  std::atomic<uint32_t> pendingDependencies_{1};
  std::atomic<cl_int> inheritedError_{CL_COMPLETE};
  CommandTimes times_;
  trace::CommandTimes traced_; ///< the command's id and times in the trace; the id is 0 where there is no trace
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
  /// Takes the first command out of the list; null where the list is empty.
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

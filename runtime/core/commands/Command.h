// A command of a queue: a node of the graph with work to do.
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

/// Times of CLOCK_MONOTONIC in nanoseconds; 0 where not reached, or where the queue does not profile.
struct CommandTimes {
  cl_ulong queued = 0;
  cl_ulong submitted = 0;
  cl_ulong started = 0;
  cl_ulong ended = 0;
  cl_ulong completed = 0; ///< of a launch also all that its kernel has enqueued
};

/// What a command means for those around it in an out-of-order queue (OpenCL 3.0 section 5.12). In an in-order queue
/// each command is behind all before it.
struct Ordering {
  bool behindAll = false; ///< it waits for all commands enqueued before it
  bool beforeAll = false; ///< all commands enqueued after it wait for it
};

/// Its life: enqueued (CL_QUEUED, held by its queue), submitted by a flush (CL_SUBMITTED), ready when no event is left
/// that it waits for, running (CL_RUNNING) as a job of the pool, done. From the enqueue to the end it holds a reference
/// to itself. Subclasses hold what the work needs and drop it in `dropResources`.
class Command : public Event, private cpu::Completion {
public:
  CommandQueue *queue() const override { return &queue_; }
  void flush() override;

  /// Where the queue profiles and the command is done.
  const CommandTimes &times() const { return times_; }
  bool profiled() const { return profiled_; }
  /// Its number in a trace; 0 where there was none when it was enqueued.
  trace::CommandId traceId() const final { return traced_.id; }
  Ordering ordering() const { return ordering_; }
  /// Whether it is worth waking workers for. To be asked before it runs.
  virtual bool isLarge() const { return false; }

  /// By the queue, in this order: `noteQueued`, `waitFor` for each event, `follow`, `submit`. Submitting hands over a
  /// reference, which the command keeps until its end.
  void noteQueued();
  void waitFor(Event &event, bool inheritError);
  /// Waits for `before`, which has not been submitted, and is followed by no other. `onlyThis`: nothing else has been
  /// waited for.
  void follow(Command &before, bool onlyThis) noexcept;
  /// `traced` is the trace's time, which commands that are submitted together have in common.
  static void submit(RefPtr<Command> command, trace::Ticks traced);
  /// The same of what a queue has held back: one command with a reference to the queue, or several of its users.
  static void submit(CommandList commands, CommandQueue &kept, trace::Ticks traced);
  /// Before `submit`: hands over a reference to `kept`, where the command was held back, or a part of the one that the
  /// queue's users have in common.
  void keepQueue(CommandQueue &kept, bool asUser) noexcept;
  /// While there is a trace, before the others: its number, and that of the command before it in an in-order queue.
  void traceAs(trace::CommandId id, trace::CommandId after) {
    traced_ = {.id = id, .after = after, .queued = trace::now()};
  }

protected:
  Command(CommandQueue &queue, cl_command_type type, Ordering ordering = {});
  /// `profiled` says whether its times are noted, whatever the queue says.
  Command(CommandQueue &queue, cl_command_type type, bool profiled);
  ~Command() override;

  cpu::WorkerPool &pool() const final;
  /// The work in pieces, or null where there is none: then `perform` is all. Asked once, when the command is ready.
  virtual cpu::Work *work() { return nullptr; }
  /// What `perform` returns where another thread calls `end` when the command is done.
  static constexpr cl_int endsLater = CL_RUNNING;

  /// Called at the end of the work: what is to be done once, on one thread. Returns CL_COMPLETE, an error or
  /// `endsLater`.
  virtual cl_int perform() { return CL_COMPLETE; }
  /// Nanoseconds that its work will probably take one thread; 0: nobody knows.
  virtual cl_ulong expectedDuration() const { return 0; }
  /// Of work whose number of pieces says little about the time it takes: whether `noteDuration` is to be told. Asked
  /// once.
  virtual bool wantsDuration() const { return false; }
  /// What the whole work took, in nanoseconds of one thread. Called at its end, also where it took longer than was to
  /// be expected.
  virtual void noteDuration(cl_ulong) const {}
  /// Gives up memory objects and the like. Called before anyone is told of the end.
  virtual void dropResources() {}
  /// What a trace tells of it, besides its type and status. Called before dropResources, while there is a trace.
  virtual void describe(trace::CommandFacts &) const {}
  /// Of a launch its code, null for others.
  virtual const void *code() const { return nullptr; }
  /// For commands whose `perform` returned `endsLater`.
  void end(cl_int status);
  /// For a command that is not complete when its own work has ended.
  void noteWorkEnded();
  /// Before it is enqueued: kernels may ask for its times.
  void setSeenByKernels() { kernelsSee_ = profiled_; }

private:
  friend class CommandList;

  /// The command's work as the pool is given it: notes the start and the time, and sees to how many threads take part.
  class Pieces final : public cpu::Work {
  public:
    explicit Pieces(Command &command) : command_(command) {}
    uint64_t size() const override { return pieces_; }
    void run(uint64_t begin, uint64_t end, cpu::Arena &arena) override;
    /// At most `threads` threads shall take part.
    void set(cpu::Work *work, unsigned threads);
    /// One thread shall do it all, as one piece of a job, as long as that doesn't take long.
    void setTogether(cpu::Work *work);
    /// At the end of a job: whether there is more to do, by another one that other threads are to take part in.
    bool hasRest();
    const WorkTime &time() const { return time_; }

  private:
    void runPieces(uint64_t begin, uint64_t end, cpu::Arena &arena);
    /// The work's pieces from the first number on to the second one, traced or not.
    void runNow(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runTraced(uint64_t begin, uint64_t end, cpu::Arena &arena);
    void runWork(uint64_t begin, uint64_t end, cpu::Arena &arena);

    Command &command_;
    cpu::Work *work_ = nullptr;
    uint64_t pieces_ = 0; ///< of the job: those of the work, as many as threads may take part, or one
    uint64_t done_ = 0;   ///< the work's pieces that have run together
    bool together_ = false;
    WorkTime time_;
  };

  void dependencyDone(cl_int status) override;
  void waitUnfinished() override;
  void finished() override;
  void noteSubmitted(trace::Ticks traced);
  /// Whether nothing but its submission and the end of `before`, which isn't submitted either, is left to wait for.
  bool onlyFollows(const Command &before) const noexcept;
  void dropDependency();
  void start();
  /// Whether somebody may see the statuses before its end. Others are left out: they cost a small launch time.
  bool isWatched() const { return handleAddress() != nullptr || traced_.id != 0 || kernelsSee_; }
  void noteStart(trace::Ticks now = 0);
  void traceEnd(cl_int status);
  void performAndEnd();

  CommandQueue &queue_;
  bool keepsQueue_ = false; ///< has a reference to it
  bool usesQueue_ = false;  ///< is one of its users
  const bool profiled_;
  bool kernelsSee_ = false;
  const Ordering ordering_;
  /// Events not done yet, and 1 until submitted.
  std::atomic<uint32_t> waitingFor_{1};
  std::atomic<cl_int> inheritedError_{CL_COMPLETE};
  CommandTimes times_;
  trace::CommandTimes traced_; ///< its id is 0 where there is no trace
  Command *next_ = nullptr;    ///< in a CommandList
  Pieces pieces_{*this};
  cpu::Job job_{pieces_, *this};
};

/// Commands that a queue holds back, in the order of their enqueuing. Holds a reference to each.
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
  /// The last one, or null.
  Command *last() const { return last_; }
  void append(RefPtr<Command> command) noexcept {
    Command *appended = command.take();
    (last_ ? last_->next_ : first_) = appended;
    last_ = appended;
    ++size_;
  }
  /// The first one, or null.
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

// The command that launches a kernel if that kernel may enqueue further kernels, or if a kernel has enqueued the
// launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/NestedLaunch.h"

#include <cstring>

#include "core/commands/CommandQueue.h"
#include "core/commands/NDRangeCommand.h"

namespace weft::core {

namespace {

/// The command of a marker that a kernel enqueues. Like a launch, it uses up bytes of its queue's size.
class NestedMarker final : public Command {
public:
  NestedMarker(CommandQueue &queue, cl_command_type type, std::shared_ptr<DeviceEvents> events,
               NestedLaunch::QueueSpace space)
      : Command(queue, type), events_(std::move(events)), queueSpace_(std::move(space)) {
    requestNotified();
  }

private:
  void dropResources() override {
    activity_.take(std::move(events_));
    queueSpace_.give();
  }
  void notified() override { activity_.give(); }

  std::shared_ptr<DeviceEvents> events_; ///< held until the command ends
  DeviceEvents::Activity activity_;
  NestedLaunch::QueueSpace queueSpace_;
};

/// The result of enqueue_kernel that corresponds to an OpenCL error code of a launch.
int32_t resultFor(cl_int error) {
  switch (error) {
  case CL_INVALID_WORK_DIMENSION:
  case CL_INVALID_GLOBAL_OFFSET:
  case CL_INVALID_GLOBAL_WORK_SIZE:
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
    return WEFT_ENQUEUE_INVALID_RANGE;
  default:
    return WEFT_ENQUEUE_OUT_OF_RESOURCES;
  }
}

bool enqueues(const PreparedLaunch &launch) { return (launch.code().info().flags & WEFT_KERNEL_ENQUEUES) != 0; }

} // namespace

class NestedLaunch::Milestone : public Event {
public:
  explicit Milestone(Context &context) : Event(context, CL_COMMAND_MARKER, CL_SUBMITTED), kept_(&context) {}
  void reach(cl_int status) { finish(RefPtr<Event>(this), status); }

protected:
  ~Milestone() override = default;

private:
  const RefPtr<Context> kept_;
};

class NestedLaunch::WorkEnd final : public Milestone {
public:
  explicit WorkEnd(NestedLaunch &launch) : Milestone(launch.context()), launch_(launch) {}

private:
  void dependencyDone(cl_int status) override { launch_.childEnded(status); }

  NestedLaunch &launch_; ///< lives until it has been notified of the end of each child
};

NestedLaunch::Literal::Literal(const WeftEnqueueRequest &request)
    : memory_(std::make_unique_for_overwrite<std::byte[]>(size_t{request.literalBytes} + request.literalAlignment)) {
  const uintptr_t mask = std::max<uintptr_t>(1, request.literalAlignment) - 1;
  data_ = reinterpret_cast<std::byte *>((reinterpret_cast<uintptr_t>(memory_.get()) + mask) & ~mask);
  std::memcpy(data_, request.literal, request.literalBytes);
}

std::optional<NestedLaunch::QueueSpace> NestedLaunch::QueueSpace::take(DeviceQueue &queue, uint64_t bytes) {
  if (!queue.reserveBytes(bytes))
    return std::nullopt;
  QueueSpace space;
  space.queue_ = RefPtr<DeviceQueue>(&queue);
  space.bytes_ = bytes;
  return space;
}

void NestedLaunch::QueueSpace::give() noexcept {
  if (queue_)
    queue_->releaseBytes(bytes_);
  queue_ = nullptr;
}

NestedLaunch::NestedLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked,
                           std::shared_ptr<LaunchTree> tree)
    : Command(queue, type), tree_(std::move(tree)),
      launch_(std::make_unique<const PreparedLaunch>(queue.device(), kernel, std::move(checked))),
      execution_(launch_->launch(), &enqueuer_), workEnd_(makeRef<WorkEnd>(*this)) {
  requestNotified();
}

NestedLaunch::NestedLaunch(DeviceQueue &queue, const Kernel &kernel, CheckedLaunch &&checked,
                           std::shared_ptr<LaunchTree> tree, Literal literal, QueueSpace space)
    : Command(queue.commands(), CL_COMMAND_NDRANGE_KERNEL), tree_(std::move(tree)), literal_(std::move(literal)),
      queueSpace_(std::move(space)),
      launch_(std::make_unique<const PreparedLaunch>(queue.device(), kernel, std::move(checked))),
      execution_(launch_->launch(), &enqueuer_), workEnd_(enqueues(*launch_) ? makeRef<WorkEnd>(*this) : nullptr) {
  makeVisibleToKernels();
  requestNotified();
}

NestedLaunch::~NestedLaunch() = default;

void NestedLaunch::describe(trace::CommandFacts &facts) const { describeLaunch(*launch_, facts); }

Result<RefPtr<Command>> NestedLaunch::makeChild(DeviceQueue &queue, const WeftEnqueueRequest &request,
                                                QueueSpace space) {
  const RefPtr<Kernel> kernel = tree_->block(request.kernel);
  if (!kernel)
    return fail(CL_INVALID_KERNEL, "The program has no such block.");
  Literal literal(request);
  TRY(kernel->setPointer(0, literal.data()));
  for (uint32_t i = 0; i < request.localCount; ++i)
    TRY(kernel->setArgument(i + 1, request.localSizes[i], nullptr));
  CheckedLaunch checked;
  TRY(checkLaunch(queue.device(), *kernel, requestFor(*request.range), checked));
  if (checked.isEmpty())
    return makeRef<NestedMarker>(queue.commands(), CL_COMMAND_NDRANGE_KERNEL, tree_->sharedEvents(), std::move(space));
  return makeRef<NestedLaunch>(queue, *kernel, std::move(checked), tree_, std::move(literal), std::move(space));
}

int32_t NestedLaunch::enqueue(const WeftGroup &group, const WeftEnqueueRequest &request) {
  DeviceQueue *queue = tree_->queue(request.queue);
  if (!queue)
    return WEFT_ENQUEUE_INVALID_QUEUE;
  if ((request.waitCount == 0) != (request.waitList == nullptr))
    return WEFT_ENQUEUE_WAIT_LIST;
  auto waitList = tree_->events().find({request.waitList, request.waitCount});
  if (!waitList)
    return WEFT_ENQUEUE_WAIT_LIST;
  for (uint32_t i = 0; i < request.localCount; ++i)
    if (request.localSizes[i] == 0)
      return WEFT_ENQUEUE_ARGUMENT_SIZE;
  auto space = QueueSpace::take(*queue, DeviceQueue::commandBytes + request.literalBytes);
  if (!space)
    return WEFT_ENQUEUE_QUEUE_FULL;
  Result<RefPtr<Command>> child = makeChild(*queue, request, std::move(*space));
  if (!child)
    return resultFor(child.error().code);
  if (RefPtr<Event> before = dependencyFor(request.flags, group))
    waitList->push_back(std::move(before));
  return add(*queue, std::move(*child), *waitList, request.event);
}

int32_t NestedLaunch::enqueueMarker(WeftQueueId number, std::span<const WeftEventId> waitList, WeftEventId *event) {
  DeviceQueue *queue = tree_->queue(number);
  if (!queue)
    return WEFT_ENQUEUE_INVALID_QUEUE;
  auto events = waitList.empty() ? std::nullopt : tree_->events().find(waitList);
  if (!events)
    return WEFT_ENQUEUE_WAIT_LIST;
  // If the kernel doesn't request the marker's event, no command could ever wait for the marker, so nothing is
  // enqueued.
  if (!event)
    return WEFT_ENQUEUED;
  auto space = QueueSpace::take(*queue, DeviceQueue::commandBytes);
  if (!space)
    return WEFT_ENQUEUE_QUEUE_FULL;
  return add(*queue,
             makeRef<NestedMarker>(queue->commands(), CL_COMMAND_MARKER, tree_->sharedEvents(), std::move(*space)),
             *events, event);
}

RefPtr<Event> NestedLaunch::dependencyFor(uint32_t flags, const WeftGroup &group) {
  if (flags == WEFT_ENQUEUE_WAIT_KERNEL)
    return workEnd_;
  if (flags != WEFT_ENQUEUE_WAIT_WORK_GROUP)
    return nullptr;
  Lock lock(mutex_);
  if (const auto known = groupEnds_.find(linearGroupId(group)); known != groupEnds_.end())
    return known->second;
  const auto end = makeRef<Milestone>(context());
  groupEnds_.emplace(linearGroupId(group), end);
  groupsAwaited_.fetch_add(1, std::memory_order_relaxed);
  return end;
}

uint64_t NestedLaunch::linearGroupId(const WeftGroup &group) const {
  const uint64_t *groups = launch_->launch().description().numGroups;
  return (group.id[2] * groups[1] + group.id[1]) * groups[0] + group.id[0];
}

int32_t NestedLaunch::add(DeviceQueue &queue, RefPtr<Command> child, const std::vector<RefPtr<Event>> &waitList,
                          WeftEventId *event) {
  // Makes `workEnd_` wait for the child. No other thread knows the child yet, so this is the child's first waiter, for
  // which no memory is allocated. If the context has been terminated, no waiter is added.
  const bool isAwaited = child->addWaiter(*workEnd_, true);
  pendingParts_.fetch_add(isAwaited ? 1 : 0, std::memory_order_relaxed);
  WeftEventId number = DeviceEvents::none;
  try {
    if (event)
      number = tree_->events().add(child);
    if (!event || number != DeviceEvents::none)
      queue.commands().accept(*child, waitList);
  } catch (...) {
    pendingParts_.fetch_sub(isAwaited ? 1 : 0, std::memory_order_relaxed);
    tree_->events().release(number);
    throw;
  }
  if (event && number == DeviceEvents::none) {
    pendingParts_.fetch_sub(isAwaited ? 1 : 0, std::memory_order_relaxed);
    return WEFT_ENQUEUE_NO_EVENT;
  }
  if (event)
    *event = number;
  queue.commands().submitAccepted(std::move(child));
  return WEFT_ENQUEUED;
}

void NestedLaunch::groupEnded(const WeftGroup &group) {
  if (groupsAwaited_.load(std::memory_order_relaxed) == 0)
    return;
  RefPtr<Milestone> end;
  {
    Lock lock(mutex_);
    const auto found = groupEnds_.find(linearGroupId(group));
    if (found == groupEnds_.end())
      return;
    end = std::move(found->second);
    groupEnds_.erase(found);
    groupsAwaited_.fetch_sub(1, std::memory_order_relaxed);
  }
  end->reach(CL_COMPLETE);
}

void NestedLaunch::groupsEnded(cl_int status) {
  std::unordered_map<uint64_t, RefPtr<Milestone>> left;
  {
    Lock lock(mutex_);
    left.swap(groupEnds_);
  }
  for (const auto &[number, end] : left)
    end->reach(status);
}

void NestedLaunch::noteError(cl_int status) {
  cl_int none = CL_COMPLETE;
  if (status < 0)
    error_.compare_exchange_strong(none, status, std::memory_order_relaxed);
}

void NestedLaunch::childEnded(cl_int status) {
  noteError(status);
  if (completePart())
    end(error_.load(std::memory_order_relaxed));
}

cl_int NestedLaunch::perform() {
  const cl_int status = endExecution(execution_, context());
  if (status != CL_COMPLETE)
    notifyFailure(context(), execution_);
  noteError(status);
  markWorkEnded();
  groupsEnded(status);
  if (workEnd_)
    workEnd_->reach(status);
  DeviceEvents::Activity turn = std::move(activity_);
  // From completePart on, another thread may complete and destroy this launch. So this function holds the launch's turn
  // (DeviceEvents::Activity) meanwhile. It gives the turn back to the launch if it has completed the last part, and
  // gives the turn up otherwise.
  if (!completePart())
    return endsLater;
  activity_ = std::move(turn);
  return error_.load(std::memory_order_relaxed);
}

void NestedLaunch::writeTimes(void *destination) const {
  const CommandTimes &its = times();
  const cl_ulong written[] = {its.ended - its.started, its.completed - its.started};
  std::memcpy(destination, written, sizeof written);
}

void NestedLaunch::capture(void *destination) {
  {
    Lock lock(mutex_);
    if (!isComplete_)
      return captures_.push_back(destination);
  }
  writeTimes(destination);
}

void NestedLaunch::dropResources() {
  std::vector<void *> captures;
  {
    Lock lock(mutex_);
    isComplete_ = true;
    captures.swap(captures_);
  }
  for (void *destination : captures)
    writeTimes(destination);
  activity_.take(tree_->sharedEvents());
  queueSpace_.give();
  launch_.reset();
  literal_.reset();
  tree_.reset();
}

} // namespace weft::core

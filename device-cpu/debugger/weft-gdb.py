# gdb's commands for kernels: what a thread runs, and the work-items of its group.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loaded by gdb with libweft.so (docs/debugging.md, "gdb"). Reads base/ThreadRecord.h's records by the places of their
fields, so that it works on libraries without debug information."""
import struct

import gdb
import gdb.unwinder

VIEW_VERSION = 1
NO_ITEM = 2**64 - 1


class Problem(gdb.GdbError):
    """What gdb prints as an error, without a traceback."""


def words(address, count):
    """So many 64-bit numbers from memory."""
    memory = gdb.selected_inferior().read_memory(address, 8 * count)
    return struct.unpack(f"<{count}Q", bytes(memory))


def text(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string()


def inBrackets(numbers):
    return "(" + ", ".join(map(str, numbers)) + ")"


class Launch:
    """A launch that a thread runs: RunningLaunch, and of KernelAbi.h WeftLaunch and WeftGroup."""

    def __init__(self, thread, address):
        self.thread = thread
        (kernel, launch, group, self.items, self.itemCount, self.itemBytes, self.itemContext,
         self.running) = words(address, 8)
        self.kernel = text(kernel)
        fields = words(launch, 14)
        self.dimensions = fields[13] & 0xffffffff
        cut = slice(0, self.dimensions)
        self.offset, self.globalSize, self.localSize, self.groups = (fields[1 + 3 * i:4 + 3 * i][cut] for i in range(4))
        self.group = words(group, 3)[cut] if group else None
        self.groupSize = words(group + 24, 3)[cut] if group else None

    @property
    def onFibers(self):
        return self.itemCount != 0

    def localId(self, index):
        return words(self.items + index * self.itemBytes, 3)[:self.dimensions]

    def globalId(self, index):
        return tuple(offset + group * size + local for offset, group, size, local in
                     zip(self.offset, self.group, self.localSize, self.localId(index)))

    def index(self, globalId):
        """The place of the work-item in the group's array, or None where it is in another group."""
        local = [item - offset - group * size for item, offset, group, size in
                 zip(globalId, self.offset, self.group, self.localSize)]
        if any(not 0 <= id < size for id, size in zip(local, self.groupSize)):
            return None
        place = 0
        for id, size in reversed(list(zip(local, self.groupSize))):
            place = place * size + id
        return place

    def context(self, index):
        """The stack pointer that a suspended work-item left off with; 0 where it has ended."""
        return words(self.items + index * self.itemBytes + self.itemContext, 1)[0]


def launchOf(thread):
    """What the thread runs, or None."""
    try:
        view = int(gdb.parse_and_eval("(unsigned long)&weftDebuggerView"))
    except gdb.error:
        raise Problem("The process has not loaded Weft.") from None
    version, record = words(view, 2)
    if version != VIEW_VERSION:
        raise Problem(f"These commands are for another version of Weft ({version}, not {VIEW_VERSION}).")
    while record:
        owner, following, running = words(record, 3)
        if owner == thread.ptid[1] or (thread.ptid[1] == 0 and owner == thread.ptid[0]):
            return Launch(thread, running) if running else None
        record = following
    return None


def selectedLaunch():
    thread = gdb.selected_thread()
    if thread is None:
        raise Problem("The process does not run.")
    launch = launchOf(thread)
    if launch is None:
        raise Problem("This thread runs no kernel.")
    return launch


class FrameId:
    def __init__(self, sp, pc):
        pointer = gdb.lookup_type("void").pointer()
        self.sp, self.pc = gdb.Value(sp).cast(pointer), gdb.Value(pc).cast(pointer)


class SuspendedFrames(gdb.unwinder.Unwinder):
    """Puts the frames of a suspended work-item behind the thread's innermost one. No register of the process changes,
    so that it can go on at any time."""

    # How Boost.Context lies on the stack of one that is suspended (x86-64): what belongs where, by its distance.
    REGISTERS = {"r12": 0x8, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
    BYTES = 0x40

    def __init__(self):
        super().__init__("weft-work-items")
        self.stop()

    def stop(self):
        self.thread = self.place = self.frameId = self.context = None

    def show(self, thread, context):
        """From now on until the process goes on. `context` 0: the thread's own frames."""
        if self.context is not None:
            self.stop()
            gdb.invalidate_cached_frames()
        if context == 0:
            return
        frame = gdb.newest_frame()
        self.place = int(frame.read_register("rip")), int(frame.read_register("rsp"))
        # gdb gives up where an older frame lies below a younger one, as stacks of fibers may.
        self.frameId = FrameId(min(self.place[1], context), frame.pc())
        self.thread, self.context = thread.num, context
        gdb.invalidate_cached_frames()

    def __call__(self, pending):
        if self.context is None or gdb.selected_thread().num != self.thread:
            return None
        if (int(pending.read_register("rip")), int(pending.read_register("rsp"))) != self.place:
            return None
        info = pending.create_unwind_info(self.frameId)
        number = gdb.lookup_type("unsigned long")
        for register, distance in self.REGISTERS.items():
            info.add_saved_register(register, gdb.Value(words(self.context + distance, 1)[0]).cast(number))
        info.add_saved_register("rsp", gdb.Value(self.context + self.BYTES).cast(number))
        return info


suspended = SuspendedFrames()


def kernelFrame(launch, skipInnermost):
    """The innermost frame that is in the kernel, or in what it calls and is in the program's source."""
    frame = gdb.newest_frame()
    while skipInnermost and frame is not None and frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    if skipInnermost:
        frame = frame.older()
    while frame is not None:
        symtab = frame.find_sal().symtab
        library = (gdb.solib_name(frame.pc()) or "").rpartition("/")[2]
        if symtab is not None and not library.startswith(("libweft.so", "libc.so", "libm.so")):
            return frame
        frame = frame.older()
    return None


def placeOf(frame):
    return f"{frame.find_sal().symtab.filename}:{frame.find_sal().line}" if frame else "in the kernel"


def elementsAt(pointer):
    """The first of what an argument points to."""
    shown = []
    try:
        for index in range(4):
            shown.append((pointer + index).dereference().format_string(max_elements=16))
    except gdb.error:
        return "nothing can be read there"
    return ", ".join(shown) + ", ..."


class InfoLaunch(gdb.Command):
    """Kernel, range, work-group and arguments of what the selected thread runs."""

    def __init__(self):
        super().__init__("info weft-launch", gdb.COMMAND_STATUS)

    def invoke(self, argument, fromTty):
        launch = selectedLaunch()
        print(f"kernel {launch.kernel}, global size {inBrackets(launch.globalSize)}, "
              f"local size {inBrackets(launch.localSize)}, offset {inBrackets(launch.offset)}")
        if launch.group is not None:
            print(f"work-group {inBrackets(launch.group)} of {inBrackets(launch.groups)}")
        if launch.onFibers and launch.running != NO_ITEM:
            print(f"work-item {inBrackets(launch.globalId(launch.running))}, "
                  f"local id {inBrackets(launch.localId(launch.running))}")
        self.printArguments(launch)

    @staticmethod
    def printArguments(launch):
        """By the names that the source has for them, from the outermost frame of the kernel that has them."""
        frame, found = gdb.newest_frame(), None
        while frame is not None:
            function = frame.function()
            if function is not None and not (gdb.solib_name(frame.pc()) or "").endswith("libweft.so"):
                values = [(symbol, symbol.value(frame)) for symbol in frame.block() if symbol.is_argument]
                if values and not any(value.is_optimized_out for _, value in values):
                    found = values
            frame = frame.older()
        for symbol, value in found or []:
            isPointer = value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR
            print(f"  {symbol.name} = {value.format_string()}" + (": " + elementsAt(value) if isPointer else ""))


class InfoWorkItems(gdb.Command):
    """The work-items of the selected thread's group, and where each of them is."""

    MOST = 256

    def __init__(self):
        super().__init__("info work-items", gdb.COMMAND_STATUS)

    def invoke(self, argument, fromTty):
        launch = selectedLaunch()
        if not launch.onFibers:
            raise Problem("The work-items of a group run in a loop or side by side in vectors here; "
                          "with WEFT_EXECUTOR=fibers each has frames of its own.")
        for index in range(min(launch.itemCount, self.MOST)):
            mark = "*" if index == launch.running else " "
            print(f"{mark} work-item {inBrackets(launch.globalId(index))}, local id "
                  f"{inBrackets(launch.localId(index))}: {self.stateOf(launch, index)}")
        if launch.itemCount > self.MOST:
            print(f"  and {launch.itemCount - self.MOST} more")

    @staticmethod
    def stateOf(launch, index):
        if index == launch.running:
            return placeOf(kernelFrame(launch, False))
        context = launch.context(index)
        if context == 0:
            return "has ended, or has not begun"
        suspended.show(launch.thread, context)
        try:
            return placeOf(kernelFrame(launch, True))
        finally:
            suspended.show(launch.thread, 0)


class WorkItem(gdb.Command):
    """work-item X[,Y[,Z]]: selects the frame of the work-item with this global id, until the process goes on.
It must be in a group that a thread runs on fibers."""

    def __init__(self):
        super().__init__("work-item", gdb.COMMAND_STACK)

    def invoke(self, argument, fromTty):
        try:
            globalId = [int(part, 0) for part in argument.replace(",", " ").split()]
        except ValueError:
            globalId = []
        if not globalId:
            raise Problem("work-item wants a global id: one number for each dimension.")
        launch, index = self.find(globalId)
        launch.thread.switch()
        isRunning = index == launch.running
        context = 0 if isRunning else launch.context(index)
        if context == 0 and not isRunning:
            raise Problem("The work-item has ended, or has not begun.")
        hookCommands()
        suspended.show(launch.thread, context)
        frame = kernelFrame(launch, not isRunning)
        if frame is None:
            raise Problem("The work-item's frame is not found.")
        frame.select()
        gdb.execute("frame")

    @staticmethod
    def find(globalId):
        threads = gdb.selected_inferior().threads()
        selected = gdb.selected_thread()
        for thread in sorted(threads, key=lambda thread: thread.num != (selected.num if selected else 0)):
            launch = launchOf(thread)
            if launch is None or not launch.onFibers or len(globalId) != launch.dimensions:
                continue
            index = launch.index(globalId)
            if index is not None:
                return launch, index
        raise Problem("No thread runs the group of this work-item on fibers.")


def forget(event):
    suspended.stop()


def showThreadsOwnFrames():
    """Before commands that tell by the frames where the process is to stop next."""
    if suspended.context is not None:
        suspended.show(None, 0)
        gdb.newest_frame().select()


def hookCommands():
    """When they are first needed: while gdb loads this, the process is being run, and a command would disturb that."""
    for command in ["step", "next", "stepi", "nexti", "finish", "until", "advance"]:
        try:
            gdb.execute(f"show user hook-{command}", to_string=True)
        except gdb.error:  # the user has none
            gdb.execute(f"define hook-{command}\npython showThreadsOwnFrames()\nend", to_string=True)


gdb.unwinder.register_unwinder(None, suspended, replace=True)
gdb.events.cont.connect(forget)
gdb.events.exited.connect(forget)
InfoLaunch()
InfoWorkItems()
WorkItem()

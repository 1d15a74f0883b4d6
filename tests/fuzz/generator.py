# Random kernels whose results are defined: free of races, of undefined values, and with barriers that all meet.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel is made statement by statement. What may be written next depends on
 - whether all work-items of the group are sure to come there (uniform flow): only then barriers, collectives, and
   calls of functions that have them;
 - how each array of local memory was used since the last barrier: by each work-item its own element, read by all, or
   by one commutative atomic operation. Two of these need a barrier in between.
Of the arrays in global memory each work-item has elements of its own, found by an index that a kernel writes in many
ways (GlobalArray); `table` is for reading anywhere. Half of the kernels have no vectors, so that every value is a
lane's."""
import random

import idioms
import vectors
from expressions import ExpressionMaker, Support, elementOf, isReal, vector, widthOf
from tree import Expression, Function, Program, Statement

UNIFORM_VALUES = 8
ACCUMULATORS = ["add", "xor", "or", "and", "min", "max"]
LOCAL_KINDS = ["int", "ulong", "float", "uint"]
PRIVATE_ELEMENTS = 8
TABLE_ELEMENTS = 1024
OWN_ELEMENTS = 4
UNIFORM_NUMBERS = [("lsz", "uint"), ("ua", "int"), ("ub", "uint"), ("row", "uint"), ("limit", "uint")]
GLOBAL_KINDS = {"w_uchar": "uchar", "w_short": "short", "w_int": "int", "w_double": "double"}


class Launch:
    """The NDRange: sizes by dimension; global sizes need not be multiples of the local ones."""

    def __init__(self, rng):
        dimensions = rng.choice([1, 1, 1, 2, 3])
        sizes = {1: [1, 3, 8, 16, 33, 64, 75, 128, 200, 243], 2: [1, 2, 4, 5, 8, 13, 16], 3: [1, 2, 3, 4, 5]}[dimensions]
        self.local = [rng.choice(sizes) for _ in range(dimensions)]
        self.total = [rng.choice([1, 2, 3]) * size for size in self.local]
        if rng.random() < 0.4:
            self.total = [max(1, size - rng.randrange(3)) for size in self.total]
        self.offset = [rng.randrange(5) if rng.random() < 0.3 else 0 for _ in self.local]
        self.areas = idioms.Areas(rng)
        self.row = rng.choice([1, 3, 4, 8, 13, 16, 20, idioms.ROW])
        self.limit = max(0, rng.choice([self.items(), self.items() + 7, self.items() - 1, self.items() // 2, 0]))
        self.pitch = (self.items() + 15) // 16 * 16

    def job(self):
        """What a worker has to know of it."""
        return {"total": self.total, "local": self.local, "offset": self.offset, "row": self.row, "limit": self.limit,
                "pitch": self.pitch, "overlap": self.areas.overlap, "shift": self.areas.shift(self.pitch)}

    def items(self):
        count = 1
        for size in self.total:
            count *= size
        return count

    def groupItems(self):
        count = 1
        for size in self.local:
            count *= size
        return count


class Variable:
    def __init__(self, name, kind, uniform, mutable=True):
        self.name, self.kind, self.uniform, self.mutable = name, kind, uniform, mutable


class LocalArray:
    """`use` since the last barrier: "free", "own", "read", "atomic" or, where paths differ, "unknown"."""

    def __init__(self, name, kind):
        self.name, self.kind, self.use = name, kind, "free"


class GlobalArray:
    """OWN_ELEMENTS elements for each work-item, whose places differ from kernel to kernel: one behind the other, strided,
    backwards, or by columns."""

    def __init__(self, name, kind, rng):
        self.name, self.kind, self.rng = name, kind, rng
        self.backwards, self.columns = rng.random() < 0.3, rng.random() < 0.6

    def element(self, number=None):
        """An own element; `number` as text below OWN_ELEMENTS."""
        number = str(self.rng.randrange(OWN_ELEMENTS)) if number is None else number
        item = self.rng.choice(["gid", "gid", "(int)gid", "(uint)gid", "(long)gid"])
        count = item.replace("gid", "items")
        if self.backwards:
            item = f"({count} - 1 - {item})"
        # The first is taken from a number that may be below zero, and wraps.
        shift = self.rng.choice(["", "", "", " - 5 + 5"])
        index = f"{number} * {count} + {item}" if self.columns else f"{item} * {OWN_ELEMENTS} + {number}"
        return f"{self.name}[{index}{shift}]"


class Flow:
    """Where a statement stands."""

    def __init__(self, uniform, depth, inLoop=False, trips=1):
        self.uniform, self.depth, self.inLoop, self.trips = uniform, depth, inLoop, trips

    def inside(self, uniform=True, inLoop=None, trips=1):
        return Flow(self.uniform and uniform, self.depth + 1, self.inLoop if inLoop is None else inLoop,
                    self.trips * trips)


class BodyMaker:
    """Makes the statements of one function."""

    def __init__(self, owner, kernel):
        self.owner, self.rng, self.kernel = owner, owner.rng, kernel
        self.scopes, self.arrays, self.locals, self.privates = [[]], [], [], []
        self.names, self.globals, self.result = 0, [], None
        self.vectors = vectors.VectorAccesses(self)
        self.idioms = idioms.Idioms(self)
        self.make = ExpressionMaker(self.rng, owner.support, self.leaf, owner.vectors)

    # Names and values

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def variables(self):
        return [variable for scope in self.scopes for variable in scope]

    def declare(self, name, kind, uniform, mutable=True):
        self.scopes[-1].append(Variable(name, kind, uniform, mutable))

    def leaf(self, kind, uniform):
        found = [Expression(kind, v.name) for v in self.variables()
                 if v.kind == kind and (v.uniform or not uniform)]
        if not uniform:
            found += [Expression(kind, f"{name}[{{}} & {PRIVATE_ELEMENTS - 1}]",
                                 Expression("uint", f"(uint)({self.rng.choice(self.numbers() or ['3'])})"))
                      for name, element in self.privates if element == kind]
            found += [Expression(kind, f"{array.name}[lid]") for array in self.locals
                      if array.kind == kind and array.use == "own"]
            found += [Expression(kind, array.element()) for array in self.globals if array.kind == kind]
            if kind in ("int", "uint", "ushort") and self.kernel and self.rng.random() < 0.3:
                found.append(self.tableElement(kind))
        if kind == "int" and self.kernel and (uniform or self.rng.random() < 0.2):
            number = self.rng.randrange(UNIFORM_VALUES)
            # The same for all, but no compiler can know.
            found.append(Expression(kind, f"uni[{number * 8} + (lid & 7)]"))
            found.append(Expression(kind, f"uni[{number * 8}]"))
        return self.rng.choice(found) if found else None

    def tableElement(self, kind):
        """By an index that grows evenly with the ids, in types that wrap, or by one that only the kernel knows."""
        rng = self.rng
        varying = [f"(uint){v.name}" for v in self.variables() if v.kind in ("int", "uint")]
        number = rng.choice(["lid", "lid", "gid", "(uint)gid", "(int)gid", "get_local_id(0)", "(int)get_local_id(0)",
                             "get_global_id(0)", *varying])
        even = rng.choice(["{0}", "{0} + {1}", "{0} - {1}", "{1} - {0}", "{0} * {1}", "{0} * 4 + {1}", "{0} / {1}",
                           "({0} + {1}) ^ 1", "{0} | 1", "{0} << 2", "{0} >> 1"]).format(number, rng.randint(1, 9))
        # A bare index stays within the table only where the type or the mask says so.
        index = rng.choice([f"(uchar)({even})", f"(uint)({even}) & {TABLE_ELEMENTS - 1}", f"(ushort)({even}) % 1000u",
                            f"({even}) & {TABLE_ELEMENTS - 1}", f"(uint)({even}) % {rng.choice([3, 8, 77])}u"])
        if rng.random() < 0.2:
            return Expression(kind, f"({kind})table[(uint)({{}}) & {TABLE_ELEMENTS - 1}]",
                              self.expression("uint", depth=1))
        if rng.random() < 0.2:  # guarded, as kernels guard their borders
            return Expression(kind, f"({kind})((uint)({even}) < lsz ? table[(uint)({even})] : 7)")
        return Expression(kind, f"({kind})table[{index}]")

    def numbers(self):
        return [v.name for v in self.variables() if v.kind in ("int", "uint", "long", "ulong", "short", "uchar")]

    def expression(self, kind, uniform=False, depth=None):
        return self.make.make(kind, self.rng.randint(1, 3) if depth is None else depth, uniform)

    # Barriers

    def barrier(self, out):
        text = self.rng.choice(["barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                                "work_group_barrier(CLK_LOCAL_MEM_FENCE);"])
        out.append(Statement(text, fixed=True))
        self.allMet()

    def allMet(self):
        for array in self.locals:
            array.use = "free"

    def claim(self, array, use, flow, out):
        """Whether the array may be used like that; puts a barrier in front where one is needed and allowed."""
        if array.use != use and array.use != "free":
            if not flow.uniform:
                return False
            self.barrier(out)
        array.use = use
        return True

    def uses(self):
        return [array.use for array in self.locals]

    def setUses(self, uses):
        for array, use in zip(self.locals, uses):
            array.use = use

    def join(self, *paths):
        """After paths that meet: what all agree on; unused on some counts as used."""
        joined = []
        for uses in zip(*paths):
            used = {use for use in uses if use != "free"}
            joined.append("free" if not used else used.pop() if len(used) == 1 else "unknown")
        self.setUses(joined)

    # Statements

    def body(self, flow, count, fresh=()):
        self.scopes.append(list(fresh))
        privates = len(self.privates)
        out = []
        for _ in range(count):
            self.statement(flow, out)
        self.scopes.pop()
        del self.privates[privates:]
        return out

    def statement(self, flow, out):
        if self.kernel and self.owner.plain and flow.depth == 0:
            return self.idioms.statement(flow, out)
        choices = [(self.declaration, 5), (self.assignment, 6), (self.element, 2)]
        if flow.depth < 4:
            choices += [(self.conditional, 3), (self.selection, 1)]
            if flow.trips < 40:
                choices += [(self.loop, 3)]
        choices += [(self.localElement, 2), (self.localAtomic, 1), (self.call, 2)]
        if flow.depth < 3 and flow.trips < 10:
            choices += [(self.manySwitches, 0.3), (self.elseIfs, 0.2), (self.deepBranches, 0.2), (self.table, 0.2)]
        if self.kernel:
            choices += [(self.globalAtomic, 1), (self.globalElement, 3)]
            if flow.depth < 3 and flow.trips < 10:
                choices += [(self.idioms.statement, 6)]
        elif self.result and flow.depth > 2:
            choices += [(self.returnEarly, 1)]
        if flow.uniform:
            choices += [(self.exchange, 3), (self.onlyBarrier, 1), (self.collective, 2), (self.firstItem, 1)]
            if self.kernel and flow.depth < 2:
                choices += [(self.leave, 0.3)]
        makers, weights = zip(*choices)
        self.rng.choices(makers, weights)[0](flow, out)

    def declaration(self, flow, out):
        kind = self.make.anyKind()
        if self.rng.random() < 0.15:
            element = self.rng.choice(["int", "long", "float", "uchar", "int4"])
            name = self.fresh("p")
            values = [self.expression(element, depth=1) for _ in range(PRIVATE_ELEMENTS)]
            out.append(Statement(f"{element} {name}[{PRIVATE_ELEMENTS}] = {{{{{', '.join('{}' for _ in values)}}}}};",
                                 *values))
            self.privates.append((name, element))
            return
        uniform = flow.uniform and self.rng.random() < 0.3
        if uniform:
            kind = self.rng.choice(["int", "uint", "long", "float", "int2"])
        name = self.fresh("u" if uniform else "v")
        out.append(Statement(f"{kind} {name} = {{}};", self.expression(kind, uniform)))
        self.declare(name, kind, uniform)

    def target(self, flow):
        found = [v for v in self.variables() if v.mutable and (flow.uniform or not v.uniform)]
        return self.rng.choice(found) if found else None

    def assignment(self, flow, out):
        variable = self.target(flow)
        if variable is None:
            return self.declaration(flow, out)
        width = widthOf(variable.kind)
        if width > 1 and self.rng.random() < 0.3:
            digit = "0123456789abcdef"[self.rng.randrange(width)]
            out.append(Statement(f"{variable.name}.s{digit} = {{}};",
                                 self.expression(elementOf(variable.kind), variable.uniform)))
            return
        out.append(Statement(f"{variable.name} = {{}};", self.expression(variable.kind, variable.uniform)))

    def element(self, flow, out):
        if not self.privates:
            return self.assignment(flow, out)
        name, element = self.rng.choice(self.privates)
        index = self.expression("uint", depth=1)
        if self.rng.random() < 0.3:
            pointer = self.fresh("q")
            out.append(Statement(f"{{{{ {element} *{pointer} = &{name}[{{}} & {PRIVATE_ELEMENTS - 1}]; *{pointer} = {{}}; }}}}",
                                 index, self.expression(element)))
            return
        out.append(Statement(f"{name}[{{}} & {PRIVATE_ELEMENTS - 1}] = {{}};", index, self.expression(element)))

    def branchUniform(self, flow):
        return flow.uniform and self.rng.random() < 0.6

    def conditional(self, flow, out):
        uniform = self.branchUniform(flow)
        condition = self.make.condition(2, uniform)
        before, inner = self.uses(), flow.inside(uniform)
        bodies, ends = [], []
        for _ in range(self.rng.choice([1, 2])):
            self.setUses(before)
            bodies.append(self.body(inner, self.rng.randint(1, 4)))
            ends.append(self.uses())
        if len(bodies) == 1:
            ends.append(before)
        self.join(*ends)
        out.append(Statement("if ({})", condition, bodies=bodies, joints=["else"]))

    def selection(self, flow, out):
        uniform = self.branchUniform(flow)
        before, inner = self.uses(), flow.inside(uniform)
        # Paths through a switch are many; arrays are used in none of them without a barrier.
        bodies = []
        count = self.rng.randint(2, 4)
        for case in range(count):
            self.setUses(["unknown"] * len(before))
            inLoop, inner.inLoop = inner.inLoop, False
            body = self.body(inner, self.rng.randint(1, 3))
            inner.inLoop = inLoop
            label = "default:" if case == count - 1 else f"case {case}:"
            if self.rng.random() < 0.75 or case == count - 1:
                body.append(Statement("break;"))
            bodies.append((label, body))
        self.setUses(["unknown"] * len(before))
        statements = []
        for label, body in bodies:
            statements.append(Statement(label, bodies=[body]))
        out.append(Statement("switch ((uint)({}) % " + str(count + 1) + "u)", self.expression("uint", uniform, 2),
                             bodies=[statements]))

    def loop(self, flow, out):
        trips = self.rng.randint(1, 5)
        uniform = self.branchUniform(flow)
        style = self.rng.choice(["constant", "number", "while", "do"]) if uniform else \
            self.rng.choice(["number", "while", "do", "constant"])
        inner = flow.inside(uniform, True, trips)
        before = ["unknown"] * len(self.locals)
        self.setUses(before)
        counter = self.fresh("i")
        fresh = [Variable(counter, "int", uniform or style == "constant", False)]
        bound = self.expression("uint", uniform, 1)
        body = self.body(inner, self.rng.randint(1, 4), fresh)
        while self.rng.random() < 0.35:
            exit = Statement("if ({})", self.make.condition(1, uniform),
                             bodies=[[Statement(self.rng.choice(["break;", "continue;"]))]])
            body.insert(self.rng.randint(0, len(body)), exit)
        self.setUses(before)
        if style == "constant":
            # In one with its loop, so that nothing comes between them.
            pragma = "#pragma unroll\n" if self.rng.random() < 0.2 else ""
            out.append(Statement(f"{pragma}for (int {counter} = 0; {counter} < {trips}; ++{counter})", bodies=[body]))
        elif style == "number":
            out.append(Statement(f"for (int {counter} = 0; {counter} < (int)(({{}}) % {trips + 1}u); ++{counter})",
                                 bound, bodies=[body]))
        else:
            condition = self.make.condition(1, uniform)
            declared = Statement(f"int {counter} = (int)(({{}}) % {trips + 1}u);", bound)
            if style == "while":
                whole = Statement(f"while ({{}} && {counter}-- > 0)", condition, bodies=[body])
            else:
                whole = Statement("do", bodies=[body], end=f" while ({condition} && {counter}-- > 0);")
            out.append(Statement("", bodies=[[declared, whole]]))

    def manySwitches(self, flow, out):
        """One switch behind the other whose cases are all that there can be, with something between them."""
        variable = self.target(flow)
        if variable is None or widthOf(variable.kind) > 1:
            return self.declaration(flow, out)
        for number in range(self.rng.randint(6, 14)):
            cases = self.rng.choice([2, 4, 4, 8])
            bodies = []
            for case in range(cases):
                value = self.expression(variable.kind, variable.uniform, 1)
                body = [Statement(f"{variable.name} = {{}};", value)]
                if self.rng.random() < 0.9 or case == cases - 1:
                    body.append(Statement("break;"))
                bodies.append(Statement(f"case {case}:", bodies=[body]))
            out.append(Statement(f"switch ((uint)({{}}) >> {number} & {cases - 1}u)",
                                 self.expression("uint", variable.uniform, 1), bodies=[bodies]))
            if self.rng.random() < 0.3:
                out.append(Statement(f"for (int t{self.fresh('')} = 0; t{self.names} < 3; ++t{self.names})",
                                     bodies=[[Statement(f"{variable.name} = {{}};",
                                                        self.expression(variable.kind, variable.uniform, 1))]]))

    def elseIfs(self, flow, out):
        """Conditions asked one after the other until one holds."""
        variable = self.target(flow)
        if variable is None or widthOf(variable.kind) > 1:
            return self.declaration(flow, out)
        rest = [Statement(f"{variable.name} = {{}};", self.expression(variable.kind, variable.uniform, 1))]
        for _ in range(self.rng.randint(10, 30)):
            then = [Statement(f"{variable.name} = {{}};", self.expression(variable.kind, variable.uniform, 1))]
            rest = [Statement("if ({})", self.make.condition(1, variable.uniform), bodies=[then, rest],
                              joints=["else"])]
        out += rest

    def deepBranches(self, flow, out):
        """Branches within branches, with something in front of and behind each inner one."""
        variable = self.target(flow)
        if variable is None or widthOf(variable.kind) > 1:
            return self.declaration(flow, out)

        def assign():
            return Statement(f"{variable.name} = {{}};", self.expression(variable.kind, variable.uniform, 1))

        inner = [assign()]
        for _ in range(self.rng.randint(8, 20)):
            inner = [assign(), Statement("if ({})", self.make.condition(1, variable.uniform), bodies=[inner]), assign()]
        out += inner

    def table(self, flow, out):
        """A table of numbers, as those that come from generators."""
        count, name = self.rng.choice([64, 256, 1000]), self.fresh("v")
        numbers = ", ".join(str(self.rng.randrange(1 << 16)) for _ in range(count))
        out.append(Statement(f"uint {name} = 0;"))
        out.append(Statement("", bodies=[[Statement(f"const ushort numbers[{count}] = {{{{ {numbers} }}}};", fixed=True),
                                          Statement(f"{name} = numbers[({{}}) % {count}u];",
                                                    self.expression("uint", depth=1))]]))
        self.declare(name, "uint", False)

    def onlyBarrier(self, flow, out):
        self.barrier(out)

    def localElement(self, flow, out):
        if not self.locals:
            return self.assignment(flow, out)
        array = self.rng.choice(self.locals)
        if not self.claim(array, "own", flow, out):
            return self.assignment(flow, out)
        out.append(Statement(f"{array.name}[lid] = {{}};", self.expression(array.kind)))

    def localAtomic(self, flow, out):
        array = next((a for a in self.locals if a.kind == "uint"), None)
        if array is None:
            return self.assignment(flow, out)
        if not self.claim(array, "atomic", flow, out):
            return self.assignment(flow, out)
        value, index = self.expression("uint"), self.expression("uint", depth=1)
        operation = self.owner.localOperation
        out.append(Statement(f"atomic_{operation}(&{array.name}[({{}}) % lsz], {{}});", index, value))

    def globalAtomic(self, flow, out):
        number = self.rng.randrange(len(ACCUMULATORS))
        out.append(Statement(f"atomic_{ACCUMULATORS[number]}(&acc[{number}], {{}});", self.expression("uint")))

    def globalElement(self, flow, out):
        array = self.rng.choice(self.globals)
        number = self.rng.choice([None, None, f"(int)(({{}}) % {OWN_ELEMENTS}u)"])
        operands = [self.expression("uint", depth=1)] if number else []
        out.append(Statement(f"{array.element(number)} = {{}};", *operands, self.expression(array.kind)))

    def returnEarly(self, flow, out):
        """Work-items leave a helper function that meets no others."""
        body = [Statement("return {};", self.expression(self.result))]
        out.append(Statement("if ({})", self.make.condition(1), bodies=[body]))

    def place(self):
        """Another work-item's element; any will do."""
        return self.rng.choice(["lsz - 1 - lid", f"(lid + {self.rng.randint(1, 9)}) % lsz",
                                f"(lid * {self.rng.randint(2, 9)}) % lsz", "0", "lsz - 1", "lid / 2",
                                f"(uint)uni[{8 * self.rng.randrange(UNIFORM_VALUES)} + (lid & 7)] % lsz"
                                if self.kernel else "lid ^ lid"])

    def exchange(self, flow, out):
        if not self.locals:
            return self.assignment(flow, out)
        array = self.rng.choice(self.locals)
        self.claim(array, "own", flow, out)
        out.append(Statement(f"{array.name}[lid] = {{}};", self.expression(array.kind)))
        if self.rng.random() < 0.5:
            self.body_between(flow, out)
        self.claim(array, "read", flow, out)
        name = self.fresh("v")
        out.append(Statement(f"{array.kind} {name} = {array.name}[{self.place()}];"))
        self.declare(name, array.kind, False)

    def body_between(self, flow, out):
        for _ in range(self.rng.randint(1, 2)):
            self.rng.choice([self.assignment, self.declaration, self.element])(flow, out)

    def firstItem(self, flow, out):
        """A block that one work-item runs, between barriers, for all to read."""
        if not self.locals:
            return self.assignment(flow, out)
        array = self.rng.choice(self.locals)
        self.barrier(out)
        value = self.expression(array.kind)
        place, index = self.rng.choice([("lid == 0", "0"), ("lid == lsz - 1", "lsz / 2")])
        out.append(Statement(f"if ({place})", bodies=[[Statement(f"{array.name}[{index}] = {{}};", value)]]))
        self.barrier(out)
        array.use = "read"
        name = self.fresh("u")
        out.append(Statement(f"{array.kind} {name} = {array.name}[{index}];"))
        self.declare(name, array.kind, True)

    def collective(self, flow, out):
        kind = self.rng.choice(["int", "uint", "long", "ulong", "float", "double"])
        operations = ["add", "min", "max"] + ([] if isReal(kind) else ["mul", "and", "or", "xor"])
        shape = self.rng.choice(["reduce", "reduce", "scan_inclusive", "scan_exclusive", "broadcast", "vote"])
        uniform = shape in ("reduce", "broadcast", "vote")
        if shape == "vote":
            kind, call = "int", f"work_group_{self.rng.choice(['any', 'all'])}({{}}) != 0"
            operands = [self.make.condition(2)]
        elif shape == "broadcast":
            call = "work_group_broadcast({}, (size_t)(({}) % (uint)get_local_size(0)))"
            operands = [self.expression(kind), self.expression("uint", True, 1)]
        else:
            call, operands = f"work_group_{shape}_{self.rng.choice(operations)}({{}})", [self.expression(kind)]
        name = self.fresh("u" if uniform else "v")
        out.append(Statement(f"{kind} {name} = {call};", *operands))
        self.allMet()
        self.declare(name, kind, uniform)

    def leave(self, flow, out):
        """The whole group ends early."""
        out.append(Statement("if ({})", self.make.condition(1, True),
                             bodies=[[Statement("out[gid] = sum + {};", self.expression("ulong")),
                                      Statement("return;")]]))

    def call(self, flow, out):
        found = [f for f in self.owner.helpers if self.kernel and (flow.uniform or not f["meets"])]
        if not found:
            return self.assignment(flow, out)
        helper = self.rng.choice(found)
        if helper["meets"]:
            self.barrier(out)
        arguments = [self.expression(kind) for kind in helper["kinds"]]
        text = ", ".join(["{}"] * len(arguments) + helper["passed"])
        name = self.fresh("v")
        out.append(Statement(f"{helper['kind']} {name} = {helper['name']}({text});", *arguments))
        if helper["meets"]:
            self.allMet()
        self.declare(name, helper["kind"], False)


class KernelMaker:
    """One program: helper functions and the kernel `k`."""

    def __init__(self, seed):
        self.seed, self.rng, self.support = seed, random.Random(seed), Support()
        self.launch, self.helpers = Launch(self.rng), []
        self.vectors = self.rng.random() < 0.5
        self.plain = self.rng.random() < 0.5  # nothing but idioms, as other code would hide them from the compiler
        self.localOperation = self.rng.choice(ACCUMULATORS)

    def helper(self, number):
        maker = BodyMaker(self, kernel=False)
        meets = self.rng.random() < 0.4
        kinds = [maker.make.anyKind() for _ in range(self.rng.randint(1, 3))]
        kind, name = maker.make.anyKind(), f"helper{number}"
        parameters = [f"{k} a{i}" for i, k in enumerate(kinds)]
        for i, k in enumerate(kinds):
            maker.declare(f"a{i}", k, False)
        maker.scopes[0].append(Variable("lid", "uint", False, False))
        maker.scopes[0].append(Variable("lsz", "uint", True, False))
        passed = ["lid", "lsz"]
        parameters += ["uint lid", "uint lsz"]
        if meets:
            maker.locals = [LocalArray("shared", "int")]
            parameters.append("local int *shared")
            passed.append("L0")
        maker.result = None if meets else kind
        body = maker.body(Flow(meets, 2), self.rng.randint(2, 6))
        result = maker.expression(kind)
        if meets:
            maker.barrier(body)
        variable = Statement(f"{kind} result = {{}};", result)
        body = [*body, variable, Statement("return result;", fixed=True)]
        if meets:  # the result may read the own element: before the last barrier
            body[-3], body[-2] = body[-2], body[-3]
        attribute = "__attribute__((noinline)) " if self.rng.random() < 0.3 else ""
        self.helpers.append({"name": name, "kind": kind, "kinds": kinds, "passed": passed, "meets": meets})
        return Function(f"{attribute}{kind} {name}({', '.join(parameters)})", body)

    def checksum(self, maker):
        """All that is in scope at the kernel's end, as one number per work-item."""
        out = []
        for variable in maker.variables():
            if self.plain and not variable.mutable:
                continue  # as the kernel would have no use for it otherwise
            kind = variable.kind
            value = f"{self.support.bitsOf(kind)}({variable.name})" if isReal(kind) else variable.name
            for component in range(widthOf(kind)):
                digit = "" if widthOf(kind) == 1 else f".s{'0123456789abcdef'[component]}"
                out.append(Statement(f"sum = sum * 31 + (ulong)({value}{digit});"))
        return out

    def kernel(self):
        maker = BodyMaker(self, kernel=True)
        maker.globals = [GlobalArray(name, kind, self.rng) for name, kind in GLOBAL_KINDS.items()]
        start = [Statement("uint lid = (uint)get_local_linear_id();", fixed=True),
                 Statement("uint lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));", fixed=True),
                 Statement(f"{self.rng.choice(['size_t', 'size_t', 'uint', 'int'])} gid = {self.linearId()};", fixed=True),
                 Statement("size_t items = get_global_size(0) * get_global_size(1) * get_global_size(2);", fixed=True),
                 Statement("ulong sum = 0;", fixed=True)]
        for name, kind in UNIFORM_NUMBERS:
            maker.declare(name, kind, True, False)
        maker.declare("lid", "uint", False, False)
        body = self.bareBody(maker) if self.plain and self.rng.random() < 0.6 else self.wholeBody(maker)
        head = ("kernel void k(global const long *in, global const float *fin, global const int *uni, int ua, uint ub, "
                "global uint *acc, global ulong *out, global const int *table, "
                + ", ".join(f"global {kind} *{name}" for name, kind in GLOBAL_KINDS.items()) + f", {idioms.PARAMETERS}, {vectors.PARAMETERS})")
        return Function(head, [*start, *body, Statement("out[gid] = sum;", fixed=True)])

    def linearId(self):
        """As kernels write it for launches of so many dimensions."""
        offset = self.launch.offset
        if self.rng.random() < 0.3 or len(offset) > 2:
            return "get_global_linear_id()"
        ids = [f"(get_global_id({i}) - get_global_offset({i}))" if begin else f"get_global_id({i})"
               for i, begin in enumerate(offset)]
        if len(ids) == 1:
            return ids[0]
        # Dimension 0 may number rows: neighbours are next to each other along dimension 1 then.
        fastest = random.Random(f"fastest dimension {self.seed}").randrange(2)
        return f"{ids[1 - fastest]} * get_global_size({fastest}) + {ids[fastest]}"

    def bareBody(self, maker):
        """Nothing that work-items do together, and perhaps a guard against the range's end around all."""
        body = [Statement("if (gid >= limit) return;")] if self.rng.random() < 0.4 else []
        for _ in range(self.rng.randint(1, 3)):
            maker.statement(Flow(False, 0), body)
        return body + self.checksum(maker)

    def wholeBody(self, maker):
        maker.locals = [LocalArray(f"L{i}", kind) for i, kind in enumerate(LOCAL_KINDS)]
        items = self.launch.groupItems()
        start = [Statement(f"local {array.kind} {array.name}[{items}];", fixed=True) for array in maker.locals]
        for array in maker.locals:
            value = {"uint": "7u", "float": "(float)lid"}.get(array.kind, f"({array.kind})in[gid]")
            start.append(Statement(f"{array.name}[lid] = {value};", fixed=True))
        for name, kind, text, uniform in [("v_long", "long", "in[gid]", False), ("v_int", "int", "(int)in[gid]", False),
                                          ("v_float", "float", "fin[gid]", False),
                                          ("v_double", "double", "(double)fin[gid] * 3", False),
                                          ("v_short", "short", "(short)(in[gid] >> 8)", False),
                                          ("v_char", "char4", "as_char4((int)(in[gid] >> 32))", False),
                                          ("v_uint", "uint4", "(uint4)((uint)in[gid], lid, ub, 9u)", False)]:
            if widthOf(kind) > 1 and not self.vectors:
                continue
            start.append(Statement(f"{kind} {name} = {text};"))
            maker.declare(name, kind, uniform)
        maker.barrier(start)
        # The outermost variables stay in scope for the checksum.
        body, flow = [], Flow(True, 0)
        for _ in range(self.rng.randint(1, 4) if self.plain else self.rng.randint(3, 9)):
            maker.statement(flow, body)
        end = self.checksum(maker)
        maker.barrier(end)
        # Nobody waits for anybody any more; each reads its own elements in the end.
        maker.setUses(["own"] * len(maker.locals))
        tail = [] if self.plain else maker.body(Flow(False, 1), self.rng.randint(0, 3))
        if not self.plain and self.rng.random() < 0.3:
            tail.append(Statement("if ({})", maker.make.condition(2),
                                  bodies=[[Statement("out[gid] = sum ^ {};", maker.expression("ulong")),
                                           Statement("return;")]]))
        end += tail
        for array in maker.locals:
            value = f"{self.support.bitsOf(array.kind)}({array.name}[lid])" if isReal(array.kind) else f"{array.name}[lid]"
            end.append(Statement(f"sum = sum * 31 + (ulong)({value});"))
        return start + body + end

    def program(self):
        functions = [self.helper(number) for number in range(0 if self.plain else self.rng.randint(0, 3))]
        functions.append(self.kernel())
        return Program(self.seed, self.support.text(), functions, self.launch)


def generate(seed):
    return KernelMaker(seed).program()

# Random expressions of all integer and floating-point types and vector widths whose values are defined.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What OpenCL C leaves open is kept out: signed overflow (computed unsigned), division by zero and of the smallest
number by -1 (guarded in support functions), conversions of floating-point numbers that don't fit (saturated), the bits
of NaNs (looked at only after a test). Floating-point operations are those that IEEE 754 defines to the last bit."""
from tree import Expression

BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
INTEGERS = list(BITS)
REALS = ["float", "double"]
WIDTHS = [1, 1, 1, 1, 1, 2, 3, 4, 8, 16]
SIGNED = {8: "char", 16: "short", 32: "int", 64: "long"}


def elementOf(kind):
    return kind.rstrip("0123456789")


def widthOf(kind):
    digits = kind[len(elementOf(kind)):]
    return int(digits) if digits else 1


def vector(element, width):
    return element if width == 1 else f"{element}{width}"


def isReal(kind):
    return elementOf(kind) in REALS


def isSigned(kind):
    return elementOf(kind) in SIGNED.values()


def unsignedOf(kind):
    element = elementOf(kind)
    return vector(element if element.startswith("u") else "u" + element, widthOf(kind))


def maskOf(kind):
    """The type of a comparison of vectors of this type."""
    element = elementOf(kind)
    bits = {"float": 32, "double": 64}.get(element) or BITS[element]
    return vector(SIGNED[bits], widthOf(kind))


class Support:
    """Functions that guard operations; only what a kernel uses is printed."""

    def __init__(self):
        self.functions = {}

    def use(self, name, kind, make):
        full = f"{name}_{kind}"
        if full not in self.functions:
            self.functions[full] = make(full)
        return full

    def text(self):
        return "\n".join(["#pragma OPENCL FP_CONTRACT OFF", *self.functions.values()])

    def wrapping(self, operator, kind):
        """Addition, subtraction, multiplication; signed ones as unsigned, in at least 32 bits where they are scalar."""
        names = {"+": "add", "-": "sub", "*": "mul"}
        wide = unsignedOf(kind)
        if widthOf(kind) == 1 and BITS[elementOf(kind)] < 32:
            wide = "uint"
        there = (lambda x: f"as_{wide}({x})") if widthOf(kind) > 1 else (lambda x: f"({wide}){x}")
        back = f"as_{kind}" if widthOf(kind) > 1 else f"({kind})"
        return self.use(names[operator], kind, lambda name: (
            f"{kind} {name}({kind} a, {kind} b) {{ return {back}({there('a')} {operator} {there('b')}); }}"))

    def dividing(self, operator, kind):
        name = {"/": "div", "%": "rem"}[operator]
        bad = "(b == 0) | (b == -1)" if isSigned(kind) else "b == 0"
        if widthOf(kind) == 1:
            body = f"return ({bad}) ? a : ({kind})(a {operator} b);"
        else:
            one, zero = f"({kind})(1)", f"({kind})(0)"
            bad = f"b == {zero}" + (f" | b == ({kind})(-1)" if isSigned(kind) else "")
            bad = " | ".join(f"({part})" for part in bad.split(" | "))
            body = f"return a {operator} select(b, {one}, as_{maskOf(kind)}({bad}));"
        return self.use(name, kind, lambda full: f"{kind} {full}({kind} a, {kind} b) {{ {body} }}")

    def bitsOf(self, kind):
        """The bits of a floating-point number, the same for all NaNs."""
        mask = maskOf(kind)
        if widthOf(kind) == 1:
            body = f"return isnan(x) ? ({mask})77 : as_{mask}(x);"
        else:
            body = f"return select(as_{mask}(x), ({mask})(77), isnan(x));"
        return self.use("bits", kind, lambda full: f"{mask} {full}({kind} x) {{ {body} }}")


class ExpressionMaker:
    """Makes expressions; `leaf(kind, uniform)` of the user gives variables and the like, or None. `vectors` says whether
    any has a vector in it."""

    def __init__(self, random, support, leaf, vectors=True):
        self.random, self.support, self.leaf, self.vectors = random, support, leaf, vectors

    def anyKind(self, integer=False):
        element = self.random.choice(INTEGERS if integer or self.random.random() < 0.7 else REALS)
        return vector(element, self.random.choice(WIDTHS) if self.vectors else 1)

    def literal(self, kind):
        element = elementOf(kind)
        if element in REALS:
            value = self.random.choice(["0.0", "1.0", "-1.5", "3.25", "0.1", "-1e5", "7e-3", "1e30"])
            return Expression(kind, f"({kind})({value}{'f' if element == 'float' else ''})")
        bits = BITS[element]
        low = -(1 << bits - 1) if isSigned(kind) else 0
        high = (1 << bits - 1) - 1 if isSigned(kind) else (1 << bits) - 1
        value = self.random.choice([0, 1, 2, 3, 7, high, low, self.random.randint(low, high), self.random.randint(0, 99)])
        if value == -(1 << 63):
            return Expression(kind, f"({kind})LONG_MIN")
        suffix = {"long": "L", "ulong": "UL"}.get(element, "u" if element == "uint" else "")
        return Expression(kind, f"({kind})({value}{suffix})")

    def make(self, kind, depth, uniform=False):
        if depth <= 0 or self.random.random() < 0.12:
            return self.simple(kind, depth, uniform)
        if self.random.random() < 0.2:
            return self.converted(kind, depth, uniform)
        if widthOf(kind) > 1 and self.random.random() < 0.2:
            return self.composed(kind, depth, uniform)
        if self.vectors and widthOf(kind) == 1 and self.random.random() < 0.1:
            return self.component(kind, depth, uniform)
        if self.random.random() < 0.12:
            return self.chosen(kind, depth, uniform)
        return self.real(kind, depth, uniform) if isReal(kind) else self.integer(kind, depth, uniform)

    def simple(self, kind, depth, uniform):
        found = self.leaf(kind, uniform)
        if found is not None:
            return found
        if widthOf(kind) > 1:
            return Expression(kind, f"({kind})({{}})", self.simple(elementOf(kind), depth, uniform))
        if not isReal(kind):
            other = self.random.choice(["int", "uint", "long"])
            found = self.leaf(other, uniform)
            if found is not None and other != kind:
                return Expression(kind, f"({kind})({{}})", found)
        return self.literal(kind)

    def integer(self, kind, depth, uniform):
        random, sub = self.random, lambda: self.make(kind, depth - 1, uniform)
        scalar = widthOf(kind) == 1
        group = random.randrange(10)
        if group < 4:
            return Expression(kind, self.support.wrapping(random.choice("++--*"), kind) + "({}, {})", sub(), sub())
        if group == 4:
            return Expression(kind, self.support.dividing(random.choice("/%"), kind) + "({}, {})", sub(), sub())
        if group == 5:
            operator = random.choice("&|^")
            return Expression(kind, f"({kind})({{}} {operator} {{}})" if scalar else f"({{}} {operator} {{}})", sub(), sub())
        if group == 6:
            operator = random.choice(["<<", ">>"])
            return Expression(kind, f"({kind})({{}} {operator} {{}})" if scalar else f"({{}} {operator} {{}})", sub(), sub())
        if group == 7:
            return Expression(kind, f"({kind})(~{{}})" if scalar else "(~{})", sub())
        name = random.choice(["min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "clz", "popcount",
                              "abs", "abs_diff", "mad_sat"])
        if name in ("clz", "popcount"):
            return Expression(kind, f"{name}({{}})", sub())
        if name == "abs":
            return Expression(kind, f"as_{kind}(abs({{}}))", sub())
        if name == "abs_diff":
            return Expression(kind, f"as_{kind}(abs_diff({{}}, {{}}))", sub(), sub())
        if name == "mad_sat":
            return Expression(kind, "mad_sat({}, {}, {})", sub(), sub(), sub())
        return Expression(kind, f"{name}({{}}, {{}})", sub(), sub())

    def real(self, kind, depth, uniform):
        random, sub = self.random, lambda: self.make(kind, depth - 1, uniform)
        group = random.randrange(8)
        if group < 5:
            return Expression(kind, f"({{}} {random.choice('++-**/')} {{}})", sub(), sub())
        if group == 5:
            return Expression(kind, f"{random.choice(['fabs', 'floor', 'ceil', 'trunc', 'rint'])}({{}})", sub())
        if group == 6:
            return Expression(kind, "sqrt(fabs({}))", sub())
        return Expression(kind, "fma({}, {}, {})", sub(), sub(), sub())

    def converted(self, kind, depth, uniform):
        """From another type of the same width."""
        source = vector(self.random.choice(INTEGERS + REALS), widthOf(kind))
        operand = self.make(source, depth - 1, uniform)
        if isReal(source) and not isReal(kind):
            if self.random.random() < 0.3 and BITS[elementOf(kind)] == BITS[elementOf(maskOf(source))]:
                return Expression(kind, f"as_{kind}({self.support.bitsOf(source)}({{}}))", operand)
            mode = self.random.choice(["", "_rte", "_rtz", "_rtp", "_rtn"])
            return Expression(kind, f"convert_{kind}_sat{mode}({{}})", operand)
        if not isReal(source) and not isReal(kind):
            if self.random.random() < 0.3:
                return Expression(kind, f"convert_{kind}_sat({{}})", operand)
            if BITS[elementOf(source)] == BITS[elementOf(kind)] and self.random.random() < 0.5:
                return Expression(kind, f"as_{kind}({{}})", operand)
        return Expression(kind, f"convert_{kind}({{}})", operand)

    def condition(self, depth, uniform=False):
        """An int that is true or false."""
        kind = self.random.choice(INTEGERS + REALS)
        operator = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        test = Expression("int", f"({{}} {operator} {{}})", self.make(kind, depth - 1, uniform),
                          self.make(kind, depth - 1, uniform))
        if depth > 1 and self.random.random() < 0.3:
            return Expression("int", f"({{}} {self.random.choice(['&&', '||'])} {{}})", test,
                              self.condition(depth - 1, uniform))
        return test

    def chosen(self, kind, depth, uniform):
        """A conditional expression, select, or a comparison as a number."""
        sub = lambda: self.make(kind, depth - 1, uniform)
        if widthOf(kind) == 1:
            if not isReal(kind) and self.random.random() < 0.3:
                return Expression(kind, f"({kind})({{}})", self.condition(depth - 1, uniform))
            return Expression(kind, f"({kind})({{}} ? {{}} : {{}})", self.condition(depth - 1, uniform), sub(), sub())
        operator = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        mask = Expression(maskOf(kind), f"({{}} {operator} {{}})", sub(), sub())
        if not isReal(kind) and self.random.random() < 0.3:
            return Expression(kind, f"as_{kind}({{}})", mask)
        return Expression(kind, "select({}, {}, {})", sub(), sub(), mask)

    def composed(self, kind, depth, uniform):
        """A vector of parts, or of the elements of another one."""
        element, width = elementOf(kind), widthOf(kind)
        if self.random.random() < 0.5 and width != 3:
            half = vector(element, width // 2)
            return Expression(kind, f"({kind})({{}}, {{}})", self.make(half, depth - 1, uniform),
                              self.make(half, depth - 1, uniform))
        digits = "".join(self.random.choice("0123456789abcdef"[:width]) for _ in range(width))
        return Expression(kind, f"({{}}).s{digits}", self.make(kind, depth - 1, uniform))

    def component(self, kind, depth, uniform):
        width = self.random.choice([2, 3, 4, 8, 16])
        digit = "0123456789abcdef"[self.random.randrange(width)]
        return Expression(kind, f"({{}}).s{digit}", self.make(vector(kind, width), depth - 1, uniform))

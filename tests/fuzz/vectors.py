# Loads and stores of vectors in random kernels: all lengths, distances, offsets, within guards and not.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each work-item has SLOT elements of its own in each array of VECTOR_KINDS, or fewer that lie closer together: `stride`,
a number of each kernel. It loads and stores within these, from any offset at which a vector still fits, whole, in parts,
and as another type. What it doesn't store stays, so that a store which takes its gaps along shows."""
from expressions import BITS, unsignedOf, vector
from tree import Statement

SLOT = 20
VECTOR_KINDS = {"vecUchar": "uchar", "vecChar": "char", "vecUshort": "ushort", "vecInt": "int", "vecUlong": "ulong"}
WIDTHS = [2, 2, 3, 3, 3, 4, 4, 8, 16]
DIGITS = "0123456789abcdef"
PARAMETERS = ", ".join(f"global {kind} *{name}" for name, kind in VECTOR_KINDS.items())


class VectorArray:
    """Where the elements of a work-item are in one array."""

    def __init__(self, name, kind, rng):
        self.name, self.kind, self.rng = name, kind, rng
        self.stride = rng.choice([2, 3, 4, 4, 4, 5, 6, 8, 8, 12, 16, 17, SLOT])

    def widths(self):
        return [width for width in WIDTHS if width <= self.stride]

    def pointer(self, offset):
        """To element `offset` of the work-item's."""
        item = self.rng.choice(["gid", "gid", "(int)gid", "(uint)gid", "(long)gid"])
        return self.rng.choice([f"{self.name} + {item} * {self.stride} + {offset}",
                                f"{self.name} + ({self.stride} * {item} + {offset})",
                                f"&{self.name}[{item} * {self.stride} + {offset}]"])

    def place(self, width):
        """The arguments of vloadN and vstoreN behind the value: an index, in vectors, and a pointer."""
        offset = self.rng.randint(0, self.stride - width)
        if self.stride % width == 0 and self.rng.random() < 0.4:
            return f"gid * {self.stride // width} + {offset // width}, {self.name} + {offset % width * (offset // width == 0)}"
        return f"0, {self.pointer(offset)}"


class VectorAccesses:
    """Statements for the body that `maker`, a generator.BodyMaker, makes of the kernel itself."""

    def __init__(self, maker):
        self.maker, self.rng = maker, maker.rng
        self.arrays = [VectorArray(name, kind, self.rng) for name, kind in VECTOR_KINDS.items()]

    def copies(self, body):
        """Some vectors from one place to another."""
        for _ in range(self.rng.randint(1, 4)):
            array = self.rng.choice(self.arrays)
            width = self.rng.choice(array.widths())
            self.store(body, array, width, self.value(array.kind, width))
        return []

    def loaded(self, kind, width):
        """A vector of this type from an array: the work-item's own elements, or those of an array that is only read."""
        found = [array for array in self.arrays if array.kind == kind and width in array.widths()]
        if kind == "uchar" and (not found or self.rng.random() < 0.4):
            return f"vload{width}({self.rng.choice(['gid', 'gid', '(uint)gid', 'items - 1 - gid'])}, bytes)"
        if not found:
            return None
        return f"vload{width}({self.rng.choice(found).place(width)})"

    def value(self, kind, width):
        """As text: loaded, a part of something longer, other bits of the same size, or computed."""
        rng = self.rng
        ways = [self.whole, self.whole, self.part, self.converted, self.cast, self.composed, self.kept]
        text = rng.choice(ways)(kind, width)
        text = text or self.composed(kind, width)
        if rng.random() < 0.3:
            unsigned = unsignedOf(vector(kind, width))
            text = f"as_{vector(kind, width)}(as_{unsigned}({text}) {rng.choice('+-*^&|')} ({unsigned})({rng.randint(1, 99)}))"
        return text

    def whole(self, kind, width):
        return self.loaded(kind, width)

    def part(self, kind, width):
        """Elements of a vector that is as long or longer, in any order."""
        longer = self.rng.choice([other for other in (2, 3, 4, 8, 16) if other >= width])
        text = self.loaded(kind, longer)
        if not text:
            return None
        digits = self.rng.choice([DIGITS[:width], "".join(self.rng.choice(DIGITS[:longer]) for _ in range(width))])
        return f"({text}).s{digits}"

    def converted(self, kind, width):
        """From another type, element by element."""
        other = self.rng.choice([array.kind for array in self.arrays])
        text = self.loaded(other, width)
        return f"convert_{vector(kind, width)}({text})" if text else None

    def cast(self, kind, width):
        """The same bytes as elements of another size. A vector of three is as long as one of four."""
        bits = BITS[kind] * (4 if width == 3 else width)
        others = [(other, count) for other in BITS for count in (2, 3, 4, 8, 16)
                  if BITS[other] * (4 if count == 3 else count) == bits]
        if not others:
            return None
        other, count = self.rng.choice(others)
        text = self.loaded(other, count)
        return f"as_{vector(kind, width)}({text})" if text else None

    def composed(self, kind, width):
        """Of scalars, and of a shorter vector."""
        scalars = [f"({kind}){name}" for name in self.maker.numbers()] or ["1"]
        shorter = self.loaded(kind, 2) if width > 2 else None
        parts = [shorter] if shorter else []
        parts += [self.rng.choice([self.rng.choice(scalars), f"({kind})(gid * {self.rng.randint(1, 9)})",
                                   str(self.rng.randint(0, 99))]) for _ in range(width - 2 * len(parts))]
        self.rng.shuffle(parts)
        return f"({vector(kind, width)})({', '.join(parts)})"

    def kept(self, kind, width):
        """One of a private array, some elements of which are constants, others not."""
        kind_of_vector = vector(kind, width)
        constants = [f"({kind_of_vector})({', '.join(str(self.rng.randint(0, 99)) for _ in range(width))})" for _ in range(3)]
        elements = [*constants, self.loaded(kind, width) or self.composed(kind, width)]
        self.rng.shuffle(elements)
        index = self.rng.choice(["gid", "lid", *self.maker.numbers()])
        return f"(({kind_of_vector}[4]){{{{{', '.join(elements)}}}}})[(uint)({index}) & 3]"

    def store(self, body, array, width, value):
        rng, kind = self.rng, vector(array.kind, width)
        aligned = width != 3 and array.stride % width == 0
        if aligned and rng.random() < 0.35:
            number = rng.randrange(array.stride // width)
            target = f"((global {kind} *){array.name})[gid * {array.stride // width} + {number}]"
            if rng.random() < 0.5:  # some of its elements
                digits = "".join(rng.sample(DIGITS[:width], rng.choice([1, 2] if width < 4 else [2, 3])))
                if len(digits) < width:
                    target, value = f"{target}.s{digits}", f"({value}).s{digits}"
            body.append(Statement(f"{target} = {value};"))
            return
        text = f"vstore{width}({value}, {array.place(width)});"
        guard = rng.choice([None, None, None, "gid % 3 != 1", "lid & 1", "bytes[gid] > 99", "gid < limit"])
        body.append(Statement(f"if ({guard})", bodies=[[Statement(text)]]) if guard else Statement(text))


def elementsOf(items):
    """That the arrays have room for."""
    return items * SLOT + 32

# Statements of random kernels in the shapes that people's kernels have, which the compiler looks for.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows and columns of work-items, matrix products, tiles of sums, narrow dot products, private arrays, overlapping
arguments, guards, and what work-items do together in local memory. Each varies in its types, index arithmetic, trip
counts and places.

`rows` and `bytes` have a row of up to ROW elements for each work-item, of which `row` are in use; nothing is written
to them. `x` and `y` are for writing: elements that a work-item has to itself, found by Areas. They are one buffer, or
parts of one that overlap, in some launches."""
from tree import Statement

ROW = 24  # elements of `rows` and of `bytes` for each work-item
AREA = 32  # elements of `x` for each work-item; by which `y` is shifted where both overlap
PARAMETERS = ("global const float *rows, global const uchar *bytes, uint row, uint limit, global int *x, global uint *y, "
              "uint pitch")


class Areas:
    """Where a work-item's elements of `x` and `y` are: in a row of 2 * AREA elements, or in a column of 8 that are `pitch`
    apart. What is `y[i]` to a work-item is its `x[i + shift]` where the arrays overlap."""

    def __init__(self, rng):
        self.byColumns = rng.random() < 0.5
        self.overlap = rng.choice(["apart", "apart", "same", "shifted"])

    def elements(self):
        """That each array has of a work-item's own for sure."""
        return 6 if self.byColumns else AREA

    def at(self, array, number):
        return f"{array}[({number}) * pitch + gid]" if self.byColumns else f"{array}[gid * {2 * AREA} + ({number})]"

    def shift(self, pitch):
        """Of `y` behind `x`, in elements."""
        if self.overlap != "shifted":
            return 0
        return 2 * pitch if self.byColumns else AREA


class Idioms:
    """Makes statements for the body that `maker`, a generator.BodyMaker, makes of the kernel itself."""

    def __init__(self, maker):
        self.maker, self.rng = maker, maker.rng

    def statement(self, flow, out):
        alone = [self.ownRow, self.piece, self.ownRowOfVectors, self.column, self.steps, self.border, self.product,
                 self.narrowDot, self.halves, self.sumInMemory, self.overlapping, self.tileOfSums, self.privateArray,
                 self.counters, self.rotatingState, self.sorting, self.ownVector, self.grid, self.numberedRows,
                 self.stack, self.lookUp, self.sharedDivision, self.waysOut, *[self.maker.vectors.copies] * 3]
        together = [self.tiles, self.tree, self.scan, self.butterfly, self.halvedSteps, self.countedRows,
                    self.histogram, self.guardedExchanges]
        if flow.uniform and self.rng.random() < 0.35:
            self.rng.choice(together)(flow, out)
        else:
            self.guarded(self.rng.choice(alone), out)

    # What the statements below are made of

    def guarded(self, make, out):
        """What `make` writes, in some kernels within a guard as those against the range's end. Variables are declared in
        front of it."""
        body = []
        for kind, name, value in make(body):
            out.append(Statement(f"{kind} {name} = {value};"))
            self.maker.declare(name, kind, False)
        guard = self.rng.choice([None, None, "gid < limit", "(uint)gid < limit", "(int)gid < (int)limit",
                                 "gid < limit && lid != 3", "lid + 1 < lsz"])
        out += [Statement(f"if ({guard})", bodies=[body])] if guard else body

    def fresh(self):
        return self.maker.fresh("v"), self.maker.fresh("j")

    def trips(self):
        """How often a loop along a row runs: a number that is known, one that isn't, or one of each work-item's own."""
        return self.rng.choice(["row", "row", "row", "(int)row", f"min(row, {self.rng.randint(1, ROW)}u)",
                                "(row & ~3u)", "(lid % row + 1)"])

    def known(self, most):
        return self.rng.choice([count for count in (1, 2, 3, 4, 6, 8, 16) if count <= most])

    def ownPlace(self, array, number):
        """Element `number` of the work-item's row."""
        return self.rng.choice([f"{array}[gid * row + {number}]", f"{array}[gid * {ROW} + {number}]",
                                f"{array}[(int)gid * (int)row + (int)({number})]",
                                f"{array}[(uint)gid * row + {number}]", f"({array} + gid * row)[{number}]"])

    def loop(self, counter, trips, body, kind=None):
        kind = kind or self.rng.choice(["uint", "int", "size_t"])
        pragma = self.rng.choice(["", "", "", "#pragma unroll\n", "#pragma unroll 4\n"])
        return Statement(f"{pragma}for ({kind} {counter} = 0; {counter} < ({kind})({trips}); ++{counter})", bodies=[body])

    def byte(self, place):
        """A byte of `bytes` as int, of either sign."""
        return self.rng.choice([f"(int){place}", f"(int)(char){place}", f"(short)(char){place}"])

    # Alone

    def ownRow(self, body):
        sum, j = self.fresh()
        place = self.ownPlace("rows", j)
        step = self.rng.choice(["{0} = {0} + {1};", "{0} = fma({1}, {0}, 0.5f);", "{0} = {0} * 0.5f + {1};",
                                "{0} = {0} > {1} ? {0} : {1};", "{{ float a = {1}; {0} += a * a; }}",
                                "if ({1} > 0) {0} += {1};"]).format(sum, place).replace("{", "{{").replace("}", "}}")
        inner = [Statement(step)]
        if self.rng.random() < 0.3:
            inner.append(Statement(f"if ({sum} > 900) break;"))
        body.append(self.loop(j, self.trips(), inner))
        return [("float", sum, "0")]

    def piece(self, body):
        """A row as a piece of a range, from its first number to the next one's, or back; some look for an element."""
        sum, j = self.fresh()
        kind = self.rng.choice(["int", "int", "int", "uint", "size_t", "long"])
        start = f"({kind})gid * ({kind})row"
        end = self.rng.choice([f"({kind})(gid + 1) * ({kind})row", f"{start} + ({kind})row", f"({kind})row + {start}"])
        step = self.rng.choice([1, 1, 1, 2, 3])
        head = self.rng.choice([f"{kind} {j} = {start}; {j} < {end}; {j} += {step}",
                                f"{kind} {j} = {start}; {j} != {end}; ++{j}",
                                f"{kind} {j} = {end}; {j} > {start}; {j} -= {step if kind in ('int', 'long') else 1}",
                                f"{kind} {j} = {start}; {j} <= ({end}) - 1; {j} += {step}"])
        place = f"rows[{j} - 1]" if f"> {start}" in head else f"rows[{j}]"
        inner = [Statement(self.rng.choice([f"{sum} += {place};", f"{sum} = {place} - {sum};",
                                            f"{sum} = {sum} * 0.5f + {place};"]))]
        if self.rng.random() < 0.3:
            inner.append(Statement(f"if ({place} > {self.rng.choice([2, 4])}) break;"))
        body.append(Statement(f"for ({head})", bodies=[inner]))
        return [("float", sum, "0")]

    def ownRowOfVectors(self, body):
        sum, j = self.fresh()
        width = self.rng.choice([2, 3, 4, 8]) if self.maker.owner.vectors else 4
        vector = f"vload{width}({j}, rows + gid * row)"
        folded = " + ".join(f"a.s{i}" for i in range(width))
        if self.rng.random() < 0.5 and self.maker.owner.vectors:
            body.append(self.loop(j, f"row / {width}", [Statement(f"{sum} = {sum} * (float{width})(0.5f) + {vector};")]))
            return [(f"float{width}", sum, "0")]
        body.append(self.loop(j, f"row / {width}", [Statement(f"{{{{ float{width} a = {vector}; {sum} += {folded}; }}}}")]))
        return [("float", sum, "0")]

    def column(self, body):
        sum, j = self.fresh()
        place = self.rng.choice([f"rows[{j} * items + gid]", f"rows[(uint){j} * (uint)items + (uint)gid]",
                                 f"rows[(row - 1 - {j}) * items + gid]", f"rows[{j} * items + (items - 1 - gid)]"])
        body.append(self.loop(j, self.trips().replace("(int)row", "row"), [Statement(f"{sum} += {place};")], "uint"))
        return [("float", sum, "0")]

    def steps(self, body):
        """Elements a few apart from one work-item to the next."""
        sum, _ = self.fresh()
        step = self.rng.choice([2, 3, 4, 5, 8])
        array, kind = self.rng.choice([("rows", "float"), ("bytes", "uint")])
        picked = self.rng.sample(range(step), self.rng.randint(1, step))
        body += [Statement(f"{sum} = {sum} * 3 + {array}[gid * {step} + {number}];") for number in picked]
        return [(kind, sum, "1")]

    def border(self, body):
        sum, _ = self.fresh()
        distance = self.rng.choice(["1", "2", "lsz"])
        body.append(Statement(self.rng.choice([
            f"{sum} = (gid >= {distance} ? rows[gid - {distance}] : 0) + rows[gid] * 2 + "
            f"(gid + {distance} < items ? rows[gid + {distance}] : 0);",
            f"{sum} = rows[max((int)gid - (int){distance}, 0)] + rows[min((int)(gid + {distance}), (int)items - 1)];",
            f"if (gid >= {distance} && gid < items - {distance}) {sum} = rows[gid - {distance}] - rows[gid + {distance}];"])
            .replace("{", "{{").replace("}", "}}")))
        return [("float", sum, "0")]

    def grid(self, body):
        """Places from the ids of two dimensions, either of which goes along the rows."""
        sum, j = self.fresh()
        across, down = self.rng.choice([(0, 1), (1, 0)])
        id = lambda dimension: f"(get_global_id({dimension}) - get_global_offset({dimension}))"
        place = f"{id(down)} * get_global_size({across}) + {id(across)}"
        body.append(self.loop(j, self.known(8), [Statement(f"{sum} = {sum} * 0.5f + rows[{place} + {j}];")], "uint"))
        return [("float", sum, "0")]

    def numberedRows(self, body):
        """Rows and planes that the kernel makes of its ids by itself, by numbers that it is given or by constants."""
        sum, j = self.fresh()
        kind = self.rng.choice(["int", "uint", "ulong"])
        number, width = self.maker.fresh("i"), self.maker.fresh("w")
        length = self.rng.choice(["row", "row + 1", "row * 3 + 1", "row * 40 + 7", "3", "7", "20", "24", "56", "100"])
        planes = self.rng.choice([f"({width} * {self.rng.choice([2, 5])})", f"({width} * (row + 2))", "13"])
        across, down = f"{number} % {width}", f"{number} / {width}"
        place = self.rng.choice([f"{down} * {ROW} + {across} % {ROW}",
                                 f"{down} * {width} + ({width} - 1 - {across}) % ({across} + 1)",
                                 f"{number} % {planes} / {width} * {width} % ({number} + 1) + {across} % 8",
                                 f"{number} / {planes} + {across} % {ROW}"])
        id = f"get_global_id(0) - get_global_offset(0) + {self.rng.choice([0, 0, 3])}"
        body.append(Statement(f"{kind} {number} = {id}, {width} = max(({kind})({length}), ({kind})1);", fixed=True))
        body.append(self.loop(j, self.known(4), [Statement(f"{sum} = {sum} * 0.5f + rows[{place} + {j}];")], "uint"))
        return [("float", sum, "0")]

    def product(self, body):
        """Of two matrices; dimension 0 along the columns or along the rows."""
        sum, j = self.fresh()
        across, down = self.rng.choice([(0, 1), (0, 1), (1, 0)])
        first = f"(get_global_id({down}) - get_global_offset({down})) * row + {j}"
        second = f"{j} * get_global_size({across}) + get_global_id({across}) - get_global_offset({across})"
        if self.rng.random() < 0.3:  # with the second one's transpose
            second = f"(get_global_id({across}) - get_global_offset({across})) * row + {j}"
        if self.rng.random() < 0.5:
            step = f"{sum} += rows[{first}] * rows[{second}];"
        else:
            step = f"{sum} += (uint)bytes[{first}] * bytes[{second}];"
        kind = "float" if "rows" in step else "uint"
        if kind == "uint" and self.rng.random() < 0.5:
            areas = self.maker.owner.launch.areas
            kept = areas.at("y", self.rng.randrange(areas.elements()))
            step = step.replace(f"{sum} +=", f"{kept} +=")
            body.append(Statement(f"{kept} = 0;"))
            body.append(self.loop(j, "row", [Statement(step)]))
            body.append(Statement(f"{sum} = {kept};"))
        else:
            body.append(self.loop(j, "row", [Statement(step)]))
        return [(kind, sum, "0")]

    def narrowDot(self, body):
        sum, j = self.fresh()
        first, second = self.ownPlace("bytes", j), self.rng.choice([f"bytes[{j}]", f"bytes[{j} * items + gid]"])
        style = self.rng.choice(["scalar", "scalar", "written", "dot", "packed", "saturating"])
        if style == "scalar":
            body.append(self.loop(j, self.trips(), [Statement(
                f"{sum} = (int)((uint){sum} + (uint)({self.byte(first)} * {self.byte(second)}));")], "uint"))
            return [("int", sum, "0")]
        element = self.rng.choice(["char", "uchar"])
        other = self.rng.choice(["char", "uchar"])
        load = lambda kind, at: f"vload4({j}, (global const {kind} *)bytes + {at})"
        a, b = load(element, "gid * row"), load(other, self.rng.choice(["0", "row"]))
        signed = "int" if "char" in (element, other) else "uint"
        if style == "written":
            product = " + ".join(f"a.s{i} * b.s{i}" for i in range(4))
            step = f"{{{{ {element}4 a = {a}; {other}4 b = {b}; {sum} = (int)((uint){sum} + (uint)({product})); }}}}"
        elif style == "dot":
            step = f"{sum} = (int)((uint){sum} + (uint)dot({a}, {b}));"
        elif style == "packed":
            letters = {"char": "s", "uchar": "u"}
            name = f"dot_4x8packed_{letters[element]}{letters[other]}_{signed}"
            step = f"{sum} = (int)((uint){sum} + (uint){name}(as_uint({a}), as_uint({b})));"
        else:
            step = f"{sum} = (int)dot_acc_sat({a}, {b}, ({signed}){sum});"
        body.append(self.loop(j, "row / 4", [Statement(step)]))
        return [("int", sum, self.rng.choice(["0", "0x7fff0000", "(int)0x80000100"]))]

    def halves(self, body):
        sum, j = self.fresh()
        if self.rng.random() < 0.6:
            load = self.rng.choice([f"vload_half({j} * items + gid, (global const half *)bytes)",
                                    f"vload_half({j}, (global const half *)bytes + gid * (row / 2))",
                                    f"vload_half4({j}, (global const half *)bytes + gid).s2"])
            body.append(self.loop(j, "row / 2", [Statement(f"{sum} += {load};")], "uint"))
            return [("float", sum, "0")]
        rounding = self.rng.choice(["", "_rte", "_rtz", "_rtp", "_rtn"])
        areas = self.maker.owner.launch.areas
        place = areas.at("x", self.rng.randrange(areas.elements()))
        body.append(Statement(f"vstore_half{rounding}(bytes[gid] * 0.37f, 0, (global half *)&{place});"))
        body.append(Statement(f"{sum} = vload_half(0, (global const half *)&{place});"))
        return [("float", sum, "0")]

    def sumInMemory(self, body):
        sum, j = self.fresh()
        areas = self.maker.owner.launch.areas
        kept = areas.at("x", self.rng.randrange(areas.elements()))
        term = self.rng.choice([f"bytes[{j} * items + gid]", self.ownPlace("bytes", j),
                                areas.at("y", f"{j} % {areas.elements()}")])
        body.append(self.loop(j, self.trips(), [Statement(f"{kept} = (int)((uint){kept} + (uint){term});")], "uint"))
        body.append(Statement(f"{sum} = {kept};"))
        return [("int", sum, "0")]

    def overlapping(self, body):
        """Loads and stores through both pointers in turns."""
        sum, j = self.fresh()
        areas = self.maker.owner.launch.areas
        last = areas.elements()
        for _ in range(self.rng.randint(1, 3)):
            into, of = self.rng.choice([("x", "y"), ("y", "x")])
            first, second = self.rng.choice([(j, f"({last - 1} - {j})"), (j, j), (f"({last - 1} - {j})", "0"),
                                             (j, f"(({j} + 3) % {last})")])
            kind = "int" if into == "x" else "uint"
            body.append(self.loop(j, self.rng.choice([str(last), f"min(row, {last}u)"]), [
                Statement(f"{areas.at(into, first)} = ({kind})((uint){areas.at(of, second)} * 3u + (uint){j});")], "uint"))
        body.append(Statement(f"{sum} = {areas.at('x', self.rng.randrange(last))};"))
        return [("int", sum, "0")]

    def tileOfSums(self, body):
        """Sums in a private array that loops carry, of scalars or of vectors."""
        sum, j = self.fresh()
        vector = self.maker.owner.vectors and self.rng.random() < 0.6
        width = self.rng.choice([2, 4, 8]) if vector else 1
        kind = f"float{width}" if vector else "float"
        high, wide = self.rng.choice([(1, 2), (2, 2), (2, 4), (4, 4), (8, 1), (3, 5)])
        load = f"vload{width}(0, rows + gid + n * 8 + {j})" if vector else f"rows[gid + n * 3 + {j}]"
        inner = [
            Statement(f"{kind} right[{wide}];", fixed=True),
            Statement(f"for (int n = 0; n < {wide}; ++n)", bodies=[[Statement(f"right[n] = {load};")]]),
            Statement(f"#pragma unroll\nfor (int m = 0; m < {high}; ++m)", bodies=[[
                Statement(f"for (int n = 0; n < {wide}; ++n)", bodies=[[
                    Statement(f"sums[m][n] = sums[m][n] + rows[m * items + {j}] * right[n];")]])]])]
        if vector and self.rng.random() < 0.3:
            inner[-1] = Statement(f"for (int n = 0; n < {wide}; ++n)", bodies=[[
                Statement(f"sums[0][n].s0 += rows[{j}] * right[n].s{width - 1};")]])
        fold = "sums[m][n]" if not vector else f"sums[m][n].s0 + sums[m][n].s{width - 1}"
        body.append(Statement("", bodies=[[
            Statement(f"{kind} sums[{high}][{wide}];", fixed=True),
            Statement(f"for (int m = 0; m < {high}; ++m)", bodies=[[
                Statement(f"for (int n = 0; n < {wide}; ++n)", bodies=[[Statement("sums[m][n] = 0;", fixed=True)]])]]),
            self.loop(j, "min(row, 8u)", inner, "uint"),
            Statement(f"for (int m = 0; m < {high}; ++m)", bodies=[[
                Statement(f"for (int n = 0; n < {wide}; ++n)", bodies=[[Statement(f"{sum} = {sum} * 0.5f + {fold};")]])]])]]))
        return [("float", sum, "0")]

    def privateArray(self, body):
        """Written and read by indices of all kinds."""
        sum, j = self.fresh()
        kind = self.rng.choice(["int", "uint", "uchar", "ushort", "ulong"])
        size = self.rng.choice([4, 8, 16, 24, 64])
        index = lambda: self.rng.choice([j, f"({size - 1} - {j})", f"({j} + (uint)ua) % {size}", f"(lid + {j}) % {size}",
                                         f"bytes[gid + {j}] % {size}", f"({j} * 5 + 1) % {size}",
                                         str(self.rng.randrange(size))])
        trips = self.rng.choice([str(size), f"min(row, {size}u)", f"{size} / 2"])
        statements = [Statement(f"{kind} own[{size}];", fixed=True),
                      Statement(f"for (uint {j} = 0; {j} < {size}; ++{j})",
                                bodies=[[Statement(f"own[{j}] = ({kind})(bytes[gid + {j}] + {j});", fixed=True)]])]
        for _ in range(self.rng.randint(1, 3)):
            statements.append(self.loop(j, trips, [Statement(
                f"own[{index()}] = ({kind})(own[{index()}] * 3u + own[{index()}] + bytes[{j} * items + gid]);")
                if self.rng.random() < 0.7 else Statement(f"own[{index()}] += ({kind})own[{index()}];")], "uint"))
            trips = self.rng.choice([str(size), f"{size} / 2", "min(row, 4u)"])
        statements.append(self.loop(j, str(size), [Statement(f"{sum} = {sum} * 5 + (uint)own[{j}];")], "uint"))
        # Columns of `bytes` end with the last row that is in use.
        for statement in statements:
            for inner in [s for b in statement.bodies for s in b]:
                inner.text = inner.text.replace(f"bytes[{j} * items + gid]", f"bytes[{j} % {ROW} * items + gid]")
        body.append(Statement("", bodies=[statements]))
        return [("uint", sum, "0")]

    def counters(self, body):
        """Counted by data, in an array of the work-item's own."""
        sum, j = self.fresh()
        kind, size = self.rng.choice(["uint", "uchar", "ushort"]), self.rng.choice([4, 8, 16, 32])
        place = self.rng.choice([f"bytes[{j} * items + gid]", self.ownPlace("bytes", j)])
        body.append(Statement("", bodies=[[
            Statement(f"{kind} counts[{size}] = {{{{ 0 }}}};", fixed=True),
            self.loop(j, self.trips(), [Statement(f"counts[{place} & {size - 1}]{self.rng.choice(['++', ' += 3'])};")], "uint"),
            self.loop(j, str(size), [Statement(f"{sum} = {sum} * 7 + counts[{j}];")], "uint")]]))
        return [("uint", sum, "0")]

    def stack(self, body):
        """Filled and emptied by what is on it, by each work-item to another depth."""
        sum, j = self.fresh()
        kind = self.rng.choice(["uint", "int", "uchar", "ushort"])
        most = self.rng.choice([5, 12, 30])
        body.append(Statement("", bodies=[[
            Statement(f"{kind} own[{most + 2}]; int depth = 0;", fixed=True),
            Statement(f"own[depth++] = ({kind})(bytes[gid] * 3 + 9);", fixed=True),
            Statement(f"for (uint {j} = 0; depth > 0 && {j} < 60; ++{j})", bodies=[[
                Statement("uint top = own[--depth];", fixed=True),
                Statement(f"{sum} = {sum} * 5 + top;"),
                Statement(f"if (top > {self.rng.choice([1, 3, 9])} && depth < {most})", bodies=[[
                    Statement(f"own[depth++] = ({kind})(top / 2);", fixed=True),
                    Statement(f"own[depth++] = ({kind})(top - top / 2 - 1);", fixed=True)]])]])]]))
        return [("uint", sum, "0")]

    def lookUp(self, body):
        """Bytes and halves at places that are data, some of them guarded, in a table that may begin anywhere in a word."""
        sum, j = self.fresh()
        kind = self.rng.choice(["uchar", "char", "ushort", "short"])
        table = f"((global const {kind} *)bytes + {self.rng.randrange(4)})"
        place = self.rng.choice([f"(bytes[gid + {j}] * {self.rng.randint(3, 50)}u + gid) % items",
                                 f"(uint)(bytes[gid + {j}] * 5 + {j}) % (uint)items",
                                 f"(int)((gid * 7 + bytes[gid + {j}]) % items)"])
        step = Statement(f"{sum} = {sum} * 7 + (uint){table}[{place}];")
        guard = self.rng.choice([None, f"bytes[gid + {j}] & 1", f"bytes[gid + {j}] > 3"])
        body.append(self.loop(j, self.known(8), [Statement(f"if ({guard})", bodies=[[step]]) if guard else step]))
        return [("uint", sum, "0")]

    def sharedDivision(self, body):
        """By numbers that all work-items have in common."""
        sum, j = self.fresh()
        kind = self.rng.choice(["int", "uint", "short", "ushort", "uchar", "long", "ulong"])
        divisor = self.rng.choice([f"({j} + 1)", "(row | 1)", f"(bytes[{j}] + 1)", f"({j} * 1000 + 7)"])
        if kind in ("int", "short", "long"):
            divisor = self.rng.choice([f"({kind}){divisor}", f"-({kind})({j} + 2)"])
        number = f"({kind})(int)(bytes[gid + {j}] * {self.rng.choice([3, 1001, 123456789])}u - (uint)gid)"
        step = self.rng.choice(["{0} / {1}", "{0} % {1}", "{0} / {1} + {0} % {1}"]).format(number, divisor)
        body.append(self.loop(j, self.known(16), [Statement(f"{sum} = {sum} * 3 + (uint)({step});")], "uint"))
        return [("uint", sum, "0")]

    def waysOut(self, body):
        """Which way out of a loop, or of two, a work-item has taken: constants, whichever the trip was."""
        way, j = self.fresh()
        none, one, two = self.rng.sample(range(100), 3)
        divisor, both = self.rng.choice([3, 7, 50]), self.rng.random() < 0.4
        byte = f"bytes[gid + {j}" + (f" * ({j}i & 1)]" if both else "]")
        leaves = [Statement(f"if ({byte} % {divisor} == 0) {{{{ {way} = {one}; break; }}}}", fixed=True)]
        if self.rng.random() < 0.5:
            leaves.append(Statement(f"if ({byte} % {divisor} == 1) {{{{ {way} = {two}; break; }}}}"))
        trips = self.rng.choice(["row", "(lsz % 3 + 3)", str(self.rng.randint(2, 20))])
        if both:
            leaves = [self.loop(j + "i", trips, leaves, "uint"), Statement(f"if ({way} != {none}) break;")]
        body.append(self.loop(j, trips, leaves, "uint"))
        return [("uint", way, str(none))]

    def rotatingState(self, body):
        """As hashes have it: words of a schedule and a few variables that change places, by constants after unrolling."""
        sum, j = self.fresh()
        rounds = self.rng.choice([8, 16, 24])
        far, near = self.rng.randint(1, 15), self.rng.randint(1, 15)
        body.append(Statement("", bodies=[[
            Statement("uint w[16];", fixed=True),
            Statement(f"for (int {j} = 0; {j} < 16; ++{j})",
                      bodies=[[Statement(f"w[{j}] = bytes[gid + {j}] * 0x01010101u;", fixed=True)]]),
            Statement("uint a = 1, b = 2, c = lid, d = 4;", fixed=True),
            self.loop(j, str(rounds), [
                Statement(f"uint t = w[{j} & 15] + rotate(a, {near}u) + ((b & c) ^ d);", fixed=True),
                Statement(f"w[{j} & 15] ^= w[({j} + {far}) & 15] >> {self.rng.randint(1, 9)};"),
                Statement("d = c; c = b; b = a; a = t;")], "int"),
            Statement(f"{sum} = a ^ b * 3 ^ c * 5 ^ d * 7;")]]))
        return [("uint", sum, "0")]

    def sorting(self, body):
        """By exchanges of neighbours or with the least one; the inner loop's trips depend on the outer one's counter."""
        sum, j = self.fresh()
        size = self.rng.choice([4, 7, 9, 16])
        kind = self.rng.choice(["uchar", "uchar", "int", "float"])
        count = self.rng.choice([str(size), str(size), f"min(row, {size}u)"])
        inner, one, other = self.rng.choice([(f"uint n = 0; n + 1 < {count} - m; ++n", "n", "n + 1"),
                                             (f"uint n = m + 1; n < {count}; ++n", "m", "n"),
                                             ("uint n = m; n > 0; --n", "n - 1", "n")])
        fill = self.rng.choice([f"own[{j}] = ({kind})bytes[gid * 2 + {j}];", f"own[k++] = ({kind})bytes[gid * 2 + {j}];"])
        body.append(Statement("", bodies=[[
            Statement(f"{kind} own[{size}]; uint k = 0;", fixed=True),
            Statement(f"for (uint {j} = 0; {j} < {size}; ++{j})", bodies=[[Statement(fill, fixed=True)]]),
            Statement(f"for (uint m = 0; m + 1 < {count}; ++m)", bodies=[[
                Statement(f"for ({inner})", bodies=[[
                    Statement(f"if (own[{one}] > own[{other}])", bodies=[[
                        Statement(f"{kind} t = own[{one}]; own[{one}] = own[{other}]; own[{other}] = t;")]])]])]]),
            Statement(f"for (uint {j} = 0; {j} < {size}; ++{j})",
                      bodies=[[Statement(f"{sum} = {sum} * 3 + (uint)own[{j}];")]])]]))
        return [("uint", sum, "0")]

    def ownVector(self, body):
        """One behind the other, of up to 64 bytes."""
        sum, _ = self.fresh()
        array, kind = self.rng.choice([("rows", "float"), ("bytes", "uint")])
        width = self.rng.choice([2, 4, 8, 16]) if self.maker.owner.vectors else 4
        element = "float" if array == "rows" else "uchar"
        vector = self.rng.choice([f"((global const {element}{width} *){array})[gid]", f"vload{width}(gid, {array})"])
        folded = " + ".join(f"a.s{i:x} * {self.rng.randint(1, 9)}" for i in self.rng.sample(range(width), width))
        body.append(Statement(f"{{{{ {element}{width} a = {vector}; {sum} = {folded}; }}}}"))
        return [(kind, sum, "0")]

    # Together, in local memory: all of a group come here

    def barrier(self):
        return Statement("barrier(CLK_LOCAL_MEM_FENCE);", fixed=True)

    def array(self, kinds, flow, out):
        """One that everybody may write to now, its kind, and the expression that makes a number of it."""
        array = self.rng.choice([array for array in self.maker.locals if array.kind in kinds])
        if array.use not in ("free", "own"):
            self.maker.barrier(out)
        return array

    def done(self, array, out, value="{0}[lid]"):
        """Ends with a barrier and a variable that has an element."""
        out.append(self.barrier())
        name = self.maker.fresh("v")
        out.append(Statement(f"{array.kind} {name} = {value.format(array.name)};"))
        self.maker.declare(name, array.kind, False)
        out.append(self.barrier())
        self.maker.allMet()

    def tiles(self, flow, out):
        """Tiles of a product in local memory, sums in private memory between the barriers."""
        array = self.array(["float"], flow, out)
        sum, j = self.fresh()
        name, count = array.name, self.rng.choice([1, 2, 4])
        inner = self.rng.choice(["8", "lsz", "min(row, 8u)"])
        width = 4 if self.maker.owner.vectors and self.rng.random() < 0.5 else 1
        kind = f"float{width}" if width > 1 else "float"
        value = f"(float4)({name}[(k + m) % lsz], {name}[k % lsz], {name}[lid], 1)" if width > 1 else f"{name}[(k + m) % lsz]"
        out.append(Statement(f"{kind} {sum}[{count}];", fixed=True))
        out.append(Statement(f"for (int m = 0; m < {count}; ++m)", bodies=[[Statement(f"{sum}[m] = 0;", fixed=True)]]))
        out.append(Statement(f"for (uint {j} = 0; {j} < {self.rng.choice(['3', 'min(row, 4u)'])}; ++{j})", bodies=[[
            Statement(f"{name}[lid] = rows[{j} * items + gid];"), self.barrier(),
            Statement(f"for (uint k = 0; k < {inner}; ++k)", bodies=[[
                Statement(f"#pragma unroll\nfor (uint m = 0; m < {count}; ++m)", bodies=[[
                    Statement(f"{sum}[m] = {sum}[m] + {value} * {name}[k * {self.rng.choice([1, 2, 3])} % lsz];")]])]]),
            self.barrier()]]))
        self.maker.allMet()
        result = self.maker.fresh("v")
        part = ".s1" if width > 1 else ""
        terms = " + ".join(f"{sum}[{m}]{part}" for m in range(count))
        out.append(Statement(f"float {result} = {terms};"))
        self.maker.declare(result, "float", False)

    def tree(self, flow, out):
        array = self.array(["int", "uint", "ulong", "float"], flow, out)
        name, s = array.name, self.maker.fresh("s")
        unsigned = {"int": "uint"}.get(array.kind, array.kind)
        add = lambda other: f"{name}[lid] = ({array.kind})(({unsigned}){name}[lid] + ({unsigned}){name}[{other}]);"
        out.append(Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)))
        out.append(self.barrier())
        if self.rng.random() < 0.5:  # halves: distances are known where the group's size is
            out.append(Statement(f"for (uint {s} = 128; {s} > 0; {s} >>= 1)", bodies=[[
                Statement(f"if (lid < {s} && lid + {s} < lsz)", bodies=[[Statement(add(f"lid + {s}"))]]), self.barrier()]]))
        else:
            out.append(Statement(f"for (uint {s} = 1; {s} < lsz; {s} *= 2)", bodies=[[
                Statement(f"if (lid % (2 * {s}) == 0 && lid + {s} < lsz)", bodies=[[Statement(add(f"lid + {s}"))]]),
                self.barrier()]]))
        self.done(array, out, self.rng.choice(["{0}[0]", "{0}[lid]"]))

    def scan(self, flow, out):
        array = self.array(["int", "uint", "ulong"], flow, out)
        name, s, other = array.name, self.maker.fresh("s"), self.maker.fresh("t")
        unsigned = {"int": "uint"}.get(array.kind, array.kind)
        out.append(Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)))
        out.append(self.barrier())
        out.append(Statement(f"for (uint {s} = 1; {s} < lsz; {s} <<= 1)", bodies=[[
            Statement(f"{unsigned} {other} = lid >= {s} ? ({unsigned}){name}[lid - {s}] : 0;", fixed=True), self.barrier(),
            Statement(f"{name}[lid] = ({array.kind})(({unsigned}){name}[lid] + {other});"), self.barrier()]]))
        self.done(array, out)

    def butterfly(self, flow, out):
        """Exchanges with the item whose number differs in one bit, as sorting networks and Fourier transforms do."""
        array = self.array(["int", "uint", "ulong", "float"], flow, out)
        name, s, other = array.name, self.maker.fresh("s"), self.maker.fresh("t")
        out.append(Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)))
        out.append(self.barrier())
        combined = self.rng.choice([f"lid & {s} ? max({name}[lid], {other}) : min({name}[lid], {other})",
                                    f"{name}[lid] ^ {other}", f"lid & {s} ? {other} : {name}[lid]"])
        if array.kind == "float":  # the least of two NaNs has anybody's bits
            combined = f"lid & {s} ? {other} - {name}[lid] : {name}[lid] + {other}"
        first, end = self.rng.choice([1, 1, 2, 4]), self.rng.choice(["lsz", "8", "64"])
        out.append(Statement(f"for (uint {s} = {first}; {s} < {end}; {s} *= 2)", bodies=[[
            Statement(f"{array.kind} {other} = {name}[(lid ^ {s}) < lsz ? lid ^ {s} : lid];", fixed=True), self.barrier(),
            Statement(f"{name}[lid] = {combined};"), self.barrier()]]))
        self.done(array, out)

    def guardedExchanges(self, flow, out):
        """Steps that take other items' elements, each access behind the same guard, as transforms of several rows have."""
        array = self.array(["int", "uint", "ulong", "float"], flow, out)
        name, value = array.name, self.maker.fresh("t")
        guard = self.rng.choice(["gid < limit", "(int)gid < (int)limit", "lid < limit - (uint)get_group_id(0) * 8",
                                 "(int)(gid * 3 + 5) < (int)limit", "get_local_id(1) * 5 + get_local_id(0) < limit",
                                 "lid + 1 < lsz && gid < limit", "lid < limit && limit > gid"])
        out.append(Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)))
        out.append(Statement(f"{array.kind} {value} = 1;", fixed=True))
        out.append(self.barrier())
        for _ in range(self.rng.randint(2, 4)):
            other = self.rng.choice(["(lid ^ 1) < lsz ? lid ^ 1 : lid", "(lid + 1) % lsz", "lsz - 1 - lid",
                                     "lid / 4 * 4 + (lid + 1) % 4 < lsz ? lid / 4 * 4 + (lid + 1) % 4 : lid"])
            new = f"{name}[{other}] - {value}" if array.kind == "float" else f"{name}[{other}] ^ ({value} & 0xff)"
            out.append(Statement(f"if ({guard})", bodies=[[Statement(f"{value} = {new};")]]))
            out.append(self.barrier())
            out.append(Statement(f"if ({guard})", bodies=[[Statement(f"{name}[lid] = {value};")]]))
            out.append(self.barrier())
        self.done(array, out)

    def halvedSteps(self, flow, out):
        """Pairs over distances that are halved, as sorting networks and Walsh transforms have them, from the length of a
        row or so on, which nobody knows before the launch."""
        array = self.array(["int", "uint", "ulong", "float"], flow, out)
        name, s, low = array.name, self.maker.fresh("s"), self.maker.fresh("t")
        unsigned = {"int": "uint"}.get(array.kind, array.kind)
        out.append(Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)))
        out.append(self.barrier())
        first, isPower = self.rng.choice([("1u << (row & 7)", True), ("min(1u << (row & 7), 32u)", True), ("64", True),
                                          ("row & 127", False), ("row + 16", False)])
        byBits, byDivision = f"2 * lid - (lid & ({s} - 1))", f"lid / {s} * 2 * {s} + lid % {s}"
        one, other = f"{name}[{low}]", f"{name}[{low} + {s}]"
        sums = (f"{one} = ({array.kind})(({unsigned})a + ({unsigned})b); "
                f"{other} = ({array.kind})(({unsigned})a - ({unsigned})b);")
        pairs = [sums] if array.kind == "float" else [
            sums, f"{one} = min(a, b); {other} = max(a, b);", f"if ((a > b) == ((lid & 8) == 0)) {{{{ {one} = b; {other} = a; }}}}"]
        out.append(Statement(f"for (uint {s} = {first}; {s} > 0; {s} >>= 1)", bodies=[[
            Statement(f"uint {low} = {self.rng.choice([byBits, byDivision]) if isPower else byDivision};", fixed=True),
            Statement(f"if ({low} + {s} < lsz)", bodies=[[
                Statement(f"{array.kind} a = {one}, b = {other}; {self.rng.choice(pairs)}")]]),
            self.barrier()]]))
        self.done(array, out)

    def countedRows(self, flow, out):
        """Rows that the kernel makes of its work-items by itself, whose elements change places, twice: the last row may not
        be whole."""
        array = self.array(["int", "uint", "ulong", "float"], flow, out)
        name = array.name
        length = self.rng.choice([3, 5, 9, 15, 25, 27, 27, 40, 48, 81])
        row, column = f"lid / {length}", f"lid % {length}"
        places = [f"({column} + {self.rng.randrange(length)}) % {length}", f"{length - 1} - {column}", column]
        if length % 3 == 0:
            third = length // 3
            places += [f"{column} % 3 * {third} + {column} / 3", f"{column} / {third} + {column} % {third} * 3"]
        out += [Statement(f"{name}[lid] = {{}};", self.maker.expression(array.kind, depth=1)), self.barrier()]
        for _ in range(2):
            value, to = self.maker.fresh("v"), self.maker.fresh("t")
            out += [Statement(f"{array.kind} {value} = {name}[lid];", fixed=True), self.barrier(),
                    Statement(f"uint {to} = ({row} + 1) * {length} <= lsz ? {row} * {length} + {self.rng.choice(places)} : lid;",
                              fixed=True),
                    Statement(f"{name}[{to}] = {value};"), self.barrier()]
        self.done(array, out)

    def histogram(self, flow, out):
        array = self.array(["uint"], flow, out)
        name, j = array.name, self.maker.fresh("j")
        place = self.rng.choice([f"bytes[{j} * items + gid]", self.ownPlace("bytes", j)])
        bins = self.rng.choice(["% lsz", "% min(lsz, 8u)"])
        out += [Statement(f"{name}[lid] = 0;", fixed=True), self.barrier()]
        out.append(self.loop(j, self.trips(), [Statement(self.rng.choice([
            f"atomic_inc(&{name}[{place} {bins}]);", f"atomic_add(&{name}[{place} {bins}], {j} + 1u);"]))], "uint"))
        self.done(array, out)

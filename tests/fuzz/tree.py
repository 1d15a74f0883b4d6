# The kernels that the generator makes, as trees that can be printed and cut down.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions and statements of OpenCL C. Nothing here knows what makes a kernel well defined; generator.py does."""


class Expression:
    """`text` with a `{}` for each operand. `kind` is the name of its type."""

    def __init__(self, kind, text, *operands):
        self.kind, self.text, self.operands = kind, text, list(operands)

    def __str__(self):
        return self.text.format(*self.operands)


class Statement:
    """One statement with its expressions, or a block: `text`, then the bodies between braces, with `joints` between.

    `fixed` statements are never deleted: others rely on them in ways that the compiler would not notice."""

    def __init__(self, text, *expressions, bodies=(), joints=(), end="", fixed=False):
        self.text, self.expressions = text, list(expressions)
        self.bodies, self.joints, self.end, self.fixed = list(bodies), list(joints), end, fixed

    def lines(self, depth):
        pad = "  " * depth
        head = self.text.format(*self.expressions)
        if not self.bodies:
            return [pad + head]
        lines = [pad + head + " {"]
        for number, body in enumerate(self.bodies):
            if number:
                lines.append(f"{pad}}} {self.joints[number - 1]} {{")
            lines += block(body, depth + 1)
        lines.append(pad + "}" + self.end)
        return lines


def block(statements, depth):
    return [line for statement in statements for line in statement.lines(depth)]


class Function:
    def __init__(self, head, body):
        self.head, self.body = head, body

    def __str__(self):
        return "\n".join([self.head + " {", *block(self.body, 1), "}"])


class Program:
    """`functions` in order, the kernel last; `support` is text in front of them. `launch` says how it is run."""

    def __init__(self, seed, support, functions, launch):
        self.seed, self.support, self.functions, self.launch = seed, support, functions, launch

    def source(self):
        return self.support + "\n\n" + "\n\n".join(str(function) for function in self.functions) + "\n"

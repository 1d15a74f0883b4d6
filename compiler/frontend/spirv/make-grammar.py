#!/usr/bin/python3
# Makes C++ tables of the machine-readable grammar of SPIR-V, for Decoder.cpp.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: make-grammar.py spirv.core.grammar.json extinst.opencl.std.100.grammar.json additions.grammar.json OUTPUT

The additions are of the same form, and complete the first file where it lacks them. The output defines, in this order:
- the kinds of operands, as an enumeration, and which of them are masks;
- lists of operands, each operand its kind and whether it may be missing or come several times;
- the instructions with their names and lists, by number, and whether they come from the additions;
- the parameters that values of enumerations bring along, by kind and value, and the same;
- the names of capabilities, by number, with the extensions that have each, separated by spaces, and the version that
  needs none of them (0: no version);
- the names of the instructions of OpenCL.std, by number."""
import json
import sys

# What the decoder takes apart by itself; all other kinds are enumerations.
BASE = ["ResultType", "Result", "Id", "Literal", "Rest", "String", "Opcode"]
AS_BASE = {
    "IdResultType": ["ResultType"], "IdResult": ["Result"], "IdRef": ["Id"], "IdMemorySemantics": ["Id"],
    "IdScope": ["Id"], "LiteralInteger": ["Literal"], "LiteralExtInstInteger": ["Literal"], "LiteralString": ["String"],
    "LiteralContextDependentNumber": ["Rest"], "LiteralSpecConstantOpInteger": ["Opcode"],
    # A pair's literal is as wide as the selector, whose type the decoder does not know.
    "PairLiteralIntegerIdRef": ["Rest"], "PairIdRefIdRef": ["Id", "Id"], "PairIdRefLiteralInteger": ["Id", "Literal"],
}
OPTIONAL, REPEATED = 0x100, 0x200


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def complete(core, additions):
    """Adds what the grammar lacks, marked as added, and what it has with wrong operands, in the place of that."""
    known = {instruction["opcode"]: len(instruction.get("operands", [])) for instruction in core["instructions"]}
    wrong = {one["opcode"] for one in additions["instructions"]
             if one.get("corrects") and known.get(one["opcode"]) != len(one["operands"])}
    core["instructions"] = [one for one in core["instructions"] if one["opcode"] not in wrong]
    core["instructions"] += [{**one, "added": True} for one in additions["instructions"]
                             if one["opcode"] not in known or one["opcode"] in wrong]
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    for kind in additions["operand_kinds"]:
        entries = kinds[kind["kind"]]["enumerants"]
        known = {number(entry["value"]) for entry in entries}
        entries += [{**one, "added": True} for one in kind["enumerants"] if number(one["value"]) not in known]


def versionOf(entry):
    """"1.6" as a module's second word has it; 0 where only extensions have the capability."""
    version = entry.get("version", "None")
    return 0 if version == "None" else int(version.split(".")[0]) << 16 | int(version.split(".")[1]) << 8


def main(coreFile, openClFile, additionsFile, outputFile):
    with open(coreFile, encoding="utf-8") as file:
        core = json.load(file)
    with open(openClFile, encoding="utf-8") as file:
        openCl = json.load(file)
    with open(additionsFile, encoding="utf-8") as file:
        complete(core, json.load(file))
    enums = [k for k in core["operand_kinds"] if k["category"] in ("BitEnum", "ValueEnum")]
    kinds = BASE + [k["kind"] for k in enums]
    numberOf = {kind: number for number, kind in enumerate(kinds)}
    lists, places = [], {}

    def listOf(operands):
        codes = []
        for operand in operands:
            flag = {"?": OPTIONAL, "*": REPEATED}.get(operand.get("quantifier"), 0)
            parts = AS_BASE.get(operand["kind"], [operand["kind"]])
            codes += [numberOf[part] | (flag if parts != ["Rest"] else 0) for part in parts]
        if tuple(codes) not in places:
            places[tuple(codes)] = len(lists)
            lists.extend(codes)
        return places[tuple(codes)], len(codes)

    instructions = {}
    for instruction in core["instructions"]:
        first, count = listOf(instruction.get("operands", []))
        added = int(instruction.get("added", False))
        instructions.setdefault(instruction["opcode"], (instruction["opname"], first, count, added))
    parameters = {}
    for enum in enums:
        for entry in enum["enumerants"]:
            first, count = listOf(entry.get("parameters", []))
            # Values without parameters tell the decoder which ones there are.
            added = int(entry.get("added", False))
            parameters.setdefault((numberOf[enum["kind"]], number(entry["value"])), (first, count, added))
    with open(outputFile, "w", encoding="utf-8") as out:
        out.write("// Made by make-grammar.py.\n")
        out.write("enum OperandKind : uint16_t { " + ", ".join("Kind" + kind for kind in kinds) + " };\n")
        masks = ["0"] * len(BASE) + ["1" if k["category"] == "BitEnum" else "0" for k in enums]
        out.write("constexpr bool kindIsMask[] = {" + ", ".join(masks) + "};\n")
        out.write(f"constexpr uint16_t optionalOperand = {OPTIONAL}, repeatedOperand = {REPEATED};\n")
        out.write("constexpr uint16_t operandLists[] = {" + ", ".join(map(str, lists)) + "};\n")
        out.write("constexpr InstructionEntry instructionTable[] = {\n")
        for opcode, (name, first, count, added) in sorted(instructions.items()):
            out.write(f'  {{"{name}", {opcode}, {first}, {count}, {added}}},\n')
        out.write("};\nconstexpr ParameterEntry parameterTable[] = {\n")
        for (kind, value), (first, count, added) in sorted(parameters.items()):
            out.write(f"  {{{kind}, {value}u, {first}, {count}, {added}}},\n")
        out.write("};\nconstexpr CapabilityEntry capabilityTable[] = {\n")
        capabilities = {}
        for entry in [e for k in enums if k["kind"] == "Capability" for e in k["enumerants"]]:
            capabilities.setdefault(number(entry["value"]), []).append(entry)
        for value, names in sorted(capabilities.items()):
            entry = names[0]
            # One that the core has taken over has its extension under its other name.
            extensions = " ".join(dict.fromkeys(one for name in names for one in name.get("extensions", [])))
            out.write(f'  {{{value}, "{entry["enumerant"]}", "{extensions}", {versionOf(entry)}}},\n')
        out.write("};\nconstexpr NameEntry openClTable[] = {\n")
        for entry in sorted(openCl["instructions"], key=lambda entry: entry["opcode"]):
            out.write(f'  {{{entry["opcode"]}, "{entry["opname"]}"}},\n')
        out.write("};\n")


main(*sys.argv[1:])

// Decides how a packet runs each instruction of a kernel: as a vector instruction, or for one lane after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_PACKET_LEGALITY_H
#define WEFT_COMPILER_SCHEDULE_PACKET_LEGALITY_H

#include <optional>
#include <string>

namespace llvm {
class AtomicRMWInst;
class CallBase;
class Function;
class Instruction;
class Type;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;
class PacketShapes;

/// Decides whether a packet runs an instruction as a vector instruction, as a call of a builtin's vector overload, or
/// for one lane after the other. Doesn't change the kernel.
class PacketLegality {
public:
  PacketLegality(const PacketShapes &shapes, const BuiltinLibrary &builtins, unsigned width)
      : shapes_(shapes), builtins_(builtins), width_(width) {}

  /// Returns why `instruction` can't be widened, or nothing. Must be called for all instructions before the first one
  /// is widened.
  std::optional<std::string> obstacle(const llvm::Instruction &instruction) const;
  /// Returns whether `instruction` has no vector form and so runs once for each lane. Requires that its operands or its
  /// result differ between lanes.
  bool isScalarisedPerLane(const llvm::Instruction &instruction) const;
  /// Returns the name of a builtin's vector overload, or an empty string. If packets are wider than OpenCL C's vectors,
  /// this is the overload for the widest vector, and a packet needs several calls of it.
  std::string vectorOverloadFor(const llvm::CallBase &call) const;

  /// Returns how many lanes the overload of a builtin works on.
  unsigned lanesOfBuiltin() const;
  /// The number of work-items of a packet.
  unsigned width() const { return width_; }

private:
  const PacketShapes &shapes_;
  const BuiltinLibrary &builtins_;
  const unsigned width_;
};

/// Returns whether one update can replace the updates of all lanes. All lanes must update one address, by an operation
/// whose order doesn't matter. The old values must be unused, or all lanes must add the same value, from which the old
/// values can be computed.
bool canCombineLanes(const llvm::AtomicRMWInst &update, const PacketShapes &shapes);

/// Returns whether `update` adds or subtracts its operand.
bool isSumUpdate(const llvm::AtomicRMWInst &update);

} // namespace weft::compiler

#endif

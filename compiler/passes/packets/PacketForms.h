// Which form each instruction of a kernel has on packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_FORMS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_FORMS_H

#include <optional>
#include <string>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Type;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;
class PacketShapes;

/// Decides, and changes nothing.
class PacketForms {
public:
  PacketForms(const PacketShapes &shapes, const BuiltinLibrary &builtins, unsigned width)
      : shapes_(shapes), builtins_(builtins), width_(width) {}

  /// Why `instruction` can't be widened, or nothing. To be asked of all before the first is.
  std::optional<std::string> obstacle(const llvm::Instruction &instruction) const;
  /// Whether there is no form of `instruction` for vectors, given that lanes differ in what it takes or gives.
  bool runsEachLane(const llvm::Instruction &instruction) const;
  /// The overload of a builtin for vectors, if there is one; of OpenCL C's widest where packets are wider.
  std::string builtinForLanes(const llvm::CallBase &call) const;

  /// How many lanes that overload works on.
  unsigned lanesOfBuiltin() const;
  /// Work-items of a packet.
  unsigned width() const { return width_; }

private:
  const PacketShapes &shapes_;
  const BuiltinLibrary &builtins_;
  const unsigned width_;
};

/// What a vector does for all lanes at once as it does it for one.
bool isElementwise(const llvm::Instruction &instruction);
/// What moves elements between vectors and scalars, or gives bits another type.
bool isVectorOperation(const llvm::Instruction &instruction);
/// Accesses that a vector's would not stand for: each lane makes its own.
bool needsOwnAccess(const llvm::Instruction &instruction);
/// What says something of scalars, which nobody has to know of their lanes.
bool isMarker(const llvm::Instruction &instruction);
bool isPrefetch(const llvm::Instruction &instruction);

} // namespace weft::compiler

#endif

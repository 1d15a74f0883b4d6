// Describes integers of a kernel as sums of ids and other values times factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_AFFINE_EXPRESSION_H
#define WEFT_COMPILER_ANALYSIS_AFFINE_EXPRESSION_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BinaryOperator;
class CastInst;
class ConstantInt;
class Value;
} // namespace llvm

namespace weft::compiler {

/// How an integer with fewer than 64 bits is extended. An integer with 64 bits has no extension.
enum class Extension { none, ofSigned, ofUnsigned };

/// A sum of products and a constant, modulo 2^64. Each product has a constant factor and symbols. A symbol is an id, or
/// a value that the expression doesn't take apart.
class AffineExpression {
public:
  struct Symbol {
    int id = -1; ///< the number of an id; -1 for another value
    const llvm::Value *value = nullptr;
    bool isUnsigned =
        false; ///< whether a value with fewer than 64 bits is zero-extended; otherwise it is sign-extended
    bool operator==(const Symbol &) const = default;
  };
  struct Product {
    llvm::SmallVector<Symbol, 2> symbols;
    int64_t factor;
  };

  AffineExpression() = default;
  explicit AffineExpression(int64_t constant) : constant_(constant) {}
  explicit AffineExpression(const Symbol &symbol) { add({symbol}, 1); }

  int64_t constant() const { return constant_; }
  llvm::ArrayRef<Product> products() const { return products_; }

  /// Adds `factor` times `other`.
  void add(const AffineExpression &other, int64_t factor = 1);
  /// Returns the product of the two expressions. Returns nothing if the product has two ids in one product, or too many
  /// products.
  std::optional<AffineExpression> times(const AffineExpression &other) const;
  /// Returns this expression minus `other`, if the difference is a constant.
  std::optional<int64_t> differenceFrom(const AffineExpression &other) const;
  bool operator==(const AffineExpression &other) const { return differenceFrom(other) == 0; }

private:
  void add(llvm::ArrayRef<Symbol> symbols, int64_t factor);

  llvm::SmallVector<Product, 2> products_; ///< no two products have the same symbols, and no product's factor is 0
  int64_t constant_ = 0;
};

/// Reads integers as affine expressions. Each subclass decides which values are symbols, and which operations on fewer
/// than 64 bits are known not to wrap.
class AffineReader {
public:
  virtual ~AffineReader() = default;

  /// Returns an expression that equals the extended value. Returns nothing if the subclass refuses one of the symbols.
  std::optional<AffineExpression> read(const llvm::Value &value, Extension extension);

protected:
  /// Reads the first `mostOperations` operations. The results of all further operations are symbols.
  explicit AffineReader(unsigned mostOperations) : operationsLeft_(mostOperations) {}
  /// Whether `mostOperations` operations have been read. Then readSymbol must not call `read` for a value's operands.
  bool isExhausted() const { return operationsLeft_ == 0; }

  /// If `value` is an id, returns that id as an expression, whatever instruction computes it. Otherwise returns
  /// nothing.
  virtual std::optional<AffineExpression> readId(const llvm::Value &) { return std::nullopt; }
  /// Returns the expression of a value that isn't computed by affine operations. Returns nothing to refuse the value.
  virtual std::optional<AffineExpression> readSymbol(const llvm::Value &value, Extension extension) = 0;
  /// Returns the extended constant.
  virtual int64_t extended(const llvm::ConstantInt &constant, Extension extension) const;
  /// Returns the extension with which the operands of an operation are read, if its result is read with `extension`.
  virtual Extension extensionOfOperands(Extension extension) const { return extension; }
  /// Returns whether `sum`, computed with 64 bits, equals the extended result of `operation`.
  virtual bool isExact(const llvm::BinaryOperator &operation, Extension extension, const AffineExpression &sum) = 0;
  /// Returns the expression of an integer cast. By default, extensions are read through and truncations are symbols.
  virtual std::optional<AffineExpression> readCast(const llvm::CastInst &cast, Extension extension);
  /// Whether two expressions may be multiplied. Otherwise one factor of each product is a constant.
  virtual bool multipliesExpressions() const { return false; }

private:
  std::optional<AffineExpression> readOperation(const llvm::BinaryOperator &operation, Extension extension);

  unsigned operationsLeft_;
};

} // namespace weft::compiler

#endif

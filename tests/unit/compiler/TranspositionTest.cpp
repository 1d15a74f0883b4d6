// Tests the transposition of matrices of many shapes in vectors, and the shuffles that it needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Transposition.h"

#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {
namespace {

/// The number of rows, the number of elements in a row, and the bits of an element.
using Shape = std::tuple<unsigned, unsigned, unsigned>;

class TranspositionTest : public testing::TestWithParam<Shape> {
protected:
  llvm::LLVMContext context_;
  llvm::IRBuilder<> builder_{context_};
  const unsigned rows_ = std::get<0>(GetParam()), columns_ = std::get<1>(GetParam());
  llvm::IntegerType *const element_ = llvm::IntegerType::get(context_, std::get<2>(GetParam()));

  /// Returns the element at this position. The elements differ as far as their bits allow.
  uint64_t valueOf(unsigned row, unsigned column) const {
    return (row * columns_ + column) & llvm::maskTrailingOnes<uint64_t>(element_->getBitWidth());
  }
};

TEST_P(TranspositionTest, GivesTheColumns) {
  llvm::SmallVector<llvm::Value *> rows;
  for (unsigned row = 0; row < rows_; ++row) {
    llvm::SmallVector<llvm::Constant *> elements;
    for (unsigned column = 0; column < columns_; ++column)
      elements.push_back(llvm::ConstantInt::get(element_, valueOf(row, column)));
    rows.push_back(llvm::ConstantVector::get(elements));
  }
  // The builder folds operations on constants to constants.
  const auto columns = transpose(builder_, rows);
  ASSERT_EQ(columns.size(), columns_);
  for (unsigned column = 0; column < columns_; ++column) {
    auto *vector = llvm::cast<llvm::Constant>(columns[column]);
    ASSERT_EQ(llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements(), rows_);
    for (unsigned row = 0; row < rows_; ++row) {
      auto *value = llvm::dyn_cast<llvm::ConstantInt>(vector->getAggregateElement(row));
      ASSERT_TRUE(value) << "column " << column << ", row " << row;
      EXPECT_EQ(value->getZExtValue(), valueOf(row, column)) << "column " << column << ", row " << row;
    }
  }
}

std::string nameOf(const testing::TestParamInfo<Shape> &shape) {
  const auto [rows, columns, bits] = shape.param;
  return std::to_string(rows) + "RowsOf" + std::to_string(columns) + "TimesBits" + std::to_string(bits);
}

INSTANTIATE_TEST_SUITE_P(Shapes, TranspositionTest,
                         testing::Combine(testing::Values(2, 4, 8, 16, 32), testing::Values(2, 4, 8, 16, 32, 64),
                                          testing::Values(8, 16, 32, 64)),
                         nameOf);

/// Whether x86-64 has an instruction for the shuffle that needs no index register. That is so if elements stay within
/// their block of 16 bytes, or if whole blocks move.
bool isOfLanes(const llvm::ShuffleVectorInst &shuffle) {
  const auto lane = static_cast<int>(128 / shuffle.getType()->getScalarSizeInBits());
  const auto length =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  bool withinLanes = true, ofWholeLanes = true;
  for (const auto &[place, source] : llvm::enumerate(shuffle.getShuffleMask())) {
    withinLanes &= source % length / lane == static_cast<int>(place) / lane;
    ofWholeLanes &= source % lane == static_cast<int>(place) % lane;
  }
  return withinLanes || ofWholeLanes;
}

TEST(Transposition, TakesAShuffleOfTwoRegistersForEachBitOfTheRow) {
  llvm::LLVMContext context;
  llvm::Module module("transposition", context);
  llvm::IRBuilder<> builder(context);
  auto *row = llvm::FixedVectorType::get(builder.getFloatTy(), 16);
  const std::vector<llvm::Type *> parameters(16, row);
  auto *function = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), parameters, false),
                                          llvm::Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  llvm::SmallVector<llvm::Value *> rows;
  for (llvm::Argument &argument : function->args())
    rows.push_back(&argument);
  transpose(builder, rows);
  unsigned shuffles = 0;
  for (const llvm::Instruction &instruction : function->getEntryBlock()) {
    ++shuffles;
    EXPECT_TRUE(isOfLanes(llvm::cast<llvm::ShuffleVectorInst>(instruction)));
  }
  EXPECT_EQ(shuffles, 16u * 4u);
}

} // namespace
} // namespace weft::compiler

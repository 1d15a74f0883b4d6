// Tests handles: `resolve` accepts the handles of live objects, and refuses all other pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <barrier>
#include <set>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/objects/Context.h"
#include "core/objects/Object.h"

namespace weft::core {
namespace {

/// A minimal object with a handle. It sets `gone` when it is destroyed.
class Probe final : public TypedObject<ObjectKind::memory, cl_mem, CL_INVALID_MEM_OBJECT> {
public:
  explicit Probe(bool &gone) : gone_(gone) { gone_ = false; }

private:
  ~Probe() override { gone_ = true; }
  void handleDropped() noexcept override {}
  bool &gone_;
};

bool isValid(cl_mem handle) { return resolve<Probe>(handle).has_value(); }

TEST(Handle, ResolvesToItsObjectAndToNoOther) {
  bool gone, otherGone;
  auto probe = makeRef<Probe>(gone), other = makeRef<Probe>(otherGone);
  cl_mem handle = probe->publish(), otherHandle = other->publish();
  EXPECT_EQ(*resolve<Probe>(handle), probe);
  EXPECT_EQ(*resolve<Probe>(otherHandle), other);
  EXPECT_TRUE(probe->releaseHandle());
  EXPECT_TRUE(other->releaseHandle());
}

TEST(Handle, IsDeadOnceTheApplicationHasReleasedIt) {
  bool gone;
  auto probe = makeRef<Probe>(gone);
  cl_mem handle = probe->publish();
  probe->retainHandle();
  EXPECT_EQ(probe->references(), 2u);
  EXPECT_TRUE(probe->releaseHandle());
  EXPECT_TRUE(isValid(handle));
  EXPECT_TRUE(probe->releaseHandle());
  EXPECT_FALSE(isValid(handle));
  EXPECT_FALSE(gone) << "the internal reference keeps it";
  EXPECT_FALSE(probe->releaseHandle()) << "there is nothing left to release";
  probe = nullptr;
  EXPECT_TRUE(gone);
  EXPECT_FALSE(isValid(handle));
}

TEST(Handle, LivesAgainWhenAQueryShowsIt) {
  bool gone;
  auto probe = makeRef<Probe>(gone);
  cl_mem handle = probe->publish();
  EXPECT_TRUE(probe->releaseHandle());
  EXPECT_EQ(probe->show(), handle);
  EXPECT_TRUE(isValid(handle));
  probe->retainHandle();
  probe = nullptr;
  EXPECT_FALSE(gone) << "the application holds a reference again";
  EXPECT_TRUE((*resolve<Probe>(handle))->releaseHandle());
  EXPECT_TRUE(gone);
}

template <typename T>
concept GivesRawPointers = requires { std::declval<T>().get(); } || requires { *std::declval<T>(); };
static_assert(GivesRawPointers<RefPtr<Probe> &> && GivesRawPointers<const RefPtr<Probe> &>);
static_assert(!GivesRawPointers<RefPtr<Probe>>, "a pointer would outlive the reference that resolve gives");
static_assert(std::is_same_v<decltype(resolve<Probe>(nullptr)), Result<RefPtr<Probe>>>);

TEST(Handle, IsKeptByWhoHasResolvedIt) {
  bool gone;
  const cl_mem handle = makeRef<Probe>(gone)->publish();
  {
    const RefPtr<Probe> resolved = *resolve<Probe>(handle);
    EXPECT_TRUE(resolved->releaseHandle());
    EXPECT_FALSE(isValid(handle));
    EXPECT_FALSE(gone);
  }
  EXPECT_TRUE(gone);
}

// One thread releases the only reference that it knows of while another thread takes a reference.
TEST(Handle, IsValidExactlyWhileThereAreReferences) {
  bool gone;
  const auto probe = makeRef<Probe>(gone);
  const cl_mem handle = probe->publish();
  constexpr int rounds = 1000;
  std::barrier together(2);
  std::thread other([&] {
    for (int i = 0; i < rounds; ++i) {
      together.arrive_and_wait();
      probe->retainHandle();
      together.arrive_and_wait();
    }
  });
  unsigned wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    together.arrive_and_wait();
    wrong += probe->releaseHandle() ? 0 : 1;
    together.arrive_and_wait();
    wrong += probe->references() == 1 && isValid(handle) ? 0 : 1;
  }
  other.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_TRUE(probe->releaseHandle());
}

TEST(Handle, OtherPointersAreNeverFollowed) {
  bool gone;
  auto probe = makeRef<Probe>(gone);
  cl_mem handle = probe->publish();
  long local = 0;
  std::vector<const void *> wrong = {
      nullptr, reinterpret_cast<void *>(1),          reinterpret_cast<void *>(-1),
      &local,  reinterpret_cast<char *>(handle) + 8, reinterpret_cast<char *>(handle) + (1 << 29)};
  for (const void *pointer : wrong) {
    auto result = resolve<Probe>(static_cast<cl_mem>(const_cast<void *>(pointer)));
    ASSERT_FALSE(result) << pointer;
    EXPECT_EQ(result.error().code, CL_INVALID_MEM_OBJECT);
    EXPECT_FALSE(result.error().message.empty());
  }
  auto asContext = resolve<Context>(reinterpret_cast<cl_context>(handle));
  ASSERT_FALSE(asContext);
  EXPECT_EQ(asContext.error().code, CL_INVALID_CONTEXT);
  EXPECT_TRUE(probe->releaseHandle());
}

TEST(Handle, AReleasedOneIsNotGivenOutAtOnce) {
  std::set<cl_mem> recent;
  for (int i = 0; i < 200; ++i) {
    bool gone;
    auto probe = makeRef<Probe>(gone);
    cl_mem handle = probe->publish();
    EXPECT_TRUE(recent.insert(handle).second);
    EXPECT_TRUE(probe->releaseHandle());
  }
}

TEST(Handle, CarriesTheLoadersWords) {
  int table = 0, data = 0;
  HandleTable::instance().setDispatch(&table);
  bool gone;
  auto probe = makeRef<Probe>(gone);
  auto *handle = reinterpret_cast<const void *const *>(probe->publish());
  EXPECT_EQ(handle[0], &table);
  HandleTable::instance().setDispatchData(&data);
  EXPECT_EQ(handle[1], &data);
  EXPECT_TRUE(probe->releaseHandle());
}

} // namespace
} // namespace weft::core

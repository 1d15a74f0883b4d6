// Objects of classes in private, local and global memory: methods for each, constructors, destructors, inheritance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Counter {
  int count;
  void add(int value) { count += value; }
  int twice() const { return 2 * count; }
};

struct Named : Counter {
  int name;
  Named(int own) : Counter{own}, name(own + 1) {}
};

// Adds what it held to a place when it goes out of scope.
class Keeper {
public:
  Keeper(global int *place, int value) : place_(place), value_(value) {}
  ~Keeper() { *place_ += value_; }
  Keeper(const Keeper &) = delete;

private:
  global int *place_;
  int value_;
};

kernel void objects_in_all_memories(global const int *in, global Counter *counters, global int *kept, local Counter *tile) {
  const size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  tile[l].count = in[i];
  tile[l].add(1);
  barrier(CLK_LOCAL_MEM_FENCE);
  Named own(tile[size - 1 - l].twice());
  own.add(own.name);
  counters[i].add(own.twice());
  kept[i] = 0;
  {
    const Keeper first(kept + i, own.count);
    if (in[i] % 2 == 0) {
      const Keeper second(kept + i, 1000);
      kept[i] += 7;
    }
    kept[i] *= 2;
  }
}

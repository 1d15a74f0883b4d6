// A structure that is a member of itself, and lines next to the largest number: Clang goes on after both.
#line 4294967290
#define pair struct { int a, b; } c, d;
struct list { float value; struct list next; pair };
typedef struct tree { struct tree *left; uchar4 colour; } tree;
kernel void lists(global struct list *all, struct list one, global tree *trees) {
  const int i = get_global_id(0);
  all[i].value = one.next.value + trees[i].colour.x;
}

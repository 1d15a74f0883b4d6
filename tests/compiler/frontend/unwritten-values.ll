; What a program leaves unwritten is zero, but for arrays; the fourth element of a vector of three, too, also where Clang
; has made a constant of it. A function that ends without a value returns.
; RUN: split-file %s %t
; RUN: weftc %t/unwritten.cl --emit=ll | FileCheck %s
; RUN: weftc %t/unwritten.cl --options=-cl-opt-disable --emit=ll | FileCheck --check-prefix=AS-WRITTEN %s
; RUN: weftc %t/missing.cl --options=-cl-std=CLC++2021 --emit=ll | FileCheck --check-prefix=MISSING %s

; CHECK-LABEL: define dso_local spir_kernel void @scalars(
; CHECK: phi i32 [ %{{.*}}, %{{.*}} ], [ 0, %entry ]
; CHECK-NOT: {{undef|poison}}
; CHECK-LABEL: define dso_local spir_kernel void @elements(
; CHECK: shufflevector <3 x i8> %{{.*}}, <3 x i8> <i8 0, {{.*}}>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-LABEL: define dso_local spir_kernel void @constants(
; CHECK: store <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 0.000000e+00>
; CHECK-LABEL: define dso_local spir_kernel void @arrays(
; CHECK-NOT: memset
; CHECK: ret void

; AS-WRITTEN-LABEL: define dso_local spir_kernel void @scalars(
; AS-WRITTEN: store i32 0, ptr %value
; AS-WRITTEN-LABEL: define dso_local spir_kernel void @arrays(
; AS-WRITTEN-NOT: memset
; AS-WRITTEN: ret void

; MISSING-NOT: unreachable
;--- unwritten.cl
kernel void scalars(global int *a, int n) {
  int value;
  if (n > 5)
    value = a[n];
  a[0] = value;
}
kernel void elements(global uint *a, global const uchar *b) { *a = as_uint(vload3(0, b)); }
kernel void constants(global float3 *a) { a[get_global_id(0)] = (float3)(1, 2, 3); }
kernel void arrays(global int *a, int n) {
  int values[99];
  for (int i = 0; i < n; ++i)
    values[i] = a[i];
  a[n] = values[a[0]];
}
;--- missing.cl
int half_of(int value) {
  if (value % 2 == 0)
    return value / 2;
}
kernel void missing(global int *a) { *a = half_of(*a); }

; A switch whose default is unreachable joins where its cases do: each of these is a section of its own, and what lies
; behind is gone through once, not once for each case of each switch before it (4 to the power of 24 times).
; RUN: weft-opt -weft-passes="outline-long-code<6000;10>" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: call void @k.s0(
; CHECK: call void @k.s1(
; CHECK: call void @k.s2(
; CHECK: call void @k.s22(
; CHECK: ret void
define void @k(ptr %launch, ptr %group) "weft-kernel" {
entry:
  %a = load i32, ptr %launch
  br label %s0

s0:
  %x0 = phi i32 [ %a, %entry ]
  %w0 = lshr i32 %a, 0
  %b0 = and i32 %w0, 3
  switch i32 %b0, label %none0 [ i32 0, label %c0.0  i32 1, label %c0.1  i32 2, label %c0.2  i32 3, label %c0.3 ]
none0:
  unreachable
c0.0:
  %u0.0 = mul i32 %x0, 3
  %v0.0 = add i32 %u0.0, 0
  br label %s1
c0.1:
  %u0.1 = mul i32 %x0, 5
  %v0.1 = add i32 %u0.1, 1
  br label %s1
c0.2:
  %u0.2 = mul i32 %x0, 7
  %v0.2 = add i32 %u0.2, 2
  br label %s1
c0.3:
  %u0.3 = mul i32 %x0, 9
  %v0.3 = add i32 %u0.3, 3
  br label %s1

s1:
  %x1 = phi i32 [ %v0.0, %c0.0 ], [ %v0.1, %c0.1 ], [ %v0.2, %c0.2 ], [ %v0.3, %c0.3 ]
  %w1 = lshr i32 %a, 1
  %b1 = and i32 %w1, 3
  switch i32 %b1, label %none1 [ i32 0, label %c1.0  i32 1, label %c1.1  i32 2, label %c1.2  i32 3, label %c1.3 ]
none1:
  unreachable
c1.0:
  %u1.0 = mul i32 %x1, 3
  %v1.0 = add i32 %u1.0, 4
  br label %s2
c1.1:
  %u1.1 = mul i32 %x1, 5
  %v1.1 = add i32 %u1.1, 5
  br label %s2
c1.2:
  %u1.2 = mul i32 %x1, 7
  %v1.2 = add i32 %u1.2, 6
  br label %s2
c1.3:
  %u1.3 = mul i32 %x1, 9
  %v1.3 = add i32 %u1.3, 7
  br label %s2

s2:
  %x2 = phi i32 [ %v1.0, %c1.0 ], [ %v1.1, %c1.1 ], [ %v1.2, %c1.2 ], [ %v1.3, %c1.3 ]
  %w2 = lshr i32 %a, 2
  %b2 = and i32 %w2, 3
  switch i32 %b2, label %none2 [ i32 0, label %c2.0  i32 1, label %c2.1  i32 2, label %c2.2  i32 3, label %c2.3 ]
none2:
  unreachable
c2.0:
  %u2.0 = mul i32 %x2, 3
  %v2.0 = add i32 %u2.0, 8
  br label %s3
c2.1:
  %u2.1 = mul i32 %x2, 5
  %v2.1 = add i32 %u2.1, 9
  br label %s3
c2.2:
  %u2.2 = mul i32 %x2, 7
  %v2.2 = add i32 %u2.2, 10
  br label %s3
c2.3:
  %u2.3 = mul i32 %x2, 9
  %v2.3 = add i32 %u2.3, 11
  br label %s3

s3:
  %x3 = phi i32 [ %v2.0, %c2.0 ], [ %v2.1, %c2.1 ], [ %v2.2, %c2.2 ], [ %v2.3, %c2.3 ]
  %w3 = lshr i32 %a, 3
  %b3 = and i32 %w3, 3
  switch i32 %b3, label %none3 [ i32 0, label %c3.0  i32 1, label %c3.1  i32 2, label %c3.2  i32 3, label %c3.3 ]
none3:
  unreachable
c3.0:
  %u3.0 = mul i32 %x3, 3
  %v3.0 = add i32 %u3.0, 12
  br label %s4
c3.1:
  %u3.1 = mul i32 %x3, 5
  %v3.1 = add i32 %u3.1, 13
  br label %s4
c3.2:
  %u3.2 = mul i32 %x3, 7
  %v3.2 = add i32 %u3.2, 14
  br label %s4
c3.3:
  %u3.3 = mul i32 %x3, 9
  %v3.3 = add i32 %u3.3, 15
  br label %s4

s4:
  %x4 = phi i32 [ %v3.0, %c3.0 ], [ %v3.1, %c3.1 ], [ %v3.2, %c3.2 ], [ %v3.3, %c3.3 ]
  %w4 = lshr i32 %a, 4
  %b4 = and i32 %w4, 3
  switch i32 %b4, label %none4 [ i32 0, label %c4.0  i32 1, label %c4.1  i32 2, label %c4.2  i32 3, label %c4.3 ]
none4:
  unreachable
c4.0:
  %u4.0 = mul i32 %x4, 3
  %v4.0 = add i32 %u4.0, 16
  br label %s5
c4.1:
  %u4.1 = mul i32 %x4, 5
  %v4.1 = add i32 %u4.1, 17
  br label %s5
c4.2:
  %u4.2 = mul i32 %x4, 7
  %v4.2 = add i32 %u4.2, 18
  br label %s5
c4.3:
  %u4.3 = mul i32 %x4, 9
  %v4.3 = add i32 %u4.3, 19
  br label %s5

s5:
  %x5 = phi i32 [ %v4.0, %c4.0 ], [ %v4.1, %c4.1 ], [ %v4.2, %c4.2 ], [ %v4.3, %c4.3 ]
  %w5 = lshr i32 %a, 5
  %b5 = and i32 %w5, 3
  switch i32 %b5, label %none5 [ i32 0, label %c5.0  i32 1, label %c5.1  i32 2, label %c5.2  i32 3, label %c5.3 ]
none5:
  unreachable
c5.0:
  %u5.0 = mul i32 %x5, 3
  %v5.0 = add i32 %u5.0, 20
  br label %s6
c5.1:
  %u5.1 = mul i32 %x5, 5
  %v5.1 = add i32 %u5.1, 21
  br label %s6
c5.2:
  %u5.2 = mul i32 %x5, 7
  %v5.2 = add i32 %u5.2, 22
  br label %s6
c5.3:
  %u5.3 = mul i32 %x5, 9
  %v5.3 = add i32 %u5.3, 23
  br label %s6

s6:
  %x6 = phi i32 [ %v5.0, %c5.0 ], [ %v5.1, %c5.1 ], [ %v5.2, %c5.2 ], [ %v5.3, %c5.3 ]
  %w6 = lshr i32 %a, 6
  %b6 = and i32 %w6, 3
  switch i32 %b6, label %none6 [ i32 0, label %c6.0  i32 1, label %c6.1  i32 2, label %c6.2  i32 3, label %c6.3 ]
none6:
  unreachable
c6.0:
  %u6.0 = mul i32 %x6, 3
  %v6.0 = add i32 %u6.0, 24
  br label %s7
c6.1:
  %u6.1 = mul i32 %x6, 5
  %v6.1 = add i32 %u6.1, 25
  br label %s7
c6.2:
  %u6.2 = mul i32 %x6, 7
  %v6.2 = add i32 %u6.2, 26
  br label %s7
c6.3:
  %u6.3 = mul i32 %x6, 9
  %v6.3 = add i32 %u6.3, 27
  br label %s7

s7:
  %x7 = phi i32 [ %v6.0, %c6.0 ], [ %v6.1, %c6.1 ], [ %v6.2, %c6.2 ], [ %v6.3, %c6.3 ]
  %w7 = lshr i32 %a, 7
  %b7 = and i32 %w7, 3
  switch i32 %b7, label %none7 [ i32 0, label %c7.0  i32 1, label %c7.1  i32 2, label %c7.2  i32 3, label %c7.3 ]
none7:
  unreachable
c7.0:
  %u7.0 = mul i32 %x7, 3
  %v7.0 = add i32 %u7.0, 28
  br label %s8
c7.1:
  %u7.1 = mul i32 %x7, 5
  %v7.1 = add i32 %u7.1, 29
  br label %s8
c7.2:
  %u7.2 = mul i32 %x7, 7
  %v7.2 = add i32 %u7.2, 30
  br label %s8
c7.3:
  %u7.3 = mul i32 %x7, 9
  %v7.3 = add i32 %u7.3, 31
  br label %s8

s8:
  %x8 = phi i32 [ %v7.0, %c7.0 ], [ %v7.1, %c7.1 ], [ %v7.2, %c7.2 ], [ %v7.3, %c7.3 ]
  %w8 = lshr i32 %a, 8
  %b8 = and i32 %w8, 3
  switch i32 %b8, label %none8 [ i32 0, label %c8.0  i32 1, label %c8.1  i32 2, label %c8.2  i32 3, label %c8.3 ]
none8:
  unreachable
c8.0:
  %u8.0 = mul i32 %x8, 3
  %v8.0 = add i32 %u8.0, 32
  br label %s9
c8.1:
  %u8.1 = mul i32 %x8, 5
  %v8.1 = add i32 %u8.1, 33
  br label %s9
c8.2:
  %u8.2 = mul i32 %x8, 7
  %v8.2 = add i32 %u8.2, 34
  br label %s9
c8.3:
  %u8.3 = mul i32 %x8, 9
  %v8.3 = add i32 %u8.3, 35
  br label %s9

s9:
  %x9 = phi i32 [ %v8.0, %c8.0 ], [ %v8.1, %c8.1 ], [ %v8.2, %c8.2 ], [ %v8.3, %c8.3 ]
  %w9 = lshr i32 %a, 9
  %b9 = and i32 %w9, 3
  switch i32 %b9, label %none9 [ i32 0, label %c9.0  i32 1, label %c9.1  i32 2, label %c9.2  i32 3, label %c9.3 ]
none9:
  unreachable
c9.0:
  %u9.0 = mul i32 %x9, 3
  %v9.0 = add i32 %u9.0, 36
  br label %s10
c9.1:
  %u9.1 = mul i32 %x9, 5
  %v9.1 = add i32 %u9.1, 37
  br label %s10
c9.2:
  %u9.2 = mul i32 %x9, 7
  %v9.2 = add i32 %u9.2, 38
  br label %s10
c9.3:
  %u9.3 = mul i32 %x9, 9
  %v9.3 = add i32 %u9.3, 39
  br label %s10

s10:
  %x10 = phi i32 [ %v9.0, %c9.0 ], [ %v9.1, %c9.1 ], [ %v9.2, %c9.2 ], [ %v9.3, %c9.3 ]
  %w10 = lshr i32 %a, 10
  %b10 = and i32 %w10, 3
  switch i32 %b10, label %none10 [ i32 0, label %c10.0  i32 1, label %c10.1  i32 2, label %c10.2  i32 3, label %c10.3 ]
none10:
  unreachable
c10.0:
  %u10.0 = mul i32 %x10, 3
  %v10.0 = add i32 %u10.0, 40
  br label %s11
c10.1:
  %u10.1 = mul i32 %x10, 5
  %v10.1 = add i32 %u10.1, 41
  br label %s11
c10.2:
  %u10.2 = mul i32 %x10, 7
  %v10.2 = add i32 %u10.2, 42
  br label %s11
c10.3:
  %u10.3 = mul i32 %x10, 9
  %v10.3 = add i32 %u10.3, 43
  br label %s11

s11:
  %x11 = phi i32 [ %v10.0, %c10.0 ], [ %v10.1, %c10.1 ], [ %v10.2, %c10.2 ], [ %v10.3, %c10.3 ]
  %w11 = lshr i32 %a, 11
  %b11 = and i32 %w11, 3
  switch i32 %b11, label %none11 [ i32 0, label %c11.0  i32 1, label %c11.1  i32 2, label %c11.2  i32 3, label %c11.3 ]
none11:
  unreachable
c11.0:
  %u11.0 = mul i32 %x11, 3
  %v11.0 = add i32 %u11.0, 44
  br label %s12
c11.1:
  %u11.1 = mul i32 %x11, 5
  %v11.1 = add i32 %u11.1, 45
  br label %s12
c11.2:
  %u11.2 = mul i32 %x11, 7
  %v11.2 = add i32 %u11.2, 46
  br label %s12
c11.3:
  %u11.3 = mul i32 %x11, 9
  %v11.3 = add i32 %u11.3, 47
  br label %s12

s12:
  %x12 = phi i32 [ %v11.0, %c11.0 ], [ %v11.1, %c11.1 ], [ %v11.2, %c11.2 ], [ %v11.3, %c11.3 ]
  %w12 = lshr i32 %a, 12
  %b12 = and i32 %w12, 3
  switch i32 %b12, label %none12 [ i32 0, label %c12.0  i32 1, label %c12.1  i32 2, label %c12.2  i32 3, label %c12.3 ]
none12:
  unreachable
c12.0:
  %u12.0 = mul i32 %x12, 3
  %v12.0 = add i32 %u12.0, 48
  br label %s13
c12.1:
  %u12.1 = mul i32 %x12, 5
  %v12.1 = add i32 %u12.1, 49
  br label %s13
c12.2:
  %u12.2 = mul i32 %x12, 7
  %v12.2 = add i32 %u12.2, 50
  br label %s13
c12.3:
  %u12.3 = mul i32 %x12, 9
  %v12.3 = add i32 %u12.3, 51
  br label %s13

s13:
  %x13 = phi i32 [ %v12.0, %c12.0 ], [ %v12.1, %c12.1 ], [ %v12.2, %c12.2 ], [ %v12.3, %c12.3 ]
  %w13 = lshr i32 %a, 13
  %b13 = and i32 %w13, 3
  switch i32 %b13, label %none13 [ i32 0, label %c13.0  i32 1, label %c13.1  i32 2, label %c13.2  i32 3, label %c13.3 ]
none13:
  unreachable
c13.0:
  %u13.0 = mul i32 %x13, 3
  %v13.0 = add i32 %u13.0, 52
  br label %s14
c13.1:
  %u13.1 = mul i32 %x13, 5
  %v13.1 = add i32 %u13.1, 53
  br label %s14
c13.2:
  %u13.2 = mul i32 %x13, 7
  %v13.2 = add i32 %u13.2, 54
  br label %s14
c13.3:
  %u13.3 = mul i32 %x13, 9
  %v13.3 = add i32 %u13.3, 55
  br label %s14

s14:
  %x14 = phi i32 [ %v13.0, %c13.0 ], [ %v13.1, %c13.1 ], [ %v13.2, %c13.2 ], [ %v13.3, %c13.3 ]
  %w14 = lshr i32 %a, 14
  %b14 = and i32 %w14, 3
  switch i32 %b14, label %none14 [ i32 0, label %c14.0  i32 1, label %c14.1  i32 2, label %c14.2  i32 3, label %c14.3 ]
none14:
  unreachable
c14.0:
  %u14.0 = mul i32 %x14, 3
  %v14.0 = add i32 %u14.0, 56
  br label %s15
c14.1:
  %u14.1 = mul i32 %x14, 5
  %v14.1 = add i32 %u14.1, 57
  br label %s15
c14.2:
  %u14.2 = mul i32 %x14, 7
  %v14.2 = add i32 %u14.2, 58
  br label %s15
c14.3:
  %u14.3 = mul i32 %x14, 9
  %v14.3 = add i32 %u14.3, 59
  br label %s15

s15:
  %x15 = phi i32 [ %v14.0, %c14.0 ], [ %v14.1, %c14.1 ], [ %v14.2, %c14.2 ], [ %v14.3, %c14.3 ]
  %w15 = lshr i32 %a, 15
  %b15 = and i32 %w15, 3
  switch i32 %b15, label %none15 [ i32 0, label %c15.0  i32 1, label %c15.1  i32 2, label %c15.2  i32 3, label %c15.3 ]
none15:
  unreachable
c15.0:
  %u15.0 = mul i32 %x15, 3
  %v15.0 = add i32 %u15.0, 60
  br label %s16
c15.1:
  %u15.1 = mul i32 %x15, 5
  %v15.1 = add i32 %u15.1, 61
  br label %s16
c15.2:
  %u15.2 = mul i32 %x15, 7
  %v15.2 = add i32 %u15.2, 62
  br label %s16
c15.3:
  %u15.3 = mul i32 %x15, 9
  %v15.3 = add i32 %u15.3, 63
  br label %s16

s16:
  %x16 = phi i32 [ %v15.0, %c15.0 ], [ %v15.1, %c15.1 ], [ %v15.2, %c15.2 ], [ %v15.3, %c15.3 ]
  %w16 = lshr i32 %a, 16
  %b16 = and i32 %w16, 3
  switch i32 %b16, label %none16 [ i32 0, label %c16.0  i32 1, label %c16.1  i32 2, label %c16.2  i32 3, label %c16.3 ]
none16:
  unreachable
c16.0:
  %u16.0 = mul i32 %x16, 3
  %v16.0 = add i32 %u16.0, 64
  br label %s17
c16.1:
  %u16.1 = mul i32 %x16, 5
  %v16.1 = add i32 %u16.1, 65
  br label %s17
c16.2:
  %u16.2 = mul i32 %x16, 7
  %v16.2 = add i32 %u16.2, 66
  br label %s17
c16.3:
  %u16.3 = mul i32 %x16, 9
  %v16.3 = add i32 %u16.3, 67
  br label %s17

s17:
  %x17 = phi i32 [ %v16.0, %c16.0 ], [ %v16.1, %c16.1 ], [ %v16.2, %c16.2 ], [ %v16.3, %c16.3 ]
  %w17 = lshr i32 %a, 17
  %b17 = and i32 %w17, 3
  switch i32 %b17, label %none17 [ i32 0, label %c17.0  i32 1, label %c17.1  i32 2, label %c17.2  i32 3, label %c17.3 ]
none17:
  unreachable
c17.0:
  %u17.0 = mul i32 %x17, 3
  %v17.0 = add i32 %u17.0, 68
  br label %s18
c17.1:
  %u17.1 = mul i32 %x17, 5
  %v17.1 = add i32 %u17.1, 69
  br label %s18
c17.2:
  %u17.2 = mul i32 %x17, 7
  %v17.2 = add i32 %u17.2, 70
  br label %s18
c17.3:
  %u17.3 = mul i32 %x17, 9
  %v17.3 = add i32 %u17.3, 71
  br label %s18

s18:
  %x18 = phi i32 [ %v17.0, %c17.0 ], [ %v17.1, %c17.1 ], [ %v17.2, %c17.2 ], [ %v17.3, %c17.3 ]
  %w18 = lshr i32 %a, 18
  %b18 = and i32 %w18, 3
  switch i32 %b18, label %none18 [ i32 0, label %c18.0  i32 1, label %c18.1  i32 2, label %c18.2  i32 3, label %c18.3 ]
none18:
  unreachable
c18.0:
  %u18.0 = mul i32 %x18, 3
  %v18.0 = add i32 %u18.0, 72
  br label %s19
c18.1:
  %u18.1 = mul i32 %x18, 5
  %v18.1 = add i32 %u18.1, 73
  br label %s19
c18.2:
  %u18.2 = mul i32 %x18, 7
  %v18.2 = add i32 %u18.2, 74
  br label %s19
c18.3:
  %u18.3 = mul i32 %x18, 9
  %v18.3 = add i32 %u18.3, 75
  br label %s19

s19:
  %x19 = phi i32 [ %v18.0, %c18.0 ], [ %v18.1, %c18.1 ], [ %v18.2, %c18.2 ], [ %v18.3, %c18.3 ]
  %w19 = lshr i32 %a, 19
  %b19 = and i32 %w19, 3
  switch i32 %b19, label %none19 [ i32 0, label %c19.0  i32 1, label %c19.1  i32 2, label %c19.2  i32 3, label %c19.3 ]
none19:
  unreachable
c19.0:
  %u19.0 = mul i32 %x19, 3
  %v19.0 = add i32 %u19.0, 76
  br label %s20
c19.1:
  %u19.1 = mul i32 %x19, 5
  %v19.1 = add i32 %u19.1, 77
  br label %s20
c19.2:
  %u19.2 = mul i32 %x19, 7
  %v19.2 = add i32 %u19.2, 78
  br label %s20
c19.3:
  %u19.3 = mul i32 %x19, 9
  %v19.3 = add i32 %u19.3, 79
  br label %s20

s20:
  %x20 = phi i32 [ %v19.0, %c19.0 ], [ %v19.1, %c19.1 ], [ %v19.2, %c19.2 ], [ %v19.3, %c19.3 ]
  %w20 = lshr i32 %a, 20
  %b20 = and i32 %w20, 3
  switch i32 %b20, label %none20 [ i32 0, label %c20.0  i32 1, label %c20.1  i32 2, label %c20.2  i32 3, label %c20.3 ]
none20:
  unreachable
c20.0:
  %u20.0 = mul i32 %x20, 3
  %v20.0 = add i32 %u20.0, 80
  br label %s21
c20.1:
  %u20.1 = mul i32 %x20, 5
  %v20.1 = add i32 %u20.1, 81
  br label %s21
c20.2:
  %u20.2 = mul i32 %x20, 7
  %v20.2 = add i32 %u20.2, 82
  br label %s21
c20.3:
  %u20.3 = mul i32 %x20, 9
  %v20.3 = add i32 %u20.3, 83
  br label %s21

s21:
  %x21 = phi i32 [ %v20.0, %c20.0 ], [ %v20.1, %c20.1 ], [ %v20.2, %c20.2 ], [ %v20.3, %c20.3 ]
  %w21 = lshr i32 %a, 21
  %b21 = and i32 %w21, 3
  switch i32 %b21, label %none21 [ i32 0, label %c21.0  i32 1, label %c21.1  i32 2, label %c21.2  i32 3, label %c21.3 ]
none21:
  unreachable
c21.0:
  %u21.0 = mul i32 %x21, 3
  %v21.0 = add i32 %u21.0, 84
  br label %s22
c21.1:
  %u21.1 = mul i32 %x21, 5
  %v21.1 = add i32 %u21.1, 85
  br label %s22
c21.2:
  %u21.2 = mul i32 %x21, 7
  %v21.2 = add i32 %u21.2, 86
  br label %s22
c21.3:
  %u21.3 = mul i32 %x21, 9
  %v21.3 = add i32 %u21.3, 87
  br label %s22

s22:
  %x22 = phi i32 [ %v21.0, %c21.0 ], [ %v21.1, %c21.1 ], [ %v21.2, %c21.2 ], [ %v21.3, %c21.3 ]
  %w22 = lshr i32 %a, 22
  %b22 = and i32 %w22, 3
  switch i32 %b22, label %none22 [ i32 0, label %c22.0  i32 1, label %c22.1  i32 2, label %c22.2  i32 3, label %c22.3 ]
none22:
  unreachable
c22.0:
  %u22.0 = mul i32 %x22, 3
  %v22.0 = add i32 %u22.0, 88
  br label %s23
c22.1:
  %u22.1 = mul i32 %x22, 5
  %v22.1 = add i32 %u22.1, 89
  br label %s23
c22.2:
  %u22.2 = mul i32 %x22, 7
  %v22.2 = add i32 %u22.2, 90
  br label %s23
c22.3:
  %u22.3 = mul i32 %x22, 9
  %v22.3 = add i32 %u22.3, 91
  br label %s23

s23:
  %x23 = phi i32 [ %v22.0, %c22.0 ], [ %v22.1, %c22.1 ], [ %v22.2, %c22.2 ], [ %v22.3, %c22.3 ]
  %w23 = lshr i32 %a, 23
  %b23 = and i32 %w23, 3
  switch i32 %b23, label %none23 [ i32 0, label %c23.0  i32 1, label %c23.1  i32 2, label %c23.2  i32 3, label %c23.3 ]
none23:
  unreachable
c23.0:
  %u23.0 = mul i32 %x23, 3
  %v23.0 = add i32 %u23.0, 92
  br label %end
c23.1:
  %u23.1 = mul i32 %x23, 5
  %v23.1 = add i32 %u23.1, 93
  br label %end
c23.2:
  %u23.2 = mul i32 %x23, 7
  %v23.2 = add i32 %u23.2, 94
  br label %end
c23.3:
  %u23.3 = mul i32 %x23, 9
  %v23.3 = add i32 %u23.3, 95
  br label %end

end:
  %sum = phi i32 [ %v23.0, %c23.0 ], [ %v23.1, %c23.1 ], [ %v23.2, %c23.2 ], [ %v23.3, %c23.3 ]
  store i32 %sum, ptr %group
  ret void
}

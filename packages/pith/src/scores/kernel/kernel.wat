;; Scores blocks by trees, sixteen blocks at a time. Addresses and lengths are in bytes. `vector-scorer.ts` defines the
;; memory layout.
(module
  (memory (export "memory") 1)

  ;; Writes the minimum and maximum of each column to `out`, two numbers per column. There are `count` columns from the
  ;; address `column` on, `stride` bytes apart, with `length` bytes of values each (a multiple of 64).
  (func (export "ranges") (param $column i32) (param $count i32) (param $stride i32) (param $length i32) (param $out i32)
    (local $at i32) (local $end i32) (local $low v128) (local $high v128) (local $some v128)
    (block $done
      (loop $columns
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $at (local.get $column))
        (local.set $end (i32.add (local.get $column) (local.get $length)))
        (local.set $low (v128.load (local.get $at)))
        (local.set $high (local.get $low))
        (loop $values
          (local.set $some (v128.load (local.get $at)))
          (local.set $low (f32x4.pmin (local.get $low) (local.get $some)))
          (local.set $high (f32x4.pmax (local.get $high) (local.get $some)))
          (br_if $values
            (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
        (f32.store (local.get $out)
          (f32.min
            (f32.min (f32x4.extract_lane 0 (local.get $low)) (f32x4.extract_lane 1 (local.get $low)))
            (f32.min (f32x4.extract_lane 2 (local.get $low)) (f32x4.extract_lane 3 (local.get $low)))))
        (f32.store offset=4 (local.get $out)
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $high)) (f32x4.extract_lane 1 (local.get $high)))
            (f32.max (f32x4.extract_lane 2 (local.get $high)) (f32x4.extract_lane 3 (local.get $high)))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $column (i32.add (local.get $column) (local.get $stride)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $columns))))

  ;; Adds the leaf values of the trees from `tree` to `end` to the sixteen doubles at `sums`. `block` is the address of
  ;; the sixteen blocks in the first column; columns are `stride` bytes apart. A tree has a head of three words: the
  ;; reachable leaves as bits, the address of the leaf values, and the end of its splits. A split has its column, its
  ;; threshold, and the leaves that remain if the value is above the threshold. The lowest remaining leaf is the one
  ;; that a block reaches.
  (func (export "add") (param $tree i32) (param $end i32) (param $block i32) (param $stride i32) (param $sums i32)
    (local $split i32) (local $last i32) (local $leaves i32) (local $at i32)
    (local $threshold v128) (local $mask v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $trees
        (br_if $done (i32.ge_u (local.get $tree) (local.get $end)))
        (local.set $a (v128.load32_splat (local.get $tree)))
        (local.set $b (local.get $a))
        (local.set $c (local.get $a))
        (local.set $d (local.get $a))
        (local.set $leaves (i32.load offset=4 (local.get $tree)))
        (local.set $last (i32.load offset=8 (local.get $tree)))
        (local.set $split (i32.add (local.get $tree) (i32.const 12)))
        (block $read
          (loop $splits
            (br_if $read (i32.ge_u (local.get $split) (local.get $last)))
            (local.set $at (i32.add (local.get $block) (i32.mul (local.get $stride) (i32.load (local.get $split)))))
            (local.set $threshold (v128.load32_splat offset=4 (local.get $split)))
            (local.set $mask (v128.load32_splat offset=8 (local.get $split)))
            (local.set $a (v128.and (local.get $a) (v128.or (local.get $mask)
              (f32x4.le (v128.load (local.get $at)) (local.get $threshold)))))
            (local.set $b (v128.and (local.get $b) (v128.or (local.get $mask)
              (f32x4.le (v128.load offset=16 (local.get $at)) (local.get $threshold)))))
            (local.set $c (v128.and (local.get $c) (v128.or (local.get $mask)
              (f32x4.le (v128.load offset=32 (local.get $at)) (local.get $threshold)))))
            (local.set $d (v128.and (local.get $d) (v128.or (local.get $mask)
              (f32x4.le (v128.load offset=48 (local.get $at)) (local.get $threshold)))))
            (local.set $split (i32.add (local.get $split) (i32.const 12)))
            (br $splits)))
        ;; Unrolled: a loop would take as long as the splits.
        (v128.store offset=0 (local.get $sums)
          (f64x2.add (v128.load offset=0 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $a))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $a))) (i32.const 3)))))))
        (v128.store offset=16 (local.get $sums)
          (f64x2.add (v128.load offset=16 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $a))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $a))) (i32.const 3)))))))
        (v128.store offset=32 (local.get $sums)
          (f64x2.add (v128.load offset=32 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $b))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $b))) (i32.const 3)))))))
        (v128.store offset=48 (local.get $sums)
          (f64x2.add (v128.load offset=48 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $b))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $b))) (i32.const 3)))))))
        (v128.store offset=64 (local.get $sums)
          (f64x2.add (v128.load offset=64 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $c))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $c))) (i32.const 3)))))))
        (v128.store offset=80 (local.get $sums)
          (f64x2.add (v128.load offset=80 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $c))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $c))) (i32.const 3)))))))
        (v128.store offset=96 (local.get $sums)
          (f64x2.add (v128.load offset=96 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 1 (local.get $d))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 0 (local.get $d))) (i32.const 3)))))))
        (v128.store offset=112 (local.get $sums)
          (f64x2.add (v128.load offset=112 (local.get $sums))
            (v128.load64_lane 1
              (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 3 (local.get $d))) (i32.const 3)))
              (v128.load64_zero
                (i32.add (local.get $leaves) (i32.shl (i32.ctz (i32x4.extract_lane 2 (local.get $d))) (i32.const 3)))))))
        (local.set $tree (local.get $last))
        (br $trees)))))

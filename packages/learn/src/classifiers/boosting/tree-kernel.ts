import { type Bytes, wasm } from './wasm-bytes.js';

/** Bytes at the start of the memory that hold the 32 slots. */
export const SLOT_BYTES = 512;

/** Parameters and locals of the program. */
export const TREE_SHAPE = { parameters: 4, integers: 3, doubles: 0, vectors: 29 };

// Locals: the parameters, then integers, then vectors.
const [STEP, END, VALUES, SUMS, FREE, CODE, SLOT] = [0, 1, 2, 3, 4, 5, 6];
const [ROWS, RIGHT] = [7, 8];
/** Union of the slots 2k and 2k + 1, for k from 1 to 15. */
const pair = (k: number) => 8 + k;
const plane = (bit: number) => 24 + bit;
const [EVEN01, ODD01, EVEN23, ODD23] = [29, 30, 31, 32];
const [NIBBLES, TOP, LANES] = [33, 34, 35];

/**
 * One tree over a block of 128 rows in 128-bit vectors: what `splitRows` and `addLeaves` in `bit-sliced.ts` do with
 * 32-bit integers, in the same order, so the sums agree to the last bit. Takes the addresses of the first step, of
 * the end of the steps, of the tree's 32 values, and of the sums.
 */
export function treeProgram(): Bytes {
  return [...splitRows(), ...unitePlanes(), ...transpose()];
}

function splitRows(): Bytes {
  const { get, set, tee, constant, add, and, shiftLeft, shiftRight, loadVector, storeVector, vectorAnd } =
    wasm;
  const next = (local: number, by: number) => [...get(local), ...constant(by), ...add, ...set(local)];
  const divide = [
    ...[
      ...get(STEP),
      ...wasm.loadInteger(0),
      ...tee(CODE),
      ...constant(255),
      ...and,
      ...constant(4),
      ...shiftLeft,
    ],
    ...[...tee(SLOT), ...loadVector(0), ...tee(ROWS)],
    ...[...get(CODE), ...constant(8), ...shiftRight, ...constant(4), ...shiftLeft, ...loadVector(0)],
    ...[...vectorAnd, ...set(RIGHT)],
    ...[...get(FREE), ...get(RIGHT), ...storeVector(0)],
    ...[...get(SLOT), ...get(ROWS), ...get(RIGHT), ...wasm.vectorXor, ...storeVector(0)],
    ...[...next(FREE, 16), ...next(STEP, 4)],
  ];
  const clear = [...get(FREE), ...wasm.vectorOf(0), ...storeVector(0), ...next(FREE, 16)];
  return [
    ...[...constant(0), ...wasm.vectorOf(0xffffffff), ...storeVector(0), ...constant(16), ...set(FREE)],
    ...wasm.until([...get(STEP), ...get(END), ...wasm.notBelow], divide),
    ...wasm.until([...get(FREE), ...constant(SLOT_BYTES), ...wasm.notBelow], clear),
  ];
}

/** Plane b is the union of the slots whose number has bit b. */
function unitePlanes(): Bytes {
  const slot = (k: number) => [...wasm.constant(0), ...wasm.loadVector(16 * k)];
  const union = (parts: Bytes[]) =>
    parts.flatMap((part, i) => (i === 0 ? part : [...part, ...wasm.vectorOr]));
  const numbers = Array.from({ length: 16 }, (_, k) => k);
  const pairs = numbers
    .slice(1)
    .flatMap(k => [...union([slot(2 * k), slot(2 * k + 1)]), ...wasm.set(pair(k))]);
  const higher = [1, 2, 3, 4].flatMap(bit => {
    const having = numbers.filter(k => k & (1 << (bit - 1))).map(k => wasm.get(pair(k)));
    return [...union(having), ...wasm.set(plane(bit))];
  });
  return [...pairs, ...union(numbers.map(k => slot(2 * k + 1))), ...wasm.set(plane(0)), ...higher];
}

const masked = (local: number, mask: number): Bytes => [
  ...wasm.get(local),
  ...wasm.vectorOf(mask),
  ...wasm.vectorAnd,
];
const left = (code: Bytes, by: number): Bytes => [...code, ...wasm.constant(by), ...wasm.vectorShiftLeft];
const shifted = (local: number, by: number): Bytes => [
  ...wasm.get(local),
  ...wasm.constant(by),
  ...wasm.vectorShiftRight,
];
const right = (local: number, by: number, mask: number): Bytes => [
  ...shifted(local, by),
  ...wasm.vectorOf(mask),
  ...wasm.vectorAnd,
];
const either = (a: Bytes, b: Bytes): Bytes => [...a, ...b, ...wasm.vectorOr];

/** Five planes to a slot number in a byte for each row, as `addLeaves` does it. */
function transpose(): Bytes {
  const pairs = (low: number, high: number, even: number, odd: number) => [
    ...either(masked(low, 0x55555555), left(masked(high, 0x55555555), 1)),
    ...wasm.set(even),
    ...either(right(low, 1, 0x55555555), masked(high, 0xaaaaaaaa)),
    ...wasm.set(odd),
  ];
  const lowHalf = (a: number, b: number) => either(masked(a, 0x33333333), left(masked(b, 0x33333333), 2));
  const highHalf = (a: number, b: number) => either(right(a, 2, 0x33333333), masked(b, 0xcccccccc));
  return [
    ...pairs(plane(0), plane(1), EVEN01, ODD01),
    ...pairs(plane(2), plane(3), EVEN23, ODD23),
    ...addSixteenTwice(lowHalf(EVEN01, EVEN23), 0),
    ...addSixteenTwice(lowHalf(ODD01, ODD23), 1),
    ...addSixteenTwice(highHalf(EVEN01, EVEN23), 2),
    ...addSixteenTwice(highHalf(ODD01, ODD23), 3),
  ];
}

/** Every fourth row from `row`: low nibbles of the bytes are four bits of a slot number, plane 4 has the fifth. */
function addSixteenTwice(nibbles: Bytes, row: number): Bytes {
  return [
    ...[...nibbles, ...wasm.set(NIBBLES), ...shifted(plane(4), row), ...wasm.set(TOP)],
    ...[...either(masked(NIBBLES, 0x0f0f0f0f), left(masked(TOP, 0x01010101), 4)), ...wasm.set(LANES)],
    ...addLanes(row),
    ...[...either(right(NIBBLES, 4, 0x0f0f0f0f), masked(TOP, 0x10101010)), ...wasm.set(LANES)],
    ...addLanes(row + 4),
  ];
}

/** Byte b of word w belongs to row 32w + 8b. */
function addLanes(row: number): Bytes {
  const lanes = Array.from({ length: 16 }, (_, lane) => lane);
  return lanes.flatMap(lane => {
    const sum = 8 * (row + 32 * (lane >> 2) + 8 * (lane & 3));
    return [
      ...[...wasm.get(SUMS), ...wasm.get(SUMS), ...wasm.loadDouble(sum)],
      ...[...wasm.get(VALUES), ...wasm.get(LANES), ...wasm.byteOfVector(lane), ...wasm.constant(3)],
      ...[
        ...wasm.shiftLeft,
        ...wasm.add,
        ...wasm.loadDouble(0),
        ...wasm.addDoubles,
        ...wasm.storeDouble(sum),
      ],
    ];
  });
}

import { RANK_CELLS } from './ranks.js';
import { type Bytes, wasm } from './wasm-bytes.js';

/** Where the rows with a missing value are marked: one vector. */
const MISSING = 512;

/** First byte that the kernels leave alone. */
export const FREE_BYTES = 528;

/** A column's grid in memory: origin, scale, then `RANK_CELLS + 1` counts of two bytes. */
export const GRID_BYTES = 16 + 16 * Math.ceil((2 * (RANK_CELLS + 1)) / 16);

/** Parameters and locals of the program. */
export const RANK_SHAPE = { parameters: 8, integers: 5, doubles: 3, vectors: 2 };

const [COUNT, VALUES, STRIDE, GRID, THRESHOLDS, ANSWERS, END, ALL] = [0, 1, 2, 3, 4, 5, 6, 7];
const [ROW, CELL, LOW, HIGH, AT] = [8, 9, 10, 11, 12];
const MIDDLE = AT;
const [VALUE, ORIGIN, SCALE] = [13, 14, 15];
const [ABOVE, GONE] = [16, 17];

const { get, set, tee, constant, add, shiftLeft, shiftRight, notBelow } = wasm;

/**
 * Answers one column's questions for up to 128 rows: what `markRanks` and `spread` do, by the same arithmetic.
 * Takes the number of rows, the address of the first value and the distance to the next, the addresses of the grid, of the thresholds, of the first question and of the end of
 * the questions, and the distance to the answers that count missing as yes.
 */
export function rankProgram(): Bytes {
  const next = [
    ...[...get(ROW), ...constant(1), ...add, ...set(ROW)],
    ...[...get(VALUES), ...get(STRIDE), ...add, ...set(VALUES)],
  ];
  return [
    ...[...constant(0), ...wasm.vectorOf(0), ...wasm.storeVector(MISSING)],
    ...[
      ...get(GRID),
      ...wasm.loadDouble(0),
      ...set(ORIGIN),
      ...get(GRID),
      ...wasm.loadDouble(8),
      ...set(SCALE),
    ],
    ...[...constant(0), ...set(ROW)],
    ...wasm.until(
      [...get(ROW), ...get(COUNT), ...notBelow],
      [...findCell(), ...searchCell(), ...mark(), ...next],
    ),
    ...spread(),
  ];
}

function findCell(): Bytes {
  const last = RANK_CELLS - 1;
  return [
    ...[...get(VALUES), ...wasm.loadDouble(0), ...tee(VALUE)],
    ...[...get(ORIGIN), ...wasm.subtractDoubles, ...get(SCALE), ...wasm.multiplyDoubles, ...wasm.toUnsigned],
    ...[...tee(CELL), ...constant(last), ...get(CELL), ...constant(last), ...wasm.below, ...wasm.select],
    ...[...constant(1), ...shiftLeft, ...get(GRID), ...add, ...tee(AT), ...wasm.loadShort(16), ...set(LOW)],
    ...[...get(AT), ...wasm.loadShort(18), ...set(HIGH)],
  ];
}

function searchCell(): Bytes {
  const isBelow = [
    ...[...get(THRESHOLDS), ...get(MIDDLE), ...constant(3), ...shiftLeft, ...add, ...wasm.loadDouble(0)],
    ...[...get(VALUE), ...wasm.doubleBelow, ...set(CELL)],
  ];
  return wasm.until(
    [...get(LOW), ...get(HIGH), ...notBelow],
    [
      ...[...get(LOW), ...get(HIGH), ...add, ...constant(1), ...shiftRight, ...set(MIDDLE), ...isBelow],
      ...[...get(MIDDLE), ...constant(1), ...add, ...get(LOW), ...get(CELL), ...wasm.select, ...set(LOW)],
      ...[...get(HIGH), ...get(MIDDLE), ...get(CELL), ...wasm.select, ...set(HIGH)],
    ],
  );
}

/** Sets the row's bit at its rank; a row below every threshold has none, unless its value is missing. */
function mark(): Bytes {
  const word = [...get(ROW), ...constant(5), ...shiftRight, ...constant(2), ...shiftLeft];
  const setBit = (offset: number) => [
    ...[...get(AT), ...get(AT), ...wasm.loadInteger(offset)],
    ...[...constant(1), ...get(ROW), ...shiftLeft, ...wasm.or, ...wasm.storeInteger(offset)],
  ];
  const ranked = [
    ...[...get(ANSWERS), ...get(LOW), ...constant(1), ...wasm.subtract, ...constant(4), ...shiftLeft, ...add],
    ...[...word, ...add, ...set(AT), ...setBit(0)],
  ];
  const missing = [...word, ...set(AT), ...setBit(MISSING)];
  const unranked = [...get(VALUE), ...get(VALUE), ...wasm.doublesDiffer, ...wasm.choose(missing, [])];
  return [...get(LOW), ...wasm.choose(ranked, unranked)];
}

/** A value above a threshold is above all lower ones too. */
function spread(): Bytes {
  return [
    ...[...constant(0), ...wasm.loadVector(MISSING), ...set(GONE), ...wasm.vectorOf(0), ...set(ABOVE)],
    ...wasm.until(
      [...get(ANSWERS), ...get(END), ...notBelow],
      [
        ...[...get(END), ...constant(16), ...wasm.subtract, ...tee(END)],
        ...[
          ...get(ABOVE),
          ...get(END),
          ...wasm.loadVector(0),
          ...wasm.vectorOr,
          ...tee(ABOVE),
          ...wasm.storeVector(0),
        ],
        ...[
          ...get(END),
          ...get(ALL),
          ...add,
          ...get(ABOVE),
          ...get(GONE),
          ...wasm.vectorOr,
          ...wasm.storeVector(0),
        ],
      ],
    ),
  ];
}

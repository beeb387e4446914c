/** Bytes of WebAssembly, written by small functions: only the instructions that the kernels need. */
export type Bytes = readonly number[];

/** Unsigned number in LEB128. */
export function unsigned(value: number): Bytes {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)];
}

/** Signed number in LEB128; only for what fits in 31 bits and is not negative. */
function signed(value: number): Bytes {
  const low = value & 0x7f;
  return value < 0x40 ? [low] : [low | 0x80, ...signed(value >>> 7)];
}

const vector = (...code: number[]): Bytes => [0xfd, ...code];
const address = (alignment: number, offset: number): Bytes => [alignment, ...unsigned(offset)];

/** Instructions by the names of the specification; memory ones take an offset. */
export const wasm = {
  get: (local: number): Bytes => [0x20, ...unsigned(local)],
  set: (local: number): Bytes => [0x21, ...unsigned(local)],
  tee: (local: number): Bytes => [0x22, ...unsigned(local)],
  constant: (value: number): Bytes => [0x41, ...signed(value)],
  add: [0x6a] as Bytes,
  subtract: [0x6b] as Bytes,
  or: [0x72] as Bytes,
  below: [0x49] as Bytes,
  /** The first of two values if the third is not zero, otherwise the second. */
  select: [0x1b] as Bytes,
  and: [0x71] as Bytes,
  shiftLeft: [0x74] as Bytes,
  shiftRight: [0x76] as Bytes,
  notBelow: [0x4f] as Bytes,
  loadInteger: (offset: number): Bytes => [0x28, ...address(2, offset)],
  loadDouble: (offset: number): Bytes => [0x2b, ...address(3, offset)],
  storeDouble: (offset: number): Bytes => [0x39, ...address(3, offset)],
  loadShort: (offset: number): Bytes => [0x2f, ...address(1, offset)],
  storeInteger: (offset: number): Bytes => [0x36, ...address(2, offset)],
  addDoubles: [0xa0] as Bytes,
  subtractDoubles: [0xa1] as Bytes,
  multiplyDoubles: [0xa2] as Bytes,
  doubleBelow: [0x63] as Bytes,
  doublesDiffer: [0x62] as Bytes,
  /** Cuts the fraction off; what is negative or not a number becomes 0, what is too large the largest. */
  toUnsigned: [0xfc, 0x03] as Bytes,
  loadVector: (offset: number): Bytes => [...vector(0x00), ...address(4, offset)],
  storeVector: (offset: number): Bytes => [...vector(0x0b), ...address(4, offset)],
  /** The same 32 bits four times. */
  vectorOf: (word: number): Bytes => {
    const bytes = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24];
    return [...vector(0x0c), ...bytes, ...bytes, ...bytes, ...bytes];
  },
  vectorAnd: vector(0x4e),
  vectorOr: vector(0x50),
  vectorXor: vector(0x51),
  vectorShiftLeft: vector(0xab, 0x01),
  vectorShiftRight: vector(0xad, 0x01),
  byteOfVector: (lane: number): Bytes => vector(0x16, lane),
  /** One of two bodies, by the integer that stands before. */
  choose: (yes: Bytes, no: Bytes): Bytes => [0x04, 0x40, ...yes, 0x05, ...no, 0x0b],
  /** Runs the body until `leave` holds; it is asked first. */
  until: (leave: Bytes, body: Bytes): Bytes => [
    ...[0x02, 0x40, 0x03, 0x40],
    ...leave,
    ...[0x0d, 0x01],
    ...body,
    ...[0x0c, 0x00, 0x0b, 0x0b],
  ],
} as const;

const INTEGER = 0x7f;
const DOUBLE = 0x7c;
const VECTOR = 0x7b;

/** What a module of one function needs beside the code. */
export interface FunctionShape {
  /** All parameters are 32-bit integers; nothing is returned. */
  readonly parameters: number;
  /** Locals of each kind, in this order. */
  readonly integers: number;
  readonly doubles: number;
  readonly vectors: number;
}

/** A module that imports a memory as `m.m` and exports the function as `f`. */
export function moduleBytes(shape: FunctionShape, code: Bytes): Uint8Array {
  const section = (id: number, content: Bytes): Bytes => [id, ...unsigned(content.length), ...content];
  const kinds = [INTEGER, DOUBLE, VECTOR];
  const counts = [shape.integers, shape.doubles, shape.vectors];
  const locals = [3, ...counts.flatMap((count, i) => [...unsigned(count), kinds[i]!])];
  const body = [...locals, ...code, 0x0b];
  const parameters = new Array<number>(shape.parameters).fill(INTEGER);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, ...unsigned(shape.parameters), ...parameters, 0]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0x00, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

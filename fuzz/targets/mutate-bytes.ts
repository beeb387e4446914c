import type { Random } from '../random.js';

type Change = (bytes: Buffer, random: Random, words: readonly string[]) => Buffer;

const place = (bytes: Buffer, random: Random) => random.below(bytes.length + 1);
const spliced = (bytes: Buffer, at: number, gone: number, piece: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + gone)]);

const CHANGES: readonly Change[] = [
  // Flip a bit.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  // Set a byte to a boundary value.
  (bytes, random) =>
    spliced(
      bytes,
      place(bytes, random),
      1,
      Uint8Array.of(random.pick([0, 0x0a, 0x0d, 0x20, 0x22, 0x3c, 0x7f, 0x80, 0xff])),
    ),
  // Remove a range, repeat a range, cut the end.
  (bytes, random) => spliced(bytes, place(bytes, random), random.below(64), new Uint8Array()),
  (bytes, random) => {
    const at = place(bytes, random);
    return spliced(bytes, at, 0, bytes.subarray(at, at + random.below(256)));
  },
  (bytes, random) => bytes.subarray(0, place(bytes, random)),
  // Insert a keyword of the format; make a number huge, negative or empty.
  (bytes, random, words) =>
    spliced(bytes, place(bytes, random), 0, Buffer.from(random.pick(words), 'latin1')),
  (bytes, random) => {
    const text = bytes.toString('latin1');
    const numbers = [...text.matchAll(/\d{1,20}/g)];
    if (numbers.length === 0) return bytes;
    const { index, 0: number } = random.pick(numbers);
    const other = random.pick(['0', '-1', '1', '99999999999999999999', '4294967296', '1e999', 'x', '']);
    return spliced(bytes, index, number.length, Buffer.from(other));
  },
];

/** Mutates bytes in one to six ways; `words` are keywords of their format. */
export function mutated(start: Uint8Array, random: Random, words: readonly string[]): Buffer {
  let bytes: Buffer = Buffer.from(start);
  for (let n = 1 + random.below(6); n > 0; n--) bytes = random.pick(CHANGES)(bytes, random, words);
  return bytes;
}

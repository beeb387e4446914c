/**
 * Fingerprint in which similar texts have similar bits (Charikar 2002), over the hashes of all three-word shingles. 64
 * bits as 16 hexadecimal digits.
 */
export function simHash(text: string): string {
  const votes = new Int32Array(64);
  const words = runningWords(text);
  const last = Math.max(1, words.length - 2);
  for (let first = 0; first < last; first++)
    vote(votes, `${words[first]} ${words[first + 1]} ${words[first + 2]}`);
  let hex = '';
  for (let digit = 0; digit < 16; digit++) {
    let value = 0;
    for (let bit = 0; bit < 4; bit++) value = value * 2 + (votes[digit * 4 + bit]! > 0 ? 1 : 0);
    hex += value.toString(16);
  }
  return hex;
}

const LONGEST = 200_000;

/** Minimum words of a line. Shorter ones (titles, bylines, captions) differ between versions of a page. Set by hand. */
const LEAST_RUNNING = 10;

function runningWords(text: string): string[] {
  const lines = text.slice(0, LONGEST).split('\n').map(wordsOf);
  const running = lines.filter(words => words.length >= LEAST_RUNNING);
  return (running.length > 0 ? running : lines).flat();
}

/** Lower-case words or, in scripts without spaces, single characters. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

function vote(votes: Int32Array, shingle: string): void {
  for (let half = 0; half < 2; half++) {
    const bits = hash32(shingle, half);
    for (let bit = 0; bit < 32; bit++) votes[half * 32 + bit]! += bits & (1 << bit) ? 1 : -1;
  }
}

/** FNV-1a with a seed and the finaliser of MurmurHash3, which spreads every character over all bits. */
export function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function bitsApart(one: string, other: string): number {
  let bits = 0;
  for (let at = 0; at < 16; at += 8) {
    let difference =
      Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16);
    for (; difference !== 0; difference &= difference - 1) bits++;
  }
  return bits;
}

/** Fingerprints of near-duplicates differ in at most 3 of 64 bits (Manku, Jain and Das Sarma 2007). */
const MOST_BITS = 3;
const WIDTH = 4;

/**
 * Finds near-duplicates. Fingerprints that differ in at most three bits agree in at least one of four quarters, so only
 * those that share a quarter are compared.
 */
export class NearDuplicates {
  readonly #quarters = Array.from(
    { length: MOST_BITS + 1 },
    () => new Map<string, [hash: string, name: string][]>(),
  );

  find(hash: string): string | undefined {
    for (const [part, entries] of this.#quarters.entries()) {
      const near = entries.get(quarter(hash, part))?.find(([other]) => bitsApart(hash, other) <= MOST_BITS);
      if (near !== undefined) return near[1];
    }
    return undefined;
  }

  add(hash: string, name: string): void {
    for (const [part, entries] of this.#quarters.entries()) {
      const key = quarter(hash, part);
      const known = entries.get(key) ?? [];
      entries.set(key, known);
      known.push([hash, name]);
    }
  }
}

const quarter = (hash: string, part: number) => hash.slice(part * WIDTH, (part + 1) * WIDTH);

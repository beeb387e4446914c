/** A set of words, each with its group numbers. Words are looked up by a hash that the caller computes (`hashStep`). */
export interface WordTable {
  /** Groups of the word from `start` to `end`, or undefined; ASCII letters match in either case. */
  find(source: string, start: number, end: number, hash: number): readonly number[] | undefined;
  /** Number of the lower-case word at the start of `codes`, or -1. */
  number(codes: Uint16Array, length: number, hash: number): number;
  readonly groups: readonly (readonly number[])[];
}

export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

export function wordTable(groups: readonly (readonly string[])[]): WordTable {
  const groupsOf = new Map<string, number[]>();
  groups.forEach((words, group) => {
    for (const word of words) {
      const known = groupsOf.get(word);
      if (known === undefined) groupsOf.set(word, [group]);
      else if (!known.includes(group)) known.push(group);
    }
  });
  const words = [...groupsOf.keys()];
  const values = [...groupsOf.values()];
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, words.length) * 4)) - 1;
  const slots = new Int16Array(mask + 1).fill(-1);
  const hashes = new Int32Array(words.length);
  const letters = new Uint16Array(words.join('').length);
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, i) => {
    let hash = 0;
    for (let k = 0; k < word.length; k++) {
      letters[starts[i]! + k] = word.charCodeAt(k);
      hash = hashStep(hash, word.charCodeAt(k));
    }
    let slot = spread(hash) & mask;
    while (slots[slot]! >= 0) slot = (slot + 1) & mask;
    slots[slot] = i;
    hashes[i] = hash;
    starts[i + 1] = starts[i]! + word.length;
  });
  return {
    groups: values,
    find(source, start, end, hash) {
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const word = slots[slot]!;
        if (word < 0) return undefined;
        if (hashes[word] === hash && isWord(words[word]!, source, start, end)) return values[word];
      }
    },
    number(codes, length, hash) {
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const word = slots[slot]!;
        if (word < 0) return word;
        const start = starts[word]!;
        const isLong = starts[word + 1]! - start === length;
        if (isLong && hashes[word] === hash && isSame(letters, start, codes, length)) return word;
      }
    },
  };
}

function isSame(letters: Uint16Array, start: number, codes: Uint16Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (codes[i] !== letters[start + i]) return false;
  return true;
}

function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function isWord(word: string, source: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) {
    const c = source.charCodeAt(start + i);
    if ((c >= 65 && c <= 90 ? c | 32 : c) !== word.charCodeAt(i)) return false;
  }
  return true;
}

import { bitsApart } from './simhash.js';

export interface NearDuplicates {
  /** The name of a near-duplicate, or undefined. */
  find(hash: string): string | undefined;
  add(hash: string, name: string): void;
}

/** Fingerprints of near-duplicates differ in at most 3 of 64 bits (Manku, Jain and Das Sarma 2007). */
const MOST_BITS = 3;

/**
 * Two fingerprints that differ in three bits agree in at least one of four quarters, so only those that share a quarter
 * are compared.
 */
export function nearDuplicates(mostBits: number = MOST_BITS): NearDuplicates {
  const parts = mostBits + 1;
  const width = Math.floor(16 / parts);
  const bands = Array.from({ length: parts }, () => new Map<string, [hash: string, name: string][]>());
  const bandOf = (hash: string, part: number) =>
    hash.slice(part * width, part === parts - 1 ? undefined : (part + 1) * width);
  return {
    find(hash) {
      for (const [part, band] of bands.entries()) {
        const near = band.get(bandOf(hash, part))?.find(([other]) => bitsApart(hash, other) <= mostBits);
        if (near !== undefined) return near[1];
      }
      return undefined;
    },
    add(hash, name) {
      for (const [part, band] of bands.entries()) {
        const key = bandOf(hash, part);
        const entries = band.get(key);
        if (entries === undefined) band.set(key, [[hash, name]]);
        else entries.push([hash, name]);
      }
    },
  };
}

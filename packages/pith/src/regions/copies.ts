import type { Blocks } from '../blocks/blocks.js';
import { lettersAndDigits } from '../blocks/characters.js';
import type { Page } from '../features/page.js';
import { HIDDEN } from '../tree/tree.js';

/** In words. Shorter texts repeat legitimately: "Reply", "Yes", names. Set by hand. */
const SHORTEST_COPY = 8;
/** Blocks with a lower probability are dropped anyway. Set by hand. */
const NEGLIGIBLE = 0.02;
/** Margin in probability by which a later copy replaces an earlier one. Set by hand. */
const CLEARLY = 0.02;
/** Penalty in probability of a hidden copy: any visible one is likelier. */
const HIDDEN_COPY = 1;

/** 1 for each block that duplicates the text of a likelier one. Worth +0.004 F1, and +0.017 on forums. */
export function findCopies(page: Page, probability: Float32Array): Uint8Array {
  const { blocks } = page;
  const copies = new Uint8Array(blocks.count);
  const worth = (block: number) => probability[block]! - (isHidden(page, block) ? HIDDEN_COPY : 0);
  const likeliest = new Map<string, number>();
  for (const b of possibleCopies(blocks, probability)) {
    const words = lettersAndDigits(blocks.texts[b]!);
    const before = likeliest.get(words);
    if (before !== undefined && isRepeated(blocks, before, b)) continue;
    if (before === undefined || worth(b) > worth(before) + CLEARLY) {
      if (before !== undefined) copies[before] = 1;
      likeliest.set(words, b);
    } else copies[b] = 1;
  }
  return copies;
}

function isHidden({ blocks: { flags, first }, visibility }: Page, block: number): boolean {
  return (flags[block]! & HIDDEN) !== 0 || visibility.isUnseen(first[block]!);
}

/** True for siblings of the same kind: a refrain or a transcript repeats lines for a reason. */
function isRepeated({ tree, node, flags }: Blocks, a: number, b: number): boolean {
  const [first, second] = [node[a]!, node[b]!];
  return (
    first !== second &&
    tree.parent[first] === tree.parent[second] &&
    tree.tag[first] === tree.tag[second] &&
    ((flags[a]! | flags[b]!) & HIDDEN) === 0
  );
}

/** Blocks whose hash occurs more than once; only these are compared in full. */
function possibleCopies(blocks: Blocks, probability: Float32Array): number[] {
  const candidates: number[] = [];
  const hashes: number[] = [];
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.words[b]! < SHORTEST_COPY || probability[b]! < NEGLIGIBLE) continue;
    const hash = letterHash(blocks.codes, blocks.codeStart[b]!, blocks.characters[b]!);
    if (seen.has(hash)) twice.add(hash);
    else seen.add(hash);
    candidates.push(b);
    hashes.push(hash);
  }
  return twice.size === 0 ? [] : candidates.filter((_, i) => twice.has(hashes[i]!));
}

const HASHED = 24;

/** Equal for texts with the same letters and digits. Letters that are slow to classify or lower-case are skipped. */
export function letterHash(codes: Uint16Array, start: number, length: number): number {
  let hash = 0;
  for (let i = start, read = 0; i < start + length && read < HASHED; i++) {
    const letter = plainLetter(codes[i]!);
    if (letter === 0) continue;
    hash = (Math.imul(hash, 31) + letter) | 0;
    read++;
  }
  return hash;
}

function plainLetter(code: number): number {
  if (code < 128) return ASCII[code]!;
  if (code >= 0x4e00) return code <= 0x9fa5 || (code >= 0xac00 && code <= 0xd7a3) ? code : 0;
  if (code >= 0x410 && code <= 0x44f) return code < 0x430 ? code + 32 : code;
  return OTHERS_TO_ASCII.get(code) ?? 0;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = lettersAndDigits(String.fromCharCode(code));
  return text === '' ? 0 : text.charCodeAt(0);
});

/** The only two non-ASCII characters whose lower case starts with an ASCII letter: Kelvin sign and dotted capital I. */
const OTHERS_TO_ASCII: ReadonlyMap<number, number> = new Map([
  [0x212a, 107],
  [0x130, 105],
]);

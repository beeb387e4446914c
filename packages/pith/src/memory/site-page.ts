import type { Blocks } from '../blocks/blocks.js';
import { characterClass, IDEOGRAPH, LETTER } from '../blocks/characters.js';
import { PithError } from '../errors.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isProse } from '../features/measurements/structure.js';
import { fromBase64 } from '../tree/buffers.js';

/** Most texts and paths of a page that are stored, so that a page of any size takes at most 2 KB. */
const MOST_TEXTS = 360;
const MOST_PATHS = 72;

/** Elements of a path, from the block's own upwards: classes further up often name the page's topic or number. */
const PATH_LENGTH = 3;

/** Share of the prose that two pages have in common from which they count as copies of one page. Set by hand. */
const COPIED_PROSE = 0.8;
/** The same for the texts of pages without prose. Set by hand. */
const COPIED_TEXTS = 0.95;

/** The limit of a page that stores all of its texts. */
export const ALL_TEXTS = 0xffffffff;

/** Value of `kept` for a page whose text was not extracted. */
export const KEPT_UNKNOWN = 255;

const VERSION = 1;
const HEADER = 14;
const PATH_BYTES = 7;

/** The hashes of each block's text and path. 0 is the hash of a text without letters or digits. */
export interface BlockHashes {
  readonly texts: Uint32Array;
  readonly paths: Uint32Array;
}

/**
 * A page as a memory stores it: hashes of its texts, and for each path of elements the number of words and the share of
 * them that was kept. Contains no text.
 */
export class SitePage {
  readonly proseCount: number;

  constructor(
    /** A hash of all texts: equal for pages with the same texts. */
    readonly id: number,
    /** Texts with hashes above this limit are not stored. */
    readonly limit: number,
    /** Distinct hashes in ascending order; the lowest bit is 1 for running text. */
    readonly texts: Uint32Array,
    readonly paths: Uint32Array,
    readonly words: Uint16Array,
    /** Share of the words at each path that was kept, in percent, or `KEPT_UNKNOWN`. */
    readonly kept: Uint8Array,
  ) {
    let prose = 0;
    for (const text of texts) prose += text & 1;
    this.proseCount = prose;
  }

  encode(): string {
    const { texts, paths, words, kept } = this;
    const view = new DataView(new ArrayBuffer(HEADER + PATH_BYTES * paths.length + 4 * texts.length));
    view.setUint16(0, VERSION, true);
    view.setUint32(2, this.id, true);
    view.setUint32(6, this.limit, true);
    view.setUint16(10, paths.length, true);
    view.setUint16(12, texts.length, true);
    let at = HEADER;
    for (let p = 0; p < paths.length; p++, at += PATH_BYTES) {
      view.setUint32(at, paths[p]!, true);
      view.setUint16(at + 4, words[p]!, true);
      view.setUint8(at + 6, kept[p]!);
    }
    for (let t = 0; t < texts.length; t++, at += 4) view.setUint32(at, texts[t]!, true);
    return toBase64(new Uint8Array(view.buffer));
  }
}

/** Throws a PithError unless the text is what `encode` returns. */
export function decodeSitePage(text: string): SitePage {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  if (bytes.length < HEADER || view.getUint16(0, true) !== VERSION) throw refusal(text);
  const [pathCount, textCount] = [view.getUint16(10, true), view.getUint16(12, true)];
  const isWhole = bytes.length === HEADER + PATH_BYTES * pathCount + 4 * textCount;
  if (!isWhole || pathCount > MOST_PATHS || textCount > MOST_TEXTS) throw refusal(text);
  const paths = new Uint32Array(pathCount);
  const words = new Uint16Array(pathCount);
  const kept = new Uint8Array(pathCount);
  let at = HEADER;
  for (let p = 0; p < pathCount; p++, at += PATH_BYTES) {
    paths[p] = view.getUint32(at, true);
    words[p] = view.getUint16(at + 4, true);
    kept[p] = view.getUint8(at + 6);
  }
  const texts = new Uint32Array(textCount);
  for (let t = 0; t < textCount; t++, at += 4) texts[t] = view.getUint32(at, true);
  return new SitePage(view.getUint32(2, true), view.getUint32(6, true), texts, paths, words, kept);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw refusal(text);
  }
}

function refusal(text: string): PithError {
  return new PithError(
    'bad-input',
    `expected the fingerprint of a page, got ${text.length} characters that are none`,
    'use what article.fingerprint() returns',
  );
}

function toBase64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** The page with its kept blocks; `kept` is undefined if it was not extracted. */
export function sitePageOf(
  { blocks }: Pick<PageMeasurements, 'blocks'>,
  { texts, paths }: BlockHashes,
  kept?: (block: number) => boolean,
): SitePage {
  const distinct = new Set<number>();
  const byPath = new Map<number, { words: number; kept: number }>();
  for (let b = 0; b < blocks.count; b++) {
    if (texts[b] !== 0) distinct.add(texts[b]!);
    const words = blocks.words[b]!;
    const sums = byPath.get(paths[b]!) ?? { words: 0, kept: 0 };
    sums.words += words;
    if (kept?.(b)) sums.kept += words;
    byPath.set(paths[b]!, sums);
  }
  const all = Uint32Array.from(distinct).sort();
  const stored = all.subarray(0, MOST_TEXTS);
  const largest = [...byPath]
    .sort(([a, first], [b, second]) => second.words - first.words || a - b)
    .slice(0, MOST_PATHS);
  return new SitePage(
    all.reduce((sum, text) => mixed(sum ^ text), all.length),
    all.length > MOST_TEXTS ? stored.at(-1)! : ALL_TEXTS,
    stored.slice(),
    Uint32Array.from(largest, ([path]) => path),
    Uint16Array.from(largest, ([, { words }]) => Math.min(words, 0xffff)),
    Uint8Array.from(largest, ([, sums]) =>
      kept === undefined ? KEPT_UNKNOWN : Math.round((100 * sums.kept) / Math.max(1, sums.words)),
    ),
  );
}

/** True if two pages with `prose` and `texts` in common are copies of one page, such as its print version. */
export function areCopies(
  a: SitePage,
  b: SitePage,
  common: { readonly prose: number; readonly texts: number },
) {
  if (a.id === b.id) return true;
  const most = Math.max(a.proseCount, b.proseCount);
  if (most > 0) return common.prose >= COPIED_PROSE * most;
  return common.texts >= COPIED_TEXTS * Math.max(a.texts.length, b.texts.length, 1);
}

export function blockHashes({ blocks, names }: Pick<PageMeasurements, 'blocks' | 'names'>): BlockHashes {
  const { count, node, tree } = blocks;
  const texts = new Uint32Array(count);
  const paths = new Uint32Array(count);
  for (let b = 0; b < count; b++) {
    const hash = textHash(blocks, b);
    texts[b] = hash === 0 ? 0 : ((hash & ~1) | (isProse(blocks, b) ? 1 : 0)) >>> 0;
    let path = 0;
    for (let n = node[b]!, step = 0; n > 0 && step < PATH_LENGTH; n = tree.parent[n]!, step++)
      path = mixed(path ^ Math.imul(tree.tag[n]!, 0x9e3779b1) ^ names.classes[n]!);
    paths[b] = path;
  }
  return { texts, paths };
}

/** Equal for texts that differ only in punctuation, spaces, ASCII case and numbers, such as a count or a date. */
function textHash({ codes, codeStart, characters }: Blocks, block: number): number {
  const start = codeStart[block]!;
  const end = start + characters[block]!;
  let hash = 0;
  let isInNumber = false;
  for (let i = start; i < end; i++) {
    let code = codes[i]!;
    if (code >= 48 && code <= 57) {
      if (isInNumber) continue;
      isInNumber = true;
      code = 48;
    } else {
      isInNumber = false;
      const kind = characterClass(code);
      if (kind !== LETTER && kind !== IDEOGRAPH) continue;
      if (code >= 65 && code <= 90) code |= 32;
    }
    hash = Math.imul(hash ^ code, 0x01000193) + 0x9e3779b1;
  }
  return hash === 0 ? 0 : mixed(hash) | 2;
}

/** Spreads the bits of a hash (the final step of MurmurHash3). */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

import type { Blocks } from '../blocks/blocks.js';
import { characterClass, IDEOGRAPH, LETTER } from '../blocks/characters.js';
import { PithError } from '../errors.js';
import { isProse } from '../features/measurements/structure.js';
import { elementTitle } from '../metadata/page-reading.js';
import { titleElement } from '../metadata/survey.js';
import { titleParts } from '../metadata/titles/site-parts.js';
import { fromBase64 } from '../tree/buffers.js';

/** Maximum number of hashes stored per page, so that a page of any size takes at most 1.5 KB. */
const MOST_TEXTS = 360;

/** Two pages that share at least this much of their prose are copies of one page. Set by hand. */
const COPIED_PROSE = 0.8;
/** The minimum for all texts of pages without prose. Set by hand. */
const COPIED_TEXTS = 0.95;

/** The limit of a page that stores all of its texts. */
export const ALL_TEXTS = 0xffffffff;

const VERSION = 1;
const HEADER = 12;

/** A page as a memory stores it: hashes of the texts of its blocks and of the parts of its title. */
export class SitePage {
  /** Number of stored texts that are running text. */
  readonly prose: number;

  constructor(
    /** A hash of all texts: equal for pages with the same texts. */
    readonly id: number,
    /** Texts with hashes above this limit are not stored. */
    readonly limit: number,
    /** Distinct hashes in ascending order; the lowest bit is 1 for running text. */
    readonly texts: Uint32Array,
  ) {
    this.prose = texts.reduce((sum, text) => sum + (text & 1), 0);
  }

  encode(): string {
    const { texts } = this;
    const view = new DataView(new ArrayBuffer(HEADER + 4 * texts.length));
    view.setUint16(0, VERSION, true);
    view.setUint16(2, texts.length, true);
    view.setUint32(4, this.id, true);
    view.setUint32(8, this.limit, true);
    texts.forEach((text, t) => {
      view.setUint32(HEADER + 4 * t, text, true);
    });
    return toBase64(new Uint8Array(view.buffer));
  }
}

/** Throws a PithError unless the text is what `encode` returns. */
export function decodeSitePage(text: string): SitePage {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  if (bytes.length < HEADER || view.getUint16(0, true) !== VERSION) throw refusal(text);
  const count = view.getUint16(2, true);
  if (count > MOST_TEXTS || bytes.length !== HEADER + 4 * count) throw refusal(text);
  const texts = Uint32Array.from({ length: count }, (_, t) => view.getUint32(HEADER + 4 * t, true));
  const limit = view.getUint32(8, true);
  // A repeated hash would count twice in comparisons of pages.
  if (texts.some((text, t) => text > limit || (t > 0 && text <= texts[t - 1]!))) throw refusal(text);
  return new SitePage(view.getUint32(4, true), limit, texts);
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
    `expected the fingerprint of a page, got another text of ${text.length} characters`,
    'use what fingerprint() returns',
  );
}

function toBase64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** Of a page with too many texts, those with the lowest hashes are stored. */
export function sitePageOf(blocks: Blocks, hashes = textHashes(blocks)): SitePage {
  const distinct = new Set(hashes);
  const title = elementTitle(blocks.tree, titleElement(blocks.tree)) ?? '';
  for (const part of titleParts(title)) distinct.add(titleHash(part));
  distinct.delete(0);
  const texts = Uint32Array.from(distinct).sort();
  const id = texts.reduce((sum, text) => mixed(sum ^ text), texts.length);
  if (texts.length <= MOST_TEXTS) return new SitePage(id, ALL_TEXTS, texts);
  const stored = texts.slice(0, MOST_TEXTS);
  return new SitePage(id, stored.at(-1)!, stored);
}

/** True if two pages with this many texts in common are copies of one page, such as its print version. */
export function areCopies(
  a: SitePage,
  b: SitePage,
  common: { readonly prose: number; readonly texts: number },
) {
  if (a.id === b.id) return true;
  const prose = Math.max(a.prose, b.prose);
  if (prose > 0) return common.prose >= COPIED_PROSE * prose;
  return common.texts >= COPIED_TEXTS * Math.max(a.texts.length, b.texts.length, 1);
}

/** The hash of each block's text. */
export function textHashes(blocks: Blocks): Uint32Array {
  const hashes = new Uint32Array(blocks.count);
  for (let block = 0; block < blocks.count; block++) hashes[block] = textHash(blocks, block);
  return hashes;
}

/** 0 for a text without letters and digits. */
export function textHash(blocks: Blocks, block: number): number {
  const start = blocks.codeStart[block]!;
  const hash = hashOf(blocks.codes, start, start + blocks.characters[block]!, 0);
  return hash === 0 ? 0 : ((hash & ~1) | (isProse(blocks, block) ? 1 : 0)) >>> 0;
}

const OF_TITLES = 0x5bd1e995;

/** Never the hash of the same text in a block: an article that other pages list must not count as a repeated title. */
export function titleHash(text: string): number {
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return (hashOf(codes, 0, codes.length, OF_TITLES) & ~1) >>> 0;
}

/** Equal for texts that differ only in punctuation, spaces and ASCII case. Numbers count: products differ by them. */
function hashOf(codes: Uint16Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) {
    let code = codes[i]!;
    const kind = characterClass(code);
    if (kind !== LETTER && kind !== IDEOGRAPH) continue;
    if (code >= 65 && code <= 90) code |= 32;
    hash = Math.imul(hash ^ code, 0x01000193) + 0x9e3779b1;
  }
  // The second bit keeps the hash of a text from becoming 0 without the first.
  return hash === seed ? 0 : mixed(hash) | 2;
}

/** Spreads the bits of a hash (the final step of MurmurHash3). */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

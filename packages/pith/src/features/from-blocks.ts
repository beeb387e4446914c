import type { Blocks } from '../blocks/blocks.js';
import { type PageFacts, type PageHints, pageFacts } from './facts/page-facts.js';
import { ancestors } from './families/ancestors.js';
import type { Family } from './families/family.js';
import { hints } from './families/hints.js';
import { keywords } from './families/keywords.js';
import { markup } from './families/markup.js';
import { names } from './families/names.js';
import { neighbours } from './families/neighbours.js';
import { outline } from './families/outline.js';
import { page } from './families/page.js';
import { places } from './families/places.js';
import { text } from './families/text.js';

/** All families; a feature's column is its place in this order. */
export const FAMILIES: readonly Family[] = [
  text,
  keywords,
  markup,
  names,
  ancestors,
  neighbours,
  places,
  outline,
  hints,
  page,
];

/** The name of every column. */
export const FEATURE_NAMES: readonly string[] = FAMILIES.flatMap(family => family.features);

/** One row of numbers a block. */
export interface Features {
  readonly facts: PageFacts;
  readonly width: number;
  /** Row after row. */
  readonly rows: Float32Array;
}

/** Computes the features of all blocks of a page; training and serving both call this and nothing else. */
export function featuresFromBlocks(blocks: Blocks, pageHints: PageHints): Features {
  const facts = pageFacts(blocks, pageHints);
  const width = FEATURE_NAMES.length;
  const rows = new Float32Array(blocks.count * width);
  let at = 0;
  for (const family of FAMILIES) {
    family.fill(facts, rows, width, at);
    at += family.features.length;
  }
  return { facts, width, rows };
}

/** A short hash of names in order; a model that was trained on other columns is not for this code. */
export function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of names.join('\n')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

import { boxHeadings } from './box-headings.js';
import { boxFeatures } from './boxes.js';
import { claimFeatures } from './claims.js';
import { headingFeatures } from './headings.js';
import { lexiconFeatures } from './lexicon-features.js';
import { type MainText, mainText } from './main-text.js';
import { neighbourFeatures } from './neighbours.js';
import type { PageContext } from './page-context.js';
import { placeFeatures } from './places.js';
import { shapeFeatures } from './shapes.js';
import type { FeatureWriter } from './writer.js';

/** What the richer features share besides. */
export interface RichContext extends PageContext {
  readonly main: MainText;
  /** For each leaf the leaf that heads its box, or -1. */
  readonly heads: Int32Array;
}

const PARTS = [
  claimFeatures,
  neighbourFeatures,
  headingFeatures,
  boxFeatures,
  placeFeatures,
  shapeFeatures,
  lexiconFeatures,
];

/** Features beyond the paper's: neighbours, the heading above, claims of the head, boxes, place to the main text. */
export function richFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const rich: RichContext = { ...context, main: mainText(context), heads: boxHeadings(context) };
  const parts = PARTS.map(part => part(rich, out));
  return i => {
    for (const part of parts) part(i);
  };
}

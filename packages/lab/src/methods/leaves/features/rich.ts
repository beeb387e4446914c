import { boxFeatures } from './boxes.js';
import { claimFeatures } from './claims.js';
import { headingFeatures } from './headings.js';
import { lexiconFeatures } from './lexicon-features.js';
import { neighbourFeatures } from './neighbours.js';
import type { PageContext } from './page-context.js';
import { placeFeatures } from './places.js';
import type { RowWriter } from './row.js';
import { shapeFeatures } from './shapes.js';

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
export function richFeatures(context: PageContext, out: RowWriter): (leaf: number) => void {
  const parts = PARTS.map(part => part(context, out));
  return i => {
    for (const part of parts) part(i);
  };
}

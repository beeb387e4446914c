import { showsDate } from '../date-shape.js';
import { type BoxFacts, boxFacts } from './box-facts.js';
import { boxHeadings } from './box-headings.js';
import { boxFeatures } from './boxes.js';
import { claimFeatures } from './claims.js';
import { headingFeatures } from './headings.js';
import { lexiconFeatures } from './lexicon-features.js';
import { type MainText, mainText } from './main-text.js';
import { neighbourFeatures } from './neighbours.js';
import { type PageClaims, pageClaims } from './page-claims.js';
import type { PageContext } from './page-context.js';
import { placeFeatures } from './places.js';
import { shapeFeatures } from './shapes.js';
import { titleLeaf, titlePlaceFeatures } from './title-place.js';
import { twinFeatures } from './twins.js';
import type { FeatureWriter } from './writer.js';

/** Data shared by the rich features. */
export interface RichContext extends PageContext {
  readonly main: MainText;
  /** For each leaf, the leaf that heads its box, or -1. */
  readonly heads: Int32Array;
  readonly claims: PageClaims;
  readonly facts: BoxFacts;
  /** The likely title leaf, or -1. */
  readonly title: number;
  /** 1 for each short leaf that contains a date. */
  readonly dates: Uint8Array;
}

/** Maximum number of words of a date leaf. */
const LONGEST_DATE = 12;

const PARTS = [
  claimFeatures,
  neighbourFeatures,
  headingFeatures,
  boxFeatures,
  placeFeatures,
  shapeFeatures,
  lexiconFeatures,
  titlePlaceFeatures,
  twinFeatures,
];

/**
 * Features beyond the paper's: neighbours, headings, metadata in the head, boxes, position relative to the main text.
 */
export function richFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const claims = pageClaims(context.tree);
  const rich: RichContext = {
    ...context,
    main: mainText(context),
    heads: boxHeadings(context),
    claims,
    facts: boxFacts(context, claims),
    title: titleLeaf(context, claims),
    dates: Uint8Array.from(context.texts, (text, i) =>
      context.words[i]! <= LONGEST_DATE && showsDate(text) ? 1 : 0,
    ),
  };
  const parts = PARTS.map(part => part(rich, out));
  return i => {
    for (const part of parts) part(i);
  };
}

import { WORD_PLACE } from './page-context.js';
import type { RichContext } from './rich.js';
import { step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

/** Maximum number of heading words used. */
const MOST = 6;

/** The words of the box's heading and of the last heading before the leaf. */
export function headingFeatures({ tokens, heads }: RichContext, out: FeatureWriter): (leaf: number) => void {
  const distance = out.steps('under distance ');
  let last = -1;
  return i => {
    const head = heads[i]!;
    if (head === i) last = i;
    if (head >= 0) {
      out.hasValues(tokens[head]!, WORD_PLACE.under, MOST);
      distance(step(i - head));
    }
    if (last >= 0) out.hasValues(tokens[last]!, WORD_PLACE.last, MOST);
  };
}

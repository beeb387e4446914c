import type { PageFacts } from '../features/facts/page-facts.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { RegionDraft } from './regions.js';

const PROMO = nameMask('newsletter', 'ad', 'promo', 'share', 'related');
/** Larger boxes are the page itself. Set by hand. */
const MOST_BOX_WORDS = 80;
/** Likelier blocks are kept despite the name of their box. Set by hand. */
const SURE_CONTENT = 0.7;
const MOST_STEPS_TO_BOX = 4;
/** Minimum share of the page's prose next to the box: it interrupts an article. Set by hand. */
const PROSE_BESIDE = 0.5;

/** A short box named for ratings is a form; a longer one is a review. Set by hand. */
const RATING = nameMask('review');
const MOST_RATING_WORDS = 8;

/** Drops less likely blocks in small boxes with a promotional name inside longer text. */
export function dropPromos({ blocks, names, sums }: PageFacts, draft: RegionDraft): void {
  const { parent } = blocks.tree;
  for (let b = 0; b < blocks.count; b++) {
    if (!draft.isKept(b) || draft.probability[b]! >= SURE_CONTENT) continue;
    for (let node = blocks.node[b]!, step = 0; node > 0 && step < MOST_STEPS_TO_BOX; node = parent[node]!, step++) {
      if (sums.words[node]! > MOST_BOX_WORDS) break;
      const isRating = sums.words[node]! <= MOST_RATING_WORDS && isNamed(names, node, RATING);
      if (!isRating && !isNamed(names, node, PROMO)) continue;
      const beside = sums.proseWords[parent[node]!]! - sums.proseWords[node]!;
      if (beside < PROSE_BESIDE * sums.proseWords[0]!) break;
      draft.decide(b, 'none', 'promo');
      break;
    }
  }
}

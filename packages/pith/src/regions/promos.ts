import type { PageFacts } from '../features/facts/page-facts.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { RegionDraft } from './regions.js';

/** Name groups of promotional boxes. */
const PROMO = nameMask('newsletter', 'ad', 'promo', 'share', 'related');
/** Larger boxes are the page itself. Set by hand. */
const MOST_WORDS = 80;
/** More likely blocks are kept whatever the name of their box. Set by hand. */
const SURE = 0.7;
/** Maximum distance to the box. Set by hand. */
const MOST_STEPS = 4;
/** Minimum share of the page's prose next to the box: it interrupts an article. Set by hand. */
const BESIDE = 0.5;

/** A box named for ratings with so few words asks for a rating; a longer one is a review. Set by hand. */
const RATING = nameMask('review');
const MOST_RATING_WORDS = 8;

/** Drops less likely blocks in small boxes with a promotional name inside longer text. */
export function dropPromos({ blocks, names, sums }: PageFacts, draft: RegionDraft): void {
  const { parent } = blocks.tree;
  for (let b = 0; b < blocks.count; b++) {
    if (!draft.isKept(b) || draft.probability[b]! >= SURE) continue;
    for (let node = blocks.node[b]!, step = 0; node > 0 && step < MOST_STEPS; node = parent[node]!, step++) {
      if (sums.words[node]! > MOST_WORDS) break;
      const isRating = sums.words[node]! <= MOST_RATING_WORDS && isNamed(names, node, RATING);
      if (!isRating && !isNamed(names, node, PROMO)) continue;
      const beside = sums.proseWords[parent[node]!]! - sums.proseWords[node]!;
      if (beside < BESIDE * sums.proseWords[0]!) break;
      draft.decide(b, 'none', 'promo');
      break;
    }
  }
}

import type { PageFacts } from '../features/facts/page-facts.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { RegionDraft } from './regions.js';

/** What boxes are named that sell, sign up, share or send the reader elsewhere. */
const PROMO = nameMask('newsletter', 'ad', 'promo', 'share', 'related');
/** A box is small: what is named so and holds more is the page itself. Set by hand. */
const MOST_WORDS = 80;
/** Names may lie: a block this likely is kept whatever its box is called. Set by hand. */
const SURE = 0.7;
/** How far up the box may be. Set by hand. */
const MOST_STEPS = 4;
/**
 * Share of the page's running text that stands beside the box: it interrupts an article, and is no part of a window. Set
 * by hand.
 */
const BESIDE = 0.5;

/** A box of so few words that is named for ratings asks for one; a longer one is a review. Set by hand. */
const RATING = nameMask('review');
const MOST_RATING_WORDS = 8;

/** Drops doubtful blocks of small boxes that their names give away, where more likely text stands around them. */
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

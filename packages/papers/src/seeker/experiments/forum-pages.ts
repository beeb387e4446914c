import { IN_NOSCRIPT, TAG } from 'webpith/stages';
import { contentOf, segmentedAnew, type TrainingPage } from '../training-pages.js';

/** Length of text below which a page counts as empty. */
const NEXT_TO_NOTHING = 200;

/** Number of forum pages without text, and of those with their posts in `<noscript>`. */
export function forumPageFacts(pages: readonly TrainingPage[]): {
  readonly empty: number;
  readonly inNoscript: number;
} {
  let empty = 0;
  let inNoscript = 0;
  for (const page of pages.filter(({ genre }) => genre === 'forum')) {
    const segmented = segmentedAnew(page);
    const { tree, sums } = segmented;
    if (sums.textLength[0]! < NEXT_TO_NOTHING) empty++;
    const content = contentOf(page, segmented);
    if (!content) continue;
    let all = 0;
    let hidden = 0;
    for (let node = 1; node < tree.count; node++) {
      if (content[node] === 0 || tree.tag[node] !== TAG['#text']) continue;
      all += sums.textLength[node]!;
      if ((tree.flags[node]! & IN_NOSCRIPT) !== 0) hidden += sums.textLength[node]!;
    }
    if (hidden > all / 2) inNoscript++;
  }
  return { empty, inNoscript };
}

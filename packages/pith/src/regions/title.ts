import { spoken } from '../blocks/spoken.js';
import type { PageFacts } from '../features/facts/page-facts.js';
import { type RegionDraft, ROLE } from './regions.js';

/**
 * Drops the heading that repeats the page's title: outputs print the title on request. It stays if nothing else is
 * kept. A heading that was not kept is marked too if text follows: images between the two belong to the article.
 */
export function dropTitle({ blocks, landmarks, hints }: PageFacts, draft: RegionDraft): void {
  const heading = landmarks.title;
  if (heading < 0 || hints.title === undefined) return;
  const isOver = draft.isKept(heading)
    ? draft.role.some((role, b) => role === ROLE.content && b !== heading)
    : !draft.isSettled(heading) && isFollowed(draft, heading);
  if (isOver && spoken(blocks.texts[heading]!) === spoken(hints.title))
    draft.decide(heading, 'none', 'title');
}

/** Maximum number of blocks between title and text: byline, date, share buttons. Set by hand. */
const LONGEST_LEAD = 12;

function isFollowed({ role }: RegionDraft, heading: number): boolean {
  return role.subarray(heading + 1, heading + 1 + LONGEST_LEAD).includes(ROLE.content);
}

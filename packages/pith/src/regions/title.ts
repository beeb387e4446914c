import { spoken } from '../blocks/spoken.js';
import type { PageFacts } from '../features/facts/page-facts.js';
import { type RegionDraft, ROLE } from './regions.js';

/**
 * The heading that says the title of the page is no content: `title` holds it, and outputs print it on top where it is
 * asked for. Where nothing else is kept it stays. One that was not kept is marked too where the text follows: pictures
 * between the two are of the article.
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

/** Blocks from the title to the first of the text: a line of authors, a date, buttons to share. Set by hand. */
const LEAD = 12;

function isFollowed({ role }: RegionDraft, heading: number): boolean {
  return role.subarray(heading + 1, heading + 1 + LEAD).includes(ROLE.content);
}

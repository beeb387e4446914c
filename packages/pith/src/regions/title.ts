import { spoken } from '../blocks/spoken.js';
import type { PageFacts } from '../features/facts/page-facts.js';
import { type RegionDraft, ROLE } from './regions.js';

/**
 * The heading that says the title of the page is no content: `title` holds it, and outputs print it on top where it is
 * asked for. Where nothing else is kept it stays.
 */
export function dropTitle({ blocks, landmarks, hints }: PageFacts, draft: RegionDraft): void {
  const heading = landmarks.title;
  if (heading < 0 || hints.title === undefined || !draft.isKept(heading)) return;
  const isAlone = !draft.role.some((role, b) => role === ROLE.content && b !== heading);
  if (!isAlone && spoken(blocks.texts[heading]!) === spoken(hints.title))
    draft.decide(heading, 'none', 'title');
}

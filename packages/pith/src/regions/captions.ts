import { type Blocks, KIND } from '../blocks/blocks.js';
import type { RegionDraft } from './regions.js';

/** Number of blocks on either side in which something must be kept. Set by hand. */
const CAPTION_REACH = 4;

/** Keeps or drops captions as requested; by default the scores decide, which mostly drop them. */
export function settleCaptions(blocks: Blocks, draft: RegionDraft, wanted: boolean | undefined): void {
  if (wanted === undefined) return;
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.kind[b] !== KIND.caption) continue;
    if (!wanted) draft.decide(b, 'none', 'no captions');
    else if (!draft.isSettled(b) && keptNear(blocks, draft, b, -1) && keptNear(blocks, draft, b, 1)) {
      draft.decide(b, 'content', 'caption');
    }
  }
}

function keptNear(blocks: Blocks, draft: RegionDraft, caption: number, step: 1 | -1): boolean {
  for (let b = caption + step, seen = 0; b >= 0 && b < blocks.count && seen < CAPTION_REACH; b += step, seen++) {
    if (draft.isKept(b)) return true;
  }
  return false;
}

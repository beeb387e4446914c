import { type Blocks, KIND } from '../blocks/blocks.js';
import type { RegionDraft } from './regions.js';

/** Blocks on either side within which something must be kept for a caption to stand amid it. Set by hand. */
const NEAR = 4;

/** Keeps or drops captions as the caller wants; where the caller says nothing the scores have decided, which mostly leave them out. */
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
  for (let b = caption + step, seen = 0; b >= 0 && b < blocks.count && seen < NEAR; b += step, seen++) {
    if (draft.isKept(b)) return true;
  }
  return false;
}

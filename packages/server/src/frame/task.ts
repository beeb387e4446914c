import { type SourcePage, treeOfPage } from '../extraction/page.js';
import { frameFromTree } from './from-tree.js';

/** A page that is to be shown. */
export interface FrameInput {
  readonly page: SourcePage;
  readonly assets: boolean;
}

const encoder = new TextEncoder();

/** The page as it may be shown. */
export function frameTask({ page, assets }: FrameInput): Uint8Array {
  return encoder.encode(frameFromTree(treeOfPage(page), { url: page.url, assets }));
}

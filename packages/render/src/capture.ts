import { type PageTree, type Snapshot, treeFromSnapshot } from 'webpith/stages';
import { type RenderOptions, renderDefaults } from './options.js';
import type { OpenPage } from './session.js';
import { LAYOUT_STYLES } from './styles.js';

/** A page as a browser drew it. */
export interface RenderedPage {
  /** Where it was found in the end, after redirects. */
  readonly url: string;
  /** Its tree, with boxes and styles in `tree.layout`. */
  readonly tree: PageTree;
  /** Its HTML after scripts have run. */
  readonly html: string;
  /** Whether what was waited for came in time; otherwise the page is as it was then. */
  readonly settled: boolean;
  /** Hosts that the page asked for and did not get, and why. */
  readonly refused: Readonly<Record<string, string>>;
  /** The whole page as PNG, if asked for. */
  readonly screenshot?: Uint8Array;
}

/** The tree of an open page: one call gives the document, boxes, styles and lines of text of all its frames. */
async function captureTree({ page, cdp }: OpenPage, options: RenderOptions): Promise<PageTree> {
  const styleNames = options.styles ?? LAYOUT_STYLES;
  const snapshot = await cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [...styleNames] });
  const viewport = page.viewportSize() ?? renderDefaults.viewport;
  const { readFrames = false } = options;
  return treeFromSnapshot(snapshot as Snapshot, { styleNames, viewport, readFrames });
}

/** Everything that is asked of an open page. */
export async function capturePage(open: OpenPage, options: RenderOptions): Promise<RenderedPage> {
  const { page, guard, settled } = open;
  const tree = await captureTree(open, options);
  const html = await page.content();
  const screenshot = options.screenshot
    ? await page.screenshot({ fullPage: true, animations: 'disabled', timeout: 0 })
    : undefined;
  return {
    url: page.url(),
    tree,
    html,
    settled,
    refused: Object.fromEntries([...guard.refused].map(([host, { message }]) => [host, message])),
    ...(screenshot === undefined ? {} : { screenshot }),
  };
}

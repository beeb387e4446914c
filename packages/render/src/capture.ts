import { type PageTree, type Snapshot, treeFromSnapshot } from 'webpith/stages';
import { type RenderOptions, renderDefaults } from './options.js';
import type { RenderPool } from './pool.js';
import type { OpenPage } from './session.js';
import type { PageSource } from './source.js';

export interface RenderedPage {
  readonly url: string;
  /** With boxes and styles in `tree.layout`. */
  readonly tree: PageTree;
  readonly html: string;
  /** False if the page did not finish loading in time. */
  readonly settled: boolean;
  /** Hosts that the page was not allowed or not able to connect to, with reasons. */
  readonly refused: Readonly<Record<string, string>>;
  readonly screenshot?: Uint8Array | undefined;
}

async function captureTree({ page, cdp }: OpenPage, options: RenderOptions): Promise<PageTree> {
  const styleNames = options.styles ?? LAYOUT_STYLES;
  const snapshot = await cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [...styleNames] });
  const viewport = page.viewportSize() ?? renderDefaults.viewport;
  const { readFrames = false } = options;
  return treeFromSnapshot(snapshot as Snapshot, { styleNames, viewport, readFrames });
}

export async function capturePage(open: OpenPage, options: RenderOptions): Promise<RenderedPage> {
  const { page, guard, settled } = open;
  const tree = await captureTree(open, options);
  if (options.markHidden) await page.evaluate(MARK_HIDDEN);
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
    screenshot,
  };
}

/** Runs in the page: without its style sheets, the HTML would not show which elements are hidden. */
const MARK_HIDDEN = `for (const element of document.body?.querySelectorAll('*') ?? []) {
  const isLeaf = element.firstElementChild === null;
  if (!element.checkVisibility({ visibilityProperty: isLeaf }) && element.parentElement.checkVisibility())
    element.setAttribute('hidden', '');
}`;

export interface ArchivedPage {
  readonly url: string;
  /** The page after its scripts ran, with styles, images and iframes; can be rendered again as `{ mhtml }`. */
  readonly mhtml: Uint8Array;
  /** False if the page did not finish loading in time. */
  readonly settled: boolean;
}

/** Saves a page as MHTML, which renders to the same boxes without the network. */
export function archivePage(
  pool: RenderPool,
  source: PageSource,
  options: RenderOptions = {},
): Promise<ArchivedPage> {
  return pool.use(source, options, async ({ page, cdp, settled }) => {
    const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
    return { url: page.url(), mhtml: Buffer.from(data), settled };
  });
}

const sided = (before: string, after = '') =>
  ['top', 'right', 'bottom', 'left'].map(side => `${before}-${side}${after}`);

export const LAYOUT_STYLES: readonly string[] = [
  ...'display visibility opacity position float color background-color background-image'.split(' '),
  ...'font-family font-size font-weight font-style line-height'.split(' '),
  ...'text-align text-decoration-line text-transform white-space'.split(' '),
  ...sided('padding'),
  ...sided('margin'),
  ...sided('border', '-width'),
  ...sided('border', '-style'),
  ...sided('border', '-color'),
];

import { type PageTree, type Snapshot, TAG, treeFromSnapshot, VISIBILITY_STYLES } from 'webpith/stages';
import { type RenderOptions, renderDefaults } from './options.js';
import type { RenderPool } from './pool.js';
import type { OpenPage } from './session.js';
import type { PageSource } from './source.js';

export interface RenderedPage {
  readonly url: string;
  readonly tree: PageTree;
  readonly html: string;
  readonly settled: boolean;
  /** Hosts that the page was not allowed or not able to connect to, with reasons. */
  readonly refused: Readonly<Record<string, string>>;
  readonly screenshot?: Uint8Array | undefined;
}

async function captureTree({ page, cdp, lacksFiles }: OpenPage, options: RenderOptions): Promise<PageTree> {
  const styleNames = [...new Set([...(options.styles ?? LAYOUT_STYLES), ...VISIBILITY_STYLES])];
  const snapshot = await cdp.send('DOMSnapshot.captureSnapshot', {
    computedStyles: styleNames,
    includeBlendedBackgroundColors: true,
    includeTextColorOpacities: true,
  });
  const viewport = page.viewportSize() ?? renderDefaults.viewport;
  const { readFrames = false } = options;
  return treeFromSnapshot(snapshot as Snapshot, { styleNames, viewport, readFrames, lacksFiles });
}

export async function capturePage(open: OpenPage, options: RenderOptions): Promise<RenderedPage> {
  const { page, guard, settled } = open;
  const first = await captureTree(open, options);
  const tree = hasFadedText(first) && (await scrollThrough(open)) ? await captureTree(open, options) : first;
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

/** Minimum length of a transparent text for which a page is scrolled through. */
const WORTH_SCROLLING = 80;

/** True if an element with text has opacity 0, as is usual for text that appears when a reader scrolls to it. */
function hasFadedText(tree: PageTree): boolean {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || tree.layout?.style(node, 'opacity') !== '0') continue;
    if (tree.textContent(node).trim().length >= WORTH_SCROLLING) return true;
    node = tree.end[node]! - 1;
  }
  return false;
}

/** Maximum number of windows to scroll through, and milliseconds for scripts in each and for transitions at the end. */
const MOST_WINDOWS = 20;
const IN_WINDOW = 60;
const TRANSITION = 400;

/** Scrolls to the end of the page like a reader, and back. Returns false if the page fits into one window. */
async function scrollThrough({ page, cdp }: OpenPage): Promise<boolean> {
  const { cssContentSize, cssLayoutViewport } = await cdp.send('Page.getLayoutMetrics');
  const step = cssLayoutViewport.clientHeight;
  const windows = Math.min(MOST_WINDOWS, Math.ceil(cssContentSize.height / step));
  if (windows < 2) return false;
  const wheel = (deltaY: number) =>
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 1, y: 1, deltaX: 0, deltaY });
  for (let window = 1; window < windows; window++) {
    await wheel(step);
    await page.waitForTimeout(IN_WINDOW);
  }
  await wheel(-cssContentSize.height);
  await page.waitForTimeout(TRANSITION);
  return true;
}

export interface ArchivedPage {
  readonly url: string;
  /** The page after its scripts ran, with styles, images and iframes; can be rendered again as `{ mhtml }`. */
  readonly mhtml: Uint8Array;
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

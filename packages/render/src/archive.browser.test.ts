import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import { archivePage } from './capture.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';

// An image of 40 × 30 pixels that needs no file.
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="teal"/></svg>';

const SITE: Record<string, [type: string, body: string]> = {
  '/': [
    'text/html',
    '<!doctype html><link rel=stylesheet href=/style.css><h1>Tide</h1><p>Two <img src=/picture.svg> boats</p>' +
      '<iframe src=/frame width=200 height=80></iframe><script src=/script.js></script>',
  ],
  '/style.css': ['text/css', 'h1{font-size:50px;margin:30px}p{padding:7px}'],
  '/picture.svg': ['image/svg+xml', PICTURE],
  '/frame': ['text/html', '<p>Framed</p>'],
  '/script.js': ['text/javascript', 'document.body.append("Written")'],
};

/** Every drawn element and text with its box. */
function boxes(tree: PageTree): string[] {
  const drawn = [...Array(tree.count).keys()].filter(node => node > 0 && tree.layout!.isDrawn(node));
  return drawn.map(node => {
    const what = tree.tag[node] === TAG['#text'] ? tree.text(node).trim() : tree.tagName(node);
    return `${what} ${JSON.stringify(tree.layout!.box(node))}`;
  });
}

describe.skipIf(!hasChromium)('archivePage', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1 });
  });
  afterAll(() => pool?.close());
  afterEach(closeServers);

  it('archives a page that reopens offline with the same text and boxes', async () => {
    const site = await serve((request, response) => {
      const [type, body] = SITE[request.url ?? ''] ?? ['text/plain', ''];
      response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body);
    });
    const before = await pool.render({ url: `${site}/` }, { allowPrivate: true });
    const { mhtml, url } = await archivePage(pool, { url: `${site}/` }, { allowPrivate: true });
    closeServers();
    const after = await pool.render({ mhtml }, { network: false });
    expect(url).toBe(`${site}/`);
    expect([...blocksFromTree(after.tree).texts]).toEqual(['Tide', 'Two boats', 'Written']);
    expect(boxes(before.tree).some(line => line.startsWith('Framed'))).toBe(true);
    expect(imageBox(before.tree)).toMatchObject({ width: 40, height: 30 }); // otherwise the image was not loaded
    expect(boxes(after.tree)).toEqual(boxes(before.tree));
  });
});

function imageBox(tree: PageTree) {
  const image = [...Array(tree.count).keys()].find(node => tree.tagName(node) === 'img')!;
  return tree.layout!.box(image);
}

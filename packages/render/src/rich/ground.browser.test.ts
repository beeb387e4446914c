import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { type PageTree, TAG } from 'webpith/stages';
import { openPool, type RenderPool } from '../pool.js';
import { hasChromium } from '../testing/chromium.js';
import { richArticle, richTexts } from './article.js';
import { contrast, laidOver, readableOn, readColour } from './colour.js';
import { RICH_STYLES } from './properties.js';

const TEXT = `<p>The ferry left at six with nine people on board, and was back before the tide had turned, said the harbour master on Friday.</p>
<p>Nobody had told the nine that the island was shut. They walked around it twice, looked at the lighthouse, and came home.</p>
<p>The council will talk about it in March, when the next timetable is due, and until then the ferry goes on as before.</p>`;
const PICTURE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"/>';
const shown = (src: string) => `<img src="${src}" width=600 height=300 alt="The pier">`;

/** The contrast of every text of a page against its background. */
function contrasts(tree: PageTree): Record<string, number> {
  const found: Record<string, number> = {};
  for (let node = 1; node < tree.count; node++) {
    if (
      tree.tag[node] !== TAG['#text'] ||
      tree.layout!.isDrawn(node) !== true ||
      tree.text(node).trim() === ''
    )
      continue;
    let background = readColour('rgb(255, 255, 255)')!;
    const around: number[] = [];
    for (let up = tree.parent[node]!; up > 0; up = tree.parent[up]!) around.unshift(up);
    for (const up of around) {
      background = laidOver(
        readColour(tree.layout!.style(up, 'background-color')) ?? [0, 0, 0, 0],
        background,
      );
    }
    const colour = readColour(tree.layout!.style(tree.parent[node]!, 'color'))!;
    found[tree.text(node).trim().slice(0, 20)] = contrast(laidOver(colour, background), background);
  }
  return found;
}

describe.skipIf(!hasChromium)('the rich article', () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1 });
  });
  afterAll(() => pool?.close());
  const draw = async (html: string) => {
    const options = { network: false, javascript: false, styles: RICH_STYLES } as const;
    return (await pool.render({ html: `<!doctype html><title>Nine on an island</title>${html}` }, options))
      .tree;
  };
  const rich = async (html: string) => {
    const tree = await draw(html);
    const out = richArticle(tree, extract(tree, { rules: { keep: ['.story'] } }));
    return { out, tree: await draw(out.slice(out.indexOf('<body'))) };
  };

  it('keeps backgrounds: a white title stays white on its dark band', async () => {
    const { out, tree } = await rich(
      `<header style="background:#123;color:#fff;padding:40px"><h1>Nine on an island</h1></header><div class=story>${TEXT}</div>`,
    );
    expect(out).toContain('background-color:rgb(17, 34, 51)');
    expect(out).toMatch(/<h1[^>]*color:rgb\(255, 255, 255\)/);
    expect(contrasts(tree)['Nine on an island']).toBeGreaterThan(10);
  });

  it('keeps gradients, and makes semi-transparent colours opaque', async () => {
    const { out } = await rich(
      `<header style="background:linear-gradient(#000,#226);color:#fff"><h1>Nine on an island</h1></header><div class=story>${TEXT}</div>`,
    );
    expect(out).toContain('background-image:linear-gradient(rgb(0, 0, 0), rgb(34, 34, 102))');
    const half = await rich(
      `<body style="background:#fff"><header style="background:rgba(0,0,0,.8);color:#fff"><h1>Nine on an island</h1></header><div class=story>${TEXT}</div>`,
    );
    expect(half.out).toContain('background-color:rgb(51, 51, 51)');
  });

  it('compensates for a background image: white text becomes dark on white', async () => {
    const { out, tree } = await rich(
      `<header style="position:relative;height:300px"><img src="${PICTURE}" style="position:absolute;top:0;left:0" width=900 height=300>
      <h1 style="position:relative;color:#fff">Nine on an island</h1></header><div class=story>${TEXT}</div>`,
    );
    expect(out).toMatch(/<h1[^>]*color:rgb\(17, 17, 17\)/);
    expect(contrasts(tree)['Nine on an island']).toBeGreaterThan(10);
  });

  it('corrects unreadable text in the body, and keeps other text', async () => {
    const { out, tree } = await rich(
      `<h1>Nine on an island</h1><div class=story style="color:#eee">${TEXT}
      <div style="background:#000"><p>On black it can be read, and stays as light as it was on the page.</p></div>
      <p style="color:#767676">Grey on white is faint but can be read by anybody who wants to.</p>
      <p style="opacity:0">This one waits for a script that shows it when a reader scrolls by.</p></div>`,
    );
    const found = contrasts(tree);
    expect(Object.values(found).every(ratio => ratio >= 3)).toBe(true);
    // The text inherits light grey; white would have a contrast of 21.
    expect(found['On black it can be r']).toBeCloseTo(18.1, 0);
    expect(out).toMatch(/color:rgb\(118, 118, 118\)[^>]*>Grey on white/);
    expect(out).not.toContain('opacity');
  });

  it('includes the lead image from outside the body', async () => {
    const page = (lead: string) =>
      `<nav><img src="https://a.example/logo.png" width=80 height=40 alt=logo></nav><main style="width:640px"><h1>Nine on an island</h1>${lead}<div class=story>${TEXT}</div></main>`;
    const lead = `<figure>${shown('https://a.example/pier.jpg')}<figcaption>The pier at low water.</figcaption></figure>`;
    const { out } = await rich(page(lead));
    expect(out).toContain('src="https://a.example/pier.jpg"');
    expect(out).toContain('The pier at low water.');
    expect(out.indexOf('pier.jpg')).toBeLessThan(out.indexOf('The ferry left'));
    expect(out).not.toContain('logo.png');
    // An image that links to another story is a teaser of that story.
    const teaser = await rich(page(`<a href="/other">${shown('https://a.example/other.jpg')}</a>`));
    expect(teaser.out).not.toContain('other.jpg');
  });

  it('shows the texts found by any method', async () => {
    const tree = await draw(`<h2 id=t>Nine on an island</h2><div class=story>${TEXT}</div><p>Imprint</p>`);
    const story = tree.tag.indexOf(TAG.div);
    const texts = Uint8Array.from({ length: tree.count }, (_, node) =>
      Number(tree.tag[node] === TAG['#text'] && tree.contains(story, node)),
    );
    const out = richTexts(tree, { texts, title: 'Nine on an island', titleNode: tree.tag.indexOf(TAG.h2) });
    expect(out).toMatch(/<h2[^>]*>Nine on an island/);
    expect(out).toContain('until then the ferry');
    expect(out).not.toContain('Imprint');
    expect(richTexts(tree, { texts, title: 'Nine on an island' })).toMatch(/<h2[^>]*>Nine on an island/);
  });
});

describe('colours', () => {
  it('are parsed as browsers compute them', () => {
    expect(readColour('rgb(1, 2, 3)')).toEqual([1, 2, 3, 1]);
    expect(readColour('rgba(1, 2, 3, 0.5)')).toEqual([1, 2, 3, 0.5]);
    expect(readColour('color(srgb 1 0 0.5 / 0.25)')).toEqual([255, 0, 127.5, 0.25]);
    expect(readColour('oklch(0.5 0.1 20)')).toBeUndefined();
  });

  it('have a contrast of at most 21, and are corrected below 3', () => {
    expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21, 6);
    expect(readableOn([200, 200, 200, 1], [255, 255, 255, 1])).toEqual([17, 17, 17, 1]);
    expect(readableOn([0, 0, 90, 1], [0, 0, 0, 1])).toEqual([255, 255, 255, 1]);
    expect(readableOn([118, 118, 118, 1], [255, 255, 255, 1])).toEqual([118, 118, 118, 1]);
  });
});

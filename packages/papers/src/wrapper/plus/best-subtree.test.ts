import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { SQUEEZED_VIEW } from '../experiment/cases.js';
import { bestSubtree, withoutOtherStories } from './best-subtree.js';
import { blockRows } from './blocks.js';

const story = (title: string, words: number, heading = 'h1') =>
  `<article id="${title}"><${heading}>${title}</${heading}><p>${`${title} words `.repeat(words / 2)}</p></article>`;
const page = (...stories: string[]) => `<title>Tide</title><main>${stories.join('')}</main>`;

/** Texts of the blocks that still promise something when all of them did, each cut to its first word. */
function kept(html: string): string[] {
  const view = SQUEEZED_VIEW(treeFromHtml(html));
  const rows = blockRows(view);
  const left = withoutOtherStories(view, rows, new Float64Array(rows.blocks.count).fill(0.9));
  return rows.blocks.texts.filter((_, b) => left[b]! > 0).map(text => text.split(' ')[0]!);
}

describe('other stories of an endless page', () => {
  it('promise nothing', () => {
    expect(kept(page(story('Tide', 400), story('Fog', 400, 'h2'), story('Rain', 400)))).toEqual([
      'Tide',
      'Tide',
    ]);
  });

  it('are told from sections: these stand with the title, or under an opening that is no story', () => {
    const sections = '<h2>Ebb</h2><p>Ebb</p>';
    expect(kept(page(`<article><h1>Tide</h1><p>Tide</p>${sections}</article>`))).toEqual([
      'Tide',
      'Tide',
      'Ebb',
      'Ebb',
    ]);
    expect(kept(page(story('Tide', 200), story('Ebb', 400, 'h2')))).toHaveLength(4);
  });

  it('are known sooner by a heading in the title’s kind of place', () => {
    expect(kept(page(story('Tide', 200), story('Fog', 400)))).toEqual(['Tide', 'Tide']);
    expect(kept(page(story('Tide', 60), story('Fog', 400)))).toHaveLength(4);
  });

  it('need a title to be beside, and text', () => {
    expect(kept('<main><p>Fog</p><p>Rain</p></main>')).toEqual(['Fog', 'Rain']);
    expect(kept('')).toEqual([]);
    expect(kept(page(story('Tide', 400), story('More', 20, 'h2')))).toHaveLength(4);
  });
});

it('a little promise of many words does not outweigh a short article', () => {
  const html = page(story('Tide', 60), `<div id="Fog"><p>${'other words '.repeat(500)}</p></div>`);
  const view = SQUEEZED_VIEW(treeFromHtml(html));
  const { blocks } = blockRows(view);
  const promises = Float64Array.from(blocks.texts, text => (text.startsWith('other') ? 0.2 : 0.9));
  const body = bestSubtree(view, blocks, promises)!;
  expect(view.tree.path(body)).toMatch(/article/);
});

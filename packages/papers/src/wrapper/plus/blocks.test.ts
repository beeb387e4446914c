import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { squeezedView } from '../layout.js';
import { bestSubtree, blockRows, withoutOtherStories } from './blocks.js';

const story = (title: string, words: number, heading = 'h1') =>
  `<article id="${title}"><${heading}>${title}</${heading}><p>${`${title} words `.repeat(words / 2)}</p></article>`;
const page = (...stories: string[]) => `<title>Tide</title><main>${stories.join('')}</main>`;

/** First words of the blocks that keep their probability. */
function kept(html: string): string[] {
  const view = squeezedView(treeFromHtml(html));
  const rows = blockRows(view);
  const left = withoutOtherStories(view, rows, new Float64Array(rows.blocks.count).fill(0.9));
  return rows.blocks.texts.filter((_, b) => left[b]! > 0).map(text => text.split(' ')[0]!);
}

describe('other stories of an endless page', () => {
  it('get probability zero', () => {
    expect(kept(page(story('Tide', 400), story('Fog', 400, 'h2'), story('Rain', 400)))).toEqual([
      'Tide',
      'Tide',
    ]);
  });

  it('are distinguished from sections, which are in the title’s branch or follow a short opening', () => {
    const sections = '<h2>Ebb</h2><p>Ebb</p>';
    expect(kept(page(`<article><h1>Tide</h1><p>Tide</p>${sections}</article>`))).toEqual([
      'Tide',
      'Tide',
      'Ebb',
      'Ebb',
    ]);
    expect(kept(page(story('Tide', 200), story('Ebb', 400, 'h2')))).toHaveLength(4);
  });

  it('need less text if their heading has the title’s path', () => {
    expect(kept(page(story('Tide', 200), story('Fog', 400)))).toEqual(['Tide', 'Tide']);
    expect(kept(page(story('Tide', 60), story('Fog', 400)))).toHaveLength(4);
  });

  it('need a title, and text', () => {
    expect(kept('<main><p>Fog</p><p>Rain</p></main>')).toEqual(['Fog', 'Rain']);
    expect(kept('')).toEqual([]);
    expect(kept(page(story('Tide', 400), story('More', 20, 'h2')))).toHaveLength(4);
  });
});

it('many improbable words do not outweigh a short article', () => {
  const html = page(story('Tide', 60), `<div id="Fog"><p>${'other words '.repeat(500)}</p></div>`);
  const view = squeezedView(treeFromHtml(html));
  const { blocks } = blockRows(view);
  const promises = Float64Array.from(blocks.texts, text => (text.startsWith('other') ? 0.2 : 0.9));
  const body = bestSubtree(view, blocks, promises)!;
  expect(view.tree.path(body)).toMatch(/article/);
});

import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { dropMachineText, fillGaps, keepHeadings, settleCaptions } from './adjustments.js';
import { findCopies } from './copies.js';
import { REASON_NAMES, RegionDraft, ROLE } from './regions.js';

/** A draft with a threshold of 0.5. */
function draftOf(html: string, ...probability: number[]) {
  const blocks = blocksFromTree(treeFromHtml(html));
  if (blocks.count !== probability.length)
    throw new Error(`${blocks.count} blocks, ${probability.length} probabilities`);
  const draft = new RegionDraft(Float32Array.from(probability), { cut: 0.5, expected: 0.9 });
  probability.forEach((p, b) => {
    if (p >= 0.5) draft.decide(b, 'content', 'above');
  });
  return { blocks, draft };
}

const kept = ({ draft }: ReturnType<typeof draftOf>) =>
  Array.from(draft.role, (role, b) => (role === ROLE.content ? REASON_NAMES[draft.reason[b]!] : '-'));

const LONG =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';

describe('findCopies', () => {
  const copies = (html: string, ...probability: number[]) => [
    ...findCopies(
      new Page(blocksFromTree(treeFromHtml(html)), { schemaTypes: [] }),
      Float32Array.from(probability),
    ),
  ];
  const said = `<p>${LONG}</p>`;
  const apart = `<div>${said}</div>`;

  it('keeps the likeliest, the first on ties', () => {
    expect(copies(apart + apart + apart, 0.5, 0.5, 0.5)).toEqual([0, 1, 1]);
    expect(copies(apart + apart + apart, 0.2, 0.9, 0.5)).toEqual([1, 0, 1]);
    expect(copies(apart + apart, 0.5, 0.51)).toEqual([0, 1]); // below the margin
  });

  it('keeps repeated lines of one text, such as a refrain', () => {
    expect(copies(said + said + said, 0.5, 0.5, 0.5)).toEqual([0, 0, 0]);
  });

  it('prefers visible text to hidden text', () => {
    expect(copies(`<p hidden>${LONG}</p>${said}`, 0.9, 0.6)).toEqual([1, 0]);
    expect(copies(`<p hidden>${LONG}</p>${said}`, 0.9, 0.1)).toEqual([1, 0]);
  });

  it('ignores quotes, dashes and capitals', () => {
    expect(copies(`${apart}<p>“${LONG.toUpperCase()}”!</p>`, 0.9, 0.9)).toEqual([0, 1]);
  });

  it('allows short texts to repeat', () => {
    expect(copies('<p>Reply</p><p>Reply</p>', 0.9, 0.9)).toEqual([0, 0]);
    expect(copies(`${said}<p>${LONG} more</p>`, 0.9, 0.9)).toEqual([0, 0]);
  });
});

describe('fillGaps', () => {
  const fill = (html: string, ...probability: number[]) => {
    const page = draftOf(html, ...probability);
    fillGaps(page.blocks, page.draft);
    return kept(page);
  };

  it('keeps a short block between two kept siblings', () => {
    expect(fill('<p>a</p><p>b</p><p>c</p>', 0.9, 0.3, 0.9)).toEqual(['above', 'amid', 'above']);
    expect(fill('<p>a</p><p>b</p><p>c</p>', 0.9, 0.25, 0.9)).toEqual(['above', 'amid', 'above']);
  });

  it('ignores blocks that are too unlikely, too long, elsewhere, or at the edge', () => {
    expect(fill('<p>a</p><p>b</p><p>c</p>', 0.9, 0.2, 0.9)[1]).toBe('-');
    expect(fill(`<p>a</p><p>${LONG}</p><p>c</p>`, 0.9, 0.4, 0.9)[1]).toBe('-');
    expect(fill('<p>a</p><div><p>b</p></div><p>c</p>', 0.9, 0.4, 0.9)[1]).toBe('-');
    expect(fill('<p>a</p><p>b</p><p>c</p>', 0.9, 0.4, 0.4)).toEqual(['above', '-', '-']);
    expect(fill('<p>a</p>', 0.4)).toEqual(['-']);
  });
});

describe('keepHeadings', () => {
  const keep = (html: string, ...probability: number[]) => {
    const page = draftOf(html, ...probability);
    keepHeadings(page.blocks, page.draft);
    return kept(page);
  };

  it('keeps the heading of a kept section', () => {
    expect(keep('<h2>H</h2><p>a b c</p><p>d</p>', 0.2, 0.9, 0.1)).toEqual(['heading', 'above', '-']);
  });

  it('ignores headings of mostly dropped or empty sections, and unlikely ones', () => {
    expect(keep('<h2>H</h2><p>a b</p><p>c d</p>', 0.4, 0.9, 0.1)[0]).toBe('-');
    expect(keep('<h2>H</h2>', 0.4)).toEqual(['-']);
    expect(keep('<h2>H</h2><p>a</p>', 0.1, 0.9)[0]).toBe('-');
  });

  it('ends a section at the next heading of its level, not at a subheading', () => {
    const html = '<h2>A</h2><h3>B</h3><p>a a a</p><h2>C</h2><p>b b b b b b</p>';
    expect(keep(html, 0.2, 0.2, 0.9, 0.2, 0.1)).toEqual(['heading', 'heading', 'above', '-', '-']);
  });

  it('considers the beginning of a long section', () => {
    const html = `<h2>A</h2>${'<p>a</p>'.repeat(100)}`;
    const probability = [0.3, ...Array.from({ length: 100 }, (_, b) => (b < 40 ? 0.9 : 0.1))];
    expect(keep(html, ...probability)[0]).toBe('heading');
  });
});

describe('settleCaptions', () => {
  const html = '<p>a</p><figure><figcaption>c</figcaption></figure><p>b</p>';
  const settle = (wanted: boolean, ...probability: number[]) => {
    const page = draftOf(html, ...probability);
    settleCaptions(page.blocks, page.draft, wanted);
    return kept(page);
  };

  it('keeps captions between kept blocks if they are included', () => {
    expect(settle(true, 0.9, 0.1, 0.9)).toEqual(['above', 'caption', 'above']);
    expect(settle(true, 0.9, 0.1, 0.1)).toEqual(['above', '-', '-']);
  });

  it('drops excluded captions', () => {
    expect(settle(false, 0.9, 0.9, 0.9)).toEqual(['above', '-', 'above']);
  });
});

describe('dropMachineText', () => {
  const drop = (html: string) => {
    const page = draftOf(html, 0.9, 0.9, 0.9);
    dropMachineText(page.blocks, page.draft);
    return kept(page);
  };

  it('drops shortcodes of page builders', () => {
    const html = '<p>[vc_row full_width="yes"][vc_column]</p><p>a b c</p><p>[/vc_column] [/vc_row]</p>';
    expect(drop(html)).toEqual(['-', 'above', '-']);
  });

  it('keeps notes in brackets and shortcodes within text', () => {
    expect(drop('<p>[Applause]</p><p>[sic] he said</p><p>[vc_row] and words</p>')).toEqual([
      'above',
      'above',
      'above',
    ]);
  });
});

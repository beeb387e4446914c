import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { REASON_NAMES, RegionDraft, ROLES } from './regions.js';
import { supplementCallouts, supplementGaps, supplementItems } from './supplements.js';
import { keepCaptions, keepUnits } from './units.js';

/** Roles after the rules, with a threshold of 0.5; `unit` marks blocks that a rule made content. */
function rolesOf(html: string, ...probability: number[]): string[] {
  const blocks = blocksFromTree(treeFromHtml(html));
  expect(blocks.texts).toHaveLength(probability.length);
  const draft = new RegionDraft(Float32Array.from(probability), { cut: 0.5, expected: 0.9 });
  probability.forEach((p, b) => {
    if (p >= 0.5) draft.decide(b, 'content', 'above');
  });
  keepUnits(blocks, draft);
  supplementCallouts(blocks, draft);
  supplementGaps(blocks, draft);
  supplementItems(blocks, draft);
  keepCaptions(blocks, draft);
  return Array.from(draft.role, (role, b) =>
    REASON_NAMES[draft.reason[b]!] === 'unit' ? 'unit' : ROLES[role]!,
  );
}

const PROSE = '<p>one two three four five six seven eight nine ten</p>';

describe('code blocks', () => {
  it('are supplements inside kept text, whatever their score', () => {
    expect(rolesOf(`<article>${PROSE}<pre>npm i x</pre>${PROSE}</article>`, 0.9, 0.1, 0.9)).toEqual([
      'content',
      'supplement',
      'content',
    ]);
  });

  it('may be elements that act as a block', () => {
    const html = `<article>${PROSE}<code class="block"><span>npm i x</span></code>${PROSE}</article>`;
    expect(rolesOf(html, 0.9, 0.1, 0.9)).toEqual(['content', 'supplement', 'content']);
  });

  it('are dropped where most text is dropped', () => {
    const html = `<div><p>kept words</p>${PROSE}<pre>x</pre></div>`;
    expect(rolesOf(html, 0.9, 0.1, 0.1)).toEqual(['content', 'none', 'none']);
  });

  it('are completed if a part is kept', () => {
    expect(rolesOf('<pre><div>a b</div><div>c d</div></pre>', 0.9, 0.1)).toEqual(['content', 'unit']);
  });
});

describe('tables', () => {
  it('are completed if half of the words are kept', () => {
    const html = '<table><tr><th>A<th>B<tr><td>1 2<td>3</table><p>x</p>';
    expect(rolesOf(html, 0.3, 0.01, 0.9, 0.9, 0.1)).toEqual(['unit', 'unit', 'content', 'content', 'none']);
  });

  it('are completed inside kept text if a fifth of the words is kept', () => {
    const table = '<table><tr><td>Ada<td>1 2 3<tr><td>Bo<td>4 5 6</table>';
    expect(rolesOf(`<div>${PROSE}${table}</div>`, 0.9, 0.9, 0.1, 0.9, 0.1)).toEqual([
      'content',
      'content',
      'unit',
      'content',
      'unit',
    ]);
  });

  it.each([
    ['between kept paragraphs', PROSE, 'supplement'],
    ['at the end', '', 'none'],
  ])('without a kept word are supplements only %s', (_, after, role) => {
    const table = '<table><tr><td>Punt<td>Slow<tr><td>Skiff<td>Fast</table>';
    const scores = [0.9, 0.1, 0.1, 0.1, 0.1, ...(after === '' ? [] : [0.9])];
    const roles = rolesOf(`<div>${PROSE}${table}${after}</div>`, ...scores);
    expect(roles.slice(1, 5)).toEqual([role, role, role, role]);
  });

  it('are completed by supplements inside kept text if one word is kept', () => {
    const table = '<table><tr><td>Ada<td>1 2 3<tr><td>Bo<td>4 5 6</table>';
    expect(rolesOf(`<div>${PROSE}${table}</div>`, 0.9, 0.1, 0.1, 0.9, 0.1).slice(1)).toEqual([
      'supplement',
      'supplement',
      'content',
      'supplement',
    ]);
  });

  it('are completed by supplements only, if they are a grid by cells over several rows or columns', () => {
    const table = '<table><tr><th colspan=2>Boats<tr><td rowspan=2>Punt<td>flat<tr><td>slow</table>';
    const roles = rolesOf(`<div>${PROSE}${table}</div>`, 0.9, 0.3, 0.3, 0.9, 0.9);
    expect(roles).toEqual(['content', 'supplement', 'supplement', 'content', 'content']);
  });

  it('are completed by rows only, if several rows have one cell', () => {
    const table = '<table><tr><th colspan=2>Boats<tr><th colspan=2>Old<tr><td>Punt<td>flat</table>';
    const roles = rolesOf(`<div>${PROSE}${table}</div>`, 0.9, 0.3, 0.3, 0.9, 0.3);
    expect(roles).toEqual(['content', 'none', 'none', 'content', 'supplement']);
  });

  it('stay as they are if less is kept', () => {
    const html = '<table><tr><td>1 2 3<td>4<tr><td>5 6 7<td>8</table>';
    expect(rolesOf(html, 0.1, 0.9, 0.1, 0.9)).toEqual(['none', 'content', 'none', 'content']);
  });

  it.each([
    ['contain headings', '<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>'],
    ['have one column', '<table><tr><td>a<tr><td>b<tr><td>c<tr><td>d</table>'],
    ['are declared as layout', '<table role="presentation"><tr><td>a<td>b<tr><td>c<td>d</table>'],
  ])('are layout if they %s', (_, html) => {
    expect(rolesOf(html, 0.9, 0.9, 0.1, 0.9)[2]).toBe('none');
  });

  it('are layout if their cells have many blocks, as those of posts', () => {
    const post = '<tr><td><p>name<p>rank<p>joined<td><p>date<p>text';
    const scores = [0.1, 0.1, 0.1, 0.9, 0.9];
    expect(rolesOf(`<table>${post}${post}</table>`, ...scores, ...scores).slice(0, 3)).toEqual([
      'none',
      'none',
      'none',
    ]);
  });

  it('are tested one by one inside a layout table', () => {
    const inner = '<table><tr><td>a<td>b c<tr><td>d<td>e</table>';
    const html = `<table><tr><td>menu<tr><td>${inner}</table>`;
    expect(rolesOf(html, 0.3, 0.1, 0.9, 0.9, 0.9)).toEqual(['none', 'unit', 'content', 'content', 'content']);
  });
});

describe('embedded posts', () => {
  const post = '<blockquote class="twitter-tweet"><p>A heron.</p>— Jonas <a href="/1">May 2</a></blockquote>';

  it('are completed by their author and date as supplements', () => {
    expect(rolesOf(`<div>${PROSE}${post}</div>`, 0.9, 0.9, 0.1)).toEqual([
      'content',
      'content',
      'supplement',
    ]);
  });

  it('are supplements inside kept text', () => {
    expect(rolesOf(`<div>${PROSE}${post}</div>`, 0.9, 0.1, 0.1).slice(1)).toEqual([
      'supplement',
      'supplement',
    ]);
  });

  it('are dropped in dropped text', () => {
    expect(rolesOf(`<div>${PROSE}${post}</div>`, 0.1, 0.1, 0.1)).toEqual(['none', 'none', 'none']);
  });
});

describe('definitions', () => {
  it('keep the terms of kept descriptions', () => {
    expect(rolesOf('<dl><dt>a<dt>b<dd>c<dt>d<dd>e</dl>', 0.1, 0.1, 0.9, 0.1, 0.1)).toEqual([
      'unit',
      'unit',
      'content',
      'none',
      'none',
    ]);
  });
});

describe('announced elements', () => {
  it.each(['<ul><li>a<li>b</ul>', '<blockquote><p>a<p>b</blockquote>', '<dl><dt>a<dd>b</dl>'])(
    'are kept after a colon: %s',
    html => {
      expect(rolesOf(`<p>There are two:</p>${html}`, 0.9, 0.1, 0.1)).toEqual(['content', 'unit', 'unit']);
      expect(rolesOf(`<p>There are two.</p>${html}`, 0.9, 0.1, 0.1)).toEqual(['content', 'none', 'none']);
    },
  );

  it('are not kept if the line is dropped', () => {
    expect(rolesOf('<p>There are two:</p><ul><li>a</ul>', 0.1, 0.1)).toEqual(['none', 'none']);
  });
});

describe('captions', () => {
  it('directly behind a picture are supplements', () => {
    const step = `${PROSE}<figure><img src=a.jpg></figure><figcaption>Low water</figcaption>${PROSE}`;
    expect(rolesOf(`<div>${step}</div>`, 0.9, 0.1, 0.9)).toEqual(['content', 'supplement', 'content']);
  });

  it('inside links to other pages are dropped', () => {
    const teaser = '<a href="/x"><figure><img src=a.jpg><figcaption>Low water</figcaption></figure></a>';
    expect(rolesOf(`<div>${PROSE}${teaser}${PROSE}</div>`, 0.9, 0.1, 0.9)).toEqual([
      'content',
      'none',
      'content',
    ]);
  });

  it.each([
    ['a figure', '<figure><img src="a.jpg"><figcaption>A caption</figcaption></figure>'],
    ['an element with a caption', '<div><img src="a.jpg"><div class="thumbcaption">A caption</div></div>'],
  ])('of %s inside kept text are supplements', (_, figure) => {
    const html = `<article>${PROSE}${figure}${PROSE}</article>`;
    expect(rolesOf(html, 0.9, 0.1, 0.9)).toEqual(['content', 'supplement', 'content']);
  });

  it('of adjacent figures inside kept text are supplements', () => {
    const item = '<div><img src="a.jpg"><p class="thumbcaption">A caption</p></div>';
    const html = `<article>${PROSE}<div>${item}${item}</div>${PROSE}${PROSE}</article>`;
    expect(rolesOf(html, 0.9, 0.1, 0.1, 0.9, 0.9).slice(1, 3)).toEqual(['supplement', 'supplement']);
  });

  it('of a gallery beside the text are dropped', () => {
    const item = '<figure><img src="a.jpg"><figcaption>A long caption of a picture</figcaption></figure>';
    const html = `<main><div>${PROSE}</div><div>${item.repeat(4)}<p>More</p></div></main>`;
    expect(rolesOf(html, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1).slice(1)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'none',
    ]);
  });
});

describe('short texts with links between kept texts', () => {
  const link = (text: string) => `<p><a href="/${text}">${text}</a></p>`;

  it('are supplements', () => {
    const html = `<article>${PROSE}${link('Map')}${PROSE}</article>`;
    expect(rolesOf(html, 0.9, 0.2, 0.9)).toEqual(['content', 'supplement', 'content']);
  });

  it.each([
    ['have no link', '<p>4.5 stars</p>'],
    ['have only links to places of the page', '<p><a href="#map">Map</a></p>'],
    ['are headings', '<h2><a href="/a">More</a></h2>'],
    ['are long', link('word '.repeat(16))],
  ])('are dropped if they %s', (_, gap) => {
    expect(rolesOf(`<article>${PROSE}${gap}${PROSE}</article>`, 0.9, 0.2, 0.9)[1]).toBe('none');
  });

  it('are dropped if they are unlikely, or labels that occur more than twice', () => {
    expect(rolesOf(`<article>${PROSE}${link('Map')}${PROSE}</article>`, 0.9, 0.05, 0.9)[1]).toBe('none');
    const html = `<article>${`${PROSE}${link('More')}`.repeat(3)}${PROSE}</article>`;
    expect(rolesOf(html, 0.9, 0.2, 0.9, 0.2, 0.9, 0.2, 0.9)[1]).toBe('none');
  });
});

describe('callouts inside kept text', () => {
  const html = `<article>${PROSE}<aside class="admonition note"><p>Note</p><p>Bring boots.</p></aside>${PROSE}</article>`;

  it('are supplements', () => {
    expect(rolesOf(html, 0.9, 0.1, 0.3, 0.9).slice(1, 3)).toEqual(['supplement', 'supplement']);
  });

  it('are completed', () => {
    expect(rolesOf(html, 0.9, 0.1, 0.6, 0.9).slice(1, 3)).toEqual(['supplement', 'content']);
  });

  it('are dropped if all of it is unlikely', () => {
    expect(rolesOf(html, 0.9, 0.1, 0.1, 0.9).slice(1, 3)).toEqual(['none', 'none']);
  });
});

describe('lists', () => {
  const item = (end: string) => `<li><p>one two three four five</p>${end}</li>`;

  it('have the links at the end of their items as supplements', () => {
    const html = `<ul>${item('<a href="/a">More on tides</a>')}${item('<a href="/b">More on wind</a>')}</ul>`;
    expect(rolesOf(html, 0.9, 0.2, 0.9, 0.2)).toEqual(['content', 'supplement', 'content', 'supplement']);
  });

  it('are completed with likely items if most of their words are kept', () => {
    const html = `<ul>${item('')}${item('')}<li>six</li><li>seven</li></ul>`;
    expect(rolesOf(html, 0.9, 0.9, 0.4, 0.1)).toEqual(['content', 'content', 'supplement', 'none']);
  });

  it('do not have labels that repeat', () => {
    const html = `<ul>${item('<a href="/a">Buy</a>').repeat(3)}</ul>`;
    expect(rolesOf(html, 0.9, 0.4, 0.9, 0.4, 0.9, 0.4)).not.toContain('supplement');
  });
});

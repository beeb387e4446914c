import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { FEATURE_NAMES, FEATURES, fingerprint, STRIPE } from './from-blocks.js';
import { NAME_GROUPS } from './name-groups.js';
import { Page } from './page.js';
import { KEYWORD_GROUPS } from './word-lists.js';

const HINTS = {
  url: 'https://example.org/a',
  title: 'A title of some words',
  description: 'About it',
  articleBody: 'Some words that stand here too',
  schemaTypes: ['Article'],
};

/** One word of every keyword group. */
const KEYWORDS_IN_TEXT = [
  'related comment share subscribe copyright login cart menu author january',
  'more advertisement tags joined source description faq helpful',
];

const RICH = `<body><header class="nav menu"><ul><li><a href=/a>Menu</a><li><a href=/b>Home page</a></ul></header>
  <main><h1>A title of some words</h1><article class="${NAME_GROUPS.join(' ')}">
  ${KEYWORDS_IN_TEXT.map(words => `<h2>${words}</h2><p>${words}</p><p>after it</p>`).join('')}
  <p>Some words that <b>stand</b> here too, and there are more than ten of them in all. Is it so? Yes!</p>
  <table><tr><td>One<td>Two</table><pre>code | here</pre><noscript><p>No script</p></noscript>
  <p hidden>Hidden <a href=x>words</a></p><img><input></article></main><footer>© 2020 →</footer></body>`;

const factsOf = (html: string) => new Page(blocksFromTree(treeFromHtml(html)), HINTS);

describe('the features', () => {
  it('have distinct names', () => {
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_NAMES.length);
  });

  it('are tested on a page with words of all keyword groups', () => {
    const bits = factsOf(RICH).texts.keywords.reduce((all, own) => all | own, 0);
    expect(KEYWORD_GROUPS.filter((_, group) => (bits & (1 << group)) === 0)).toEqual([]);
  });

  it.each(FEATURES)('$names.0 and its group: writes its own columns for every block of a stripe', feature => {
    const facts = factsOf(RICH);
    const [before, behind] = [3, 5];
    const [from, to, stride] = [2, facts.blocks.count - 1, facts.blocks.count + 4];
    const own = feature.names.length;
    const values = new Float32Array((before + own + behind) * stride).fill(Number.NaN);
    feature.prepare(facts)({ values, stride, from, to }, before);
    const column = (c: number) => values.subarray(c * stride, c * stride + to - from);
    const isOwn = (c: number) => c >= before && c < before + own;
    for (let c = 0; c < values.length / stride; c++)
      expect(column(c).every(value => (isOwn(c) ? Number.isFinite(value) : Number.isNaN(value)))).toBe(true);
  });
});

describe('Features', () => {
  const many = (count: number) =>
    factsOf(RICH + '<p class=note>Some words of a block.</p><h2>more</h2>'.repeat(count)).features;

  it('concatenates the columns of all features', () => {
    const { page: facts, rows, width } = many(400);
    const { count } = facts.blocks;
    expect(count).toBeGreaterThan(STRIPE);
    expect([width, rows.length]).toEqual([FEATURE_NAMES.length, count * width]);
    let at = 0;
    for (const { names, prepare } of FEATURES) {
      const own = new Float32Array(count * names.length);
      prepare(facts)({ values: own, stride: count, from: 0, to: count }, 0);
      names.forEach((_, c) => {
        const column = Float32Array.from({ length: count }, (_, b) => rows[b * width + at + c]!);
        expect(column).toEqual(own.subarray(c * count, (c + 1) * count));
      });
      at += names.length;
    }
  });

  it('returns the row of any block, in any order', () => {
    const features = many(100);
    const { rows, width } = features;
    for (const block of [70, 0, 63, 64, 200, 5])
      expect(features.row(block)).toEqual(rows.subarray(block * width, (block + 1) * width));
  });

  it('returns no rows for a page without text', () => {
    expect(new Page(blocksFromTree(treeFromHtml('')), { schemaTypes: [] }).features.rows.length).toBe(0);
  });

  it('returns finite and deterministic numbers for any page', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '<div class=nav>',
        '</div>',
        '<a href=x>',
        '</a>',
        '<h1>',
        '<h2>',
        '<table><td>',
        '<br>',
      ),
      fc.constantFrom(
        '<ul><li>',
        '<pre>',
        '<article>',
        '</article>',
        '<svg>',
        '<x-y>',
        '<img>',
        '<p hidden>',
        '&nbsp;',
      ),
      fc.constantFrom('word ', 'Two words. ', '漢字', '– ', '12,5 '),
      fc.string({ maxLength: 12 }),
    );
    const hints = fc.record({
      url: fc.option(fc.oneof(fc.webUrl(), fc.string()), { nil: undefined }),
      title: fc.option(fc.string(), { nil: undefined }),
      articleBody: fc.option(fc.string(), { nil: undefined }),
      schemaTypes: fc.array(fc.string(), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), hints, (pieces, pageHints) => {
        const html = pieces.join('');
        const read = () => new Page(blocksFromTree(treeFromHtml(html)), pageHints).features.rows;
        const rows = read();
        expect(rows.findIndex(value => !Number.isFinite(value))).toBe(-1);
        expect(read()).toEqual(rows);
      }),
    );
  });
});

describe('fingerprint', () => {
  it('differs for other names or another order', () => {
    expect(fingerprint(['a', 'b'])).toMatch(/^[0-9a-f]{8}$/);
    expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['b', 'a']));
    expect(fingerprint(FEATURE_NAMES)).toBe(fingerprint([...FEATURE_NAMES]));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { pageFacts } from './facts/page-facts.js';
import { FAMILIES, FEATURE_NAMES, featuresFromBlocks, fingerprint } from './from-blocks.js';
import { KEYWORD_GROUPS } from './keywords.js';
import { NAME_GROUPS } from './name-groups.js';

const HINTS = {
  url: 'https://example.org/a',
  title: 'A title of some words',
  description: 'About it',
  articleBody: 'Some words that stand here too',
  schemaTypes: ['Article'],
};

/** A word of every keyword group. */
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

const factsOf = (html: string) => pageFacts(blocksFromTree(treeFromHtml(html)), HINTS);

describe('families', () => {
  it('name every feature once', () => {
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_NAMES.length);
    expect(new Set(FAMILIES.map(family => family.name)).size).toBe(FAMILIES.length);
  });

  it('are read on a page that holds words of all keyword groups', () => {
    const bits = factsOf(RICH).texts.keywords.reduce((all, own) => all | own, 0);
    expect(KEYWORD_GROUPS.filter((_, group) => (bits & (1 << group)) === 0)).toEqual([]);
  });

  it.each(FAMILIES.map(family => [family.name, family] as const))(
    '%s writes its own columns, and all',
    (_, family) => {
      const facts = factsOf(RICH);
      const { count } = facts.blocks;
      const own = family.features.length;
      const [before, behind] = [3, 5];
      const width = before + own + behind;
      const rows = new Float32Array(count * width).fill(Number.NaN);
      family.fill(facts, rows, width, before);
      const written = new Set<number>();
      rows.forEach((value, i) => {
        if (!Number.isNaN(value)) written.add((i % width) - before);
      });
      expect([...written].sort((a, b) => a - b)).toEqual(Array.from({ length: own }, (_, i) => i));
    },
  );

  it.each(FAMILIES.map(family => [family.name, family] as const))(
    '%s writes every row where it must',
    (_, family) => {
      // Columns that are left alone are so by design, as rows begin as zeros: the same numbers come out twice over.
      const facts = factsOf(RICH);
      const width = family.features.length;
      const once = new Float32Array(facts.blocks.count * width);
      family.fill(facts, once, width, 0);
      const twice = once.slice();
      family.fill(facts, twice, width, 0);
      expect(twice).toEqual(once);
      expect(once.every(Number.isFinite)).toBe(true);
    },
  );
});

describe('featuresFromBlocks', () => {
  it('lays the families side by side', () => {
    const { facts, rows, width } = featuresFromBlocks(blocksFromTree(treeFromHtml(RICH)), HINTS);
    expect(width).toBe(FEATURE_NAMES.length);
    expect(rows.length).toBe(facts.blocks.count * width);
    let at = 0;
    for (const family of FAMILIES) {
      const own = new Float32Array(facts.blocks.count * family.features.length);
      family.fill(facts, own, family.features.length, 0);
      for (let b = 0; b < facts.blocks.count; b++) {
        const part = rows.subarray(b * width + at, b * width + at + family.features.length);
        expect(part).toEqual(own.subarray(b * family.features.length, (b + 1) * family.features.length));
      }
      at += family.features.length;
    }
  });

  it('gives no rows for a page without text', () => {
    expect(featuresFromBlocks(blocksFromTree(treeFromHtml('')), { schemaTypes: [] }).rows.length).toBe(0);
  });

  it('gives finite numbers for any page, the same each time', () => {
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
        const { rows } = featuresFromBlocks(blocksFromTree(treeFromHtml(html)), pageHints);
        expect(rows.findIndex(value => !Number.isFinite(value))).toBe(-1);
        expect(featuresFromBlocks(blocksFromTree(treeFromHtml(html)), pageHints).rows).toEqual(rows);
      }),
    );
  });
});

describe('fingerprint', () => {
  it('tells names and their order apart', () => {
    expect(fingerprint(['a', 'b'])).toMatch(/^[0-9a-f]{8}$/);
    expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['b', 'a']));
    expect(fingerprint(FEATURE_NAMES)).toBe(fingerprint([...FEATURE_NAMES]));
  });
});

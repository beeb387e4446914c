import { describe, expect, it } from 'vitest';
import { elementsOf } from './elements.js';
import { STRUCTURE_KINDS } from './kinds.js';
import { normalAddress, normalFormula, normalLanguage } from './normal-forms.js';
import { structureScores } from './scores.js';
import { pairUp, tableSimilarity, textSimilarity } from './similarity.js';

const DOCUMENT = `# Tides

Water rises **twice** a day, *mostly*, by the [moon](/moon/) and \`sun\`.[^1] It costs $5 to $10 million. $h = \\dfrac{1}{2}$

## Causes

- pull
  - near side
- spin

> [!NOTE] Beware
> Of springs.

\`\`\`js
tide();
\`\`\`

| place | metres |
| --- | --- |
| Fundy | 16 |

![map](https://example.org/map.png)

$$
x^{2}
$$

[^1]: See the almanac.
`;

const page = { markdown: DOCUMENT, url: 'https://example.org/sea', title: 'Tides | Coast' };

describe('elementsOf', () => {
  it('lists the elements of a document by kind', () => {
    const elements = elementsOf(DOCUMENT, page);
    expect(elements.headings).toEqual([{ depth: 2, text: 'causes' }]);
    expect(elements).toMatchObject({
      items: ['pull', 'near side', 'spin'],
      links: [{ text: 'moon', address: 'example.org/moon' }],
      images: ['example.org/map.png'],
      code: [{ language: 'javascript', text: 'tide();' }],
      inlineCode: ['sun'],
      tables: [
        [
          ['place', 'metres'],
          ['fundy', '16'],
        ],
      ],
      quotes: ['beware of springs'],
      callouts: ['note'],
      notes: ['see the almanac'],
      noteReferences: 1,
      bold: ['twice'],
      italics: ['mostly'],
    });
  });

  it('leaves amounts of money out of the formulas', () => {
    expect(elementsOf(DOCUMENT).formulas).toEqual(['h=\\frac12', 'x^2']);
  });

  it('leaves the title out only if it opens the document or is repeated', () => {
    const headings = (markdown: string) =>
      elementsOf(markdown, { title: 'Tides' }).headings.map(({ text }) => text);
    expect(headings('# Tides\n\n## Tides of spring')).toEqual(['tides of spring']);
    expect(headings('# Tides of spring\n\n## Moon')).toEqual(['moon']);
    expect(headings('# Moon\n\n## Tides')).toEqual(['moon']);
  });

  it('resolves reference links and images', () => {
    const { links, images } = elementsOf(
      '[a][x] ![b][y]\n\n[x]: https://a.example\n[y]: https://b.example/i.png',
    );
    expect(links).toEqual([{ text: 'a', address: 'a.example' }]);
    expect(images).toEqual(['b.example/i.png']);
  });

  it('reads HTML tables, with blank lines and spans, but not those in code', () => {
    const html = '<table><tr><th colspan="2">Both</th></tr>\n\n<tr><td>*a*</td><td>b<br>c</td></tr></table>';
    const { tables, words } = elementsOf(
      `before\n\n${html}\n\n\`\`\`\n<table><tr><td>x</td></tr></table>\n\`\`\``,
    );
    expect(tables).toEqual([
      [
        ['both', ''],
        ['a', 'b c'],
      ],
    ]);
    expect(words.slice(0, 5)).toEqual(['before', 'both', 'a', 'b', 'c']);
  });
});

describe('structureScores', () => {
  it('is 1 for every kind of the gold if the Markdown is the gold', () => {
    const scores = structureScores(page, DOCUMENT);
    expect(Object.keys(scores)).toEqual(STRUCTURE_KINDS);
    expect(new Set(Object.values(scores))).toEqual(new Set([1]));
  });

  it('is 0 for an empty document and leaves out kinds that the gold lacks', () => {
    expect(structureScores({ markdown: 'two *words*' }, '')).toEqual({ text: 0, italics: 0 });
  });

  it('counts equal elements once each: two of three items found among four is F1 4 / 7', () => {
    const { 'list items': items } = structureScores({ markdown: '- a\n- b\n- c' }, '- a\n- a\n- b\n- x');
    expect(items).toBeCloseTo(4 / 7);
  });

  it('compares headings with their level, and without', () => {
    const scores = structureScores({ markdown: '## One\n\n## Two' }, '## One\n\n### Two');
    expect(scores).toMatchObject({ headings: 0.5, 'heading text': 1 });
  });

  it('scores code by similarity, and languages by the share of marked gold blocks', () => {
    const gold = '```js\n0123456789\n```\n\n```py\nabc\n```';
    const scores = structureScores({ markdown: gold }, '```javascript\n01234567xx\n```');
    expect(scores['code blocks']).toBeCloseTo((2 * 0.8) / 3);
    expect(scores['code languages']).toBe(0.5);
  });
});

describe('normal forms', () => {
  it.each([
    ['\\left( \\mathrm{d}x \\right) \\tag{1}.', '(dx)'],
    ['a \\le b \\ldots', 'a\\leqb\\dots'],
    ['\\begin{matrix} a & b \\\\ c \\end{matrix}', '\\beginmatrixabc\\endmatrix'],
  ])('of the formula %s is %s', (tex, expected) => expect(normalFormula(tex)).toBe(expected));

  it('of a language is its full name', () => {
    expect(['js', 'language-sh', 'TypeScript {1,3}', 'text', undefined].map(normalLanguage)).toEqual([
      'javascript',
      'bash',
      'typescript',
      '',
      '',
    ]);
  });

  it('of an address has no scheme, www, trailing slash or escapes', () => {
    expect(normalAddress('http://www.example.org/caf%C3%A9/?a=1', undefined)).toBe('example.org/café?a=1');
    expect(normalAddress('../b#c', 'https://example.org/x/a')).toBe('example.org/b#c');
    expect(normalAddress('https://%', undefined)).toBe('https://%');
  });
});

describe('similarity', () => {
  it('of texts is 1 less the share of edits', () => {
    expect(textSimilarity('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7);
    expect(textSimilarity('a', 'abcdefgh')).toBe(0);
    expect(textSimilarity('', '')).toBe(1);
  });

  it('of tables counts missing rows and cells: size 7, one row of two cells missing', () => {
    const table = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(tableSimilarity(table, table)).toBe(1);
    expect(tableSimilarity(table, [['a', 'b']])).toBeCloseTo(1 - 3 / 7);
    expect(tableSimilarity(table, [['a', 'b'], ['c']])).toBeCloseTo(1 - 1 / 7);
  });

  it('pairs each element once, the most similar first', () => {
    const pairs = pairUp(['abcd', 'abcx'], ['abcx', 'zzzz'], textSimilarity);
    expect(pairs).toEqual([{ gold: 1, own: 0, similarity: 1 }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ContentNode, Inline } from '../content/content.js';
import { extract, type MarkdownOptions } from '../index.js';
import { chunks } from './chunks/from-article.js';
import { render } from './from-article.js';

const text = (value: string): Inline => ({ type: 'text', text: value });
const link = (href: string, ...children: Inline[]): Inline => ({ type: 'link', href, children });
const line = (...children: Inline[]): ContentNode => ({ type: 'paragraph', children });
const image: Inline & ContentNode = { type: 'image', src: 'https://e.org/a.png', alt: 'A *lamp*' };

const write = (content: ContentNode[], markdown: MarkdownOptions) =>
  render({ content }, 'markdown', { markdown });

describe('links', () => {
  const content = [
    line(text('See '), link('https://e.org/a', text('one')), text('(x) and [1].')),
    {
      type: 'list',
      ordered: false,
      items: [
        { children: [line(link('https://e.org/b', text('two')), link('https://e.org/a', text('again')))] },
      ],
    } satisfies ContentNode,
  ];

  it('as references share a number by address, with the definitions at the end', () => {
    expect(write(content, { links: 'reference' })).toBe(
      'See [one][1]\\(x) and \\[1].\n\n- [two][2][again][1]\n\n[1]: https://e.org/a\n[2]: https://e.org/b',
    );
  });

  it('as references have their definitions in every chunk that uses them', () => {
    const words = 'The lamp was lit at dusk and trimmed at midnight. '.repeat(3);
    const long = [line(text(words), link('https://e.org/a', text('one'))), line(text(words)), ...content];
    const found = chunks(
      { content: long },
      { size: 60, format: 'markdown', markdown: { links: 'reference' } },
    );
    expect(found.length).toBeGreaterThan(1);
    for (const { text: chunk } of found) {
      const used = new Set(Array.from(chunk.matchAll(/\]\[(\d)\]/g), ([, number]) => number));
      const defined = new Set(Array.from(chunk.matchAll(/^\[(\d)\]: /gm), ([, number]) => number));
      expect(defined).toEqual(used);
    }
  });

  it('stay inline without an address', () => {
    expect(write([line(link('', text('here')))], { links: 'reference' })).toBe('[here]()');
  });

  it('leave their text if there are none, and videos their title', () => {
    const video: ContentNode = { type: 'video', src: 'https://e.org/v.mp4', title: 'Storm' };
    expect(write([line(link('https://e.org', text('a'), image)), video], { links: 'none' })).toBe(
      'a![A \\*lamp\\*](https://e.org/a.png)\n\nStorm',
    );
  });
});

describe('images', () => {
  const content: ContentNode[] = [
    { type: 'figure', media: [image], caption: [text('At night')] },
    line(text('by '), image),
    { type: 'heading', level: 2, children: [image] },
    { type: 'image', src: 'https://e.org/b.png' },
  ];

  it('leave their alternative text', () => {
    expect(write(content, { images: 'alt' })).toBe(
      'A \\*lamp\\*\n\nAt night\n\nby A \\*lamp\\*\n\n## A \\*lamp\\*',
    );
  });

  it('leave nothing but captions, and no empty heading', () => {
    expect(write(content, { images: 'none' })).toBe('At night\n\nby');
  });
});

describe('formulas', () => {
  const formula = (latex: string, display = false): Inline & ContentNode => ({
    type: 'math',
    latex,
    text: latex,
    display,
  });
  const content = [line(text('Let '), formula('x^2'), text(' be.')), formula('\\frac{a}{b}', true)];

  it('are written between backslashes and brackets', () => {
    expect(write(content, { math: 'backslash' })).toBe('Let \\(x^2\\) be.\n\n\\[\n\\frac{a}{b}\n\\]');
  });

  it('become code if they contain the delimiters', () => {
    const markdown = write([line(formula('\\text{\\(a\\)}'))], { math: 'backslash' });
    expect(markdown).toBe('<code>&#92;text{&#92;(a&#92;)}</code>');
  });

  it('become code if there are none', () => {
    expect(write(content, { math: 'none' })).toBe('Let `x^2` be.\n\n```latex\n\\frac{a}{b}\n```');
  });

  it('without TeX become text', () => {
    const shown: Inline = { type: 'math', text: 'x²', display: false };
    expect(write([line(shown)], { math: 'none' })).toBe('x²');
  });
});

describe('footnotes', () => {
  const reference = (note: string): Inline => ({
    type: 'footnoteReference',
    id: `r-${note}`,
    note,
    label: note,
    text: `[${note}]`,
  });
  const note = (id: string, ...children: ContentNode[]) => ({ id, label: id, references: [], children });
  const content: ContentNode[] = [
    line(text('Tides'), reference('1'), text(' rise'), reference('1'), text('.')),
    {
      type: 'footnotes',
      items: [
        note(
          '1',
          line(text('Twice a '), link('https://e.org', text('day')), reference('2')),
          line(text('or so.')),
        ),
        note('2', line(text('Unused.'))),
      ],
    },
  ];

  it('are written in parentheses at the first reference; others stay as text', () => {
    expect(write(content, { footnotes: 'inline' })).toBe(
      'Tides (Twice a [day](https://e.org) or so.) rise.\n\nUnused.',
    );
  });

  it('are left out with their references', () => {
    expect(write(content, { footnotes: 'none' })).toBe('Tides rise.');
  });
});

describe('tables', () => {
  const cell = (value: string, header = false) => ({
    header,
    colspan: 1,
    rowspan: 1,
    children: value === '' ? [] : [line(text(value))],
  });
  const table = (...rows: string[][]): ContentNode => ({
    type: 'table',
    rows: rows.map((row, i) => ({ cells: row.map(value => cell(value, i === 0)) })),
  });

  it('are aligned', () => {
    expect(write([table(['place', 'm'], ['Fundy|Bay', '16'], ['', '1'])], { tables: 'aligned' })).toBe(
      '| place      | m   |\n| ---------- | --- |\n| Fundy\\|Bay | 16  |\n|            | 1   |',
    );
  });

  it('with a long cell do not pad the others to its length', () => {
    const markdown = write([table(['a'], ['b'.repeat(10_000)], ['c'])], { tables: 'aligned' });
    expect(markdown.length).toBeLessThan(10_300);
  });

  it('are written as HTML', () => {
    expect(write([table(['a'], ['b'])], { tables: 'html' })).toMatch(/^<table>.*<td>b<\/td>.*<\/table>$/);
  });
});

describe('options of Markdown', () => {
  const page =
    '<title>T</title><article><p>The keeper of the <a href="https://e.org/l">lamp</a> wrote down every vessel that passed inside the rocks before the tide turned.</p></article>';

  it('apply to the articles of extract', () => {
    expect(extract(page, { markdown: { links: 'none' } }).markdown).toMatch(/^The keeper of the lamp wrote/);
    expect(extract(page, { markdown: {} }).markdown).toBe(extract(page).markdown);
  });

  it('are checked', () => {
    const wrong = (markdown: object) => () => extract(page, { markdown });
    expect(wrong({ links: 'footer' })).toThrow(
      'expected links as one of inline, reference, none, got "footer"',
    );
    expect(wrong({ link: 'none' })).toThrow(/got "link"; did you mean links\?/);
    expect(() => write([], { tables: 'wide' as 'html' })).toThrow('one of compact, aligned, html');
    expect(() => chunks({ content: [] }, { size: 99, markdown: { math: 'x' as 'none' } })).toThrow(
      'one of dollar, backslash, none',
    );
  });
});

describe('the preset for language models', () => {
  const write = (content: ContentNode[], more: MarkdownOptions = {}) =>
    render({ content }, 'markdown', { markdown: { preset: 'llm', ...more } });
  const cell = (value: string, more: object = {}) => ({
    header: false,
    colspan: 1,
    rowspan: 1,
    children: [line(text(value))],
    ...more,
  });

  it('writes links as references, without tracking parameters', () => {
    const href = 'https://e.org/a?utm_source=x&id=7&fbclid=y#top';
    expect(
      write([line(link(href, text('one')), text(' and '), link('https://e.org/?gclid=1', text('two')))]),
    ).toBe('[one][1] and [two][2]\n\n[1]: https://e.org/a?id=7#top\n[2]: https://e.org/');
    expect(write([line(link(href, text('one')))], { links: 'none' })).toBe('one');
  });

  it('leaves out images', () => {
    expect(write([line(text('A lamp '), image), image])).toBe('A lamp');
  });

  it('writes a table with spans as a plain one', () => {
    const table: ContentNode = {
      type: 'table',
      rows: [
        { cells: [cell('Boat', { header: true }), cell('Price', { header: true, colspan: 2 })] },
        { cells: [cell('Blue', { rowspan: 2 }), cell('12'), cell('13')] },
        { cells: [cell('9'), cell('10')] },
      ],
    };
    expect(write([table])).toBe(
      ['| Boat | Price | |', '| --- | --- | --- |', '| Blue | 12 | 13 |', '| | 9 | 10 |'].join('\n'),
    );
  });

  it('has no HTML', () => {
    const content: ContentNode[] = [
      { type: 'details', summary: [text('More')], children: [line(text('Hidden at first'))] },
      line(text('10'), { type: 'sup', children: [text('6')] }, text(' H'), {
        type: 'sub',
        children: [text('2')],
      }),
      line({ type: 'mark', children: [text('marked')] }, text(' '), {
        type: 'inserted',
        children: [text('new')],
      }),
      line({ type: 'strong', children: [text('“word”')] }, text('word')),
    ];
    expect(write(content)).toBe('**More**\n\nHidden at first\n\n10^6 H2\n\nmarked new\n\n“word”word');
    expect(render({ content }, 'markdown')).toMatch(/<details>[\s\S]*<sup>[\s\S]*<mark>[\s\S]*<strong>/);
  });

  it('writes callouts as quotes', () => {
    expect(write([{ type: 'callout', kind: 'tip', children: [line(text('Bring boots'))] }])).toBe(
      '> **tip**\n>\n> Bring boots',
    );
  });
});

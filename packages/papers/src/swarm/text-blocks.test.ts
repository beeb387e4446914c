import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { type ElementOptions, OPERATION, operationsOn, textBlocks } from './text-blocks.js';

const FIGURE_2: ElementOptions = { html5: false, divs: false };
const TODAY: ElementOptions = { html5: true, divs: true };
const blocks = (html: string, options = FIGURE_2) => textBlocks(treeFromHtml(html), operationsOn(options));
const texts = (html: string, options = FIGURE_2) => blocks(html, options).map(block => block.text);

describe('operationsOn', () => {
  it('prunes elements that are in two columns of figure 2', () => {
    const operations = operationsOn(FIGURE_2);
    for (const name of ['cite', 'samp', 'frameset']) expect(operations.get(name)).toBe(OPERATION.prune);
    expect(operations.get('div')).toBe(OPERATION.removeWithSpace);
    expect(operations.has('nav')).toBe(false);
  });

  it('changes only div of figure 2 when HTML5 elements are added', () => {
    const [before, after] = [operationsOn(FIGURE_2), operationsOn(TODAY)];
    for (const [name, operation] of before)
      expect(after.get(name)).toBe(name === 'div' ? undefined : operation);
    expect(after.get('nav')).toBe(OPERATION.prune);
    expect(after.get('mark')).toBe(OPERATION.remove);
    expect(after.has('section')).toBe(false);
  });
});

describe('textBlocks', () => {
  it('merges the example of figure 1 into one block', () => {
    const [block, ...rest] = blocks('<p>Mr. Bush said in a <a href="#">press release</a> yesterday</p>');
    expect(rest).toEqual([]);
    expect(block).toEqual({
      text: 'Mr. Bush said in a press release yesterday',
      holder: 0,
      first: 2,
      end: 6,
      linked: 'press release',
      removed: new Map([
        ['p', 1],
        ['a', 1],
      ]),
    });
  });

  it('replaces the first column by white space, the second by nothing', () => {
    expect(texts('a<br>b<b>c</b>d<p>e</p><i>f</i>g<div></div>h')).toEqual(['a bcd e fg h']);
  });

  it('prunes the third column with its content, and merges across it', () => {
    expect(
      texts('<p>a<cite>no</cite><samp>no</samp></p><address>no<p>no</p></address><script>no</script>b'),
    ).toEqual(['a b']);
  });

  it('treats elements in no column, such as table cells, as delimiters', () => {
    const html = '<table><tr><td>a<p>b</p></td><td>c</td></tr></table>d<nav>e</nav><div>f</div>';
    expect(texts(html)).toEqual(['a b', 'c', 'd', 'e', 'f']);
  });

  it('prunes navigation and delimits by div for modern pages', () => {
    expect(texts('a<div>b<p>c</p><time>d</time>e</div><nav>no</nav>f', TODAY)).toEqual(['a', 'b c de', 'f']);
    expect(texts('a<div>b</div>c', { html5: true, divs: false })).toEqual(['a b c']);
  });

  it('counts removed elements for the block of their start tag, and separates linked parts', () => {
    const html = '<table><tr><td>x</td></tr></table><ul><li><a>one</a><a>two</a></li><li>b</li></ul>';
    expect(blocks(html)[1]).toEqual({
      text: 'onetwo b',
      holder: 0,
      first: 8,
      end: 13,
      linked: 'one two',
      removed: new Map([
        ['ul', 1],
        ['li', 2],
        ['a', 2],
      ]),
    });
  });

  it('returns no blocks for a page without text', () => {
    for (const html of ['', ' \n ', '<script>x</script>', '<p></p>', '<!-- x -->'])
      expect(texts(html, TODAY)).toEqual([]);
  });

  it('handles nesting of any depth', () => {
    const deep = (tag: string) => `${`<${tag}>`.repeat(20_000)}deep${`</${tag}>`.repeat(20_000)}`;
    for (const tag of ['div', 'b', 'section']) expect(texts(deep(tag), TODAY)).toEqual(['deep']);
  });

  it('contains each word of the page once unless it is pruned', () => {
    const tags = fc.constantFrom('p', 'div', 'b', 'a', 'li', 'td', 'section', 'script', 'cite', 'br', 'mark');
    const piece = fc.tuple(tags, fc.boolean());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.boolean(), (pieces, html5) => {
        const html = pieces.map(([tag, open], i) => (open ? `<${tag}> w${i} ` : ` w${i} </${tag}>`)).join('');
        const words = texts(html, { html5, divs: html5 }).flatMap(text => text.split(' '));
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) expect(word).toMatch(/^w\d+$|^<\/?\w+>$/);
      }),
    );
  });
});

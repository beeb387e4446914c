import { treeFromHtml } from 'pith/internals';
import { describe, expect, it } from 'vitest';
import { mergedTexts } from './prune-remove.js';

const merged = (html: string) => mergedTexts(treeFromHtml(html));

describe('PR', () => {
  it('merges the example of the paper into one text', () => {
    expect(merged('<p>Mr. Bush said in a <a href="#">press release</a> yesterday</p>')).toEqual([
      'Mr. Bush said in a press release yesterday',
    ]);
  });

  it('puts white space in place of the first column, nothing in place of the second', () => {
    expect(merged('a<br>b<b>c</b>d<p>e</p>f<div></div>g')).toEqual(['a bcd e f g']);
  });

  it('prunes the third column with all it holds, cite and samp among it', () => {
    const html = '<p>a<cite>no</cite><samp>no</samp></p><address>no<p>no</p></address><script>no</script>b';
    expect(merged(html)).toEqual(['a b']);
  });

  it('lets elements in no column bound a text', () => {
    expect(merged('<table><tr><td>a<p>b</p></td><td>c</td></tr></table>d<nav>e</nav>')).toEqual([
      'a b',
      'c',
      'd',
      'e',
    ]);
  });
});

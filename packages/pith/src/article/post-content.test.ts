import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { markdownOf } from '../output/markdown.js';
import { treeFromHtml } from '../tree/from-html.js';
import { PostContents } from './posts.js';

/** The Markdown of posts, each given by the texts of its blocks. */
function postsOf(html: string, ...posts: string[][]): string[] {
  const blocks = blocksFromTree(treeFromHtml(html));
  const contents = new PostContents(blocks, {});
  return posts.map(texts => markdownOf(contents.of(texts.map(text => blocks.texts.indexOf(text)))));
}

describe('the content of a post', () => {
  it('has no list or table around the posts', () => {
    const list = '<ol><li><p>first</p><ol><li><p>answer</p></li></ol></li><li><p>second</p></li></ol>';
    expect(postsOf(list, ['first'], ['answer'], ['second'])).toEqual(['first', 'answer', 'second']);
    const table = '<table><tr><td>Ann<td><div>a</div><div>b</div><tr><td>Bob<td>c</table>';
    expect(postsOf(table, ['a', 'b'], ['c'])).toEqual(['a\n\nb', 'c']);
  });

  it('keeps its own lists, quotes and code', () => {
    const html =
      '<ol><li><blockquote>said</blockquote><p>so:</p><ul><li>x</li><li>y</li></ul><pre>z</pre></li></ol>';
    expect(postsOf(html, ['said', 'so:', 'x', 'y', 'z'])).toEqual([
      '> said\n\nso:\n\n- x\n- y\n\n```\nz\n```',
    ]);
    expect(postsOf('<div><ul><li>x</li><li>y</li></ul></div>', ['x', 'y'])).toEqual(['- x\n- y']);
  });

  it('has the figures before and after its text, without portraits', () => {
    const media = '<figure><img src="/a.png"></figure><p>text</p><video src="/b.mp4"></video>';
    const html = `<li><img src="/ann.png"><div>${media}</div></li>`;
    expect(postsOf(html, ['text'])).toEqual(['![](/a.png)\n\ntext\n\n[/b.mp4](/b.mp4)']);
  });

  it('has no text of nested answers', () => {
    const html =
      '<div class="c"><p>one</p><div class="c"><p>two</p><div class="c"><p>three</p></div></div></div>';
    expect(postsOf(html, ['one'], ['two'], ['three'])).toEqual(['one', 'two', 'three']);
  });

  it('is empty for no blocks', () => {
    expect(postsOf('<p>a</p>', [])).toEqual(['']);
  });
});

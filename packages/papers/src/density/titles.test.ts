import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { sdTree } from './sd-tree.js';
import { findNode as find } from './testing/find-node.js';
import { ancestorTitle } from './titles.js';

function titleOf(html: string, what: string) {
  const sd = sdTree(treeFromHtml(html));
  const title = ancestorTitle(sd, find(sd, what));
  return title && { text: sd.tree.textContent(title.node), difference: title.difference };
}

describe('ancestorTitle', () => {
  it('is the first heading that is merged into the node itself', () => {
    const html = '<h1>Page</h1><div id=d><h2>Own</h2><p>text</p><h3>Later</h3></div>';
    expect(titleOf(html, '#d')).toEqual({ text: 'Own', difference: 1 });
  });

  it('is else the nearest heading before it, with the distance of their levels', () => {
    const html =
      '<h1>Page</h1><div><header><h2>Story</h2></header><div><div id=d>text</div></div></div><h2>After</h2>';
    // h2 lies in div > header: level 3. The node lies in div > div: level 3.
    expect(titleOf(html, '#d')).toEqual({ text: 'Story', difference: 0 });
  });

  it('is none of another region inside', () => {
    expect(titleOf('<h1>Page</h1><div id=d>text<div><h2>Inner</h2></div></div>', '#d')?.text).toBe('Page');
  });

  it('is missing where no heading comes before', () => {
    expect(titleOf('<div id=d>text</div><h1>Late</h1>', '#d')).toBeUndefined();
  });
});

import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from './from-html.js';
import { ATTR, TAG } from './names.js';
import type { PageTree } from './tree.js';

/** Each text with the address of the link around it, and the depth of the tree below the body. */
function linksOf(tree: PageTree): { texts: string[]; depth: number } {
  const texts: string[] = [];
  let depth = 0;
  for (let node = 1; node < tree.count; node++) {
    let link = '';
    let level = 0;
    for (let up = node; up > 0; up = tree.parent[up]!) {
      level++;
      if (link === '' && tree.tag[up] === TAG.a) link = tree.attribute(up, ATTR.href) ?? '';
    }
    depth = Math.max(depth, level);
    if (tree.tag[node] === TAG['#text'] && tree.text(node).trim() !== '')
      texts.push(`${tree.text(node).trim()} ${link}`);
  }
  return { texts, depth };
}

/** The same as parse5 reads it, without html and body. */
function linksOfStandard(html: string): { texts: string[]; depth: number } {
  const texts: string[] = [];
  let depth = 0;
  const walk = (node: DefaultTreeAdapterTypes.Node, level: number, link: string) => {
    depth = Math.max(depth, level);
    if ('value' in node && node.value.trim() !== '') texts.push(`${node.value.trim()} ${link}`);
    const own = 'tagName' in node && node.tagName === 'a' ? (node.attrs[0]?.value ?? '') : link;
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, level + 1, own);
  };
  walk(parse(`<!doctype html><body>${html}`), -2, '');
  return { texts, depth };
}

describe('treeFromHtml with links that are not closed, or inside blocks', () => {
  const card = '<a href=card><div><p>Card</p> by <a href=tag>tag</a></div></a>';
  it.each([
    '<a href=x><div>one <a href=y>two</a> three</div> four',
    '<a href=1><div>text</a> more</div> tail',
    '<a href=1><div><p>x<a href=2>y</a>z</p>w</div>v',
    '<a href=1>a<span>b<div>c<i>d<a href=2>e</a>f</i>g</div>h',
    '<a href=1><ul><li>a<li>b</a> c</ul>d',
    '<a href=1><section><h2>a</h2><a href=2>b</a><p>c</p></section><p>d',
    `<div>${card.repeat(60)}</div>`,
  ])('nests as the standard does: %s', html => {
    expect(linksOf(treeFromHtml(html))).toEqual(linksOfStandard(html));
  });

  it('keeps node ranges and attributes valid', () => {
    const tree = treeFromHtml(
      `<main class=m>${`<a href=1 id=a><div class=d>b<p class=p>c<a href=2 id=e>f`.repeat(30)}</main>`,
    );
    for (let node = 1; node < tree.count; node++) {
      const up = tree.parent[node]!;
      expect(up < node && tree.end[node]! <= tree.end[up]!).toBe(true);
      if (tree.tag[node] === TAG.div) expect(tree.attribute(node, ATTR.class)).toBe('d');
      if (tree.tag[node] === TAG.p) expect(tree.attribute(node, ATTR.class)).toBe('p');
    }
  });
});

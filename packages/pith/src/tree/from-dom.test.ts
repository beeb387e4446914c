import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from './builder.js';
import { treeFromDom } from './from-dom.js';
import { treeFromHtml } from './from-html.js';
import { ATTR, TAG } from './names.js';
import { ARIA_HIDDEN, HIDDEN, IN_ANCHOR, type PageTree } from './tree.js';

const dom = (html: string) => new JSDOM(html).window.document;
const nodes = (tree: PageTree) => [...Array(tree.count).keys()];
const find = (tree: PageTree, tag: string) => nodes(tree).find(node => tree.tagName(node) === tag)!;
const findText = (tree: PageTree, text: string) =>
  nodes(tree).find(node => tree.tag[node] === TAG['#text'] && tree.text(node) === text)!;

/** Tags with attributes, texts and comments in document order, each with its depth. */
function sequence(tree: PageTree): string[] {
  const depth = new Int32Array(tree.count);
  return nodes(tree).map(node => {
    if (node > 0) depth[node] = depth[tree.parent[node]!]! + 1;
    const what = tree.tag[node]! <= TAG['#comment'] ? tree.text(node) : JSON.stringify(tree.attributes(node));
    return `${depth[node]} ${tree.tagName(node)} ${node === 0 ? '' : what}`;
  });
}

/** Complete pages: browsers add omitted elements such as `tbody`, `treeFromHtml` does not. */
const PAGES = [
  '<html lang="en"><head><title>A &amp; B</title><meta charset="utf-8"></head><body><h1>One</h1><p>two <b>three</b></p></body></html>',
  '<html><head></head><body><ul><li>a<li>b<ul><li>c</ul></ul><dl><dt>t<dd>d<dt>u</dl></body></html>',
  '<html><head></head><body><table><tbody><tr><td>1<td>2<tr><th>3</table><!-- note --><pre>a\n  b</pre></body></html>',
  '<html><head></head><body><svg viewBox="0 0 1 1"><path d="M0"/><title>t</title></svg><math><mi>x</mi></math><p>after</p></body></html>',
  '<html><head></head><body><noscript><img src="a.png"><p>no script</p></noscript><p>a<br>b<img alt="">c</p></body></html>',
  '<html><head><style>p{}</style><script>if (a < b) "&amp;"</script></head><body><x-tag data-x="&lt;">y</x-tag></body></html>',
];

describe('treeFromDom', () => {
  it.each(PAGES)('agrees with treeFromHtml: %s', html => {
    expect(sequence(treeFromDom(dom(html)))).toEqual(sequence(treeFromHtml(html)));
  });

  it('reads linkedom too', () => {
    const html = PAGES[0]!.replace(' &amp; ', ' ');
    const tree = treeFromDom(parseHTML(html).document as unknown as Document);
    expect(sequence(tree)).toEqual(sequence(treeFromHtml(html)));
  });

  it('keeps characters unchanged: nothing is decoded twice', () => {
    const tree = treeFromDom(dom('<p title="&amp;lt;">&amp;amp;</p>'));
    expect(tree.encoded).toBe(false);
    expect(tree.text(findText(tree, '&amp;'))).toBe('&amp;');
    expect(tree.attribute(find(tree, 'p'), ATTR.title)).toBe('&lt;');
  });

  it('flags text hidden by attributes and inline styles, and links', () => {
    const tree = treeFromDom(
      dom('<p hidden>a</p><p style="display: none">b</p><p aria-hidden=true>c</p><a href=x>d</a><p>e</p>'),
    );
    const marks = (text: string) => tree.flags[findText(tree, text)]! & (HIDDEN | ARIA_HIDDEN | IN_ANCHOR);
    expect(['a', 'b', 'c', 'd', 'e'].map(marks)).toEqual([HIDDEN, HIDDEN, ARIA_HIDDEN, IN_ANCHOR, 0]);
  });

  it('does not use style sheets', () => {
    const tree = treeFromDom(dom('<style>.gone{display:none}</style><p class=gone>a</p>'));
    expect(tree.flags[findText(tree, 'a')]! & HIDDEN).toBe(0);
  });

  it('flattens open shadow roots, with slots filled or their fallback', () => {
    const document = dom('<x-card><b slot="title">T</b>light<i slot="none">lost</i></x-card>');
    const root = document.querySelector('x-card')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<h2><slot name="title"></slot></h2><slot></slot><slot name="empty">own</slot>';
    const tree = treeFromDom(document);
    const texts = nodes(tree).filter(node => tree.tag[node] === TAG['#text']);
    expect(texts.map(node => tree.text(node))).toEqual(['T', 'light', 'own', 'lost']);
    expect(texts.map(node => tree.flags[node]! & HIDDEN)).toEqual([0, 0, 0, HIDDEN]);
    expect(tree.path(findText(tree, 'T'))).toMatch(/x-card:1 > h2:1 > slot:1 > b:1 > #text:\d$/);
  });

  it('skips the content of templates', () => {
    const tree = treeFromDom(dom('<template><p>inert</p></template><p>live</p>'));
    expect(findText(tree, 'inert')).toBeUndefined();
    expect(tree.firstChild(find(tree, 'template'))).toBe(-1);
  });

  it('parses the text of noscript if scripts run', () => {
    const document = new JSDOM('<body><noscript><p>post</p></noscript></body>', { runScripts: 'dangerously' })
      .window.document;
    expect(document.querySelector('noscript p')).toBeNull();
    const tree = treeFromDom(document);
    expect(tree.path(findText(tree, 'post'))).toBe('html:1 > body:2 > noscript:1 > p:1 > #text:1');
  });

  it('keeps the order of a document that nests too deep', () => {
    const document = dom('<body></body>');
    let deepest: Element = document.body;
    for (let i = 0; i < 700; i++) {
      const child = document.createElement('div');
      child.append(`${i}`);
      deepest.append(child);
      deepest = child;
    }
    document.body.append('after');
    const tree = treeFromDom(document);
    const texts = nodes(tree).filter(node => tree.tag[node] === TAG['#text']);
    expect(texts.map(node => tree.text(node))).toEqual([...Array(700).keys()].map(String).concat('after'));
    expect(tree.tagName(tree.parent[texts.at(-1)!]!)).toBe('body');
    expect(tree.path(texts[699]!).split(' > ').length).toBeLessThanOrEqual(MAX_DEPTH + 1);
  });
});

import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from './builder.js';
import { treeFromHtml } from './from-html.js';
import { TAG } from './names.js';
import { withShadowRoots } from './shadow.js';
import { HIDDEN, IN_ANCHOR, type PageTree, UNSEEN } from './tree.js';

/** The tree as one line: `div(p('text'))`, a hidden node with `!` and an unseen one with `?` before it. */
function outline(tree: PageTree, node = 0): string {
  const flags = tree.flags[node]!;
  const mark = (flags & HIDDEN ? '!' : '') + (flags & UNSEEN ? '?' : '');
  if (tree.tag[node] === TAG['#text']) return `${mark}'${tree.text(node)}'`;
  const children: string[] = [];
  for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) children.push(outline(tree, n));
  return `${mark}${node === 0 ? '' : tree.tagName(node)}(${children.join(' ')})`;
}
const flattened = (html: string) => outline(treeFromHtml(html));

describe('withShadowRoots', () => {
  it('replaces the children by the shadow root, and moves them into their slots', () => {
    const html =
      '<x-card><template shadowrootmode=open><h2><slot name=title></slot></h2><slot></slot></template>' +
      '<b slot=title>T</b>one<p>two</p></x-card>after';
    expect(flattened(html)).toBe("(x-card(h2(slot(b('T'))) slot('one' p('two'))) 'after')");
  });

  it('shows the fallback of a slot only if nothing is assigned to it', () => {
    const html = (light: string) =>
      `<x-a><template shadowrootmode=closed><slot>own</slot><slot name=n><i>own</i></slot></template>${light}</x-a>`;
    expect(flattened(html(''))).toBe("(x-a(slot('own') slot(i('own'))))");
    expect(flattened(html('<u slot=n>given</u>'))).toBe("(x-a(slot('own') slot(u('given'))))");
  });

  it('assigns children to the first of two slots with the same name', () => {
    const html = '<x-a><template shadowrootmode=open><slot></slot><slot>own</slot></template>light</x-a>';
    expect(flattened(html)).toBe("(x-a(slot('light') slot('own')))");
  });

  it('keeps children without a slot, hidden', () => {
    const html =
      '<x-a><template shadowrootmode=open><p>shown</p></template><p>lost</p><b slot=n>too</b></x-a>';
    expect(flattened(html)).toBe("(x-a(p('shown') !p(!'lost') !b(!'too')))");
  });

  it('supports the old attribute, and ignores other templates', () => {
    expect(flattened('<div><template shadowroot=open>in</template></div>')).toBe("(div('in'))");
    expect(flattened('<div><template>in</template></div>')).toBe("(div(?template(?'in')))");
    expect(flattened('<div><template shadowrootmode=ajar>in</template></div>')).toBe(
      "(div(?template(?'in')))",
    );
  });

  it('treats a second shadow root as a template', () => {
    const html =
      '<div><template shadowrootmode=open>1</template><template shadowrootmode=open>2</template></div>';
    expect(flattened(html)).toBe("(div('1' !?template(!?'2')))");
  });

  it('flattens hosts inside shadow roots and inside slotted children', () => {
    const inner = (name: string, light: string) =>
      `<x-in><template shadowrootmode=open><em>${name}</em><slot></slot></template>${light}</x-in>`;
    const html = `<x-out><template shadowrootmode=open>${inner('a', '<slot></slot>')}</template>${inner('b', 'light')}</x-out>`;
    expect(flattened(html)).toBe("(x-out(x-in(em('a') slot(slot(x-in(em('b') slot('light')))))))");
  });

  it("passes the flags of the slot's ancestors to its content", () => {
    const html =
      '<x-a><template shadowrootmode=open><a href=u><slot></slot></a><div hidden><slot name=h></slot></div></template>' +
      '<p>link</p><p slot=h>hidden</p></x-a>';
    const tree = treeFromHtml(html);
    const text = (value: string) =>
      [...Array(tree.count).keys()].find(n => tree.tag[n] === 1 && tree.text(n) === value)!;
    expect(tree.flags[text('link')]! & IN_ANCHOR).toBe(IN_ANCHOR);
    expect(tree.flags[text('hidden')]! & HIDDEN).toBe(HIDDEN);
  });

  it('keeps offsets and attributes with their nodes', () => {
    const html =
      '<x-a id=h><template shadowrootmode=open><p class=s><slot></slot></p></template><b id=l>x</b></x-a>';
    const tree = treeFromHtml(html);
    const names = [...Array(tree.count).keys()].map(n => [tree.tagName(n), tree.attributes(n)]);
    expect(names).toEqual([
      ['#document', []],
      ['x-a', [['id', 'h']]],
      ['p', [['class', 's']]],
      ['slot', []],
      ['b', [['id', 'l']]],
      ['#text', []],
    ]);
    expect(html.slice(tree.start[4], tree.stop[4])).toBe('<b id=l>x</b>');
  });

  it('returns the same tree if there is nothing to flatten', () => {
    const tree = treeFromHtml('<div><slot>own</slot></div>');
    expect(withShadowRoots(tree)).toBe(tree);
  });

  it('bounds the depth of hosts nested in hosts', () => {
    const shell = `<x-a><template shadowrootmode=open>${'<i>'.repeat(100)}<slot></slot>${'</i>'.repeat(100)}</template>`;
    const tree = treeFromHtml(`${shell.repeat(300)}core`);
    const depth = new Int32Array(tree.count);
    for (let n = 1; n < tree.count; n++) depth[n] = depth[tree.parent[n]!]! + 1;
    expect(Math.max(...depth)).toBeLessThanOrEqual(MAX_DEPTH + 1);
    const core = tree.count - 1;
    expect(tree.text(core)).toBe('core');
  });
});

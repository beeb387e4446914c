import { describe, expect, it } from 'vitest';
import { blocksFromTree, type PageTree, TAG, treeFromHtml } from 'webpith/stages';
import { explainedBlocks, explainPage } from './explanation.js';
import type { Finding } from './extractor.js';

const HTML =
  '<nav><a href="/">Home</a></nav><div><p>Ten boats came back at noon.</p><p>Two did not.</p></div>';
const finding = (node: number, reason: string, kept = false): Finding => ({
  node,
  kept,
  stage: 'part',
  reason,
  evidence: [{ fact: `about ${reason}`, weight: 1 }],
});
const nodeOf = (tree: PageTree, tag: number, nth = 0) =>
  Array.from({ length: tree.count }, (_, node) => node).filter(node => tree.tag[node] === tag)[nth]!;

describe('explainedBlocks', () => {
  const tree = treeFromHtml(HTML);
  const blocks = blocksFromTree(tree);

  it('gives each block the reason of the smallest part around it', () => {
    const outer = finding(nodeOf(tree, TAG.div), 'outer', true);
    const inner = finding(nodeOf(tree, TAG.p, 1), 'inner');
    const found = explainedBlocks(blocks, 'Ten boats came back at noon.', {
      notes: [],
      findings: [inner, outer],
    });
    expect(found.map(({ kept, reason }) => [kept, reason])).toEqual([
      [false, '0 % of its words are in the text'],
      [true, 'outer'],
      [false, 'inner'],
    ]);
    expect(found[2]!.evidence).toEqual([{ fact: 'about inner', weight: 1 }]);
  });

  it('gives a kept block the reason of the smallest kept part, and keeps none outside the kept parts', () => {
    const outer = finding(nodeOf(tree, TAG.div), 'outer', true);
    const inner = finding(nodeOf(tree, TAG.p), 'inner');
    const explanation = { notes: [], findings: [outer, inner] };
    const found = explainedBlocks(blocks, 'Home Ten boats came back at noon.', explanation);
    expect(found.map(({ kept, reason }) => [kept, reason])).toEqual([
      [false, '100 % of its words are in the text'],
      [true, 'outer'],
      [false, 'in a part that was kept, but not in its text'],
    ]);
    expect(found[2]!.score).toBe(0);
    const extended = explainedBlocks(blocks, 'Home', { ...explanation, extendsParts: true });
    expect(extended[0]!.kept).toBe(true);
  });

  it('uses a part inside the block if none is around it', () => {
    const leaf = finding(nodeOf(tree, TAG.p) + 1, 'leaf');
    expect(explainedBlocks(blocks, '', { notes: [], findings: [leaf] })[1]!.reason).toBe('leaf');
  });
});

describe('explainPage', () => {
  const page = (html: string) => ({ id: 'p', html: new TextEncoder().encode(html) });
  const explain = (each: (tree: PageTree) => Finding[]) => ({
    name: 'method',
    extract: () => ({ text: '' }),
    explain: ({ tree }: { readonly tree?: PageTree }) => ({ notes: ['a note'], findings: each(tree!) }),
  });

  it('adds text and place of each part', () => {
    const found = explainPage(
      explain(tree => [finding(nodeOf(tree, TAG.div), 'all', true)]),
      page(HTML),
    )!;
    expect(found.notes).toEqual(['a note']);
    expect(found.parts).toMatchObject([
      { text: 'Ten boats came back at noon. Two did not.', path: 'div:2', reason: 'all' },
    ]);
    expect(HTML.slice(found.parts[0]!.start, found.parts[0]!.end)).toMatch(/^Ten boats.*did not\.$/);
  });

  it('leaves style sheets out of the text of a part', () => {
    const found = explainPage(
      explain(tree => [finding(nodeOf(tree, TAG.div), 'all')]),
      page('<div><style>p{margin:0}</style><p>Ten boats came back.</p></div>'),
    )!;
    expect(found.parts[0]!.text).toBe('Ten boats came back.');
  });

  it('is undefined for a method that gives no reasons', () => {
    expect(explainPage({ name: 'x', extract: () => ({ text: '' }) }, page(HTML))).toBeUndefined();
  });

  it('lists the kept parts first if a hostile page has very many', () => {
    const html = `${'<div>'.repeat(5000)}deep`;
    const each = (tree: PageTree) =>
      Array.from({ length: 5000 }, (_, i) => finding(i + 1, `part ${i}`, i === 4999)).filter(
        ({ node }) => node < tree.count,
      );
    const { parts } = explainPage(explain(each), page(html))!;
    expect(parts).toHaveLength(2000);
    expect(parts.at(-1)).toMatchObject({ kept: true, text: 'deep' });
  });
});

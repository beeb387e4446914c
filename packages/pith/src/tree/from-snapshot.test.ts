import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { MAX_DEPTH } from './builder.js';
import { treeFromSnapshot } from './from-snapshot.js';
import { TAG } from './names.js';
import type { Snapshot } from './snapshot.js';
import { HIDDEN, type PageTree } from './tree.js';

/** A node of a snapshot: its parent's index, name or text, and box and styles if it was drawn. */
interface Row {
  readonly parent: number;
  readonly name?: string;
  readonly text?: string;
  readonly attributes?: readonly string[];
  readonly box?: readonly number[];
  readonly styles?: readonly string[];
  readonly lines?: readonly (readonly number[])[];
  readonly pseudo?: boolean;
  readonly frame?: number;
}

/** Writes rows as Chromium does; each document starts with its `#document`. */
function snapshotOf(...documents: readonly Row[][]): Snapshot {
  const strings: string[] = [];
  const index = (text: string | undefined) => (text === undefined ? -1 : strings.push(text) - 1);
  return {
    strings,
    documents: documents.map(rows => {
      const drawn = rows.flatMap((row, node) => (row.box === undefined ? [] : [{ ...row, node }]));
      const framed = rows.flatMap(({ frame }, node) => (frame === undefined ? [] : [{ frame, node }]));
      return {
        contentWidth: 800,
        contentHeight: 900,
        nodes: {
          parentIndex: rows.map(({ parent }) => parent),
          nodeType: rows.map(({ name, text }, i) =>
            i === 0 ? 9 : name === undefined ? (text === undefined ? 10 : 3) : 1,
          ),
          nodeName: rows.map(({ name }) => index(name ?? '#text')),
          nodeValue: rows.map(({ text }) => index(text)),
          attributes: rows.map(({ attributes = [] }) => attributes.map(index)),
          pseudoType: { index: rows.flatMap(({ pseudo }, node) => (pseudo ? [node] : [])) },
          contentDocumentIndex: {
            index: framed.map(({ node }) => node),
            value: framed.map(({ frame }) => frame),
          },
        },
        layout: {
          nodeIndex: drawn.map(({ node }) => node),
          bounds: drawn.map(({ box }) => box!),
          styles: drawn.map(({ styles = [] }) => styles.map(index)),
        },
        textBoxes: {
          layoutIndex: drawn.flatMap(({ lines = [] }, row) => lines.map(() => row)),
          bounds: drawn.flatMap(({ lines = [] }) => [...lines]),
        },
      };
    }),
  };
}

const DOCUMENT: Row = { parent: -1, box: [0, 0, 800, 600] };
const HTML: Row = { parent: 0, name: 'HTML', box: [0, 0, 800, 900] };
const BODY: Row = { parent: 1, name: 'BODY', box: [8, 8, 784, 884] };
const nodes = (tree: PageTree) => [...Array(tree.count).keys()];
const find = (tree: PageTree, text: string) =>
  nodes(tree).find(node => tree.tag[node] === TAG['#text'] && tree.text(node) === text)!;

describe('treeFromSnapshot', () => {
  it('has tags, attributes, texts, boxes, styles and lines', () => {
    const lines = [
      [8, 8, 100, 20],
      [8, 28, 50, 20],
    ];
    const paragraph: Row = {
      parent: 2,
      name: 'P',
      attributes: ['class', 'x'],
      box: [8, 8, 100, 40],
      styles: ['red'],
    };
    const text: Row = { parent: 3, text: 'a & b', box: [8, 8, 100, 40], styles: ['red'], lines };
    const tree = treeFromSnapshot(snapshotOf([DOCUMENT, HTML, BODY, paragraph, text]), {
      styleNames: ['color'],
    });
    const layout = tree.layout!;
    expect(nodes(tree).map(node => tree.tagName(node))).toEqual(['#document', 'html', 'body', 'p', '#text']);
    expect(tree.attributes(3)).toEqual([['class', 'x']]);
    expect(tree.text(4)).toBe('a & b');
    expect(layout.box(3)).toEqual({ x: 8, y: 8, width: 100, height: 40 });
    expect([layout.style(3, 'color'), layout.style(3, 'margin')]).toEqual(['red', undefined]);
    expect(layout.lines(4)).toEqual(lines.map(([x, y, width, height]) => ({ x, y, width, height })));
    expect(layout.lines(3)).toEqual([]);
    expect(layout.columns.viewport).toEqual({ width: 800, height: 600 });
    expect(layout.columns.page).toEqual({ width: 800, height: 900 });
  });

  it('flags what was not drawn or is invisible, except inside a closed details', () => {
    const tree = treeFromSnapshot(
      snapshotOf([
        DOCUMENT,
        HTML,
        BODY,
        { parent: 2, name: 'P' },
        { parent: 3, text: 'gone' },
        { parent: 2, name: 'P', box: [8, 8, 9, 9], styles: ['hidden'] },
        { parent: 5, text: 'veiled', box: [8, 8, 9, 9], styles: ['hidden'] },
        { parent: 2, name: 'DETAILS', box: [8, 20, 9, 9], styles: ['visible'] },
        { parent: 7, name: 'P' },
        { parent: 8, text: 'folded' },
      ]),
      { styleNames: ['visibility'] },
    );
    const hidden = (text: string) => tree.flags[find(tree, text)]! & HIDDEN;
    expect(['gone', 'veiled', 'folded'].map(hidden)).toEqual([HIDDEN, HIDDEN, 0]);
    expect(tree.layout!.isDrawn(find(tree, 'gone'))).toBe(false);
  });

  it('skips pseudo-elements, and parses the text of noscript', () => {
    const tree = treeFromSnapshot(
      snapshotOf([
        DOCUMENT,
        HTML,
        BODY,
        { parent: 2, name: '::before', pseudo: true, box: [0, 0, 1, 1] },
        { parent: 3, text: 'made by style' },
        { parent: 2, name: 'NOSCRIPT' },
        { parent: 5, text: '<p hidden>no <b>script</b></p><br>end' },
        { parent: 2, text: 'after', box: [8, 8, 30, 20] },
      ]),
    );
    expect([...blocksFromTree(tree).texts]).toEqual(['no script', 'endafter']);
    expect(tree.flags[find(tree, 'script')]! & HIDDEN).toBe(HIDDEN);
    expect(tree.layout!.box(find(tree, 'after'))).toEqual({ x: 8, y: 8, width: 30, height: 20 });
    expect(tree.layout!.isDrawn(find(tree, 'script'))).toBe(false);
  });

  it('puts documents into their iframes, once, without titles and metadata', () => {
    const frame: Row = {
      parent: 2,
      name: 'IFRAME',
      box: [100, 200, 50, 50],
      styles: ['3px', '2px'],
      frame: 1,
    };
    const page = snapshotOf(
      [DOCUMENT, HTML, BODY, frame, { ...frame, box: [0, 0, 9, 9] }],
      [
        { parent: -1 },
        { parent: 0, name: 'HTML', box: [0, 0, 50, 50] },
        { parent: 1, name: 'HEAD' },
        { parent: 2, name: 'TITLE' },
        { parent: 3, text: 'theirs' },
        { parent: 1, name: 'BODY', box: [8, 8, 30, 30] },
        { parent: 5, text: 'inner', box: [8, 8, 30, 20] },
      ],
    );
    const styleNames = ['border-left-width', 'padding-left'];
    const tree = treeFromSnapshot(page, { styleNames, readFrames: true });
    expect(find(tree, 'theirs')).toBeUndefined();
    expect(nodes(tree).filter(node => tree.tagName(node) === 'html')).toHaveLength(2);
    expect(tree.layout!.box(find(tree, 'inner'))).toEqual({ x: 113, y: 208, width: 30, height: 20 });
    expect(tree.layout!.inFrame(find(tree, 'inner'))).toBe(true);
    expect([...blocksFromTree(tree).texts]).toEqual(['inner']);
    expect([...blocksFromTree(treeFromSnapshot(page, { styleNames })).texts]).toEqual([]);
  });

  it('handles any depth and empty snapshots', () => {
    const deep = [
      DOCUMENT,
      HTML,
      BODY,
      ...Array.from({ length: 2_000 }, (_, i): Row => ({ parent: i + 2, name: 'DIV' })),
    ];
    const tree = treeFromSnapshot(
      snapshotOf([...deep, { parent: deep.length - 1, text: 'deep' }, { parent: 2, text: 'out' }]),
    );
    expect([...blocksFromTree(tree).texts]).toEqual(['deep', 'out']);
    expect(tree.path(find(tree, 'deep')).split(' > ').length).toBeLessThanOrEqual(MAX_DEPTH + 1);
    expect(treeFromSnapshot({ documents: [], strings: [] }).count).toBe(1);
  });
});

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { extract } from '../extract.js';
import { type Checkpoint, type LooseTree, packTrees, unpackTrees } from '../packed-trees.js';
import { MAX_NODES } from '../tree/builder.js';
import { vectorScorer } from './kernel/vector-scorer.js';
import { plainScorer, scorerOf } from './scorer.js';

const COLUMNS = 5;

/** A random tree grown by splitting leaves, as in boosting. */
const anyTree = fc
  .array(
    fc.record({ at: fc.nat(), column: fc.nat(COLUMNS - 1), threshold: fc.integer({ min: -3, max: 3 }) }),
    {
      maxLength: 31,
    },
  )
  .map((splits): LooseTree => {
    const tree = {
      column: [] as number[],
      threshold: [] as number[],
      left: [] as number[],
      right: [] as number[],
    };
    let leaves = 1;
    for (const split of splits) {
      const leaf = ~(split.at % leaves);
      const node = tree.column.length;
      for (const side of [tree.left, tree.right]) {
        const parent = side.indexOf(leaf);
        if (parent >= 0) side[parent] = node;
      }
      tree.column.push(split.column);
      tree.threshold.push(split.threshold);
      tree.left.push(leaf);
      tree.right.push(~leaves++);
    }
    return { ...tree, value: Array.from({ length: leaves }, (_, i) => Math.sin(i + 1) / 3) };
  });

/** Blocks with some constant columns, as on every page. */
const anyBlocks = fc
  .tuple(
    fc.integer({ min: 1, max: 150 }),
    fc.array(fc.boolean(), { minLength: COLUMNS, maxLength: COLUMNS }),
    fc.nat(),
  )
  .map(([count, isConstant, seed]) =>
    Array.from({ length: count }, (_, b) =>
      isConstant.map((constant, c) => ((constant ? seed + c : seed + b * (7 * c + 3)) % 9) - 4),
    ),
  );

const CHECKS: readonly Checkpoint[] = [
  { trees: 2, low: -0.3, lowScore: -9, high: 0.4, highScore: 9 },
  { trees: 4, low: -0.4, lowScore: -8, high: 0.5, highScore: 8 },
];

describe('scorers', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('with and without the kernel give the same scores to the last bit', () => {
    fc.assert(
      fc.property(fc.array(anyTree, { minLength: 4, maxLength: 9 }), anyBlocks, (loose, blocks) => {
        const trees = unpackTrees(packTrees(loose, [0.125]));
        const stride = 176;
        const scores = [
          vectorScorer(trees, CHECKS, COLUMNS, COLUMNS * stride),
          plainScorer(trees, CHECKS, COLUMNS * stride),
        ].map(scorer => {
          for (const [b, row] of blocks.entries())
            for (const [c, value] of row.entries()) scorer!.values[c * stride + b] = value;
          const out = new Float32Array(blocks.length + 2);
          scorer!.score(blocks.length, stride, out, 1);
          return out;
        });
        expect(scores[0]).toEqual(scores[1]);
      }),
    );
  });

  it('work without it if compilation is blocked', () => {
    const trees = unpackTrees(packTrees([], [0.5]));
    const refuse = class {
      constructor() {
        throw new Error('refused by policy');
      }
    };
    vi.stubGlobal('WebAssembly', { Module: refuse });
    expect(vectorScorer(trees, [], 1, 16)).toBeUndefined();
    vi.stubGlobal('WebAssembly', undefined);
    const out = new Float32Array(1);
    scorerOf(trees, [], 1).score(1, 16, out, 0);
    expect(out[0]).toBe(0.5);
  });

  it('handle trees with more leaves than bits without it', () => {
    const many: LooseTree = {
      column: Array.from({ length: 40 }, () => 0),
      threshold: Array.from({ length: 40 }, (_, i) => -i),
      left: Array.from({ length: 40 }, (_, i) => (i < 39 ? i + 1 : ~39)),
      right: Array.from({ length: 40 }, (_, i) => ~i - (i === 39 ? 1 : 0)),
      value: Array.from({ length: 41 }, (_, i) => i),
    };
    expect(vectorScorer(unpackTrees(packTrees([many], [0])), [], 1, 16)).toBeUndefined();
  });
});

describe('a page of very many blocks', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is scored in stripes: no array grows with blocks times columns', () => {
    extract('<p>Warm');
    let largest = 0;
    const Counted = new Proxy(Float32Array, {
      construct(target, args: [number]) {
        const made = new target(...args);
        largest = Math.max(largest, made.length);
        return made;
      },
    });
    vi.stubGlobal('Float32Array', Counted);
    const page = `<table>${'<tr><td>c'.repeat(20_000)}`;
    expect(extract(page).explain().at(-1)!.evidence).toBeDefined();
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(page.length);
  });

  it('is rejected if it consists of tags, before the stages allocate many times its size', () => {
    const refused = expect.objectContaining({ code: 'too-large' });
    expect(() => extract('<br>'.repeat(MAX_NODES))).toThrow(refused);
    expect(() => extract(`<p ${'a '.repeat(MAX_NODES + 1)}>`)).toThrow(refused);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/tiers.js';
import { extract } from './extract.js';
import { FEATURE_NAMES } from './features/from-blocks.js';
import { loadModel, type ModelFile } from './load-model.js';
import { packTrees } from './packed-trees.js';
import { WEIGHTS } from './scores/weights/default.js';

const FILE: ModelFile = { format: 'webpith-model', version: 1, name: 'mine', weights: WEIGHTS };
const PAGE = `<title>Tide</title><nav><a href="/">Home</a></nav>
  <article><h1>Tide</h1>${'<p>The tide is high at six, and the mill turns from then until noon.</p>'.repeat(6)}</article>
  <footer>All rights reserved</footer>`;

/** A tree without a split, which shifts every block equally. */
const moving = (odds: number) =>
  btoa(
    String.fromCharCode(
      ...packTrees([{ column: [], threshold: [], left: [], right: [], value: [odds] }], [0]),
    ),
  );

const corrected = (correction: object) =>
  loadModel({
    ...FILE,
    weights: {
      ...WEIGHTS,
      correction: { sites: ['example.org'], shrink: 1, elsewhere: 0, most: 9, ...correction },
    },
  });

describe('loadModel', () => {
  it('reproduces the default model from its weights', () => {
    const model = loadModel(JSON.parse(JSON.stringify(FILE)));
    expect(model.name).toBe('mine');
    const [own, usual] = [extract(PAGE, { model }), extract(PAGE)];
    expect(own.text).toBe(usual.text);
    expect([own.type, own.confidence]).toEqual([usual.type, usual.confidence]);
    expect(own.explain()).toEqual(usual.explain());
  });

  it('applies a correction on the sites it was learned from, and to the allowed degree elsewhere', () => {
    const model = corrected({ trees: moving(-9) });
    const score = (url?: string) =>
      extract(PAGE, url === undefined ? { model } : { model, url })
        .explain()
        .map(({ account }) => account.corrected);
    expect(score('https://www.example.org/a').every(moved => moved < -1)).toBe(true);
    expect(score('https://example.net/a').every(moved => moved === 0)).toBe(true);
    expect(score().every(moved => moved === 0)).toBe(true);
  });

  it('adds up with a correction', () => {
    const model = corrected({ trees: moving(2), sites: [''] });
    for (const { account, evidence } of extract(PAGE, { model }).explain()) {
      const shown = evidence.reduce((sum, { weight }) => sum + weight, 0);
      const sum = account.base + shown + account.rest + account.corrected + account.records;
      expect(sum).toBeCloseTo(account.score, 6);
    }
  });

  const noFiles: Readonly<Record<string, unknown>> = {
    nothing: undefined,
    'an array': [],
    'another format': { ...FILE, format: 'pith-adapted' },
    'a later version': { ...FILE, version: 2 },
    'no name': { ...FILE, name: '' },
    'no weights': { ...FILE, weights: null },
    'weights of other columns': { ...FILE, weights: { ...WEIGHTS, features: '0' } },
    'a calibration without a slope': { ...FILE, weights: { ...WEIGHTS, blockCalibration: { offset: 0 } } },
    'trees that are no base64': { ...FILE, weights: { ...WEIGHTS, blocks: '*' } },
    'trees that break off': { ...FILE, weights: { ...WEIGHTS, blocks: WEIGHTS.blocks.slice(0, 400) } },
    'trees of a column that there is not': {
      ...FILE,
      weights: {
        ...WEIGHTS,
        blocks: btoa(
          String.fromCharCode(
            ...packTrees(
              [{ column: [FEATURE_NAMES.length], threshold: [0], left: [~0], right: [~1], value: [0, 1] }],
              [0],
            ),
          ),
        ),
      },
    },
    'too few outputs for its types': { ...FILE, weights: { ...WEIGHTS, types: ['article'] } },
  };
  it.each(Object.entries(noFiles))('rejects %s, and names the expectation', (_, file) => {
    expect(() => loadModel(file)).toThrow(
      expect.objectContaining({ code: 'bad-model', message: expect.stringContaining('expected') }),
    );
  });

  it('rejects or accepts trees with changed bytes, and an accepted model fails on no page', () => {
    const change = fc.record({
      field: fc.constantFrom('blocks', 'type', 'quality' as const),
      // Half of them in the header, which has the numbers of trees, outputs and nodes.
      at: fc.oneof(fc.nat(30), fc.nat(100_000)),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), changes => {
        const weights: Record<string, unknown> = { ...WEIGHTS };
        for (const { field, at, bytes } of changes) {
          const packed = Uint8Array.from(atob(weights[field] as string), sign => sign.charCodeAt(0));
          packed.set(bytes, Math.min(at, packed.length - bytes.length));
          weights[field] = Buffer.from(packed).toString('base64');
        }
        let model: ReturnType<typeof loadModel>;
        try {
          model = loadModel({ ...FILE, weights });
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-model' });
          return;
        }
        const { text, confidence } = extract(PAGE, { model });
        expect(typeof text).toBe('string');
        expect(confidence).not.toBeNaN();
      }),
      { numRuns: volume(25, 2000) },
    );
  });

  it.each([
    ['trees', 0, 0xffff_ffff],
    ['outputs', 4, 0xffff_ffff],
    ['nodes', 16, 0xffff_fff0],
  ])('rejects trees that promise 2^32 %s, without memory for them', (_, at, number) => {
    const packed = Buffer.from(WEIGHTS.quality, 'base64');
    packed.writeUInt32LE(number, at);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => loadModel({ ...FILE, weights: { ...WEIGHTS, quality: packed.toString('base64') } })).toThrow(
      expect.objectContaining({ code: 'bad-model' }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26);
  });

  it('rejects or accepts any input, and an accepted model fails on no page', () => {
    const fields = Object.keys(WEIGHTS);
    const damaged = fc.record({ field: fc.constantFrom(...fields), value: fc.jsonValue({ maxDepth: 2 }) });
    fc.assert(
      fc.property(damaged, ({ field, value }) => {
        let model: ReturnType<typeof loadModel>;
        try {
          model = loadModel({ ...FILE, weights: { ...WEIGHTS, [field]: value } });
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-model' });
          return;
        }
        expect(typeof extract(PAGE, { model }).text).toBe('string');
      }),
      { numRuns: 60 },
    );
  });
});

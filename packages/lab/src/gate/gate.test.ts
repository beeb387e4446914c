import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { writeCorpus } from '../corpora/write.js';
import { type TinyCorpus, tinyCorpus } from '../evaluation/testing/tiny-corpus.js';
import {
  checkGate,
  type Floors,
  type Measurement,
  moveFloors,
  NO_FLOORS,
  readFloors,
  runGate,
} from './gate.js';

const measured = (f1: Record<string, number>, digest = 'd'): Measurement => ({
  corpus: 'news',
  digest,
  versions: { extractor: 'e', scorer: 's' },
  pages: 10,
  f1,
});

const floorsOf = (floors: Record<string, number>): Floors => ({
  ...NO_FLOORS,
  tolerance: 0.01,
  corpora: { news: { digest: 'd', versions: { extractor: 'old', scorer: 's' }, pages: 10, floors } },
});

describe('checkGate', () => {
  it('passes at the floor and fails below it', () => {
    const floors = floorsOf({ all: 0.8, forum: 0.5 });
    expect(checkGate(floors, [measured({ all: 0.8, forum: 0.6 })]).passed).toBe(true);
    const under = checkGate(floors, [measured({ all: 0.9, forum: 0.4999 })]);
    expect(under.passed).toBe(false);
    expect(under.lines.find(line => line.type === 'forum')).toMatchObject({
      floor: 0.5,
      verdict: 'undercut',
    });
  });

  it('fails for an unmeasured floor and for a changed corpus', () => {
    const floors = floorsOf({ all: 0.8, forum: 0.5 });
    expect(checkGate(floors, [measured({ all: 0.9 })]).passed).toBe(false);
    const other = checkGate(floors, [measured({ all: 0.9, forum: 0.9 }, 'other')]);
    expect(other).toMatchObject({ passed: false, changedCorpora: ['news'] });
  });

  it('passes a type without a floor and reports it', () => {
    const result = checkGate(floorsOf({ all: 0.8 }), [measured({ all: 0.9, product: 0.1 })]);
    expect(result.passed).toBe(true);
    expect(result.lines[1]).toEqual({ corpus: 'news', type: 'product', measured: 0.1, verdict: 'no floor' });
  });
});

describe('moveFloors', () => {
  it('raises floors to the measurement less the tolerance, rounded down', () => {
    const moved = moveFloors(floorsOf({ all: 0.8, forum: 0.5 }), [
      measured({ all: 0.85678, forum: 0.505, new: 0.3 }),
    ]);
    expect(moved.corpora.news?.floors).toEqual({ all: 0.8467, forum: 0.5, new: 0.29 });
    expect(moved.corpora.news?.versions.extractor).toBe('e');
    expect(moved.lowered).toEqual([]);
  });

  it('refuses to lower a floor without a reason', () => {
    const floors = floorsOf({ all: 0.8 });
    expect(() => moveFloors(floors, [measured({ all: 0.7 })])).toThrow(/Undercut floors: news all \(0\.8\)/);
    expect(() => moveFloors(floors, [measured({ all: 0.7 })], { lower: '  ' })).toThrow(/Give one/);
    expect(() => moveFloors(floors, [measured({})])).toThrow(/Undercut floors/);
  });

  it('lowers a floor with a reason and keeps all reasons', () => {
    const once = moveFloors(
      floorsOf({ all: 0.8, forum: 0.5 }),
      [measured({ all: 0.70005, forum: 0.60005 })],
      { lower: 'gold mended' },
    );
    expect(once.corpora.news?.floors).toEqual({ all: 0.69, forum: 0.59 });
    expect(once.lowered).toEqual([
      { corpus: 'news', type: 'all', from: 0.8, to: 0.69, reason: 'gold mended' },
    ]);
    const twice = moveFloors(once, [measured({ all: 0.70005 })], { lower: 'no forums any more' });
    expect(twice.lowered).toHaveLength(2);
    expect(twice.lowered[1]).toMatchObject({ type: 'forum', from: 0.59, to: 0 });
    expect(twice.corpora.news?.floors).toEqual({ all: 0.69 });
  });

  it('never sets a floor above its measurement or lowers one silently', () => {
    const f1 = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(f1, f1, fc.double({ min: 0, max: 0.4, noNaN: true }), (old, now, tolerance) => {
        const floors = floorsOf({ all: old });
        const measurement = [measured({ all: now })];
        const moved = moveFloors(floors, measurement, { lower: 'because', tolerance });
        const floor = moved.corpora.news!.floors.all!;
        expect(checkGate(moved, measurement).passed).toBe(true);
        expect(floor < old).toBe(moved.lowered.length === 1);
      }),
    );
  });
});

describe('readFloors', () => {
  it('refuses a broken file and accepts a missing one', async () => {
    corpus = await tinyCorpus([]);
    const file = join(corpus.root, 'floors.json');
    expect(await readFloors(file)).toEqual(NO_FLOORS);
    for (const text of [
      '{',
      '{"format":2}',
      '{"format":1,"corpora":{"x":{"floors":{"all":7}}},"lowered":[]}',
    ]) {
      await writeFile(file, text);
      await expect(readFloors(file)).rejects.toThrow(/Restore it from version control/);
    }
  });
});

let corpus: TinyCorpus | undefined;

afterEach(async () => {
  await corpus?.remove();
  corpus = undefined;
});

/** Runs the gate in its own folder, with a corpus `tiny` of two pages. */
async function gateIn(method: string) {
  corpus ??= await tinyCorpus([
    { id: 'a', type: 'article', text: 'one two three four' },
    { id: 'b', type: 'forum', text: 'five six seven eight' },
  ]);
  const { root } = corpus;
  const file = await corpus.method('measured', method);
  const gate = async (
    args: string[],
    env: Record<string, string> = { PITH_CORPORA: join(root, 'corpora') },
  ) => {
    const lines: string[] = [];
    const io = {
      print: (line: string) => lines.push(line),
      env,
      from: root,
      floorsFile: join(root, 'floors.json'),
      results: join(root, 'results'),
      method: file,
      digestCache: join(root, 'digests.json'),
    };
    return { code: await runGate(args, io), out: lines.join('\n') };
  };
  return { gate, floors: () => readFile(join(root, 'floors.json'), 'utf8') };
}

const right = 'extract: page => ({ text: html(page) })';
const half = "extract: page => ({ text: html(page).split(' ').slice(0, 2).join(' ') })";

describe('npm run gate', () => {
  it('sets floors, checks them, and fails if one is undercut', async () => {
    const good = await gateIn(right);
    expect(await good.gate([])).toMatchObject({
      code: 0,
      out: 'gate: no floors are set; set them with --raise',
    });
    expect((await good.gate(['--raise'])).code).toBe(0);
    expect(JSON.parse(await good.floors()).corpora.tiny.floors).toEqual({
      all: 0.997,
      article: 0.997,
      forum: 0.997,
    });
    expect(await good.gate([])).toMatchObject({ code: 0, out: expect.stringContaining('gate: passed') });
    // A corpus without gold and floors is ignored.
    const page = { id: 'c', html: new TextEncoder().encode('<p>nine'), url: 'https://tiny.example/c' };
    await writeCorpus(join(corpus!.root, 'corpora', 'bare'), [page]);
    expect((await good.gate(['--raise'])).code).toBe(0);
    const worse = await gateIn(half);
    const failed = await worse.gate([]);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/tiny +forum +0\.9970 +0\.6667 +-0\.3303 +undercut/);
    const before = await worse.floors();
    expect((await worse.gate(['--raise'])).code).toBe(1);
    expect((await worse.gate(['--lower', ''])).code).toBe(1);
    expect(await worse.floors()).toBe(before);
    expect((await worse.gate(['--lower', 'half is enough'])).code).toBe(0);
    expect(JSON.parse(await worse.floors()).lowered).toHaveLength(3);
  });

  it('passes with a message without corpora', async () => {
    const { gate } = await gateIn(right);
    const { code, out } = await gate([], {});
    expect(code).toBe(0);
    expect(out).toContain('no corpora found');
  });

  it('refuses unknown options', async () => {
    const { gate } = await gateIn(right);
    expect((await gate(['--higher'])).code).toBe(2);
    expect((await gate(['--raise', '--tolerance', 'much'])).code).toBe(1);
    expect((await gate(['--help'])).out).toContain('npm run gate -- --raise');
  });
});

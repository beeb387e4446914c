import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import type { EvaluateOptions } from './evaluate.js';
import { type EvaluationProgress, evaluate } from './evaluate.js';
import { readRows } from './run-folder.js';
import { type TinyCorpus, tinyCorpus } from './testing/tiny-corpus.js';

let corpus: TinyCorpus | undefined;

afterEach(async () => {
  await corpus?.remove();
  corpus = undefined;
});

const gold = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    type: i % 2 === 0 ? 'article' : 'forum',
    text: `the words of page number ${i}`,
  }));

async function tiny(count: number, extra: readonly string[] = []): Promise<TinyCorpus> {
  corpus = await tinyCorpus(gold(count), extra);
  return corpus;
}

/** Runs an evaluation in the folder of the test. */
function run(tiny: TinyCorpus, methods: readonly string[], options: Partial<EvaluateOptions> = {}) {
  const out = join(tiny.root, 'run');
  return evaluate({
    corpus: tiny.dir,
    methods,
    out,
    digestCache: join(tiny.root, 'digests.json'),
    workers: 1,
    ...options,
  });
}

const rowsOf = async (tiny: TinyCorpus) => (await readRows(join(tiny.root, 'run', 'rows.ndjson'))).rows;
const whole = 'extract: page => ({ text: html(page) })';

describe('evaluate', () => {
  it('returns and writes one row per method and page, and a summary', async () => {
    const place = await tiny(4);
    const right = await place.method('right', whole);
    const none = await place.method('none', "extract: () => ({ text: '', confidence: 0.5 })");
    const { rows, summary, folder: written } = await run(place, [none, right]);
    expect(rows).toHaveLength(8);
    const row = rows.find(({ method, page }) => method === right && page === 'p1');
    expect(row).toMatchObject({
      type: 'forum',
      words: 6,
      scores: { bag: { precision: 1, recall: 1, f1: 1 } },
    });
    expect(summary.methods.map(({ name }) => name)).toEqual([right, none]);
    expect(summary.methods[0]?.overall?.f1.mean).toBe(1);
    expect(summary.methods[1]).toMatchObject({
      empty: 4,
      failures: { threw: 0, 'timed-out': 0, crashed: 0 },
    });
    expect(summary.types).toEqual({ article: 2, forum: 2 });
    const file = JSON.parse(await readFile(join(written, 'summary.json'), 'utf8'));
    expect(file).toEqual(JSON.parse(JSON.stringify(summary)));
    expect((await rowsOf(place)).map(({ method, page }) => method + page).sort()).toEqual(
      rows.map(({ method, page }) => method + page).sort(),
    );
  });

  it('accepts names of methods and of recorded outputs', async () => {
    const place = await tiny(2);
    const recordings = join(place.root, 'recordings');
    await mkdir(recordings);
    await writeFile(join(recordings, 'tiny.peer.jsonl'), '{"id":"p0","text":"the words of page number 0"}\n');
    const { rows } = await run(place, ['default', 'recorded:peer'], { recordings });
    const f1 = (method: string, page: string) =>
      rows.find(row => row.method === method && row.page === page)?.scores.bag?.f1;
    expect(f1('default', 'p1')).toBe(1);
    expect(f1('recorded:peer', 'p0')).toBe(1);
    expect(rows.find(row => row.error)).toMatchObject({
      page: 'p1',
      failure: 'threw',
      scores: { bag: { f1: 0 } },
    });
  });

  it('renders pages on request and does not mix such rows with others', async () => {
    const place = await tiny(3);
    const drawn = await place.method('drawn', 'extract: page => ({ text: page.tree?.text(2) ?? "" })');
    const render = async ({ id, text }: { readonly id: string; readonly text?: string | undefined }) => {
      if (id === 'p2') throw new Error('no browser');
      return treeFromHtml(`<p>${text}`);
    };
    const { rows } = await run(place, [drawn], { render });
    const row = (id: string) => rows.find(({ page }) => page === id);
    expect(row('p0')).toMatchObject({ scores: { bag: { f1: 1 } } });
    expect(row('p2')).toMatchObject({ failure: 'threw', error: 'could not be rendered: no browser' });
    await expect(run(place, [drawn])).rejects.toThrow(/rendered was true and is absent/);
  });

  it('scores Markdown against gold Markdown on request; a failed page as an empty document', async () => {
    const place = await tiny(3);
    const written = await place.method(
      'written',
      "extract(page) { if (page.id === 'p1') throw new Error('no'); return { text: '', markdown: '# Sea' }; }",
    );
    const plain = await place.method('plain', whole);
    await expect(run(place, [written], { structure: true })).rejects.toThrow(/expected a folder gold/);
    await mkdir(join(place.dir, 'gold'));
    for (const page of ['p0', 'p1'])
      await writeFile(join(place.dir, 'gold', `${page}.md`), '# Sea\n\n**salt**');
    const { rows, summary } = await run(place, [written, plain], { structure: true });
    const of = (page: string) => rows.find(row => row.method === written && row.page === page)?.structure;
    expect(of('p0')).toEqual({ text: 0.6666667, headings: 1, 'heading text': 1, bold: 0 });
    expect(of('p1')).toEqual({ text: 0, headings: 0, 'heading text': 0, bold: 0 });
    expect(of('p2')).toBeUndefined();
    expect(rows.filter(row => row.method === plain && row.structure)).toEqual([]);
    expect(summary.structure?.map(({ group, kind }) => `${group} ${kind}`)).toContain('forum headings');
  });

  it('evaluates only the requested pages, with the slow metric on request', async () => {
    const place = await tiny(5);
    const right = await place.method('right', whole);
    const some = await run(place, [right], { ids: ['p3', 'p1'], lcs: true });
    expect(some.rows.map(({ page }) => page).sort()).toEqual(['p1', 'p3']);
    expect(some.rows[0]?.scores.lcs?.f1).toBe(1);
    const first = await run(place, [right], { limit: 2, start: 'fresh' });
    expect(first.rows.map(({ page }) => page).sort()).toEqual(['p0', 'p1']);
    expect(first.rows[0]?.scores).not.toHaveProperty('lcs');
  });

  it('reports progress', async () => {
    const place = await tiny(3);
    const seen: EvaluationProgress[] = [];
    const method = await place.method('right', whole);
    await run(place, [method], { onProgress: progress => seen.push(progress) });
    expect(seen.map(({ done }) => done)).toEqual([0, 1, 2, 3]);
    expect(seen.at(-1)).toEqual({ done: 3, total: 3 });
  });
});

describe('evaluate survives', () => {
  it('methods that throw, hang, exit or crash their worker, and records each failure', async () => {
    const place = await tiny(3);
    const bad = (name: string, deed: string) =>
      place.method(
        name,
        `extract: async page => { if (page.id === 'p1') { ${deed} } return { text: html(page) }; }`,
      );
    const methods = [
      await bad('throws', "throw new Error('no such luck')"),
      await bad('blocks', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'),
      await bad('waits', 'await new Promise(() => {});'),
      await bad('leaves', 'process.exit(7);'),
      await bad('stray', "setTimeout(() => { throw new Error('too late'); }); await new Promise(() => {});"),
      await bad('mute', 'return undefined;'),
    ];
    const { rows, summary } = await run(place, methods, { timeLimit: 5_000, workers: 2 });
    const failed = new Map(rows.filter(row => row.failure).map(row => [row.method, row]));
    const fates = methods.map(method => [failed.get(method)?.page, failed.get(method)?.failure]);
    expect(fates).toEqual([
      ['p1', 'threw'],
      ['p1', 'timed-out'],
      ['p1', 'timed-out'],
      ['p1', 'crashed'],
      ['p1', 'crashed'],
      ['p1', 'threw'],
    ]);
    expect(failed.get(methods[0]!)?.error).toBe('no such luck');
    expect(failed.get(methods[1]!)?.error).toBe('no result after 5 s');
    expect(failed.get(methods[3]!)?.error).toContain('code 7');
    expect(failed.get(methods[4]!)?.error).toContain('too late');
    // All other rows are right: a lost worker affects no other page.
    expect(rows).toHaveLength(18);
    expect(rows.filter(row => row.scores.bag?.f1 === 1)).toHaveLength(12);
    for (const { overall } of summary.methods) expect(overall?.f1.mean).toBeCloseTo(2 / 3);
  });

  it('broken lines and pages of the corpus, and counts them', async () => {
    const place = await tiny(3, [
      '{"id":',
      '{"text":"no id"}',
      '{"id":"p0"}',
      '{"id":"ghost","text":"gone"}',
    ]);
    await writeFile(join(place.dir, 'html', 'p2.html.gz'), 'not gzip');
    const messages: string[] = [];
    const seen: EvaluationProgress[] = [];
    const { rows, summary } = await run(place, [await place.method('right', whole)], {
      onProblem: problem => messages.push(problem.message),
      onProgress: progress => seen.push(progress),
    });
    expect(rows.map(({ page }) => page).sort()).toEqual(['p0', 'p1']);
    expect(summary.corpus).toMatchObject({
      skipped: 5,
      problems: { 'broken-line': 1, 'missing-id': 1, 'duplicate-id': 1, 'missing-html': 1, 'broken-html': 1 },
    });
    expect(messages.some(message => message.includes('pages.jsonl:4'))).toBe(true);
    expect(messages).toHaveLength(5);
    expect(seen.at(-1)).toMatchObject({ done: 4, total: 4 });
  });
});

describe('evaluate resumes', () => {
  it('after a stop, without losing or repeating rows', async () => {
    const place = await tiny(12);
    const log = join(place.root, 'calls.log');
    const body = `extract: async page => {
      (await import('node:fs')).appendFileSync(${JSON.stringify(log)}, page.id + '\\n');
      return { text: html(page) }; }`;
    const methods = [await place.method('first', body), await place.method('second', body)];
    const stop = new AbortController();
    const onProgress = ({ done }: EvaluationProgress) => done >= 5 && stop.abort(new Error('enough'));
    await expect(run(place, methods, { signal: stop.signal, onProgress, workers: 1 })).rejects.toThrow(
      'enough',
    );
    const kept = await rowsOf(place);
    expect(kept).toHaveLength(5);
    await writeFile(log, '');
    const seen: EvaluationProgress[] = [];
    const { rows } = await run(place, methods, { onProgress: progress => seen.push(progress) });
    expect(seen[0]?.done).toBe(5);
    expect(rows).toHaveLength(24);
    expect(rows.slice(0, 5)).toEqual(kept);
    expect(new Set(rows.map(({ method, page }) => method + page)).size).toBe(24);
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(24 - 5);
    // A third run has nothing to do.
    await writeFile(log, '');
    await run(place, methods);
    expect(await readFile(log, 'utf8')).toBe('');
  });

  it('after being killed in the middle of a line', async () => {
    const place = await tiny(3);
    const right = await place.method('right', whole);
    await run(place, [right]);
    const file = join(place.root, 'run', 'rows.ndjson');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines[0]}\n${lines[1]!.slice(0, 20)}`);
    const { rows } = await run(place, [right], { start: 'resume' });
    expect(rows.map(({ page }) => page).sort()).toEqual(['p0', 'p1', 'p2']);
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
  });

  it('not if it was aborted before it started', async () => {
    const place = await tiny(1);
    const signal = AbortSignal.abort(new Error('never'));
    await expect(run(place, ['default'], { signal })).rejects.toThrow('never');
  });

  it('not with another corpus or version, except with a fresh start', async () => {
    const place = await tiny(2);
    const right = await place.method('right', whole);
    await run(place, [right]);
    await place.method('right', `${whole}, changed: true`);
    await expect(run(place, [right])).rejects.toThrow(
      /contains another run: version of .*right\.mjs was .* and is .*--fresh/,
    );
    await place.method('right', whole);
    await appendFile(join(place.dir, 'pages.jsonl'), '{"id":"later"}\n');
    await expect(run(place, [right])).rejects.toThrow(/corpus digest was/);
    const { rows } = await run(place, [right], { start: 'fresh', onProblem: () => undefined });
    expect(rows).toHaveLength(2);
  });

  it('not without a run to resume', async () => {
    const place = await tiny(1);
    await expect(run(place, ['default'], { start: 'resume' })).rejects.toThrow(/no run to resume/);
  });

  it('in a folder named after the run', async () => {
    const place = await tiny(1);
    const options = {
      corpus: place.dir,
      results: join(place.root, 'results'),
      digestCache: join(place.root, 'digests.json'),
    };
    const first = await evaluate({ ...options, methods: ['default'] });
    expect((await evaluate({ ...options, methods: ['default'] })).folder).toBe(first.folder);
    expect((await evaluate({ ...options, methods: ['small'] })).folder).not.toBe(first.folder);
    expect(first.folder).toMatch(/results\/tiny-[0-9a-f]{8}$/);
  });
});

describe('evaluate refuses', () => {
  it('an unknown method before reading any page', async () => {
    const place = await tiny(1);
    await expect(run(place, ['defualt'])).rejects.toThrow(
      /Unknown extractor “defualt”.*nearest first: default,/,
    );
    await expect(readFile(join(place.root, 'run', 'run.json'))).rejects.toThrow('ENOENT');
  });

  it('a module that cannot be loaded, with its reason', async () => {
    const place = await tiny(1);
    const empty = await place.method('empty', 'nothing: 1');
    await expect(run(place, [empty])).rejects.toThrow(/expected a default export with a function/);
    const exits = join(place.root, 'exits.mjs');
    await writeFile(exits, 'process.exit(3);');
    await expect(run(place, [exits], { start: 'fresh' })).rejects.toThrow(/could not load .*code 3/);
  });

  it.each([
    [{ methods: [] }, /No methods given/],
    [{ methods: ['default', 'default'] }, /given twice/],
    [{ workers: 0 }, /workers must be/],
    [{ timeLimit: 0.5 }, /timeLimit must be/],
    [{ limit: -1 }, /limit must be/],
  ])('the options %j', async (options, message) => {
    const place = await tiny(1);
    await expect(run(place, ['default'], options)).rejects.toThrow(message);
  });
});

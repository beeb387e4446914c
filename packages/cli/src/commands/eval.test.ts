import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lab } from '../dependencies.js';
import { CommandError } from '../errors.js';
import { main } from '../main.js';
import { fakeLab } from '../testing/fake-lab.js';
import { type MemoryIoOptions, memoryIo } from '../testing/memory-io.js';

type EvaluateOptions = Parameters<Lab['evaluate']>[0];

/** A lab that records its calls; the corpus "bad" has a broken page, on "hopeless" everything fails. */
function fakeEvaluationLab() {
  const evaluations: EvaluateOptions[] = [];
  return {
    evaluations,
    async evaluate(options: EvaluateOptions) {
      evaluations.push(options);
      if (options.corpus === 'nowhere') throw new CommandError('There is no corpus “nowhere”');
      const { methods, corpus, onProgress, onProblem, signal } = options;
      for (let line = 1; corpus === 'bad' && line <= 12; line++) {
        const place = { kind: 'broken-line', file: 'pages.jsonl', line } as const;
        onProblem?.({ ...place, severity: 'skipped', message: `pages.jsonl:${line}: not JSON` });
        onProblem?.({ ...place, severity: 'warning', message: `pages.jsonl:${line}: no gold text` });
      }
      const total = 4 * methods.length;
      for (let done = methods.length; done <= total; done++) {
        signal?.throwIfAborted();
        onProgress?.({ done, total });
      }
      const firstFailure = { page: 'a', error: 'no model' };
      const failures = { threw: corpus === 'hopeless' ? 4 : 1, crashed: 0 };
      return {
        folder: 'results/x',
        summary: { methods: methods.map(name => ({ name, pages: 4, failures, firstFailure })) },
      };
    },
    SUMMARY_EXPORTS: {
      csv: ({ methods }: { methods: readonly unknown[] }) => `CSV of ${methods.length}\n`,
      tex: ({ methods }: { methods: readonly unknown[] }) => `LaTeX of ${methods.length}\n`,
    },
    writeReport: async ({ folder }: { folder: string }) => `${folder}/report.html`,
    summaryTable: ({ methods }: { methods: readonly { name: string }[] }) =>
      `TABLE ${methods.map(({ name }) => name).join(' ')}`,
  };
}

async function pith(args: string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const lab = fakeEvaluationLab();
  const code = await main(['eval', ...args], io, {
    lab: async () => ({ ...fakeLab({}), ...lab }) as unknown as Lab,
  });
  return { code, out: io.out(), err: io.err(), evaluations: lab.evaluations };
}

describe('pith eval', () => {
  it('prints the table and the path of the report', async () => {
    const { code, out, err } = await pith(['news', '--methods', 'default,readability']);
    expect(code).toBe(0);
    expect(out).toBe('TABLE default readability\n\nreport: results/x/report.html\n');
    expect(err).toBe('');
  });

  it('passes on the given options and no others', async () => {
    const plain = (await pith(['news'])).evaluations[0]!;
    expect(plain).toMatchObject({ corpus: 'news', methods: ['default'], start: 'continue' });
    for (const name of [
      'out',
      'limit',
      'ids',
      'timeLimit',
      'workers',
      'lcs',
      'structure',
      'recordings',
      'render',
    ])
      expect(plain).not.toHaveProperty(name);
    const flags =
      '--methods a,b,a --out o --limit 5 --ids x,y --time-limit 2.5 --workers 3 --lcs --structure --recordings r --fresh'.split(
        ' ',
      );
    const full = (await pith(['news', ...flags])).evaluations[0]!;
    const expected = {
      methods: ['a', 'b'],
      out: 'o',
      limit: 5,
      ids: ['x', 'y'],
      timeLimit: 2500,
      workers: 3,
      lcs: true,
      structure: true,
      recordings: 'r',
    };
    expect(full).toMatchObject({ ...expected, start: 'fresh' });
    expect((await pith(['news', '--resume'])).evaluations[0]).toMatchObject({ start: 'resume' });
    expect((await pith(['news', '--render'])).evaluations[0]?.render).toBeTypeOf('function');
  });

  it('prints JSON', async () => {
    const { out } = await pith(['news', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      folder: 'results/x',
      report: 'results/x/report.html',
      summary: { methods: [{ name: 'default', pages: 4 }] },
    });
  });

  it('shows a progress bar on a terminal', async () => {
    const { err } = await pith(['news', '--methods', 'a,b'], { terminal: true });
    // One of four pages was already done.
    expect(err).toContain('1/4 pages');
    expect(err).toContain('left');
  });

  it('lists the first skipped pages and counts the others', async () => {
    const { code, err } = await pith(['bad']);
    expect(code).toBe(0);
    expect(err).toContain('skipped: pages.jsonl:10: not JSON');
    expect(err).not.toContain('pages.jsonl:11');
    expect(err).not.toContain('no gold text');
    expect(err).toContain('and 2 more');
  });
});

describe('pith eval --method', () => {
  it('replaces the default, and adds to --methods', async () => {
    const program = 'cmd: python my.py --x a,b';
    const [alone] = (await pith(['news', '--method', program])).evaluations;
    expect(alone).toMatchObject({ methods: [program], commands: true });
    const [both] = (await pith(['news', '--methods', 'default,small', '--method', program])).evaluations;
    expect(both!.methods).toEqual(['default', 'small', program]);
  });
});

describe('pith eval --export', () => {
  it('writes the table in the format of the ending', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pith-export-'));
    const [csv, tex] = [join(folder, 'a.csv'), join(folder, 'a.tex')];
    expect((await pith(['news', '--export', csv, '--export', tex])).code).toBe(0);
    expect(readFileSync(csv, 'utf8')).toBe('CSV of 1\n');
    expect(readFileSync(tex, 'utf8')).toBe('LaTeX of 1\n');
    rmSync(folder, { recursive: true });
  });

  it('rejects other endings', async () => {
    expect((await pith(['news', '--export', 'a.xls'])).err).toContain('.csv or .tex');
  });
});

describe('pith eval fails', () => {
  it('when a method fails on every page, after printing the table', async () => {
    const { code, out, err } = await pith(['hopeless']);
    expect(code).toBe(1);
    expect(out).toContain('TABLE');
    expect(err).toContain('default failed on all pages: no model');
  });

  it('for a folder that is not a corpus', async () => {
    const { code, err } = await pith(['nowhere']);
    expect({ code, err }).toEqual({ code: 1, err: 'pith: There is no corpus “nowhere”\n' });
  });

  it.each([
    [['news', '--resume', '--fresh'], 'cannot be combined'],
    [['news', '--methods', 'a,,b'], 'comma'],
    [['news', '--time-limit', '0'], 'seconds above 0'],
    [['news', '--workers', 'many'], 'whole number'],
    [[], 'corpus'],
  ])('for wrong usage %j', async (args, message) => {
    const { code, err } = await pith(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('pith eval when stopped', () => {
  it('reports how much is kept and how to resume', async () => {
    const stop = new AbortController();
    const io = memoryIo({ signal: stop.signal });
    const lab = fakeEvaluationLab();
    const evaluate = (options: EvaluateOptions) =>
      lab.evaluate({
        ...options,
        onProgress: progress => {
          options.onProgress?.(progress);
          if (progress.done === 3) stop.abort();
        },
      });
    const code = await main(['eval', 'news'], io, {
      lab: async () => ({ ...fakeLab({}), ...lab, evaluate }) as unknown as Lab,
    });
    expect(code).toBe(130);
    expect(io.out()).toBe('');
    expect(io.err()).toBe(
      '3 of 4 results are saved; run the same command again to resume\npith: stopped before the end\n',
    );
  });
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { type Entry, fakeLab } from '../testing/fake-lab.js';
import { memoryIo } from '../testing/memory-io.js';

const many: readonly Entry[] = [
  { id: 'a', html: 'one' },
  { id: 'b', html: 'two' },
  ...Array.from({ length: 12 }, (_, line) => ({
    severity: 'skipped' as const,
    line,
    message: `pages.jsonl:${line}: not JSON`,
  })),
];

async function pith(args: string[], signal?: AbortSignal) {
  const io = memoryIo(signal === undefined ? {} : { signal });
  const lab = fakeLab({
    many,
    clean: many.slice(0, 2),
    hopeless: many.slice(2),
    'down/data': many.slice(0, 2),
  });
  const code = await main(['corpus', ...args], io, { lab: async () => lab });
  return { code, out: io.out(), err: io.err(), written: lab.written, imports: lab.imports };
}

describe('pith corpus info', () => {
  it('prints a summary of the corpus', async () => {
    const { code, out } = await pith(['info', 'clean']);
    expect(code).toBe(0);
    expect(out).toMatch(/^pages +2$/m);
    expect(out).toMatch(/^types +article 2$/m);
    expect(out).toMatch(/^languages +x0 20, x1 19, .*, x11 9, 8 more$/m);
    expect(out).toMatch(/^diversity +1\.500/m);
    expect(out).toMatch(/^size +1\.2 MB$/m);
    expect(out).not.toContain('problems');
  });

  it('lists the first problems and counts the rest', async () => {
    const { out } = await pith(['info', 'many']);
    expect(out).toMatch(/^pages +2 \(12 skipped\)$/m);
    expect(out).toMatch(/^problems +12$/m);
    expect(out).toContain('skipped: pages.jsonl:9: not JSON');
    expect(out).not.toContain('pages.jsonl:10');
    expect(out).toContain('and 2 more');
  });

  it('prints JSON', async () => {
    const info = JSON.parse((await pith(['info', 'many', '--json'])).out);
    expect(info).toMatchObject({ pages: 2, skipped: 12, domains: 3 });
    expect(info.problems).toHaveLength(12);
  });

  it('fails for a folder that is not a corpus', async () => {
    expect(await pith(['info', 'nowhere'])).toMatchObject({
      code: 1,
      out: '',
      err: 'pith: nowhere is not a corpus\n',
    });
  });
});

describe('pith corpus import', () => {
  it('writes the imported pages and reports the skipped ones', async () => {
    const { code, out, err, written } = await pith(['import', 'dragnet', 'many', 'target']);
    expect(code).toBe(0);
    expect(out).toBe('2 pages written to target, 12 skipped\n');
    expect(err).toContain('pages.jsonl:0: not JSON');
    expect(written).toEqual({ target: ['a', 'b'] });
  });

  it('prints its counts as JSON', async () => {
    const { out } = await pith(['import', 'dragnet', 'clean', 'target', '--json']);
    expect(JSON.parse(out)).toEqual({ pages: 2, skipped: 0 });
  });

  it('passes on columns, separator and limit', async () => {
    const flags = ['--column', 'text=body', '--column', 'url=link=x', '--separator', 'tab', '--limit', '1'];
    const { out, imports } = await pith(['import', 'dragnet', 'clean', 'target', ...flags]);
    expect(imports[0]).toMatchObject({ columns: { text: 'body', url: 'link=x' }, separator: '\t', limit: 1 });
    expect(out).toBe('1 page written to target, 0 skipped\n');
  });

  it.each([
    ['--column', 'body'],
    ['--separator', '::'],
  ])('rejects %s %s', async (...flags) => {
    expect((await pith(['import', 'dragnet', 'clean', 'target', ...flags])).code).toBe(2);
  });

  it.each(['cleanevil', 'toString'])('lists the known layouts for the unknown layout %s', async layout => {
    const { code, err } = await pith(['import', layout, 'clean', 'target']);
    expect(code).toBe(2);
    expect(err).toMatch(/unknown layout "\w+"; use one of: dragnet/);
  });

  it('fails if nothing could be imported', async () => {
    const { code, err } = await pith(['import', 'dragnet', 'hopeless', 'target']);
    expect(code).toBe(1);
    expect(err).toContain('no pages to import in hopeless');
  });

  it('names a file that cannot be read', async () => {
    const io = memoryIo();
    expect(await main(['corpus', 'import', 'jsonl', 'nowhere.jsonl', join(tmpdir(), 'pith-none')], io)).toBe(
      1,
    );
    expect(io.err()).toBe('pith: cannot read nowhere.jsonl: it does not exist; check the path\n');
  });

  it('leaves no output behind when stopped', async () => {
    const { code, err, written } = await pith(['import', 'dragnet', 'clean', 'target'], AbortSignal.abort());
    expect(code).toBe(130);
    expect(err).toBe('pith: stopped before the end\n');
    expect(written).toEqual({});
  });
});

describe('pith corpus arff', () => {
  it('prints the export of the lab for the given task and genre', async () => {
    expect((await pith(['arff', 'clean'])).out).toBe('@relation segment-all of 2\n');
    const { code, out } = await pith(['arff', 'clean', '--task', 'content', '--genre', 'news']);
    expect([code, out]).toEqual([0, '@relation content-news of 2\n']);
    expect((await pith(['arff', 'nowhere'])).code).toBe(1);
  });
});

describe('pith corpus fetch', () => {
  it('lists public corpora with their licences', async () => {
    const { code, out } = await pith(['fetch']);
    expect(code).toBe(0);
    expect(out).toMatch(/^tides {2}Pages about tides \(MIT\)$/m);
  });

  it('prints where to download one and how to convert it', async () => {
    const { out } = await pith(['fetch', 'tides']);
    expect(out).toContain('https://example.org/tides');
    expect(out).toContain('pith corpus fetch tides FOLDER corpora/tides');
    expect(JSON.parse((await pith(['fetch', 'tides', '--json'])).out)).toMatchObject({ licence: 'MIT' });
  });

  it('converts a download and prints the digest', async () => {
    const { code, out, err, written } = await pith(['fetch', 'tides', 'down', 'corpora/tides']);
    expect(code).toBe(0);
    expect(out).toContain('2 pages written to corpora/tides');
    expect(err).toContain(`digest ${'ab'.repeat(32)}`);
    expect(written).toEqual({ 'corpora/tides': ['a', 'b'] });
  });

  it.each([
    [['fetch', 'seas'], 2, /unknown corpus "seas"; use one of: tides, moons/],
    [['fetch', 'tides', 'down'], 2, /name the folder to write/],
    [['fetch', 'moons', 'down', 'out'], 2, /no importer for moons/],
    [['fetch', 'tides', 'down', 'out', '--digest', 'xy'], 2, /64 hexadecimal digits/],
    [['fetch', 'tides', 'down', 'out', '--digest', 'cd'.repeat(32)], 1, /another version, or incomplete/],
  ])('fails: %j', async (args, code, message) => {
    const found = await pith(args);
    expect(found.code).toBe(code);
    expect(found.err).toMatch(message);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../../corpora/write.js';
import { conventionParts, measureConventions } from './conventions.js';

const folder = await mkdtemp(join(tmpdir(), 'pith-conventions-'));
afterAll(() => rm(folder, { recursive: true }));

const TITLE = 'The harbour master counts his boats';
const BODY = [
  'Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.',
  'He has done so for thirty years, and the books fill a shelf above the stove in the office at the end of the pier.',
  'Nobody has asked for the numbers yet, he says, but somebody will, and then they will be there, evening for evening.',
];
const HTML = new TextEncoder().encode(
  `<title>${TITLE}</title><body><nav><a href="/">Home</a> <a href="/boats">Boats</a></nav><main><h1>${TITLE}</h1>${BODY.map(line => `<p>${line}</p>`).join('')}</main>`,
);

describe('measureConventions', () => {
  it('measures the effect of the title with and without it in the gold', async () => {
    const page = (id: string, text: string) => ({ id, html: HTML, text, url: `https://quay.example/${id}` });
    await writeCorpus(join(folder, 'chaos'), [page('with', [TITLE, ...BODY].join('\n'))]);
    await writeCorpus(join(folder, 'l3s'), [page('without', BODY.join('\n'))]);
    await measureConventions({ corpora: folder, root: folder });
    const document = await readFile(join(folder, 'docs/results/default.md'), 'utf8');
    expect(document).toMatch(/\| chaos \| 1 \| 100\.0 % \| 0\.9\d\d \| 1\.000 \| \+0\.0\d\d/);
    expect(document).toMatch(/\| l3s \| 1 \| 0\.0 % \| 1\.000 \| 0\.9\d\d \| −0\.0\d\d/);
  });

  it('refuses a folder without held-out corpora', async () => {
    await expect(measureConventions({ corpora: join(folder, 'docs'), root: folder })).rejects.toThrow(
      'None of dragnet',
    );
  });
});

describe('conventionParts', () => {
  it('has a row per corpus', () => {
    const one = { isInGold: true, plain: 0.8, titled: 0.9 };
    const { titles } = conventionParts([
      { corpus: 'dragnet', ...one },
      { corpus: 'dragnet', ...one, plain: 0.9 },
      { corpus: 'big9', ...one, isInGold: false },
    ]);
    expect(titles).toContain('| dragnet | 2 | 100.0 % | 0.850 | 0.900 |');
    expect(titles).toContain('| big9 | 1 | 0.0 % | 0.800 | 0.900 |');
  });
});

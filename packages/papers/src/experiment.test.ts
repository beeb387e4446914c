import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@webpith/lab';
import { markedNames } from '@webpith/lab/internals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from './index.js';
import { generatedPages } from './wrapper/made-up-sites.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-period-'));
  const pages = [1, 3, 5, 7].flatMap(site => generatedPages(site, 6));
  const typed = pages.map((page, i) => ({
    ...page,
    type: 'article',
    ...(i % 3 === 0 ? { comments: ['A comment.'] } : {}),
  }));
  await writeCorpus(join(root, 'corpora/l3s'), typed);
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the tables of pages of the papers’ time', () => {
  it.each([
    ['swarm', '| `l3s` | 2008 | 18 / 6 |'],
    ['seeker', '| CS+LBS | `l3s`, 2008 | 24 |'],
    ['wrapper', '| site-1.example | 6 | 18 |'],
    ['density', '| pages with comments known |'],
    ['leaves', '| `l3s` | 2008 | 24 |'],
  ] as const)('%s has one row for each corpus or rule', async (method, row) => {
    const { experiment } = await methods[method]!();
    await experiment!({ corpora: join(root, 'corpora'), root, section: 'period' });
    const document = await readFile(join(root, `docs/results/${method}.md`), 'utf8');
    expect(document).toContain(row);
    expect(document).not.toMatch(/NaN|undefined/);
    const shipped = await readFile(new URL(`../../../docs/results/${method}.md`, import.meta.url), 'utf8');
    expect(markedNames(shipped)).toContain(`${method}:period`);
  });
});

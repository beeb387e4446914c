import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate, methods as labMethods, writeCorpus, writeReport } from '@webpith/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods, methodsModule } from './index.js';
import { generatedPages } from './wrapper/made-up-sites.js';

describe('the methods of papers', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pith-papers-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('have the names of their table keys, none of which the lab uses', async () => {
    for (const [name, load] of Object.entries(methods)) expect((await load()).name).toBe(name);
    expect(Object.keys(methods).filter(name => Object.hasOwn(labMethods, name))).toEqual([]);
  });

  it('refuse invalid models', async () => {
    for (const load of Object.values(methods)) await expect((await load()).load(null)).rejects.toThrow();
  });

  it('are evaluated by name in worker threads together with those of the lab', async () => {
    const corpus = join(folder, 'corpus');
    await writeCorpus(corpus, generatedPages(1, 2));
    const evaluation = await evaluate({
      corpus,
      methods: ['default', 'density', 'tb'],
      modules: [methodsModule],
      out: join(folder, 'run'),
      digestCache: join(folder, 'digests.json'),
      workers: 1,
    });
    expect(evaluation.rows.map(({ method, failure }) => [method, failure])).toEqual([
      ['default', undefined],
      ['density', undefined],
      ['tb', undefined],
      ['default', undefined],
      ['density', undefined],
      ['tb', undefined],
    ]);
    await writeReport(evaluation, { modules: [methodsModule] });
  });
});

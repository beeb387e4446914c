import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../../corpora/write.js';
import { swarmMethod } from './entry.js';
import { swarmDocument } from './experiment/document.js';
import { measureSwarm } from './experiment/measure.js';
import { convergencePlot, featurePlot } from './experiment/plots.js';
import { newsPage } from './testing/news-page.js';

describe('the shipped model', () => {
  it('extracts the article of a page and names its language', async () => {
    const extractor = await swarmMethod.load();
    const page = newsPage(3);
    const { text, language } = await extractor.extract(page);
    expect(text).toBe(page.text!.replaceAll('\n', ' '));
    expect(language).toBe('en');
  });
});

describe('training and the experiment', () => {
  let root: string;
  const job = () => ({ root, corpora: join(root, 'corpora'), corpus: join(root, 'corpora/tiny') });

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pith-swarm-'));
    await writeCorpus(
      job().corpus,
      Array.from({ length: 10 }, (_, i) => newsPage(i)),
    );
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('writes a model, and says how it does on pages held aside', async () => {
    const said = await swarmMethod.train(job());
    expect(said).toMatch(/swarm\.json\.gz is written; mean scaled cosine 1\.000 on 3 pages held aside/);
    await access(join(root, 'packages/lab/models/swarm.json.gz'));
  });

  it('measures all that the paper does, and writes it', async () => {
    const experiment = await measureSwarm(job());
    const { tb, cuttings, singles, convergence, splits } = experiment;
    expect(tb.cosine.estimate).toBeLessThan(cuttings[2]!.pr.cosine.estimate);
    expect(cuttings[2]!.pr.cosine.estimate).toBeLessThan(cuttings[2]!.fe.cosine.estimate);
    expect(singles).toHaveLength(8);
    expect(splits).toHaveLength(10);
    expect(convergence.map(run => run.learned.history.length)).toEqual([101, 101]);
    const document = swarmDocument(experiment, ['made-up pages']);
    expect(document).toContain('TB < PR < FE holds');
    expect(document).toContain('HL is left out');
    expect(document).not.toMatch(/undefined|NaN/);
    for (const svg of [convergencePlot(convergence), featurePlot(singles, 0.5)]) {
      expect(svg).toMatch(/^<svg xmlns/);
      expect(svg).not.toMatch(/NaN|undefined/);
    }
  });

  it('stops when it is told to, and writes nothing', async () => {
    const signal = AbortSignal.abort();
    await expect(swarmMethod.experiment!({ ...job(), signal })).rejects.toThrow();
    await expect(readFile(join(root, 'docs/results/swarm.md'))).rejects.toThrow();
  });
});

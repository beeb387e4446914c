import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@webpith/lab';
import { markedNames, partsOf } from '@webpith/lab/internals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { swarmParts } from './experiment/document.js';
import { measureSwarm } from './experiment/measure.js';
import { convergencePlot, featurePlot } from './experiment/plots.js';
import { swarm, swarmPlus } from './method.js';
import { newsPage } from './testing/news-page.js';

describe('the shipped model', () => {
  it('extracts the article of a page and names its language', async () => {
    const extractor = await swarm.load();
    const page = newsPage(3);
    const { text, language } = await extractor.extract(page);
    expect(text).toBe(page.text!.replaceAll('\n', ' '));
    expect(language).toBe('en');
  });
});

describe('the shipped variant', () => {
  it('extracts the article of a page', async () => {
    const page = newsPage(3);
    const { text } = await (await swarmPlus.load()).extract(page);
    expect(text).toBe(page.text!.replaceAll('\n', ' '));
  });
});

describe('training and the experiment', () => {
  let root: string;
  const job = () => ({ root, corpora: join(root, 'corpora'), corpus: join(root, 'corpora/newspapers') });

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pith-swarm-'));
    await writeCorpus(
      job().corpus,
      Array.from({ length: 10 }, (_, i) => newsPage(i)),
    );
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('writes a model and reports its score on held-out pages', async () => {
    const said = await swarm.train!(job());
    expect(said).toMatch(
      /Wrote .*swarm\.json\.gz, trained on 10 pages; mean scaled cosine 1\.000 on 3 held-out pages when trained on the other 7/,
    );
    await access(join(root, 'packages/papers/models/swarm.json.gz'));
  });

  it('runs all experiments of the paper and writes the document', async () => {
    const experiment = await measureSwarm(job(), { particles: 10, generations: 10 });
    const { tb, segmentations, singles, convergence, splits } = experiment;
    expect(tb.cosine.estimate).toBeLessThan(segmentations[2]!.pr.cosine.estimate);
    expect(segmentations[2]!.pr.cosine.estimate).toBeLessThan(segmentations[2]!.fe.cosine.estimate);
    expect(singles).toHaveLength(8);
    expect(splits).toHaveLength(10);
    expect(convergence.map(run => run.learned.history.length)).toEqual([11, 11]);
    const parts = swarmParts(experiment);
    expect(parts.targets).toMatch(/\| TB < PR < FE \| .* \| met \|/);
    expect(parts.outlook).toMatch(/`swarm-plus` \| .* to .*p = 1\.000/);
    expect(Object.values(parts).join()).not.toMatch(/undefined|NaN/);
    const document = await readFile(new URL('../../../../docs/results/swarm.md', import.meta.url), 'utf8');
    const places = Object.keys(partsOf('swarm', { provenance: '', period: '', ...parts }));
    expect(markedNames(document).sort()).toEqual(places.sort());
    for (const svg of [convergencePlot(convergence), featurePlot(singles, 0.5)]) {
      expect(svg).toMatch(/^<svg xmlns/);
      expect(svg).not.toMatch(/NaN|undefined/);
    }
  });

  it('writes nothing when aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(swarm.experiment!({ ...job(), signal })).rejects.toThrow();
    await expect(readFile(join(root, 'docs/results/swarm.md'))).rejects.toThrow();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@webpith/lab';
import { readArff } from '@webpith/learn/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { featureAttributes } from './features.js';
import { forumPage, newsPage } from './testing/pages.js';
import { segmentsArff } from './training-pages.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-arff-'));
  await writeCorpus(join(folder, 'own'), [newsPage(1), newsPage(2), forumPage(1)]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('exports the labelled candidates of a corpus with the features of the thesis', async () => {
  const { data, relation } = readArff(await segmentsArff(join(folder, 'own'), { task: 'content' }));
  expect(relation).toBe('seeker-content');
  expect(data.classes).toEqual(['noisy', 'main']);
  expect(data.attributes.map(({ name }) => name)).toEqual(featureAttributes(false).map(({ name }) => name));
  const news = readArff(await segmentsArff(join(folder, 'own'), { task: 'content', genre: 'news' })).data;
  expect(news.y.length).toBeGreaterThan(0);
  expect(news.y.length).toBeLessThan(data.y.length);
});

it('refuses unknown tasks and genres, and a genre without pages', async () => {
  await expect(segmentsArff(join(folder, 'own'), { task: 'x' })).rejects.toThrow(
    /task of segment, content, single, got “x”/,
  );
  await expect(segmentsArff(join(folder, 'own'), { genre: 'poem' })).rejects.toThrow(/genre of news/);
  await expect(segmentsArff(join(folder, 'own'), { genre: 'blog' })).rejects.toThrow(/no labelled page/);
});

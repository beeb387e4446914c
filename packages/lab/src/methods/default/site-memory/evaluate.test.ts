import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../../../corpora/write.js';
import { costList, evaluateSites, gainTable, knownTable, targetTable, timeSites } from './evaluate.js';

const BOX = 'We are a small group of editors and write about the things that people make with their hands.';

function pageOf(subject: string, url: string) {
  const sentences = [
    `The ${subject} was built by people who had never seen one.`,
    `When the ${subject} was done, nobody in the village wanted to try it.`,
  ];
  const html = `<title>The ${subject}</title><h1>The ${subject}</h1><p>${sentences.join('<p>')}<div class=side><p>${BOX}</p></div>`;
  return { id: subject, url, text: sentences.join('\n'), html: Buffer.from(html) };
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-sites-'));
  await writeCorpus(join(folder, 'stories'), [
    ...['boat', 'kite', 'organ'].map(subject => pageOf(subject, `https://www.example.org/${subject}`)),
    pageOf('oven', 'https://alone.example/'),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

describe('the measurement of the site memory', () => {
  it('compares pages of sites with several, by number of known pages', async () => {
    const outcomes = await evaluateSites(join(folder, 'stories'));
    expect(outcomes.map(({ site }) => site)).toEqual(['example.org', 'example.org', 'example.org']);
    for (const { before, after, withAll, ceiling } of outcomes) {
      expect(before).toBeLessThan(0.9);
      expect([withAll, ceiling]).toEqual([1, 1]);
      expect([...after]).toEqual([
        [1, before],
        [2, 1],
      ]);
    }
    const [{ before } = { before: 0 }] = outcomes;
    const gained = (3 * (1 - before)).toFixed(3);
    expect(gainTable(outcomes)).toContain(`| +${gained} | +0.000 |`);
    const targets = targetTable(outcomes, { pages: 3, prints: 50, alone: 100, withSite: 150 });
    expect(targets).toMatch(/mean over the corpora .*\+0\.\d{4}; ceiling \+0\.\d{4} \| met \|/);
    expect(targets).toContain('at least 0.6 | 0.50 | **missed** |');
    expect(knownTable(outcomes).split('\n').slice(2)).toEqual([
      expect.stringMatching(/^\| stories \| 1 \| 3 .*\| \+0\.000 \| \+0\.000 \|$/),
      expect.stringMatching(/^\| stories \| 2 \| 3 .*\| 1\.0000 /),
    ]);
  });

  it('relates the time of the passes', async () => {
    const outcomes = await evaluateSites(join(folder, 'stories'));
    const times = await timeSites(join(folder, 'stories'));
    expect(times.pages).toBe(3);
    expect(costList(outcomes, { pages: 3, prints: 20, alone: 100, withSite: 105 })).toContain(
      'relative to `extract`: 0.200; throughput of both passes relative to one without a memory: 0.80',
    );
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract, loadModel } from 'webpith';
import type { Page } from '../../corpora/corpus.js';
import { writeCorpus } from '../../corpora/write.js';
import { trainOwn } from './train.js';

const line = (seed: number) =>
  `On day ${seed} the ferry left the pier in fog, and ${seed} people waited for the light.`;

/** A page whose story stands in a box that any other model takes for a side matter. */
function page(number: number): Page {
  const story = Array.from({ length: 6 }, (_, i) => line(number * 10 + i));
  const html = `<title>Day ${number}</title><nav><a href="/">Home</a> <a href="/all">All days</a></nav>
    <div class="log">${story.map(text => `<p>${text}</p>`).join('')}</div><footer>Printed by hand, sold by the pier.</footer>`;
  return {
    id: `p${number}`,
    url: `https://site${number % 6}.example/${number}`,
    text: story.join('\n'),
    html: Buffer.from(html),
  };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-own-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('trainOwn', () => {
  it('makes of a corpus of any name a model that the library decides by', async () => {
    const corpus = join(folder, 'any-name');
    await writeCorpus(
      corpus,
      Array.from({ length: 24 }, (_, i) => page(i)),
    );
    const file = await trainOwn(corpus, 'mine', () => {});
    const model = loadModel(JSON.parse(JSON.stringify(file)));
    const { text, type } = extract(page(99).html, { model });
    expect(text).toContain('On day 994 the ferry left');
    expect(text).not.toContain('Printed by hand');
    expect(type).toBe(extract(page(99).html).type);
  });

  it('says how many pages it needs where there are too few', async () => {
    const corpus = join(folder, 'few');
    await writeCorpus(corpus, [page(1), page(2)]);
    await expect(trainOwn(corpus, 'mine', () => {})).rejects.toThrow(
      /at least 20 pages of 5 sites.*got 2 of 2/,
    );
  });
});

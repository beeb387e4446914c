import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@webpith/learn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract, loadModel } from 'webpith';
import { FEATURE_NAMES, modelFingerprint, PAGE_VECTOR_NAMES, scoreRows, unpackTrees } from 'webpith/stages';
import type { Page } from '../../corpora/corpus.js';
import { writeCorpus } from '../../corpora/write.js';
import { trainSmall } from '../small/method.js';
import { BLOCK_MODEL, fitBlockModel } from './block-model.js';
import { corporaIn } from './corpora.js';
import { FOLDS, pageFolds } from './folds.js';
import { LEAST_COVERAGE } from './labels.js';
import { fitPageModel, GOOD_F1, LEARNED_TYPES, qualityTask, typeTask } from './page-models.js';
import { defaultParts, measure } from './results.js';
import { type Training, trainDefault, trainOwn } from './train.js';
import type { TrainingSources } from './training-set.js';
import { packModel, writeWeights } from './write-weights.js';

const VOCABULARY =
  'ferry fog pier harbour captain engine evening light water north island letter morning company passenger deck wind ' +
  'winter summer river bridge window garden market station village mountain forest kitchen teacher';
const FUNCTION_WORDS =
  'the of and to in a is that for it was on are as with they at be this from have or by not but';

/** Page of a synthetic site: menu, title, paragraphs, related links, footer; the seed selects the words. */
function writer(seed: number) {
  const random = seededRandom(seed);
  const pick = (words: string) => {
    const list = words.split(' ');
    return list[random.below(list.length)]!;
  };
  const sentence = (length: number) =>
    `The ${Array.from({ length }, (_, i) => pick(i % 2 === 0 ? VOCABULARY : FUNCTION_WORDS)).join(' ')}.`;
  const list = (length: number) =>
    `<ul>${Array.from({ length }, () => `<li><a href="/x">${pick(VOCABULARY)} ${pick(VOCABULARY)}</a></li>`).join('')}</ul>`;
  return {
    sentence,
    list,
    times: (count: number, make: () => string) => Array.from({ length: count }, make),
  };
}

interface Made {
  readonly html: string;
  readonly paragraphs: readonly string[];
  readonly footer: string;
}

function makePage(seed: number, type: string): Made {
  const { sentence, list, times } = writer(seed);
  const paragraphs = times(12, () => `${sentence(12)} ${sentence(10)}`);
  const footer = `Copyright reserved ${seed} ${sentence(2)}`;
  const body =
    type === 'forum'
      ? paragraphs.map(text => `<div class="post"><b>Member ${text[5]}</b><div>${text}</div></div>`).join('')
      : paragraphs.map(text => `<p>${text}</p>`).join('');
  const html = `<html><body><nav class="menu">${list(8)}</nav><main><article>${body}</article></main>
    <aside class="related">${list(8)}</aside><footer><p>${footer}</p></footer></body></html>`;
  return { html, paragraphs, footer };
}

const address = (site: number, page: number) => `https://www.site${site}.org/page/${page}`;

const TYPED = 21;
const SNIPPETS = 8;

/** Three pages of each type on nine sites; every fourth page does not contain its gold text. */
function typedPages(): Page[] {
  return Array.from({ length: TYPED }, (_, i) => {
    const type = LEARNED_TYPES[i % LEARNED_TYPES.length]!;
    const { html, paragraphs } = makePage(i, type);
    const isElsewhere = i % 4 === 3;
    const text = isElsewhere ? `Loaded by script ${'somewhere '.repeat(40)}` : paragraphs.join('\n');
    return { id: `t${i}`, url: address(i % 9, i), type, text, html: Buffer.from(html) };
  });
}

/** Eight pages of six sites, two of them sites of the other corpus. */
function snippetPages(): Page[] {
  return Array.from({ length: SNIPPETS }, (_, i) => {
    const { html, paragraphs, footer } = makePage(100 + i, 'article');
    const url = address(7 + (i % 6), i);
    return { id: `s${i}`, url, with: paragraphs.slice(0, 3), without: [footer], html: Buffer.from(html) };
  });
}

let root: string;
let folders: string[];
let sources: TrainingSources;
let training: Training;
const steps = new Set<string>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-train-'));
  folders = [join(root, 'wcxb'), join(root, 'segments')];
  sources = { folders, labels: join(root, 'labels') };
  await writeCorpus(folders[0]!, typedPages());
  await writeCorpus(folders[1]!, snippetPages());
  training = await trainDefault({ sources, heldOutCorpora: [folders[1]!], leaveOut: [['segments']] }, step =>
    steps.add(step),
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the training set', () => {
  it('contains the blocks of all pages as rows, in order', () => {
    const { pages, rows, share, words, width } = training.set;
    expect(pages.map(page => page.gold.id)).toEqual(
      [...typedPages(), ...snippetPages()].map(page => page.id),
    );
    let first = 0;
    for (const page of pages) {
      expect(page.first).toBe(first);
      first += page.blocks;
    }
    expect([share.length, words.length, rows.length]).toEqual([first, first, first * width]);
    expect(width).toBe(FEATURE_NAMES.length);
  });

  it('has the corpus, site and gold coverage of each page', () => {
    const { pages } = training.set;
    expect(pages[0]).toMatchObject({ corpus: 'wcxb', site: 'site0.org', coverage: 1 });
    expect(pages[3]!.coverage).toBeLessThan(LEAST_COVERAGE);
    expect(pages[TYPED]).toMatchObject({ corpus: 'segments', site: 'site7.org', coverage: 1 });
    expect('html' in pages[0]!.gold).toBe(false);
  });

  it('labels paragraphs as content and menus as noise, or by snippets', () => {
    const { pages, share } = training.set;
    const labels = (page: number) => [
      ...share.slice(pages[page]!.first, pages[page]!.first + pages[page]!.blocks),
    ];
    expect(labels(0)).toEqual([...Array(8).fill(0), ...Array(12).fill(1), ...Array(9).fill(0)]);
    expect(labels(TYPED)).toEqual([...Array(8).fill(-1), 1, 1, 1, ...Array(17).fill(-1), 0]);
  });
});

describe('folds', () => {
  it('contain every page once and no site twice', () => {
    const folds = pageFolds(training.set);
    expect([...folds].every(fold => fold >= 0 && fold < FOLDS)).toBe(true);
    expect(new Set(folds).size).toBe(FOLDS);
    const foldOfSite = new Map<string, number>();
    training.set.pages.forEach(({ site }, i) => {
      expect(foldOfSite.get(site) ?? folds[i]).toBe(folds[i]);
      foldOfSite.set(site, folds[i]!);
    });
    expect(foldOfSite.size).toBe(13);
  });
});

describe('the block model', () => {
  it('ignores pages without their gold', async () => {
    const { set } = training;
    const options = { ...BLOCK_MODEL, rounds: 5 };
    const there = set.pages.filter(page => page.coverage >= LEAST_COVERAGE);
    expect(there.length).toBeLessThan(set.pages.length);
    const [all, some] = await Promise.all([
      fitBlockModel(() => [{ set, pages: set.pages, weight: 1 }], options),
      fitBlockModel(() => [{ set, pages: there, weight: 1 }], options),
    ]);
    expect(all.toJSON()).toEqual(some.toJSON());
  });
});

describe('page models', () => {
  it('learn types from typed pages', () => {
    const { labels, classes } = typeTask(training.set);
    expect(classes).toEqual(LEARNED_TYPES);
    expect(Array.from(labels.slice(0, 7), label => classes[label])).toEqual(LEARNED_TYPES);
    expect([...labels.slice(TYPED)]).toEqual(Array(SNIPPETS).fill(-1));
  });

  it('omit a type without pages', () => {
    const { set, outcomes } = training;
    const model = fitPageModel(typeTask(set), outcomes, i => set.pages[i]!.gold.type !== 'listing');
    expect(model.classes).toEqual(LEARNED_TYPES.filter(type => type !== 'listing'));
  });

  it('learn quality from pages with gold text', () => {
    const { labels } = qualityTask(training.outcomes);
    training.outcomes.forEach(({ bag }, i) => {
      expect(labels[i]).toBe(bag === undefined ? -1 : bag.f1 >= GOOD_F1 ? 1 : 0);
    });
  });
});

describe('trainDefault', () => {
  it('evaluates every page by models not trained on it', () => {
    const { outcomes, set } = training;
    expect(outcomes.map(({ corpus, id }) => `${corpus}/${id}`)).toEqual(
      set.pages.map(page => `${page.corpus}/${page.gold.id}`),
    );
    outcomes.forEach((outcome, i) => {
      expect(outcome.site).toBe(set.pages[i]!.site);
      expect(outcome.vector.length).toBe(PAGE_VECTOR_NAMES.length);
      expect(outcome.goldType).toBe(set.pages[i]!.gold.type);
      expect(LEARNED_TYPES).toContain(outcome.type);
      expect(outcome.confidence > 0 && outcome.confidence < 1).toBe(true);
      expect(outcome.bag === undefined).toBe(outcome.corpus === 'segments');
    });
  });

  it('extracts pages of unseen sites', () => {
    const { outcomes } = training;
    const there = outcomes.filter((_, i) => i < TYPED && i % 4 !== 3);
    expect(there.every(page => page.bag!.f1 > 0.95)).toBe(true);
    const { f1, snippets } = measure(outcomes, GOOD_F1);
    expect(f1.wcxb).toBeGreaterThan(0.7);
    expect(snippets.segments!.f1).toBeGreaterThan(0.9);
  });

  it('evaluates corpora by models not trained on them', () => {
    const { withoutCorpus, unseen } = training;
    const left = withoutCorpus.filter(page => page.corpus === 'segments');
    expect(measure(left, GOOD_F1).snippets.segments!.f1).toBeGreaterThan(0.8);
    expect(unseen.map(page => page.id)).toEqual(snippetPages().map(page => page.id));
  });

  it('trains on augmented pages of the same sites', () => {
    const { augmented, set } = training;
    expect(augmented.pages.length).toBeGreaterThan(0);
    const sites = new Set(set.pages.map(page => page.site));
    expect(augmented.pages.every(page => sites.has(page.site))).toBe(true);
    expect(augmented.rows.length).toBe(augmented.share.length * augmented.width);
  });

  it('reports progress', () => {
    expect(steps).toContain('models without a fold');
    expect(steps).toContain('final model');
  });

  it('is deterministic', async () => {
    const again = await trainDefault({ sources }, () => {});
    expect(packModel(again.model)).toEqual(packModel(training.model));
    expect(again.outcomes).toEqual(training.outcomes);
  });
});

describe('packModel', () => {
  it('packs trees with the scores of the model', () => {
    const { model, set } = training;
    const weights = packModel(model);
    const trees = unpackTrees(Uint8Array.from(Buffer.from(weights.blocks, 'base64')));
    const rows = set.rows.subarray(0, 30 * set.width);
    const scores = scoreRows(trees, rows, set.width);
    const expected = model.blocks.scores({ kind: 'dense', rows: 30, columns: set.width, data: rows });
    scores.forEach((score, row) => {
      expect(score).toBeCloseTo(expected[row]!, 2);
    });
  });

  it('has the current feature fingerprint and inverts the calibration', () => {
    const weights = packModel(training.model);
    expect(weights.features).toBe(modelFingerprint());
    expect(weights.types).toEqual(LEARNED_TYPES);
    expect(weights.blockCalibration.slope).toBeCloseTo(-training.model.blockCalibration.slope, 4);
    expect(weights.blockCalibration.slope).toBeGreaterThan(0);
    for (const { low, high } of weights.blockCheckpoints) expect(low).toBeLessThanOrEqual(high);
  });

  it('is written as a module and a card', async () => {
    const weights = packModel(training.model);
    await writeWeights(root, weights, { name: 'tiny' });
    const source = await readFile(join(root, 'default.ts'), 'utf8');
    const literal = /export const WEIGHTS: Weights = (\{.*\});\n$/s.exec(source)![1]!;
    expect(new Function(`return (${literal})`)()).toEqual(weights);
    expect(JSON.parse(await readFile(join(root, 'card.json'), 'utf8'))).toEqual({ name: 'tiny' });
  });
});

describe('the results document', () => {
  it('has rows for the training pages', () => {
    const parts = defaultParts({
      pages: training.outcomes,
      withoutCorpus: training.withoutCorpus,
      unseen: training.unseen,
      peers: new Map(),
      provenance: 'tiny',
    });
    const document = Object.values(parts).join('\n');
    expect(document).toMatch(/\| wcxb, all \| 21 \| \*\*0\.\d{3}\*\* \|/);
    expect(document).toMatch(/\| wcxb, article \| 3 \| \*\*0\.\d{3}\*\* \|/);
    expect(document).toMatch(/\| wcxb, forum \| 3 \| \*\*0\.\d{3}\*\* \|/);
    expect(document).toMatch(/\| segments \| Pith \| [01]\.\d{4} \|/);
    expect(document).not.toContain('NaN');
  });
});

it('trains the small model on the same pages, and writes weights, card and figures', async () => {
  const home = join(root, 'home');
  const weights = join(home, 'packages/pith/src/scores/weights');
  await mkdir(weights, { recursive: true });
  const usual = { outOfFold: { f1: { wcxb: 0.5, 'wcxb/article': 0.5 } }, onCorporaNeverSeen: {} };
  await writeFile(join(weights, 'card.json'), JSON.stringify(usual));
  await writeFile(join(home, 'README.md'), '<!-- results:small -->\n<!-- /results:small -->\n');
  await trainSmall({ corpora: root, root: home });
  const source = await readFile(join(weights, 'small.ts'), 'utf8');
  expect(source).toMatch(/^export const WEIGHTS: BlockWeights = \{\n {2}features: "/m);
  expect(source).not.toContain('quality');
  const { outOfFold } = JSON.parse(await readFile(join(weights, 'small.card.json'), 'utf8'));
  // A quarter of the pages do not contain their gold text.
  expect(outOfFold.wcxb).toBeGreaterThan(0.6);
  expect(await readFile(join(home, 'README.md'), 'utf8')).toContain(`${outOfFold.wcxb.toFixed(3)} (0.500)`);
  const document = await readFile(join(home, 'docs/results/small.md'), 'utf8');
  expect(document).toMatch(/\| wcxb, all \| 21 \| 0\.\d{3} \| 0\.500 \|/);
});

it('lists the expected corpora if there are none', () => {
  expect(() => corporaIn(join(root, 'nowhere'))).toThrow(/None of the corpora wcxb, .*nowhere.*--corpora/);
  expect(corporaIn(root)).toEqual(folders);
});

const line = (seed: number) =>
  `On day ${seed} the ferry left the pier in fog, and ${seed} people waited for the light.`;

/** A page whose story is in a box that the default model would classify as noise. */
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
  it('trains a model for the library from any corpus', async () => {
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

  it('reports the required number of pages', async () => {
    const corpus = join(folder, 'few');
    await writeCorpus(corpus, [page(1), page(2)]);
    await expect(trainOwn(corpus, 'mine', () => {})).rejects.toThrow(
      /at least 20 pages of 5 sites.*got 2 pages of 2 sites/,
    );
  });
});

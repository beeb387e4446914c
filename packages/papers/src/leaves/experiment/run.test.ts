import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pageTree } from '@webpith/lab/internals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LeavesExtraction, leavesExtractor } from '../extractor.js';
import { leaves } from '../method.js';
import { leavesFromJSON } from '../model.js';
import { generatedPage, writeGeneratedCorpus } from '../testing/generated-corpus.js';
import { trainLeaves } from '../train.js';
import { FOLDS, settingsOf } from './compare.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-leaves-'));
  await writeGeneratedCorpus(root, 8, 3, { train: 2, test: 1 });
});
afterAll(() => rm(root, { recursive: true }));

const PARTS = [
  ...['provenance', 'pages', 'table-1', 'folds', 'learners', 'table-2', 'prior', 'title', 'targets', 'runs'],
  ...[
    'frames',
    'reliability',
    'reliability-field',
    'split',
    'alternatives',
    'curve',
    'strongest',
    'beyond',
    'labels',
  ],
  'period',
];

const job = () => ({ root, corpora: join(root, 'corpora-of-pages') });

describe('training and experiments', () => {
  it('fits a model that labels an unseen page and assembles its article', async () => {
    await trainLeaves(job());
    const file = gunzipSync(await readFile(join(root, 'packages/papers/models/leaves.json.gz'))).toString();
    const extractor = leavesExtractor(leavesFromJSON(JSON.parse(file)));
    const html = Buffer.from(generatedPage(21));
    const found = (await extractor.extract({
      id: 'x',
      url: 'https://x.example/a',
      html,
    })) as LeavesExtraction;
    expect(found.title).toBe('Belcombe opens its bridge');
    expect(found.authors).toEqual(['Ines Okafor']);
    expect(found.published).toBe('2024-05-04');
    expect(found.article.related).toEqual([
      { text: 'Ferry timetable for spring', href: 'https://x.example/ferry-21' },
    ]);
    expect(found.article.nextPage).toBe('https://x.example/Belcombe/2');
    expect(found.text).toContain('who cut the ribbon at noon.');
    expect(found.text).not.toContain('Courier');
    expect(found.leaves.every(({ probability }) => probability > 0 && probability <= 1)).toBe(true);
    expect(found.leaves).toHaveLength(Object.keys(found.labels!).length);
    const written = await readFile(join(root, 'docs/results/leaves.md'), 'utf8');
    expect(written).toContain('| mean difference |');
  });

  it('refuses invalid model files', () => {
    expect(() => leavesFromJSON({ method: 'swarm' })).toThrow(/leaves: expected a model file/);
  });

  const document = () => readFile(join(root, 'docs/results/leaves.md'), 'utf8');
  /** A prepared document with a marker and text for every part. */
  const writePlaces = async () => {
    const file = join(root, 'docs/results/leaves.md');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      PARTS.map(part => `<!-- leaves:${part} -->\nas before\n<!-- /leaves:${part} -->`).join('\n'),
    );
  };

  it('writes the tables section by section, with all features for rendered pages', async () => {
    await writePlaces();
    const drawn: string[] = [];
    const render = async (page: { readonly id: string; readonly html: Uint8Array }) => {
      drawn.push(page.id);
      return pageTree(page);
    };
    await leaves.experiment!({ ...job(), render });
    const written = await document();
    expect(written).not.toContain('as before');
    // The paper's learners are compared on the first pages of sites: second ones are not rendered.
    expect(drawn).toHaveLength(11);
    for (const name of ['SVM, No Style', 'CRF, No Style', 'SVM, All', 'CRF, All', 'CRF, rich'])
      expect(written).toContain(`| ${name}`);
    expect(written).toContain('| training | 10 | 8 |');
    expect(written).toContain('Evaluated on 6 pages of 3 sites; each half is trained on 7 pages.');
    expect(written).toContain('CRF − SVM, tested by page');
    expect(written).toContain('variance 1, to convergence');
    // Each fit is cached, so that a stopped run can resume.
    const fits = await readdir(join(root, 'results/leaves-fits'), { recursive: true });
    const planned = FOLDS * [...settingsOf('SVM'), ...settingsOf('CRF')].length;
    // Without layout both feature sets are equal, so no fit is repeated.
    expect(fits.filter(name => /(?:SVM|CRF),?_(?:all|numbers)_scaled.*fold_/.test(name)).length).toBe(
      planned,
    );
    expect(await readFile(join(root, 'docs/results/images/leaves-curve.svg'), 'utf8')).toContain('<svg');
    // Every setting is fitted on every fold, which takes long on a busy machine.
  }, 300_000);

  it('measures one section from cached fits', async () => {
    const before = await document();
    await writePlaces();
    const steps = new Set<string>();
    await leaves.experiment!({ ...job(), section: 'alternatives', onProgress: step => steps.add(step) });
    const after = await document();
    const part = (text: string) =>
      /<!-- leaves:alternatives -->([\s\S]*)<!-- \/leaves:alternatives -->/.exec(text)![1];
    expect(part(after)).toBe(part(before));
    expect(after.split('as before')).toHaveLength(PARTS.length);
    expect([...steps]).toEqual(['section alternatives', 'pages read']);
  });
});

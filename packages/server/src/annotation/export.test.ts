import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, readCorpus, readLabels } from '@webpith/lab';
import { addCorpus, addPage, openStore, type Store, saveLabels } from '@webpith/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURE_NAMES, TAG, treeFromHtml } from 'webpith/stages';
import type { ExportFormat } from '../api/corpora.js';
import { operation, storyPage } from '../testing/annotation.js';
import { EXPORTS, exportStream } from './export.js';
import { labelledExamples } from './labelled-pages.js';
import { type TarFile, tarOf } from './tar.js';

let store: Store;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pith-export-'));
  store = await openStore(join(folder, 'store.sqlite'));
  await addCorpus(store, { name: 'sea', title: 'Sea', task: 'content' });
  await addCorpus(store, { name: 'leafy', title: 'Leafy', task: 'leaves' });
  for (const corpus of ['sea', 'leafy']) for (const word of WORDS) await add(corpus, word);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const WORDS = ['pier', 'mole', 'quay'];
const LONG = `grüße-${'x'.repeat(110)}`;
const STORY = /^The keeper of the pier wrote .*look\.\nNobody .*point\.$/s;

/** Adds a page; the first two are labelled, the third is not. */
async function add(corpus: string, word: string): Promise<void> {
  const html = storyPage(word);
  const name = word === 'mole' ? LONG : word;
  const { page } = (await addPage(store, {
    corpus,
    bytes: Buffer.from(html),
    name,
    url: `https://${word}.org/`,
  }))!;
  if (word === 'quay') return;
  const tree = treeFromHtml(html);
  const main = tree.tag.indexOf(TAG.main);
  const heading = tree.tag.indexOf(TAG.h1);
  const [all, top] = corpus === 'sea' ? ['main content', 'noise'] : ['paragraph', 'title'];
  const operations = [
    operation(main, all, { scope: 'subtree' as const }),
    operation(heading, top, { scope: 'subtree' as const }),
  ];
  await saveLabels(store, { page: page.id, annotator: 'ann', operations, done: true });
  if (word !== 'pier') return;
  const other = [operation(main, corpus === 'sea' ? 'noise' : 'none', { scope: 'subtree' as const })];
  await saveLabels(store, { page: page.id, annotator: 'bob', operations: other });
}

async function exported(format: ExportFormat, corpus = 'sea', annotator?: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await exportStream(EXPORTS[format], { store, corpus, annotator }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Unpacks with the system's tar. */
function unpacked(archive: Buffer): string {
  const place = mkdtempSync(join(folder, 'unpacked-'));
  writeFileSync(join(place, 'archive.tar.gz'), archive);
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: place });
  return place;
}

describe('the folder format', () => {
  it('is a corpus that the lab can read, including its labels', async () => {
    const place = join(unpacked(await exported('folder')), 'sea');
    const pages: Page[] = [];
    for await (const page of readCorpus(place)) pages.push(page);
    expect(pages.map(({ id, url }) => [id, url])).toEqual([
      ['pier', 'https://pier.org/'],
      [LONG, 'https://mole.org/'],
      ['quay', 'https://quay.org/'],
    ]);
    expect(Buffer.from(pages[0]!.html).toString()).toBe(storyPage('pier'));
    expect(pages[0]!.text).toMatch(STORY);
    expect(pages[2]!.text).toBeUndefined();
    const labels = await Promise.all(pages.map(page => readLabels(place, page)));
    expect(labels.map(each => each?.annotator)).toEqual(['ann', 'ann', undefined]);
    // Every visible leaf of a finished page has a label: three in the main part of the story, three around it.
    expect(Object.values(labels[0]!.nodes).sort()).toEqual([
      'main content',
      'main content',
      'noise',
      'noise',
      'noise',
      'noise',
    ]);
    expect(labels[0]).toMatchObject({ done: true, marks: [{ scope: 'subtree' }, { scope: 'subtree' }] });
  });

  it('contains only the labels of the requested annotator', async () => {
    const place = join(unpacked(await exported('folder', 'sea', 'bob')), 'sea');
    const labelled = readdirSync(join(place, 'labels'));
    expect(labelled).toEqual(['pier.json']);
    expect(JSON.parse(readFileSync(join(place, 'labels/pier.json'), 'utf8')).annotator).toBe('bob');
  });

  it('contains the same labels as the training examples', async () => {
    const place = join(unpacked(await exported('folder')), 'sea');
    const examples = [];
    for await (const example of labelledExamples({ store, corpus: 'sea' })) examples.push(example);
    expect(examples.map(({ page }) => page.id)).toEqual(['pier', LONG]);
    for (const { page, labels } of examples) expect(await readLabels(place, page)).toMatchObject(labels);
  });
});

describe('other formats', () => {
  it('include the gold texts, one file per page', async () => {
    const place = join(unpacked(await exported('text')), 'sea/text');
    expect(readdirSync(place)).toHaveLength(2);
    expect(readFileSync(join(place, 'pier.txt'), 'utf8').trim()).toMatch(STORY);
  });

  it('include JSON lines with pages and labels', async () => {
    const lines = (await exported('jsonl'))
      .toString()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.map(({ id, annotator }) => [id, annotator])).toEqual([
      ['pier', 'ann'],
      [LONG, 'ann'],
      ['quay', undefined],
    ]);
    expect(Buffer.from(lines[0].base64, 'base64').toString()).toBe(storyPage('pier'));
    expect(lines[0].marks).toHaveLength(2);
  });

  /** Names and rows of an ARFF file without commas in its values. */
  async function arff(corpus?: string) {
    const [head, rows] = (await exported('arff', corpus)).toString().split('\n@data\n') as [string, string];
    const names = [...head.matchAll(/^@attribute ('[^']*'|\S+) /gm)].map(([, name]) =>
      name!.replaceAll("'", ''),
    );
    const labels = rows
      .trim()
      .split('\n')
      .map(row => row.split(',').at(-1)!.replaceAll("'", ''));
    return { head, names, labels };
  }

  it('include ARFF with the features and label of every labelled block', async () => {
    const { head, names, labels } = await arff();
    expect(head).toMatch(/^@relation sea\n/);
    expect(names).toEqual([...FEATURE_NAMES, 'label']);
    expect(head).toMatch(/@attribute label \{'main content',noise\}\n$/);
    expect(labels.filter(label => label === 'main content')).toHaveLength(4); // two paragraphs on each of two pages
    expect(labels.filter(label => label === 'noise').length).toBeGreaterThanOrEqual(4);
  });

  it('include ARFF with one row per leaf for the thirty leaf labels', async () => {
    const { labels } = await arff('leafy');
    expect(labels.slice(0, 6)).toEqual(['none', 'none', 'title', 'paragraph', 'paragraph', 'none']);
  });

  it('fail with a message if the corpus has no labels', async () => {
    await addCorpus(store, { name: 'bare', title: 'Bare', task: 'content' });
    await expect(exported('arff', 'bare')).rejects.toThrow('The corpus bare has no labels');
    expect(unpacked(await exported('folder', 'bare'))).toBeTruthy();
  });
});

it('writes archives that tar can read, with any length of names and files', async () => {
  const files: TarFile[] = [0, 1, 511, 512, 513, 5000].map(length => ({
    path: `a/${'n'.repeat(Math.max(1, length % 180))}${length}`,
    bytes: Buffer.alloc(length, 'x'),
  }));
  const pieces: Uint8Array[] = [];
  const source = async function* () {
    yield* files;
  };
  for await (const piece of tarOf(source())) pieces.push(piece);
  const place = mkdtempSync(join(folder, 'tar-'));
  writeFileSync(join(place, 'a.tar'), Buffer.concat(pieces));
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: place });
  for (const { path, bytes } of files) expect(readFileSync(join(place, path))).toEqual(bytes);
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WEIGHTS } from '../../../pith/src/metadata/rankers/weights.js';
import { type MetadataResults, metadataParts } from '../metadata/evaluate.js';
import { discussionsParts } from '../methods/default/discussions.js';
import { comparisonParts } from '../methods/default/results.js';
import {
  type MarkedParts,
  markedNames,
  partsOf,
  provenanceOf,
  replaceMarked,
  writeMarked,
  writeResults,
} from './markdown.js';

const DOCUMENT = `# Results

What people wrote.

<!-- one -->
old figures
<!-- /one -->

More of it.

<!-- table:6.6 -->
<!-- /table:6.6 -->
`;

it('replaces text between markers and keeps the rest', () => {
  const once = replaceMarked(DOCUMENT, { one: 'new\n', 'table:6.6': '| a |' });
  expect(once).toBe(
    DOCUMENT.replace('old figures', 'new').replace('table:6.6 -->\n', 'table:6.6 -->\n| a |\n'),
  );
  expect(replaceMarked(once, { one: 'new', 'table:6.6': '| a |' })).toBe(once);
});

it('inserts figures literally', () => {
  expect(replaceMarked(DOCUMENT, { one: "$& and $'" })).toContain("$& and $'");
});

it('refuses parts without markers', () => {
  expect(() => replaceMarked(DOCUMENT, { two: 'x' }, 'results.md')).toThrow(
    /results\.md has no markers for “two”/,
  );
  expect(() => replaceMarked('<!-- /one -->\n<!-- one -->\n', { one: 'x' })).toThrow(/no markers/);
});

it('names the parts of a document', () => {
  expect(markedNames(DOCUMENT)).toEqual(['one', 'table:6.6']);
});

it('writes files and creates a missing one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pith-marked-'));
  const file = join(folder, 'new/results.md');
  await writeMarked(file, { one: '1', two: '2' });
  expect(markedNames(await readFile(file, 'utf8'))).toEqual(['one', 'two']);
  await writeFile(file, `Words.\n\n${await readFile(file, 'utf8')}`);
  await writeMarked(file, { two: '3' });
  expect(await readFile(file, 'utf8')).toBe(
    'Words.\n\n<!-- one -->\n1\n<!-- /one -->\n\n<!-- two -->\n3\n<!-- /two -->\n',
  );
  await rm(folder, { recursive: true });
});

it('writes results and images deterministically and keeps the prose', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pith-results-'));
  try {
    const results = { parts: { table: '| 0.915 |' }, images: { curve: '<svg/>' } };
    expect(await writeResults(root, 'mine', results)).toBe('wrote docs/results/mine.md and 1 image');
    const file = join(root, 'docs/results/mine.md');
    const once = `Words.\n\n${await readFile(file, 'utf8')}`;
    expect(once).toBe('Words.\n\n<!-- mine:table -->\n| 0.915 |\n<!-- /mine:table -->\n');
    await writeFile(file, once);
    await writeResults(root, 'mine', results);
    expect(await readFile(file, 'utf8')).toBe(once);
    expect(await readFile(join(root, 'docs/results/images/mine-curve.svg'), 'utf8')).toBe('<svg/>');
  } finally {
    await rm(root, { recursive: true });
  }
});

it('lists the versions used for the figures', async () => {
  expect(await provenanceOf([])).toMatch(/^- pith \d+\.\d+\.\d+, Node \d+/);
});

const model = { importance: () => [] };
const models = { date: model, title: model, author: model } as unknown as MetadataResults['models'];
const facts = { results: [], models, outOfFold: { date: [], title: [], author: [] }, weights: WEIGHTS };

it.each<[string, MarkedParts]>([
  ['wide', comparisonParts('wide', [], {}, new Map())],
  ['small', comparisonParts('small', [], {}, new Map())],
  ['discussions', discussionsParts(undefined, [])],
  ['facts', metadataParts(facts)],
])('docs/results/%s.md has markers for every part, and no others', async (name, parts) => {
  const file = new URL(`../../../../docs/results/${name}.md`, import.meta.url);
  const places = Object.keys(partsOf(name, { provenance: '', ...parts }));
  expect(markedNames(await readFile(file, 'utf8')).sort()).toEqual(places.sort());
});

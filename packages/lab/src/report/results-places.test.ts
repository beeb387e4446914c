import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { WEIGHTS } from '../../../pith/src/metadata/facts/rankers/weights.js';
import { type FactResults, factParts } from '../metadata/evaluate.js';
import { discussionsParts } from '../methods/default/discussions.js';
import { besideParts } from '../methods/default/results.js';
import { type MarkedParts, markedNames, partsOf } from './markdown.js';

const model = { importance: () => [] };
const models = { date: model, title: model, author: model } as unknown as FactResults['models'];
const facts = { judgements: [], models, judged: { date: [], title: [], author: [] }, weights: WEIGHTS };

it.each<[string, MarkedParts]>([
  ['wide', besideParts('wide', [], {}, new Map())],
  ['small', besideParts('small', [], {}, new Map())],
  ['discussions', discussionsParts(undefined, [])],
  ['facts', factParts(facts)],
])('docs/results/%s.md has a place for every part, and none without', async (name, parts) => {
  const file = new URL(`../../../../docs/results/${name}.md`, import.meta.url);
  const places = Object.keys(partsOf(name, { provenance: '', ...parts }));
  expect(markedNames(await readFile(file, 'utf8')).sort()).toEqual(places.sort());
});

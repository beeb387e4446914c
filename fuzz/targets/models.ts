import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { classifierTable, loadModel } from '@webpith/learn';
import { treeFromHtml } from 'webpith/stages';
import { groupsData } from '../../packages/learn/src/testing/conformance.js';
import { methods } from '../../packages/papers/src/index.js';
import { type Random, randomOf } from '../random.js';
import { jsonOf, lineOf, ownError, parsedInput, type Target } from './target.js';

/** A model and its reader: an algorithm, or a method of a paper. */
interface Input {
  readonly reader: string;
  readonly model: unknown;
}

const METHODS = ['swarm', 'density', 'wrapper'];
const DATA = groupsData(2, 12, 1);
const PAGE = `<title>A</title><nav><a href=/>Home</a></nav><article><h1>A</h1>${'<p>Some words that are read by those who read, and there are enough of them here.</p>'.repeat(6)}</article>`;

let seeds: readonly Input[] | undefined;

/** Trained models: one per algorithm on a few rows, and the shipped ones. */
function seedsOf(): readonly Input[] {
  seeds ??= [
    ...Object.entries(classifierTable).map(([name, entry]) => ({
      reader: 'learn',
      model: JSON.parse(JSON.stringify(entry.create(name === 'forest' ? { trees: 3 } : {}).fit(DATA))),
    })),
    ...METHODS.map(reader => {
      const file = fileURLToPath(new URL(`../../packages/papers/models/${reader}.json.gz`, import.meta.url));
      return { reader, model: JSON.parse(gunzipSync(readFileSync(file)).toString()) };
    }),
  ];
  return seeds;
}

const ODD: readonly unknown[] = [
  null,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  4294967296,
  1e9,
  '',
  'x',
  '__proto__',
  'constructor',
  [],
  {},
  true,
  [[]],
  Array(100).fill(0),
];

/** Changes, removes or duplicates a part of a value. */
function changed(model: unknown, random: Random): unknown {
  const copy = structuredClone(model);
  let holder = copy as Record<string, unknown> | unknown[];
  for (let depth = 0; depth < 20; depth++) {
    const keys = Object.keys(holder);
    if (keys.length === 0) return copy;
    const key = random.pick(keys) as never;
    const inside = holder[key] as unknown;
    const goesIn = typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0;
    if (goesIn && random.chance(0.8)) {
      holder = inside as typeof holder;
      continue;
    }
    const way = random.below(4);
    if (way === 0) delete holder[key];
    else if (way === 1 && Array.isArray(holder)) holder.push(...structuredClone(holder.slice(0, 50)));
    else if (way === 2 && typeof inside === 'number') holder[key] = -inside as never;
    else holder[key] = random.pick(ODD) as never;
    return copy;
  }
  return copy;
}

export const models: Target = {
  name: 'models',
  about:
    'model files of every algorithm and of methods of papers with parts changed, gone or doubled: refused with a typed error, or used without harm',
  make(seed, number) {
    const random = randomOf(seed, number);
    const { reader, model } = random.pick(seedsOf());
    let other = model;
    for (let n = 1 + random.below(3); n > 0; n--) other = changed(other, random);
    return jsonOf({ reader, model: other } satisfies Input);
  },
  async check(input) {
    const { reader, model } = parsedInput(input) as Input;
    try {
      if (reader === 'learn') loadModel(model).predict(DATA.x);
      else
        await (await (await methods[reader]!()).load(model)).extract({
          id: 'a',
          html: Buffer.from(PAGE),
          tree: treeFromHtml(PAGE),
        });
      return undefined;
    } catch (error) {
      return ownError(error) === undefined ? `${reader}: ${lineOf(error)}` : undefined;
    }
  },
};

import { crc32 } from 'node:zlib';
import type { ExtractOptions } from 'webpith';
import type { Bytes } from './mutations/mutation.js';
import { MUTATION_NAMES, MUTATIONS } from './mutations/table.js';
import { type Random, randomOf } from './random.js';
import type { Seeds } from './seeds.js';

export interface FuzzedPage {
  readonly bytes: Uint8Array;
  readonly options: ExtractOptions;
  readonly mutations: readonly string[];
}

/** Longer pages are cut, for the sake of more pages. */
const LONGEST = 1_000_000;
const SHARE_OF_PIECES = 0.25;
const SHARE_OF_WHOLE = 0.001;

/** Makes a page; deterministic in seed, number and seed pages. */
export function fuzzedPage(seeds: Seeds, seed: number, number: number): FuzzedPage {
  const random = randomOf(seed, number);
  let page = start(seeds, random);
  const mutations: string[] = [];
  const other = () => start({ ...seeds, whole: [] }, random);
  for (let n = 1 + random.below(6); n > 0; n--) {
    const name = random.pick(MUTATION_NAMES);
    page = MUTATIONS[name]!(page, random, other).slice(0, LONGEST);
    mutations.push(name);
  }
  return { bytes: new Uint8Array(Buffer.from(page, 'latin1')), options: someOptions(random), mutations };
}

function start({ tests, pieces, whole }: Seeds, random: Random): Bytes {
  if (whole.length > 0 && random.chance(SHARE_OF_WHOLE)) return random.pick(whole);
  return random.pick(pieces.length > 0 && random.chance(SHARE_OF_PIECES) ? pieces : tests);
}

const URLS = [
  'https://example.org/2024/02/03/a-page',
  'https://example.org/',
  'http://[::1]:8080/forum/viewtopic.php?t=1',
  'nonsense',
  '',
];
const SELECTORS = [
  'article',
  'p',
  '.content',
  '#main',
  '[itemprop=articleBody]',
  'div',
  'body',
  'li.comment',
];

/** Options for a page that is known only by its bytes. */
export function optionsFor(bytes: Uint8Array): ExtractOptions {
  return someOptions(randomOf(crc32(bytes), 0));
}

function someOptions(random: Random): ExtractOptions {
  const options: Record<string, unknown> = {};
  if (random.chance(0.6)) options.url = random.pick(URLS);
  if (random.chance(0.1)) options.charset = random.pick(['utf-8', 'gbk', 'utf-16le', 'iso-2022-jp', 'x', '']);
  if (random.chance(0.2)) options.lean = random.pick([-1, -0.5, 0.5, 1]);
  if (random.chance(0.3)) {
    const names = ['title', 'byline', 'captions', 'comments', 'hidden', 'links', 'images', 'tables'];
    options.include = Object.fromEntries(
      names.filter(() => random.chance(0.5)).map(name => [name, random.chance(0.5)]),
    );
  }
  if (random.chance(0.15)) {
    options.rules = {
      keep: [random.pick(SELECTORS)],
      drop: random.chance(0.3) ? [random.pick(SELECTORS)] : [],
    };
  }
  return options as ExtractOptions;
}

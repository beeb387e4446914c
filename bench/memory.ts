/**
 * Measures the memory of pages with dense markup as a multiple of their size, compared with htmlparser2's tree and our own
 * tree alone, and in a server with default limits. Updates rows of the table in docs/results/memory.md. Linux only.
 *
 *   npm run build && npx tsx bench/memory.ts
 *   npm run build && npx tsx bench/memory.ts --only comments,an\ article
 */
import { parseArgs } from 'node:util';
import { markdownTable } from '@webpith/lab/internals';
import { publishRows, say } from './figures.js';
import { DENSE_PAGES, type DensePage } from './memory/dense-pages.js';
import { type Measured, memoryOf, type Reading } from './memory/measure.js';
import { serverWith } from './memory/server.js';

/** Just below the largest page that is accepted if every element and its text have five characters. */
const SIZE = 4_800_000;
/** Far beyond the largest page of tags only that is accepted. */
const BEYOND = 12_000_000;
const READINGS = ['dom', 'tree', 'text', 'outputs'] as const satisfies readonly Reading[];
const HEADING = [
  'page',
  'htmlparser2’s tree',
  'our tree',
  'text',
  'all outputs',
  'server, two at once',
  'its answer',
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');

const megabytes = (characters: number) => `${(characters / 1e6).toFixed(1)} MB`;

async function measure(page: DensePage, size: number): Promise<void> {
  const measured: Measured[] = [];
  for (const reading of READINGS) measured.push(await memoryOf(page, reading, size));
  const served = await serverWith(page, size);
  const [{ characters } = { characters: size }] = measured;
  const row = [
    `${page}, ${megabytes(characters)}`,
    ...measured.map(({ bytes, refusal }) => (refusal ? `refused at ${times(bytes)}` : times(bytes))),
    `${served.megabytes.toFixed(0)} MB`,
    [...new Set(served.answers)].join(', '),
  ];
  say(row.join(' | '));
  await publishRows('memory', markdownTable(HEADING, [row]));

  function times(bytes: number): string {
    return (bytes / characters).toFixed(1);
  }
}

const ORDERS: readonly (readonly [page: DensePage, size: number])[] = [
  ...(Object.keys(DENSE_PAGES) as DensePage[]).map(page => [page, SIZE] as const),
  ['cells of one row', BEYOND],
  ['short paragraphs', BEYOND],
];
for (const [page, size] of ORDERS) if (only?.includes(page) ?? true) await measure(page, size);

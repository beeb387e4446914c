/**
 * How much memory pages take that hold much in little, as a multiple of their size: beside htmlparser2's tree of objects
 * and our own tree alone, and in a server at its usual limits. Writes the figures of docs/results/memory.md. Linux only.
 *
 *   npm run build && npx tsx bench/memory.ts
 *   npm run build && npx tsx bench/memory.ts --size 500000      a quick look; writes nothing
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../packages/lab/dist/report/markdown.js';
import { writeMarked } from '../packages/lab/dist/report/marked-document.js';
import { DENSE_PAGES, type DensePage } from './memory/dense-pages.js';
import { type Measured, memoryOf, type Reading } from './memory/measure.js';
import { type Served, serverWith } from './memory/server.js';

/** As large as a page of five characters an element and a text may be. */
const SIZE = 4_800_000;
/** Many times too large for pages of nothing but tags. */
const BEYOND = 12_000_000;
const READINGS = ['dom', 'tree', 'text', 'outputs'] as const satisfies readonly Reading[];

const { values } = parseArgs({ options: { size: { type: 'string' } } });
const size = Number(values.size ?? SIZE);

interface Row {
  readonly page: DensePage;
  readonly measured: Readonly<Record<Reading, Measured>>;
  readonly served: Served;
}

async function rowOf(page: DensePage, characters: number): Promise<Row> {
  const measured = {} as Record<Reading, Measured>;
  for (const reading of READINGS) measured[reading] = await memoryOf(page, reading, characters);
  const row = { page, measured, served: await serverWith(page, characters) };
  process.stderr.write(`${written(row).join(' | ')}\n`);
  return row;
}

function written({ page, measured, served }: Row): string[] {
  const { characters } = measured.dom;
  const times = ({ bytes, refusal }: Measured) =>
    `${(bytes / characters).toFixed(1)}${refusal === undefined ? '' : ` (${refusal})`}`;
  return [
    page,
    (characters / 1e6).toFixed(1),
    ...READINGS.map(reading => times(measured[reading])),
    `${served.megabytes.toFixed(0)} MB: ${[...new Set(served.answers)].join(', ')}`,
  ];
}

const rows: Row[] = [];
for (const page of Object.keys(DENSE_PAGES) as DensePage[]) rows.push(await rowOf(page, size));
for (const page of ['cells of one row', 'short paragraphs'] as const)
  rows.push(await rowOf(page, (size * BEYOND) / SIZE));

const HEADING = [
  'page',
  'MB',
  'htmlparser2’s tree',
  'our tree',
  'text',
  'all outputs',
  'server, two at once',
];
const table = markdownTable(HEADING, rows.map(written));
process.stdout.write(`${table}\n`);
if (size === SIZE) {
  const document = fileURLToPath(new URL('../docs/results/memory.md', import.meta.url));
  await writeMarked(document, {
    'memory:table': table,
    'memory:machine': `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}.`,
  });
}

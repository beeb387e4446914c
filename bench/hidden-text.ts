/**
 * Measures what is gained and lost by leaving out text that readers cannot see, and writes docs/results/hidden-text.md.
 *
 *   npm run build && npx tsx bench/hidden-text.ts                all static pages, 300 rendered ones
 *   npm run build && npx tsx bench/hidden-text.ts --rendered 20  a quick run; writes nothing
 */
import { parseArgs } from 'node:util';
import {
  bagOfWords,
  bootstrapMean,
  cachedCorpusDigest,
  type Gold,
  locateCorpus,
  type Page,
  readCorpus,
} from '@webpith/lab';
import { countSnippets, markdownTable } from '@webpith/lab/internals';
import { openPool, RenderError } from '@webpith/render';
import { extract, type PageInput } from 'webpith';
import { publishResults, say } from './figures.js';

const STATIC = ['wcxb', 'segments', 'newspapers', 'dragnet', 'l3s', 'big9'];
const RENDERED = ['wcxb', 'newspapers'];
const SAMPLE = 300;

const { values } = parseArgs({ options: { rendered: { type: 'string', default: String(SAMPLE) } } });
const wanted = Number(values.rendered);
if (!(wanted > 0)) throw new Error(`--rendered must be a number of pages, not “${values.rendered}”`);

interface Scores {
  readonly score: number;
  readonly recall: number;
  readonly precision: number;
}

interface Comparison {
  readonly kept: Scores;
  readonly left: Scores;
  readonly hidden: number;
}

/** Word F1; for pages with snippets only, the share of snippets that are there, or not there, as they should be. */
function scoresOf(gold: Gold, text: string): Scores | undefined {
  if (gold.text?.trim()) {
    const { f1, recall, precision } = bagOfWords(gold.text, text);
    return { score: f1, recall, precision };
  }
  const { found, missed, wrong, avoided } = countSnippets(gold, text);
  const all = found + missed + wrong + avoided;
  if (all === 0) return undefined;
  const share = (right: number, of: number) => (of === 0 ? 1 : right / of);
  return {
    score: (found + avoided) / all,
    recall: share(found, found + missed),
    precision: share(avoided, wrong + avoided),
  };
}

function compare(page: Page, input: PageInput): Comparison | undefined {
  const options = { url: page.url };
  const article = extract(input, options);
  const { hidden = 0 } = article;
  const left = scoresOf(page, article.text);
  if (left === undefined || hidden === 0) return left && { kept: left, left, hidden };
  const all = extract(input, { ...options, include: { hidden: true } });
  return { kept: scoresOf(page, all.text)!, left, hidden };
}

const HEADINGS = [
  'corpus',
  'pages',
  'with hidden text',
  'kept',
  'left out',
  'difference',
  'recall',
  'precision',
];

function rowOf(name: string, comparisons: readonly Comparison[]): string[] {
  const meanOf = (read: (comparison: Comparison) => number) => bootstrapMean(comparisons.map(read));
  const signed = (value: number) => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(5);
  const { estimate, low, high } = meanOf(({ kept, left }) => left.score - kept.score);
  return [
    name,
    String(comparisons.length),
    String(comparisons.filter(({ hidden }) => hidden > 0).length),
    meanOf(({ kept }) => kept.score).estimate.toFixed(4),
    meanOf(({ left }) => left.score).estimate.toFixed(4),
    `${signed(estimate)} (${signed(low)} to ${signed(high)})`,
    signed(meanOf(({ kept, left }) => left.recall - kept.recall).estimate),
    signed(meanOf(({ kept, left }) => left.precision - kept.precision).estimate),
  ];
}

const pagesOf = async (name: string) => {
  const pages: Page[] = [];
  for await (const page of readCorpus(locateCorpus(name))) pages.push(page);
  return pages;
};

const rows: string[][] = [];
const digests: string[] = [];
for (const name of STATIC) {
  const comparisons: Comparison[] = [];
  for (const page of await pagesOf(name)) {
    const comparison = compare(page, page.html);
    if (comparison !== undefined) comparisons.push(comparison);
  }
  rows.push(rowOf(name, comparisons));
  digests.push(`\`${name}\` ${(await cachedCorpusDigest(locateCorpus(name))).slice(0, 12)}`);
  say(rows.at(-1)!.join('  '));
}

const rendered: string[][] = [];
let failed = 0;
const pool = openPool({ pages: 1 });
for (const name of RENDERED) {
  const all = (await pagesOf(name)).filter(({ text }) => text?.trim());
  const share = Math.ceil(wanted / RENDERED.length);
  const sample = all.filter((_, i) => i % Math.max(1, Math.floor(all.length / share)) === 0).slice(0, share);
  const byRule: { readonly static: Comparison[]; readonly rendered: Comparison[] } = {
    static: [],
    rendered: [],
  };
  for (const page of sample) {
    try {
      const { tree } = await pool.render({ html: page.html, url: page.url }, { network: false });
      byRule.rendered.push(compare(page, tree)!);
      byRule.static.push(compare(page, page.html)!);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      failed++;
    }
  }
  for (const [rule, comparisons] of Object.entries(byRule))
    rendered.push(rowOf(`${name}, ${rule}`, comparisons));
  say(rendered.slice(-2).join('\n'));
}
await pool.close();

await publishResults(
  'hidden-text',
  {
    parts: {
      corpora: `Corpora: ${digests.join(', ')}.`,
      static: markdownTable(HEADINGS, rows),
      rendered: markdownTable(HEADINGS, rendered),
      failures: `Pages that could not be rendered: ${failed}.`,
    },
  },
  wanted === SAMPLE,
);

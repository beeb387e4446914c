import { align } from '../alignment/align.js';
import type { PageTexts } from '../evaluation/method-pool.js';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { type PrimaryMetric, primaryScore } from '../evaluation/summary.js';
import { score } from '../evaluation/table.js';
import { wordsAsWritten } from '../metrics/words.js';
import { grouped } from '../statistics/summary.js';
import { html, type Markup } from './markup.js';

export interface WorstPage {
  readonly method: string;
  readonly row: EvaluationRow;
  readonly f1: number;
}

const WORST_OF_METHOD = 5;

export function worstPages(
  rows: readonly EvaluationRow[],
  methods: readonly string[],
  primary: PrimaryMetric,
): WorstPage[] {
  const byMethod = grouped(rows, row => row.method);
  return methods.flatMap(method => {
    const scored = (byMethod.get(method) ?? []).flatMap(row => {
      const f1 = row.failure === undefined && row.words > 0 ? primaryScore(row, primary)?.f1 : undefined;
      return f1 === undefined ? [] : [{ method, row, f1 }];
    });
    return scored.sort((a, b) => a.f1 - b.f1 || (a.row.page < b.row.page ? -1 : 1)).slice(0, WORST_OF_METHOD);
  });
}

export function worstPagesSection(
  worst: readonly WorstPage[],
  texts: ReadonlyMap<string, PageTexts>,
  primary: PrimaryMetric,
): Markup | undefined {
  const shown = worst.filter(({ method, row }) => texts.get(row.page)?.texts.has(method));
  if (shown.length === 0) return undefined;
  const folds = [...grouped(shown, page => page.method)].map(
    (
      [method, pages],
      rank,
    ) => html`<details${rank === 0 ? html` open` : ''}><summary>${method}<small>${pages.length} pages, F1 from ${score(pages[0]!.f1)}</small></summary>
${pages.map(page => pageComparison(page, texts.get(page.row.page)!, primary))}</details>`,
  );
  return html`<p class="caption">Words that only the gold text has are <mark class="missing">missing</mark>, words that only the extraction has are <mark class="extra">extra</mark>; long common segments are collapsed.</p>${folds}`;
}

function pageComparison({ method, row, f1 }: WorstPage, page: PageTexts, primary: PrimaryMetric): Markup {
  const { gold } = page;
  const wanted = gold.text ?? gold.with?.join('\n') ?? '';
  const { gold: goldParts, extracted } = textDifferences(wanted, page.texts.get(method) ?? '');
  const { precision, recall } = primaryScore(row, primary) ?? { precision: 0, recall: 0 };
  return html`<article class="page">
<h3><code>${row.page}</code> <span>${row.type}</span> <span>F1 <b>${score(f1)}</b></span> <span>P ${score(precision)}</span> <span>R ${score(recall)}</span></h3>
${gold.url === undefined ? '' : html`<p class="address">${gold.url}</p>`}
<div class="sides"><section><h4>Gold</h4><div class="text">${textColumn(goldParts, 'missing')}</div></section>
<section><h4>Extracted</h4><div class="text">${textColumn(extracted, 'extra')}</div></section></div>
</article>`;
}

/** Characters shown on each side of a fold, of a segment that only one text has, and of a whole column. */
const SHOWN = { besideFold: 160, different: 3_000, column: 16_000 };

function textColumn(segments: readonly Segment[], kind: 'missing' | 'extra'): Markup {
  if (segments.length === 0) return html`<i>nothing</i>`;
  const parts: Markup[] = [];
  let room = SHOWN.column;
  for (const [i, segment] of segments.entries()) {
    if (room <= 0) {
      const words = segments.slice(i).reduce((sum, { words }) => sum + words, 0);
      parts.push(html`<span class="fold">⋯ ${words} more words ⋯</span>`);
      break;
    }
    parts.push(
      segment.alike ? alikeSegment(segment) : html`<mark class="${kind}">${cut(segment.text)}</mark>`,
    );
    room -= Math.min(segment.text.length, segment.alike ? 2 * SHOWN.besideFold : SHOWN.different);
  }
  return html`${parts}`;
}

function alikeSegment({ text, words }: Segment): Markup {
  const { besideFold } = SHOWN;
  if (text.length <= 3 * besideFold) return html`<span>${text}</span>`;
  return html`<span>${text.slice(0, besideFold)}</span><span class="fold">⋯ ${words} common words ⋯</span><span>${text.slice(-besideFold)}</span>`;
}

function cut(text: string): string {
  return text.length <= SHOWN.different ? text : `${text.slice(0, SHOWN.different)} ⋯`;
}

interface Segment {
  readonly alike: boolean;
  readonly text: string;
  readonly words: number;
}

/** Maximum number of words that are compared, since aligning more would take seconds. */
const MOST_WORDS = 30_000;

/** Aligns gold and extraction by words, ignoring case, and marks the words that only one of them has. */
export function textDifferences(gold: string, extracted: string): Record<'gold' | 'extracted', Segment[]> {
  const goldWords = wordsAsWritten(gold).slice(0, MOST_WORDS);
  const ownWords = wordsAsWritten(extracted).slice(0, MOST_WORDS);
  const lower = (words: readonly string[]) => words.map(word => word.toLowerCase());
  const { page, gold: inGold } = align(lower(ownWords), lower(goldWords));
  return { gold: segments(gold, goldWords, inGold), extracted: segments(extracted, ownWords, page) };
}

/** Text between two words belongs to the segment of the first. */
function segments(text: string, words: readonly string[], alike: Uint8Array): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  let count = 0;
  let at = 0;
  words.forEach((word, i) => {
    const start = text.indexOf(word, at);
    if (i > 0 && alike[i] !== alike[i - 1]) {
      found.push({ alike: alike[i - 1] === 1, text: text.slice(from, start), words: count });
      from = start;
      count = 0;
    }
    count++;
    at = start + word.length;
  });
  // A truncated text ends at its last word, a whole one includes trailing punctuation.
  const end = words.length === MOST_WORDS ? at : text.length;
  if (count > 0)
    found.push({ alike: alike[words.length - 1] === 1, text: text.slice(from, end), words: count });
  return found;
}

import type { Evidence, Explanation, Extraction, Extractor, Finding } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type ClassifierModel, denseMatrix, SvmModel } from '@webpith/learn';
import { BODY_FEATURES, bodyRows, type CandidateRows, TITLE_FEATURES, titleRowsFor } from './candidates.js';
import { commentParts } from './comment-parts.js';
import { squeezedView } from './layout.js';
import {
  type Chosen,
  chooseSubtrees,
  METHOD,
  type ModelByMode,
  probabilitiesOf,
  type SubtreeModel,
  type WrapperModel,
} from './model.js';
import { type PageView, shortText, textOf } from './view.js';

export function wrapperExtractor(models: ModelByMode): Extractor {
  return {
    name: METHOD,
    extract(page): Extraction {
      const view = squeezedView(pageTree(page));
      const chosen = chooseSubtrees(view, models[view.mode]);
      if (chosen === undefined) return { text: '' };
      const { body, title, bodyProbability } = chosen;
      return {
        text: textOf(view, body),
        title: title === undefined ? undefined : shortText(view, title),
        confidence: bodyProbability,
        nodes: { body, title, without: commentParts(view, body) },
      };
    },
    explain(page) {
      const view = squeezedView(pageTree(page));
      const model = models[view.mode];
      return explainCandidates(view, model, chooseSubtrees(view, model));
    },
  };
}

const MAX_VECTORS = 3;
/** Candidates whose support vectors are listed: each takes a kernel value per support vector. */
const MAX_DETAILED = 200;

function explainCandidates(
  view: PageView & { readonly mode?: string },
  model: WrapperModel,
  chosen: Chosen | undefined,
): Explanation {
  if (chosen === undefined) return { notes: ['the page shows no text'], findings: [] };
  const bodies = bodyRows(view);
  const titles = titleRowsFor(view, chosen.body);
  const { mode } = view;
  const fallback =
    chosen.bodyProbability === 0 ? '; none qualifies, so the first element with text is the body' : '';
  return {
    notes: [
      `${mode === 'rendered' ? 'layout of the browser' : 'layout estimated from the HTML'}`,
      `${bodies.candidates.length} candidates for the body${fallback}, ${titles.candidates.length} for the title`,
    ],
    findings: [
      ...candidateFindings(bodies, model.body, BODY_FEATURES, { stage: 'body', chosen: chosen.body }),
      ...candidateFindings(titles, model.title, TITLE_FEATURES, { stage: 'title', chosen: chosen.title }),
    ],
  };
}

interface Part {
  readonly stage: string;
  readonly chosen: number | undefined;
}

function candidateFindings(
  { candidates, rows }: CandidateRows,
  model: SubtreeModel,
  names: readonly string[],
  { stage, chosen }: Part,
): Finding[] {
  const probabilities = probabilitiesOf(model, rows);
  const order = [...candidates.keys()].sort((a, b) => probabilities[b]! - probabilities[a]!);
  const rank = new Uint32Array(order.length);
  for (const [place, i] of order.entries()) rank[i] = place;
  return candidates.map((node, i) => {
    const cells = model.columns.map(column => rows[i]![column]!);
    const features = model.columns.map((column, k) => `${names[column]} ${rounded(cells[k]!)}`).join(', ');
    const support = rank[i]! < MAX_DETAILED ? supportEvidence(model.machine, cells) : undefined;
    const probability = probabilities[i]!;
    const place = `${ordinal(rank[i]! + 1)} of ${candidates.length} candidates for the ${stage}`;
    const decision = support === undefined ? '' : `, decision value ${rounded(support.decision)}`;
    return {
      node,
      kept: node === chosen,
      stage,
      reason: `${place}: probability ${rounded(probability)}${decision}`,
      score: probability,
      evidence: [{ fact: features, weight: support?.decision ?? 0 }, ...(support?.evidence ?? [])],
    };
  });
}

function supportEvidence(
  machine: ClassifierModel,
  cells: readonly number[],
): { decision: number; evidence: Evidence[] } | undefined {
  if (!(machine instanceof SvmModel)) return undefined;
  const x = denseMatrix([cells], cells.length);
  // The first class of the pair is that of wrong subtrees.
  const decision = -machine.decisions(x)[0]!;
  const terms = machine.supportOf(x, 0).toSorted((a, b) => Math.abs(b.term) - Math.abs(a.term));
  const evidence = terms.slice(0, MAX_VECTORS).map(({ vector, similarity, term }) => ({
    fact: `support vector ${vector} (a ${term < 0 ? 'correct' : 'wrong'} subtree), similarity ${rounded(similarity)}`,
    weight: -term,
  }));
  return { decision, evidence };
}

const rounded = (value: number) => Number(value.toPrecision(3)).toString();
const ordinal = (place: number) => (place === 1 ? 'first' : `number ${place}`);

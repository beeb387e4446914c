import {
  type Evidence,
  type Explanation,
  type Extraction,
  type Extractor,
  type Finding,
  visibleLeaves,
} from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import {
  articleFields,
  articleText,
  isTextLabel,
  type LeafArticle,
  publishedDate,
  runsOf,
} from './article-fields.js';
import { leafFeatures } from './features/feature-sets.js';
import type { FeatureRows, ScoreTable } from './features/writer.js';
import { leafText } from './leaf-text.js';
import { type LeavesModel, labelLeaves, labelWeights } from './model.js';

interface LabelledLeaf {
  readonly node: number;
  readonly label: string;
  readonly probability: number;
  readonly text: string;
}

export interface LeavesExtraction extends Extraction {
  readonly article: LeafArticle;
  readonly leaves: readonly LabelledLeaf[];
}

const rounded = (probability: number) => Math.round(probability * 1e4) / 1e4;

export function leavesExtractor(model: LeavesModel): Extractor {
  return {
    name: 'leaves',
    extract(page): LeavesExtraction {
      const tree = pageTree(page);
      const leaves = visibleLeaves(tree);
      const texts = leaves.map(leaf => leafText(tree, leaf));
      const { labels, probabilities } = labelLeaves(model, tree, leaves, texts);
      const parts = runsOf(tree, leaves, labels);
      const article = articleFields(tree, parts, page.url);
      return {
        text: articleText(parts),
        title: article.title,
        authors: article.authors,
        published: publishedDate(tree, parts),
        labels: Object.fromEntries(leaves.map(({ node }, i) => [node, labels[i]!])),
        probabilities: Object.fromEntries(leaves.map(({ node }, i) => [node, rounded(probabilities[i]!)])),
        article,
        leaves: leaves.map((leaf, i) => ({
          node: leaf.node,
          label: labels[i]!,
          probability: rounded(probabilities[i]!),
          text: texts[i]!,
        })),
      };
    },
    explain: page => explainLeaves(model, pageTree(page)),
  };
}

const MAX_LABELS = 3;
const MAX_FEATURES = 5;

function explainLeaves(model: LeavesModel, tree: PageTree): Explanation {
  const leaves = visibleLeaves(tree);
  if (leaves.length === 0) return { notes: ['the page has no visible leaf'], findings: [] };
  const { labels } = model.crf;
  const rows = leafFeatures(tree, model.set, model.dictionary);
  const scores = new Float64Array(leaves.length * labels.length);
  leaves.forEach((_, leaf) => {
    eachTerm(rows, leaf, model.scores, (_feature, label, term) => {
      scores[leaf * labels.length + label]! += term;
    });
  });
  const marginals = model.crf.marginalsOfScores(scores);
  const weights = labelWeights(model);
  const findings = leaves.map(({ node }, leaf): Finding => {
    const own = Array.from(
      labels,
      (_, label) => marginals[leaf * labels.length + label]! * (weights?.[label] ?? 1),
    );
    const sum = own.reduce((total, value) => total + value, 0);
    const order = [...own.keys()].sort((a, b) => own[b]! - own[a]!);
    const best = order[0]!;
    const name = labels[best]!;
    const likely = order
      .slice(0, MAX_LABELS)
      .map(label => `${labels[label]} ${(own[label]! / sum).toFixed(2)}`);
    return {
      node,
      kept: isTextLabel(name),
      stage: 'leaf',
      reason: likely.join(', '),
      score: own[best]! / sum,
      evidence: strongestFeatures(rows, leaf, model, best),
    };
  });
  const notes = [`${leaves.length} leaves, ${labels.length} labels, ${model.vectors.names.length} features`];
  return { notes, findings };
}

function strongestFeatures(rows: FeatureRows, leaf: number, model: LeavesModel, chosen: number): Evidence[] {
  const terms: Evidence[] = [];
  eachTerm(rows, leaf, model.scores, (feature, label, term) => {
    if (label === chosen) terms.push({ fact: model.vectors.names[feature]!, weight: term });
  });
  return terms.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, MAX_FEATURES);
}

function eachTerm(
  { starts, indices, values }: FeatureRows,
  leaf: number,
  table: ScoreTable,
  take: (feature: number, label: number, term: number) => void,
): void {
  for (let i = starts[leaf]!; i < starts[leaf + 1]!; i++) {
    const feature = indices[i]!;
    for (let k = table.starts[feature]!; k < table.starts[feature + 1]!; k++)
      take(feature, table.labels[k]!, values[i]! * table.weights[k]!);
  }
}

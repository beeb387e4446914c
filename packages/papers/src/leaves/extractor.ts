import { type Extraction, type Extractor, visibleLeaves } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { articleFields, articleText, type LeafArticle, publishedDate, runsOf } from './article-fields.js';
import { explainLeaves } from './explain.js';
import { leafText } from './leaf-text.js';
import { type LeavesModel, labelLeaves } from './model.js';

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

import type { Page } from '@webpith/lab';
import { extract } from 'webpith';
import type { PageTree } from 'webpith/stages';
import type { Dictionary } from '../features/dictionary.js';
import { fifths } from '../features/tokens.js';
import type { FeatureRows } from '../features/writer.js';
import { leafViews } from './leaf-view.js';
import { alignPage, firstLabels } from './rules.js';

/** Minimum share of a leaf's words in the gold text for the leaf to be content. */
const CONTENT = 0.6;

/**
 * Adds hint features, which only corpus pages have: the first-pass label and the share of words in the content, for the
 * leaf and both neighbours. They are computed from the gold title, authors and text; without gold text, the library's
 * extraction takes its place.
 */
export function withHints(
  rows: FeatureRows,
  { page, tree }: { readonly page: Page; readonly tree: PageTree },
  dictionary: Dictionary,
): FeatureRows {
  const hints = hintsOf(page, tree);
  const hinted: FeatureRows = { starts: [0], indices: [], values: [] };
  hints.forEach((names, leaf) => {
    for (let k = rows.starts[leaf]!; k < rows.starts[leaf + 1]!; k++) {
      hinted.indices.push(rows.indices[k]!);
      hinted.values.push(rows.values[k]!);
    }
    for (const name of names) {
      hinted.indices.push(dictionary.number(`hint ${name}`));
      hinted.values.push(1);
    }
    hinted.starts.push(hinted.indices.length);
  });
  return hinted;
}

function hintsOf(page: Page, tree: PageTree): string[][] {
  const views = leafViews(tree);
  const isGold = (page.text ?? '').trim() !== '';
  const content = isGold ? page.text! : extract(page.html).text;
  const aligned = alignPage(views, { title: page.title, author: page.author, content });
  const labels = firstLabels(views, aligned);
  const shares = Array.from(aligned.share, share => fifths(share, 1));
  return labels.map((label, i) => [
    label,
    `${label} ${aligned.share[i]! >= CONTENT ? 'in' : 'out'}`,
    `share ${shares[i]} ${isGold ? 'gold' : 'found'}`,
    ...(i > 0 ? [`before ${labels[i - 1]}`, `share before ${shares[i - 1]}`] : []),
    ...(i + 1 < labels.length ? [`after ${labels[i + 1]}`, `share after ${shares[i + 1]}`] : []),
  ]);
}

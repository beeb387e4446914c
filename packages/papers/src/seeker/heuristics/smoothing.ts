import { standardDeviation } from 'simple-statistics';
import { type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../../markup-names.js';
import type { PageSums } from '../page-sums.js';

/** Tags that add an empty element to the array (§4.2.2), and their equivalents in HTML5. */
const BREAKS = tagSet(
  ...(['div', 'tr', 'td', 'table', 'ul', 'li', 'ol'] as const),
  ...(['article', 'section', 'main', 'nav', 'aside', 'header', 'footer'] as const),
);

/** Equation 4.2: the mean over a window of 2r + 1 entries; entries beyond the ends count as zero. */
export function smoothed(lengths: ArrayLike<number>, radius: number): Float64Array {
  const out = new Float64Array(lengths.length);
  let sum = 0;
  for (let i = 0; i < Math.min(radius, lengths.length); i++) sum += lengths[i]!;
  for (let k = 0; k < lengths.length; k++) {
    if (k + radius < lengths.length) sum += lengths[k + radius]!;
    if (k - radius - 1 >= 0) sum -= lengths[k - radius - 1]!;
    out[k] = sum / (2 * radius + 1);
  }
  return out;
}

/** The string array of a segment: text lengths with their nodes; an empty element (node -1) for each break. */
export function stringArray(
  tree: PageTree,
  sums: PageSums,
  segment: number,
): { lengths: number[]; nodes: number[] } {
  const lengths: number[] = [];
  const nodes: number[] = [];
  for (let node = segment; node < tree.end[segment]!; node++) {
    const isText = tree.tag[node] === TAG['#text'] && sums.textLength[node]! > 0;
    if (!isText && !BREAKS.has(tree.tag[node]!)) continue;
    lengths.push(isText ? sums.textLength[node]! : 0);
    nodes.push(isText ? node : -1);
  }
  return { lengths, nodes };
}

/** Marks the texts of a segment whose smoothed length is above the standard deviation of the smoothed lengths. */
export function keepSmoothed(
  tree: PageTree,
  sums: PageSums,
  segment: number,
  radius: number,
  kept: Uint8Array,
): void {
  const { lengths, nodes } = stringArray(tree, sums, segment);
  if (lengths.length === 0) return;
  const values = smoothed(lengths, radius);
  // The deviation of a single entry is zero, so a lone string is kept.
  const threshold = standardDeviation(Array.from(values));
  values.forEach((value, k) => {
    if (nodes[k]! >= 0 && value > threshold) kept[nodes[k]!] = 1;
  });
}

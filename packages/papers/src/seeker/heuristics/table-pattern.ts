import { type PageTree, TAG } from 'webpith/stages';
import type { PageSums } from '../page-sums.js';
import { Signatures } from './signatures.js';

/**
 * The table pattern (§4.2.3). Tables with equal properties that occur at least twice are a pattern; the one with the
 * most text of the segments in it is chosen. Returns the nodes in its tables with the signature of a segment,
 * including those the classifier missed; none if no segment is in such a table.
 */
export function tablePattern(tree: PageTree, sums: PageSums, segments: readonly number[]): number[] {
  const signatures = new Signatures(tree);
  const { nearest, counts } = tablesOf(tree, sums, signatures);
  const weights = new Map<string, number>();
  for (const segment of segments) {
    const table = nearest[segment]!;
    if (table < 0) continue;
    const make = signatures.of(table);
    if (counts.get(make)! > 1) weights.set(make, (weights.get(make) ?? 0) + sums.textLength[segment]!);
  }
  const strongest = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (strongest === undefined) return [];
  const inPattern = (node: number) => nearest[node]! >= 0 && signatures.of(nearest[node]!) === strongest;
  const makes = new Set(segments.filter(inPattern).map(segment => signatures.of(segment)));
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || sums.textLength[node] === 0) continue;
    if (inPattern(node) && makes.has(signatures.of(node))) found.push(node);
  }
  return found;
}

/** The nearest table around each node, itself excluded, and the number of tables with text by signature. */
function tablesOf(tree: PageTree, sums: PageSums, signatures: Signatures) {
  const nearest = new Int32Array(tree.count).fill(-1);
  const counts = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent[node]!;
    nearest[node] = tree.tag[parent] === TAG.table ? parent : nearest[parent]!;
    if (tree.tag[node] !== TAG.table || sums.textLength[node] === 0) continue;
    const make = signatures.of(node);
    counts.set(make, (counts.get(make) ?? 0) + 1);
  }
  return { nearest, counts };
}

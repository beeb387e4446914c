import { mean } from 'simple-statistics';
import { STRUCTURE_KINDS, type StructureKind } from '../metrics/structure/kinds.js';
import { bootstrapDifference, type Interval } from '../statistics/bootstrap.js';
import { grouped } from '../statistics/summary.js';
import type { EvaluationRow } from './scoring.js';

/** Scores of one kind of Markdown element, over the pages whose gold has the kind. */
export interface StructureSummary {
  /** Type or suite of the pages; absent if all have the same. */
  readonly group?: string | undefined;
  readonly kind: StructureKind;
  readonly pages: number;
  /** Method → mean F1; methods without Markdown are absent. */
  readonly means: Readonly<Record<string, number>>;
  /** Method → mean of first method − method, paired by page; absent for a single page. */
  readonly differences: Readonly<Record<string, Interval>>;
}

/** Undefined if no row has structure scores. */
export function summariseStructure(
  rows: readonly EvaluationRow[],
  methods: readonly string[],
): StructureSummary[] | undefined {
  const scored = rows.filter(row => row.structure !== undefined);
  if (scored.length === 0) return undefined;
  const groups = [...grouped(scored, row => row.type)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([group, own]) =>
    STRUCTURE_KINDS.flatMap(kind => {
      const summary = summariseKind(kind, own, methods);
      return summary ? [groups.length > 1 ? { group, ...summary } : summary] : [];
    }),
  );
}

function summariseKind(
  kind: StructureKind,
  rows: readonly EvaluationRow[],
  methods: readonly string[],
): StructureSummary | undefined {
  const scores = new Map<string, Map<string, number>>();
  for (const { method, page, structure } of rows) {
    const f1 = structure?.[kind];
    if (f1 === undefined) continue;
    const ofMethod = scores.get(method) ?? new Map<string, number>();
    scores.set(method, ofMethod.set(page, f1));
  }
  const pages = new Set([...scores.values()].flatMap(ofMethod => [...ofMethod.keys()])).size;
  if (pages === 0) return undefined;
  const known = methods.filter(method => scores.has(method));
  const means = known.map(method => [method, mean([...scores.get(method)!.values()])] as const);
  const [first, ...others] = known;
  const differences = others.flatMap(other => {
    const interval = difference(scores.get(first!)!, scores.get(other)!);
    return interval ? [[other, interval] as const] : [];
  });
  return { kind, pages, means: Object.fromEntries(means), differences: Object.fromEntries(differences) };
}

function difference(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): Interval | undefined {
  const shared = [...first.keys()].filter(page => second.has(page));
  if (shared.length < 2) return undefined;
  return bootstrapDifference(
    shared.map(page => first.get(page)!),
    shared.map(page => second.get(page)!),
  );
}

import { LEAF_LABELS } from '@webpith/lab';
import type { LeavesModel } from '../model.js';

/** The features with the largest weights for a label (§4.3). */
export interface TellingFeatures {
  readonly label: string;
  readonly features: readonly string[];
}

const SHOWN = 6;
/** Only markup, patterns and measures: words may be names or phrases from corpus pages. */
const PUBLIC =
  /^(?:[opgx]\.<|date:|kind=|box |s\d |font |depth|words|siblings|iframe|characters|[opgx]\.[a-zC]=[a-z-]{2,16}$)/;

export function tellingFeatures(model: Pick<LeavesModel, 'vectors' | 'crf'>): TellingFeatures[] {
  const { states } = model.crf.toJSON().parameters as {
    states: { starts: readonly number[]; labels: readonly number[]; values: readonly number[] };
  };
  const best = new Map<string, { name: string; weight: number }[]>();
  model.vectors.names.forEach((name, feature) => {
    if (!PUBLIC.test(name)) return;
    for (let k = states.starts[feature]!; k < states.starts[feature + 1]!; k++) {
      const label = model.crf.labels[states.labels[k]!]!;
      const list = best.get(label) ?? [];
      list.push({ name, weight: states.values[k]! });
      best.set(label, list);
    }
  });
  return LEAF_LABELS.flatMap(label => {
    const list = best.get(label);
    if (!list) return [];
    const features = list
      .sort((a, b) => b.weight - a.weight)
      .slice(0, SHOWN)
      .map(({ name }) => name);
    return [{ label, features }];
  });
}

import type { Evidence, Extractor, Finding, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { ModelReader } from '../model-file.js';
import {
  blockReader,
  FEATURES,
  type Feature,
  featureRows,
  keptExtraction,
  type PageBlocks,
} from './features.js';
import { keepByThresholds, type Thresholds } from './fitness.js';
import type { ElementOptions } from './text-blocks.js';

export interface SwarmModel {
  readonly elements: ElementOptions;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly card: ModelCard;
}

const METHOD = 'swarm';
const reader = new ModelReader(METHOD);

export function modelToJSON({ elements, thresholds, card }: SwarmModel): MethodModel {
  return methodModel(METHOD, { elements, thresholds }, card);
}

export function modelFromJSON(json: unknown): SwarmModel {
  const { weights, card } = reader.file(json);
  const given = reader.object(weights.thresholds, '“thresholds”');
  const thresholds = FEATURES.map(({ name }) => [name, reader.number(given[name], `“${name}”`)] as const);
  return {
    elements: readElements(reader, weights.elements),
    thresholds: Object.fromEntries(thresholds),
    card,
  };
}

export function readElements(from: ModelReader, value: unknown): ElementOptions {
  const { html5, divs } = from.object(value, '“elements”');
  return { html5: from.flag(html5, '“html5”'), divs: from.flag(divs, '“divs”') };
}

export function swarmExtractor(model: SwarmModel): Extractor {
  const read = blockReader(model.elements);
  const thresholds = FEATURES.map(({ name }) => model.thresholds[name]!);
  return {
    name: METHOD,
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByThresholds(featureRows(own.measurements, FEATURES), FEATURES, thresholds, keep);
      return keptExtraction(own, keep);
    },
    explain(page) {
      const own = read(page);
      const rows = featureRows(own.measurements, FEATURES);
      return { notes: [], findings: thresholdFindings(own, rows, FEATURES, thresholds) };
    },
  };
}

/** A finding per block: its features compared with the thresholds. The first violated threshold is the reason. */
export function thresholdFindings(
  { blocks }: PageBlocks,
  rows: Float64Array,
  features: readonly Feature[],
  thresholds: Thresholds,
): Finding[] {
  return blocks.map(({ holder, first, end }, block) => {
    const checks = features.map((feature, i) =>
      check(feature, rows[block * features.length + i]!, thresholds[i]!),
    );
    const failed = checks.filter(({ holds }) => !holds);
    return {
      node: holder,
      first,
      end,
      kept: failed.length === 0,
      stage: 'block',
      reason: failed[0]?.fact ?? `satisfies all ${features.length} thresholds`,
      score: 1 - failed.length / features.length,
      evidence: checks.map(({ fact, weight }) => ({ fact, weight })),
    };
  });
}

interface Check extends Evidence {
  readonly holds: boolean;
}

/** The weight is the distance from the threshold relative to the larger of both, below 0 if it is violated. */
function check({ title, bound }: Feature, value: number, threshold: number): Check {
  const isLower = bound === 'lower';
  const distance = isLower ? value - threshold : threshold - value;
  const largest = Math.max(Math.abs(value), Math.abs(threshold));
  const limit = `${isLower ? 'at least' : 'at most'} ${number(threshold)}`;
  return {
    fact: `${title} ${number(value)}, expected ${limit}`,
    weight: largest === 0 ? 0 : distance / largest,
    holds: distance >= 0,
  };
}

const number = (value: number) => Number(value.toFixed(3)).toString();

import type { Extractor, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { ModelReader } from '../model-file.js';
import type { ElementOptions } from './block-elements.js';
import { thresholdFindings } from './explain.js';
import { FEATURES, featureRows } from './features.js';
import { blockReader, keptExtraction } from './page-blocks.js';
import { keepByThresholds } from './thresholds.js';

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

import type { Extractor } from '@webpith/lab';
import { ModelReader } from '../model-file.js';
import type { ElementOptions } from './block-elements.js';
import { FEATURES, featureRows } from './features.js';
import { blockReader, keptExtraction } from './page-blocks.js';
import { keepByThresholds } from './thresholds.js';

export interface SwarmModel {
  readonly elements: ElementOptions;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly card: Readonly<Record<string, unknown>>;
}

const FORMAT = 'pith-swarm';
const VERSION = 1;

export function modelToJSON({ elements, thresholds, card }: SwarmModel): unknown {
  return { format: FORMAT, version: VERSION, elements, thresholds, card };
}

const reader = new ModelReader('swarm');

export function modelFromJSON(json: unknown): SwarmModel {
  const file = reader.file(json, FORMAT, VERSION);
  const given = reader.object(file.thresholds, '“thresholds”');
  const thresholds = FEATURES.map(({ name }) => [name, reader.number(given[name], `“${name}”`)] as const);
  return {
    elements: readElements(reader, file.elements),
    thresholds: Object.fromEntries(thresholds),
    card: reader.object(file.card ?? {}, '“card”'),
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
    name: 'swarm',
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByThresholds(featureRows(own.measurements, FEATURES), FEATURES, thresholds, keep);
      return keptExtraction(own, keep);
    },
  };
}

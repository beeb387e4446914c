import { ModelReader } from '../model-file.js';
import type { ElementOptions } from './block-elements.js';
import { FEATURES } from './features.js';

/** Learned thresholds with the way blocks are cut, which they belong to. */
export interface SwarmModel {
  readonly elements: ElementOptions;
  /** By feature. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** How the model came about: corpora with digests, settings, fitness. For people; nothing depends on it. */
  readonly card: Readonly<Record<string, unknown>>;
}

const FORMAT = 'pith-swarm';
const VERSION = 1;

/** A model as plain data. */
export function modelToJSON({ elements, thresholds, card }: SwarmModel): unknown {
  return { format: FORMAT, version: VERSION, elements, thresholds, card };
}

const reader = new ModelReader('swarm');

/** Reads a model written by `modelToJSON`; refuses what is not one. */
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

/** How blocks are cut, as a model's file holds it. */
export function readElements(from: ModelReader, value: unknown): ElementOptions {
  const { html5, divs } = from.object(value, '“elements”');
  return { html5: from.flag(html5, '“html5”'), divs: from.flag(divs, '“divs”') };
}

/** The thresholds of a model in the order of the features. */
export function thresholdsOf({ thresholds }: SwarmModel): Float64Array {
  return Float64Array.from(FEATURES, ({ name }) => thresholds[name]!);
}

import { LabError } from '@webpith/lab';
import type { ElementOptions } from '@webpith/lab/internals';
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

/** Reads a model written by `modelToJSON`; refuses what is not one. */
export function modelFromJSON(json: unknown): SwarmModel {
  const file = asObject(json, 'the model');
  if (file.format !== FORMAT || file.version !== VERSION) {
    throw refusal(`format “${FORMAT}”, version ${VERSION}`, `“${file.format}”, version ${file.version}`);
  }
  const { html5, divs } = asObject(file.elements, '“elements”');
  if (typeof html5 !== 'boolean' || typeof divs !== 'boolean') {
    throw refusal('“html5” and “divs” as true or false', `${html5} and ${divs}`);
  }
  const given = asObject(file.thresholds, '“thresholds”');
  const thresholds = FEATURES.map(({ name }) => {
    const value = given[name];
    if (typeof value === 'number' && Number.isFinite(value)) return [name, value] as const;
    throw refusal(`a finite threshold for “${name}”`, String(value));
  });
  const card = file.card === undefined ? {} : asObject(file.card, '“card”');
  return { elements: { html5, divs }, thresholds: Object.fromEntries(thresholds), card };
}

/** The thresholds of a model in the order of the features. */
export function thresholdsOf({ thresholds }: SwarmModel): Float64Array {
  return Float64Array.from(FEATURES, ({ name }) => thresholds[name]!);
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refusal(`${what} to be an object`, value === null ? 'null' : typeof value);
}

function refusal(expected: string, got: string): LabError {
  return new LabError(
    'bad-model',
    `swarm: expected ${expected}, got ${got}. Train it anew: pith train swarm.`,
  );
}

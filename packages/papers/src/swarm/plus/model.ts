import { LabError } from '@webpith/lab';
import type { ElementOptions } from '@webpith/lab/internals';
import { FEATURE_SETS, type FeatureSet } from './features.js';
import type { Panel, Particle } from './particles.js';

/** Particles of the variant with the way blocks are cut, which they belong to. */
export interface PlusModel extends Panel {
  readonly elements: ElementOptions;
  /** How the model came about, for people. */
  readonly card: Readonly<Record<string, unknown>>;
}

const FORMAT = 'pith-swarm-plus';
const VERSION = 2;

/** A model as plain data; thresholds by name, so that they can be read. */
export function plusToJSON({ elements, features, particles, votes, card }: PlusModel): unknown {
  const named = particles.map(({ thresholds, runs }) => ({
    thresholds: Object.fromEntries(FEATURE_SETS[features].map(({ name }, i) => [name, thresholds[i]!])),
    ...(runs && { runs }),
  }));
  return { format: FORMAT, version: VERSION, elements, features, particles: named, votes, card };
}

/** Reads a model written by `plusToJSON`; refuses what is not one. */
export function plusFromJSON(json: unknown): PlusModel {
  const { format, version, elements, features, particles, votes, card } = object(json, 'the model');
  if (format !== FORMAT || version !== VERSION) {
    throw refusal(
      `format “${FORMAT}”, version ${VERSION}`,
      `“${String(format)}”, version ${String(version)}`,
    );
  }
  if (typeof features !== 'string' || !Object.hasOwn(FEATURE_SETS, features)) {
    throw refusal(`features of ${Object.keys(FEATURE_SETS).join(', ')}`, String(features));
  }
  const { html5, divs } = object(elements, '“elements”');
  if (typeof html5 !== 'boolean' || typeof divs !== 'boolean' || !Array.isArray(particles)) {
    throw refusal('“html5” and “divs” as true or false, and a list of “particles”', typeof particles);
  }
  const set = features as FeatureSet;
  const story = card === undefined ? {} : object(card, '“card”');
  const read = particles.map(particle => readParticle(particle, set));
  const panel = { features: set, particles: read, votes: finite(votes, 'votes') };
  return { elements: { html5, divs }, ...panel, card: story };
}

function readParticle(json: unknown, features: FeatureSet): Particle {
  const { thresholds: given, runs } = object(json, 'a particle');
  const named = object(given, '“thresholds”');
  const thresholds = Float64Array.from(FEATURE_SETS[features], ({ name }) => finite(named[name], name));
  if (runs === undefined) return { thresholds };
  const { gap, least } = object(runs, '“runs”');
  return { thresholds, runs: { gap: finite(gap, 'gap'), least: finite(least, 'least') } };
}

function finite(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw refusal(`a finite number for “${name}”`, String(value));
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refusal(`${what} to be an object`, value === null ? 'null' : typeof value);
}

function refusal(expected: string, got: string): LabError {
  const message = `swarm-plus: expected ${expected}, got ${got}. Train it anew: pith train swarm-plus.`;
  return new LabError('bad-model', message);
}

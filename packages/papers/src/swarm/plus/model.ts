import type { Extractor } from '@webpith/lab';
import { ModelReader } from '../../model-file.js';
import type { ElementOptions } from '../block-elements.js';
import { readElements } from '../model.js';
import { blockReader, keptExtraction } from '../page-blocks.js';
import {
  FEATURE_SETS,
  type FeatureSet,
  keepByVotes,
  type Panel,
  type Particle,
  pageFeatures,
} from './particles.js';

export interface PlusModel extends Panel {
  readonly elements: ElementOptions;
  readonly card: Readonly<Record<string, unknown>>;
}

const FORMAT = 'pith-swarm-plus';
const VERSION = 2;

export function plusToJSON({ elements, features, particles, votes, card }: PlusModel): unknown {
  const named = particles.map(({ thresholds, runs }) => ({
    thresholds: Object.fromEntries(FEATURE_SETS[features].map(({ name }, i) => [name, thresholds[i]!])),
    runs,
  }));
  return { format: FORMAT, version: VERSION, elements, features, particles: named, votes, card };
}

const reader = new ModelReader('swarm-plus');

export function plusFromJSON(json: unknown): PlusModel {
  const { elements, features, particles, votes, card } = reader.file(json, FORMAT, VERSION);
  if (typeof features !== 'string' || !Object.hasOwn(FEATURE_SETS, features))
    return reader.refuse(`features of ${Object.keys(FEATURE_SETS).join(', ')}`, String(features));
  if (!Array.isArray(particles)) return reader.refuse('a list of “particles”', typeof particles);
  const set = features as FeatureSet;
  return {
    elements: readElements(reader, elements),
    features: set,
    particles: particles.map(particle => readParticle(particle, set)),
    votes: reader.number(votes, '“votes”'),
    card: reader.object(card ?? {}, '“card”'),
  };
}

function readParticle(json: unknown, features: FeatureSet): Particle {
  const { thresholds: given, runs } = reader.object(json, 'a particle');
  const named = reader.object(given, '“thresholds”');
  const thresholds = Float64Array.from(FEATURE_SETS[features], ({ name }) =>
    reader.number(named[name], `“${name}”`),
  );
  if (runs === undefined) return { thresholds };
  const { gap, least } = reader.object(runs, '“runs”');
  return { thresholds, runs: { gap: reader.number(gap, '“gap”'), least: reader.number(least, '“least”') } };
}

export function plusExtractor(model: PlusModel): Extractor {
  const read = blockReader(model.elements);
  return {
    name: 'swarm-plus',
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByVotes(pageFeatures(own.measurements, model.features), model, keep);
      return keptExtraction(own, keep);
    },
  };
}

import type { Extractor, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { ModelReader } from '../../model-file.js';
import type { ElementOptions } from '../block-elements.js';
import { explainVotes } from '../explain.js';
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
  readonly card: ModelCard;
}

const METHOD = 'swarm-plus';
const reader = new ModelReader(METHOD);

export function plusToJSON({ elements, features, particles, votes, card }: PlusModel): MethodModel {
  const named = particles.map(({ thresholds, runs }) => ({
    thresholds: Object.fromEntries(FEATURE_SETS[features].map(({ name }, i) => [name, thresholds[i]!])),
    runs,
  }));
  return methodModel(METHOD, { elements, features, particles: named, votes }, card);
}

export function plusFromJSON(json: unknown): PlusModel {
  const { weights, card } = reader.file(json);
  const { elements, features, particles, votes } = weights;
  if (typeof features !== 'string' || !Object.hasOwn(FEATURE_SETS, features))
    return reader.refuse(`features of ${Object.keys(FEATURE_SETS).join(', ')}`, String(features));
  if (!Array.isArray(particles)) return reader.refuse('a list of “particles”', typeof particles);
  const set = features as FeatureSet;
  return {
    elements: readElements(reader, elements),
    features: set,
    particles: particles.map(particle => readParticle(particle, set)),
    votes: reader.number(votes, '“votes”'),
    card,
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
    name: METHOD,
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByVotes(pageFeatures(own.measurements, model.features), model, keep);
      return keptExtraction(own, keep);
    },
    explain(page) {
      const own = read(page);
      return explainVotes(own, model);
    },
  };
}

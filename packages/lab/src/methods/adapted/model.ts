import { type BoostingModel, loadModel } from '@webpith/learn';
import type { Article, ExtractOptions, ModelFile } from 'webpith';
import {
  extractByScores,
  type Features,
  modelFingerprint,
  type PageTree,
  probabilityOf,
  scoresFromFeatures,
  siteOf,
  WEIGHTS,
} from 'webpith/stages';
import type { LabError } from '../../errors.js';
import { type Extractor, toExtraction } from '../../extractor.js';
import { packed } from '../default/write-weights.js';
import type { Method } from '../method.js';
import { badModel, checkMethodModel, type MethodModel, methodModel, modelFileWith } from '../model-file.js';

export interface AdaptedModel {
  readonly features: string;
  readonly trees?: BoostingModel | undefined;
  /** Training sites; an empty string for pages without URL. */
  readonly sites: readonly string[];
  /** Share of the correction applied on those sites, and on all others. */
  readonly shrink: number;
  readonly elsewhere: number;
  readonly most: number;
  readonly card: Readonly<Record<string, unknown>>;
}

const METHOD = 'adapted';

export const NO_CORRECTION: AdaptedModel = {
  features: modelFingerprint(),
  sites: [],
  shrink: 1,
  elsewhere: 1,
  most: 0,
  card: {},
};

function adaptedScores(model: AdaptedModel, features: Features, site: string): Float32Array {
  const scores = scoresFromFeatures(features);
  if (!model.trees || scores.length === 0) return scores;
  return correctedOdds(model, features, scores.map(logOdds), site).map(probabilityOf);
}

export function correctedOdds(
  { trees, sites, shrink, elsewhere, most }: AdaptedModel,
  { rows: data, width }: Features,
  start: Float32Array,
  site: string,
): Float32Array {
  if (!trees || start.length === 0) return start;
  const moved = trees.scores({ kind: 'dense', rows: start.length, columns: width, data });
  const share = sites.includes(site) ? shrink : elsewhere;
  return start.map((odds, b) => odds + share * Math.max(-most, Math.min(most, moved[b]!)));
}

/** Bounded, so that a near-certain probability can still be corrected. */
export function logOdds(share: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(bounded / (1 - bounded));
}

export function modelFileOf(
  { trees, sites, shrink, elsewhere, most, card }: AdaptedModel,
  name: string,
): ModelFile {
  const correction = trees && { trees: packed(trees), sites, shrink, elsewhere, most };
  return modelFileWith(name, correction === undefined ? WEIGHTS : { ...WEIGHTS, correction }, card);
}

export function adaptedToJSON({ trees, card, ...model }: AdaptedModel): MethodModel {
  return methodModel(METHOD, { ...model, trees: trees?.toJSON() ?? null }, card);
}

export function adaptedFromJSON(json: unknown): AdaptedModel {
  const { weights, card } = checkMethodModel(METHOD, json);
  const { features, sites, shrink, elsewhere, most, trees } = weights;
  if (features !== modelFingerprint())
    throw refusal(
      `the columns of this version (${modelFingerprint()})`,
      `those of another (${String(features)})`,
    );
  if (!isShare(shrink) || !isShare(elsewhere) || !(typeof most === 'number' && most >= 0))
    throw refusal(
      '“shrink” and “elsewhere” from 0 to 1 and “most” from 0',
      `${shrink}, ${elsewhere} and ${most}`,
    );
  if (!Array.isArray(sites) || !sites.every(site => typeof site === 'string'))
    throw refusal('“sites” as a list of names', typeof sites);
  return {
    features,
    sites,
    shrink,
    elsewhere,
    most,
    card,
    trees: trees === null || trees === undefined ? undefined : (loadModel(trees) as BoostingModel),
  };
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function refusal(expected: string, got: string): LabError {
  return badModel(METHOD, `a model with ${expected}`, got);
}

/** An extractor that also returns the library's Article, with all options and outputs. */
export interface ArticleExtractor extends Extractor {
  article(input: Uint8Array | PageTree, options: ExtractOptions): Article;
}

export function adaptedExtractor(model: AdaptedModel): ArticleExtractor {
  const article = (input: Uint8Array | PageTree, options: ExtractOptions) => {
    const site = siteOf({ url: options.url?.toString() }) ?? '';
    const scores = (features: Features) => adaptedScores(model, features, site);
    return extractByScores(input, options, scores);
  };
  return {
    name: 'adapted',
    article,
    extract: page => toExtraction(article(page.tree ?? page.html, { url: page.url })),
  };
}

export const adapted: Method = {
  name: 'adapted',
  title: 'the default, corrected by labelled pages',
  load: async model => adaptedExtractor(model === undefined ? NO_CORRECTION : adaptedFromJSON(model)),
  own: {
    needs: 'the main content of each page; three pages suffice',
    fileOf: model => modelFileOf(adaptedFromJSON(model), model.name),
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
};

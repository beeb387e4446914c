import type { MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { ModelReader } from '../model-file.js';
import { KEYWORD_LANGUAGES, type KeywordLanguage } from './keywords.js';

export interface Thresholds {
  /** Largest dfm of a candidate, 0 to 100. */
  readonly t1: number;
  /** Nodes of at most this density are noise. */
  readonly t2: number;
}

export interface DensityOptions {
  /** Languages of the comment keywords; the paper has English only. */
  readonly languages: readonly KeywordLanguage[];
  readonly html5: boolean;
  readonly commentScan: 'all' | 'candidates';
}

export const DEFAULT_OPTIONS: DensityOptions = {
  languages: KEYWORD_LANGUAGES,
  html5: true,
  commentScan: 'all',
};

export interface DensityModel {
  readonly thresholds: Thresholds;
  readonly options: DensityOptions;
  readonly card?: ModelCard;
}

const METHOD = 'density';
const reader = new ModelReader(METHOD);

export function densityToJSON({ thresholds, options, card }: DensityModel): MethodModel {
  return methodModel(METHOD, { thresholds, options }, card);
}

export function loadDensityModel(json: unknown): DensityModel {
  const { weights, card } = reader.file(json);
  const { thresholds, options } = weights as Partial<DensityModel>;
  const { t1, t2 } = thresholds ?? {};
  const { languages, html5, commentScan } = options ?? {};
  const isModel =
    isBetween(t1, 0, 100) &&
    isBetween(t2, 0, Number.MAX_SAFE_INTEGER) &&
    Array.isArray(languages) &&
    languages.every(language => KEYWORD_LANGUAGES.includes(language)) &&
    typeof html5 === 'boolean' &&
    (commentScan === 'all' || commentScan === 'candidates');
  if (isModel) return { thresholds: thresholds!, options: options!, card };
  return reader.refuse(
    'thresholds t1 (0 to 100) and t2 (from 0), and options',
    JSON.stringify(weights) ?? 'nothing',
  );
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

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
  readonly method: 'density';
  readonly version: 1;
  readonly thresholds: Thresholds;
  readonly options: DensityOptions;
  readonly card?: Readonly<Record<string, unknown>>;
}

export function loadDensityModel(json: unknown): DensityModel {
  const model = json as Partial<DensityModel> | null;
  const { t1, t2 } = model?.thresholds ?? {};
  const { languages, html5, commentScan } = model?.options ?? {};
  const isModel =
    model?.method === 'density' &&
    model.version === 1 &&
    isBetween(t1, 0, 100) &&
    isBetween(t2, 0, Number.MAX_SAFE_INTEGER) &&
    Array.isArray(languages) &&
    languages.every(language => KEYWORD_LANGUAGES.includes(language)) &&
    typeof html5 === 'boolean' &&
    (commentScan === 'all' || commentScan === 'candidates');
  if (isModel) return model as DensityModel;
  return new ModelReader('density').refuse(
    'version 1 with thresholds t1 (0 to 100) and t2 (from 0), and options',
    JSON.stringify(json) ?? 'nothing',
  );
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

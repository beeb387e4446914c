import { LabError } from '@webpith/lab';
import { type ClassifierModel, loadModel } from '@webpith/learn';
import { PAGE_CLASSES } from '../decide.js';
import { PAGE_FEATURES } from './page-features.js';

/** Shares of a page's text that the chosen node must hold: the article's, and that of several areas. */
export interface ContainerShares {
  readonly article: number;
  readonly multiple: number;
}

/** A fitted model of the variant. */
export interface PlusModel {
  readonly method: 'density-plus';
  readonly version: 1;
  readonly shares: ContainerShares;
  /** Tells the class of a page from its features. */
  readonly types: ClassifierModel;
  readonly card?: Readonly<Record<string, unknown>>;
}

/** Reads a model written as JSON; refuses what is not one. */
export function loadPlusModel(json: unknown): PlusModel {
  const file = json as Partial<PlusModel> | null;
  const { article, multiple } = file?.shares ?? {};
  const isModel =
    file?.method === 'density-plus' && file.version === 1 && isShare(article) && isShare(multiple);
  if (!isModel) {
    const got = (JSON.stringify(json) ?? String(json)).slice(0, 100);
    const message = `Expected a model of “density-plus”, version 1, with shares between 0 and 1; got ${got}. Train it: pith train density-plus.`;
    throw new LabError('bad-model', message);
  }
  const types = loadModel(file.types);
  const fits =
    types.classes.join() === PAGE_CLASSES.join() &&
    types.attributes.map(({ name }) => name).join() === PAGE_FEATURES.join();
  if (fits) return { ...(file as PlusModel), types };
  const message = `Expected a classifier of ${PAGE_CLASSES.join(', ')} by ${PAGE_FEATURES.length} features of this version; got ${types.classes.join(', ')} by ${types.attributes.length}. Train it: pith train density-plus.`;
  throw new LabError('bad-model', message);
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 1;
}

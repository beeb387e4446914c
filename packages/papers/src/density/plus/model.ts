import type { ClassifierModel } from '@webpith/learn';
import { ModelReader } from '../../model-file.js';
import { PAGE_CLASSES } from '../decide.js';
import { PAGE_FEATURES } from './page-features.js';

/** Share of a page's text that the chosen node must contain. */
export interface ContainerShares {
  readonly article: number;
  readonly multiple: number;
}

export interface PlusModel {
  readonly method: 'density-plus';
  readonly version: 1;
  readonly shares: ContainerShares;
  readonly types: ClassifierModel;
  readonly card?: Readonly<Record<string, unknown>>;
}

export function loadPlusModel(json: unknown): PlusModel {
  const reader = new ModelReader('density-plus');
  const file = json as Partial<PlusModel> | null;
  const { article, multiple } = file?.shares ?? {};
  const isModel =
    file?.method === 'density-plus' && file.version === 1 && isShare(article) && isShare(multiple);
  if (!isModel) reader.refuse('version 1 with shares between 0 and 1', JSON.stringify(json) ?? 'nothing');
  const types = reader.classifier(file!.types, 'page classes');
  const fits =
    types.classes.join() === PAGE_CLASSES.join() &&
    types.attributes.map(({ name }) => name).join() === PAGE_FEATURES.join();
  if (fits) return { ...(file as PlusModel), types };
  return reader.refuse(
    `a classifier of ${PAGE_CLASSES.join(', ')} by ${PAGE_FEATURES.length} features of this version`,
    `${types.classes.join(', ')} by ${types.attributes.length}`,
  );
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 1;
}

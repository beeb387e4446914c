import type { MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
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
  readonly shares: ContainerShares;
  readonly types: ClassifierModel;
  readonly card?: ModelCard;
}

const METHOD = 'density-plus';
const reader = new ModelReader(METHOD);

export function plusToJSON({ shares, types, card }: PlusModel): MethodModel {
  return methodModel(METHOD, { shares, types: types.toJSON() }, card);
}

export function loadPlusModel(json: unknown): PlusModel {
  const { weights, card } = reader.file(json);
  const { article, multiple } = reader.object(weights.shares, '“shares”');
  if (!isShare(article) || !isShare(multiple))
    return reader.refuse('shares between 0 and 1', `${article} and ${multiple}`);
  const types = reader.classifier(weights.types, 'page classes');
  const fits =
    types.classes.every(name => (PAGE_CLASSES as readonly string[]).includes(name)) &&
    types.attributes.map(({ name }) => name).join() === PAGE_FEATURES.join();
  if (fits) return { shares: { article, multiple }, types, card };
  return reader.refuse(
    `a classifier of ${PAGE_CLASSES.join(', ')} by ${PAGE_FEATURES.length} features of this version`,
    `${types.classes.join(', ')} by ${types.attributes.length}`,
  );
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1;
}

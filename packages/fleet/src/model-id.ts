import { createHash } from 'node:crypto';
import type { ModelFile } from 'webpith';

/** Identifies the model of rows, so that a resumed run does not mix models. */
export interface ModelId {
  readonly name: string;
  /** SHA-256 of the weights. */
  readonly digest: string;
}

/** Undefined for the default model. */
export function modelId(model: ModelFile | undefined): ModelId | undefined {
  if (model === undefined) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(model.weights)).digest('hex');
  return { name: model.name, digest };
}

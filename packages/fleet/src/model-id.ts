import { createHash } from 'node:crypto';
import type { ModelFile } from 'webpith';

/** Which model made rows, so that one that goes on does not mix them with those of another. */
export interface ModelId {
  readonly name: string;
  /** SHA-256 of its weights. */
  readonly digest: string;
}

/** The name and digest of a model; undefined for the default, which its version names. */
export function modelId(model: ModelFile | undefined): ModelId | undefined {
  if (model === undefined) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(model.weights)).digest('hex');
  return { name: model.name, digest };
}

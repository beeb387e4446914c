import { FEATURE_NAMES, fingerprint } from '../features/from-blocks.js';
import { PAGE_VECTOR_NAMES } from './page-vector.js';

/** Fingerprint of all inputs of a model: block features and page numbers. */
export function modelFingerprint(): string {
  return fingerprint([...FEATURE_NAMES, ...PAGE_VECTOR_NAMES]);
}
